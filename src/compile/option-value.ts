/**
 * What an option of a command is given: `value of --context is "dev"`. `any` and `every` ask about all values that are
 * written. Without them the question is about the value that counts: the only one, or the last where the program is known
 * to take that. If there are several others, each may count. Where the option is not given, that value is missing.
 */
import type { ObjectTest } from '../check/tree/checked.ts';
import type { Command, CommandOption } from '../facts/effect/effect.ts';
import type { Facts } from '../facts/facts.ts';
import { mannersOf } from '../facts/knowledge/words/manners.ts';
import { isOptionNamed } from '../pattern/command.ts';
import { type Shape, staticText } from '../pattern/text/shape.ts';
import { NO, YES } from '../pattern/text/truth.ts';
import type { Judge } from './alternatives.ts';
import type { Side } from './compilation.ts';
import { anyOf, everyOf, type Outcome, UNRESOLVED } from './outcome.ts';

/** Compiles a question about the values of an option, for its side; `judge` answers for one value. */
export function compileOptionValue(
  test: Pick<ObjectTest, 'option' | 'quantifier'>,
  side: Side,
  judge: Judge<Shape>,
): Judge<Command> {
  const answer = compileAnswer(test, judge);
  if (side === 'deny') return answer;
  return (command, facts) => {
    const outcome = answer(command, facts);
    return outcome === YES && mayHaveOthers(command) ? UNRESOLVED : outcome;
  };
}

/** Whether other words than these may be options: one may be the value of another, and a file may be called `--context=prod`. */
function mayHaveOthers({ options, args }: Command): boolean {
  if (options.some(({ mayBeValue }) => mayBeValue)) return true;
  const dashes = args.findIndex((arg) => staticText(arg) === '--');
  return (dashes < 0 ? args : args.slice(0, dashes)).some(({ pieces: [first] }) => first?.kind === 'glob');
}

function compileAnswer(
  { option = '', quantifier }: Pick<ObjectTest, 'option' | 'quantifier'>,
  judge: Judge<Shape>,
): Judge<Command> {
  return (command, facts) => {
    const given = command.options.filter((each) => isOptionNamed(each, option, command));
    const answers = given.map((each) => judgeGiven(each, judge, facts));
    switch (quantifier) {
      case 'any': {
        const any = anyOf(answers, (answer) => answer ?? NO);
        return command.open && any === NO ? UNRESOLVED : any;
      }
      case 'every': {
        const every = everyOf(answers, (answer) => answer ?? NO);
        return command.open && (answers.length === 0 || every === YES) ? UNRESOLVED : every;
      }
      default:
        // What is not known may give the option once more.
        return command.open ? UNRESOLVED : answerThatCounts(command, given, answers);
    }
  };
}

/** The answer for one value; undefined where the option has none. */
function judgeGiven(
  { value, next, certain }: CommandOption,
  judge: Judge<Shape>,
  facts: Facts,
): Outcome | undefined {
  const shape = value ?? next;
  if (shape === undefined) return undefined;
  const outcome = judge(shape, facts);
  // The word after an option that no table has need not be its value.
  return outcome === YES && (!certain || value === undefined) ? UNRESOLVED : outcome;
}

function answerThatCounts(
  { program }: Command,
  given: readonly CommandOption[],
  answers: readonly (Outcome | undefined)[],
): Outcome {
  const last = given.at(-1);
  if (last === undefined) return UNRESOLVED;
  const lasting = program === undefined ? undefined : mannersOf(program).last;
  const isLast = last.certain && last.names.some((name) => lasting?.includes(name) === true);
  const [first = UNRESOLVED, ...others] = (isLast ? answers.slice(-1) : answers).map(
    (answer) => answer ?? UNRESOLVED,
  );
  return others.every((each) => each === first) ? first : UNRESOLVED;
}
