/** A server that follows bundles: each comes into force as a whole, or leaves the one before as it was. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { FollowedBundles } from '../../src/cli/bundles/followed-bundles.ts';
import { loadForUse } from '../../src/cli/policies/policies.ts';
import { PoliciesInForce } from '../../src/cli/serving/policies-in-force.ts';
import { bundleSource } from '../../src/cli/settings/bundle-option.ts';
import type { CommandContext } from '../../src/cli/terminal/context.ts';
import type { BundleContent } from '../../src/host/bundle/bundle-content.ts';
import { decodeEvent } from '../../src/protocol/decode.ts';
import type { BundleEntry } from '../../src/store/decision-log/record.ts';
import { bundleOf, contentOf, keys } from '../host/bundle/made-bundle.ts';
import { withFolder } from './command.ts';

const [release, other] = [keys(), keys()];

interface Followed {
  readonly publish: (octets: Buffer) => void;
  readonly remove: () => void;
  /** Replaces the file of keys. */
  readonly trust: (pem: string) => void;
  readonly entries: readonly BundleEntry[];
  readonly said: () => string;
  readonly server: PoliciesInForce;
  /** Looks as often as it takes to see a change. */
  readonly look: () => Promise<void>;
  /** Which of these programs is denied. */
  readonly denied: () => Promise<string>;
  /** Ends, and begins again; undefined where nothing may decide. */
  readonly again: () => Promise<Followed | undefined>;
}

const programs = ['terraform', 'pulumi', 'ansible'];
let ids = 0;

async function follow(cwd: string): Promise<Followed | undefined> {
  const stderr = new PassThrough();
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
  const env = { XDG_STATE_HOME: join(cwd, 'state'), XDG_CACHE_HOME: join(cwd, 'cache') };
  const context: CommandContext = { ...streams, cwd, env, stop: new AbortController().signal };
  const source = bundleSource({ from: 'a.bundle', keys: 'release.pub', acceptsOlder: false }, context);
  const first = await FollowedBundles.open(source, context, (named) => loadForUse(context, named));
  if (first === undefined) return undefined;
  const { use, bundles } = first;
  const entries: BundleEntry[] = [];
  bundles.noted = (entry) => void entries.push(entry);
  const server = new PoliciesInForce(context, use, {
    policies: bundles.named,
    bundles,
    mode: {},
    memory: 'memory',
    cluster: undefined,
  });
  const denies = async (program: string): Promise<boolean> => {
    const tool = { name: 'Bash', kind: 'shell', input: { command: program } };
    const decoded = decodeEvent({ id: `event-${++ids}`, type: 'tool.before', tool }, '1');
    if (!decoded.ok) throw new Error(decoded.problem.message);
    return (await server.engine.decide(decoded.event)).effect === 'deny';
  };
  return {
    publish: (octets) => writeFileSync(join(cwd, 'a.bundle'), octets),
    remove: () => rmSync(join(cwd, 'a.bundle')),
    trust: (pem) => writeFileSync(join(cwd, 'release.pub'), pem),
    entries,
    said: () => String(stderr.read() ?? ''),
    server,
    look: async () => {
      for (let times = 0; times < 3; times++) await server.look();
    },
    async denied() {
      for (const program of programs) if (await denies(program)) return program;
      return 'nothing';
    },
    async again() {
      await server.close();
      return await follow(cwd);
    },
  };
}

const following = (use: (followed: Followed) => Promise<void>): Promise<void> =>
  withFolder(
    { 'a.bundle': bundleOf(contentOf(1), release), 'release.pub': release.publicPem },
    async (cwd) => {
      const followed = await follow(cwd);
      if (followed === undefined) throw new Error('the bundle is not in force');
      await use(followed);
      await followed.server.close();
    },
  );

/** A bundle whose only policy has an error, a failing test, or nothing that decides. */
const withText = (sequence: number, text: string): BundleContent => {
  const content = contentOf(sequence);
  return {
    ...content,
    layers: content.layers.map((layer) => ({ ...layer, files: [{ path: 'a.policy', text }] })),
  };
};

test('a later bundle comes into force between two calls', () =>
  following(async ({ publish, look, denied, server, said, entries }) => {
    expect(await denied()).toBe('terraform');
    publish(bundleOf(contentOf(2, 'pulumi'), release));
    await look();
    expect(await denied()).toBe('pulumi');
    expect(server.bundle?.sequence).toBe(2);
    expect(said()).toContain('The server now decides by bundle 2');
    expect(entries.map(({ sequence, refused }) => [sequence, refused])).toEqual([[2, undefined]]);
  }));

