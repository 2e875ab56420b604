/**
 * Predicates about what a call does: verbs and what stands behind them → tests of
 * one object. Which object of the rule each is about is decided for the whole
 * rule, in `slots.ts`; here every slot is still open.
 */
import type {
  Compare,
  EffectMatch,
  ListValue,
  Name,
  OptionGroup,
  RegexValue,
  Target,
  TextValue,
  Value,
} from '../language/ast.ts';
import { suggestion } from '../language/words.ts';
import { compileOption } from '../pattern/command.ts';
import {
  effectTable,
  isEffectVerb,
  isObjectWord,
  objectWords,
  packageSources,
  type Role,
  roles,
} from '../vocabulary/effects.ts';
import { fieldRoots } from '../vocabulary/fields.ts';
import { isOneOf } from '../vocabulary/kinds.ts';
import { foreignOperators } from '../vocabulary/operators.ts';
import type { CheckedEffect, CheckedObject, EffectVerb, ObjectTest, Pattern, Place } from './checked.ts';
import { type Context, type Resolved, reportError, reportWarning } from './context.ts';
import { warnOfFolders } from './folder-only.ts';
import { useLabel } from './label-name.ts';
import { ownLists } from './own-list.ts';
import { notePlaces } from './pattern-place.ts';
import {
  findList,
  isCondition,
  type Language,
  reportCondition,
  resolveListValue,
  resolveRegex,
  resolveText,
  resolveWord,
} from './value.ts';

/** A slot that is still open: `slots.ts` puts the number of one of the rule's objects there. */
const openSlot = -1;

const operators = ['is', 'under', 'contains', 'starts with', 'ends with', 'matches', 'labelled'] as const;
type ObjectOperator = (typeof operators)[number];

/** Resolves a predicate about what a call does; its slot is open. */
export function resolveEffect(
  context: Context,
  match: EffectMatch,
  place: Place,
): Resolved<CheckedEffect> | undefined {
  const verbs = match.verbs.flatMap(({ text }): EffectVerb[] => (isEffectVerb(text) ? [text] : []));
  const [first] = verbs;
  if (first === undefined) return undefined;
  const tests = testsOf(context, match, first);
  if (tests === undefined) return undefined;
  const sound = tests.flatMap((each) => each ?? []);
  if (sound.length < tests.length) return undefined;
  const node: CheckedEffect = {
    kind: 'effect',
    verbs,
    slot: openSlot,
    type: effectTable[first].object,
    onlyUnknown: match.target?.object?.text === unknownCommand,
    tests: sound.map(({ test }) => test),
    place,
  };
  return { node, weight: 1, items: sound.reduce((sum, { items }) => sum + items, 0), depth: 1 };
}

interface ResolvedTest {
  readonly test: ObjectTest;
  readonly items: number;
}

/** The tests of an effect; undefined in the place of one with an error. Nothing where anything goes. */
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

const languages: Readonly<Partial<Record<ObjectTest['of'], Language>>> = {
  path: 'path',
  host: 'host',
  command: 'command',
  producer: 'command',
  consumer: 'command',
  package: 'package',
  agent: 'name',
  content: 'text',
  role: 'name',
  value: 'name',
  directory: 'path',
  file: 'path',
};

/** `any unknown command`, as the tree has it. */
const unknownCommand = 'unknown command';

/** What stands behind a verb; no test at all for `anything` and `any path`. */
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
        {
          help: 'write `writes content contains "…"`',
        },
      );
      return [undefined];
    }
    return [resolveObjectTest(context, { of: 'content', operator, negated, values, span: target.span })];
  }
  if (verb === 'runs' && object?.text === 'file') {
    const isTold = operator?.text === 'labelled';
    if (isTold)
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
  const alone = verb === 'deletes' || verb === 'moves';
  return [resolveObjectTest(context, { of, operator, negated, values, span: target.span, alone })];
}

interface WrittenTest {
  readonly of: ObjectTest['of'];
  readonly role?: Role | undefined;
  readonly option?: string;
  readonly quantifier?: 'any' | 'every' | undefined;
  readonly operator: Name | undefined;
  readonly negated: boolean;
  readonly values: readonly Value[];
  readonly span: TextValue['span'];
  /** A folder alone is likely what is meant: to delete or move it is to do so with all that is in it. */
  readonly alone?: boolean;
}

