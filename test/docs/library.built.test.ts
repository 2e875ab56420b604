/**
 * docs/library.md as a project of its own would use it: the built package, linked
 * into `node_modules`. Every example runs and prints what is below it, and
 * the types hold with the strictest settings, those of the package's own files
 * among them (`skipLibCheck: false`).
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from '@typescript/typescript6';
import { afterAll, describe, expect, test } from 'vitest';

const text = readFileSync('docs/library.md', 'utf8');

interface Example {
  readonly name: string;
  readonly code: string;
  /** What the block behind it shows. */
  readonly printed: string;
}

/** The blocks of TypeScript, each with the block without a language that follows it. */
const examples: readonly Example[] = [
  ...text.matchAll(/^```ts\n([\s\S]*?)^```\n\n```\n([\s\S]*?)^```$/gm),
].map(([, code = '', printed = ''], at) => ({ name: `example-${at + 1}`, code, printed }));
const policy = /^```policy\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? '';

const project = mkdtempSync(join(tmpdir(), 'bylaw-library-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

mkdirSync(join(project, 'node_modules'));
symlinkSync(process.cwd(), join(project, 'node_modules', 'bylaw'), 'junction');
mkdirSync(join(project, 'policies'));
writeFileSync(join(project, 'package.json'), '{"type": "module"}');
writeFileSync(join(project, 'policies', 'dev.policy'), policy);
writeFileSync(join(project, 'broken.policy'), 'policy com.example.broken\n\ndeny x\n  whn kind is shell\n');
for (const { name, code } of examples) {
  writeFileSync(join(project, `${name}.ts`), code);
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(code, { compilerOptions: options });
  writeFileSync(join(project, `${name}.js`), outputText);
}

test('every block of code is an example that prints something', () => {
  expect(examples).toHaveLength(text.match(/^```ts$/gm)?.length ?? -1);
  expect(examples.length).toBeGreaterThan(5);
});

describe('an example prints what stands below it', () => {
  test.each(examples.map((example) => [example.code.split('\n')[2] ?? '', example] as const))(
    '%s',
    (_line, { name, printed }) => {
      const { stdout, stderr } = spawnSync(process.execPath, [`${name}.js`], {
        cwd: project,
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      expect(stdout).toBe(printed);
    },
  );
});

test('the types of the package hold in a strict project that checks them', () => {
  const declared = 'declare const console: { log(...what: unknown[]): void };\n';
  writeFileSync(join(project, 'console.d.ts'), declared);
  const program = ts.createProgram(
    [...examples.map(({ name }) => join(project, `${name}.ts`)), join(project, 'console.d.ts')],
    {
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts'],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      // A project without the types of Node, too.
      types: [],
      noEmit: true,
    },
  );
  const messages = ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  expect(messages).toEqual([]);
  expect(program.getSourceFiles().some(({ fileName }) => fileName.endsWith('dist/index.d.ts'))).toBe(true);
});
