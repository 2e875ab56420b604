/**
 * What is known of a program: its subcommands, its options with their synonyms, and how it uses its values. The tables
 * are data, in the format of `format.ts`; policies can add to them.
 */
import type { NotationName, UseName } from './use-names.ts';

export interface Use {
  readonly name: UseName;
  /** Whether it happens on every run of the program with these words, or is only possible. */
  readonly certain: boolean;
}

/** The value of an option, or an operand. */
export interface ValueEntry {
  /** Its role in rules: `remote`, `image`, `message`, …. */
  readonly role: string | undefined;
  readonly uses: readonly Use[];
  /** The syntax of the value, if it holds others. */
  readonly notation?: NotationName;
}

export interface OptionEntry extends ValueEntry {
  /** With their dashes (or `of=` for `dd`): `['-f', '--force']`; the first is canonical. */
  readonly names: readonly string[];
  /** `optional`: only if it is attached (`--color=auto`, `-i.bak`). */
  readonly value: 'none' | 'optional' | 'required';
  /** With `optional`: in some versions the next word is the value, too; or it is the value if it is a number. */
  readonly mayTakeNext?: 'any' | 'number';
  /** The number of words after the value that belong to the option too: `jq --rawfile name file`. */
  readonly more?: readonly ValueEntry[];
}

export interface OperandEntry {
  readonly role: string;
  readonly uses: readonly Use[];
  readonly notation?: NotationName;
  /** `one`, `optional`, `any` number, `some` (one or more). Fixed ones after `any` or `some` are taken from the end. */
  readonly repeat: 'one' | 'optional' | 'any' | 'some';
}

/** How it uses its standard input, if no operand says otherwise. */
export type Stdin = 'none' | 'data' | 'shell' | 'code' | 'arguments' | 'statements';

