/** The places of bylaw: that none of what `bylaw init` writes or looks at is missing, and that they are those of this machine. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { foldersAbove, movedFolders, placesInTests, usualPlaces } from '../../../src/facts/own-places.ts';
import { harnessInstalls } from '../../../src/harnesses/installs.ts';
import { ownPlaces } from '../../../src/host/machine/own-places.ts';
import { packageFile } from '../../../src/host/machine/package-files.ts';
import { createEngine } from '../../../src/index.ts';
import type { Machine } from '../../../src/install/machine.ts';
import { compilePath } from '../../../src/pattern/path/path.ts';
import { readPath } from '../../../src/pattern/path/path-value.ts';
import { YES } from '../../../src/pattern/text/truth.ts';
import { withFolder } from '../../cli/command.ts';
import { command } from '../../install/machine.ts';

/** Whether one of the patterns names a path. */
function namedBy(patterns: readonly string[]): (path: string) => boolean {
  const compiled = patterns.map((text) => compilePath(text).pattern);
  return (path) => {
    const value = readPath(path, undefined);
    return compiled.some((each) => each?.test(value, undefined, { exact: true, below: false }) === YES);
  };
}

const names = (patterns: readonly string[], path: string): boolean => namedBy(patterns)(path);

/** A home in which each harness has all the folders of which it writes into those that are there. */
const folders = {
  'home/.config/kilo/x': '',
  'home/Documents/Cline/x': '',
  'home/.factory/hooks.json': '{}',
  'project/.clinerules/x': '',
  'project/.factory/hooks.json': '{}',
  'project/.crush.json': '{}',
};

/** All that `init` writes, and all whose settings say whether hooks run. */
function filesOf(machine: Machine): readonly string[] {
  return Object.values(harnessInstalls).flatMap((harness) => [
    ...(['user', 'project', 'managed'] as const).flatMap((scope) =>
      harness.files(scope, machine, command).map(({ path }) => path),
    ),
    ...(harness.check.switches?.(machine) ?? []).map(({ path }) => path),
  ]);
}

const advice = 'add these to src/facts/own-places.ts';

describe('the configuration of harnesses', () => {
  test.each(['linux', 'darwin', 'win32'] as const)('is all of what init knows on %s', (platform) =>
    withFolder(folders, async (folder) => {
      const machine = { home: join(folder, 'home'), project: join(folder, 'project'), root: '/', platform };
      const files = filesOf({ ...machine, env: {} });
      const asUsual = files.map((file) => file.replace(machine.home, '/home/example'));
      expect(asUsual.length).toBeGreaterThan(60);
      const isUsual = namedBy(usualPlaces);
      expect(
        asUsual.filter((file) => !isUsual(file)),
        advice,
      ).toEqual([]);
    }),
  );

  test.each(Object.keys(movedFolders))('is where %s moves it', (variable) =>
    withFolder(folders, async (folder) => {
      const env = { [variable]: '/srv/moved', HOME: '/home/example' };
      const machine = { home: '/home/example', project: join(folder, 'project'), root: '/' };
      const isFound = namedBy(ownPlaces({ env, program: '/opt/bylaw', policies: [] })());
      for (const platform of ['linux', 'win32'] as const) {
        const files = filesOf({ ...machine, platform, env });
        expect(
          files.filter((file) => !isFound(file)),
          advice,
        ).toEqual([]);
      }
    }),
  );
});

const guarded = `policy com.example.own
deny change
  when writes or deletes or moves @bylaw
  test
    denies "rm -rf /opt/bylaw"
    passes "rm -rf /opt/other"
`;

const denied = (engine: ReturnType<typeof createEngine>, shell: string): boolean =>
  engine.decide({
    session: { id: 's', cwd: '/srv/app', workspaceRoots: ['/srv/app'] },
    tool: { name: 'Bash', input: { command: shell } },
  }).effect === 'deny';

test('an engine guards its own program, node, policies, memory and log, and not those of a test', () =>
  withFolder({ 'policies/own.policy': guarded, 'link/x': '' }, async (cwd) => {
    symlinkSync(join(cwd, 'policies'), join(cwd, 'named'));
    const folder = join(cwd, 'log');
    const engine = createEngine({ policies: 'named', cwd, memory: 'memory', log: { folder } });
    const guards = [...['policies/own.policy', 'policies', 'named/own.policy', 'memory/a', 'log/b', '']].map(
      (place) => join(cwd, place),
    );
    for (const place of [...guards, process.execPath, packageFile('dist/bylaw.cjs')])
      expect([place, denied(engine, `rm -rf ${place}`)]).toEqual([place, true]);
    for (const place of ['/opt/bylaw', join(cwd, 'other'), '/srv/app/build'])
      expect([place, denied(engine, `rm -rf ${place}`)]).toEqual([place, false]);
    engine.close();
  }));

test('what a file of policies imports is in force as well', () =>
  withFolder(
    {
      'own.policy': guarded.replace('\n', '\nimport "common/c.policy"\n'),
      'common/c.policy': 'policy com.example.c\n',
    },
    async (cwd) => {
      const engine = createEngine({ policies: 'own.policy', cwd });
      expect(denied(engine, `rm ${join(cwd, 'common/c.policy')}`)).toBe(true);
      expect(denied(engine, `rm ${join(cwd, 'common/d.policy')}`)).toBe(false);
    },
  ));

test('a name with signs of patterns is a name', () =>
  withFolder({}, async (cwd) => {
    const place = join(cwd, 'a (b) [c]{d,e}');
    mkdirSync(place);
    writeFileSync(join(place, 'x'), '');
    const found = ownPlaces({ env: {}, program: '/opt/bylaw', policies: [place] })();
    expect(names(found, join(place, 'x'))).toBe(true);
    expect(names(found, join(cwd, 'a'))).toBe(false);
  }));

test('all of them are patterns', () => {
  const env = { XDG_CONFIG_HOME: '/srv/a{b', PATH: '/usr/bin', CODEX_HOME: `/${'x'.repeat(1100)}` };
  const found = ownPlaces({ env, program: 'C:\\bylaw', policies: ['/srv/[x', '/'] })();
  const broken = [...found, ...foldersAbove(found), ...placesInTests, ...foldersAbove(placesInTests)].filter(
    (text) => compilePath(text).problem !== undefined,
  );
  expect(broken).toEqual([]);
});

test('the folders above a place are those that hold it, whatever else is there', () => {
  expect(foldersAbove(['/srv/a/b/**', '~/.config/c', '**/.claude/d', 'C:/x/y'])).toEqual([
    ...['/srv/a', '/srv', '/', '~/.config', '~', 'C:/x', 'C:/'],
  ]);
});

test('tests of policies have bylaw where they can name it', () => {
  expect(names(placesInTests, '/opt/bylaw/dist/bylaw.cjs')).toBe(true);
  expect(names(placesInTests, '/etc/bylaw/policies/dev.policy')).toBe(true);
});
