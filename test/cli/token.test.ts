/** `bylaw token`: what it writes is what a server reads. */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTokens } from '../../src/host/credentials/tokens.ts';
import { sha256 } from '../server/fakes.ts';
import { bylaw, withFolder } from './command.ts';

const day = new Date().toISOString().slice(0, 10);
const today = `made on ${day}`;
const tokenIn = (stdout: string): string => /^(?:token: {2})?(bylaw_[\w-]{43})$/m.exec(stdout)?.[1] ?? '';

test('a token is made, listed and taken back, and the file has its digest alone', async () => {
  await withFolder({}, async (cwd) => {
    const run = (...args: string[]) => bylaw(['token', ...args, '--file', 't.json'], { cwd });
    const read = () => readFileSync(join(cwd, 't.json'), 'utf8');
    const first = await run('new', 'team-a', '--expires', '2099-01-01');
    const token = tokenIn(first.stdout);
    expect(first.stdout).toBe(`${token}\n`);
    expect([first.code, token.length, read().includes(token)]).toEqual([0, 49, false]);
    expect(statSync(join(cwd, 't.json')).mode & 0o777).toBe(0o600);
    await run('new', 'team-b', '--may', 'upload, read-metrics');
    const reading = readTokens(read());
    expect(reading).toMatchObject({
      ok: true,
      tokens: [
        {
          sha256: sha256(token),
          scope: 'team-a',
          may: ['intercept', 'observe'],
          expires: Date.UTC(2099, 0, 1),
        },
        { scope: 'team-b', may: ['upload', 'read-metrics'] },
      ],
    });
    const listed = (await run('list')).stdout.split('\n');
    const id = sha256(token).slice(0, 8);
    expect(listed[0]).toBe(`${id}  team-a  intercept,observe    ends on 2099-01-01  ${today}`);
    expect(listed[1]).toMatch(
      new RegExp(`^[0-9a-f]{8}  team-b  upload,read-metrics  does not end        ${today}$`),
    );
    expect((await run('revoke', id)).stdout).toContain(`Revoked: ${id}.`);
    expect(read()).not.toContain(sha256(token));
    expect((await run('revoke', 'team-b')).stderr).toContain('no token left');
    expect((await run('revoke', 'team-c')).stderr).toContain('did you mean `team-b`?');
  });
});

test('the old token of a scope is known by its day and its note', async () => {
  const old = { sha256: sha256('old'), scope: 'a', may: ['upload'] };
  await withFolder({ 't.json': JSON.stringify({ tokens: [old] }) }, async (cwd) => {
    const run = (...args: string[]) => bylaw(['token', ...args, '--file', 't.json'], { cwd });
    const made = await run('new', 'a', '--note', 'ticket 71, for Ann');
    expect(made.stderr).toBe(
      `Its digest is in t.json, with the id ${sha256(tokenIn(made.stdout)).slice(0, 8)}. The token is not shown again. It does not end; \`--expires 90d\` makes one that does.\n`,
    );
    expect((await run('new', 'b', '--expires', '90d')).stderr).not.toContain('does not end');
    const [first, second] = (await run('list')).stdout.split('\n');
    expect(first).toMatch(/made on an unknown day$/);
    expect(second).toContain(`${today}`);
    expect(second).toMatch(/ticket 71, for Ann$/);
    const { tokens } = JSON.parse((await run('list', '--json')).stdout);
    expect(tokens).toMatchObject([
      { created: null, note: null },
      { created: day, note: 'ticket 71, for Ann' },
      { created: day, note: null },
    ]);
    expect((await run('new', 'a', '--note', 'two\nlines')).stderr).toContain('note` must be a text');
    const rotate = await bylaw(['token', 'rotate', 'a'], { cwd });
    expect([rotate.code, rotate.stderr]).toEqual([
      3,
      'bylaw: `bylaw token` has no `rotate`; make a new one with `bylaw token new a`, hand it out, then revoke the old one with `bylaw token revoke ID`\n',
    ]);
  });
});

