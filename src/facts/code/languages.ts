/** The languages whose expressions are parsed, each with its library. */
import type { Language, ProgramFamily } from './evaluate/runtime.ts';
import { nodeDialect } from './javascript/dialect.ts';
import { nodeLibrary } from './javascript/library.ts';
import { nodeOwn } from './javascript/own.ts';
import { nodeResults } from './javascript/results.ts';
import { juliaDialect } from './julia/dialect.ts';
import { juliaLibrary } from './julia/library.ts';
import { juliaResults } from './julia/results.ts';
import { luaDialect } from './lua/dialect.ts';
import { luaLibrary } from './lua/library.ts';
import { luaResults } from './lua/results.ts';
import { perlDialect } from './perl/dialect.ts';
import { perlLibrary } from './perl/library.ts';
import { perlOwn } from './perl/own.ts';
import { perlResults } from './perl/results.ts';
import { phpDialect } from './php/dialect.ts';
import { phpLibrary } from './php/library.ts';
import { phpOwn } from './php/own.ts';
import { phpResults } from './php/results.ts';
import { pythonDialect } from './python/dialect.ts';
import { pythonLibrary } from './python/library.ts';
import { pythonOwn } from './python/own.ts';
import { pythonResults } from './python/results.ts';
import { rDialect } from './r/dialect.ts';
import { rLibrary } from './r/library.ts';
import { rResults } from './r/results.ts';
import { rubyDialect } from './ruby/dialect.ts';
import { rubyLibrary } from './ruby/library.ts';
import { rubyOwn } from './ruby/own.ts';
import { rubyResults } from './ruby/results.ts';
import { textValue } from './values/value.ts';

/** How libraries for git name what are options there. */
const gitModes = new Map([
  ['hard', '--hard'],
  ['f', '-f'],
]);

const usual: Omit<Language, 'dialect' | 'library'> = {
  results: new Map(),
  aliases: new Map(),
  endings: [],
  backticks: 'shell',
  environments: new Set(),
  argumentLists: new Map(),
  constants: new Map(),
  callsTexts: false,
  callsUnknown: false,
  callsNames: 'none',
  returnsLast: false,
  localAssignments: true,
  modules: new Set(),
  prints: new Set(),
  programFamilies: new Map(),
  programTables: new Set(),
  programMethods: new Set(),
  hasGlobalModules: false,
  hasOwnFunctions: false,
  insides: new Set(),
};

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const aliases = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [target = '', names = ''] = line.split(' = ');
        const to = target.trim() === '-' ? '' : target.trim();
        return names
          .trim()
          .split(/\s+/)
          .map((name): [string, string] => [name, to]);
      }),
  );

const plumbumMethods = new Set(
  'run popen bgrun run_fg run_bg run_tee run_retcode run_tf run_nohup'.split(' '),
);

export const python: Language = {
  ...usual,
  prints: names(`
    print sys.stdout.write sys.stderr.write sys.stdout.writelines sys.stderr.writelines sys.stdout.buffer.write sys.exit
    pprint.pprint pprint.pp pp logging.debug logging.info logging.warning logging.error logging.critical exit quit
    SystemExit Exception RuntimeError ValueError KeyError AssertionError TypeError
  `),
  dialect: pythonDialect,
  library: pythonLibrary,
  results: pythonResults,
  aliases: aliases(`
    - = builtins __builtins__ __builtin__ __builtins__.__dict__ builtins.__dict__ sys.modules six.moves
    os = posix nt os.__dict__
    os.path = posixpath ntpath
    pandas = pd
    numpy = np
    subprocess = subprocess32 subprocess.__dict__
    urllib.request = urllib.request.request
    pickle = cPickle
    tqdm = tqdm.auto.tqdm tqdm.auto
    PIL.Image = Image
    os.environ = environ
    os.remove = aiofiles.os.remove
    open = aiofiles.open
    http.client = httplib
  `),
  environments: new Set(['os.environ', 'os.environb']),
  argumentLists: new Map([['sys.argv', 1]]),
  constants: new Map([
    ['os.sep', textValue('/')],
    ['os.curdir', textValue('.')],
    ['os.linesep', textValue('\n')],
    ['os.devnull', textValue('/dev/null')],
    ['True', textValue('true')],
    ['False', textValue('false')],
    ['__name__', textValue('__main__')],
  ]),
  modules: new Set(['os', 'subprocess', 'shutil', 'builtins', 'pty', '']),
  own: pythonOwn,
  programFamilies: new Map<string, ProgramFamily>([
    ['sh', { words: [] }],
    ['sh.contrib', { words: [] }],
    ['pygit2.repo.remotes', { words: ['git'], hasObjects: true }],
    ['plumbum.cmd', { words: [], takesWords: plumbumMethods }],
    ['plumbum.local.cmd', { words: [], takesWords: plumbumMethods }],
    ['git.repo.git', { words: ['git'] }],
    ['git.repo.remotes', { words: ['git'], hasObjects: true }],
    ['dulwich.porcelain', { words: ['git'], takesRepository: true, options: gitModes }],
  ]),
  programTables: new Set(['plumbum.local']),
  programMethods: plumbumMethods,
  insides: new Set(['__globals__', '__subclasses__', '__builtins__', 'f_globals', 'f_builtins', 'f_back']),
};

