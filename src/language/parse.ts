/**
 * Policy text → tree and diagnostics. A text without errors is parsed in one
 * piece. After an error the text is cut where declarations start, and a broken
 * rule where its clauses do, and every piece is parsed for itself: so each
 * problem of a file is reported in one pass, and every good clause has its tree.
 */
import type {
  Clause,
  Declaration,
  KnowledgeDeclaration,
  LabelDeclaration,
  LimitDeclaration,
  Policy,
  Rule,
  TestClause,
  TestStep,
} from './ast.ts';
import { type Diagnostic, errorAt, inReadingOrder } from './diagnostic.ts';
import { explainSyntax } from './explain.ts';
import { SyntaxError as GrammarError, parse as parseText, type StartRules } from './generated/parser.js';
import { findLexicalErrors, splitClauses, splitDeclarations, splitSteps } from './scan.ts';
import type { Source, Span } from './source.ts';
import { declarationKeywords, nearest } from './words.ts';

export interface Parsed {
  /** What could be understood; complete exactly when there are no diagnostics. */
  readonly policy: Policy;
  readonly diagnostics: readonly Diagnostic[];
}

/** Longer files are refused: ten thousand rules take less than a quarter of this. */
export const maximalLength = 8 * 1024 * 1024;
/** More errors than this in one file tell its author nothing new. */
export const maximalDiagnostics = 200;

/**
 * Parses one policy file. Never throws for any text; time and memory are linear
 * in its length. Diagnostics come in reading order.
 */
export function parse(source: Source): Parsed {
  const { path, text } = source;
  if (text.length > maximalLength) {
    return { policy: collect(path, [], anything), diagnostics: [tooLong(source)] };
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

function tooLong({ path, text }: Source): Diagnostic {
  return errorAt(
    'file-too-long',
    path,
    { start: 0, end: 0 },
    `the file has ${text.length} characters; at most ${maximalLength} are read`,
    { help: 'spread the rules over several files' },
  );
}

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
    rules: of('rule'),
    labels: of('label'),
    limits: of('limit'),
    knowledge: declarations.filter(isKnowledge),
    broken,
  };
}

const isKnowledge = (declaration: Declaration): declaration is KnowledgeDeclaration =>
  declaration.kind === 'wrapper' ||
  declaration.kind === 'alias' ||
  declaration.kind === 'command-declaration' ||
  declaration.kind === 'tool-declaration';

/** The diagnostics of a broken file, bounded, and a way to know which regions are spoilt already. */
interface Recovery {
  readonly path: string;
  readonly text: string;
  readonly lexical: readonly Diagnostic[];
  readonly syntax: Diagnostic[];
  readonly broken: string[];
}

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
  return { policy: collect(path, declarations, recovery.broken), diagnostics: bounded(path, all) };
}

function bounded(path: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  if (diagnostics.length <= maximalDiagnostics) return [...diagnostics];
  const kept = diagnostics.slice(0, maximalDiagnostics);
  const span = diagnostics[maximalDiagnostics]?.span ?? { start: 0, end: 0 };
  return [...kept, tooManyErrors(path, span)];
}

/** The last word about a file with more errors than are listed. */
export function tooManyErrors(path: string, span: Span): Diagnostic {
  return errorAt('too-many-errors', path, span, 'the file has more errors, which are not listed', {
    help: 'mend the first ones and check again',
  });
}

function parseDeclaration(recovery: Recovery, piece: Span): Declaration[] | undefined {
  const spoilt = isSpoilt(recovery, piece);
  const whole = spoilt ? undefined : attempt('File', recovery.text, piece);
  if (whole?.tree !== undefined) return whole.tree;
  if (/^(deny|watch|label|limit)\b/.test(recovery.text.slice(piece.start, piece.start + 6))) {
    const rule = parseWithClauses(recovery, piece);
    return rule === undefined ? undefined : [rule];
  }
  if (whole !== undefined) recovery.syntax.push(explain(recovery, whole.error, piece));
  return undefined;
}

/** What a declaration that could not be read would have declared: a name, or the thing itself. */
function brokenNames(text: string, { start, end }: Span, first: boolean): string[] {
  const match = /^([A-Za-z]+)(?:\s+([A-Za-z][A-Za-z0-9_-]*))?/.exec(
    text.slice(start, Math.min(end, start + 200)),
  );
  const [, word = '', name] = match ?? [];
  const keyword = nearest(word, declarationKeywords);
  if (keyword === 'list' || keyword === 'condition' || keyword === 'label') return [name ?? 'list'];
  if (keyword === undefined) return first ? ['policy'] : [];
  return keyword === 'deny' || keyword === 'watch' || keyword === 'limit' ? [] : [keyword];
}

function parseWithClauses(
  recovery: Recovery,
  piece: Span,
): Rule | LabelDeclaration | LimitDeclaration | undefined {
  const [headPiece, ...clausePieces] = splitClauses(recovery.text, piece);
  const head = headPiece && parsePiece(recovery, 'LoneHead', headPiece);
  const clauses = clausePieces.flatMap((each) => parseClause(recovery, each) ?? []);
  if (head === undefined) return undefined;
  return { ...head, clauses, span: piece, broken: true };
}

function parseClause(recovery: Recovery, piece: Span): Clause | undefined {
  const steps = splitSteps(recovery.text, piece);
  const isTest = /^test\b/.test(recovery.text.slice(piece.start, piece.start + 5));
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

function parsePiece<Start extends keyof StartRules>(
  recovery: Recovery,
  startRule: Start,
  piece: Span,
): StartRules[Start] | undefined {
  if (isSpoilt(recovery, piece)) return undefined;
  const { tree, error } = attempt(startRule, recovery.text, piece);
  if (error !== undefined) recovery.syntax.push(explain(recovery, error, piece));
  return tree;
}

const isSpoilt = ({ lexical }: Recovery, piece: Span): boolean => {
  // Lexical errors are in order: find the first that ends behind the start of the piece.
  let low = 0;
  let high = lexical.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lexical[middle]?.span.start ?? 0) < piece.start) low = middle + 1;
    else high = middle;
  }
  return (lexical[low]?.span.start ?? Number.POSITIVE_INFINITY) < piece.end;
};

type Attempt<Tree> =
  | { readonly tree: Tree; readonly error?: undefined }
  | { readonly tree?: undefined; readonly error: GrammarError };

function attempt<Start extends keyof StartRules>(
  startRule: Start,
  text: string,
  piece: Span,
): Attempt<StartRules[Start]> {
  try {
    return { tree: parseText(text.slice(piece.start, piece.end), { startRule, base: piece.start }) };
  } catch (error) {
    if (error instanceof GrammarError) return { error };
    throw error;
  }
}

function explain({ path, text }: Recovery, error: GrammarError, piece: Span): Diagnostic {
  const offset = Math.min(piece.end, piece.start + error.location.start.offset);
  return explainSyntax({ path, text, piece, offset, expected: error.expected ?? [] });
}
