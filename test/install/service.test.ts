/** What keeps a server running, held against the programs that read it where they are here. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isNamedPipe } from '../../src/host/machine/named-pipe.ts';
import { defaultSocket } from '../../src/host/machine/user-folders.ts';
import { applyChanges } from '../../src/install/file-change.ts';
import type { Machine } from '../../src/install/machine.ts';
import { serviceChanges, serviceOf, serviceRemovals } from '../../src/install/service.ts';

const command = { node: '/opt/a "b"/node', script: '/opt/100% $HOME/bylaw.cjs', policies: '/p <&> q' };

function withMachine(platform: 'linux' | 'darwin' | 'win32', use: (machine: Machine) => void): void {
  const home = mkdtempSync(join(tmpdir(), 'bylaw-service-'));
  try {
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin/systemctl'), '#!/bin/sh\n', { mode: 0o755 });
    const env = { HOME: home, PATH: join(home, 'bin'), XDG_RUNTIME_DIR: join(home, 'run') };
    use({ platform, home, env, project: home, root: '/' } as Machine);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const has = (program: string): boolean => spawnSync('which', [program]).status === 0;

describe.each(['linux', 'darwin', 'win32'] as const)('%s', (platform) => {
  test('is written once, and goes without a trace; what others have there is kept beside it', () =>
    withMachine(platform, (machine) => {
      const service = serviceOf(machine, command);
      if (service === undefined) throw new Error('there is none');
      const [first] = service.files;
      mkdirSync(dirname(first?.path ?? ''), { recursive: true });
      writeFileSync(first?.path ?? '', 'mine');
      const applied = applyChanges(serviceChanges(service), '2026-01-02T03:04:05.678Z');
      expect(applied).toMatchObject({ ok: true, backups: [expect.stringContaining('bylaw-backup')] });
      expect(serviceChanges(service)).toEqual([]);
      applyChanges(serviceRemovals(service), '2026-01-02T03:04:06.678Z');
      expect(serviceRemovals(service)).toEqual([]);
    }));
});

test('where systemctl is not, nothing is known', () =>
  withMachine('linux', (machine) =>
    expect(serviceOf({ ...machine, env: { PATH: '/nonexistent' } } as Machine, command)).toBeUndefined(),
  ));

test.skipIf(!has('systemd-analyze'))('systemd reads the units without a word', () =>
  withMachine('linux', (machine) => {
    const service = serviceOf(machine, { node: process.execPath, script: '/b/bylaw.cjs', policies: '/p' });
    const files = service?.files ?? [];
    for (const { path, text } of files) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const { stdout, stderr, status } = spawnSync(
      'systemd-analyze',
      ['verify', '--user', ...files.map(({ path }) => path)],
      {
        encoding: 'utf8',
        env: { ...machine.env, PATH: process.env.PATH },
      },
    );
    const own = `${stdout}${stderr}`
      .split('\n')
      .filter((line) => files.some(({ path }) => line.includes(basename(path))));
    expect(own.filter((line) => !line.includes('xecutable'))).toEqual([]);
    expect([0, 1]).toContain(status);
  }),
);

test('words are as systemd.service(5) has them', () =>
  withMachine('linux', (machine) => {
    const [unit] = serviceOf(machine, command)?.files ?? [];
    expect(unit?.text).toContain(
      String.raw`ExecStart="/opt/a \"b\"/node" "/opt/100%% $$HOME/bylaw.cjs" "serve" "--policies" "/p <&> q"`,
    );
  }));

test.skipIf(!has('xmllint'))('launchd’s file is XML', () =>
  withMachine('darwin', (machine) => {
    const [file] = serviceOf(machine, command)?.files ?? [];
    const { status, stdout } = spawnSync('xmllint', ['--nonet', '--noout', '-'], {
      input: file?.text,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
    expect(file?.text).toContain('<string>/p &#60;&#38;&#62; q</string>');
    expect(readFileSync('contrib/launchd/io.bylaw.serve.plist', 'utf8')).toContain(
      '<string>io.bylaw.serve</string>',
    );
  }),
);

/** A user of Windows, with what the system says of them. */
const windows = (machine: Machine): Machine => ({
  ...machine,
  env: {
    ...machine.env,
    USERDOMAIN: 'ACME',
    USERNAME: 'Zoë',
    LOCALAPPDATA: join(machine.home, 'Local'),
    SystemRoot: 'D:\\Windows',
  },
});

test('a task of Windows is for this user, has no window, and serves at the named pipe', () =>
  withMachine('win32', (machine) => {
    const service = serviceOf(windows(machine), {
      node: 'C:\\Program Files\\nodejs\\node.exe',
      script: 'C:\\Users\\Zoë\\bylaw\\dist\\bylaw.cjs',
      policies: 'C:\\Users\\Zoë\\a "b"\\',
    });
    const [task] = service?.files ?? [];
    expect(task?.path).toBe(join(machine.home, 'Local', 'bylaw', 'task.xml'));
    expect(task?.text).toMatch(/^[\x20-\x7e\n]+$/);
    expect(task?.text.match(/<UserId>ACME\\Zo&#235;<\/UserId>/g)).toHaveLength(2);
    expect(task?.text).toContain('<Command>D:\\Windows\\System32\\conhost.exe</Command>');
    expect(task?.text).toContain(
      String.raw`<Arguments>--headless "C:\Program Files\nodejs\node.exe" "C:\Users\Zo&#235;\bylaw\dist\bylaw.cjs" "serve" "--policies" "C:\Users\Zo&#235;\a \"b\"\\" "--socket" "default"</Arguments>`,
    );
    expect(service?.start).toEqual([
      `schtasks /Create /TN bylaw /XML "${task?.path}" /F`,
      'schtasks /Run /TN bylaw',
    ]);
    expect(service?.stop).toEqual(['schtasks /End /TN bylaw', 'schtasks /Delete /TN bylaw /F']);
  }));

test.skipIf(!has('xmllint'))('the task is XML', () =>
  withMachine('win32', (machine) => {
    const [file] = serviceOf(windows(machine), command)?.files ?? [];
    const { status, stdout } = spawnSync('xmllint', ['--nonet', '--noout', '-'], {
      input: file?.text,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
  }),
);

test('on Windows the socket is a named pipe of the user’s own', () => {
  const env = { HOME: 'C:\\Users\\Zoë', XDG_RUNTIME_DIR: '/run/user/1' };
  // Only there is such a home absolute.
  const path = defaultSocket({ HOME: '/c/Users/dev' }, 'win32');
  expect(path).toBe('\\\\.\\pipe\\bylaw--c-Users-dev');
  expect(isNamedPipe(path)).toBe(true);
  expect(isNamedPipe(defaultSocket(env, 'linux'))).toBe(false);
});