/** The class of bytes of Node, whose name is not written out: see `node-library.ts`. */
const buffer = ['Buf', 'fer'].join('');

export const node: Language = {
  ...usual,
  prints: names(`
    console.log console.info console.error console.warn console.debug console.dir console.table console.trace
    console.group console.groupCollapsed console.assert console.count console.dirxml console.timeLog Error TypeError RangeError
    nodeprocess.stdout.write nodeprocess.stderr.write nodeprocess.stdout.end alert
  `),
  dialect: nodeDialect,
  passed: 'arguments',
  library: nodeLibrary,
  results: nodeResults,
  aliases: aliases(`
    - = globalThis global window self
    fs = fs.promises fs/promises fs-extra graceful-fs fsPromises memfs node:fs node:fs/promises
    child_process = node:child_process cp
    path = node:path path/posix path.posix
    os = node:os
    nodeprocess = process node:process
    bytes = ${buffer}
    worker_threads = node:worker_threads
    fs.unlink = unlinkSync
    fs.rm = rmSync
    shelljs = shell shelljs/global
    rimraf = rimraf.rimrafSync
    glob =
    axios =
    got =
    node-fetch =
    execa =
    vm = node:vm
    http = node:http
    https = node:https
    net = node:net
    url = node:url
    module = node:module
    util = node:util
    nodeprocess = nodeprocess.mainModule.process
  `),
  endings: ['Sync'],
  environments: new Set(['nodeprocess.env', 'Bun.env', 'Deno.env']),
  argumentLists: new Map<string, number | 'varies'>([
    ['nodeprocess.argv', 'varies'],
    ['Bun.argv', 'varies'],
    ['Deno.args', 0],
  ]),
  constants: new Map([
    ['true', textValue('true')],
    ['false', textValue('false')],
    ['path.sep', textValue('/')],
  ]),
  ownFolder: new Set(['__dirname', 'import.meta.dirname', 'import.meta.dir']),
  localAssignments: false,
  modules: new Set(['fs', 'child_process', '', 'nodeprocess', 'require', 'vm']),
  own: nodeOwn,
  programFamilies: new Map<string, ProgramFamily>([
    [
      'simple-git.git',
      {
        words: ['git'],
        chains: true,
        takesWords: new Set(['raw', 'rawCommand']),
        options: gitModes,
        commands: new Map([
          ...[
            'then',
            'catch',
            'finally',
            'cwd',
            'env',
            'outputHandler',
            'customBinary',
            'clearQueue',
            'checkIsRepo',
          ].map((name): [string, string[]] => [name, []]),
          ['pushTags', ['push', '--tags']],
          ['clean', ['clean', '-f']],
          ['deleteLocalBranch', ['branch', '-D']],
          ['deleteLocalBranches', ['branch', '-D']],
          ['branchLocal', ['branch']],
          ['checkoutLocalBranch', ['checkout', '-b']],
          ['checkoutBranch', ['checkout', '-b']],
          ['addRemote', ['remote', 'add']],
          ['removeRemote', ['remote', 'remove']],
          ['addConfig', ['config']],
        ]),
      },
    ],
  ]),
  hasGlobalModules: true,
};

