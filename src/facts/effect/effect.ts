/**
 * What a call does, whatever tool or spelling it uses: reads, writes, deletes, moves and copies of paths, runs of
 * commands, connections, data sent, and the like. An effect is `certain` if the call always has it when it does
 * anything at all; otherwise it is only possible. An unknown part leaves open what the call does.
 */
import type { HostShape } from '../../pattern/host.ts';
import type { PathReading } from '../../pattern/path/path-readings.ts';
import type { PathShape } from '../../pattern/path/path-shape.ts';
import type { Shape } from '../../pattern/text/shape.ts';
import type { Filter } from './filter.ts';
import type { Moment } from './way.ts';

/** A place in the tool's input: the field, and offsets into its text. */
export interface InputSpan {
  /** Steps below `input`: `['edits', 0, 'path']`. */
  readonly field: readonly (string | number)[];
  /** UTF-16 offsets into that text; the whole text where a narrower place is not known. */
  readonly start: number;
  readonly end: number;
}

interface Done {
  readonly certain: boolean;
  readonly span: InputSpan;
  /** The command that does it, as an index into `Effects.commands`; undefined for a tool that is no shell. */
  readonly command: number | undefined;
  /** The file that holds the code of this effect, as it is shown; undefined for the text of the call. */
  readonly file?: string;
}

/** Kinds of effects on paths. `empty`: a file that had content is left without any. */
export type PathUse = 'read' | 'write' | 'delete' | 'empty' | 'move' | 'copy';

/**
 * What a write leaves of what was at its target. `all`: everything (`touch`, `mkdir -p`, or an option that prevents the
 * write). `nothing on success`: it fails where anything exists (`mkdir`). `below`: what lies below a folder (`cp x d`).
 * `link`: it makes a link, and below it is what is elsewhere. `project`: what it writes below a folder is made of the project.
 */
export type Kept = 'all' | 'nothing on success' | 'below' | 'link' | 'project';

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
  /** Other readings that a program or file system may use. A denial needs a match in one of them; an exception has to hold in all that are not mere aliases. */
  readonly others: readonly PathReading[];
  /** Where its links lead, if it has any; `others` contains that too. */
  readonly leads?: PathShape;
  /** With all that lies below: `rm -r`, `chmod -R`. */
  readonly recursive: boolean;
  /** What it leaves out of that. */
  readonly filter?: Filter;
  /** What is written, where the call says it; undefined where it does not. */
  readonly content: string | undefined;
  /** The parts that may not come from this call although they are written; undefined where all come from it. */
  readonly keeps?: Kept;
  /** Of a variable of the environment: whether what a command prints has its value. Of all: undefined if a search may find it there. */
  readonly isShown?: boolean | undefined;
  /** Of variables of the environment: a command has changed the lines `NAME=value` that they are in. */
  readonly isChanged?: boolean | undefined;
}

/** An option as it was given, under every name that the program knows for it. */
export interface CommandOption {
  /** Canonical names with their dashes, as the program's knowledge lists them: `['-f', '--force']`. */
  readonly names: readonly string[];
  readonly value: Shape | undefined;
  readonly certain: boolean;
  /** The next word, which may be its value: no table says whether the option takes one. */
  readonly next?: Shape;
  /** Its value follows a `=`, and no table says that it takes a value: `--version=x`. */
  readonly isExtra?: true;
  /** It follows an option that is in no table, and may be the value of that option. */
  readonly mayBeValue?: true;
  /** The word is the beginning of several options, and may be each of them. */
  readonly isOneOfSeveral?: true;
}

export interface CommandOperand {
  readonly value: Shape;
  /** The role of the operand for the program: `remote`, `refspec`, `image`, `package`, `path`, …; undefined where not known. */
  readonly role: string | undefined;
  /** It comes from an option and not from a word: `--all` pushes every branch. It has a role, and no place among the words. */
  readonly implied?: true;
}

