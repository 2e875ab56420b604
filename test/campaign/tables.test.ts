/**
 * What the tables say of programs is held against the programs: every form of every line, on made files, in a sandbox.
 * Where there can be no sandbox nothing is run: a campaign fails then, and the sample of the gate is left out and says
 * why.
 */
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chanceOf } from '../pattern/path-pairs.ts';
import { showDeed } from './differential/compare.ts';
import { whyNot } from './differential/probes.ts';
import { hasTracer, runAll, workspace } from './differential/sandbox.ts';
import { isFull, seed, tell, timeout } from './effort.ts';
import { type Form, firstCalls, nameOf, textOf } from './tables/calls.ts';
import { findPrograms } from './tables/find.ts';
import { cache, install } from './tables/install.ts';
import { type Judged, judge } from './tables/judge.ts';
import {
  type Finding,
  type FormResult,
  type Mark,
  type ProgramResult,
  readFindings,
  readResults,
  totalsOf,
  withoutReason,
  writePage,
  writeResults,
} from './tables/results.ts';
import { formsOf, programNames, type Tried, tryForms } from './tables/try.ts';
import { unlistedOptions, writeUnlisted } from './tables/unlisted.ts';
import { tableWorld, worldFor } from './tables/world.ts';

const reason = (await whyNot()) ?? (hasTracer ? undefined : 'there is no tracer');
if (reason !== undefined) console.warn(`programs are not run, since they cannot be contained: ${reason}`);

test.runIf(isFull)('programs are contained, and all that they do is seen', () => {
  expect(reason).toBeUndefined();
});

/** Those that are asked for, or all; with `open` among them, only forms that were not tried yet. */
const given = process.env.BYLAW_TABLES?.split(' ');
const isOpenOnly = given?.includes('open') === true;
const named = given?.filter((name) => name !== 'open');
const asked = named?.length === 0 ? undefined : named;
const together = 10;

/** Programs that every Debian has. */
const everywhere =
  'cat cp cut dd head install ln mkdir mv nl rm rmdir sed sort tac tail tee touch tr uniq'.split(' ');

describe.runIf(reason === undefined)('programs do what the tables say', () => {
  test('a few that are on every system', { timeout }, () => {
    const calls = everywhere.flatMap(formsOf).flatMap((form) =>
      firstCalls(form)
        .slice(0, 1)
        .map((call) => textOf(form, call)),
    );
    expect(calls.length).toBeGreaterThan(20);
    const outcomes = runAll(
      calls.map((text) => ({ shell: 'bash', text })),
      { ...tableWorld, prepare: ':' },
    );
    const judged = outcomes.map((outcome, at) => judge(calls[at] ?? '', outcome));
    expect(judged.filter(({ isThrough }) => isThrough).length).toBeGreaterThan(15);
    expect(
      judged
        .filter(({ missed }) => missed.length > 0)
        .map(({ text, missed }) => ({ text, missed: missed.map(showDeed) })),
    ).toEqual([]);
  });

  test.runIf(isFull)('all that are to be had', { timeout: 10 * timeout }, () => {
    const overlay = install();
    const over = overlay === undefined ? {} : { overlay };
    const programs = findPrograms(programNames(), overlay);
    const known = readResults();
    const results = new Map<string, ProgramResult>(
      [...programs].map(([name, origin]) => [name, known.get(name) ?? { origin, forms: new Map() }]),
    );
    let found = readFindings();
    const file = join(cache, 'found.jsonl');
    if (given === undefined) rmSync(file, { force: true });
    const formsFor = (name: string): readonly Form[] =>
      formsOf(name).filter(
        (form) => !isOpenOnly || (known.get(name)?.forms.get(nameOf(form))?.mark ?? '!') === '!',
      );
    const names = [...programs.keys()].filter(
      (name) => (asked?.includes(name) ?? true) && formsFor(name).length > 0,
    );
    let calls = 0;
    for (let at = 0; at < names.length; at += together) {
      const some = names.slice(at, at + together);
      const tried = tryForms(some.flatMap(formsFor), chanceOf(seed), { ...worldFor(some), ...over });
      for (const name of some) {
        const origin = programs.get(name);
        const own = tried
          .filter(({ form }) => form.program === name)
          .map((each) => [nameOf(each.form), resultOf(each)] as const);
        const before = isOpenOnly ? (known.get(name)?.forms ?? []) : [];
        if (origin !== undefined) results.set(name, { origin, forms: new Map([...before, ...own]) });
      }
      const others = ({ program, form }: Finding): boolean =>
        isOpenOnly
          ? !tried.some((each) => each.form.program === program && nameOf(each.form) === form)
          : !some.includes(program);
      found = {
        contradictions: [
          ...found.contradictions.filter(others),
          ...tried.flatMap((each) => shortestOf(each, ({ missed }) => missed.map(showDeed))),
        ],
        claims: [
          ...found.claims.filter(others),
          ...tried.flatMap((each) => shortestOf(each, ({ claimed }) => claimed)),
        ],
      };
      for (const each of tried) appendFileSync(file, linesOf(each));
      calls += tried.reduce((sum, each) => sum + each.calls, 0);
      writeResults(results);
      writePage(results, found);
    }
    const unlisted = unlistedOptions(names, { ...tableWorld, ...over });
    writeUnlisted(unlisted);
    const totals = totalsOf(results);
    tell({
      'options that no table lists': [...unlisted.values()].flat().length,
      programs: programs.size,
      calls,
      'forms verified': totals['+'] + totals['~'],
      'forms contradicted': totals['-'],
      'forms that claim what was not seen, without a reason': withoutReason(found.claims).length,
      'forms of which no call came through': totals['?'],
      'forms of programs that are not here': totals.absent,
    });
  });
});

function markOf({ isThrough, isOnlyHost, judged }: Tried): Mark {
  if (judged.some(({ missed }) => missed.length > 0)) return '-';
  if (!isThrough) return '?';
  return isOnlyHost ? '~' : '+';
}

const resultOf = (tried: Tried): FormResult => ({
  mark: markOf(tried),
  options: tried.options.size,
  of: tried.form.form.options.length,
  why: tried.why,
});

/** The shortest call of a form of which there is something to tell. */
function shortestOf({ form, judged }: Tried, tell: (one: Judged) => readonly string[]): readonly Finding[] {
  const [first] = judged
    .filter((one) => tell(one).length > 0)
    .sort((one, other) => one.text.length - other.text.length);
  if (first === undefined) return [];
  const did = tell(first)
    .slice(0, 3)
    .map((each) => each.replaceAll(`${workspace}/`, ''));
  return [{ program: form.program, form: nameOf(form), text: first.text.replaceAll('`', "'"), did }];
}

/** What was found of a form, for those who fix the tables. */
const linesOf = ({ form, judged }: Tried): string =>
  judged
    .filter(({ missed, chosen, claimed }) => missed.length + chosen.length + claimed.length > 0)
    .map(({ text, missed, chosen, claimed }) => {
      const about = { program: form.program, form: nameOf(form), text };
      return `${JSON.stringify({ ...about, missed: missed.map(showDeed), chosen: chosen.map(showDeed), claimed })}\n`;
    })
    .join('');
