import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/facts/event/event.ts';
import { decisionEntry, largestEntry, observedEntry } from '../../../src/host/decision-log/log-entry.ts';
import { redact } from '../../../src/mask/redact.ts';
import { isSensitiveName } from '../../../src/mask/sensitive-name.ts';
import { decodeEvent } from '../../../src/protocol/decode.ts';
import { digestWith } from '../../../src/store/decision-log/key.ts';
import { samplesOfRules } from '../load/rules-of-others.ts';
import { deniedWith, eventOf, passed, places } from './log-entries.ts';
import { context, entryOf, inJson, input, key, made, textOf } from './masked-entries.ts';
import { ordinary, placed, planted, secretPart } from './planted.ts';

describe('a credential is not written down', () => {
  const credentials = Object.entries(planted);

  test.each(credentials)('%s, wherever it stands', (_, credential) => {
    const secret = secretPart(credential);
    for (const [place, put] of Object.entries(places)) {
      for (const inputs of ['masked', 'hashed', 'none'] as const)
        expect(textOf(put(credential), inputs), `${place}, ${inputs}`).not.toContain(inJson(secret));
    }
    for (const inputs of ['masked', 'hashed', 'none'] as const)
      expect(textOf({}, inputs, deniedWith(credential)), inputs).not.toContain(inJson(secret));
  });

  test.each(placed)('%s', (text) => {
    const secret = 'hunter2-Tr0ub4dor';
    const written = textOf(input(text.replace('$', secret)));
    expect(written).not.toContain(secret);
    expect(written).toContain('[redacted]');
    // What is kept stays in its place: no name of a group is left.
    expect(redact(text.replace('$', secret))).not.toContain('$');
  });

  test('values of fields with telling names, whatever they are', () => {
    const entry = entryOf({
      tool: {
        name: 'T',
        origin: 'native',
        input: {
          password: 'aaa',
          apiKey: ['bbb', { c: 'ccc' }],
          'X-Auth-Token': 12345,
          headers: [
            { name: 'Authorization', value: 'ddd' },
            { name: 'Accept', value: 'text/html' },
          ],
          args: ['--verbose', '--client-secret', 'eee', 'fff'],
          max_tokens: 4096,
          passenger: 'Sam',
        },
      },
    });
    expect(entry.event?.tool).toMatchObject({
      input: {
        password: '[masked]',
        apiKey: ['[masked]', { c: '[masked]' }],
        'X-Auth-Token': '[masked]',
        headers: [
          { name: 'Authorization', value: '[masked]' },
          { name: 'Accept', value: 'text/html' },
        ],
        args: ['--verbose', '--client-secret', '[masked]', 'fff'],
        max_tokens: 4096,
        passenger: 'Sam',
      },
    });
    expect(entry.masked).toEqual([
      '/event/tool/input/password',
      '/event/tool/input/apiKey/0',
      '/event/tool/input/apiKey/1/c',
      '/event/tool/input/X-Auth-Token',
      '/event/tool/input/headers/0/value',
      '/event/tool/input/args/2',
    ]);
  });

  test('words of a command that are apart, whatever stands in front of them', () => {
    const words = { argv: ['mysql', '-u', 'root', '-phunter2', 'shop'] };
    const call = { command: '/usr/bin/docker', args: ['login', '-p', 'hunter2', 'registry.example.com'] };
    const entry = entryOf({ tool: { name: 'T', origin: 'native', input: { words, call, n: ['-p', '80'] } } });
    expect(entry.event?.tool).toMatchObject({
      input: {
        words: { argv: ['mysql', '-u', 'root', '-p[redacted]', 'shop'] },
        call: { command: '/usr/bin/docker', args: ['login', '-p', '[redacted]', 'registry.example.com'] },
        n: ['-p', '80'],
      },
    });
    expect(entry.masked).toEqual(['/event/tool/input/words/argv/3', '/event/tool/input/call/args/2']);
  });

  test.each([
    ['password', true],
    ['dbPassword', true],
    ['DB_PASSWD', true],
    ['x-api-key', true],
    ['accessToken', true],
    ['Set-Cookie', true],
    ['credentials', true],
    ['author', false],
    ['passenger', false],
    ['tokenizer', false],
    ['file_path', false],
    ['key', false],
  ])('%s is a telling name: %s', (name, expected) => {
    expect(isSensitiveName(name)).toBe(expected);
  });

  test('names that become the same stay two', () => {
    const entry = entryOf(input({ [planted['npm token'] ?? '']: 1, [`${planted['GitHub token']}`]: 2 }));
    expect(entry.event).toHaveProperty('tool.input.value', { '[redacted]': 1, '[redacted] 2': 2 });
  });
});

