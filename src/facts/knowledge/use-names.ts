/** The words of the tables: what a program does with a value, and how a value is written. */

/**
 * How a program uses a value. One value may have several uses, and each use may be only possible.
 *
 * Paths: `read` `write` `delete` `move` `copy`. `into`: a folder that it fills with names of its choice. `target`: where
 * moved or copied paths go, a file or a directory. `cwd`: the directory of later relative paths. `mount`: a path here
 * that a container sees, as in `here:there:ro` or `type=bind,src=here`.
 *
 * Commands and code: `run`: this word and all after it are a command. `shell`: text for a shell. `shell-words`: this
 * word and all after it, joined by spaces, are text for a shell. `code`: a script in the program's language. `script`: a
 * file that is run. `load`: a file that is run or loaded, and that bylaw does not read. `source`: a file that the shell
 * itself runs. `env`: `NAME=VALUE`, as long as words look like that. `config`: `NAME=VALUE` of the program. `agent`: the
 * agent that is spawned.
 *
 * Network: `host`, `url`: what it connects to. `remote-read`, `remote-write`: a path here, or `[user@]host:path` on
 * another machine. `location`: a path here, or a place elsewhere, also without a scheme: `host/path`. `upload`: a path
 * whose content is sent. `upload-at`: data to send, or a path in `@path` (or `name=@path`, `name=<path`). `data`: data to
 * send. `sent-variable`: the name of a variable of the environment whose value is sent. `set`: an address that is kept for later. `package`: what is installed. `index`: the registry that packages come
 * from. `further-index`: a registry beside the default one. `image`: a reference to an image, which is pulled or pushed.
 *
 * `list`: a file that lists paths, which are used as the operands are.
 *
 * Others: `literal`: data, even if it looks like an address. `text`: none of these uses; if it is an address, the
 * program possibly connects to it.
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
  'list',
  'source',
  'env',
  'env-file',
  'config',
  'host',
  'url',
  'remote-read',
  'remote-write',
  'upload',
  'upload-at',
  'data',
  'variable',
  'sent-variable',
  'package',
  'index',
  'further-index',
  'image',
  'location',
  'set',
  'literal',
  'agent',
  'mount',
  'root',
] as const;

export type UseName = (typeof useNames)[number];

/** Values whose first characters decide how the rest is used: see `notation.ts`. */
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
  'at-list',
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
  'filter-graph',
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
  'named-read',
  'named-write',
  'node-import',
  'openssl-pass',
  'openssl-pre',
  'parameters',
  'perl-debugger',
  'perl-file',
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
  'code-or-file',
  'mime-file',
  'odd-code',
  'unit-setting',
  'unix-exec',
  'url-or-load',
  'user-at-host',
] as const;

export type BeginningNotation = (typeof beginningNames)[number];

/** Values in a syntax that holds other values: see `notation.ts`. */
export const notationNames = [
  ...beginningNames,
  'alias-path',
  'ansible-arguments',
  'az-value',
  'data-or-input',
  'manifest',
  'pod-source',
  'python-app',
  'and-beside',
  'key-or-new',
  'aws-value',
  'cmake-tool',
  'conninfo',
  'curl-config',
  'npm-script',
  'npm-script-or-shell',
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
  'each-script',
  'deleted-target',
  'emptied-target',
  'ftp-script',
  'file-or-command',
  'file-or-name',
  'fzf-binding',
  'git-address',
  'git-object',
  'git-setting',
  'git-url',
  'sftp-place',
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
  'go-package',
  'host-names',
  'host-words',
  'kernel-setting',
  'settings-file',
  'module-place',
  'host-or-shell',
  'inventory',
  'opened',
  'page',
  'served',
  'signed',
  'socat',
  'sqlite',
  'store',
  'ssh-setting',
  'typed-file',
  'url-or-file',
  'volume',
  'wget-setting',
] as const;

export type NotationName = (typeof notationNames)[number];