test('keys are taken up when their file changes, and without them nothing new is trusted', () =>
  following(async ({ publish, trust, look, denied, server, said }) => {
    publish(bundleOf(contentOf(2, 'pulumi'), other));
    await look();
    expect(await denied()).toBe('terraform');
    trust(release.publicPem + other.publicPem);
    await look();
    expect(await denied()).toBe('pulumi');
    expect(said()).toContain('Bundles have to be signed by one of these keys from here on');
    trust('no key');
    publish(bundleOf(contentOf(3, 'ansible'), other));
    await look();
    expect(await denied()).toBe('pulumi');
    expect(server.bundleProblem).toContain('release.pub');
    trust(release.publicPem);
    await look();
    // What is in force goes on; that its key is gone is said.
    expect(await denied()).toBe('pulumi');
    expect(server.bundleProblem).toContain('trusted here');
    publish(bundleOf(contentOf(3, 'ansible'), release));
    await look();
    expect([await denied(), server.bundleProblem]).toEqual(['ansible', undefined]);
  }));

test.each([
  ['one of a stranger', () => bundleOf(contentOf(2, 'pulumi'), other), 'trusted here'],
  ['one without a signature', () => bundleOf(contentOf(2, 'pulumi')), 'it is not signed'],
  [
    'one for a later engine',
    () => bundleOf({ ...contentOf(2), engine: '9.0.0' }, release),
    'it needs bylaw 9.0.0',
  ],
  ['one that was cut off', () => bundleOf(contentOf(2), release).subarray(0, 99), 'it was cut off'],
  [
    'another of the same sequence',
    () => bundleOf(contentOf(1, 'pulumi'), release),
    'each has one of its own',
  ],
  ['one with an error', () => bundleOf(withText(2, 'policy a.b\n\ndeny\n'), release), 'are not valid here'],
  ['one without rules', () => bundleOf(withText(2, 'policy a.b\n'), release), 'are not valid here'],
  [
    'one with a failing test',
    () =>
      bundleOf(withText(2, 'policy a.b\n\ndeny it\n  when runs "ls"\n  test\n    denies "cat"\n'), release),
    'are not valid here',
  ],
  [
    'one with a broken lower layer',
    () => {
      const { layers, ...content } = contentOf(2, 'pulumi');
      const [first] = withText(2, 'policy a.b\n\ndeny\n').layers;
      return bundleOf({ ...content, layers: [...layers, { ...first!, name: 'team' }] }, release);
    },
    'are not valid here',
  ],
])('%s leaves the one before in force, and is told once', (_, octets, why) =>
  following(async ({ publish, look, denied, server, entries, again }) => {
    publish(octets());
    await look();
    await look();
    expect(await denied()).toBe('terraform');
    expect(server.bundleProblem).toContain(why);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ sequence: 1, refused: expect.stringContaining(why) });
    expect(await server.reload()).toBe('refused');
    expect(await denied()).toBe('terraform');
    const next = await again();
    expect(await next?.denied()).toBe('terraform');
    expect(next?.server.bundleProblem).toContain(why);
    next?.publish(bundleOf(contentOf(3, 'ansible'), release));
    await next?.look();
    expect(await next?.denied()).toBe('ansible');
    expect(next?.server.bundleProblem).toBeUndefined();
    await next?.server.close();
  }),
);

test('what is gone leaves the last one in force, also after a new start, and nothing older comes after it', () =>
  following(async ({ publish, remove, look, again }) => {
    publish(bundleOf(contentOf(5, 'pulumi'), release));
    await look();
    remove();
    const next = await again();
    expect(await next?.denied()).toBe('pulumi');
    expect(next?.said()).toContain('is refused: it is not there. The server still decides by bundle 5');
    next?.publish(bundleOf(contentOf(4), release));
    await next?.look();
    expect(await next?.denied()).toBe('pulumi');
    expect(next?.server.bundleProblem).toContain('its sequence is 4, and one with 5 was in force');
    await next?.server.close();
  }));

test('nothing starts by a bundle of a stranger where none was in force before', () =>
  withFolder({ 'a.bundle': bundleOf(contentOf(1), other), 'release.pub': release.publicPem }, async (cwd) => {
    expect(await follow(cwd)).toBeUndefined();
  }));