function resolveObjectTest(context: Context, written: WrittenTest): ResolvedTest | undefined {
  const { of, values, negated } = written;
  const operator = resolveOperator(context, written);
  if (operator === undefined) {
    for (const value of values) if (value.kind === 'list') resolveListValue(context, value, 'undecided');
    return undefined;
  }
  if (operator === 'labelled') return resolveLabelled(context, written);
  const language = languages[of] ?? 'text';
  let items = 0;
  const patterns = values.map((value): Pattern | undefined => {
    if (value.kind === 'list') {
      const list =
        operator === 'matches'
          ? reportNoRegex(context, value)
          : resolveListValue(context, value, listLanguage(context, value, operator, language, of));
      items += list?.items ?? 0;
      return list?.pattern;
    }
    return resolveObjectValue(context, value, operator, language, of);
  });
  notePlaces(context, values, patterns);
  const sound = patterns.flatMap((each) => each ?? []);
  if (sound.length < patterns.length) return undefined;
  if (of === 'path' && operator === 'is' && written.alone !== true) warnOfFolders(context, values, sound);
  const { role, quantifier, option } = written;
  const test = { of, role, quantifier, operator, negated, patterns: sound };
  return { test: option === undefined ? test : { ...test, option }, items: items + sound.length };
}

/** `labelled downloaded or written-here`: labels on files. */
function resolveLabelled(context: Context, written: WrittenTest): ResolvedTest | undefined {
  const { of, values, negated, span } = written;
  if (of !== 'path' && of !== 'file') {
    return reportError(context, 'wrong-type', span, 'only files are labelled', {
      help: 'write `reads any path labelled …` or `runs any file labelled …`',
    });
  }
  const patterns = values.map((value): Pattern | undefined => {
    if (value.kind !== 'word') {
      return reportError(context, 'wrong-type', value.span, '`labelled` is followed by the name of a label', {
        help: 'such as `path labelled downloaded`',
      });
    }
    const label = useLabel(context, value);
    if (label === undefined) {
      if (context.scope.incomplete || context.scope.broken.has(value.text)) return undefined;
      return reportError(context, 'unknown-label', value.span, `unknown label \`${value.text}\``, {
        help:
          suggestion(value.text, context.scope.labels.keys()) ??
          'declare it like `label downloaded on file lasts 2h when …`',
      });
    }
    if (label.node.scope.text === 'file') return { kind: 'label', value: label.code };
    return reportError(context, 'wrong-type', value.span, `\`${value.text}\` is no label on files`, {
      help: `it is on the ${label.node.scope.text}: write \`while ${value.text}\``,
    });
  });
  notePlaces(context, values, patterns);
  const sound = patterns.flatMap((each) => each ?? []);
  if (sound.length < patterns.length) return undefined;
  const test = {
    of,
    role: undefined,
    quantifier: undefined,
    operator: 'labelled',
    negated,
    patterns: sound,
  } as const;
  return { test, items: sound.length };
}

/** Things that may lie under a directory: for all others, `outside` a list is not in it. */
const located: readonly ObjectTest['of'][] = ['path', 'role', 'value', 'directory'];

function resolveOperator(context: Context, written: WrittenTest): ObjectOperator | undefined {
  const { operator, of, negated, span } = written;
  if (operator === undefined || operator.text === 'in') return 'is';
  const place = operator.span.end > operator.span.start ? operator.span : span;
  if (operator.text === 'under' && !located.includes(of)) {
    if (negated && of !== 'content') return 'is';
    return reportError(context, 'wrong-type', place, `\`${negated ? 'outside' : 'under'}\` is for paths`, {
      help:
        of === 'content'
          ? 'what is written is compared with `contains`, `matches`, `starts with`, `ends with` or `is`'
          : 'write `is` or `in`, and `outside` for what is none of them',
    });
  }
  const { text } = operator;
  if (isOneOf(operators, text)) return text;
  const foreign = foreignOperators.get(text.toLowerCase());
  return reportError(context, 'unknown-operator', place, `\`${text}\` does not go with what a call does`, {
    help:
      foreign === undefined || foreign === 'is present'
        ? 'the operators are is, in, under, outside, contains, starts with, ends with, matches and labelled'
        : `write \`${foreign}\``,
  });
}

/** What the texts of a list mean here; the words of a command may be any of the things that lists have. */
function listLanguage(
  { scope }: Context,
  { name }: ListValue,
  operator: ObjectOperator,
  language: Language,
  of: ObjectTest['of'],
): Language {
  if (operator === 'under') return 'path';
  if (operator !== 'is') return 'part';
  const type = ownLists.has(name) ? 'paths' : scope.lists.get(name)?.node.type?.text;
  return (of === 'role' || of === 'value') && type === 'paths' ? 'path' : language;
}

function reportNoRegex(context: Context, value: Value): undefined {
  if (value.kind === 'list') findList(context, value);
  return reportError(context, 'wrong-type', value.span, '`matches` compares with a regular expression', {
    help: 'a regular expression is written between slashes: `matches /^v[0-9]+$/`',
  });
}

