/**
 * Predicates about what a call does: a verb and what follows it → tests of one object. `slots.ts` decides for the whole
 * rule which object each predicate is about; here every slot is still open.
 */
import type { EffectMatch, OptionGroup, PolicyValue, Target, TextValue } from '../../language/expression.ts';
import { suggestion } from '../../language/words.ts';
import { compileOption } from '../../pattern/command.ts';
import { effectTable, isEffectVerb, packageSources } from '../../vocabulary/effects.ts';
import { isOneOf } from '../../vocabulary/kinds.ts';
import { wordsIn } from '../../vocabulary/words-in.ts';
import {
  allSound,
  type Context,
  oneQuestion,
  type Resolved,
  reportError,
  reportWarning,
} from '../names/context.ts';
import type { CheckedEffect, EffectVerb, ObjectTest, Pattern } from '../tree/checked.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import { soundPatterns } from '../values/pattern-place.ts';
import { openSlot } from './object.ts';
import { plainTest, type ResolvedTest, resolveObjectTest } from './object-test.ts';

/** Resolves a predicate about what a call does; its slot is open. */
export function resolveEffect(
  context: Context,
  match: EffectMatch,
  place: SourcePlace,
): Resolved<CheckedEffect> | undefined {
  const verbs = match.verbs.flatMap(({ text }): EffectVerb[] => (isEffectVerb(text) ? [text] : []));
  const [first] = verbs;
  if (first === undefined) return undefined;
  const tests = testsOf(context, match, first);
  const sound = tests && allSound(tests);
  if (sound === undefined) return undefined;
  const node: CheckedEffect = {
    kind: 'effect',
    verbs,
    slot: openSlot,
    type: effectTable[first].object,
    onlyUnknown: match.target?.object?.text === unknownCommand,
    tests: sound.map(({ test }) => test),
    place,
  };
  return oneQuestion(
    node,
    sound.reduce((sum, { items }) => sum + items, 0),
  );
}

/** The tests of an effect; undefined in the place of one with an error. */
function testsOf(
  context: Context,
  match: EffectMatch,
  verb: EffectVerb,
): (ResolvedTest | undefined)[] | undefined {
  const { target, to, options, from } = match;
  const behind = (what: Target | undefined, of: ObjectTest['of']): (ResolvedTest | undefined)[] =>
    what === undefined ? [] : resolveTarget(context, what, of, verb);
  switch (verb) {
    case 'runs':
      return [...behind(target, 'command'), ...options.map((group) => resolveOptions(context, group))];
    case 'connects':
      return behind(target, 'host');
    case 'sends':
      return [...behind(target, 'path'), ...behind(to, 'host')];
    case 'pipes':
      return [...behind(target, 'producer'), ...behind(to, 'consumer')];
    case 'installs':
      return [...behind(target, 'package'), ...(from === undefined ? [] : [resolveSources(context, from)])];
    case 'spawns':
      return behind(target, 'agent');
    case 'elevates':
      return [];
    default:
      return behind(target, 'path');
  }
}

/** `any unknown command`, as the tree has it. */
const unknownCommand = 'unknown command';

