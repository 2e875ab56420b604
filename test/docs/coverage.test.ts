/**
 * What the shipped rules are about, by the lists that their tags name, and what each of them does in each profile.
 * `UPDATE=1` writes docs/coverage.md and the table in docs/policies.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CompiledRule } from '../../src/compile/compiled-rule.ts';
import { type Profile, shipped } from '../packs/shipped.ts';
import { agenticRisks, type Technique, tacticNames, techniques } from './threat-lists.ts';

const rulesOf = (profile: Profile): readonly CompiledRule[] => shipped(profile).program.rules;

const ordinary = new Set(rulesOf('default').map(({ code }) => code));
const rules = rulesOf('strict').toSorted((a, b) => (a.code < b.code ? -1 : 1));
const attack = techniques();

const nameOf = ({ code }: CompiledRule): string => code.replace(/^io\.bylaw\./, '');
const tagged = (tag: string): CompiledRule[] => rules.filter(({ tags }) => tags.includes(tag));

/** What a rule does with calls that it holds for, and where it differs from the others, with those for which it is not known. */
function effectOf({ effect, unsure }: CompiledRule): string {
  if (effect === 'watch') return 'records';
  return unsure === 'deny' ? 'denies, also when unsure' : 'denies';
}

const inDefault = (rule: CompiledRule): string => (ordinary.has(rule.code) ? effectOf(rule) : '–');

/** The watch profile is the default one, of which nothing denies. */
const inWatch = ({ code }: CompiledRule): string => (ordinary.has(code) ? 'records' : '–');

/** The same in the strict profile, where a rule of its own may deny what another one records. */
function inStrict(rule: CompiledRule): string {
  const denying = rules.find(
    ({ code, effect, checked }) =>
      effect === 'deny' && code.startsWith('io.bylaw.strict.') && sameCalls(checked.when, rule.checked.when),
  );
  if (rule.effect !== 'watch' || denying === undefined) return effectOf(rule);
  return `${effectOf(denying)} (\`${nameOf(denying)}\`)`;
}

/** Conditions with the same words, wherever they are. */
const sameCalls = (one: unknown, other: unknown): boolean => withoutPlaces(one) === withoutPlaces(other);
/** Each condition is compared with many others. */
const texts = new Map<unknown, string>();
function withoutPlaces(condition: unknown): string {
  const known = texts.get(condition);
  if (known !== undefined) return known;
  const text = JSON.stringify(condition, (key, value) =>
    key === 'place' || key === 'span' ? undefined : value,
  );
  texts.set(condition, text);
  return text;
}

test('each shipped rule names a technique, and no tag is of an unknown form or list', () => {
  for (const rule of rules) {
    const [first] = rule.tags;
    expect(first, rule.code).toMatch(/^attack\./);
    for (const tag of rule.tags) {
      const [, list = '', entry = ''] = /^(attack|owasp)\.(\w+(?:\.\d{3})?)$/.exec(tag) ?? [];
      const known: ReadonlyMap<string, unknown> = list === 'attack' ? attack : agenticRisks;
      expect([...known.keys()], `${rule.code} has the tag ${tag}`).toContain(entry);
    }
    expect(new Set(rule.tags).size, rule.code).toBe(rule.tags.length);
  }
});

test('each sub-technique of the list is named by a rule, and is below its technique', () => {
  for (const { id } of attack.values()) {
    if (!id.includes('.')) continue;
    expect(attack.has(id.slice(0, 5)), id).toBe(true);
    expect(tagged(`attack.${id}`), id).not.toEqual([]);
  }
  for (const { id, tactics } of attack.values())
    for (const tactic of tactics) expect(tacticNames, id).toContain(tactic);
});

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

const ruleRows = (entry: readonly string[], found: readonly CompiledRule[]): string =>
  found
    .map((rule, at) =>
      row([
        ...entry.map((cell) => (at === 0 ? cell : '')),
        `\`${nameOf(rule)}\``,
        inDefault(rule),
        inStrict(rule),
      ]),
    )
    .join('');

const link = ({ id }: Technique): string =>
  `[${id}](https://attack.mitre.org/techniques/${id.replace('.', '/')}/)`;

/** Whether a rule is about a technique or one that is part of it. */
const isTouched = ({ id }: Technique): boolean =>
  rules.some(({ tags }) => tags.some((tag) => tag === `attack.${id}` || tag.startsWith(`attack.${id}.`)));