function resolveObjectValue(
  context: Context,
  value: Exclude<Value, ListValue>,
  operator: ObjectOperator,
  language: Language,
  of: ObjectTest['of'],
): Pattern | undefined {
  if (operator === 'matches') {
    return value.kind === 'regex' ? resolveRegex(context, value) : reportNoRegex(context, value);
  }
  if (value.kind === 'regex') {
    return reportError(
      context,
      'wrong-type',
      value.span,
      'a regular expression stands behind `matches` only',
      {
        help: adviceForRegex(of, value),
      },
    );
  }
  if (value.kind === 'number') {
    return reportError(
      context,
      'wrong-type',
      value.span,
      `\`${value.raw}\` is a number, where a text stands`,
      {
        help: `text is written in quotes: \`"${value.raw}"\``,
      },
    );
  }
  if (operator !== 'is' && operator !== 'under') {
    if (value.kind === 'text') return resolveText(context, value, 'part');
    if (isCondition(context, value)) return reportCondition(context, value);
    return reportError(context, 'wrong-type', value.span, `\`${operator}\` compares with a text in quotes`, {
      help: 'write it like this: `"…"`',
    });
  }
  if (value.kind === 'word') {
    if (value.text === 'workspace' && operator === 'under') return { kind: 'workspace' };
    if (value.text === 'workspace' && located.includes(of)) {
      return reportError(
        context,
        'unknown-word',
        value.span,
        'the workspace is compared by `under` or `outside`',
        {
          help: 'write `any path under workspace` or `any path outside workspace`',
        },
      );
    }
    if (isCondition(context, value)) return reportCondition(context, value);
    return resolveWord(context, value, language);
  }
  return resolveText(context, value, operator === 'under' ? 'path' : language);
}

const adviceForRegex = (of: ObjectTest['of'], { source, flags }: RegexValue): string => {
  const path = `/${source}/${flags}`;
  switch (of) {
    case 'path':
      return `a path is a text in quotes, such as \`"${/^[A-Za-z0-9_.~*/-]{1,60}$/.test(path) ? path : '/etc/passwd'}"\`; a regular expression is written \`any path matches /…/\``;
    case 'command':
    case 'producer':
    case 'consumer':
      return 'a command pattern finds a program however it is called: `runs "git push" with --force`; the text of a command is compared by `runs any command matches /…/`';
    case 'host':
      return 'hosts are written `"*.example.com"`; a regular expression is written `any host matches /…/`';
    default:
      return 'write `matches /…/`';
  }
};

/** `with --force or -f or "+*"`: an option, or an operand that is like a pattern. */
function resolveOptions(context: Context, { options, negated }: OptionGroup): ResolvedTest | undefined {
  const patterns = options.map((option): Pattern | undefined => {
    // `+x` is an operand for most programs: a mode, a refspec.
    if (!/^-./.test(option.value)) {
      return option.value === ''
        ? reportError(context, 'invalid-pattern', option.span, 'an empty option matches nothing', {
            help: 'write an option such as `--force`, or a pattern for an operand such as `"+*"`',
          })
        : operandOf(context, option, negated);
    }
    const { problem } = compileOption(option.value);
    if (problem === undefined) return { kind: 'option', value: option.value };
    return reportError(
      context,
      'invalid-pattern',
      option.span,
      `the option \`${option.value}\` cannot be used: ${problem}`,
      {
        help: 'options are written `--force` or `-f`',
      },
    );
  });
  notePlaces(context, options, patterns);
  const sound = patterns.flatMap((each) => each ?? []);
  if (sound.length < patterns.length) return undefined;
  const test = {
    of: 'option',
    role: undefined,
    quantifier: undefined,
    operator: 'is',
    negated,
    patterns: sound,
  } as const;
  return { test, items: sound.length };
}

/** Options that some write without their dashes; as operands hardly any program takes them. */
const dashless: ReadonlySet<string> = new Set([
  ...['force', 'recursive', 'hard', 'soft', 'mixed', 'amend', 'no-verify', 'force-with-lease', 'dry-run'],
  ...[
    'yes',
    'verbose',
    'quiet',
    'insecure',
    'privileged',
    'interactive',
    'rf',
    'fr',
    'prune',
    'no-preserve-root',
  ],
  ...['preserve-root', 'auto-approve', 'global', 'delete'],
]);

/** `with "force"`: a pattern for an operand, where an option is probably meant. */
function operandOf(context: Context, { value, span }: TextValue, negated: boolean): Pattern {
  const option = value.length === 2 ? `-${value}` : `--${value}`;
  if (dashless.has(value)) {
    const word = negated ? 'without' : 'with';
    reportWarning(
      context,
      'dashless-option',
      span,
      `\`"${value}"\` is a word that stands alone, and no option`,
      {
        help: `an option starts with \`-\`: write \`${word} ${option}\``,
        fix: { kind: 'replace', span, text: option },
      },
    );
  }
  return { kind: 'operand', value };
}