/** The tests of what follows a verb; none for `anything` and `any path`. */
function resolveTarget(
  context: Context,
  target: Target,
  of: ObjectTest['of'],
  verb: EffectVerb,
): (ResolvedTest | undefined)[] {
  const { object, operator, negated, values } = target;
  const word = of === 'host' ? 'host' : effectTable[verb].word;
  if (object?.text === 'content') {
    if (verb !== 'writes') {
      reportError(
        context,
        'wrong-type',
        object.span,
        `\`content\` is what is written, and \`${effectTable[verb].verb}\` writes nothing`,
        { help: 'write `writes content contains "…"`' },
      );
      return [undefined];
    }
    return [resolveObjectTest(context, { of: 'content', operator, negated, values, span: target.span })];
  }
  if (verb === 'runs' && object?.text === 'file') {
    const isLabelled = operator?.text === 'labelled';
    if (isLabelled)
      return [resolveObjectTest(context, { of: 'file', operator, negated, values, span: target.span })];
    reportError(context, 'wrong-type', object.span, '`runs any file` asks for a label', {
      help: 'write `runs any file labelled …`; which program runs is written `runs "npm"`, and which file `reads "…"`',
    });
    return [undefined];
  }
  const fitting = [word, 'anything', ...(verb === 'runs' ? [unknownCommand] : [])];
  if (object !== undefined && !fitting.includes(object.text)) {
    reportError(
      context,
      'wrong-type',
      object.span,
      `\`${effectTable[verb].verb}\` is not about \`any ${object.text}\``,
      {
        help:
          object.text === 'file' && word === 'path'
            ? `a file is a path: write \`${effectTable[verb].verb} any path …\``
            : `write it like this: \`${effectTable[verb].example}\``,
      },
    );
    return [undefined];
  }
  if (operator === undefined && values.length === 0) return [];
  const alone = verb === 'deletes' || verb === 'moves' || verb === 'copies';
  return [resolveObjectTest(context, { of, operator, negated, values, span: target.span, alone })];
}

/** `with --force or -f or "+*"`: an option, or an operand that is like a pattern. */
function resolveOptions(context: Context, { options, negated }: OptionGroup): ResolvedTest | undefined {
  // Beside other plain words the author may mean what is written.
  const isPlain = options.some(({ value }) => /^[^-]/.test(value) && !dashless.has(value));
  const patterns = options.map((option): Pattern | undefined => {
    // `+x` is an operand for most programs: a mode, a refspec.
    if (!/^-./.test(option.value)) {
      return option.value === ''
        ? reportError(context, 'invalid-pattern', option.span, 'an empty option matches nothing', {
            help: 'write an option such as `--force`, or a pattern for an operand such as `"+*"`',
          })
        : operandOf(context, option, { negated, isPlain });
    }
    const { problem } = compileOption(option.value);
    if (problem === undefined) return { kind: 'option', value: option.value };
    return reportError(
      context,
      'invalid-pattern',
      option.span,
      `the option \`${option.value}\` cannot be used: ${problem}`,
      { help: 'options are written `--force` or `-f`' },
    );
  });
  return plainTest('option', negated, soundPatterns(context, options, patterns));
}

/** Options that people write without dashes; hardly any program takes them as operands. */
const dashless: ReadonlySet<string> = new Set(
  wordsIn(
    'force recursive hard soft mixed amend no-verify force-with-lease dry-run yes verbose quiet',
    'insecure privileged interactive rf fr prune no-preserve-root preserve-root auto-approve',
    'global delete',
  ),
);

/**
 * `with "force"`: a pattern for an operand. The author probably wants an option, and gets a warning; `--fix` writes the option
 * where no other plain word is beside it.
 */
function operandOf(
  context: Context,
  { value, span }: TextValue,
  { negated, isPlain }: { readonly negated: boolean; readonly isPlain: boolean },
): Pattern {
  const option = value.length === 2 ? `-${value}` : `--${value}`;
  if (dashless.has(value)) {
    const word = negated ? 'without' : 'with';
    reportWarning(context, 'dashless-option', span, `\`"${value}"\` is a plain word, and no option`, {
      help: `an option starts with \`-\`: write \`${word} ${option}\``,
      ...(isPlain ? {} : { fix: { kind: 'replace', span, text: option } as const }),
    });
  }
  return { kind: 'operand', value };
}

function resolveSources(context: Context, values: readonly PolicyValue[]): ResolvedTest | undefined {
  const patterns = values.map((value): Pattern | undefined => {
    const text = value.kind === 'word' ? value.text : value.kind === 'text' ? value.value : '';
    if (isOneOf(packageSources, text)) return { kind: 'name', value: text };
    return reportError(context, 'unknown-word', value.span, `\`${text}\` is no source of packages`, {
      help:
        suggestion(text, packageSources) ??
        `the sources are ${packageSources.join(', ')}; a manager is written in front of a name: \`installs "npm:left-pad"\``,
    });
  });
  return plainTest('source', false, soundPatterns(context, values, patterns));
}
