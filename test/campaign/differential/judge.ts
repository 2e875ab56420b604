/** What a script did that was not derived, and what excused a call although it did not happen. */
import { evaluate } from '../../../src/engine/evaluate.ts';
import type { Effects } from '../../../src/facts/effect/effect.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { program } from '../../engine/program.ts';
import { coverageOf, factsOf } from './compare.ts';
import { runOf, type Script, textOf } from './generate.ts';
import { isOutside, isSh } from './outside.ts';
import { type Deed, hasTracer, type Outcome, runAll } from './sandbox.ts';

export interface Judged {
  readonly script: Script;
  readonly text: string;
  readonly outcome: Outcome;
  readonly facts: Facts;
  readonly effects: Effects;
  /** What is covered by nothing. */
  readonly missed: readonly Deed[];
  /** Of these, what is not known to be outside. */
  readonly open: readonly Deed[];
}

/** Runs scripts, and holds what they did against what is derived of them. */
export const judgeAll = (scripts: readonly Script[]): readonly Judged[] =>
  runAll(scripts.map(runOf)).flatMap((outcome, at) => {
    const script = scripts[at];
    return script === undefined ? [] : [judge(script, outcome)];
  });

function judge(script: Script, outcome: Outcome): Judged {
  const text = textOf(script);
  const facts = factsOf(text);
  const { effects } = facts;
  const missed = outcome.deeds.filter((deed) => coverageOf(deed, effects) === 'missed');
  const open = missed.filter((deed) => !isOutside(text, outcome, script.shell, deed));
  return { script, text, outcome, facts, effects, missed, open };
}

/** Programs that are asked about as excuses: those of the effects that a script is there for, and of harmless lines. */
const excusing = ['rm', 'mv', 'cp', 'touch', 'cat', 'ls', 'date', 'grep', 'sort', 'tee', 'curl'];
const rulesFor = (name: string): ReturnType<typeof program> =>
  program(`deny excused
  when tool is "Bash"
  unless runs "${name}"
`);
const rules = new Map<string, ReturnType<typeof program>>();

/** What only bash can read. */
const ofBash = /\$\{[#!]?\w+[[^,@/]/;
/** What a shell says of a text that it cannot read; of one for bash that says another shell. */
const unread = /syntax error|unexpected|^\S+: \d+: .*(?:Bad substitution|Illegal option|can't shift)/im;

/**
 * Within `${…}` and arithmetic, bash 5.2 writes the text of a substitution anew, and loses the `;` of the line behind a here-document:
 * `${k[$(cat <<E … E
 * true; rm f)]}` runs `true rm f`. That is a defect of bash; its text is taken at its word.
 */
const garbled = /(?:\$\{[^}]*|\(\([^)]*)\$\([^)]*<</;

/** What a shell says where the system gives it no further process: so it is on a machine that has other work. */
const starved = /\bfork: |Cannot fork/;

/**
 * The programs whose run excuses the call, as a rule decides it, that did not run. A script that a shell could not read, or
 * that was killed, shows nothing; nor does one that got no processes, or that no tracer has seen.
 */
export function falseExcuses({ script, text, outcome, facts, effects }: Judged): readonly string[] {
  if (!hasTracer || outcome.status === null || outcome.status > 128) return [];
  if (unread.test(outcome.said) || starved.test(outcome.said) || garbled.test(text)) return [];
  if (isSh(text, script.shell) && ofBash.test(text)) return [];
  const ran = new Set(
    outcome.deeds.flatMap((deed) =>
      deed.what === 'ran' ? [deed.path.slice(deed.path.lastIndexOf('/') + 1)] : [],
    ),
  );
  return excusing.filter((name) => {
    if (ran.has(name) || !effects.commands.some((command) => command.program === name)) return false;
    const rule = rules.get(name) ?? rulesFor(name);
    rules.set(name, rule);
    const { effect, unsure } = evaluate(rule, facts);
    return effect !== 'deny' && unsure.length === 0;
  });
}
