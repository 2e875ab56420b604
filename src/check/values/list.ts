/** Lists: the items of `@name`, with those of the lists inside it, read in the language of the use. */
import type { ListDeclaration } from '../../language/ast.ts';
import type { ListValue, Name, NumberValue, PolicyValue } from '../../language/expression.ts';
import type { Span } from '../../language/source.ts';
import { nearest } from '../../language/words.ts';
import { listTypes, type PatternLanguage } from '../../vocabulary/kinds.ts';
import { type Context, contextOf, type ExpandedList, isExhausted, reportError } from '../names/context.ts';
import { adviceToImport } from '../names/declared-elsewhere.ts';
import type { Declared } from '../names/scope.ts';
import { shippedList } from '../names/shipped-list.ts';
import type { Pattern } from '../tree/checked.ts';
import { ownLists } from '../tree/own-list.ts';
import { resolveNumber } from './number.ts';
import { notePlaces } from './pattern-place.ts';
import { resolveText, resolveWord, type ValueLanguage } from './value.ts';

/** Items of a list, with the items of the lists it is made of. */
export const maximalItems = 100_000;

/** Lists inside lists. */
const maximalListDepth = 32;

/** `@name` beside something of a language. */
export function resolveListValue(
  context: Context,
  value: ListValue,
  language: ValueLanguage | 'undecided',
): ExpandedList | undefined {
  const builtIn = ownLists.get(value.name);
  if (builtIn !== undefined) return fits('path', language) ? builtIn : reportMisfit(context, value, language);
  const declared = findList(context, value);
  if (declared === undefined) return undefined;
  const own = listLanguage(declared.node);
  if (own !== undefined && !fits(own, language)) return reportMisfit(context, value, language, declared);
  return expandList(context, declared, own ?? language, value);
}

/** The list that a reference names, marked as used; reports one that is not there. */
export function findList(context: Context, value: ListValue): Declared<ListDeclaration> | undefined {
  if (ownLists.has(value.name)) return undefined;
  const declared = context.scope.lists.get(value.name);
  if (declared !== undefined) {
    context.shared.used.add(declared.node.name);
    return declared;
  }
  if (context.scope.broken.has(value.name) || context.scope.incomplete) return undefined;
  const near = nearest(value.name, context.scope.lists.keys());
  // A list whose name is misspelt here counts as used.
  const meant = near === undefined ? undefined : context.scope.lists.get(near);
  if (meant !== undefined) context.shared.used.add(meant.node.name);
  return reportError(context, 'unknown-list', value.span, `unknown list \`@${value.name}\``, {
    help:
      near === undefined
        ? (adviceToImport(context, 'lists', value.name, '@') ??
          adviceForShipped(value.name) ??
          'declare it with `list`, or import the file that declares it')
        : `did you mean \`@${near}\`?`,
  });
}

/** Where the file is checked without the packs, which have the list. */
function adviceForShipped(name: string): string | undefined {
  const shipped = shippedList(name);
  return shipped === undefined
    ? undefined
    : `it comes with bylaw: write \`import "${shipped}"\`, and check the folder that \`bylaw init\` has written the packs into`;
}

/** `declared` is undefined for the list that no file declares. */
function reportMisfit(
  context: Context,
  value: ListValue,
  language: ValueLanguage | 'undecided',
  declared?: Declared<ListDeclaration>,
): undefined {
  if (declared === undefined)
    return reportError(
      context,
      'wrong-type',
      value.span,
      `\`@${value.name}\` is a list of paths, which cannot be compared with ${describe(language)}`,
      { help: `\`@${value.name}\` is built in, and names the places of bylaw itself` },
    );
  const type = declared.node.type?.text;
  return reportError(
    context,
    'wrong-type',
    value.span,
    `\`@${value.name}\` is a list of ${type}, which cannot be compared with ${describe(language)}`,
    {
      notes: [{ path: declared.path, span: declared.node.name.span, message: 'declared here' }],
      help: `declare the list as one of another type, or without \`${type}\` if it is for several uses`,
    },
  );
}

function listLanguage(node: ListDeclaration): PatternLanguage | undefined {
  const type = node.type?.text;
  return type !== undefined && Object.hasOwn(listTypes, type)
    ? listTypes[type as keyof typeof listTypes]
    : undefined;
}

/** Whether a list of one language can be compared with a field of another. Plain text takes the language of the list. */
function fits(list: PatternLanguage, thing: ValueLanguage | 'undecided'): boolean {
  if (thing === 'part') return list === 'text' || list === 'name';
  if (thing === 'any' || thing === 'text' || thing === 'undecided' || list === thing) return true;
  return list === 'text' && thing === 'name';
}

function describe(language: ValueLanguage | 'undecided'): string {
  const names: Record<ValueLanguage | 'undecided', string> = {
    any: 'input',
    undecided: 'anything',
    text: 'plain text',
    part: 'a part of a text',
    name: 'a name',
    path: 'a path',
    kind: 'a kind',
    origin: 'an origin',
    way: 'a way',
    host: 'a host',
    command: 'a command',
    package: 'a package',
  };
  return names[language];
}

