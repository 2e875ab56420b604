// What an engine remembers: one case for each thing that is said of it.
import { describe, expect, test } from 'vitest';
import type { CallOutcome } from '../../src/engine/memory.ts';
import { reportedOutcome } from '../../src/engine/step.ts';
import type { Event, JsonObject } from '../../src/facts/event/event.ts';
import { openVolatileStore } from '../../src/store/memory/volatile.ts';
import { program } from './program.ts';
import { bash, call, digest, ended, hour, minute, Setting, type Told } from './setting.ts';

describe('what a label waits for', () => {
  const rules = (outcome: string): string => `
label seen on session lasts 30m
  when tool "Read"${outcome === '' ? '' : ` and it ${outcome}`}
deny next
  while seen
  when tool "Fetch"
  reason "Seen {since seen} ago by {seen.tool}."`;
  const outcomeOfNext = (outcome: string, ...told: CallOutcome[]): string | undefined => {
    const setting = new Setting(rules(outcome));
    const read = call('Read', 'read');
    setting.ask(read);
    for (const each of told) setting.tell(read, each);
    return setting.ask(call('Fetch', 'fetch'));
  };

  test('an attempt is enough where nothing is said', () => {
    expect(outcomeOfNext('')).toBe('next');
    for (const told of ['ok', 'error', 'denied'] as const) expect(outcomeOfNext('', told)).toBe('next');
  });

  test.each([
    ['succeeded', 'ok'],
    ['failed', 'error'],
    ['was denied', 'denied'],
  ] as const)('`it %s` waits for the news', (written, outcome) => {
    expect(outcomeOfNext(written)).toBeUndefined();
    for (const told of ['ok', 'error', 'denied'] as const) {
      expect(outcomeOfNext(written, told)).toBe(told === outcome ? 'next' : undefined);
      expect(outcomeOfNext(`${written} or unknown`, told)).toBe(told === outcome ? 'next' : undefined);
    }
    expect(outcomeOfNext(`${written} or unknown`)).toBe('next');
  });

  test('the first news counts, but what happened gives way to more that happened', () => {
    expect(outcomeOfNext('succeeded', 'error', 'ok')).toBe('next');
    expect(outcomeOfNext('failed', 'ok', 'error')).toBeUndefined();
    expect(outcomeOfNext('succeeded', 'denied', 'ok')).toBe('next');
    expect(outcomeOfNext('succeeded', 'denied', 'denied', 'error', 'ok')).toBe('next');
  });

  test('it lasts from the news on, and the reason says since when and by which tool', () => {
    const setting = new Setting(rules('succeeded'));
    const read = call('Read', 'read');
    setting.ask(read);
    setting.now += 10 * minute;
    setting.tell(read, 'ok');
    setting.now += 29 * minute;
    expect(setting.decide(call('Fetch', 'one')).reason).toBe('Seen 29 minutes ago by Read.');
    setting.now += minute;
    expect(setting.ask(call('Fetch', 'two'))).toBeUndefined();
  });

  test('the news may come first, and more than once', () => {
    for (const [told, expected] of [
      [['ok'], 'next'],
      [['error', 'ok'], 'next'],
      [['ok', 'error'], 'next'],
      [['error', 'denied'], undefined],
      [['denied', 'ok'], 'next'],
      [['denied', 'denied'], undefined],
    ] as const) {
      const setting = new Setting(rules('succeeded'));
      const read = call('Read', 'read');
      for (const each of told) setting.tell(read, each);
      expect(setting.ask(call('Fetch', 'before'))).toBeUndefined();
      setting.ask(read);
      expect(setting.ask(call('Fetch', 'after'))).toBe(expected);
    }
  });

  test('early news is of one call, and of nothing after a day', () => {
    const setting = new Setting(rules('succeeded'));
    setting.tell(call('Read', 'read'), 'ok');
    setting.now += 24 * hour;
    setting.ask(call('Read', 'read'));
    expect(setting.ask(call('Fetch', 'fetch'))).toBeUndefined();
  });

  test('a call of which nothing more is heard within a day stays as it is', () => {
    const setting = new Setting(`
label likely on session lasts 7d
  when tool "Read" and it succeeded or unknown
label sure on session lasts 7d
  when tool "Read" and it succeeded
deny a while likely when tool "A"
deny b while sure when tool "B"`);
    const read = call('Read', 'read');
    setting.ask(read);
    setting.now += 25 * hour;
    setting.ask(call('Other', 'other'));
    setting.tell(read, 'error');
    expect(setting.ask(call('A', 'a'))).toBe('a');
    expect(setting.ask(call('B', 'b'))).toBeUndefined();
    setting.now += 6 * 24 * hour;
    expect(setting.ask(call('A', 'a later'))).toBeUndefined();
  });
});

