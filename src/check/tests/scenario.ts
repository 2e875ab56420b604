/** Scenarios inside rules: calls one after the other, each with its time, its scene and what becomes of it. */
import type { GivenTime, ScenarioClause, ScenarioStep } from '../../language/test-tree.ts';
import { asChoice, suggestion } from '../../language/words.ts';
import { isOneOf, scenarioVerdicts } from '../../vocabulary/kinds.ts';
import { type Context, reportError, reportWarning } from '../names/context.ts';
import type { CheckedScenario, CheckedStep, Scene } from '../tree/checked-tests.ts';
import { day, resolveDuration } from '../values/duration.ts';
import { resolveNumber } from '../values/number.ts';
import { addGiven, addLabel, type FindLabel, reportUnusedGiven } from './given.ts';
import { sceneTime, withTime } from './given-time.ts';
import { resolveSkip } from './test-block.ts';
import { resolveCall } from './test-call.ts';
import { checkTestSize } from './test-size.ts';

const longestWait = 366 * day;

/**
 * The scenario of a clause; nothing where a step has an error, which is reported: the others would not be what they
 * seem.
 */
export function resolveScenario(
  context: Context,
  clause: ScenarioClause,
  broken: boolean,
  findLabel: FindLabel,
): CheckedScenario[] {
  let scene: Scene = new Map();
  const steps: (CheckedStep | undefined)[] = [];
  for (const step of clause.steps) {
    if (step.kind === 'given-label') {
      scene = addLabel(context, scene, step, findLabel);
      continue;
    }
    if (step.kind !== 'step') {
      const before = sceneTime(scene);
      scene = addGiven(context, scene, step);
      if (step.kind === 'given-time') reportJump(context, step, before, sceneTime(scene), steps.length === 0);
      continue;
    }
    const turns = resolveTurns(context, step, scene);
    scene = turns.at(-1)?.scene ?? scene;
    steps.push(...turns);
  }
  if (!broken && !steps.some((step) => step?.verdict !== 'succeeds' && step?.verdict !== 'fails')) {
    reportWarning(context, 'empty-test', clause.span, 'the scenario expects nothing', {
      help: 'add a step such as `after 5m fetch "https://example.net" denied`',
    });
  }
  const last = clause.steps.findLastIndex(({ kind }) => kind === 'step');
  if (!broken) for (const step of clause.steps.slice(last + 1)) reportUnusedGiven(context, step.span);
  const skip = resolveSkip(context, clause.skip);
  const sound = steps.flatMap((step) => step ?? []);
  if (sound.length < steps.length) return [];
  const place = { path: context.path, span: clause.span };
  return [{ title: clause.title.value, skip, steps: sound, place }];
}

/** A limit can be reached by a step that is repeated, and no more is of use. */
const mostTurns = 1001;

/** The step as often as it is made; undefined in place of one with an error. */
function resolveTurns(context: Context, step: ScenarioStep, scene: Scene): (CheckedStep | undefined)[] {
  const resolved = resolveStep(context, step, scene);
  if (step.times === undefined) return [checkTestSize(context, step.span, 1) ? resolved : undefined];
  const times = resolveNumber(context, step.times, 'plain');
  if (times === undefined) return [undefined];
  if (!Number.isInteger(times) || times < 2 || times > mostTurns) {
    reportError(
      context,
      'out-of-range',
      step.times.span,
      `a step cannot be repeated ${step.times.raw} times`,
      { help: `write a whole number from 2 to ${mostTurns}` },
    );
    return [undefined];
  }
  if (resolved === undefined || !checkTestSize(context, step.times.span, times)) return [undefined];
  const turns: CheckedStep[] = [];
  for (let at = 1; at <= times; at++) {
    const before = turns.at(-1)?.scene;
    const own = before === undefined ? resolved.scene : later(before, resolved.after);
    turns.push({ ...resolved, scene: own, turn: `${at} of ${times}` });
  }
  return turns;
}

function resolveStep(context: Context, step: ScenarioStep, scene: Scene): CheckedStep | undefined {
  const { verdict, after, by, span } = step;
  const wait =
    after === undefined ? 0 : resolveDuration(context, after, longestWait, 'the time before a step');
  const call = resolveCall(context, step.call);
  if (!isOneOf(scenarioVerdicts, verdict.text)) {
    return reportError(context, 'unknown-word', verdict.span, `a step cannot end with \`${verdict.text}\``, {
      help:
        verdicts[verdict.text] ??
        suggestion(verdict.text, scenarioVerdicts) ??
        `a step ends with ${asChoice(scenarioVerdicts)}`,
    });
  }
  if (by !== undefined && verdict.text !== 'denied' && verdict.text !== 'passes') {
    return reportError(context, 'syntax', by.span, 'only a call that is denied or passes is so `by` a code', {
      help: `leave \`by\` out, or write \`denied by "${by.value}"\` or \`passes by "${by.value}"\``,
    });
  }
  if (wait === undefined || call === undefined) return undefined;
  return {
    after: wait,
    call,
    scene: later(scene, wait),
    verdict: verdict.text,
    by: by?.value,
    place: { path: context.path, span },
  };
}

/** The time of the next step, where the scenario gives a time. */
function later(scene: Scene, wait: number): Scene {
  const at = sceneTime(scene);
  return at === undefined || wait === 0 ? scene : withTime(scene, at + wait);
}

/** The clock of a scenario is one: labels and limits go by it, too. */
function reportJump(
  context: Context,
  { span }: GivenTime,
  before: number | undefined,
  at: number | undefined,
  isFirst: boolean,
): void {
  if (before === undefined && !isFirst) {
    reportError(context, 'invalid-time', span, 'how much later this is than the steps before is not said', {
      help: 'say the time before the first step; `after 5m` goes on from there',
    });
  } else if (before !== undefined && at !== undefined && at < before) {
    reportError(context, 'invalid-time', span, 'in a scenario, time does not go back', {
      help: 'begin a scenario of its own with the earlier time',
    });
  }
}

/** What tests of one call say. */
const verdicts: Readonly<Record<string, string>> = {
  denies: 'write `denied`',
  deny: 'write `denied`',
  pass: 'write `passes`',
  passed: 'write `passes`',
  succeeded: 'write `succeeds`',
  failed: 'write `fails`',
};
