/** The shape of the source as docs/development/architecture.md promises it, read off its imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { harnessIds } from '../src/adapters/harnesses.ts';

/** From the innermost: each folder may import itself and those before it. */
const folders = [
  'vocabulary',
  'language',
  'pattern',
  'check',
  'facts',
  'mask',
  'rule-index',
  'compile',
  'cost',
  'engine',
  'scenario',
  'replay',
  'why-not',
  'protocol',
  'store',
  'host',
  'server',
  'adapters',
  'install',
  'harnesses',
  'mcp',
  'hook',
  'diagnosis',
  'cli',
  'index.ts',
];
/** Folders inside `host`, from the innermost: each may import itself and those before it. */
const hostFolders = [
  'machine',
  'policy-files',
  'config',
  'policy-cache',
  'load',
  'bundle',
  'disk',
  'credentials',
  'recorded',
  'decision-log',
  'export',
  'ship',
];
/** What runs in a browser too. */
const portable = new Set(folders.slice(0, folders.indexOf('protocol') + 1));

interface File {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
  /** As written: `./source.ts`, `node:fs`, `minimatch`. */
  readonly imports: readonly string[];
}

const root = new URL('../src/', import.meta.url);
const files: readonly File[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.[jt]s$/.test(path))
  .sort()
  .map((path) => {
    const text = readFileSync(new URL(path, root), 'utf8');
    return { path, folder: folderOf(path), text, imports: importsOf(text) };
  });
const written = files.filter(({ path }) => !path.includes('/generated/'));

/** The folder of the source that a file is in. */
function folderOf(path: string): string {
  return path.split('/')[0] ?? '';
}

/** Static imports, exports from elsewhere, and dynamic imports of a literal. */
function importsOf(text: string): string[] {
  const statements = /^(?:import|export)\b(?:[^;'"]*?\bfrom\s*)?\s*['"]([^'"]+)['"]/gm;
  const calls = /\bimport\(\s*['"]([^'"]+)['"]/g;
  return [statements, calls].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, target]) => target ?? ''),
  );
}

const isRelative = (target: string): boolean => target.startsWith('.');
const resolve = (from: string, target: string): string => posix.join(posix.dirname(from), target);

/** The imports of all files that something is wrong with, as `file imports target`. */
function offending(of: readonly File[], isWrong: (file: File, target: string) => boolean): string[] {
  return of.flatMap((file) =>
    file.imports.filter((target) => isWrong(file, target)).map((target) => `${file.path} imports ${target}`),
  );
}

test('the scan sees imports of every form', () => {
  const text = [
    "import type { A } from './a.ts';",
    "import {\n  b,\n  type C,\n} from './b.ts';",
    "export { d } from './d.ts';",
    "export * from './e.ts';",
    "import './f.ts';",
    "const g = await import('./g.ts');",
    "const text = 'import from nowhere';",
  ].join('\n');
  expect(importsOf(text)).toEqual(['./a.ts', './b.ts', './d.ts', './e.ts', './f.ts', './g.ts']);
  expect(written.length).toBeGreaterThan(50);
  expect(written.filter(({ imports }) => imports.length > 0).length).toBeGreaterThan(40);
});

test('every file of the source is in a folder of the list', () => {
  expect(written.filter(({ folder }) => !folders.includes(folder)).map(({ path }) => path)).toEqual([]);
});

test('a folder imports only itself and the folders before it', () => {
  const rank = (path: string): number => folders.indexOf(folderOf(path));
  const wrong = offending(
    written,
    ({ path }, target) => isRelative(target) && rank(resolve(path, target)) > rank(path),
  );
  expect(wrong).toEqual([]);
});

