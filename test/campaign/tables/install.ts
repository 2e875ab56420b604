/**
 * Unpacks the packages of `programs.txt` into a folder of its own, outside of the repository, where it stays for the
 * next time. Nothing is installed: no script of a package of Debian runs. The sandbox lays the folder over the system.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { debianPackages, npmPackages, otherNames } from './programs.ts';

/** Where it is; others may read it, since the sandbox runs as another user. */
export const cache = process.env.BYLAW_TABLES_CACHE ?? '/var/tmp/bylaw-tables';
const root = join(cache, 'root');
const debs = join(cache, 'debs');
const stamp = join(cache, 'stamp');

/** A program as it can be had here: the package that it is of, and the version of that. */
export interface Origin {
  readonly package: string;
  readonly version: string;
}

/** The folder to lay over the system; undefined, with a word, where there are no packages to be had. */
export function install(): string | undefined {
  const wanted = JSON.stringify([debianPackages, npmPackages, otherNames]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return root;
  try {
    rmSync(stamp, { force: true });
    rmSync(root, { recursive: true, force: true });
    mkdirSync(join(debs, 'partial'), { recursive: true });
    apt('update');
    apt('install', '-y', '--no-install-recommends', '--download-only', ...debianPackages);
    unpack();
    installNpm();
    for (const [name, program] of otherNames) link(name, program);
    writeFileSync(stamp, wanted);
    return root;
  } catch (error) {
    console.warn(`programs are only those of this system: ${String(error).slice(0, 300)}`);
    return undefined;
  }
}

const apt = (...words: readonly string[]): void =>
  void execFileSync('apt-get', ['-q', '-o', `Dir::Cache::archives=${debs}`, ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** `/bin` and the like are `/usr/bin` there, as they are on the system. */
function unpack(): void {
  for (const name of ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32']) {
    mkdirSync(join(root, 'usr', name), { recursive: true });
    symlinkSync(`usr/${name}`, join(root, name));
  }
  const lists = join(root, 'lists');
  mkdirSync(lists);
  for (const file of readdirSync(debs).filter((name) => name.endsWith('.deb'))) {
    const deb = join(debs, file);
    execFileSync('sh', [
      '-c',
      'dpkg-deb --fsys-tarfile "$1" | tar -x --keep-directory-symlink --no-same-owner -C "$2"',
      'sh',
      deb,
      root,
    ]);
    writeFileSync(
      join(lists, file),
      execFileSync('sh', ['-c', 'dpkg-deb --fsys-tarfile "$1" | tar -t', 'sh', deb]),
    );
  }
}

/** One prefix for all, whose programs stand in `/usr/local/bin`. */
function installNpm(): void {
  const prefix = join(root, 'usr', 'local');
  mkdirSync(prefix, { recursive: true });
  const flags = [
    '--no-fund',
    '--no-audit',
    '--no-update-notifier',
    '--loglevel=error',
    '--engine-strict=false',
  ];
  execFileSync('npm', ['install', '--global', '--prefix', prefix, ...flags, ...npmPackages], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Other names of a program that is there, but for names that something else has. */
function link(name: string, program: string): void {
  const folders = ['usr/bin', 'usr/sbin', 'usr/games'];
  const folder = folders.find((each) => existsSync(join(root, each, program)));
  if (folder === undefined || folders.some((each) => existsSync(join(root, each, name)))) return;
  symlinkSync(program, join(root, folder, name));
}

/** By the path of each program, also of the system: the package that it is of. */
export function originsOf(overlay: string | undefined): ReadonlyMap<string, Origin> {
  const origins = new Map<string, Origin>();
  const add = (path: string, origin: Origin): void => {
    if (isOfProgram.test(path)) origins.set(path.replace(/^\/(s?bin)\//, '/usr/$1/'), origin);
  };
  for (const [path, origin] of systemFiles()) add(path, origin);
  if (overlay === undefined) return origins;
  for (const file of readdirSync(join(overlay, 'lists'))) {
    const [name = '', version = ''] = file.split('_');
    const origin = { package: name, version: decodeURIComponent(version) };
    for (const line of readFileSync(join(overlay, 'lists', file), 'utf8').split('\n'))
      add(line.slice(1), origin);
  }
  const local = join(overlay, 'usr', 'local');
  const modules = join(local, 'lib', 'node_modules');
  for (const name of existsSync(modules) ? readdirSync(join(local, 'bin')) : []) {
    const [, module = ''] =
      /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(readlinkSync(join(local, 'bin', name))) ?? [];
    const { version } = JSON.parse(readFileSync(join(modules, module, 'package.json'), 'utf8'));
    add(`/usr/local/bin/${name}`, { package: `npm:${module}`, version });
  }
  return origins;
}

const isOfProgram = /^\/(?:usr\/(?:local\/)?)?(?:s?bin|games)\/[^/]+$/;

function* systemFiles(): Generator<readonly [string, Origin]> {
  const info = '/var/lib/dpkg/info';
  if (!existsSync(info)) return;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is of dpkg-query.
  const told = execFileSync('dpkg-query', ['-W', '-f', '${Package} ${Version}\n'], { encoding: 'utf8' });
  const versions = new Map(told.split('\n').map((line) => line.split(' ') as [string, string]));
  for (const file of readdirSync(info)) {
    const [, name = ''] = /^([^:]+)(?::\w+)?\.list$/.exec(file) ?? [];
    if (name === '') continue;
    const origin = { package: name, version: versions.get(name) ?? '?' };
    for (const path of readFileSync(join(info, file), 'utf8').split('\n')) yield [path, origin];
  }
}
