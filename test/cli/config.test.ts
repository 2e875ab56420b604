/** `bylaw config`, and the settings of a server by options, variables and a file. */
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { namedBy, readServerSettings } from '../../src/cli/settings/server-settings.ts';
import { keys, settings, variableOf } from '../../src/cli/settings/table.ts';
import { UsageError } from '../../src/cli/terminal/context.ts';
import { bylaw, withFolder } from './command.ts';

const file = `layers:
  - name: organisation
    policies: company
listen:
  port: 4600
  socket: default
tokens: tokens.json
limits: { max-body: 2MiB }
memory: { files: false }
log:
  folder: logs
  keep: 10
watch: true
budget: { worst: 1000 }
`;

describe('the settings of a server', () => {
  test.skipIf(process.platform === 'win32')(
    'a file that a stranger may have put there has to be named',
    async () => {
      await withFolder({ 'bylaw.yaml': 'watch: true\n' }, async (cwd) => {
        const read = (values: object) => readServerSettings({ ...values }, {}, cwd);
        expect(read({}).get('watch')).toBe(true);
        chmodSync(join(cwd, 'bylaw.yaml'), 0o666);
        expect(() => read({})).toThrow(/is writable for every user.*`--config bylaw.yaml`, or `--no-config`/);
        expect(read({ config: 'bylaw.yaml' }).get('watch')).toBe(true);
        expect(read({ 'no-config': true }).get('watch')).toBe(false);
        chmodSync(join(cwd, 'bylaw.yaml'), 0o644);
        chmodSync(cwd, 0o777);
        expect(() => read({})).toThrow(/is in a folder that is writable for every user/);
        chmodSync(cwd, 0o1777);
        expect(read({}).get('watch')).toBe(true);
      });
    },
  );

  test('a file that is nested without end, or too large, is an error with a place', async () => {
    await withFolder({ 'bylaw.yaml': `layers: ${'['.repeat(20_000)}` }, async (cwd) => {
      expect(readServerSettings({}, {}, cwd).file?.problems.map(({ message }) => message)).toContain(
        'this is nested deeper than 64 levels',
      );
    });
    await withFolder({ 'bylaw.yaml': `# ${'x'.repeat(1024 * 1024)}` }, async (cwd) => {
      const [problem] = readServerSettings({}, {}, cwd).file?.problems ?? [];
      expect(problem?.message).toMatch(/it has 1048578 octets, and at most 1048576 are read/);
    });
  });

  test('an option goes before a variable, a variable before the file, and the file before the default', async () => {
    await withFolder({ 'bylaw.yaml': file }, async (cwd) => {
      const read = (values: object, env: Record<string, string> = {}) =>
        readServerSettings({ ...values }, env, cwd);
      const ofFile = read({});
      expect(ofFile.file?.problems).toEqual([]);
      expect([ofFile.get('listen.port'), ofFile.get('listen.host'), ofFile.get('watch')]).toEqual([
        4600,
        '127.0.0.1',
        true,
      ]);
      expect([ofFile.get('log.folder'), ofFile.get('listen.socket'), ofFile.get('tokens')]).toEqual([
        join(cwd, 'logs'),
        'default',
        join(cwd, 'tokens.json'),
      ]);
      expect([ofFile.get('limits.max-body'), ofFile.get('memory.files')]).toEqual([2 * 1024 * 1024, false]);
      expect(ofFile.policies?.value).toEqual([join(cwd, 'bylaw.yaml')]);
      expect(ofFile.budget?.value).toEqual({ worst: 1000 });
      const env = {
        BYLAW_LISTEN_PORT: '4700',
        BYLAW_LOG_KEEP: '',
        BYLAW_POLICIES: 'a:b',
        BYLAW_BUDGET: 'scanned=3',
      };
      const ofEnv = read({}, env);
      expect([ofEnv.get('listen.port'), ofEnv.get('log.keep')]).toEqual([4700, 10]);
      expect([ofEnv.policies?.value, ofEnv.budget?.value]).toEqual([['a', 'b'], { scanned: 3 }]);
      const both = read({ port: '4800', policies: ['c'], 'no-disk': true, budget: ['worst=2'] }, env);
      expect([both.get('listen.port'), both.get('disk')]).toEqual([4800, false]);
      expect([both.policies?.value, both.budget?.value]).toEqual([['c'], { worst: 2 }]);
      expect(
        ['listen.port', 'log.keep', 'limits.max-upload'].map((key) => namedBy(both, key as never)),
      ).toEqual(['`--port`', '`log.keep`', '`limits.max-upload` (`--max-upload`)']);
    });
  });

  test('a file is named, found, or left out', async () => {
    const other = 'listen: { port: 1 }\n';
    await withFolder({ 'bylaw.yaml': 'listen: { port: 2 }\n', 'o/other.yaml': other }, async (cwd) => {
      const portOf = (values: object, env = {}) =>
        readServerSettings({ ...values }, env, cwd).get('listen.port');
      expect(portOf({})).toBe(2);
      expect(portOf({ config: 'o/other.yaml' })).toBe(1);
      expect(portOf({}, { BYLAW_CONFIG: 'o/other.yaml' })).toBe(1);
      expect(portOf({ layers: 'o/other.yaml' })).toBe(1);
      expect(portOf({ 'no-config': true }, { BYLAW_CONFIG: 'o/other.yaml' })).toBe(undefined);
      expect(() => portOf({ config: 'gone.yaml' })).toThrow(/gone\.yaml/);
      expect(() => portOf({ config: 'policies' })).toThrow(UsageError);
      expect(() => portOf({ config: 'a.yaml', 'no-config': true })).toThrow('exclude each other');
      expect(() => portOf({ config: 'a.yaml', layers: 'b.yaml' })).toThrow('exclude each other');
      expect(() => portOf({}, { BYLAW_POLICIES: 'a', BYLAW_LAYERS: 'o/other.yaml' })).toThrow(
        'exclude each other',
      );
    });
  });

  test('what is wrong is said of what its author wrote', async () => {
    await withFolder({}, async (cwd) => {
      const read =
        (values: object, env = {}) =>
        () =>
          readServerSettings({ ...values }, env, cwd);
      expect(read({ port: 'x' })).toThrow('`--port` takes a whole number from 0 to 65535, not `x`');
      expect(read({}, { BYLAW_LISTEN_PORT: 'x' })).toThrow(
        '`BYLAW_LISTEN_PORT` takes a whole number from 0 to',
      );
      expect(read({}, { BYLAW_LISTEN_PROT: '1' })).toThrow('did you mean `BYLAW_LISTEN_PORT`?');
      expect(read({}, { BYLAW_LOG_ANYTHING: '1' })).toThrow('sets nothing');
      expect(read({}, { BYLAW_BUDGET: 'worst=x' })).toThrow('BYLAW_BUDGET');
      expect(read({}, { BYLAW_CACHE: 'off', BYLAW_TOKEN: 'x' })).not.toThrow();
    });
  });

  test('each setting has an option and a variable of its own, and a default that can be written', () => {
    for (const names of [keys.map((key) => settings[key].option), keys.map(variableOf)])
      expect(new Set(names).size).toBe(names.length);
    for (const key of keys) {
      const { kind, byDefault, unset } = settings[key] as (typeof settings)['listen.port'];
      expect([key, byDefault === undefined]).toEqual([key, unset !== undefined]);
      if (byDefault !== undefined) expect([key, kind.parse(kind.show(byDefault))]).toEqual([key, byDefault]);
    }
  });
});

