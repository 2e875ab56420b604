/**
 * Tree → canonical text: what `parse` reads back as the same tree, and what two
 * authors' policies look alike in. Declarations come in the order of the tree's
 * parts (header, imports, defaults, what is said of commands and tools, lists,
 * conditions, labels, limits, rules), clauses as they were written. Only the tree is looked at, so comments do not survive.
 */
import type {
  Call,
  Clause,
  Compare,
  ConditionDeclaration,
  DeclaredEffect,
  Defaults,
  EffectMatch,
  Expectation,
  Expression,
  Field,
  Given,
  Header,
  KnowledgeDeclaration,
  LabelDeclaration,
  LimitDeclaration,
  ListDeclaration,
  Literal,
  Logic,
  Mixed,
  OptionList,
  Policy,
  Rule,
  ScenarioStep,
  Subject,
  Target,
  TestStep,
  Value,
} from './ast.ts';

/** A line is broken where it would grow longer, if there is a place to break it. */
const maximalWidth = 110;
/** More `not` and `might` in a row are refused by the parser, unless parentheses stand between them. */
const maximalPrefixes = 8;

/**
 * The canonical text of a policy file, ending in a line end; empty for an empty
 * tree. `parse` gives the same tree but for spans, for every tree that `parse`
 * gave without diagnostics.
 */
export function formatPolicy(policy: Policy): string {
  const { headers, imports, defaults, lists, conditions, rules, labels, limits, knowledge } = policy;
  const groups = [
    ...headers.map(formatHeader),
    imports.map(({ target }) => `import ${quote(target.value)}`).join('\n'),
    ...defaults.map(formatDefaults),
    // Before the lists: behind an empty one, `command` and `tool` would be read as the type of its items.
    ...knowledge.map(formatKnowledge),
    lists.map(formatList).join('\n'),
    conditions.map(formatCondition).join('\n'),
    ...labels.map(formatLabel),
    ...limits.map(formatLimit),
    ...rules.map(formatRule),
  ];
  return groups
    .filter((group) => group !== '')
    .map((group) => `${group}\n`)
    .join('\n');
}

const formatHeader = ({ name, title }: Header): string =>
  title === undefined ? `policy ${name.text}` : `policy ${name.text}\n  ${quote(title.value)}`;

const formatDefaults = ({ clauses }: Defaults): string =>
  ['defaults', ...clauses.flatMap(formatClause)].join('\n');

function formatList({ name, type, items, except }: ListDeclaration): string {
  const head = `list ${name.text} = ${type === undefined ? '' : `${type.text} `}`;
  const pieces = [...commaPieces(items), ...prefixed('except ', commaPieces(except))];
  return fill(head, pieces, '  ').join('\n');
}

function formatCondition({ name, expression }: ConditionDeclaration): string {
  const head = `condition ${name.text} =`;
  const line = `${head} ${expressionPieces(expression).join(' ')}`;
  return line.length <= maximalWidth ? line : [head, ...expressionLines('  ', expression, '    ')].join('\n');
}

function formatKnowledge(declaration: KnowledgeDeclaration): string {
  switch (declaration.kind) {
    case 'wrapper':
      return fill(
        'wrapper ',
        declaration.commands.map(({ value }) => quote(value)),
        '  ',
      ).join('\n');
    case 'alias':
      return `alias ${quote(declaration.name.value)} = ${quote(declaration.command.value)}`;
    case 'command-declaration':
      return [`command ${quote(declaration.command.value)}`, ...declaration.parts.flatMap(formatPart)].join(
        '\n',
      );
    case 'tool-declaration': {
      const server = declaration.server === undefined ? '' : ` of mcp ${quote(declaration.server.value)}`;
      const kind = declaration.toolKind === undefined ? '' : ` kind ${declaration.toolKind.text}`;
      return [
        `tool ${quote(declaration.tool.value)}${server}${kind}`,
        ...declaration.parts.flatMap(formatPart),
      ].join('\n');
    }
    default:
      return declaration satisfies never;
  }
}

