/**
 * What is known of a program: its subcommands, its options with their synonyms,
 * and what it does with the values it is given. Tables of these are data, in
 * the format of `format.ts`; policies add their own.
 */

/**
 * What happens with a value. Several may happen to one, and each may be only possible.
 *
 * `read` `write` `delete` `move` `copy`: a path. `into`: a folder that it fills by its own choice. `target`: where moved or copied
 * paths go: a file, or a directory that takes them. `cwd`: the directory that
 * later paths of the command stand on. `run`: this word and all after it are a
 * command. `shell`: text for a shell. `shell-words`: this word and all after it,
 * joined by spaces, are text for a shell. `code`: a script in the program's
 * language. `script`: a file that is run. `load`: a file that is
 * run or loaded, which is not followed. `source`: a file that the shell itself runs. `env`: `NAME=VALUE`, as long as words look like that. `config`:
 * `NAME=VALUE` of the program. `host`, `url`: what is connected to. `remote-read`,
 * `remote-write`: a path here, or `[user@]host:path` there. `upload`: a path whose
 * content is sent. `upload-at`: data to send, a path where it says `@path` (or
 * `name=@path`, `name=<path`). `data`: data to send. `package`: what is
 * installed. `index`: the registry that packages come from. `agent`: the
 * agent that is spawned. `mount`: a path here that a container sees, as in
 * `here:there:ro` or `type=bind,src=here`. `image`: a reference to an image, which
 * is pulled or pushed. `location`: a path here, or a place elsewhere, also
 * without a scheme: `host/path`. `further-index`: a registry beside the one by default. `set`:
 * an address that is kept for later. `literal`: data, whatever it looks like.
 * `text`: nothing that the table knows of; one that is an address is perhaps
 * connected to.
 */
export const useNames = [
  'text',
  'read',
  'write',
  'delete',
  'into',
  'move',
  'copy',
  'target',
  'cwd',
  'run',
  'shell',
  'shell-words',
  'code',
  'script',
  'load',
  'source',
  'env',
  'config',
  'host',
  'url',
  'remote-read',
  'remote-write',
  'upload',
  'upload-at',
  'data',
  'package',
  'index',
  'further-index',
  'image',
  'location',
  'set',
  'literal',
  'agent',
  'mount',
] as const;
export type UseName = (typeof useNames)[number];

export interface Use {
  readonly name: UseName;
  /** Whether it happens whenever the program runs as it is called, or only could. */
  readonly certain: boolean;
}

/** Values whose first characters say how the rest is used: see `notation.ts`. */
export const beginningNames = [
  'apt-setting',
  'bits',
  'dc-code',
  'exec-when',
  'sbt-command',
  'hta',
  'unc',
  'yq-code',
  'at-file',
  'at-load',
  'build-output',
  'clang-load',
  'cmake-variable',
  'colon-shell',
  'concat',
  'cvs-root',
  'editor-setting',
  'emit',
  'ending-load',
  'forward',
  'gdb-command',
  'go-setting',
  'java-class',
  'java-log',
  'java-option',
  'java-property',
  'lua-or-name',
  'lua-script',
  'magick',
  'make-variable',
  'mongo-operand',
  'named-load',
  'named-write',
  'node-import',
  'openssl-pass',
  'openssl-pre',
  'parameters',
  'perl-module',
  'pipe-or-file',
  'pipe-sound',
  'program-or-script',
  'qemu-setting',
  'rustc-setting',
  'setopt',
  'template',
  'tex-input',
  'toml-setting',
  'trace',
] as const;
export type BeginningNotation = (typeof beginningNames)[number];

/** Values that are written in a way of their own, and hold others: see `notation.ts`. */
export const notationNames = [
  ...beginningNames,
  'alias-path',
  'and-beside',
  'key-or-new',
  'aws-value',
  'cmake-tool',
  'conninfo',
  'curl-config',
  'curl-connect-to',
  'curl-cookie',
  'curl-data',
  'curl-form',
  'curl-header',
  'curl-resolve',
  'curl-upload',
  'curl-url',
  'curl-variable',
  'curl-write-out',
  'dns-name',
  'each-file',
  'deleted-target',
  'emptied-target',
  'ftp-script',
  'fzf-binding',
  'git-address',
  'git-object',
  'git-setting',
  'git-url',
  'http-item',
  'http-target',
  'jump-hosts',
  'kept-address',
  'less-command',
  'mail-address',
  'module',
  'moved-source',
  'named-file',
  'new',
  'new-below',
  'new-store',
  'number',
  'page',
  'served',
  'signed',
  'socat',
  'sqlite',
  'store',
  'ssh-setting',
  'url-or-file',
  'volume',
  'wget-setting',
] as const;
export type NotationName = (typeof notationNames)[number];