describe('what an event says of how a call ended', () => {
  test.each([
    [{ type: 'tool.after', raw: { outcome: 'ok' } }, 'ok'],
    [{ type: 'tool.after', raw: { outcome: 'error' } }, 'error'],
    [{ type: 'tool.after', raw: { outcome: 'denied' } }, 'denied'],
    [{ type: 'tool.after', raw: {} }, 'ok'],
    [{ type: 'tool.after', raw: { outcome: 'maybe' } }, undefined],
    [{ type: 'tool.after', raw: { outcome: null } }, undefined],
    [{ type: 'tool.error', raw: {} }, 'error'],
    [{ type: 'tool.before', raw: { outcome: 'ok' } }, undefined],
    [{ type: 'session.end', raw: { outcome: 'ok' } }, undefined],
  ] as const)('%o is %s', (event, outcome) => {
    expect(reportedOutcome({ ...call('Read', 'read'), ...event })).toBe(outcome);
  });
});

describe('denials', () => {
  test('one that was given sets `it was denied` at once, and gives way to the news that the call ran', () => {
    const setting = new Setting(`
label stopped on session lasts 30m
  when tool "Read" and it was denied
label ran on session lasts 30m
  when tool "Read" and it succeeded or unknown
deny reading when tool "Read"
deny a while stopped when tool "A"
deny b while ran when tool "B"`);
    const read = call('Read', 'read');
    expect(setting.ask(read)).toBe('reading');
    expect([setting.ask(call('A', 'a1')), setting.ask(call('B', 'b1'))]).toEqual(['a', undefined]);
    setting.tell(read, 'denied');
    expect(setting.ask(call('B', 'b2'))).toBeUndefined();
    setting.tell(read, 'ok');
    expect([setting.ask(call('A', 'a2')), setting.ask(call('B', 'b3'))]).toEqual(['a', 'b']);
  });

  test('a failure that only repeats the reason of the denial is no news; any other is', () => {
    const rules = `
label failed on session lasts 30m
  when tool "Read" and it failed
deny reading when tool "Read"
deny a while failed when tool "A"`;
    const answer = (message: string): string | undefined => {
      const setting = new Setting(rules);
      const read = call('Read', 'read');
      setting.ask(read);
      const event = ended(read, 'error');
      setting.engine.observe({ ...event, raw: { ...event.raw, error: { class: 'tool', message } } });
      return setting.ask(call('A', 'a'));
    };
    expect(answer('Reading is not allowed. [com.example.reading]')).toBeUndefined();
    expect(answer('no such file')).toBe('a');
    expect(answer('[com.example.reading] no such file')).toBe('a');
  });

  test('a label counts the denial that is just being given, and a rule does not', () => {
    const setting = new Setting(`
label hammering on session lasts 10m
  when denied 2 times within 5m by "com.example.read*"
deny reading when tool "Read"
deny at-once when tool "Read" and denied 2 times within 5m severity high when unsure deny
deny other while hammering when tool "Other"`);
    expect(setting.ask(call('Read', '1'))).toBe('reading');
    expect(setting.ask(call('Other', '2'))).toBeUndefined();
    expect(setting.ask(call('Read', '3'))).toBe('reading');
    expect(setting.ask(call('Other', '4'))).toBe('other');
    // The denials of others are counted where no code is named.
    expect(setting.ask(call('Read', '5'))).toBe('at-once');
  });

  test('a call counts for each rule that denied it, whichever gave the answer', () => {
    const setting = new Setting(`
label hammering on session lasts 10m
  when denied 2 times within 5m by "com.example.reading" or "com.example.strict"
deny reading when tool "Read"
deny strict when tool "Write" and input.owner is "x" when unsure deny
deny noting when tool "Copy" and input.owner is "x" when unsure note
deny graver when tool "Read" or "Write" or "Copy" severity high when unsure deny
deny other while hammering when tool "Other"
deny noted when tool "Other" and denied 1 times within 5m by "com.example.noting"`);
    expect(setting.ask(call('Read', '1'))).toBe('graver');
    expect(setting.ask(call('Copy', '2'))).toBe('graver');
    expect(setting.ask(call('Other', '3'))).toBeUndefined();
    expect(setting.ask(call('Write', '4'))).toBe('graver');
    expect(setting.ask(call('Other', '5'))).toBe('other');
    const kept = setting.memory('session', call('X', '')).denials.slice(0, 3);
    expect(kept.map(({ also }) => also)).toEqual([
      ['com.example.reading'],
      undefined,
      ['com.example.strict'],
    ]);
  });

  test('retries of a denial are not counted, and old ones no longer', () => {
    const setting = new Setting(`
deny reading when tool "Read"
deny many when tool "Other" and denied 2 times within 5m`);
    for (let times = 0; times < 5; times++) setting.ask(call('Read', '1'));
    expect(setting.ask(call('Other', '2'))).toBeUndefined();
    setting.now += 5 * minute;
    setting.ask(call('Read', '3'));
    expect(setting.ask(call('Other', '4'))).toBeUndefined();
    setting.now += 5 * minute - 1;
    setting.ask(call('Read', '5'));
    expect(setting.ask(call('Other', '6'))).toBe('many');
  });
});

