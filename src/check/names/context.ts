/** The checks of one file share its names, the list of findings, and which names have been used. */
import { type Diagnostic, type DiagnosticDetails, errorAt, warningAt } from '../../language/diagnostic.ts';
import type { DiagnosticCode } from '../../language/diagnostic-codes.ts';
import type { Name } from '../../language/expression.ts';
import type { Span } from '../../language/source.ts';
import { suggestion } from '../../language/words.ts';
import type { WindowPattern } from '../../pattern/window.ts';
import { isOneOf, type Kind, kinds } from '../../vocabulary/kinds.ts';
import type { CheckedExpression, Pattern } from '../tree/checked.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import type { Layers } from './layers.ts';
import type { NameScope } from './scope.ts';

export interface Context {
  readonly path: string;
  readonly scope: NameScope;
  readonly scopes: ReadonlyMap<string, NameScope>;
  readonly layers: Layers;
  /** Shared by all files of a bundle. */
  readonly shared: Shared;
  /** Whether a call passes where the expression holds; undefined where that depends on the use. */
  readonly excuses?: boolean | undefined;
}

/** After so many errors the check stops: a person does not read more. */
const maximalErrors = 1000;

/** What the rules of a layer come to so far, with every condition written out. */
export interface LayerSize {
  rules: number;
  /** Codes that its exceptions name. Each is looked for among all rules, which takes time. */
  targets: number;
  comparisons: number;
  /** Steps of the regular expressions in its text. */
  written: number;
  /** Steps of those that its rules use. */
  steps: number;
}

export interface Shared {
  readonly diagnostics: Diagnostic[];
  readonly counts: {
    errors: number;
    /** Nodes of the tree around the one that is being resolved. */
    depth: number;
    /** Whether a too deep nesting has been reported; it is reported once. */
    deepReported: boolean;
    /** How many comparisons and items of lists all rules so far have. */
    size: number;
    /** What the tests come to: see `test-size.ts`. */
    calls: number;
    characters: number;
    /** What each layer comes to: see `layer-size.ts`. */
    readonly layers: Map<number, LayerSize>;
  };
  /** Declarations of lists, conditions and windows that something refers to. */
  readonly used: Set<Name>;
  /** Conditions resolved so far; `undefined` for one with errors. */
  readonly conditions: Map<Name, Resolved<CheckedExpression> | undefined>;
  /** Named conditions bound to the objects of rules, by these objects: see `slots.ts`. */
  readonly boundConditions: Map<string, Map<CheckedExpression, CheckedExpression>>;
  /** Windows read so far; `undefined` for one with errors. */
  readonly windows: Map<Name, WindowPattern | undefined>;
  /** Lists expanded so far, for each language that their texts were read in. */
  readonly lists: Map<Name, Map<string, ExpandedList | undefined>>;
  /** Conditions and lists on the way, to find circles. */
  readonly openConditions: Name[];
  readonly openLists: Name[];
  /** Lists in circles and depths that have been reported. */
  readonly reportedLists: Set<Name>;
  /** What the files call their policies, by path. */
  readonly policyNames: ReadonlyMap<string, string>;
}

/** A resolved node and its size, with every condition that it uses written out. */
export interface Resolved<Node> {
  readonly node: Node;
  /** Comparisons. */
  readonly weight: number;
  /** Items of lists. */
  readonly items: number;
  /** How deep the nodes are nested. */
  readonly depth: number;
}

/** A list with everything in it. */
export interface ExpandedList {
  readonly pattern: Pattern & { readonly kind: 'list' };
  /** Items, with those of the lists inside it. */
  readonly items: number;
  /** How deep the lists are nested. */
  readonly depth: number;
}

/** Whether there are so many errors that the check stops. */
export const isExhausted = ({ shared }: Pick<Context, 'shared'>): boolean =>
  shared.counts.errors >= maximalErrors;

export function reportError(
  context: Context,
  code: DiagnosticCode,
  span: Span,
  message: string,
  details: DiagnosticDetails = {},
): undefined {
  context.shared.counts.errors++;
  context.shared.diagnostics.push(errorAt(code, context.path, span, message, details));
  return undefined;
}

export function reportWarning(
  context: Context,
  code: DiagnosticCode,
  span: Span,
  message: string,
  details: DiagnosticDetails = {},
): void {
  context.shared.diagnostics.push(warningAt(code, context.path, span, message, details));
}

/** A word of a closed list; reports any other, with what was probably meant or `help`. */
export function oneOfWords<const Word extends string>(
  context: Context,
  { text, span }: Name,
  words: readonly Word[],
  message: string,
  help: string,
  code: DiagnosticCode = 'unknown-word',
): Word | undefined {
  if (isOneOf(words, text)) return text;
  return reportError(context, code, span, message, { help: suggestion(text, words) ?? help });
}

/** One of the kinds of tools. */
export const kindOf = (context: Context, name: Name): Kind | undefined =>
  oneOfWords(
    context,
    name,
    kinds,
    `unknown kind \`${name.text}\``,
    `the kinds are ${kinds.join(', ')}`,
    'unknown-kind',
  );

/** What the files of a bundle share before the first one is checked. */
export const newShared = (diagnostics: Diagnostic[], policyNames: Shared['policyNames']): Shared => ({
  diagnostics,
  counts: { errors: 0, depth: 0, deepReported: false, size: 0, calls: 0, characters: 0, layers: new Map() },
  used: new Set(),
  conditions: new Map(),
  boundConditions: new Map(),
  windows: new Map(),
  lists: new Map(),
  openConditions: [],
  openLists: [],
  reportedLists: new Set(),
  policyNames,
});

/** The context of another file of the same bundle, for a declaration in that file. */
export function contextOf(context: Context, path: string): Context {
  const scope = context.scopes.get(path);
  return scope === undefined || path === context.path ? context : { ...context, path, scope };
}

export const placeOf = ({ path }: Context, span: Span): SourcePlace => ({ path, span });

/** All of them; undefined where one has an error. */
export function allSound<Sound>(each: readonly (Sound | undefined)[]): readonly Sound[] | undefined {
  const sound = each.filter((one) => one !== undefined);
  return sound.length === each.length ? sound : undefined;
}

/** A question, which is one comparison; `items`: how many items of lists it asks for. */
export const oneQuestion = <Node>(node: Node, items = 0): Resolved<Node> => ({
  node,
  weight: 1,
  items,
  depth: 1,
});