function formatPart(part: OptionList | DeclaredEffect): string[] {
  if (part.kind === 'options') {
    const groups = part.groups.map((names) => names.map(({ value }) => value).join('/'));
    return fill(part.values ? '  options with values: ' : '  options: ', groups, '    ');
  }
  const verb = part.verb.text === 'connects' ? 'connects to' : part.verb.text;
  switch (part.of.kind) {
    case 'nothing':
      return [`  ${verb}`];
    case 'operands':
      return [`  ${verb} operands`];
    case 'operand':
      return [`  ${verb} ${part.of.which} operand`];
    case 'option':
      return [`  ${verb} value of ${part.of.option.value}`];
    case 'field':
      return [`  ${verb} ${formatField(part.of.field)}`];
    case 'texts': {
      const pieces = part.of.texts.map(({ value }, index) => `${index === 0 ? '' : 'or '}${quote(value)}`);
      return fill(`  ${verb} `, pieces, '    ');
    }
    default:
      return part.of satisfies never;
  }
}

const formatRule = ({ effect, name, clauses }: Rule): string =>
  [`${effect} ${name.text}`, ...clauses.flatMap(formatClause)].join('\n');

const formatLabel = ({ name, scope, lasts, clauses }: LabelDeclaration): string =>
  [`label ${name.text} on ${scope.text} lasts ${formatValue(lasts)}`, ...clauses.flatMap(formatClause)].join(
    '\n',
  );

const formatLimit = ({ name, most, what, period, scope, clauses }: LimitDeclaration): string =>
  [
    `limit ${name.text} to ${most.raw} ${what.text} per ${period.raw} per ${scope.text}`,
    ...clauses.flatMap(formatClause),
  ].join('\n');

// ── Clauses ───────────────────────────────────────────────────────────────────────────────

/** The lines of one clause. */
function formatClause(clause: Clause): string[] {
  switch (clause.kind) {
    case 'when':
    case 'while':
    case 'unless':
      return expressionLines(`  ${clause.kind} `, clause.expression, '    ');
    case 'absence':
      return [`  if ${formatField(clause.field)} ${clause.state.text} ${clause.action.text}`];
    case 'unsure':
      return [`  when unsure ${clause.action.text}`];
    case 'reason':
    case 'hint':
      return [`  ${clause.kind} ${quote(clause.text.value)}`];
    case 'severity':
      return [`  severity ${clause.level.text}`];
    case 'tags':
      return fill('  tags ', withCommas(clause.tags.map(({ text }) => [text])), '    ');
    case 'test': {
      const title = clause.title === undefined ? '' : ` ${quote(clause.title.value)}`;
      return [`  ${formatSkip(clause)}test${title}`, ...clause.steps.flatMap(formatStep)];
    }
    case 'scenario':
      return [
        `  ${formatSkip(clause)}scenario ${quote(clause.title.value)}`,
        ...clause.steps.flatMap(formatScenarioStep),
      ];
    default:
      return clause satisfies never;
  }
}

function formatScenarioStep(step: Given | ScenarioStep): string[] {
  if (step.kind === 'given') return formatStep(step);
  const { after, call, verdict, by } = step;
  const end = [verdict.text, ...(by === undefined ? [] : [`by ${quote(by.value)}`])];
  return fill(
    after === undefined ? '    ' : `    after ${after.raw} `,
    [...callPieces(call), ...end],
    '      ',
  );
}

function formatStep(step: TestStep): string[] {
  if (step.kind === 'given') {
    return fill(`    given ${formatField(step.field)} `, commaPieces(step.values), '      ');
  }
  const by = step.by === undefined ? [] : [`by ${quote(step.by.value)}`];
  const head = `    ${formatSkip(step)}${step.verdict.text} `;
  return fill(head, [...callPieces(step.call), ...by], '      ');
}

const formatSkip = ({ skip }: Pick<Expectation, 'skip'>): string =>
  skip === undefined ? '' : `skip ${quote(skip.value)} `;