/** A command that is run: a program and its words, however it was reached. */
export interface Command {
  /** The name without directory, `.exe` and quotes; undefined where it is not known. */
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
  /** The text on its standard input, if the call itself writes it. */
  readonly input?: Shape;
  /** Whether the program is in the tables: if not, words and roles are guesses from its spelling. */
  readonly known: boolean;
  /** A word is not known and could be any option, any operand or several words. */
  readonly open: boolean;
  /** The directory that its relative paths are resolved against; undefined where it is not known. */
  readonly directory?: {
    readonly path: PathShape;
    readonly others: readonly PathReading[];
    /** A script that is not known ran in this shell before it, and may have gone elsewhere. */
    readonly mayBeOther?: true;
  };
  /** Programs it was reached through, outermost first: `['sudo', 'env']`. */
  readonly via: readonly string[];
  /** The call itself sets where programs are looked for first, so this name may mean another program. */
  readonly sought?: true;
  /** One of its words, such as `--help`, makes it only print something. No rule takes that for a run. */
  readonly idle?: true;
  /** What it runs runs on another machine or in a container. */
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
  /** Where the address comes from, if the call does not plainly name it: `a default registry of npm`. */
  readonly from?: string | undefined;
}

/** Data goes to a host: what a path holds, or data without a known path. */
export interface SendEffect extends Done {
  readonly kind: 'send';
  /** The path effect whose content is sent; undefined for other data. */
  readonly source: PathEffect | undefined;
  /** The data are in the call itself, not in a file. */
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
  /** The package's name without version; undefined where files of the project list the packages (`npm ci`). */
  readonly name: string | undefined;
  /** As written, with its version; empty where files of the project list the packages. */
  readonly text: string;
  /** `index`: a registry that the call itself names. `unknown`: not known. */
  readonly source: PackageSource;
}

export interface SpawnEffect extends Done {
  readonly kind: 'spawn';
  /** The type of the agent, if the call says it. */
  readonly agent: string | undefined;
}

export interface ElevateEffect extends Done {
  readonly kind: 'elevate';
  /** `sudo`, `doas`, `su`, … */
  readonly by: string;
}

/** A command executes a file: a program that is named by its path, or a script. */
export interface ExecutedFile extends Done {
  /** The program looks for it here first, and may well find another one elsewhere: `python -m json.tool`. */
  readonly sought?: true;
  readonly text: string;
  readonly path: PathShape;
  readonly others: readonly PathReading[];
}

/**
 * The content of a file is also available under another name: by a copy, a move or a link. The effects on both paths are
 * recorded separately.
 */
export interface FileCopy {
  /** If the call does anything at all, the target holds this and nothing else. */
  readonly certain: boolean;
  readonly from: PathShape;
  readonly others: readonly PathReading[];
  readonly to: PathShape;
  /** With everything below it, if it is a folder. */
  readonly whole: boolean;
}

/**
 * Why a part of a call is unknown. `value`: a word. `program`: which program it is, or what the program does. `code`: code
 * that cannot be parsed. `file`: a script in a file that is not known. `budget`: the part is too long, too deep or too
 * much.
 */
export type UnknownSort = 'value' | 'program' | 'code' | 'file' | 'budget';

/** A part of the call that leaves open what the call does: anything is possible. */
export interface UnknownPart {
  readonly sort: UnknownSort;
  /** As written; shortened when it is shown. */
  readonly text: string;
  /** In a few words: `the program is not known`, `the script cannot be read`. */
  readonly why: string;
  readonly span: InputSpan;
}

/** What a call does if the directory is not the one that is assumed. */
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
   * When each effect happens that is not on every path of execution: `false && a`. Such an effect counts towards a
   * denial, because each path may be taken. An exception has to come before what it excuses.
   */
  readonly moments: ReadonlyMap<object, Moment>;
  /**
   * For effects that depend on an assumed directory (`cd a; rm b`): what happens instead if that directory does not
   * exist. This alone never causes a denial; an exception has to hold for it as well.
   */
  readonly elsewhere: ReadonlyMap<object, () => readonly ElsewhereEffect[]>;
  /** The commands that have succeeded whenever the call has succeeded: those of the list that it ends with. */
  readonly succeeded: ReadonlySet<Command>;
  /** The effects that only a lower layer knows. They count towards a denial, and excuse nothing. */
  readonly added?: ReadonlySet<object>;
  /** The files, as they are shown, whose text is a value in the call. What is made of it is marked with the file, and never shown. */
  readonly hiddenFiles?: ReadonlySet<string>;
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
