/** Trees as text: one line for each node, its words beside it, its parts below. */
import type { DeclaredEffect, Policy } from '../../src/language/ast.ts';
import type {
  CompareSubject,
  Field,
  OptionGroup,
  PolicyValue,
  QuotedText,
  Target,
} from '../../src/language/expression.ts';
import { indexLines, type Span } from '../../src/language/source.ts';

type Node = { readonly kind: string; readonly span: Span };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isNode = (value: unknown): value is Node =>
  isObject(value) && typeof value.kind === 'string' && 'span' in value;
const isName = (value: unknown): value is { text: string } =>
  isObject(value) && typeof value.text === 'string' && 'span' in value && !('kind' in value);
const isText = (value: unknown): value is { value: string } =>
  isObject(value) && typeof value.value === 'string' && 'span' in value && !('kind' in value);

/** All declarations, in the order they are written. */
export function declarationsOf(policy: Policy): Node[] {
  const { headers, imports, defaults, lists, conditions, windows, knowledge, labels, limits } = policy;
  const { rules, exceptions } = policy;
  const all: Node[] = [
    ...[...headers, ...imports, ...defaults, ...lists, ...conditions, ...windows],
    ...[...knowledge, ...labels, ...limits, ...rules, ...exceptions],
  ];
  return all.sort((a, b) => a.span.start - b.span.start);
}

export function showTree(policy: Policy): string {
  const broken = policy.broken.length === 0 ? [] : [`broken ${policy.broken.join(' ')}`];
  return [...declarationsOf(policy).flatMap((each) => showNode(each, '')), ...broken].join('\n');
}

function showNode(node: Node, label: string): string[] {
  const words: string[] = [node.kind];
  const parts: string[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'kind' || key === 'span' || value === undefined) continue;
    if ((value as unknown) === false && key !== 'value') continue;
    if (key === 'options' && Array.isArray(value) && value.length === 0) continue;
    const word = showWord(key, value);
    if (word !== undefined) words.push(key === 'name' || key === 'raw' ? word : `${key}=${word}`);
    else parts.push(...showPart(key, value).map((line) => `  ${line}`));
  }
  return [`${label}${words.join(' ')}`, ...parts];
}

function showPart(key: string, value: unknown): string[] {
  if (isNode(value)) return showNode(value, key === 'expression' || key === 'operand' ? '' : `${key}: `);
  if (!Array.isArray(value)) throw new Error(`${key} is no part of a tree`);
  return value.flatMap((each: unknown) => {
    if (isNode(each)) return showNode(each, '');
    if (isObject(each) && isText(each.key)) return showPart(JSON.stringify(each.key.value), each.value);
    throw new Error(`${key} has an element that is no node`);
  });
}

/** What fits on the line of its node; undefined for what has parts of its own. */
function showWord(key: string, value: unknown): string | undefined {
  if (key === 'subject') return showSubject(value as CompareSubject);
  if (key === 'field') return showField(value as Field);
  if ((key === 'target' || key === 'to') && !isText(value)) return showTarget(value as Target);
  if (key === 'of') return showDeclared(value as DeclaredEffect['of']);
  if (key === 'groups') return showGroups(value as readonly (readonly QuotedText[])[]);
  if (key === 'options') return showOptions(value as readonly OptionGroup[]);
  if (key === 'rows')
    return (value as readonly { readonly texts: readonly QuotedText[] }[])
      .map(({ texts }) => `[${texts.map((each) => JSON.stringify(each.value)).join(', ')}]`)
      .join(' ');
  if (key === 'commands')
    return `[${(value as readonly QuotedText[]).map((each) => JSON.stringify(each.value)).join(', ')}]`;
  if (['after', 'lasts', 'most', 'period', 'times', 'within'].includes(key) && !Array.isArray(value))
    return showValue(value as PolicyValue);
  if ((key === 'from' || key === 'by') && isValues(value)) return `[${value.map(showValue).join(', ')}]`;
  if ((key === 'values' || key === 'except' || key === 'items') && isValues(value)) {
    return `[${value.map(showValue).join(', ')}]`;
  }
  if (isName(value)) return value.text;
  if (isText(value)) return JSON.stringify(value.value);
  if (Array.isArray(value) && value.length > 0 && value.every(isName))
    return `[${value.map(({ text }) => text).join(' ')}]`;
  return isObject(value)
    ? undefined
    : typeof value === 'boolean' || value === null
      ? String(value)
      : JSON.stringify(value);
}