function callPieces(call: Call): string[] {
  switch (call.kind) {
    case 'command':
      return [quote(call.command.value)];
    case 'action': {
      const content = call.content === undefined ? [] : [`content ${quote(call.content.value)}`];
      return [`${call.verb.text} ${quote(call.target.value)}`, ...content];
    }
    case 'tool': {
      const kind = call.toolKind === undefined ? '' : ` kind ${call.toolKind.text}`;
      const input = call.input === undefined ? [] : literalPieces(call.input);
      return [`tool ${quote(call.name.value)}${kind}`, ...input];
    }
    case 'mcp': {
      const input = call.input === undefined ? [] : literalPieces(call.input);
      return [`mcp ${quote(call.server.value)} ${quote(call.tool.value)}`, ...input];
    }
    case 'recorded':
      return [`event ${quote(call.file.value)}`];
    default:
      return call satisfies never;
  }
}

function literalPieces(literal: Literal): string[] {
  switch (literal.kind) {
    case 'scalar': {
      const { value } = literal;
      if (typeof value === 'string') return [quote(value)];
      return [typeof value === 'number' ? plainNumber(value) : String(value)];
    }
    case 'array':
      return enclosed('[', withCommas(literal.items.map(literalPieces)), ']');
    case 'object': {
      const entries = literal.entries.map(({ key, value }) => {
        const name = isWord(key.value) ? key.value : quote(key.value);
        return prefixed(`${name}: `, literalPieces(value));
      });
      return entries.length === 0 ? ['{}'] : enclosed('{ ', withCommas(entries), ' }');
    }
    default:
      return literal satisfies never;
  }
}

// ── Expressions ───────────────────────────────────────────────────────────────────────────

/** On one line where it fits; else each operand of the outermost chain starts a line. */
function expressionLines(head: string, expression: Expression, indent: string): string[] {
  const pieces = expressionPieces(expression);
  const line = head + pieces.join(' ');
  if (line.length <= maximalWidth) return [line];
  if (!isChain(expression)) return fill(head, pieces, indent);
  return operandPieces(expression).flatMap((operand, index) =>
    fill(index === 0 ? head : indent, operand, `${indent}  `),
  );
}

const isChain = (expression: Expression): expression is Logic | Mixed =>
  expression.kind === 'and' || expression.kind === 'or' || expression.kind === 'mixed';

/** An expression as pieces that are not broken; `prefixes` counts the `not` and `might` just before it. */
function expressionPieces(expression: Expression, prefixes = 0): string[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
    case 'mixed':
      return operandPieces(expression).flat();
    case 'not':
    case 'might': {
      const { operand } = expression;
      const grouped = isChain(operand) || prefixes + 1 >= maximalPrefixes;
      const pieces = grouped
        ? enclosed('(', expressionPieces(operand), ')')
        : expressionPieces(operand, prefixes + 1);
      return prefixed(`${expression.kind} `, pieces);
    }
    case 'reference':
      return [expression.name.text];
    case 'compare':
      return comparePieces(expression);
    case 'mcp':
      return [
        ...prefixed('mcp ', alternativePieces(expression.server.values)),
        ...prefixed('tool ', alternativePieces(expression.tool.values)),
      ];
    case 'effect':
      return effectPieces(expression);
    case 'outcome':
      return [`it ${expression.outcome.text}${expression.orUnknown ? ' or unknown' : ''}`];
    case 'denials': {
      const { times, within, by } = expression;
      const head = `denied ${times.raw} ${times.raw === '1' ? 'time' : 'times'} within ${within.raw}`;
      return by.length === 0 ? [head] : [head, ...prefixed('by ', alternativePieces(by))];
    }
    case 'opaque':
      return [expression.negated ? 'shell is not opaque' : 'shell is opaque'];
    default:
      return expression satisfies never;
  }
}

