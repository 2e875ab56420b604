/**
 * Files of a project that say what its tools run: `package.json` for `npm run build`. A family knows where its file is and
 * what of it is run for the words of a command; what these scripts do is for the shell to find out.
 */
export interface TaskFamily {
  /** Names of the file; the first that is there counts, unless it says nothing of the tool. */
  readonly files: readonly string[];
  /** Names of files that count as well where they are there. */
  readonly also?: readonly string[];
  /** Whether it is looked for in the folders around, too. */
  readonly upwards?: true;
  /** It is looked for in the folders of the operands, too. */
  readonly along?: true;
  /** The option that names the file. */
  readonly option?: string;
  /** The option whose value is such a text itself. */
  readonly text?: string;
  /** The operands name the files. */
  readonly operands?: true;
  /** Its scripts run where the command does, and not beside the file. */
  readonly here?: true;
  /** Its file counts as executed, also where it is not looked at. */
  readonly executes?: true;
  /** The subcommand that looks at it, where not all do. */
  readonly words?: string;
  /** All words behind its first operand are for the task, options among them. */
  readonly passesWords?: true;
  /** Several files are one text. */
  readonly joins?: true;
}

/**
 * What is run, in order. Undefined where that cannot be told: the file is not what it should be, or says it in a way that
 * is not read. `absent`: it says nothing of this tool, and another file may.
 */
export type ReadTasks = (text: string, asked: AskedTasks) => readonly Task[] | 'absent' | undefined;

/** What the command says of what it wants run, and what is around the file. */
export interface AskedTasks {
  readonly program: string;
  /** Subcommand words in canonical spelling: `['run']`. */
  readonly words: readonly string[];
  /** The operands behind them; undefined for one that is not known. */
  readonly operands: readonly (string | undefined)[];
  /** The options that are given, under their canonical names. */
  readonly options: ReadonlySet<string>;
  /** What an option is given, each time. */
  values(option: string): readonly (string | undefined)[];
  /** What a variable of the environment is, where the call says so; `unknown` where it sets it to something. */
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
  /** `shell` where nothing is said. */
  readonly language?: string;
  /** The operands from this one on are its words as well; none where nothing is said. */
  readonly wordsFrom?: number;
  /** All words of the command are its words. */
  readonly allWords?: true;
  /** Where it runs, from the folder of the file; a text with `..` in it is fine. */
  readonly folder?: string;
  /** It runs on another machine, or in a container. */
  readonly elsewhere?: true;
  /** Besides, more may run that cannot be told. */
  readonly isOpen?: true;
}
