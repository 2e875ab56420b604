/** The package as users get it: few files, and a command that works from them alone. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

const folder = mkdtempSync(join(tmpdir(), 'bylaw-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const installed = join(folder, 'package');
let packed: Packed;

beforeAll(() => {
  const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  [packed] = JSON.parse(printed) as [Packed];
  execFileSync('tar', ['xzf', packed.filename], { cwd: folder });
  // The one dependency that is not in the bundles: npm would install it here.
  mkdirSync(join(installed, 'node_modules', '@photostructure'), { recursive: true });
  symlinkSync(
    join(process.cwd(), 'node_modules', '@photostructure', 'sqlite'),
    join(installed, 'node_modules', '@photostructure', 'sqlite'),
  );
});

const bylaw = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(installed, 'dist', 'bylaw.cjs'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder },
  });

// Most of it is there three times: the hook has a bundle of its own, so that it starts fast; all other commands are one source, since V8
// keeps code of a source only; and the library is a module. What a hook needs to ask another machine has a file of its own.
test('it has at most 100 files and 9.5 MB', () => {
  expect(packed.files.length).toBeLessThanOrEqual(100);
  expect(packed.unpackedSize).toBeLessThanOrEqual(9_500_000);
});

test('it has what users need, and nothing of the laboratory', () => {
  const paths = packed.files.map(({ path }) => path);
  for (const path of [
    'README.md',
    'LICENSE',
    'dist/index.d.ts',
    'grammar/policy.peggy',
    'policies/git.policy',
  ])
    expect(paths).toContain(path);
  expect(paths.filter((path) => path.endsWith('.d.ts'))).toEqual(['dist/index.d.ts']);
  expect(paths.filter((path) => path.endsWith('.schema.json'))).toHaveLength(3);
  expect(paths.filter((path) => /^(?:test|bench|scripts|docs\/.*\.md)/.test(path))).toEqual([]);
  // Of the build, what its steps made, and nothing that an earlier one left.
  const stamps: Record<string, { outputs: object }> = JSON.parse(readFileSync('dist/.build.json', 'utf8'));
  const made = Object.values(stamps).flatMap(({ outputs }) => Object.keys(outputs));
  expect(paths.filter((path) => path.startsWith('dist/')).sort()).toEqual(
    made.filter((path) => path.startsWith('dist/')).sort(),
  );
});

test('its only dependency is the one with code of the machine in it', () => {
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['@photostructure/sqlite']);
});

test('each package in the bundles has its notice', () => {
  const notices = readFileSync(join(installed, 'dist', 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const name of ['fastify', 'prom-client', 're2js', 'tldts', 'unbash', 'minimatch', 'peggy', 'yaml'])
    expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
  expect(notices).toContain('Permission is hereby granted, free of charge');
  expect(notices).toContain('Public Suffix List');
});

describe('from its files alone', () => {
  test('a dry run denies, by the policies of the package', () => {
    const event = join(process.cwd(), 'examples', 'shell-call.json');
    const { status, stdout, stderr } = bylaw('eval', '--policies', join(installed, 'policies'), event);
    expect(stderr).toBe('');
    expect(stdout).toContain('deny  io.bylaw.git.force-push');
    expect(status).toBe(1);
  });

  test('the version, the help of every command, and a check of the policies', () => {
    expect(bylaw('--version').stdout).toBe('bylaw 0.1.0\n');
    const names = [...bylaw('--help').stdout.matchAll(/^ {2}(\w+) {2,}\w/gm)].map(([, name = '']) => name);
    expect(names).toContain('serve');
    // The list above has loaded all of them; these are one with a file of its own, and one without. Each starts a process.
    for (const name of ['init', 'serve'])
      expect(bylaw(name, '--help').stdout).toContain(`Usage: bylaw ${name}`);
    writeFileSync(join(folder, 'own.policy'), 'policy local.own\ndeny shell when kind is shell\n');
    // Of all shipped policies that takes seconds, and policies.test.ts does it.
    expect(bylaw('check', join(folder, 'own.policy')).status).not.toBe(3);
  });

  test('the hook decides, by policies that `init` takes from the package', () => {
    mkdirSync(join(folder, '.claude'), { recursive: true });
    expect(bylaw('init', 'claude-code', '--yes')).toMatchObject({ status: 0 });
    const { hooks } = JSON.parse(readFileSync(join(folder, '.claude', 'settings.json'), 'utf8'));
    const { command } = hooks.PreToolUse[0].hooks[0] as { command: string };
    const call = {
      session_id: 's',
      cwd: folder,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'git push --force origin main' },
    };
    const { stdout } = spawnSync('sh', ['-c', command], {
      input: JSON.stringify(call),
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder },
    });
    expect(stdout).toContain('[io.bylaw.git.force-push]');
  });

  test('the library decides', () => {
    const program = `import { createEngine } from 'bylaw';
      const engine = createEngine({ policies: ${JSON.stringify(join(installed, 'policies/git.policy'))} });
      console.log(engine.decide({ tool: { name: 'Bash', input: { command: 'git push --force' } } }).code);`;
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(installed, join(folder, 'node_modules', 'bylaw'));
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('io.bylaw.git.force-push\n');
  });
});