export const perl: Language = {
  ...usual,
  prints: names(`
    print printf say warn die STDOUT.print STDERR.print STDOUT.printf STDERR.printf STDOUT.say
  `),
  dialect: perlDialect,
  own: perlOwn,
  hasOwnFunctions: true,
  hasGlobalModules: true,
  library: perlLibrary,
  results: perlResults,
  aliases: aliases(`
    - = CORE CORE.GLOBAL main
    LWP.UserAgent = HTTP.Tiny
  `),
  environments: new Set(['$ENV']),
  argumentLists: new Map([
    ['@ARGV', 0],
    ['$ARGV', 0],
  ]),
  readsArguments: '@ARGV',
  callsTexts: true,
  callsNames: 'all',
  returnsLast: true,
  localAssignments: false,
  modules: new Set(),
};

export const ruby: Language = {
  ...usual,
  prints: names(`
    puts print p pp printf warn abort raise putc $stdout.puts $stdout.print $stdout.write $stdout.printf $stderr.puts
    $stderr.print $stderr.write STDOUT.puts STDOUT.print STDOUT.write STDERR.puts STDERR.print STDERR.write text.display ?.display
  `),
  dialect: rubyDialect,
  own: rubyOwn,
  programFamilies: new Map<string, ProgramFamily>([['git-gem', { words: ['git'], options: gitModes }]]),
  hasOwnFunctions: true,
  hasGlobalModules: true,
  library: rubyLibrary,
  results: rubyResults,
  aliases: aliases(`
    - = Kernel
    FileUtils = FileUtils.Verbose FileUtils.NoWrite
    ARGV = $*
    File = ::File
  `),
  environments: new Set(['ENV']),
  globalNames: /^\$/,
  callsNames: 'members',
  returnsLast: true,
  argumentLists: new Map([['ARGV', 0]]),
  readsArguments: 'ARGV',
  constants: new Map([
    ['File.NULL', textValue('/dev/null')],
    ['IO.NULL', textValue('/dev/null')],
    ['true', textValue('true')],
    ['false', textValue('false')],
  ]),
  ownFolder: new Set(['__dir__']),
  modules: new Set(['Kernel', 'FileUtils', 'File', '']),
};

export const php: Language = {
  ...usual,
  prints: names(`
    echo print printf vprintf var_dump print_r var_export die exit error_log debug_zval_refcount
  `),
  dialect: phpDialect,
  own: phpOwn,
  hasOwnFunctions: true,
  hasGlobalModules: true,
  callsUnknown: true,
  library: phpLibrary,
  results: phpResults,
  environments: new Set(['$_ENV', '$_SERVER']),
  argumentLists: new Map([['$argv', 1]]),
  constants: new Map([
    ['true', textValue('true')],
    ['false', textValue('false')],
    ['directory_separator', textValue('/')],
    ['php_eol', textValue('\n')],
  ]),
  ownFolder: new Set(['__dir__']),
  callsTexts: true,
};

export const lua: Language = {
  ...usual,
  prints: names(`
    print io.write io.stdout:write io.stderr:write error
  `),
  dialect: luaDialect,
  library: luaLibrary,
  results: luaResults,
  aliases: aliases(`
    - = _G _ENV package.loaded
    vim.uv = vim.loop
  `),
  argumentLists: new Map<string, number | 'varies'>([
    ['arg', 1],
    ['...', 'varies'],
  ]),
  localAssignments: false,
  modules: new Set(['os', 'io', '']),
};

export const r: Language = {
  ...usual,
  prints: names(`
    print cat message writeLines warning stop dput
  `),
  returnsLast: true,
  dialect: rDialect,
  library: rLibrary,
  results: rResults,
  aliases: aliases(`
    - = base utils
    newprocess = processx.process
  `),
  constants: new Map([
    ['TRUE', textValue('true')],
    ['FALSE', textValue('false')],
    ['T', textValue('true')],
    ['F', textValue('false')],
  ]),
};

export const julia: Language = {
  ...usual,
  prints: names(`
    print println show display printstyled
  `),
  returnsLast: true,
  dialect: juliaDialect,
  library: juliaLibrary,
  results: juliaResults,
  aliases: aliases(`
    - = Base Main
  `),
  backticks: 'words',
  environments: new Set(['ENV']),
  argumentLists: new Map([['ARGS', 0]]),
  ownFolder: new Set(['@__DIR__']),
  constants: new Map([
    ['true', textValue('true')],
    ['false', textValue('false')],
  ]),
};
