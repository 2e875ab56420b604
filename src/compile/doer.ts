/**
 * The command behind an object of a rule: the object itself, or the command that does it, such as `npm ci` for a package and
 * `curl` for a host. Questions about commands ask this one, and never another command of the same call.
 */
import type { ObjectTest } from '../check/tree/checked.ts';
import type { Command } from '../facts/effect/effect.ts';
import type { Facts } from '../facts/facts.ts';
import { mannersOf } from '../facts/knowledge/words/manners.ts';
import { YES } from '../pattern/text/truth.ts';
import type { Judge } from './alternatives.ts';
import type { EffectCandidate } from './candidate.ts';
import type { Side } from './compilation.ts';
import { type Outcome, UNRESOLVED } from './outcome.ts';

/** Whether a question is about a command: that of the rule, or the one that does what the rule is about. */
export const isOfDoer = ({ of }: ObjectTest): boolean =>
  of === 'command' || of === 'option' || of === 'role' || of === 'value' || of === 'directory';

/** A part of an object that is not known. */
export const unknownThing = Symbol('not known');

/** `unknown`: some command of the call, or none. Undefined where no command does it, and of a pipe, which has two. */
export function doerOf(
  candidate: Exclude<EffectCandidate, { readonly kind: 'unknown' }>,
  { effects: { commands } }: Facts,
): Command | typeof unknownThing | undefined {
  if (candidate.kind === 'command') return candidate.effect;
  if (candidate.kind === 'pipe') return undefined;
  const { command } = candidate.effect;
  const doer = command === undefined ? undefined : commands[command];
  return doer ?? (commands.length === 0 ? undefined : unknownThing);
}

/**
 * The judge of the command that does an object. An excuse needs that very command: a program in an unusual folder, or one
 * that only a lower layer describes, excuses nothing.
 */
export function judgeDoer(judge: Judge<Command>, side: Side): Judge<Command> {
  if (side === 'deny') return judge;
  return (command, facts): Outcome => {
    const outcome = judge(command, facts);
    const isSure = isWellKnown(command) && facts.effects.added?.has(command) !== true;
    return outcome === YES && !isSure ? UNRESOLVED : outcome;
  };
}

/**
 * Whether a command is the program that its name says. `./npm` and `/tmp/x/npm` may be any file, and so may `npm` after
 * `PATH=/tmp:$PATH`: they excuse nothing. A program that no table knows has no other meaning than its file.
 */
export function isWellKnown({ known, sought, programWord: { pieces } }: Command): boolean {
  if (!known) return true;
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '/')).join('');
  if (!/[\\/]/.test(text)) return sought !== true;
  if (/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(text)) return false;
  const folder = /^(?:\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\/|[A-Z]:\\(?:Windows|Program Files)\\)/i;
  return folder.test(text) || mannersOf(text.replace(/^.*[\\/]/s, '')).lies === 'here';
}