export interface Traits {
  /** The language of `code`, `script` and standard input: `python`, `node`, `perl`, `ruby`, `php`, `shell`, `awk`, `sed`, `powershell`, `cmd`, `sql`, … */
  readonly language: string | undefined;
  readonly stdin: Stdin;
  /** How it uses standard input if its words contain nothing to run: `sudo -s`, `ssh host`. */
  readonly alone: Stdin | undefined;
  /** The program that its `run` operands are arguments of, unless an option with the role `entrypoint` names one: `su`. */
  readonly entrypoint: string | undefined;
  /** Standard output is made from the arguments (`echo`), or from standard input. */
  readonly stdout: 'own' | 'arguments' | 'input';
  /** Options that save a download under the last name of its address; `true` where it always does. */
  readonly saves: readonly string[] | boolean;
  /** Options that save downloads below a folder with the name of their host: `wget -r`. */
  readonly mirrors: readonly string[];
  /** Options that make uses of paths recursive; `true` where they always are. `perhaps`: it may read what is below an operand. */
  readonly recursive: readonly string[] | boolean | 'perhaps';
  readonly elevates: boolean;
  /** The family of the package manager; with `installs`, a call installs what the files of the project list. */
  readonly manager: string | undefined;
  readonly installs: boolean;
  /** It installs if it has no operand: `yarn`. */
  readonly aloneInstalls: boolean;
  readonly spawns: boolean;
  /** Hosts that it always connects to; with a question mark at the end, only possibly. */
  readonly connects: readonly string[];
  /** The family of registries that it asks if no other is named: see `registries.ts`. */
  readonly registry: string | undefined;
  /** Its words do not make it connect: an address among them is data. */
  readonly offline: boolean;
  /** It prints the environment, if it has no operand. */
  readonly printsEnvironment: boolean;
  /** Its standard input goes to the hosts that it connects to. */
  readonly sendsStdin: boolean;
  /** Paths that it uses if no operand has a use: `{ use, path }`, such as a read of `.` by `rg pattern`. */
  readonly implied: readonly { readonly use: Use; readonly path: string }[];
  /** Paths that it uses on every run. */
  readonly fixed: readonly { readonly use: Use; readonly path: string }[];
  /** The first operand is a group of options without a dash: `tar xzf`. */
  readonly bundled: boolean;
  /** The first `--` is removed even after the command: `npm exec tsc -- --version`. */
  readonly undashes: boolean;
  /** Its options may also come behind its script: `nodemon x.js -x cmd`. */
  readonly anywhere: boolean;
  /**
   * What it runs runs on another machine or in a container, where paths mean other files. `both`: they may be the files
   * here as well.
   */
  readonly elsewhere: boolean | 'both';
  /**
   * Options with which folders of this machine, not known which, are seen at places inside of what it runs elsewhere;
   * `?`: without any option, as in a container that is there already; `tasks`: unless the files of the project say which.
   * A word `name:path` is a path in it.
   */
  readonly sees: readonly string[];
  /**
   * The content of the files that it writes. `content`: their old content (`chmod`). `input`: its standard input (`dd`).
   * `source`: what it reads (`scp`). `link`: the same file under another name (`ln`). `program`: what a compiler makes from
   * the files of the project. Undefined: anything made from what it reads.
   */
  readonly keeps: 'content' | 'input' | 'source' | 'link' | 'program' | undefined;
  /** Its standard input is a patch, which it applies. */
  readonly patches: boolean;
  /** It changes branches of a remote repository: those of its refspecs, or those that its options imply. */
  readonly pushes: boolean;
  /** Its first operand is a repository. Without another operand, it makes a folder here with the name of that repository. */
  readonly clones: boolean;
  /** It makes the folder that it fills, and fails where that has something in it. */
  readonly anew: boolean;
  /**
   * The files that it writes come from elsewhere, without an address in its words; where no word names a place, they are in the
   * current directory. `tree`: it changes the files of a work tree, and only it knows which.
   * `output`: what it prints.
   */
  readonly brings: 'files' | 'tree' | 'output' | undefined;
  /** What the names of the files begin with that it makes, where no word in the role `prefix` says it: `split a` makes `xaa`. */
  readonly names: string | undefined;
  /** It fills the current directory with names of its choice, unless it has one of these options. */
  readonly unpacks: readonly string[] | undefined;
  /** Options that make the missing folders of its target: `mkdir -p`. */
  readonly parents: readonly string[];
  /** Options that write a copy below the target under the whole path of the source: `cp --parents`. */
  readonly nests: readonly string[];
  /** Options that make the target the exact path of the copy or move, even if a folder is there. */
  readonly places: readonly string[];
  /**
   * Options that keep a file which is overwritten, under its name with a suffix: `cp -b`. An option with `=` does so if
   * it has a value, which is the suffix: `sed -i.bak`. `?`: it may do so without any option: `indent a.c`.
   */
  readonly backs: readonly string[];
  /** Options that make another name of the same file instead of a copy. */
  readonly joins: readonly string[];
  /** Options with which it may skip a file that it would overwrite: `cp -n`. */
  readonly spares: readonly string[];
  /** Options, some with a value, with which it sends nothing: `kubectl create --dry-run=client`. */
  readonly unsent: readonly string[];
  /** Options with which it only prints the commands that it would run: `parallel --dry-run`. */
  readonly shows: readonly string[];
  /** Options with which its command runs in an unknown directory: `sudo -i`; `!-d`: unless it has that option. */
  readonly leaves: readonly string[];
  /** Options with a pattern for the files that it reads when it searches folders: `rg -g '*.ts'`. */
  readonly passes: readonly string[];
  /**
   * Options whose patterns leave something out of the folders that it works on, by what they do: see `filter.ts`. An option with
   * `!` at its end does so with the patterns behind a `!`, and any other of its patterns restores.
   */
  readonly filters: Readonly<Partial<Record<FilterTrait, readonly string[]>>> | undefined;
  /** Options that leave the files that it writes empty, if they have no value or a value of zero: `truncate -s 0`. */
  readonly empties: readonly string[];
  /** Options with which its command does not get the variables of the shell: `env -i`. */
  readonly clears: readonly string[];
  /** Options whose values are relative to the directory of the call, even if the command changes it: `tar -C`. */
  readonly stays: readonly string[];
  /** Options with which its input lists the paths that it works on; `?`: if it has no operand that is a path. */
  readonly lists: readonly string[];
  /** It runs its command once for each item that it reads, through a shell: `parallel`. */
  readonly each: boolean;
  /** Its words are an expression with actions: `find`. */
  readonly expression: boolean;
}

/** Traits that list options which leave something out of folders. */
export const filterTraits = [
  'omits',
  'omits-files',
  'omits-folders',
  'omits-paths',
  'limits',
  'restores',
  'chooses',
] as const;

export type FilterTrait = (typeof filterTraits)[number];

/** One form of a program: the program itself, a subcommand, or either with a certain option. */
export interface FormEntry {
  /** Subcommand words, each with its synonyms, the canonical one first: `[['install', 'i', 'add']]`. */
  readonly words: readonly (readonly string[])[];
  /** Options that select this form; one of them must be present: `sed` with `-i`. */
  readonly given: readonly string[];
  readonly options: readonly OptionEntry[];
  readonly operands: readonly OperandEntry[];
  readonly traits: Traits;
  /**
   * It runs the command after its own words, and not all of its options are known. `dashes`: the command comes after `--`,
   * whatever is before it.
   */
  readonly wraps?: 'words' | 'dashes';
}

