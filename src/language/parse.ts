/**
 * Policy text → tree and diagnostics. A text without errors is parsed in one
 * piece. After an error the text is cut where declarations start, and a broken
 * rule where its clauses do, and every piece is parsed for itself: so each
 * problem of a file is reported in one pass, and every good clause has its tree.
 */
import type {
  Clause,
  Declaration,
  ExceptionDeclaration,
  KnowledgeDeclaration,
  LabelDeclaration,
  LimitDeclaration,
  Policy,
  Rule,
} from './ast.ts';
import { boundedErrors, maximalDiagnostics, maximalLength, tooLong } from './bounds.ts';
import { type Diagnostic, inReadingOrder } from './diagnostic.ts';
import { findLexicalErrors } from './lexical-errors.ts';
import { attempt, explainStop, isSpoilt, parsePiece, type Recovery } from './recovery.ts';
import type { Source, Span } from './source.ts';
import { splitClauses, splitDeclarations, splitSteps } from './split.ts';
import type { TestClause, TestStep } from './test-tree.ts';
import { declarationKeywords, nearest } from './words.ts';

export interface Parsed {
  /** What could be understood; complete exactly when there are no diagnostics. */
  readonly policy: Policy;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses one policy file. Never throws for any text; time and memory are linear
 * in its length. Diagnostics come in reading order.
 */
export function parse(source: Source): Parsed {
  const { path, text } = source;
  if (text.length > maximalLength) {
    return { policy: collect(path, [], anything), diagnostics: [tooLong(path, `${text.length} characters`)] };
  }
  const lexical = findLexicalErrors(path, text, maximalDiagnostics);
  if (lexical.length === 0) {
    const whole = attempt('File', text, { start: 0, end: text.length });
    if (whole.tree !== undefined) return { policy: collect(path, whole.tree, []), diagnostics: [] };
  }
  return parseInPieces(source, lexical);
}

/** What a file that was not read could have declared. */
const anything: readonly string[] = ['policy', 'import', 'defaults', 'list'];

function collect(path: string, declarations: readonly Declaration[], broken: readonly string[]): Policy {
  const of = <Kind extends Declaration['kind']>(kind: Kind): Extract<Declaration, { kind: Kind }>[] =>
    declarations.filter((each): each is Extract<Declaration, { kind: Kind }> => each.kind === kind);
  return {
    path,
    headers: of('header'),
    imports: of('import'),
    defaults: of('defaults'),
    lists: of('list'),
    conditions: of('condition'),
    windows: of('window'),
    rules: of('rule'),
    labels: of('label'),
    limits: of('limit'),
    exceptions: of('exception'),
    knowledge: declarations.filter(isKnowledge),
    broken,
  };
}

const isKnowledge = (declaration: Declaration): declaration is KnowledgeDeclaration =>
  declaration.kind === 'wrapper' ||
  declaration.kind === 'alias' ||
  declaration.kind === 'command-declaration' ||
  declaration.kind === 'tool-declaration';

function parseInPieces({ path, text }: Source, lexical: readonly Diagnostic[]): Parsed {
  const recovery: Recovery = { path, text, lexical, syntax: [], broken: [] };
  const declarations: Declaration[] = [];
  for (const [index, piece] of splitDeclarations(text).entries()) {
    const enough = recovery.syntax.length + lexical.length > maximalDiagnostics;
    const parsed = enough ? undefined : parseDeclaration(recovery, piece);
    if (parsed !== undefined) declarations.push(...parsed);
    else recovery.broken.push(...brokenNames(text, piece, index === 0));
  }
  const all = inReadingOrder([...lexical, ...recovery.syntax]);
  return { policy: collect(path, declarations, recovery.broken), diagnostics: boundedErrors(path, all) };
}

function parseDeclaration(recovery: Recovery, piece: Span): Declaration[] | undefined {
  const spoilt = isSpoilt(recovery, piece);
  const whole = spoilt ? undefined : attempt('File', recovery.text, piece);
  if (whole?.tree !== undefined) return whole.tree;
  if (/^(deny|watch|label|limit|except)\b/.test(recovery.text.slice(piece.start, piece.start + 7))) {
    const rule = parseWithClauses(recovery, piece);
    return rule === undefined ? undefined : [rule];
  }
  if (whole !== undefined) recovery.syntax.push(explainStop(recovery, whole.error, piece));
  return undefined;
}

/** What a declaration that could not be read would have declared: a name, or the thing itself. */
function brokenNames(text: string, { start, end }: Span, first: boolean): string[] {
  const match = /^([A-Za-z]+)(?:\s+([A-Za-z][A-Za-z0-9_-]*))?/.exec(
    text.slice(start, Math.min(end, start + 200)),
  );
  const [, word = '', name] = match ?? [];
  const keyword = nearest(word, declarationKeywords);
  if (keyword === 'list' || keyword === 'condition' || keyword === 'window' || keyword === 'label')
    return [name ?? 'list'];
  if (keyword === undefined) return first ? ['policy'] : [];
  const declaresNoName = ['deny', 'watch', 'limit', 'except'].includes(keyword);
  return declaresNoName ? [] : [keyword];
}

function parseWithClauses(
  recovery: Recovery,
  piece: Span,
): Rule | LabelDeclaration | LimitDeclaration | ExceptionDeclaration | undefined {
  const [headPiece, ...clausePieces] = splitClauses(recovery.text, piece);
  const head = headPiece && parsePiece(recovery, 'LoneHead', headPiece);
  const clauses = clausePieces.flatMap((each) => parseClause(recovery, each) ?? []);
  if (head === undefined) return undefined;
  return { ...head, clauses, span: piece, broken: true };
}

function parseClause(recovery: Recovery, piece: Span): Clause | undefined {
  const steps = splitSteps(recovery.text, piece);
  const isTest = /^(?:test|skip)\b/.test(recovery.text.slice(piece.start, piece.start + 5));
  if (!isTest || steps.length < 2) return parsePiece(recovery, 'LoneClause', piece);
  return parseTestInPieces(recovery, piece, steps);
}

function parseTestInPieces(recovery: Recovery, piece: Span, steps: readonly Span[]): TestClause | undefined {
  const [headPiece, ...stepPieces] = steps;
  const head = headPiece && parsePiece(recovery, 'LoneClause', headPiece);
  const parsed = stepPieces.flatMap((each): TestStep[] => {
    const step = parsePiece(recovery, 'LoneStep', each);
    return step === undefined ? [] : [step];
  });
  return head?.kind === 'test' ? { ...head, steps: [...head.steps, ...parsed], span: piece } : undefined;
}