function effectPieces({ verbs, target, options, from, to }: EffectMatch): string[] {
  const names = verbs.map(({ text }) => (text === 'connects' ? 'connects to' : text));
  const head = names.map((name, index) => (index === 0 ? name : `or ${name}`));
  const join = names[0] === 'pipes' ? 'into ' : 'to ';
  return [
    ...head,
    ...(target === undefined ? [] : targetPieces(target)),
    ...options.flatMap((group) =>
      prefixed(
        group.negated ? 'without ' : 'with ',
        group.options.map(({ value }, index) => `${index === 0 ? '' : 'or '}${formatOption(value)}`),
      ),
    ),
    ...(from === undefined ? [] : prefixed('from ', alternativePieces(from))),
    ...(to === undefined ? [] : prefixed(join, targetPieces(to))),
  ];
}

const formatOption = (text: string): string => (/^[-+][A-Za-z0-9_.-]+$/.test(text) ? text : quote(text));

function targetPieces({ object, operator, negated, values }: Target): string[] {
  const named = object === undefined || ['content', 'anything'].includes(object.text);
  const subject = object === undefined ? [] : [named ? object.text : `any ${object.text}`];
  if (operator === undefined) return [...subject, ...alternativePieces(values)];
  if (values.length === 0) return [...subject, formatOperator(operator.text, negated)];
  return [...subject, ...prefixed(`${formatOperator(operator.text, negated)} `, alternativePieces(values))];
}

/** The operands of a chain, each with its connective and, where needed, parentheses. */
function operandPieces(chain: Logic | Mixed): string[][] {
  return chain.operands.map((operand, index) => {
    const connective = chain.kind === 'mixed' ? chain.connectives[index - 1]?.text : chain.kind;
    const following = chain.kind === 'mixed' ? chain.connectives[index]?.text : chain.kind;
    const next = chain.operands[index + 1];
    const swallows = next !== undefined && following === 'or' && wouldSwallow(operand, next);
    const pieces = expressionPieces(operand);
    const grouped = isChain(operand) || swallows ? enclosed('(', pieces, ')') : pieces;
    return index === 0 ? grouped : prefixed(`${connective} `, grouped);
  });
}

/** Whether `… or next` would be read as one more alternative of the comparison before it. */
function wouldSwallow(before: Expression, next: Expression): boolean {
  if (before.kind === 'not' || before.kind === 'might') return wouldSwallow(before.operand, next);
  const open =
    before.kind === 'mcp' ||
    (before.kind === 'denials' && before.by.length > 0) ||
    (before.kind === 'compare' && before.values.length > 0) ||
    (before.kind === 'effect' && endsInValues(before));
  if (!open) return false;
  return (
    next.kind === 'reference' ||
    // Before an operator that no table knows, a bare field looks like an alternative.
    (next.kind === 'compare' && next.subject.field.steps.length === 0 && !isWellKnown(next.operator.text))
  );
}

function endsInValues({ target, options, from, to }: EffectMatch): boolean {
  if (options.length > 0) return false;
  if (from !== undefined) return true;
  return ((to ?? target)?.values.length ?? 0) > 0;
}

function comparePieces({ subject, operator, negated, values }: Compare): string[] {
  const head = `${formatSubject(subject)} ${formatOperator(operator.text, negated)}`;
  return values.length === 0 ? [head] : prefixed(`${head} `, alternativePieces(values));
}

const alternativePieces = (values: readonly Value[]): string[] =>
  values.map((value, index) => (index === 0 ? formatValue(value) : `or ${formatValue(value)}`));

function formatSubject({ quantifier, measure, field }: Subject): string {
  const words = [quantifier, measure === 'text' ? 'text in' : measure && `${measure} of`, formatField(field)];
  return words.filter((word) => word !== undefined).join(' ');
}

/** How an operator is written: as it is, and with `not`. */
const spellings: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['is', ['is', 'is not']],
  ['in', ['in', 'not in']],
  ['under', ['under', 'outside']],
  ['labelled', ['labelled', 'not labelled']],
  ['missing', ['is missing', 'is not missing']],
  ['present', ['is present', 'is not present']],
  ['contains', ['contains', 'does not contain']],
  ['matches', ['matches', 'does not match']],
  ['starts with', ['starts with', 'does not start with']],
  ['ends with', ['ends with', 'does not end with']],
]);