describe('limits', () => {
  const rules = `limit few to 2 fetch per 10m per session`;
  const fetching = (id: string, told?: Told): Event => {
    const event = call('WebFetch', id, { url: 'https://example.net' }, told);
    return { ...event, tool: { ...event.tool!, kind: 'fetch' } };
  };

  test('calls that were let through count, those that were denied do not', () => {
    const setting = new Setting(rules);
    expect([1, 2, 3, 4].map((id) => setting.ask(fetching(`${id}`)))).toEqual([
      undefined,
      undefined,
      'few',
      'few',
    ]);
    setting.now += 10 * minute - 1;
    expect(setting.ask(fetching('5'))).toBe('few');
    setting.now += 1;
    expect(setting.ask(fetching('6'))).toBeUndefined();
  });

  test('the reason says how many, in what time, and when again', () => {
    const setting = new Setting(rules);
    setting.ask(fetching('1'));
    setting.now += 2500;
    setting.ask(fetching('2'));
    expect(setting.decide(fetching('3')).reason).toBe(
      'In this session at most 2 calls of `fetch` may be made within 10 minutes; the next is possible at 2026-10-01T00:10:00Z.',
    );
  });

  test('one that is known not to have run counts no more, and one that ran all the same does', () => {
    const setting = new Setting(rules);
    setting.ask(fetching('1'));
    setting.ask(fetching('2'));
    setting.tell(fetching('2'), 'denied');
    expect(setting.ask(fetching('3'))).toBeUndefined();
    expect(setting.ask(fetching('4'))).toBe('few');
    setting.tell(fetching('2'), 'ok');
    setting.tell(fetching('1'), 'error');
    setting.tell(fetching('3'), 'denied');
    expect(setting.ask(fetching('5'))).toBe('few');
  });

  test('they are counted for a session, an agent of it, or an installation', () => {
    const asked = (per: string, ...told: readonly Told[]): (string | undefined)[] => {
      const setting = new Setting(`limit few to 1 fetch per 10m per ${per}`);
      return told.map((each, id) => setting.ask(fetching(`${id}`, each)));
    };
    expect(asked('session', {}, { session: 't' }, { agent: 'x' })).toEqual([undefined, undefined, 'few']);
    expect(asked('agent', {}, { agent: 'x' }, { agent: 'x' }, {})).toEqual([
      undefined,
      undefined,
      'few',
      'few',
    ]);
    expect(asked('source', {}, { session: 't' }, { source: 'urn:other' })).toEqual([
      undefined,
      'few',
      undefined,
    ]);
  });

  test('an unsure call counts where it would be denied', () => {
    const unsure = (id: string): Event => call('Odd', id, {}, {});
    const foreign = (id: string): Event => ({
      ...unsure(id),
      tool: { ...unsure(id).tool!, kind: 'own-kind' },
    });
    const strict = new Setting(`${rules}\n  when unsure deny`);
    expect(['1', '2', '3'].map((id) => strict.ask(foreign(id)))).toEqual([undefined, undefined, 'few']);
    const noting = new Setting(rules);
    expect(['1', '2', '3'].map((id) => noting.ask(foreign(id)))).toEqual([undefined, undefined, undefined]);
  });
});

