/** What is written down as it is: never anything that masking would have changed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/facts/event/event.ts';
import { secretArgumentPrograms } from '../../../src/facts/knowledge/notation/secret-arguments.ts';
import { areHarmless, redactKept } from '../../../src/host/decision-log/harmless-texts.ts';
import { maskEvent } from '../../../src/host/decision-log/mask-event.ts';
import { sizeOfPlain } from '../../../src/host/decision-log/plain-event.ts';
import { redact, secretSigns } from '../../../src/mask/redact.ts';
import { signFilter } from '../../../src/mask/sign-filter.ts';
import { literalsOfRegex } from '../../../src/pattern/regex/regex-literals.ts';
import { tries } from '../../campaign/effort.ts';
import { planted } from './planted.ts';

const words = [
  ...Object.values(planted),
  ...secretArgumentPrograms().slice(0, 40),
  ...[
    'password',
    'apiKey',
    'token',
    'value',
    'name',
    'command',
    'args',
    'Authorization',
    'X-Api-Key',
    'file_path',
  ],
  ...[
    '-p',
    '-u',
    '--password',
    '--token=abcdefgh',
    'sam:hunter22',
    'https://sam:hunter22@example.com/',
    'A_KEY=s3cret5',
  ],
  ...[
    'src/a.ts',
    'notes',
    'ls -la',
    'git status',
    '',
    'é',
    '\u0000',
    '1.5',
    '__proto__',
    'mysql -psecret1',
    'hey',
    'ab',
  ],
];
const text = fc.oneof(
  fc.constantFrom(...words),
  fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((parts) => parts.join(' ')),
  fc.string({ maxLength: 30 }),
);
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom<Json>(null, true, 17),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.array(fc.tuple(text, tie('json')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  ),
}));
const event = fc
  .array(fc.tuple(fc.constantFrom('id', 'tool', 'session', 'time'), json), { maxLength: 4 })
  .map((entries): JsonObject => Object.fromEntries(entries));

/** With a list of words in a mode in which nothing is plain, so that the copy is what is compared. */
function masked(raw: JsonObject): { readonly event: JsonObject; readonly masked: readonly string[] } {
  const options = { inputs: 'masked', digestOf: (each: string) => each, longestText: 8192 } as const;
  const beside = { ...raw, note: planted['GitHub token']! };
  const copy = maskEvent({ type: 'tool.before', raw: beside } as never, options);
  const { note, ...rest } = copy.event;
  expect(note).toContain('[redacted]');
  return { event: rest, masked: copy.masked.filter((pointer) => pointer !== '/note') };
}

test('an event that is plain is what masking makes of it, octet for octet', () => {
  let plain = 0;
  fc.assert(
    fc.property(event, (raw) => {
      const size = sizeOfPlain(raw, 8192);
      if (size === undefined) return;
      plain += 1;
      expect(JSON.stringify(raw)).toBe(JSON.stringify(masked(raw).event));
      expect(masked(raw).masked).toEqual([]);
      expect(JSON.stringify(raw).length).toBeLessThanOrEqual(size + 2);
    }),
    { numRuns: tries(600), seed: 7 },
  );
  expect(plain).toBeGreaterThan(tries(200));
});

test('a second look at the same event finds the same', () => {
  fc.assert(
    fc.property(event, (raw) => {
      expect(sizeOfPlain(raw, 8192)).toBe(sizeOfPlain(structuredClone(raw), 8192));
    }),
    { numRuns: tries(500), seed: 11 },
  );
});

test.each<[string, JsonObject]>([
  ['a credential', { id: 'e', tool: { input: { text: planted['npm token']! } } }],
  ['a field with a telling name', { id: 'e', tool: { input: { password: 'x1' } } }],
  ['a value that its neighbour names', { id: 'e', tool: { input: { name: 'Authorization', value: 'x1' } } }],
  ['an option and its value', { id: 'e', tool: { input: { args: ['--password', 'x1'] } } }],
  ['a program beside its arguments', { id: 'e', tool: { input: { command: 'mysql', args: ['-px1y2z3'] } } }],
  ['a text that is cut', { id: 'e', tool: { input: { text: 'a'.repeat(9000) } } }],
])('%s is not plain, the second time neither', (_, raw) => {
  expect(sizeOfPlain(raw, 8192)).toBeUndefined();
  expect(sizeOfPlain(raw, 8192)).toBeUndefined();
});