/**
 * For each text what rules of others find in it, which are kept up with what services do. They read all texts as one file: for
 * each file they measure themselves, and look through all that they have measured before.
 */
async function foundByOthers(texts: readonly string[]): Promise<readonly (readonly string[])[]> {
  const content = texts.join(between);
  const { messages } = await lintSource({
    source: { filePath: 'text.txt', content, ext: '.txt', contentType: 'text' },
    options: { config: { rules: [{ id: 'all', rule: creator }] }, noPhysicFilePath: true },
  });
  let end = -between.length;
  return texts.map((text) => {
    const start = end + between.length;
    end = start + text.length;
    return messages
      .filter(({ range: [from] }) => start <= from && from < end)
      .map(({ ruleId, range }) => `${ruleId} ${content.slice(...range)}`);
  });
}

const between = '\n\n\n';

test.each(ordinary)('nothing of this is a secret: %s', (text) => {
  expect(redact(text)).toBe(text);
});

test('what the rules of others are made to find is gone when ours have passed', async () => {
  const samples = samplesOfRules();
  const inSamples = await foundByOthers(samples);
  const found = samples.filter((_, index) => (inSamples[index]?.length ?? 0) > 0);
  expect(found.length).toBeGreaterThan(150);
  const left = (await foundByOthers(found.map(redact))).flat();
  // A mark in the place of a password is one to them.
  expect(left.filter((each) => !each.includes('[redacted]'))).toEqual([]);
});

test('what other rules find is gone when ours have passed', async () => {
  const texts = [
    ...Object.values(planted),
    ...placed.map((text) => text.replace('$', `hunter2${planted['npm token']}`)),
  ];
  const whole = texts.join('\n\n');
  expect((await foundByOthers([whole])).flat().length).toBeGreaterThan(20);
  expect((await foundByOthers([redact(whole)])).flat()).toEqual([]);
});

