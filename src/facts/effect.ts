/**
 * What a call does, whichever tool or spelling does it: reads, writes, deletes,
 * moves and copies of paths, runs of commands, connections, data sent, and the
 * like. `certain` is set where the call does it if it does anything at all;
 * otherwise it could. What leaves open what is done is an unknown part.
 */
import type { HostShape } from '../pattern/host.ts';
import type { PathReading } from '../pattern/path-readings.ts';
import type { PathShape } from '../pattern/path-shape.ts';
import type { Shape } from '../pattern/shape.ts';
import type { Moment } from './way.ts';

/** Where in the tool's input something stands: the field, and offsets into its text. */
export interface InputSpan {
  /** Steps below `input`: `['edits', 0, 'path']`. */
  readonly field: readonly (string | number)[];
  /** UTF-16 offsets into that text; the whole text where a finer place is not known. */
  readonly start: number;
  readonly end: number;
}

interface Done {
  readonly certain: boolean;
  readonly span: InputSpan;
  /** The command that does it, as an index into `Effects.commands`; undefined for a tool that is no shell. */
  readonly command: number | undefined;
  /** The file that holds the code which does it, as it is shown; undefined for the text of the call. */
  readonly file?: string;
}

/** `empty`: a file that was there is left with nothing in it. */
export type PathUse = 'read' | 'write' | 'delete' | 'empty' | 'move' | 'copy';

/**
 * What a write leaves: all that was there (`touch`, `mkdir -p`, or an option that keeps it from writing), the same but
 * that it fails where anything is (`mkdir`), all that is below it if it is a folder (`cp x d`); or it makes a `link`,
 * below which is what is elsewhere.
 */
export type Kept = 'all' | 'nothing on success' | 'below' | 'link';

/**
 * One thing done to one path. A move is also a read and a delete of its source
 * and a write of its target; a copy is also a read of its source and a write of
 * its target: each is an effect of its own.
 */
export interface PathEffect extends Done {
  readonly kind: PathUse;
  /** As the call writes it, for messages. */
  readonly text: string;
  /** The canonical reading: resolved against the directory in which it is used. */
  readonly path: PathShape;
  /** Other readings that a program or file system might take: they count where a match denies, and an exception has to hold for those that are no alias. */
  readonly others: readonly PathReading[];
  /** Where it leads, if there are links in it; that is one of the other readings too. */
  readonly leads?: PathShape;
  /** With all that lies below: `rm -r`, `chmod -R`. */
  readonly recursive: boolean;
  /** What is written, where the call says it; undefined where it does not. */
  readonly content: string | undefined;
  /** What of it may not be of this call, though it is written; undefined where all of it is. */
  readonly keeps?: Kept;
}

/** An option as it was given, under every name that the program knows for it. */
export interface CommandOption {
  /** Canonical names with their dashes, as the program's knowledge lists them: `['-f', '--force']`. */
  readonly names: readonly string[];
  readonly value: Shape | undefined;
  readonly certain: boolean;
  /** The word behind it, which may be its value: no table says whether it takes one. */
  readonly next?: Shape;
  /** Its value follows a `=`, and no table says that it takes a value: `--version=x`. */
  readonly isExtra?: true;
  /** It stands behind an option that no table has, and may be the value of that. */
  readonly mayBeValue?: true;
}

export interface CommandOperand {
  readonly value: Shape;
  /** What the program takes it for: `remote`, `refspec`, `image`, `package`, `path`, …; undefined where not known. */
  readonly role: string | undefined;
  /** No word says it, but an option does: `--all` pushes every branch. It has a role, and no place among the words. */
  readonly implied?: true;
}

/** A command that is run: a program and its words, however it was reached. */
export interface Command {
  /** Without directory, `.exe` and quotes; undefined where it cannot be told. */
  readonly program: string | undefined;
  /** As given. */
  readonly programWord: Shape;
  /** Subcommand words that knowledge found, in their canonical spelling: `['push']`. */
  readonly words: readonly string[];
  readonly options: readonly CommandOption[];
  /** Without the subcommand words. */
  readonly operands: readonly CommandOperand[];
  /** What the call itself sets for it: `NAME=value`. */
  readonly assignments?: readonly Shape[];
  /** Every word after the program, in order, as given. */
  readonly args: readonly Shape[];
  /** Whether the program is in the tables: if not, words and roles are guesses from its spelling. */
  readonly known: boolean;
  /** A word is not known and could be any option, any operand or several words. */
  readonly open: boolean;
  /** Where it runs: the directory that its paths stand on. Undefined where nothing tells. */
  readonly directory?: {
    readonly path: PathShape;
    readonly others: readonly PathReading[];
    /** A script that is not known ran in this shell before it, and may have gone elsewhere. */
    readonly mayBeOther?: true;
  };
  /** Programs it was reached through, outermost first: `['sudo', 'env']`. */
  readonly via: readonly string[];
  /** The call says itself where programs are looked for first: another may be found by this name. */
  readonly sought?: true;
  /** What it runs, it runs on another machine or in a container. */
  readonly elsewhere?: true;
  readonly certain: boolean;
  readonly span: InputSpan;
  /** As written, for messages. */
  readonly text: string;
  /** The path of the file that the command is in; undefined where it is in the call itself. */
  readonly file?: string;
}