function resolveSources(context: Context, values: readonly Value[]): ResolvedTest | undefined {
  const patterns = values.map((value): Pattern | undefined => {
    const text = value.kind === 'word' ? value.text : value.kind === 'text' ? value.value : '';
    if (isOneOf(packageSources, text)) return { kind: 'name', value: text };
    return reportError(context, 'unknown-word', value.span, 'packages come from no such place', {
      help: suggestion(text, packageSources) ?? `packages come from ${packageSources.join(', ')}`,
    });
  });
  notePlaces(context, values, patterns);
  const sound = patterns.flatMap((each) => each ?? []);
  if (sound.length < patterns.length) return undefined;
  const test = {
    of: 'source',
    role: undefined,
    quantifier: undefined,
    operator: 'is',
    negated: false,
    patterns: sound,
  } as const;
  return { test, items: sound.length };
}

// ── what more a rule asks about its object ────────────────────────────────────────────────

/**
 * Whether a comparison is about an object of the rule, or the words of its command, and no
 * field. `source` is both: with `any` or `every` it is the words, since the field is one thing.
 */
export function isAboutObject({ subject }: Compare): boolean {
  const { root, steps } = subject.field;
  if (subject.measure === 'value') return true;
  if (steps.length > 0 || subject.measure !== undefined) return false;
  if (isObjectWord(root.text)) return true;
  return subject.quantifier !== undefined && (!fieldRoots.has(root.text) || isOneOf(roles, root.text));
}

/** Resolves `path in "/tmp/**"` or `every refspec is "agent/*"`; its slot is open. */
export function resolveObject(
  context: Context,
  compare: Compare,
  place: Place,
): Resolved<CheckedObject> | undefined {
  const { subject, operator, negated, values, span } = compare;
  const { root } = subject.field;
  const { quantifier } = subject;
  if (subject.measure === 'value') return resolveOptionValue(context, compare, place);
  if (isObjectWord(root.text) && (quantifier === undefined || !isOneOf(roles, root.text))) {
    if (quantifier !== undefined) {
      return reportError(
        context,
        'wrong-type',
        subject.span,
        `a rule is about one \`${root.text}\` at a time`,
        {
          help: `leave \`${quantifier}\` out`,
        },
      );
    }
    const resolved = resolveObjectTest(context, {
      of: objectWords[root.text].of,
      operator,
      negated,
      values,
      span,
    });
    return resolved && finish(resolved, root.text, place);
  }
  if (!isOneOf(roles, root.text)) {
    return reportError(
      context,
      'unknown-role',
      root.span,
      `\`${root.text}\` is no field, and no command has such words`,
      {
        help:
          suggestion(root.text, roles) ??
          'the words of commands, such as argument, path, image, remote and refspec, are listed in docs/verbs.md',
      },
    );
  }
  const resolved = resolveObjectTest(context, {
    of: 'role',
    role: root.text,
    quantifier,
    operator,
    negated,
    values,
    span,
  });
  return resolved && finish(resolved, `${quantifier} ${root.text}`, place);
}

/** Resolves `value of --context is "dev"`; `is missing` asks whether the command is given the option at all. */
function resolveOptionValue(
  context: Context,
  { subject, operator, negated, values, span }: Compare,
  place: Place,
): Resolved<CheckedObject> | undefined {
  const { quantifier, field } = subject;
  const { text: option, span: optionSpan } = field.root;
  const { problem } = compileOption(option);
  if (problem !== undefined)
    return reportError(
      context,
      'invalid-pattern',
      optionSpan,
      `the option \`${option}\` cannot be used: ${problem}`,
      {
        help: 'options are written `--context` or `-n`',
      },
    );
  const text = `${quantifier === undefined ? '' : `${quantifier} `}value of ${option}`;
  if (operator.text !== 'missing' && operator.text !== 'present') {
    const written = { of: 'value', option, quantifier, operator, negated, values, span } as const;
    const resolved = resolveObjectTest(context, written);
    return resolved && finish(resolved, text, place);
  }
  if (quantifier !== undefined)
    return reportError(
      context,
      'wrong-type',
      subject.span,
      `\`${quantifier}\` cannot go with \`is ${operator.text}\``,
      {
        help: `leave \`${quantifier}\` out`,
      },
    );
  const patterns: readonly Pattern[] = [{ kind: 'option', value: option }];
  const isWithout = (operator.text === 'missing') !== negated;
  const test: ObjectTest = {
    of: 'option',
    role: undefined,
    quantifier: undefined,
    operator: 'is',
    negated: isWithout,
    patterns,
  };
  return finish({ test, items: 1 }, text, place);
}

function finish({ test, items }: ResolvedTest, text: string, place: Place): Resolved<CheckedObject> {
  return { node: { kind: 'object', slot: openSlot, test, text, place }, weight: 1, items, depth: 1 };
}