const policy = 'policy com.example.a\ndeny shell\n  when kind is shell\n  reason "No."\n';

describe('bylaw config', () => {
  test('check says what is wrong with its place, and what excludes each other', async () => {
    const files = {
      'bylaw.yaml': 'listen: { port: 4600 }\n',
      'bad.yaml': 'listen:\n  prot: 1\n  port: 99999\nlimts: {}\n',
      'both.yaml': 'log: { enabled: false, keep: 3 }\n',
      'there/a.policy': policy,
      'tokens.yaml': 'tokens: gone.json\n',
      'layers.yaml': 'layers:\n  - name: a\n',
    };
    await withFolder(files, async (cwd) => {
      expect(await bylaw(['config', 'check'], { cwd })).toEqual({
        code: 0,
        stdout: 'bylaw.yaml is valid: it has `listen`.\n',
        stderr: '',
      });
      const bad = await bylaw(['config', 'check', 'bad.yaml'], { cwd });
      expect(bad.code).toBe(2);
      for (const each of ['did you mean `limits`?', '--> bad.yaml:2:3', 'not `99999`', '3 errors'])
        expect(bad.stderr).toContain(each);
      const both = await bylaw(['config', 'check', 'both.yaml'], { cwd });
      expect([both.code, both.stderr]).toEqual([
        2,
        expect.stringContaining('`log.keep` and `log.enabled` exclude each other: there is no decision log'),
      ]);
      expect(both.stderr).toContain('--> both.yaml:1:30');
      const mixed = await bylaw(['config', 'check', 'both.yaml'], {
        cwd,
        env: {
          BYLAW_LOG_ENABLED: 'true',
          BYLAW_CLUSTER_SERVERS: 'nats://localhost',
          BYLAW_MEMORY_FOLDER: 'm',
        },
      });
      expect([mixed.code, mixed.stderr]).toEqual([
        3,
        expect.stringContaining('`BYLAW_CLUSTER_SERVERS` exclude'),
      ]);
      expect((await bylaw(['config', 'check', 'tokens.yaml'], { cwd })).stderr).toContain('gone.json');
      expect((await bylaw(['config', 'check', 'layers.yaml'], { cwd })).stderr).toContain(
        'a layer has no `policies:`',
      );
      expect((await bylaw(['config', 'check', 'gone.yaml'], { cwd })).code).toBe(3);
      const told = async (text: string) => {
        writeFileSync(join(cwd, 'made.yaml'), text);
        const { code, stderr } = await bylaw(['config', 'check', 'made.yaml'], { cwd });
        if (stderr.includes('-->')) expect(code).toBe(2);
        return stderr;
      };
      for (const [text, message, place] of [
        ['policies: gone\n', 'gone`, which `policies:` names', '1:11'],
        ['policies: [there, gone]\n', 'gone`, which `policies:` names', '1:19'],
        [
          'layers:\n  - { name: a, policies: there }\n  - { name: b, policies: gone }\n',
          'gone`, where the layer `b` is',
          '3:26',
        ],
        [
          'bundle: { from: b, keys: c }\npolicies: there\n',
          '`bundle.from` and other policies exclude',
          '2:1',
        ],
        [
          'policies: there\nbundle: { from: b, keys: c }\n',
          '`bundle.from` and other policies exclude',
          '2:17',
        ],
        [
          'memory: { folder: m }\ncluster: { servers: "nats://localhost" }\n',
          '`memory.folder` and `cluster.servers` exclude',
          '2:21',
        ],
        [
          'listen: { processes: 2 }\ncontent: { folder: m }\n',
          '`listen.processes` and `content.folder` exclude',
          '2:20',
        ],
      ] as const) {
        const stderr = await told(text);
        expect([text, stderr]).toEqual([text, expect.stringContaining(message)]);
        expect(stderr).toContain(`--> made.yaml:${place}`);
      }
      const all = await told(
        [
          'listen: { host: 0.0.0.0, port: 99999 }',
          'oauth: { issuer: "https://a.example" }',
          'tls: { certificate: bad.yaml, key: bad.yaml }',
          'bundle:\n  from: b',
          'tokens: gone.json',
          'limits: { client-burst: 3 }',
          'telemetry: { endpoint: ftp }',
        ].join('\n'),
      );
      for (const [message, place] of [
        ['not `99999`', '1:32'],
        ['`oauth.audience` (`--oauth-audience`) is missing', '2:1'],
        ['cannot be used for TLS', '3:21'],
        ['a bundle needs the public keys', '4:1'],
        ['it does not exist', '6:9'],
        ['a first token makes it', '6:9'],
        ['`limits.client-burst` is about a rate', '7:25'],
        ['`telemetry.endpoint` takes an address', '8:24'],
      ])
        expect(all).toMatch(
          new RegExp(`${message?.replace(/[()[\]]/g, '\\$&')}.*\n +--> made.yaml:${place}`),
        );
      expect(all).toContain('is not valid: 8 errors');
      expect(all).not.toContain('without tokens');
      expect(await told('listen: { host: 0.0.0.0 }\n')).toMatch(/without tokens.*\n +--> made\.yaml:1:17/);
      const optional =
        'layers:\n  - { name: a, policies: there }\n  - { name: b, policies: gone, optional: true }\n';
      expect(await told(optional)).toBe('');
      expect(await told('log: { folder: ~/logs }\n')).toContain('`~` is no home in this file');
      expect(await told('layers: [{ name: a, policies: ~/a }]\n')).toContain('`~` is no home in this file');
      expect(await told('log: { folder: bad.yaml }\n')).toContain('`log.folder` takes a folder');
      expect(await told('tls: { certificate: bad.yaml, key: bad.yaml }\n')).toContain(
        'cannot be used for TLS',
      );
      expect(await told('layer: []\nclients: []\n')).toContain('did you mean `layers`?');
      expect(await told('tls: { certificate: c }\n')).toContain('`tls.key` (`--tls-key`) is missing');
      const oauth = 'issuer: "https://a.example", audience: x, jwks: gone.json';
      expect(await told(`policies: there\noauth: { ${oauth} }\n`)).toMatch(
        /tokens cannot be read from `.*gone\.json`/,
      );
      expect(await told('bundle: { from: b, keys: gone.pub }\n')).toContain('gone.pub');
      expect(await told('tokens: gone.json\n')).toContain('`bylaw token new SCOPE --file');
    });
  });

  test.skipIf(process.platform === 'win32')(
    'check tries to make and to write the folders, and leaves nothing behind',
    async () => {
      const files = {
        'bylaw.yaml': 'log: { folder: new/er/log }\nmemory: { folder: m }\ncontent: { folder: c }\n',
        'bad.yaml': 'log: { folder: file/log }\nmemory: { folder: open }\n',
        'open/a': '',
        'c/kept': '',
        file: '',
      };
      await withFolder(files, async (cwd) => {
        chmodSync(join(cwd, 'open'), 0o777);
        const before = readdirSync(cwd, { recursive: true });
        expect((await bylaw(['config', 'check'], { cwd })).code).toBe(0);
        const bad = await bylaw(['config', 'check', 'bad.yaml'], {
          cwd,
          env: { XDG_STATE_HOME: join(cwd, 's') },
        });
        expect(bad.code).toBe(2);
        expect(bad.stderr).toMatch(/`log\.folder`: the folder .*not a directory.*\n +--> bad\.yaml:1:16/);
        expect(bad.stderr).toMatch(/`memory\.folder`: .* can be written by others .*\n +--> bad\.yaml:2:19/);
        expect(readdirSync(cwd, { recursive: true })).toEqual(before);
      });
    },
  );

  test('show takes a file as check does', async () => {
    await withFolder({ 'a.yaml': 'listen: { port: 1 }\n' }, async (cwd) => {
      const { code, stdout } = await bylaw(['config', 'show', 'a.yaml'], { cwd });
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^listen\.port +1 +a\.yaml:1:17$/m)]);
      const twice = await bylaw(['config', 'show', 'a.yaml', '--config', 'a.yaml'], { cwd });
      expect([twice.code, twice.stderr]).toEqual([3, expect.stringContaining('give one of them')]);
    });
  });

  test('show says where each setting is from', async () => {
    await withFolder({ 'bylaw.yaml': file }, async (cwd) => {
      const { code, stdout } = await bylaw(['config', 'show', '--port', '1'], {
        cwd,
        env: { BYLAW_LOG_INPUTS: 'none' },
      });
      expect(code).toBe(0);
      for (const line of [
        /^listen\.port +1 +--port$/m,
        /^listen\.socket +default +bylaw\.yaml:6:11$/m,
        /^log\.inputs +none +BYLAW_LOG_INPUTS$/m,
        /^limits\.max-body +2MiB +bylaw\.yaml:8:21$/m,
        /^disk +true +default$/m,
        /^content\.folder +\(.*state folder\) +default$/m,
      ])
        expect(stdout).toMatch(line);
      const rows = JSON.parse((await bylaw(['config', 'show', '--json'], { cwd })).stdout);
      expect(rows).toContainEqual({ name: 'listen.port', value: 4600, from: 'bylaw.yaml:5:9' });
      expect(rows).toContainEqual({ name: 'listen.host', value: '127.0.0.1', from: 'default' });
    });
  });

  test('show says which policies a file names, and not which file', async () => {
    const layers = 'layers:\n  - name: company\n    policies: c\n  - name: team\n    policies: [t, u]\n';
    await withFolder({ 'p.yaml': 'policies: mine\n', 'l.yaml': layers }, async (cwd) => {
      const first = async (name: string): Promise<unknown> =>
        JSON.parse((await bylaw(['config', 'show', '--json', '--config', name], { cwd })).stdout)[0];
      expect(await first('p.yaml')).toEqual({
        name: 'policies',
        value: [join(cwd, 'mine')],
        from: 'p.yaml:1:1',
      });
      expect(await first('l.yaml')).toEqual({
        name: 'layers',
        value: [`company: ${join(cwd, 'c')}`, `team: ${join(cwd, 't')}, ${join(cwd, 'u')}`],
        from: 'l.yaml:1:1',
      });
    });
  });

  test('explain says what a setting is, by any of its names', async () => {
    const texts = await Promise.all(
      ['log.keep', '--log-keep', 'BYLAW_LOG_KEEP'].map(
        async (name) => (await bylaw(['config', 'explain', name], { cwd: '/' })).stdout,
      ),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(
      /^log\.keep: files of the log to keep[\s\S]*log: \{ keep: … \}[\s\S]*by default +32/,
    );
    expect((await bylaw(['config', 'explain'], { cwd: '/' })).stdout.split('\n')).toHaveLength(
      keys.length + 1,
    );
    const section = (await bylaw(['config', 'explain', 'tls'], { cwd: '/' })).stdout;
    expect(section.match(/^\S+(?=: )/gm)).toEqual(keys.filter((key) => key.startsWith('tls.')));
    expect((await bylaw(['config', 'explain', 'log.kep'], { cwd: '/' })).stderr).toContain(
      'did you mean `log.keep`?',
    );
    expect((await bylaw(['config'], { cwd: '/' })).code).toBe(3);
    expect((await bylaw(['config', 'shwo'], { cwd: '/' })).stderr).toContain('did you mean `show`?');
  });
});

test('a server is started by the file alone, and not by one that is not valid', async () => {
  const own =
    'policies: rules\nlisten: { port: 0 }\nlog: { enabled: false }\ncontent: { folder: kept }\nmemory: { folder: kept }\n';
  await withFolder({ 'bylaw.yaml': own, 'rules/a.policy': policy }, async (cwd) => {
    const stop = AbortSignal.abort();
    const { code, stderr } = await bylaw(['serve'], { cwd, stop });
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^\S+Z info {4}bylaw is ready: http:\/\/127\.0\.0\.1:\d+\/hooks; 1 rule from 1 file; no tokens.* not logged\n$/,
      ),
    ]);
    writeFileSync(join(cwd, 'bylaw.yaml'), 'policies: rules\nlisten: { prot: 0 }\n');
    const bad = await bylaw(['serve'], { cwd, stop });
    expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining('did you mean `port`?')]);
  });
});