export interface ConnectEffect extends Done {
  readonly kind: 'connect';
  readonly host: HostShape;
  readonly text: string;
  /** What the address is, where the call does not plainly say so: `a default registry of npm`. */
  readonly from?: string | undefined;
}

/** Data goes to a host: what a path holds, or data of which no path is known. */
export interface SendEffect extends Done {
  readonly kind: 'send';
  /** The path effect whose content is sent; undefined for other data. */
  readonly source: PathEffect | undefined;
  /** The data stand in the call itself: no file is their source. */
  readonly inline?: true;
  readonly host: HostShape;
}

/** The output of one command is the input of another, directly or through others. */
export interface Pipe {
  readonly from: number;
  readonly to: number;
  readonly certain: boolean;
  readonly span: InputSpan;
}

export type PackageSource = 'registry' | 'url' | 'git' | 'file' | 'index' | 'unknown';

export interface InstallEffect extends Done {
  readonly kind: 'install';
  /** `npm`, `pip`, `apt`, …: the family, not the program (`pnpm` is `npm`). */
  readonly manager: string;
  /** The package's name without version; undefined where the project's own files say (`npm ci`). */
  readonly name: string | undefined;
  /** As written, with its version. */
  readonly text: string;
  /** `index`: a registry that the call itself names. `unknown`: cannot be told. */
  readonly source: PackageSource;
}

export interface SpawnEffect extends Done {
  readonly kind: 'spawn';
  /** The type of the agent, where told. */
  readonly agent: string | undefined;
}

export interface ElevateEffect extends Done {
  readonly kind: 'elevate';
  /** `sudo`, `doas`, `su`, … */
  readonly by: string;
}

/** A command executes what a file holds: its program where that is named by a path, or a script. */
export interface ExecutedFile extends Done {
  /** The program looks for it here first, and may well find another one elsewhere: `python -m json.tool`. */
  readonly sought?: true;
  readonly text: string;
  readonly path: PathShape;
  readonly others: readonly PathReading[];
}

/**
 * What a file holds is also there under another name: a copy, a move or a link. The
 * effects on both are effects of their own.
 */
export interface FileCopy {
  /** Nothing but this is there, if the call does anything at all. */
  readonly certain: boolean;
  readonly from: PathShape;
  readonly others: readonly PathReading[];
  readonly to: PathShape;
  /** With all that lies below, if it is a folder. */
  readonly whole: boolean;
}

/**
 * What a part of a call is not known for: a word (`value`), which program it is or what one does (`program`), code that
 * cannot be read (`code`), a script in a file that is not known (`file`); or it is too long, too deep or too much
 * (`budget`).
 */
export type UnknownSort = 'value' | 'program' | 'code' | 'file' | 'budget';

/** A part of the call that leaves open what is done: anything could be. */
export interface UnknownPart {
  readonly sort: UnknownSort;
  /** As written, shortened by whoever shows it. */
  readonly text: string;
  /** In a few words: `the program is not known`, `the script cannot be read`. */
  readonly why: string;
  readonly span: InputSpan;
}

/** What a call does in another directory than the one that it is taken to be in. */
export type ElsewhereEffect = PathEffect | SendEffect | Command;

export interface Effects {
  readonly paths: readonly PathEffect[];
  readonly commands: readonly Command[];
  readonly connects: readonly ConnectEffect[];
  readonly sends: readonly SendEffect[];
  readonly pipes: readonly Pipe[];
  readonly installs: readonly InstallEffect[];
  readonly spawns: readonly SpawnEffect[];
  readonly elevates: readonly ElevateEffect[];
  readonly executed: readonly ExecutedFile[];
  /** In the order in which they happen. */
  readonly copies: readonly FileCopy[];
  readonly unknowns: readonly UnknownPart[];
  /**
   * When those of the effects above happen that are not on every way through the call: `false && a`. They count where
   * a rule denies, since each way is one that may be taken; what excuses has to come before what it excuses.
   */
  readonly moments: ReadonlyMap<object, Moment>;
  /**
   * For those of the effects above that rest on a directory which is taken to be there (`cd a; rm b`), what happens
   * instead where it is not. It denies nothing; what excuses has to hold for it as well.
   */
  readonly elsewhere: ReadonlyMap<object, () => readonly ElsewhereEffect[]>;
  /** The commands that have succeeded wherever the call has: those of the list that it ends with. */
  readonly succeeded: ReadonlySet<Command>;
  /** Those of the effects above that only a lower layer tells of: they count towards a denial, and excuse nothing. */
  readonly added?: ReadonlySet<object>;
}

export const noEffects: Effects = {
  paths: [],
  commands: [],
  connects: [],
  sends: [],
  pipes: [],
  installs: [],
  spawns: [],
  elevates: [],
  executed: [],
  copies: [],
  unknowns: [],
  moments: new Map(),
  elsewhere: new Map(),
  succeeded: new Set(),
};