describe('whose memory it is', () => {
  const rules = (on: string): string => `
label seen on ${on} lasts 30m
  when tool "Read"
deny next while seen when tool "Fetch"`;
  const asked = (on: string, set: Told, ask: Told): boolean => {
    const setting = new Setting(rules(on));
    setting.ask(call('Read', 'read', {}, set));
    return setting.ask(call('Fetch', 'fetch', {}, ask)) === 'next';
  };

  test('a session’s is its own, and without an id it is that of its source', () => {
    expect(asked('session', {}, {})).toBe(true);
    expect(asked('session', {}, { session: 't' })).toBe(false);
    expect(asked('session', {}, { source: 'urn:other' })).toBe(false);
    expect(asked('session', {}, { session: undefined })).toBe(false);
    expect(asked('session', { session: undefined }, { session: undefined })).toBe(true);
    expect(asked('session', { session: undefined }, { session: undefined, source: 'urn:other' })).toBe(false);
  });

  test('a source’s is that of all its sessions', () => {
    expect(asked('source', {}, { session: 't' })).toBe(true);
    expect(asked('source', {}, { session: undefined })).toBe(true);
    expect(asked('source', {}, { source: 'urn:other' })).toBe(false);
  });

  test('a workspace’s is that of its roots in any order, else of the current directory, else of the source', () => {
    expect(asked('workspace', { roots: ['/a', '/b'] }, { roots: ['/b', '/a', '/a'], session: 't' })).toBe(
      true,
    );
    expect(asked('workspace', { roots: ['/a', '/b'] }, { roots: ['/a'] })).toBe(false);
    expect(asked('workspace', { roots: [] }, { roots: [], session: 't' })).toBe(true);
    expect(asked('workspace', { roots: [] }, { roots: [], cwd: '/other' })).toBe(false);
    expect(asked('workspace', { session: undefined }, { session: undefined })).toBe(true);
  });

  test('a call without an id has no outcome', () => {
    const setting = new Setting(`
label sure on session lasts 30m
  when tool "Read" and it succeeded
label likely on session lasts 30m
  when tool "Read" and it failed or unknown
deny a while sure when tool "A"
deny b while likely when tool "B"`);
    const read = call('Read', 'read', {}, { call: undefined });
    setting.ask(read);
    setting.tell(read, 'ok');
    expect([setting.ask(call('A', 'a')), setting.ask(call('B', 'b'))]).toEqual([undefined, 'b']);
  });
});