test('a list of words that was plain without a program is looked at again beside one', () => {
  const args = ['-phunter22'];
  expect(sizeOfPlain({ id: 'e', tool: { input: { args } } }, 8192)).toBeDefined();
  expect(sizeOfPlain({ id: 'e', tool: { input: { command: 'mysql', args } } }, 8192)).toBeUndefined();
});

/** All ways to make a program, or none, and a list of a text: its parts follow one another in each of them. */
function splits(whole: string): readonly JsonObject[] {
  const found: JsonObject[] = [];
  for (let first = 0; first <= whole.length; first++)
    for (let second = first; second <= whole.length; second++) {
      const parts = [whole.slice(0, first), whole.slice(first, second), whole.slice(second)];
      const [command = '', ...args] = parts;
      for (const input of [
        { args: parts },
        { command, args },
        { args: [whole.slice(0, second), whole.slice(second)] },
      ])
        found.push({ id: 'e', tool: { input } });
    }
  return found;
}

test.each([
  'mysql-phunter22',
  '--passwordhunter22',
  'mysql5:hello',
  '-:0:5:mysql10:-phunter22',
  '0:9:-phunter2',
])('no list is taken for another one of the same letters: %s', (whole) => {
  const all = splits(whole);
  // In both orders: whichever of two lists is kept first must say nothing of the other.
  for (const raw of [...all, ...[...all].reverse()])
    if (sizeOfPlain(raw, 8192) !== undefined) expect(masked(raw)).toEqual({ event: raw, masked: [] });
});

test('a program is no part of a list, however it is spelt', () => {
  const withProgram = (command: string, args: string[]) => ({ id: 'e', tool: { input: { command, args } } });
  for (const harmless of [withProgram('mysql10:-phunter22', ['x']), withProgram('', ['-phunter22', 'x'])])
    expect(sizeOfPlain(harmless, 8192)).toBeDefined();
  expect(sizeOfPlain(withProgram('mysql', ['-phunter22', 'x']), 8192)).toBeUndefined();
});

test('what is kept of texts changes nothing about what is redacted', () => {
  fc.assert(
    fc.property(text, (each) => {
      expect(redactKept(each)).toBe(redact(each));
      if (areHarmless([each])) expect(redact(each)).toBe(each);
      expect(redactKept(each)).toBe(redact(each));
    }),
    { numRuns: tries(500), seed: 5 },
  );
});

test('the filter lets every text through that has a sign', () => {
  const mayHaveSign = signFilter(secretSigns);
  const missed: string[] = [];
  const look = (each: string): void => {
    const hasSign = secretSigns.some((sign) => sign.test(each));
    if (hasSign && !mayHaveSign(each)) missed.push(each);
  };
  for (const each of words) look(each);
  for (const each of secretArgumentPrograms())
    for (const part of [each, each.toUpperCase(), `x ${each}`]) look(part);
  const fragments = secretSigns.flatMap(
    ({ source }) => literalsOfRegex(source, Number.POSITIVE_INFINITY) ?? [],
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 3 })), { maxLength: 8 }),
      (parts) => look(parts.join('')),
    ),
    { numRuns: tries(1_000), seed: 3 },
  );
  expect(missed).toEqual([]);
  expect(mayHaveSign('src/orders/create-order.ts')).toBe(false);
});

test('a sign that is a word is seen as one, and not within another', () => {
  const mayHaveSign = signFilter([/\boc\b|\baws\b|curl|=-/]);
  const seen = ['oc', 'x oc', 'OC get', '-oc.', 'éoc', 'oc=', '=oc', 'o oc', 'awsaws aws', 'xcurlx', 'oc\n'];
  const unseen = ['docs', 'oc1', '_oc', 'ocaws', 'awsoc', 'o c', 'aw s', 'cur', 'oc_ aws7', ''];
  expect(seen.filter((each) => !mayHaveSign(each))).toEqual([]);
  expect(unseen.filter(mayHaveSign)).toEqual([]);
});