/** A command by its program and first words; `program` is undefined where it is any name of the entry. */
export interface CommandName {
  readonly program: string | undefined;
  readonly words: readonly string[];
}

/** Two names of one command, in canonical words: `container run` and `run`. */
export type Spelling = readonly [CommandName, CommandName];

export interface ProgramEntry {
  /** The canonical name first: `['cp', 'gcp']`. */
  readonly names: readonly string[];
  readonly forms: readonly FormEntry[];
  /** Commands with another name; a rule may use either. */
  readonly spellings?: readonly Spelling[];
}

/** What a program prints, if its words and its input determine it. */
export type Print =
  | 'asked-base64'
  | 'asked-path'
  | 'asked-place'
  | 'asked-work-tree'
  | 'base64'
  | 'directory'
  | 'change'
  | 'files'
  | 'filled'
  | 'folder'
  | 'format'
  | 'hex'
  | 'input'
  | 'last-name'
  | 'matching-lines'
  | 'name'
  | 'names'
  | 'new-file'
  | 'number'
  | 'one-line'
  | 'path'
  | 'place'
  | 'reversed'
  | 'ten-lines'
  | 'translated'
  | 'variable'
  | 'nothing'
  | 'words';

/** How variables are written in queries. */
export const fillForms = ['ampersand', 'braces', 'brackets', 'colon', 'template', 'typed'] as const;

export type FillForm = (typeof fillForms)[number];

/** Languages whose sources name other files that are read with them. */
export type InclusionLanguage =
  | 'asciidoc'
  | 'c'
  | 'devicetree'
  | 'fortran'
  | 'jsonnet'
  | 'ld'
  | 'nasm'
  | 'plantuml'
  | 'protobuf'
  | 'roff'
  | 'rst'
  | 'rust'
  | 'sass'
  | 'typst'
  | 'verilog'
  | 'xml';