/** The items of a list. A type without items, as in `list a = paths`, has the form of an item. */
export function itemsOf({ type, items }: ListDeclaration): readonly PolicyValue[] {
  const [only] = items;
  const isType = items.length === 1 && only?.kind === 'word' && Object.hasOwn(listTypes, only.text);
  return isType && type === undefined ? [] : items;
}

/**
 * A list with everything in it, expanded once for each language. Circles and lists that are too large are reported. Where
 * the use is `undecided`, texts and words are not checked: their meaning depends on the use.
 */
export function expandList(
  context: Context,
  declared: Declared<ListDeclaration>,
  language: ValueLanguage | 'undecided',
  user: ListValue | undefined,
): ExpandedList | undefined {
  const { lists, openLists: open } = context.shared;
  const { name } = declared.node;
  if (open.includes(name)) return reportCircle(context, name, user?.span ?? name.span);
  const here = contextOf(context, declared.path);
  const known = lists.get(name) ?? new Map<string, ExpandedList | undefined>();
  lists.set(name, known);
  if (!known.has(language)) {
    if (open.length < maximalListDepth) {
      open.push(name);
      known.set(language, gatherItems(here, declared.node, language));
      open.pop();
    } else known.set(language, reportDeepList(here, name));
  }
  const expanded = known.get(language);
  return expanded !== undefined && open.length + expanded.depth > maximalListDepth
    ? reportDeepList(here, name)
    : expanded;
}

function reportDeepList(context: Context, name: Name): undefined {
  const { openLists: open, reportedLists } = context.shared;
  if (open.some((each) => reportedLists.has(each))) return undefined;
  for (const each of open) reportedLists.add(each);
  return reportError(
    context,
    'too-deep',
    name.span,
    `lists are nested more than ${maximalListDepth} levels deep, with \`${name.text}\` among them`,
    { help: 'let lists contain each other in fewer steps' },
  );
}

/** Every circle is reported once, at the first place from which it is found. */
function reportCircle(context: Context, name: Name, span: Span): undefined {
  const { openLists: open, reportedLists } = context.shared;
  const circle = open.slice(open.indexOf(name));
  if (circle.every((each) => reportedLists.has(each))) return undefined;
  for (const each of circle) reportedLists.add(each);
  const through = circle.slice(1).map(({ text }) => `\`@${text}\``);
  const way = through.length === 0 ? '' : `, by way of ${through.join(', ')}`;
  return reportError(context, 'cyclic-list', span, `the list \`${name.text}\` contains itself${way}`, {
    help: 'remove the list from its own items',
  });
}

function gatherItems(
  context: Context,
  node: ListDeclaration,
  language: ValueLanguage | 'undecided',
): ExpandedList | undefined {
  let items = 0;
  let depth = 0;
  const expand = (item: PolicyValue): Pattern[] => {
    if (isExhausted(context)) return [];
    if (item.kind !== 'list') {
      items++;
      const pattern = expandItem(context, item, language);
      notePlaces(context, [item], [pattern]);
      return pattern === undefined ? [] : [pattern];
    }
    const inner = resolveListValue(context, item, language);
    items += inner?.items ?? 0;
    depth = Math.max(depth, inner?.depth ?? 0);
    return inner === undefined ? [] : [inner.pattern];
  };
  const included = itemsOf(node).flatMap(expand);
  const except = node.except.flatMap(expand);
  if (items > maximalItems) {
    return reportError(
      context,
      'list-too-long',
      node.name.span,
      `the list \`${node.name.text}\` has ${items} items with those of its lists; at most ${maximalItems} are allowed`,
      { help: 'split it, and ask for each part in a rule of its own' },
    );
  }
  const pattern = { kind: 'list', name: node.name.text, items: included, except } as const;
  return { pattern, items, depth: depth + 1 };
}

function expandItem(
  context: Context,
  item: Exclude<PolicyValue, ListValue>,
  language: ValueLanguage | 'undecided',
): Pattern | undefined {
  switch (item.kind) {
    case 'text':
      if (language === 'undecided') return { kind: 'text', value: item.value };
      return resolveText(context, item, language);
    case 'word':
      if (language === 'undecided') return { kind: 'text', value: item.text };
      return resolveWord(context, item, language);
    case 'number':
      return resolveNumberItem(context, item, language === 'undecided' ? 'any' : language);
    case 'regex':
      return reportError(context, 'wrong-type', item.span, 'a list cannot hold regular expressions', {
        help: 'write alternatives after `matches`: `matches /…/ or /…/`',
      });
    default:
      return item satisfies never;
  }
}

function resolveNumberItem(
  context: Context,
  item: NumberValue,
  language: ValueLanguage,
): Pattern | undefined {
  if (language !== 'any') {
    return reportError(
      context,
      'wrong-type',
      item.span,
      `\`${item.raw}\` is a number, which cannot be compared with ${describe(language)}`,
      { help: `text is written in quotes: \`"${item.raw}"\`` },
    );
  }
  const value = resolveNumber(context, item, 'any');
  return value === undefined ? undefined : { kind: 'constant', value };
}