/** What a value of an option is. */
export interface ValueEntry {
  /** What rules call it: `remote`, `image`, `message`, …. */
  readonly role: string | undefined;
  readonly uses: readonly Use[];
  /** How it is written, where it holds others. */
  readonly notation?: NotationName;
}

export interface OptionEntry extends ValueEntry {
  /** With their dashes (or `of=` for `dd`): `['-f', '--force']`; the first is canonical. */
  readonly names: readonly string[];
  /** `optional`: only where it is attached (`--color=auto`, `-i.bak`). */
  readonly value: 'none' | 'optional' | 'required';
  /** Words behind the value that belong to the option too: `jq --rawfile name file`. */
  readonly more?: readonly ValueEntry[];
}

export interface OperandEntry {
  readonly role: string;
  readonly uses: readonly Use[];
  readonly notation?: NotationName;
  /** `one`, `optional`, `any` number, `some` (one or more). Fixed ones after `any` or `some` are taken from the end. */
  readonly repeat: 'one' | 'optional' | 'any' | 'some';
}

/** What a program reads on its standard input where no operand says otherwise. */
export type Stdin = 'none' | 'data' | 'shell' | 'code' | 'arguments' | 'paths' | 'statements';

export interface Traits {
  /** Of `code`, `script` and standard input: `python`, `node`, `perl`, `ruby`, `php`, `shell`, `awk`, `sed`, `powershell`, `cmd`, `sql`, … */
  readonly language: string | undefined;
  readonly stdin: Stdin;
  /** What it does with standard input where it is given nothing to run: `sudo -s`, `ssh host`. */
  readonly alone: Stdin | undefined;
  /** Standard output says what the arguments say (`echo`), or passes standard input on. */
  readonly stdout: 'own' | 'arguments' | 'input';
  /** Options that keep what is downloaded under the last name of its address; `true` where that is always done. */
  readonly saves: readonly string[] | boolean;
  /** With one of these, downloads are kept below a folder of the name of their host: `wget -r`. */
  readonly mirrors: readonly string[];
  /** Options that make path uses recursive; `true` where they always are. `perhaps`: what lies below an operand may be read. */
  readonly recursive: readonly string[] | boolean | 'perhaps';
  readonly elevates: boolean;
  /** The family of package manager; with `installs`, calling it installs what the project's files say. */
  readonly manager: string | undefined;
  readonly installs: boolean;
  readonly spawns: boolean;
  /** Hosts that it always connects to, or with a question mark at their end only possibly. */
  readonly connects: readonly string[];
  /** The family of registries that it asks where nothing names another: see `registries.ts`. */
  readonly registry: string | undefined;
  /** The same where it is given no operand: `yarn`. */
  readonly aloneRegistry: string | undefined;
  /** It connects to nothing by its own words: an address among them is data. */
  readonly offline: boolean;
  /** Standard input, where given, goes to the hosts it connects to. */
  readonly sendsStdin: boolean;
  /** Paths used where no operand is used for anything: `{ use, path }`, such as a read of `.` by `rg pattern`. */
  readonly implied: readonly { readonly use: Use; readonly path: string }[];
  /** Paths used whenever it runs. */
  readonly fixed: readonly { readonly use: Use; readonly path: string }[];
  /** The first operand, without a dash, is a bundle of options: `tar xzf`. */
  readonly bundled: boolean;
  /** The first `--` is taken away even behind the command: `npm exec tsc -- --version`. */
  readonly undashes: boolean;
  /**
   * What it is given runs on another machine, or in a container: paths there are not those here. `both`: they may be
   * those here as well.
   */
  readonly elsewhere: boolean | 'both';
  /**
   * What the files hold that it writes: `content` what they held before (`chmod`), `input` what comes in (`dd`),
   * `source` what it reads (`scp`), `link` the same under another name (`ln`), and `program` what a compiler makes of the files
   * of the project; anything made of what it reads where nothing is said.
   */
  readonly keeps: 'content' | 'input' | 'source' | 'link' | 'program' | undefined;
  /** Standard input is a patch, which it applies. */
  readonly patches: boolean;
  /** It changes branches of a repository elsewhere: those that its refspecs name, or that its options imply. */
  readonly pushes: boolean;
  /** Its first operand is a repository, of which it makes a folder here where it is given no other. */
  readonly clones: boolean;
  /** It fills the current directory by its own choice, unless it is given one of these options. */
  readonly unpacks: readonly string[] | undefined;
  /** With one of these options it makes the folders on the way to what it writes: `mkdir -p`. */
  readonly parents: readonly string[];
  /** With one of these it writes what it copies below its target under its whole path: `cp --parents`. */
  readonly nests: readonly string[];
  /** With one of these the target is the very path of what is copied or moved, also where a folder is. */
  readonly places: readonly string[];
  /**
   * With one of these it keeps what it writes over, under its name with an end: `cp -b`. One with `=` does so where it
   * has a value, which is that end: `sed -i.bak`. With `?` it may without being asked: `indent a.c`.
   */
  readonly backs: readonly string[];
  /** With these what it makes is the same file under another name, and no copy. */
  readonly joins: readonly string[];
  /** With one of these it may leave what it would write over: `cp -n`. */
  readonly spares: readonly string[];
  /** With one of these what it runs is in a directory that is not known: `sudo -i`; `!-d`: unless it is given that. */
  readonly leaves: readonly string[];
  /** Options that name the files that it looks at in folders, by a pattern, where it goes through these by its own choice: `rg -g '*.ts'`. */
  readonly passes: readonly string[];
  /** With one of these, and a value of zero where it has one, it leaves nothing in what it writes: `truncate -s 0`. */
  readonly empties: readonly string[];
  /** With one of these options what it runs is not given the variables of the shell: `env -i`. */
  readonly clears: readonly string[];
  /** Options whose values stand on the directory of the call, wherever the command goes from there: `tar -C`. */
  readonly stays: readonly string[];
  /** It runs its command once for each item of what it reads, by way of a shell: `parallel`. */
  readonly each: boolean;
  /** Its words are an expression of its own, with actions: `find`. */
  readonly expression: boolean;
}

