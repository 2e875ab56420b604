/** What is kept counts only while it is true, whole, of this build, and nobody else could have written it. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeManyRules } from '../../../bench/many-rules.mjs';
import { keptPolicies } from '../../../src/host/load/kept-policies.ts';
import { keepEntry, readPolicyCache } from '../../../src/host/policy-cache/policy-cache.ts';

interface Place {
  readonly folder: string;
  readonly cache: string;
  readonly key: { paths: string[]; env: Record<string, string>; build: string };
  /** The one entry. */
  entry(): string;
  /** Loads as a command does. */
  load(): ReturnType<typeof keptPolicies>;
  /** The codes of the rules that are kept; undefined where nothing is. */
  kept(build?: string): readonly string[] | undefined;
}

async function withPolicies(use: (place: Place) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'bylaw-test-'));
  try {
    const folder = join(home, 'policies');
    writeManyRules(folder, 5);
    const cache = join(home, 'cache', 'bylaw');
    const key = { paths: [folder], env: { XDG_CACHE_HOME: join(home, 'cache') }, build: 'build-1' };
    await use({
      folder,
      cache,
      key,
      entry: () => join(cache, readdirSync(cache).filter((name) => name.startsWith('policies-'))[0] ?? ''),
      load: () => keptPolicies({ named: [folder], cwd: '/', env: key.env, build: key.build }),
      kept: (build = key.build) =>
        readPolicyCache({ ...key, build }, { withTests: true })?.bundle.rules.heads.map(({ code }) => code),
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const five = [0, 1, 2, 3, 4].map((n) => `com.example.many.part-0.rule-${n}`);

test('what has passed its checks and tests is kept for this user alone', () =>
  withPolicies(async ({ load, kept, entry, cache }) => {
    expect(kept()).toBeUndefined();
    await load();
    expect(kept()).toEqual(five);
    expect(statSync(entry()).mode & 0o777).toBe(0o600);
    expect(statSync(cache).mode & 0o777).toBe(0o700);
  }));

test('a changed, added, removed or renamed file makes it count no more', async () => {
  const changes: ((folder: string) => void)[] = [
    (folder) => appendFileSync(join(folder, 'part-0000.policy'), '# a\n'),
    (folder) => writeFileSync(join(folder, 'b.policy'), 'policy com.example.b\n'),
    (folder) => writeFileSync(join(folder, 'b.tests.policy'), 'tests for com.example.b\n'),
    (folder) => renameSync(join(folder, 'part-0000.policy'), join(folder, 'b.policy')),
    (folder) => rmSync(join(folder, 'part-0000.policy')),
    (folder) => {
      // As long, and as old.
      const file = join(folder, 'part-0000.policy');
      const { atime, mtime } = statSync(file);
      writeFileSync(file, readFileSync(file, 'utf8').replace('Bash-0', 'Bash-9'));
      utimesSync(file, atime, mtime);
    },
  ];
  for (const change of changes)
    await withPolicies(async ({ folder, load, kept }) => {
      await load();
      expect(kept()).toEqual(five);
      change(folder);
      expect(kept()).toBeUndefined();
    });
});

test('what another build kept counts no more', () =>
  withPolicies(async ({ load, kept }) => {
    await load();
    expect(kept('build-2')).toBeUndefined();
    expect(kept('build-1')).toEqual(five);
  }));

test('an entry of which one octet is another, or that is cut, is never read', () =>
  withPolicies(async ({ load, kept, entry }) => {
    await load();
    const file = entry();
    const whole = readFileSync(file);
    for (let at = 0; at < whole.length; at += 7) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0x01;
      writeFileSync(file, damaged);
      expect(kept(), `octet ${at}`).toBeUndefined();
    }
    for (const length of [0, 1, 19, 20, 100, whole.length >> 1, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, length));
      expect(kept(), `${length} octets`).toBeUndefined();
    }
    writeFileSync(file, whole);
    expect(kept()).toEqual(five);
    writeFileSync(file, whole.subarray(0, 50));
    expect((await load()).kept?.bundle.rules.heads).toHaveLength(5);
    expect(kept()).toEqual(five);
  }));

test('what others could have written, and a link, count for nothing', () =>
  withPolicies(async ({ load, kept, entry, cache }) => {
    await load();
    const file = entry();
    for (const mode of [0o620, 0o602]) {
      chmodSync(file, mode);
      expect(kept()).toBeUndefined();
    }
    chmodSync(file, 0o600);
    expect(kept()).toEqual(five);
    chmodSync(cache, 0o720);
    expect(kept()).toBeUndefined();
    chmodSync(cache, 0o700);
    const elsewhere = join(cache, 'elsewhere');
    renameSync(file, elsewhere);
    symlinkSync(elsewhere, file);
    expect(kept()).toBeUndefined();
  }));

test('where nothing can be kept, the policies are loaded all the same', () =>
  withPolicies(async ({ load, kept, cache, key }) => {
    // A file where the folder should be: root could write into a folder that is read-only.
    mkdirSync(join(cache, '..'), { recursive: true });
    writeFileSync(cache, '');
    expect((await load()).kept?.bundle.rules.heads).toHaveLength(5);
    expect(kept()).toBeUndefined();
    expect(keepEntry(key, [Buffer.from('x')])).toBeUndefined();
    expect(readFileSync(cache, 'utf8')).toBe('');
  }));

test('BYLAW_CACHE=off reads nothing and keeps nothing', () =>
  withPolicies(async ({ folder, load, kept, cache, key }) => {
    const env = { ...key.env, BYLAW_CACHE: 'off' };
    const off = await keptPolicies({ named: [folder], cwd: '/', env, build: key.build });
    expect(off.kept?.bundle.rules.heads).toHaveLength(5);
    expect(existsSync(cache)).toBe(false);
    await load();
    expect(kept()).toEqual(five);
    expect(readPolicyCache({ ...key, env })).toBeUndefined();
  }));

test('two at once both load, and one entry is kept', () =>
  withPolicies(async ({ load, kept, cache }) => {
    const both = await Promise.all([load(), load()]);
    expect(both.map((each) => each.kept?.bundle.rules.heads.length)).toEqual([5, 5]);
    expect(readdirSync(cache)).toHaveLength(1);
    expect(kept()).toEqual(five);
  }));

test('the folder holds so many entries, and those go first that were used longest ago', () =>
  withPolicies(async ({ load, kept, cache, key }) => {
    await load();
    const name = (n: number): string => `policies-${n.toString(16).padStart(16, '0')}`;
    for (let n = 0; n < 80; n++) {
      writeFileSync(join(cache, name(n)), 'x');
      utimesSync(join(cache, name(n)), 1_000_000 + n, 1_000_000 + n);
    }
    writeFileSync(join(cache, `${name(1)}.77`), 'left by a process that died');
    utimesSync(join(cache, `${name(1)}.77`), 1_000_000, 1_000_000);
    writeFileSync(join(cache, `${name(2)}.78`), 'being written');
    writeFileSync(join(cache, 'engine-1.0-v20-x64'), 'not of policies');
    rmSync(join(cache, name(3)));
    expect(kept()).toEqual(five);
    // Written once more, as after a change.
    appendFileSync(join(key.paths[0] ?? '', 'part-0000.policy'), '# a\n');
    await load();
    const left = readdirSync(cache);
    expect(left.filter((each) => each.startsWith('policies-') && !each.includes('.'))).toHaveLength(64);
    expect(left).toContain(name(79));
    expect(left).not.toContain(name(0));
    expect(left).not.toContain(`${name(1)}.77`);
    expect(left).toContain(`${name(2)}.78`);
    expect(left).toContain('engine-1.0-v20-x64');
    expect(kept()).toEqual(five);
  }));

test('reading an entry that was long unused notes that it is used', () =>
  withPolicies(async ({ load, kept, entry }) => {
    await load();
    utimesSync(entry(), 1_000_000, 1_000_000);
    kept();
    expect(statSync(entry()).mtimeMs).toBeGreaterThan(1_000_000_000);
  }));