/** What a program does in all of its forms. */
export interface Manners {
  readonly prints?: Print;
  /** The shell that reads its text, and whose `echo` it runs: bash, zsh, one of the family of ksh, or the calling shell. */
  readonly echo?: 'bash' | 'zsh' | 'ksh' | 'csh' | 'around';
  /** Its output contains all of its input, or a part of it, or what it makes of it: `cut`, `od`. */
  readonly passes?: 'all' | 'part' | 'changed';
  /** The words with which alone, or with none, it prints all variables with their values: `declare -p`. */
  readonly variables?: readonly string[];
  /** Options with code whose value it prints: `node -p`. */
  readonly printsLast?: readonly string[];
  /** What ends one command among its words and begins the next. */
  readonly between?: readonly string[];
  /** Sources of a language that it reads: what they include is read as well. */
  readonly includes?: readonly InclusionLanguage[];
  /** Options that name a file, each with the option whose values are its lines: `--slf:-S`. */
  readonly lines?: readonly string[];
  /** What begins a word that names a file with more of its words. */
  readonly wordsIn?: string;
  /** What an operand begins with if it names a file whose lines are operands; with `?`, if it chooses files by a pattern. */
  readonly listsIn?: readonly string[];
  /** What begins a word of a file as in `wordsIn`, where such a file is most often a list of sources: one from before the session is not asked for. */
  readonly wordsWritten?: string;
  /** Variables that name a file which it runs; with a question mark if it only may run it. */
  readonly loads?: readonly string[];
  /** Files that it runs when it starts, each with the option with which it does: see `shell/use/scripts/start-up-files.ts`. */
  readonly starts?: readonly string[];
  /** The language of these files, if it is not that of the program. */
  readonly speaks?: string;
  /** A language of settings: the keys whose texts are commands, as `tasks/settings-commands.ts` reads them. */
  readonly keys?: readonly string[];
  /** Modules that come with it and load each other. */
  readonly library?: readonly string[];
  /** Options, and roles of operands, with the text that it writes to its files. */
  readonly holds?: readonly string[];
  /** A module whose functions are commands for the words behind the script: `ruby -run -e rm -- a`. */
  readonly offers?: string;
  /** Modules that it has loaded before it looks for any, so that no file takes their place. */
  readonly early?: readonly string[];
  /** Variables with folders in which its scripts find modules. */
  readonly folders?: readonly string[];
  /** It changes the layout of the files that it writes and not their meaning, except with one of these options. */
  readonly layout?: readonly string[];
  /** Options with which it prints only the names of the files in which it has found something. */
  readonly finds?: readonly string[];
  /** Options with which a search prints no lines, or those without what it looks for. */
  readonly mutes?: readonly string[];
  /** Options whose number says how many letters it prints: `head -c4`. */
  readonly few?: readonly string[];
  /** Options with which it changes its files instead of printing them: `sed -i`. */
  readonly inPlace?: readonly string[];
  /** Subcommands, with `+` and an option of theirs, that print only names of files below the directory: `ls-files`. */
  readonly names?: readonly string[];
  /** Images of containers that have nothing but well-known programs, and no files that a project could be filled with. */
  readonly images?: readonly string[];
  /** Subcommands, with `+` and one of theirs, that give no image a name. */
  readonly unnaming?: readonly string[];
  /** Subcommands that give an image the name that its file says. */
  readonly loading?: readonly string[];
  /** Subcommands that give images the names that files of the project say. */
  readonly building?: readonly string[];
  /** Options, and names of variables, with which it runs the programs of an image as they are. */
  readonly plain?: readonly string[];
  /** Subcommands that work on the project alone, or run others that do; `*`: all of them. */
  readonly works?: readonly string[];
  /** The options with which these print nothing else. */
  readonly naming?: readonly string[];
  /** It makes files, with names of its choice, from files with these extensions; `*`: from all files that it is given. */
  readonly makes?: readonly string[];
  /** Options where the last one counts, if they are repeated. */
  readonly last?: readonly string[];
  /** Words with which it changes a branch without naming it, joined by `+`; `*` is any text. */
  readonly unnamed?: readonly string[];
  /** Paths of requests to a host that change a branch, as prefixes. */
  readonly requests?: readonly string[];
  /** What rules call its scripts, wherever they come from. */
  readonly scripts?: 'query';
  /** How variables are written that it fills in before it sends a query: see `shell/use/text/filled-in.ts`. */
  readonly fills?: readonly FillForm[];
  /** Options with scripts that run before the one on standard input. */
  readonly begins?: readonly string[];
  /** Variables that hold options for it. */
  readonly options?: readonly string[];
  /** Variables that count or hold its settings: `GIT_CONFIG_COUNT`. */
  readonly settings?: readonly string[];
  /**
   * Options with which it does nothing but tell something, with the first word of its form in front (`publish+-n`), and `!` behind
   * those that count only in front of the operands.
   */
  readonly idle?: readonly string[];
  /** Words with which it does what it does all the same; `*` at the end is any text. */
  readonly awake?: readonly string[];
  /** Where it takes an address, `host:path` is a place on another machine. */
  readonly hosts?: 'paths';
  /** Where no word names the server that it asks, its settings do. `settings`: it sends what its words hold there. */
  readonly server?: 'settings' | 'asked';
  /** Values that any of its words may hold, whichever option they belong to: `aws … --item file://a`. */
  readonly words?: 'aws-value' | 'az-value';
  /** It ends other processes, by their numbers or by their names: the shell that runs it may be one of them. */
  readonly ends?: 'numbers' | 'names';
  /** It ends other processes with one of these words or options: `fuser -k`, `systemctl reboot`. */
  readonly endsBy?: readonly string[];
  /** It works on the repository around its directory: see `facts/repository`. */
  readonly repository?: 'git';
  /** It connects by the settings of ssh, which rename hosts; `address`: only if `ssh:` is in front. */
  readonly connects?: 'ssh' | 'address';
  /** The family of settings that name its server: see `facts/settings/contexts.ts`. */
  readonly context?: string;
  /** Subcommands that contact no server. */
  readonly local?: readonly string[];
  /** The family of settings that name its registries; with a question mark if it may ignore them. */
  readonly registries?: string;
  /** The families of project files that say what it runs: see `facts/tasks`. */
  readonly tasks?: readonly string[];
  /** Its further subcommands are programs with its name and this in front of theirs: `git-x`. */
  readonly plugins?: string;
  /** Subcommands with which it also takes code from an address: an operand, or the value of an option for files and places. */
  readonly remote?: readonly string[];
  /**
   * Subcommands with which it does what files of its folder or in its words say (`*`: any), and which no reader of `tasks`
   * follows: see `shell/use/written/brought-files.ts`.
   */
  readonly obeys?: readonly string[];
  /** A folder of the project, here or in a parent folder, whose programs it finds first. */
  readonly bins?: string;
  /** Options, modules and programs that read code from standard input, also besides a script: `perl -d x`, `python -m code`. */
  readonly consoles?: readonly string[];
  /** Files that it may read, and to which it may add the lines of standard input, written as in `starts`. */
  readonly history?: readonly string[];
  /** It starts no other program, whatever it is given. */
  readonly calls?: 'none';
  /** PowerShell has an alias of this name on some machines only: `curl` is a program since PowerShell 6. */
  readonly unaliased?: 'some';
  /** It is a script that each project has, so a path to it is as good as its name. */
  readonly lies?: 'here';
  /** Its name in rules. */
  readonly is?: string;
}
