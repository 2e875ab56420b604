/** What the checks of one file share: its names, a place for findings, and what has been used. */
import type { Name } from '../language/ast.ts';
import { type Diagnostic, type DiagnosticDetails, errorAt, warningAt } from '../language/diagnostic.ts';
import type { Span } from '../language/source.ts';
import type { CheckedExpression } from './checked.ts';
import type { Scope } from './scope.ts';

export interface Context {
  readonly path: string;
  readonly scope: Scope;
  readonly scopes: ReadonlyMap<string, Scope>;
  /** Shared by all files of a bundle. */
  readonly shared: Shared;
}

export interface Shared {
  readonly diagnostics: Diagnostic[];
  /** Declarations of lists and conditions that something refers to. */
  readonly used: Set<Name>;
  /** Conditions resolved so far; `undefined` for one with errors. */
  readonly conditions: Map<Name, Resolved<CheckedExpression> | undefined>;
  /** Names on the way, to find circles. */
  readonly open: Name[];
}

/** A resolved node and how many comparisons or items it stands for, written out. */
export interface Resolved<Node> {
  readonly node: Node;
  readonly weight: number;
}

export function reportError(
  context: Context,
  code: string,
  span: Span,
  message: string,
  details: DiagnosticDetails = {},
): undefined {
  context.shared.diagnostics.push(errorAt(code, context.path, span, message, details));
  return undefined;
}

export function reportWarning(
  context: Context,
  code: string,
  span: Span,
  message: string,
  details: DiagnosticDetails = {},
): void {
  context.shared.diagnostics.push(warningAt(code, context.path, span, message, details));
}

/** The context of another file of the same bundle, for a declaration that stands there. */
export function contextOf(context: Context, path: string): Context {
  const scope = context.scopes.get(path);
  return scope === undefined || path === context.path ? context : { ...context, path, scope };
}
