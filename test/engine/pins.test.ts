/** Pins: who has the token speaks for the source, and no other client does. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClientPin } from '../../src/check/tree/checked.ts';
import { Engine } from '../../src/engine/engine.ts';
import { admit, foreignClaim } from '../../src/engine/pins.ts';
import type { Client } from '../../src/facts/event/client.ts';
import { tries } from '../campaign/effort.ts';
import { program } from './program.ts';
import { bash, ended, Setting } from './setting.ts';

const pin = (more: Partial<ClientPin>): ClientPin => ({ source: [], harness: [], agent: [], ...more });
const pins = [
  pin({ token: 'ci', source: ['urn:ci', 'urn:nightly'], harness: ['claude-code'] }),
  pin({ user: 'deploy', agent: ['release-bot'] }),
];
const ci: Client = { way: 'token', token: 'ci' };

const event = (source: string, more: { harness?: string; agent?: string } = {}) => ({
  ...bash('ls', 'a', { source, ...(more.agent === undefined ? {} : { agent: more.agent }) }),
  harness: more.harness === undefined ? undefined : { name: more.harness, version: '1' },
});

test('a client with a pin speaks as that, and it is proved', () => {
  expect(admit(pins, event('urn:ci'), ci)).toEqual({
    client: { ...ci, source: 'urn:ci', harness: 'claude-code' },
    foreign: undefined,
  });
  expect(admit(pins, event('urn:ci', { harness: 'Claude-Code' }), ci).client?.harness).toBe('claude-code');
  expect(admit(pins, event('urn:any'), { way: 'socket', user: 'deploy' }).client?.agent).toBe('release-bot');
});

test.each<[string, Parameters<typeof event>, Client, string | undefined]>([
  ['with another token', ['urn:ci'], { token: 'other' }, 'source'],
  ['with no proof', ['urn:ci'], { way: 'port' }, 'source'],
  ['in another spelling', ['URN:CI'], { token: 'other' }, 'source'],
  ['as a user of that name', ['urn:ci'], { user: 'ci' }, 'source'],
  ['a harness', ['urn:x', { harness: 'claude-code' }], { token: 'other' }, 'harness'],
  ['an agent', ['urn:x', { agent: 'release-bot' }], { token: 'other' }, 'agent'],
  ['something that nobody has', ['urn:x', { harness: 'codex', agent: 'a' }], { token: 'other' }, undefined],
  ['its own client, as something else', ['urn:x'], ci, 'source'],
  ['its own client, with another harness', ['urn:ci', { harness: 'codex' }], ci, 'harness'],
])('what is claimed by %s', (_, told, client, foreign) => {
  expect(admit(pins, event(...told), client).foreign?.what).toBe(foreign);
});

test('nothing is refused where nobody says who asks, and nothing is proved', () => {
  expect(admit(pins, event('urn:ci'), undefined)).toEqual({ client: undefined, foreign: undefined });
});

test('what is refused takes part in nothing', () => {
  const setting = new Setting('condition shells = kind is shell\nlimit one to 1 shells per 1h per source');
  const engine = new Engine({
    program: { ...setting.program, clients: pins },
    memory: { store: setting.store, now: () => setting.now, digest: (text) => text },
  });
  const call = (id: string) => bash('ls', id, { source: 'urn:ci' });
  const refused = engine.decide(call('a'), { client: { token: 'other' } });
  expect(refused.code).toBe('io.bylaw.engine.foreign-source');
  expect(refused.reason).toContain('names the source `urn:ci`');
  expect(refused.client).toEqual({ token: 'other' });
  expect(engine.decide(call('a'), { client: ci })).toMatchObject({
    effect: 'none',
    client: { source: 'urn:ci' },
  });
  expect(engine.decide(call('b'), { client: ci }).code).toBe('com.example.one');
  expect(engine.observe(ended(call('a'), 'denied'), { client: { token: 'other' } })).toEqual({
    unproven: 'source',
  });
  expect(engine.decide(call('c'), { client: ci }).code).toBe('com.example.one');
  const watching = new Engine({ program: { ...program(''), clients: pins, watches: true } });
  expect(watching.decide(call('d'), { client: {} })).toMatchObject({
    effect: 'none',
    code: 'io.bylaw.engine.foreign-source',
  });
});

test('what a pin proves is what the pin says: nobody else ever has it', () => {
  const name = fc.constantFrom('a', 'b', 'A');
  const names = fc.uniqueArray(name, { maxLength: 2 });
  const isIn = ({ source }: ClientPin, claimed: string): boolean => source.includes(claimed);
  const some = fc.option(name, { nil: undefined });
  const anyPin = fc.record({
    token: some,
    certificate: some,
    user: some,
    source: names,
    harness: names,
    agent: names,
  });
  const given = fc.record({ token: some, certificate: some, user: some });
  const claims = fc.record({ source: name, harness: some, agent: some }, { requiredKeys: ['source'] });
  fc.assert(
    fc.property(
      fc.array(anyPin, { maxLength: 3 }),
      given,
      claims,
      (all, client, { source, harness, agent }) => {
        const told = event(source, { ...(harness && { harness }), ...(agent && { agent }) });
        const { client: proved, foreign } = admit(all, told, client);
        const own = all.filter(
          (each) =>
            [undefined, client.token].includes(each.token) &&
            [undefined, client.certificate].includes(each.certificate) &&
            [undefined, client.user].includes(each.user),
        );
        for (const member of ['source', 'harness', 'agent'] as const) {
          const value = proved?.[member];
          if (value !== undefined)
            expect(own.some((each) => each[member].some((one) => one === value))).toBe(true);
        }
        // A source that is pinned to others alone never gets through.
        const isOfOthers = all.some((each) => isIn(each, source) && !own.includes(each));
        if (isOfOthers && !own.some((each) => isIn(each, source))) expect(foreign?.what).toBe('source');
      },
    ),
    { seed: 23, numRuns: tries(300) },
  );
});

test('an event of a dry run that names no source is told which', () => {
  const { foreign } = admit([pin({ token: 'ci', source: ['urn:ci'] })], event('urn:bylaw:dry-run'), ci);
  expect(foreign && foreignClaim(foreign, false).reason).toBe(
    'This event names no source, and its client speaks as `urn:ci` only. Add `"source": "urn:ci"` to it.',
  );
});