test('scripts import no benches, which import them', () => {
  const scripts = readdirSync(new URL('../scripts/', root), { recursive: true, encoding: 'utf8' });
  const wrong = scripts
    .filter((path) => path.endsWith('.mjs'))
    .filter((path) =>
      /['"][^'"]*\.\.\/bench\//.test(readFileSync(new URL(`../scripts/${path}`, root), 'utf8')),
    );
  expect(wrong).toEqual([]);
});

test('each harness has a folder with both its halves, and its cases', () => {
  const names = (path: string): string[] => readdirSync(new URL(path, root)).sort();
  const ids = [...harnessIds].sort();
  expect(names('harnesses').filter((name) => !name.endsWith('.ts'))).toEqual(ids);
  expect(ids.filter((id) => !names(`harnesses/${id}`).includes('adapter.ts'))).toEqual([]);
  expect(ids.filter((id) => !names(`harnesses/${id}`).includes('install.ts'))).toEqual([]);
  expect(names('../test/adapters/cases')).toEqual(expect.arrayContaining(ids.map((id) => `${id}.txt`)));
});

test('a folder inside `host` imports only itself and those before it; files beside them import all', () => {
  const inHost = (path: string): number => {
    const [host, folder, file] = path.split('/');
    return host !== 'host' ? -1 : file === undefined ? hostFolders.length : hostFolders.indexOf(folder ?? '');
  };
  const host = written.filter(({ path }) => path.startsWith('host/'));
  expect(host.filter(({ path }) => inHost(path) < 0).map(({ path }) => path)).toEqual([]);
  const wrong = offending(
    host,
    ({ path }, target) => isRelative(target) && inHost(resolve(path, target)) > inHost(path),
  );
  expect(wrong).toEqual([]);
});

test('relative imports name files that exist, below the source', () => {
  const known = new Set(files.map(({ path }) => path));
  const wrong = offending(
    written,
    ({ path }, target) => isRelative(target) && !known.has(resolve(path, target)),
  );
  expect(wrong).toEqual([]);
});

test('everything down to the protocol runs in a browser: nothing of node, no server', () => {
  const inner = files.filter(({ folder }) => portable.has(folder));
  expect(offending(inner, (_, target) => /^node:|^fastify|^@fastify\//.test(target))).toEqual([]);
  // `process.(` is of the notation of libraries.
  const globals = inner.filter(
    ({ path, text }) => !path.includes('/generated/') && /\bprocess\.(?!\()|\bBuffer\b/.test(text),
  );
  expect(globals.map(({ path }) => path)).toEqual([]);
});

/** The circles in a graph of imports, each as its names with arrows between them. */
function circlesIn(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (name: string, open: readonly string[]): void => {
    if (open.includes(name)) circles.push([...open.slice(open.indexOf(name)), name].join(' → '));
    if (open.includes(name) || done.has(name)) return;
    for (const target of graph.get(name) ?? []) visit(target, [...open, name]);
    done.add(name);
  };
  for (const name of graph.keys()) visit(name, []);
  return circles;
}

test('no file imports itself in a circle', () => {
  const graph = files.map(({ path, imports }): [string, string[]] => [
    path,
    imports.filter(isRelative).map((target) => resolve(path, target)),
  ]);
  expect(circlesIn(new Map(graph))).toEqual([]);
});

test('no folder imports itself in a circle through folders beside it', () => {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of written)
    for (const target of imports.filter(isRelative)) {
      const [from, to] = [path.split('/'), resolve(path, target).split('/')];
      const depth = from.findIndex((part, at) => part !== to[at]);
      // A file in the folder around both is neither above nor below them.
      if (depth < 0 || depth === from.length - 1 || depth >= to.length - 1) continue;
      const beside = (parts: readonly string[]): string => parts.slice(0, depth + 1).join('/');
      graph.set(beside(from), (graph.get(beside(from)) ?? new Set()).add(beside(to)));
    }
  expect(graph.size).toBeGreaterThan(50);
  expect(circlesIn(graph)).toEqual([]);
});

test('no regular expression is made of text at run time', () => {
  const makesOne = written.filter(({ text }) => /\bnew RegExp\s*\(|(?<![\w.])RegExp\s*\(/.test(text));
  expect(makesOne.map(({ path }) => path)).toEqual([]);
});

test('files are named in kebab case, after what is in them', () => {
  const names = written.map(({ path }) => posix.basename(path));
  expect(names.filter((name) => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.d)?\.[jt]s$/.test(name))).toEqual([]);
  expect(
    names.filter((name) =>
      /^(?:utils?|helpers?|managers?|misc|common)\b|-(?:utils?|helpers?|manager)\./.test(name),
    ),
  ).toEqual([]);
});

test('every file written by hand opens with what it is for', () => {
  const silent = written.filter(({ text }) => !text.startsWith('/**') && !text.startsWith('#!'));
  expect(silent.map(({ path }) => path)).toEqual([]);
});

/** Classes whose state is one thought, which no seam divides yet. None may grow beyond its lines. */
const longer: Readonly<Record<string, number>> = {
  'facts/shell/state/state.ts': 659,
  'facts/record/recorder.ts': 583,
  'facts/disk/disk-view.ts': 537,
};

test('a file has 500 lines at most', () => {
  const lengths = written.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
  expect(lengths.filter(({ path, lines }) => lines > (longer[path] ?? 500))).toEqual([]);
});