describe('retries', () => {
  const rules = `limit one to 1 fetch per 10m per source\n  reason "next at {retry-at}"`;
  const fetching = (id: string, url = 'https://example.net'): Event => {
    const event = call('WebFetch', id, { url });
    return { ...event, tool: { ...event.tool!, kind: 'fetch' } };
  };

  test('get the answer of the first time, also after a restart, and count once', () => {
    const setting = new Setting(rules);
    const passed = setting.decide(fetching('1'));
    const denied = setting.decide(fetching('2'));
    expect([passed.effect, denied.code]).toEqual(['none', 'com.example.one']);
    for (let times = 0; times < 3; times++) {
      setting.now += minute;
      if (times === 1) setting.start();
      const { effect, reason } = setting.decide(fetching('2'));
      expect([effect, reason]).toEqual(['deny', denied.reason]);
      expect(setting.decide(fetching('1'))).toMatchObject({ effect: 'none', repeated: true });
    }
    expect(setting.memory('source', fetching('1'))).toMatchObject({
      counts: [{ times: [expect.any(Number)] }],
    });
    expect(setting.memory('session', fetching('1')).calls).toHaveLength(2);
  });

  test('an id that comes back with another call is one more call, and never answered more mildly', () => {
    const setting = new Setting(`${rules}
label seen on session lasts 30m
  when tool "Read"
deny next while seen when tool "Fetch"
deny bad when tool "Bad"`);
    setting.ask(call('Harmless', '1'));
    setting.ask(call('Read', '1'));
    expect(setting.ask(call('Fetch', '2'))).toBe('next');
    setting.start();
    expect(setting.ask(call('Bad', '3'))).toBe('bad');
    setting.start();
    expect(setting.ask(call('Harmless', '3'))).toBe('bad');
    expect(setting.memory('session', call('Bad', '3')).denials).toHaveLength(3);
    expect(setting.decide(call('Bad', '3')).repeated).toBe(true);
  });

  test('an event that no text can be made of is no retry of another', () => {
    const setting = new Setting(
      'deny bad when tool "Bad"\nlabel x on session lasts 1m when it failed\ndeny y while x when tool "Y"',
    );
    let deep: JsonObject = {};
    for (let level = 0; level < 200_000; level++) deep = { a: deep };
    const withoutText = (name: string): Event => ({ ...call(name, '1'), raw: { deep } });
    // Twice is a call more each time, which the store that asks for the opposite is too strict for.
    const lax = new Setting(
      'deny bad when tool "Bad"\nlabel x on session lasts 1m when it failed\ndeny y while x when tool "Y"',
      openVolatileStore(),
    );
    expect([lax.ask(withoutText('Fine')), lax.ask(withoutText('Bad'))]).toEqual([undefined, 'bad']);
    expect(lax.engine.counts.repeated).toBe(0);
    expect(setting.program.scopes).toEqual(['session']);
  });
});

describe('files', () => {
  const rules = `
label downloaded on file lasts 2h
  when writes any path and runs "curl" and it succeeded or unknown
deny runs-it when runs any file labelled downloaded
deny reads-it when reads any path labelled downloaded and tool is "Read"
  when unsure note`;

  test('have the label each for itself, and folders for what is in them', () => {
    const setting = new Setting(rules);
    setting.ask(
      bash('curl -o a.sh https://x.example.net && curl --output-dir d -O https://x.example.net/b.sh', '1'),
    );
    expect(setting.ask(bash('bash a.sh', '2'))).toBe('runs-it');
    expect(setting.ask(bash('sh d/b.sh', '3'))).toBe('runs-it');
    expect(setting.ask(bash('sh b.sh', '4'))).toBeUndefined();
  });

  test('lose it with the news that the call failed', () => {
    const setting = new Setting(rules);
    const download = bash('curl -o a.sh https://x.example.net', '1');
    setting.ask(download);
    setting.tell(download, 'error');
    expect(setting.ask(bash('bash a.sh', '2'))).toBeUndefined();
  });

  test('of which the path is not known could be any: unsure, never no', () => {
    const setting = new Setting(
      `${rules}\ndeny strict when runs any file labelled downloaded when unsure deny`,
    );
    setting.ask(bash('curl -o "$TARGET" https://x.example.net', '1'));
    expect(setting.ask(bash('bash other.sh', '2'))).toBe('strict');
    expect(setting.decide(bash('ls', '3')).effect).toBe('none');
  });
});

test('another program goes on with what is remembered', () => {
  const setting = new Setting(
    'label seen on session lasts 30m when tool "Read"\ndeny x while seen when tool "X"',
  );
  setting.ask(call('Read', '1'));
  const next = program('label seen on session lasts 30m when tool "Other"\ndeny y while seen when tool "X"');
  setting.engine.follow(next, { store: setting.store, now: () => setting.now, digest });
  expect(setting.ask(call('X', '2'))).toBe('y');
  setting.engine.follow(program('deny z when tool "X"'), undefined);
  expect(setting.ask(call('X', '3'))).toBe('z');
  expect(setting.ask(call('X', '2'))).toBe('y');
});