test('with --out the token is in a file of its owner alone, and nowhere else', async () => {
  await withFolder({ 'old.token': 'old' }, async (cwd) => {
    chmodSync(join(cwd, 'old.token'), 0o644);
    const refused = await bylaw(['token', 'new', 'a', '--file', 't.json', '--out', 'old.token'], { cwd });
    expect(refused).toMatchObject({ code: 3, stdout: '' });
    expect(refused.stderr).toContain('old.token is there already');
    expect(readFileSync(join(cwd, 'old.token'), 'utf8')).toBe('old');
    expect(existsSync(join(cwd, 't.json'))).toBe(false);
    for (const out of ['new.token', 'old.token']) {
      const made = await bylaw(['token', 'new', 'a', '--file', 't.json', '--out', out, '--force'], { cwd });
      expect(made).toMatchObject({ code: 0, stdout: '' });
      const token = tokenIn(readFileSync(join(cwd, out), 'utf8'));
      expect(statSync(join(cwd, out)).mode & 0o777).toBe(0o600);
      expect(readFileSync(join(cwd, 't.json'), 'utf8')).toContain(sha256(token));
      expect(made.stderr).toContain(
        `The token is in ${out}, which only its owner can read. Its digest is in t.json`,
      );
    }
    const alone = await bylaw(['token', 'new', 'b', '--out', 'b.token'], { cwd });
    expect(alone.stdout).toMatch(/^entry: {2}\{"sha256":/);
    const json = JSON.parse((await bylaw(['token', 'new', 'c', '--out', 'c', '--json'], { cwd })).stdout);
    expect([json.out, json.token]).toEqual(['c', undefined]);
    const same = await bylaw(['token', 'new', 'd', '--file', 't.json', '--out', './t.json'], { cwd });
    expect(same).toMatchObject({ code: 3, stderr: expect.stringContaining('a file of its own') });
    const gone = await bylaw(['token', 'new', 'd', '--file', 't.json', '--out', 'no/d'], { cwd });
    expect(gone).toMatchObject({ code: 3, stderr: expect.stringContaining('its folder is not there') });
    expect(readFileSync(join(cwd, 't.json'), 'utf8')).not.toContain('"d"');
  });
});

test('entries of the earlier form are kept, listed and taken back, too', async () => {
  const old = {
    events: [{ sha256: sha256('a'), scope: 'a' }],
    uploads: [{ sha256: sha256('a'), scope: 'a' }],
  };
  await withFolder({ 't.json': JSON.stringify(old) }, async (cwd) => {
    const run = (...args: string[]) => bylaw(['token', ...args, '--file', 't.json'], { cwd });
    await run('new', 'b');
    expect((await run('list')).stdout.match(/ a /g)).toHaveLength(2);
    expect((await run('revoke', 'a')).code).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, 't.json'), 'utf8'))).toMatchObject({
      events: [],
      uploads: [],
      tokens: [{ scope: 'b' }],
    });
    writeFileSync(join(cwd, 't.json'), '{"tokns": []}');
    expect(await run('new', 'c')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('unknown key "tokns"'),
    });
    expect(readFileSync(join(cwd, 't.json'), 'utf8')).toBe('{"tokns": []}');
  });
});

test('what is wrong is said, and nothing is written', async () => {
  await withFolder({}, async (cwd) => {
    const told = async (...args: string[]) => {
      const { code, stderr } = await bylaw(['token', ...args], { cwd });
      return [code, stderr];
    };
    expect(await told('new', 'a', '--may', 'intercpt')).toEqual([
      3,
      expect.stringContaining('did you mean `intercept`?'),
    ]);
    expect(await told('new', 'a', '--expires', '2020-01-01')).toEqual([
      3,
      expect.stringContaining('is over'),
    ]);
    expect(await told('new', 'a', '--expires', 'soon')).toEqual([3, expect.stringContaining('takes a day')]);
    expect(await told('new', ' ')).toEqual([
      3,
      expect.stringContaining('`scope` must name whose token it is'),
    ]);
    expect(await told('new', 'a', '--file', 'gone/t.json')).toEqual([
      3,
      'bylaw: gone/t.json cannot be written: its folder is not there\n',
    ]);
    expect(await told('list')).toEqual([3, expect.stringContaining('--file tokens.json')]);
    expect(await told('list', '--file', 'gone.json')).toEqual([
      3,
      expect.stringContaining('there is no file gone.json'),
    ]);
    expect(await told('team-a')).toEqual([3, expect.stringContaining('`bylaw token new team-a`')]);
    const { stdout } = await bylaw(['token', 'new', 'a'], { cwd });
    const entry = JSON.parse(/^entry: {2}(.*)$/m.exec(stdout)?.[1] ?? '');
    expect(entry).toEqual({
      sha256: sha256(tokenIn(stdout)),
      scope: 'a',
      may: ['intercept', 'observe'],
      created: day,
    });
  });
});

test('with --json each part prints one document', async () => {
  await withFolder({}, async (cwd) => {
    const run = async (...args: string[]) =>
      JSON.parse((await bylaw(['token', ...args, '--json'], { cwd })).stdout);
    const file = ['--file', 't.json'];
    const made = await run('new', 'team-a', '--expires', '2099-01-01', ...file);
    expect(made).toEqual({
      token: expect.stringMatching(/^bylaw_/),
      id: sha256(made.token).slice(0, 8),
      entry: {
        sha256: sha256(made.token),
        scope: 'team-a',
        may: ['intercept', 'observe'],
        created: day,
        expires: '2099-01-01',
      },
      file: 't.json',
    });
    const other = await run('new', 'team-b', ...file);
    expect(await run('list', ...file)).toEqual({
      tokens: [
        {
          id: made.id,
          scope: 'team-a',
          may: ['intercept', 'observe'],
          expires: '2099-01-01',
          isOver: false,
          ...{ created: day, note: null },
        },
        {
          id: other.id,
          scope: 'team-b',
          may: ['intercept', 'observe'],
          expires: null,
          isOver: false,
          created: day,
          note: null,
        },
      ],
    });
    expect(await run('revoke', 'team-b', ...file)).toEqual({ revoked: [other.id] });
    expect(await run('new', 'team-c')).not.toHaveProperty('file');
  });
});
