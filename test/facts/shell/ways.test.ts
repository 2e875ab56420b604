/**
 * Ways to run, load, read or write something through a program, by kinds: what a guard is evaded with. Of each, a rule
 * about what it does is denied or unsure, never a plain no; a `?` stands behind what is not certain. A file is run
 * where a path is named (`runs ./x.so`), and below a folder where that is searched. UPDATE=1 writes the question marks
 * of ways.txt anew, for a person to read. What stands under its last title is known not to be derived, and must still
 * miss: what is fixed goes to its kind.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compile, deriveFor, type Program } from '../../../src/compile/program.ts';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { derive } from '../../../src/facts/facts.ts';
import { showPathShape } from '../../../src/pattern/path/path-shape.ts';
import { eventOf } from '../../../src/scenario/call.ts';
import { checkSources } from '../../check/case-file.ts';

type Verdict = 'certain' | 'unsure' | 'no';

const file = new URL('ways.txt', import.meta.url);
const lines = readFileSync(file, 'utf8').trimEnd().split('\n');

const left = lines.indexOf('# known not to be derived');

const split = (line: string): readonly [command: string, effect: string] => {
  const at = line.lastIndexOf('  -> ');
  return [line.slice(0, at), line.slice(at + 5).replace(/ \?$/, '')];
};

const programs = new Map<string, Program>();

/** A policy of one rule, which asks for an effect: `runs touch`, `writes out`. */
function ruleFor(effect: string): Program {
  const known = programs.get(effect);
  if (known !== undefined) return known;
  const [verb = '', what = ''] = effect.split(' ');
  const predicate = verb === 'connects' ? 'connects to' : verb;
  const text = `policy com.example.ways
defaults
  when unsure note
deny way
  when ${predicate} "${what}"`;
  const { bundle, diagnostics } = checkSources([{ path: 'main.policy', text }]);
  if (bundle === undefined) throw new Error(`${effect}: ${JSON.stringify(diagnostics)}`);
  const program = compile(bundle);
  programs.set(effect, program);
  return program;
}

const callOf = (command: string) => eventOf({ kind: 'command', command }, new Map());

function verdictOf(command: string, effect: string): Verdict {
  const path = /^runs (.*\/.*)$/.exec(effect)?.[1];
  if (path !== undefined) return executes(command, path.replace(/^\.\//, '/home/user/project/'));
  const program = ruleFor(effect);
  const { effect: decided, unsure } = evaluate(program, deriveFor(program, callOf(command)));
  return decided === 'deny' ? 'certain' : unsure.length > 0 ? 'unsure' : 'no';
}

function executes(command: string, path: string): Verdict {
  const { executed, unknowns } = derive(callOf(command)).effects;
  const found = executed.filter((each) => {
    const shown = showPathShape(each.path);
    return shown === path || shown.startsWith(`${path}/`) || /^…/.test(shown);
  });
  if (found.some(({ certain }) => certain)) return 'certain';
  return found.length > 0 || unknowns.length > 0 ? 'unsure' : 'no';
}

if (process.env.UPDATE === '1') {
  const shown = lines.map((line, at) => {
    if (line.startsWith('# ') || at > left) return line;
    const [command, effect] = split(line);
    return `${command}  -> ${effect}${verdictOf(command, effect) === 'unsure' ? ' ?' : ''}`;
  });
  writeFileSync(file, `${shown.join('\n')}\n`);
}

/** The ways below each title, as they are written. */
function byTitle(from: readonly string[]): readonly (readonly [title: string, ways: readonly string[]])[] {
  const titles = from.flatMap((line, at) => (line.startsWith('# ') ? at : []));
  return titles.map((at, place) => [from[at] ?? '', from.slice(at + 1, titles[place + 1])]);
}

const shownAs: Readonly<Record<Verdict, string>> = { certain: '', unsure: ' ?', no: ' no' };

// All ways of a kind at once: a test for each of the thousands takes as long as their commands.
test.each(byTitle(lines.slice(0, left)))('%s', (_title, ways) => {
  const found = ways.map((line) => {
    const [command, effect] = split(line);
    return `${command}  -> ${effect}${shownAs[verdictOf(command, effect)]}`;
  });
  expect(found.join('\n')).toBe(ways.join('\n'));
});

test.each(byTitle(lines.slice(left)))('%s', (_title, ways) => {
  expect(ways.filter((line) => verdictOf(...split(line)) !== 'no')).toEqual([]);
});

test('there are thousands of ways, each below a title', () => {
  expect(lines[0]).toMatch(/^# /);
  expect(lines.slice(0, left).filter((line) => !line.startsWith('# ')).length).toBeGreaterThan(3000);
});
