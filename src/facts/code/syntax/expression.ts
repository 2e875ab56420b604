/**
 * A script as a tree of expressions, the same for all languages. It has only what is needed to see which functions are
 * called with which arguments, and which values names have. Statements are expressions too.
 */

interface Place {
  readonly start: number;
  readonly end: number;
}

export interface Argument {
  readonly name: string | undefined;
  readonly value: Expression;
}

export interface Parameter {
  readonly name: string;
  readonly fallback: Expression | undefined;
  /** It takes all further arguments, as a list or by their names: `*args`, `**options`. */
  readonly rest?: 'list' | 'dict';
  /** The pattern that takes the value apart: `({ path }) => …`. */
  readonly pattern?: Expression;
}

export interface FunctionExpression extends Place {
  readonly kind: 'function';
  readonly name: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Expression[];
  /** Its assignments are visible outside: a block of Ruby. */
  readonly shares: boolean;
  /** Names that are the variables of the function around it: `use (&$x)` of PHP. */
  readonly captured?: readonly string[];
}

export type TextPart = string | Expression;

export type Expression =
  | (Place &
      (
        | { readonly kind: 'name'; readonly name: string; readonly declared: boolean }
        | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
        | { readonly kind: 'shell'; readonly parts: readonly TextPart[] }
        | { readonly kind: 'number'; readonly text: string }
        | {
            readonly kind: 'call';
            readonly callee: Expression;
            readonly args: readonly Argument[];
            /** A text behind the function, without brackets. */
            readonly tagged?: true;
          }
        | { readonly kind: 'member'; readonly object: Expression; readonly name: string }
        | { readonly kind: 'index'; readonly object: Expression; readonly at: Expression | undefined }
        /** `x[from:to:step]`. */
        | {
            readonly kind: 'slice';
            readonly object: Expression;
            readonly bounds: readonly (Expression | undefined)[];
          }
        /** Joined texts: `+` and the like. */
        | { readonly kind: 'join'; readonly items: readonly Expression[] }
        /** The value is any one of these. */
        | { readonly kind: 'either'; readonly items: readonly Expression[] }
        | { readonly kind: 'format'; readonly left: Expression; readonly right: Expression }
        | { readonly kind: 'slash'; readonly left: Expression; readonly right: Expression }
        | { readonly kind: 'list'; readonly items: readonly Expression[] }
        /** `pairs`: those of a table, `**x`. */
        | { readonly kind: 'splat'; readonly value: Expression; readonly pairs?: boolean }
        | { readonly kind: 'dict'; readonly items: readonly DictItem[] }
        | {
            readonly kind: 'assign';
            readonly target: Expression;
            readonly value: Expression;
            /** `+=`: the value is added to the old one. */
            readonly adds: boolean;
            /** The assignment also sets the name of the calling function: `<<-` of R. */
            readonly outer?: boolean;
          }
        /** Its items may run in order: `if`. With `always` they surely run. The value is that of the last one. */
        | {
            readonly kind: 'block';
            readonly items: readonly Expression[];
            readonly always: boolean;
            /** It may run many times. */
            readonly repeats?: boolean;
            /** `a and b`, whose value in a text is nothing where `a` is nothing. */
            readonly mayBeEmpty?: true;
          }
        | {
            readonly kind: 'loop';
            readonly target: Expression;
            readonly source: Expression;
            readonly body: readonly Expression[];
            /** `foreach ($t as $k => $v)` of PHP. */
            readonly key?: Expression | undefined;
          }
        | { readonly kind: 'return'; readonly value: Expression | undefined }
        /** A class with what it inherits from. */
        | {
            readonly kind: 'class';
            readonly name: string | undefined;
            readonly bases: readonly Expression[];
            readonly body: readonly Expression[];
          }
        /** A local name, and the library name that it means. */
        | { readonly kind: 'import'; readonly bindings: readonly (readonly [string, string])[] }
        /** The value is unknown; the expressions inside are evaluated. */
        | { readonly kind: 'other'; readonly items: readonly Expression[] }
      ))
  | FunctionExpression;

export interface DictItem {
  readonly key: Expression | undefined;
  readonly value: Expression;
}

/** The text of a number that is counted up or down, so that its value is unknown. */
export const counted = 'counted';

/** The expressions directly inside of one. */
export function partsOfExpression(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'name':
    case 'number':
    case 'import':
      return [];
    case 'text':
    case 'shell':
      return expression.parts.filter((part) => typeof part !== 'string');
    case 'call':
      return [expression.callee, ...expression.args.map(({ value }) => value)];
    case 'member':
      return [expression.object];
    case 'index':
      return given(expression.object, expression.at);
    case 'slice':
      return given(expression.object, ...expression.bounds);
    case 'join':
    case 'either':
    case 'list':
    case 'block':
    case 'other':
      return expression.items;
    case 'format':
    case 'slash':
      return [expression.left, expression.right];
    case 'splat':
      return [expression.value];
    case 'dict':
      return expression.items.flatMap(({ key, value }) => given(key, value));
    case 'assign':
      return [expression.target, expression.value];
    case 'loop':
      return [...given(expression.key), expression.target, expression.source, ...expression.body];
    case 'return':
      return given(expression.value);
    case 'class':
      return [...expression.bases, ...expression.body];
    case 'function':
      return [...expression.parameters.flatMap(({ fallback }) => given(fallback)), ...expression.body];
    default:
      return expression satisfies never;
  }
}

const given = (...expressions: readonly (Expression | undefined)[]): readonly Expression[] =>
  expressions.filter((each) => each !== undefined);