describe('what is written down of inputs', () => {
  const command = {
    tool: { name: 'Bash', origin: 'native', input: { command: 'ls -la', again: 'ls -la', n: 3 } },
  };

  test('full: as it came', () => {
    const entry = entryOf(input(`password=hunter2 ${'x'.repeat(20_000)}`), 'full');
    expect(entry.event).toEqual(eventOf(input(`password=hunter2 ${'x'.repeat(20_000)}`)).raw);
    expect(entry.masked).toEqual([]);
  });

  test('masked: what is no secret stays', () => {
    const entry = entryOf(command);
    expect(entry.event).toEqual(eventOf(command).raw);
    expect(entry.masked).toEqual([]);
    expect(entry).toMatchObject({ session: 's1', id: 'e1', tool: { name: 'Bash' }, latency: 12 });
  });

  test('hashed: the same text has the same digest, and what quotes it is one too', () => {
    const entry = entryOf(command, 'hashed', deniedWith('ls -la'));
    const digest = digestWith(key, 'ls -la');
    expect(entry.event?.tool).toMatchObject({
      name: 'Bash',
      input: {
        [digestWith(key, 'command')]: digest,
        [digestWith(key, 'again')]: digest,
        [digestWith(key, 'n')]: digestWith(key, '3'),
      },
    });
    expect(digest).toMatch(/^hmac:[0-9a-f]{32}$/);
    expect(JSON.stringify(entry)).not.toContain('ls -la');
    expect(entry.matched[0]?.objects).toEqual([digest]);
    const names = ['command', 'again', 'n'].map((name) => digestWith(key, name));
    expect(entry.masked).toEqual(names.map((name) => `/event/tool/input/${name}`));
  });

  test('none: nothing of it, and nothing that quotes it', () => {
    const entry = entryOf(command, 'none', deniedWith('ls -la'));
    expect(entry.event?.tool).toEqual({ name: 'Bash', origin: 'native', input: {} });
    expect(JSON.stringify(entry)).not.toContain('ls -la');
    expect(entry.masked).toEqual(['/event/tool/input']);
    expect(entry.code).toBe('com.example.x');
  });

  test('long texts are cut, and it is told which', () => {
    const entry = entryOf(input(['short', 'é'.repeat(30_000)]));
    expect(entry.masked).toEqual(['/event/tool/input/value/1']);
    expect(JSON.stringify(entry).length).toBeLessThan(10_000);
  });

  test.each([
    ['many long texts', input(Array.from({ length: 200 }, () => 'x y '.repeat(3000)))],
    ['many short ones', input(Array.from({ length: 25_000 }, (_, index) => `text ${index}`))],
    ['many names', input(Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`n${index}`, 1])))],
    [
      'long names',
      input(
        Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${index}${'n'.repeat(30_000)}`, 1])),
      ),
    ],
  ])('%s are no more than an entry can hold', (_, parts) => {
    for (const inputs of ['full', 'masked', 'hashed', 'none'] as const) {
      const entry = entryOf(parts, inputs);
      expect(JSON.stringify(entry).length).toBeLessThanOrEqual(largestEntry);
      if (inputs !== 'none') expect(entry.masked.length).toBeGreaterThan(0);
    }
  });

  test('a rule that is hit in a thousand ways is no more than that either', () => {
    const decision = deniedWith('x'.repeat(400));
    const many = { ...decision, matched: Array.from({ length: 3000 }, () => decision.matched[0]!) };
    const entry = entryOf({}, 'masked', many);
    expect(JSON.stringify(entry).length).toBeLessThanOrEqual(largestEntry);
    expect(entry.masked).toContain('/matched');
  });

  test('pointers lead to what they name', () => {
    const entry = entryOf(input({ 'a/b~c': { password: 'x1' } }));
    expect(entry.masked).toEqual(['/event/tool/input/value/a~1b~0c/password']);
  });

  test('a key that every object has is a key like others', () => {
    const raw: JsonObject = JSON.parse(
      '{"id":"e","tool":{"name":"T","origin":"native","input":{"__proto__":{"password":"x1"}}}}',
    );
    const decoded = decodeEvent(raw);
    if (!decoded.ok) throw new Error(decoded.problem.message);
    const text = JSON.stringify(decisionEntry(decoded.event, passed, made, context('masked')));
    expect(text).toContain('"__proto__":{"password":"[masked]"}');
  });
});

describe('what was only observed', () => {
  const secret = 'what the file says';

  test.each([
    {
      id: 'a',
      type: 'tool.after',
      call: { id: 'c' },
      path: 'native',
      tool: { name: 'Read', kind: 'file_read', origin: 'native', input: { path: 'a' } },
      outcome: 'ok',
      execution: { status: 'executed' },
      items: [
        {
          id: 'r',
          role: 'tool',
          parts: [{ id: 't', kind: 'text', mediaType: 'text/plain', selection: 'body', text: secret }],
        },
      ],
    },
    {
      id: 'a',
      type: 'tool.after',
      call: { id: 'c' },
      path: 'native',
      tool: { name: 'Read', kind: 'file_read', origin: 'native', input: { path: 'a' } },
      outcome: 'error',
      execution: { status: 'executed' },
      items: [],
      error: { class: 'tool', message: secret },
    },
    {
      id: 'a',
      type: 'tool.after',
      session: { id: 's' },
      tool: { callId: 'c', name: 'Read', kind: 'file_read', input: { path: 'a' }, output: { text: secret } },
      native: { provider: 'x', eventName: 'y', payload: { result: secret } },
    },
    {
      id: 'a',
      type: 'tool.error',
      session: { id: 's' },
      tool: {
        callId: 'c',
        name: 'Read',
        kind: 'file_read',
        input: { path: 'a' },
        error: { message: secret },
      },
    },
  ])('nothing of what a call gave back is written down, and the rest can be read again', (raw) => {
    const decoded = decodeEvent(raw as JsonObject);
    if (!decoded.ok) throw new Error(decoded.problem.message);
    for (const inputs of ['full', 'masked', 'hashed', 'none'] as const) {
      const entry = observedEntry(decoded.event, decoded.event.type as 'tool.after', context(inputs));
      expect(JSON.stringify(entry)).not.toContain(secret);
      expect(entry.call).toBe('c');
      expect(entry.outcome).toBe(JSON.stringify(raw).includes('"error"') ? 'error' : 'ok');
      const again = decodeEvent(entry.event ?? {});
      expect(again.ok).toBe(true);
      if (again.ok) expect(again.event).toMatchObject({ type: raw.type, call: 'c', id: 'a' });
    }
  });
});