/** One form of a program: its own, a subcommand's, or what an option makes of either. */
export interface FormEntry {
  /** Subcommand words, each with its synonyms, the canonical one first: `[['install', 'i', 'add']]`. */
  readonly words: readonly (readonly string[])[];
  /** One of these options must be given for this form: `sed` with `-i`. */
  readonly given: readonly string[];
  readonly options: readonly OptionEntry[];
  readonly operands: readonly OperandEntry[];
  readonly traits: Traits;
  /**
   * It runs the command behind its own words, and not all of its options are known.
   * `dashes`: the command is behind `--`, whatever is before it.
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
  /** Commands that have another name too, of which either may stand in a rule. */
  readonly spellings?: readonly Spelling[];
}

/** What a program prints, where its words and its input say so. */
export type Print =
  | 'asked-base64'
  | 'asked-path'
  | 'asked-place'
  | 'base64'
  | 'directory'
  | 'change'
  | 'files'
  | 'folder'
  | 'format'
  | 'hex'
  | 'input'
  | 'last-name'
  | 'name'
  | 'new-file'
  | 'one-line'
  | 'path'
  | 'place'
  | 'reversed'
  | 'ten-lines'
  | 'translated'
  | 'variable'
  | 'nothing'
  | 'words';

/** What a program does in all of its forms. */
export interface Manners {
  readonly prints?: Print;
  /** Which `echo` a command behind it is: the one of bash, or that of the shell around it. */
  readonly echo?: 'bash' | 'around';
  /** What it writes holds all that it reads, or a part of it. */
  readonly passes?: 'all' | 'part';
  /** Variables that name a file which it runs; with a question mark where it may. */
  readonly loads?: readonly string[];
  /** It changes how the files are laid out that it writes to, and not what they say, but with one of these options. */
  readonly layout?: readonly string[];
  /** It makes files under names that it chooses, of files with these endings; `*`: of what it is given. */
  readonly makes?: readonly string[];
  /** Options of which the last one counts, where they are given several times. */
  readonly last?: readonly string[];
  /** Words with which it changes a branch that they do not name, joined by `+`; `*` is any text. */
  readonly unnamed?: readonly string[];
  /** Of requests that it makes to a host: paths behind which a branch is changed. */
  readonly requests?: readonly string[];
  /** What its scripts are for rules, wherever they come from. */
  readonly scripts?: 'query';
  /** Options with scripts that are run before the one on standard input. */
  readonly begins?: readonly string[];
  /** Variables that hold options for it. */
  readonly options?: readonly string[];
  /** Variables that number settings of it, or hold them: `GIT_CONFIG_COUNT`. */
  readonly settings?: readonly string[];
  /** `host:path` is a place on another machine where it takes an address. */
  readonly hosts?: 'paths';
  /** It works on a repository that it finds around the directory: see `facts/repository`. */
  readonly repository?: 'git';
  /** It connects by the settings of ssh, which give hosts other names: `address` where `ssh:` stands in front. */
  readonly connects?: 'ssh' | 'address';
  /** The family of settings that say which server it means: see `facts/settings/contexts.ts`. */
  readonly context?: string;
  /** Subcommands that ask no server. */
  readonly local?: readonly string[];
  /** The family of settings that name its registries, with a question mark where it may not go by them. */
  readonly registries?: string;
  /** The families of files of a project that say what it runs: see `facts/tasks`. */
  readonly tasks?: readonly string[];
  /** A folder of the project, here or further up, whose programs come first for what it runs. */
  readonly bins?: string;
  /** It is a script of each project, so that a path to it is as good as its name. */
  readonly lies?: 'here';
  /** The name that rules have for it. */
  readonly is?: string;
}