function untouched(tactic: string): string {
  const names = [...attack.values()]
    .filter((each) => each.tactics[0] === tactic && !isTouched(each))
    .map(({ id, name }) => `${name} (${id})`);
  return names.length === 0 ? '' : `- **${tactic}**: ${names.join(', ')}.\n`;
}

function coverage(): string {
  const used = [...attack.values()].filter(({ id }) => tagged(`attack.${id}`).length > 0);
  const whole = [...attack.values()].filter(({ id }) => !id.includes('.'));
  const about = [...agenticRisks].filter(([id]) => tagged(`owasp.${id}`).length > 0);
  const other = [...agenticRisks].filter(([id]) => tagged(`owasp.${id}`).length === 0);
  return `# What the policies are about

Made from the [shipped policies](policies.md) and their tags by \`UPDATE=1 npx vitest run test/docs/coverage.test.ts\`; not written by hand.

A rule that names a technique stops some ways of doing it, not all of them: bylaw sees what an agent asks for, and not what a process
does. A rule may be in several rows. In the [watch profile](policies.md) every rule of the default one records, and none denies.

## MITRE ATT&CK

ATT&CK for Enterprise, version 17. Of its ${whole.length} techniques here, rules are about ${whole.filter(isTouched).length}. (Of what happens before an attack, Reconnaissance and Resource Development, only
what a rule names is counted.)

| technique | name | tactic | rule | default | strict |
| --- | --- | --- | --- | --- | --- |
${used
  .map((each) => ruleRows([link(each), each.name, each.tactics.join(', ')], tagged(`attack.${each.id}`)))
  .join('')}
### No rule is about

Most of Discovery is reading, which is an agent's daily work; much of the rest is done by people, by mail, or inside of programs, where no call is seen. A technique of
several tactics is below the first one.

${tacticNames.map(untouched).join('')}
## OWASP Top 10 for Agentic Applications

The list of 2026. ${about.length} of ten have rules.

| entry | name | rule | default | strict |
| --- | --- | --- | --- | --- |
${about.map(([id, name]) => ruleRows([id.toUpperCase(), name], tagged(`owasp.${id}`))).join('')}
### No rule is about

${other.map(([id, name]) => `- **${id.toUpperCase()} ${name}**: ${whyNone[id]}\n`).join('')}
### What rules can do about the others

- **ASI01 Agent Goal Hijack**: bylaw does not read the prompts of an agent. The rules stop what a hijacked agent does, under the other entries. They
  also stop two of the ways to hijack one: notes to later agents, and hosts that look like others.
- **ASI06 Memory and Context Poisoning**: what is written into the files that agents read first is looked at; what tools answer is not.
- **ASI09 Human-Agent Trust Exploitation**: what an agent says to a person is not seen. The rules are about asking for passwords, and about saying that checks have passed.
`;
}

const whyNone: Readonly<Record<string, string>> = {
  asi07:
    'messages from one agent to another are not seen as such. Tools of MCP servers are calls like all others, and that a server does not say who it is, is recorded (ASI04).',
  asi08:
    'bylaw answers one call of one agent, and does not know what others make of its outcome. [Limits](language.md#limits) bound what one session does.',
};

function rulesTable(): string {
  const head = row(['rule', 'severity', 'default', 'strict', 'watch']) + row(Array(5).fill('---'));
  const rows = rules.map((rule) =>
    row([`\`${nameOf(rule)}\``, rule.severity, inDefault(rule), inStrict(rule), inWatch(rule)]),
  );
  return `${head}${rows.join('')}`;
}

function held(page: string, written: string): void {
  if (process.env.UPDATE === '1') writeFileSync(page, written);
  else expect(readFileSync(page, 'utf8')).toBe(written);
}

test('docs/coverage.md is what the policies say', () => {
  for (const [id] of agenticRisks)
    expect(tagged(`owasp.${id}`).length > 0, id).toBe(whyNone[id] === undefined);
  held('docs/coverage.md', coverage());
});

test('docs/policies.md says of every rule what it does in each profile', () => {
  const page = 'docs/policies.md';
  const block = /(<!-- rules: .*? -->\n)[\s\S]*?(<!-- end of rules -->)/;
  const text = readFileSync(page, 'utf8');
  expect(text).toMatch(block);
  held(
    page,
    text.replace(block, (_, head: string, tail: string) => `${head}\n${rulesTable()}\n${tail}`),
  );
});