const isWellKnown = (operator: string): boolean => spellings.has(operator) || /^[=!<>~]/.test(operator);

const formatOperator = (operator: string, negated: boolean): string =>
  spellings.get(operator)?.[negated ? 1 : 0] ?? operator;

// ── Fields, values and words ──────────────────────────────────────────────────────────────

function formatField({ root, steps }: Field): string {
  const [first, ...rest] = steps.map(({ key }) => key);
  if (root.text === 'mcp' && rest.length === 0 && (first === 'server' || first === 'tool')) {
    return `mcp ${first}`;
  }
  if (root.text === 'extension' && typeof first === 'string') {
    return `extension ${quote(first)}${rest.map(formatStepKey).join('')}`;
  }
  return root.text + steps.map(({ key }) => formatStepKey(key)).join('');
}

function formatStepKey(key: string | number): string {
  if (typeof key === 'string') return isWord(key) ? `.${key}` : `.${quote(key)}`;
  return `[${plainNumber(key)}]`;
}

function formatValue(value: Value): string {
  switch (value.kind) {
    case 'text':
      return quote(value.value);
    case 'number':
      return value.raw;
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

const isWord = (text: string): boolean => /^[A-Za-z][A-Za-z0-9_-]*$/.test(text);

/**
 * A text in quotes. What would not be seen as it is (control and format
 * characters, separators of lines, halves of surrogate pairs) is escaped, so
 * that a reader sees what the engine reads.
 */
function quote(text: string): string {
  const inner = text.replace(/["\\]|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    if (character === '"' || character === '\\') return `\\${character}`;
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return Array.from({ length: character.length }, (_, at) => escapeUnit(character.charCodeAt(at))).join('');
  });
  return `"${inner}"`;
}

const escapeUnit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

/** A number with digits and a point only: the grammar has no exponents. */
function plainNumber(value: number): string {
  if (Object.is(value, -0)) return '-0';
  // Digits too many for a number are read as infinity, and must be again.
  if (!Number.isFinite(value)) return `${value < 0 ? '-' : ''}1${'0'.repeat(309)}`;
  const parts = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value));
  if (parts === null) return String(value);
  const [, sign = '', whole = '', fraction = '', exponent = ''] = parts;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, '0')}`;
}

// ── Lines ─────────────────────────────────────────────────────────────────────────────────

const commaPieces = (values: readonly Value[]): string[] =>
  withCommas(values.map((value) => [formatValue(value)]));

/** The pieces of all items, with a comma after the last piece of each but the last. */
const withCommas = (items: readonly (readonly string[])[]): string[] =>
  items.flatMap((pieces, index) => (index === items.length - 1 ? pieces : suffixed(pieces, ',')));

const prefixed = (prefix: string, pieces: readonly string[]): string[] =>
  pieces.map((piece, index) => (index === 0 ? prefix + piece : piece));

const suffixed = (pieces: readonly string[], suffix: string): string[] =>
  pieces.map((piece, index) => (index === pieces.length - 1 ? piece + suffix : piece));

const enclosed = (open: string, pieces: readonly string[], close: string): string[] =>
  pieces.length === 0 ? [open + close] : prefixed(open, suffixed(pieces, close));

/** Pieces after a head, as many on each line as fit; a piece that fits nowhere has a line of its own. */
function fill(head: string, pieces: readonly string[], indent: string): string[] {
  const [first = '', ...others] = pieces;
  const lines: string[] = [];
  let line = head + first;
  for (const piece of others) {
    if (line.length + 1 + piece.length <= maximalWidth) line += ` ${piece}`;
    else {
      lines.push(line);
      line = indent + piece;
    }
  }
  return [...lines, line.trimEnd()];
}
