/** A question about an object: an operator and values → a test. `effect.ts` uses it in predicates, `object.ts` alone. */
import type { ListValue, Name, PolicyValue, RegexValue, TextValue } from '../../language/expression.ts';
import { suggestion } from '../../language/words.ts';
import type { Role } from '../../vocabulary/effects.ts';
import { isOneOf } from '../../vocabulary/kinds.ts';
import { foreignOperators } from '../../vocabulary/operators.ts';
import { type Context, reportError } from '../names/context.ts';
import { useLabel } from '../names/label-name.ts';
import type { ObjectTest, Pattern } from '../tree/checked.ts';
import { ownLists } from '../tree/own-list.ts';
import { warnOfFolders } from '../values/folder-only.ts';
import { findList, resolveListValue } from '../values/list.ts';
import { soundPatterns } from '../values/pattern-place.ts';
import {
  isCondition,
  reportCondition,
  resolveRegex,
  resolveText,
  resolveWord,
  type ValueLanguage,
} from '../values/value.ts';

const operators = ['is', 'under', 'contains', 'starts with', 'ends with', 'matches', 'labelled'] as const;
type ObjectOperator = (typeof operators)[number];

export interface ResolvedTest {
  readonly test: ObjectTest;
  readonly items: number;
}

const languages: Readonly<Partial<Record<ObjectTest['of'], ValueLanguage>>> = {
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

interface WrittenTest {
  readonly of: ObjectTest['of'];
  readonly role?: Role | undefined;
  readonly option?: string;
  readonly quantifier?: 'any' | 'every' | undefined;
  readonly operator: Name | undefined;
  readonly negated: boolean;
  readonly values: readonly PolicyValue[];
  readonly span: TextValue['span'];
  /** A pattern for a folder alone is no mistake: to delete, move or copy a folder includes the files in it. */
  readonly alone?: boolean;
}

export function resolveObjectTest(context: Context, written: WrittenTest): ResolvedTest | undefined {
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
  const sound = soundPatterns(context, values, patterns);
  if (sound === undefined) return undefined;
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
  return plainTest(of, negated, soundPatterns(context, values, patterns), 'labelled');
}

/** A test without a quantifier; undefined where one of its patterns has an error. */
export const plainTest = (
  of: ObjectTest['of'],
  negated: boolean,
  patterns: readonly Pattern[] | undefined,
  operator: 'is' | 'labelled' = 'is',
): ResolvedTest | undefined =>
  patterns && {
    test: { of, role: undefined, quantifier: undefined, operator, negated, patterns },
    items: patterns.length,
  };

/** Objects that can be under a directory. For all others `outside` a list means "not in it". */
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
  const [value] = written.values;
  if (of === 'command' && foreign === 'is' && value?.kind === 'text')
    return reportError(context, 'unknown-operator', place, `\`${text}\` does not go with what a call does`, {
      help: `what a call runs is asked for with \`runs ${JSON.stringify(value.value)}\``,
    });
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
  language: ValueLanguage,
  of: ObjectTest['of'],
): ValueLanguage {
  if (operator === 'under') return 'path';
  if (operator !== 'is') return 'part';
  const type = ownLists.has(name) ? 'paths' : scope.lists.get(name)?.node.type?.text;
  return (of === 'role' || of === 'value') && type === 'paths' ? 'path' : language;
}

function reportNoRegex(context: Context, value: PolicyValue): undefined {
  if (value.kind === 'list') findList(context, value);
  return reportError(context, 'wrong-type', value.span, '`matches` compares with a regular expression', {
    help: 'a regular expression is written between slashes: `matches /^v[0-9]+$/`',
  });
}

function resolveObjectValue(
  context: Context,
  value: Exclude<PolicyValue, ListValue>,
  operator: ObjectOperator,
  language: ValueLanguage,
  of: ObjectTest['of'],
): Pattern | undefined {
  if (operator === 'matches') {
    return value.kind === 'regex' ? resolveRegex(context, value) : reportNoRegex(context, value);
  }
  if (value.kind === 'regex') {
    return reportError(context, 'wrong-type', value.span, 'a regular expression follows `matches` only', {
      help: adviceForRegex(of, value),
    });
  }
  if (value.kind === 'number') {
    return reportError(
      context,
      'wrong-type',
      value.span,
      `\`${value.raw}\` is a number, where a text is expected`,
      { help: `text is written in quotes: \`"${value.raw}"\`` },
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
        { help: 'write `any path under workspace` or `any path outside workspace`' },
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
