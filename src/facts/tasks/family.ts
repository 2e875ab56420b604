/**
 * Files of a project that say what its tools run: `package.json` for `npm run build`. A family knows where its file is,
 * and which of its scripts a command runs; the analysis of shells then reads these scripts.
 */
export interface TaskFamily {
  /** Names of the file; the first that exists counts, unless it has nothing for the tool. */
  readonly files: readonly string[];
  /** Names of files that count as well if they exist. */
  readonly also?: readonly string[];
  /** It has tasks of its own, which no file says: `make q` makes `q` of `q.sh`. */
  readonly hasOwn?: true;
  /** A file with no tasks, for where none can be seen: `yarn rimraf a` may run a program of that name. */
  readonly unseen?: string;
  /** The option with which it changes the times of the files that it would make, and makes those that are missing. */
  readonly touches?: string;
  /** Whether the parent folders are searched too. */
  readonly upwards?: true;
  /** The folders of the operands are searched too. */
  readonly along?: true;
  /** The option that names the file. */
  readonly option?: string;
  /** The option whose value is such a text itself. */
  readonly text?: string;
  /** The operands name the files. */
  readonly operands?: true;
  /** Its scripts run in the directory of the command, and not beside the file. */
  readonly here?: true;
  /** Its file counts as executed even if it is not read. */
  readonly executes?: true;
  /** The subcommand that reads it, if not all do. */
  readonly words?: string;
  /** All words after its first operand are for the task, also options. */
  readonly passesWords?: true;
  /** It may be any file that the command names, so messages show nothing of what is made of its text. */
  readonly isHidden?: true;
  /** Its file says all that the option with its name may do. */
  readonly saysAll?: true;
  /** Several files are read as one text. */
  readonly joins?: true;
}

/**
 * What runs, in order. Undefined if that is unknown: the file is invalid, or uses something that is not supported.
 * `absent`: the file has nothing for this tool, and another file may.
 */
export type ReadTasks = (text: string, asked: AskedTasks) => readonly Task[] | 'absent' | undefined;

/** What the command asks for, and what is around the file. */
export interface AskedTasks {
  readonly program: string;
  /** Subcommand words in canonical spelling: `['run']`. */
  readonly words: readonly string[];
  /** The operands after them; undefined for an unknown one. */
  readonly operands: readonly (string | undefined)[];
  /** The options that are present, by their canonical names. */
  readonly options: ReadonlySet<string>;
  /** The values of an option, one for each time. */
  values(option: string): readonly (string | undefined)[];
  /** The value of an environment variable, if the call sets it; `unknown` if the value is unknown. */
  variable(
    name: string,
  ): { readonly is: 'unset' | 'unknown' } | { readonly is: 'set'; readonly text: string };
  /** The text of a file, by its path from where the tasks run; undefined where it is not known. */
  read(path: string): string | 'absent' | undefined;
  /** The names in a folder, by its path from where the tasks run; undefined where they are not known. */
  names(folder: string): readonly string[] | undefined;
  /** What the disk has at a path. */
  entry(path: string): 'file' | 'folder' | 'absent' | 'other' | 'unknown';
}

export interface Task {
  /** Text of a script. */
  readonly script: string;
  /** Its language; `shell` by default. */
  readonly language?: string;
  /** The index of the first operand that is passed to it; none by default. */
  readonly wordsFrom?: number;
  /** With the options among them: all words behind the operand in front of that one. */
  readonly passesOptions?: true;
  /** All words of the command are passed to it. */
  readonly allWords?: true;
  /** The directory in which it runs, relative to the folder of the file; `..` is allowed. */
  readonly folder?: string;
  /** It runs on another machine, or in a container. */
  readonly elsewhere?: true;
  /** More may run besides, and what is unknown. */
  readonly isOpen?: true;
}
