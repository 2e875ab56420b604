/**
 * Files of a project that say what its tools run: `package.json` for `npm run build`. A family knows where its file is and
 * what of it is run for the words of a command; what these scripts do is for the shell to find out.
 */
export interface TaskFamily {
  /** Names of the file; the first that is there counts. */
  readonly files: readonly string[];
  /** Whether it is looked for in the folders around, too. */
  readonly upwards: boolean;
  /**
   * What is run, in order. Undefined where that cannot be told: the file is not what it should be, or says it in a
   * way that is not read.
   */
  tasksIn(text: string, asked: AskedTasks): readonly Task[] | undefined;
}

/** What the command says of what it wants run. */
export interface AskedTasks {
  /** Subcommand words in canonical spelling: `['run']`. */
  readonly words: readonly string[];
  /** The operands behind them; undefined for one that is not known. */
  readonly operands: readonly (string | undefined)[];
  /** The options that are given, under their canonical names. */
  readonly options: ReadonlySet<string>;
}

export interface Task {
  /** Text of a script. */
  readonly script: string;
  /** `shell` where nothing is said. */
  readonly language?: string;
  /** The operands from this one on are its words as well; none where nothing is said. */
  readonly wordsFrom?: number;
}