const isValues = (value: unknown): value is PolicyValue[] =>
  Array.isArray(value) &&
  value.every((each) => isNode(each) && ['text', 'number', 'regex', 'word', 'list'].includes(each.kind));

function showSubject({ quantifier, measure, field }: CompareSubject): string {
  return [
    quantifier,
    measure && { text: 'text in', size: 'size of', count: 'count of', value: 'value of' }[measure],
    showField(field),
  ]
    .filter((each) => each !== undefined)
    .join(' ');
}

function showTarget({ object, operator, negated, values }: Target): string {
  const test = operator && [negated ? 'not' : undefined, operator.text];
  const words = [
    object?.text,
    ...(test ?? []),
    values.length === 0 ? undefined : `[${values.map(showValue).join(', ')}]`,
  ];
  return `(${words.filter((each) => each !== undefined).join(' ')})`;
}

const showOptions = (groups: readonly OptionGroup[]): string =>
  `[${groups.map(({ negated, options }) => `${negated ? 'without' : 'with'} ${options.map(({ value }) => value).join('|')}`).join(', ')}]`;

const showGroups = (groups: readonly (readonly QuotedText[])[]): string =>
  `[${groups.map((names) => names.map(({ value }) => value).join('|')).join(', ')}]`;

function showDeclared(of: DeclaredEffect['of']): string {
  switch (of.kind) {
    case 'operand':
      return `${of.which} operand`;
    case 'option':
      return `value of ${of.option.value}`;
    case 'texts':
      return `[${of.texts.map(({ value }) => JSON.stringify(value)).join(', ')}]`;
    case 'field':
      return showField(of.field);
    case 'operands':
    case 'nothing':
      return of.kind;
    default:
      return of satisfies never;
  }
}

function showField({ root, steps }: Field): string {
  return `${root.text}${steps.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${/^[\w-]+$/.test(key) ? key : JSON.stringify(key)}`)).join('')}`;
}

function showValue(value: PolicyValue): string {
  switch (value.kind) {
    case 'text':
      return JSON.stringify(value.value);
    case 'number':
      return `${value.value}${value.unit === undefined ? '' : ` ${value.unit}`}`;
    case 'regex':
      return `/${value.source}/${value.flags}`;
    case 'word':
      return value.text;
    case 'list':
      return `@${value.name}`;
    default:
      return value satisfies never;
  }
}

/** Every span in a tree, with the name of what it is the span of, in the order of reading. */
export function spansIn(value: unknown, name = ''): { readonly name: string; readonly span: Span }[] {
  if (Array.isArray(value)) return value.flatMap((each) => spansIn(each, name));
  if (!isObject(value)) return [];
  const own = isObject(value.span)
    ? [
        {
          name: typeof value.kind === 'string' ? value.kind : name,
          span: value.span as unknown as Span,
        },
      ]
    : [];
  const below = Object.entries(value).flatMap(([key, each]) => (key === 'span' ? [] : spansIn(each, key)));
  return [...own, ...below];
}

/** The text with carets below each line, under every span that starts there. */
export function showSpans(
  text: string,
  spans: readonly { readonly name: string; readonly span: Span }[],
): string {
  const lines = indexLines(text);
  const shown: string[] = [];
  for (let line = 1; line <= lines.lineCount; line++) {
    const lineText = lines.lineText(line);
    if (line === lines.lineCount && lineText === '') break;
    shown.push(`| ${lineText}`);
    for (const { name, span } of spans) {
      const start = lines.positionAt(span.start);
      if (start.line !== line) continue;
      const length = Math.max(1, Math.min(span.end - span.start, lineText.length - start.column + 1));
      const more = lines.positionAt(span.end).line > line ? '…' : '';
      shown.push(`  ${' '.repeat(start.column - 1)}${'^'.repeat(length)}${more} ${name}`);
    }
  }
  return shown.join('\n');
}
