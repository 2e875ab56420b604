/**
 * A script as a tree of expressions, the same for all languages: only as much of
 * their grammars as it takes to see what is called with what, and which names
 * stand for which values. Statements are expressions too.
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
  /** What it is taken apart to: `({ path }) => …`. */
  readonly pattern?: Expression;
}

export interface FunctionExpression extends Place {
  readonly kind: 'function';
  readonly name: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Expression[];
  /** Its assignments are seen outside of it: a block of Ruby. */
  readonly shares: boolean;
}

export type TextPart = string | Expression;

export type Expression =
  | (Place &
      (
        | { readonly kind: 'name'; readonly name: string; readonly declared: boolean }
        | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
        | { readonly kind: 'shell'; readonly parts: readonly TextPart[] }
        | { readonly kind: 'number'; readonly text: string }
        | { readonly kind: 'call'; readonly callee: Expression; readonly args: readonly Argument[] }
        | { readonly kind: 'member'; readonly object: Expression; readonly name: string }
        | { readonly kind: 'index'; readonly object: Expression; readonly at: Expression | undefined }
        /** `x[from:to:step]`. */
        | {
            readonly kind: 'slice';
            readonly object: Expression;
            readonly bounds: readonly (Expression | undefined)[];
          }
        /** Texts put together, `+` and its like. */
        | { readonly kind: 'join'; readonly items: readonly Expression[] }
        /** Any of them is the value. */
        | { readonly kind: 'either'; readonly items: readonly Expression[] }
        | { readonly kind: 'format'; readonly left: Expression; readonly right: Expression }
        | { readonly kind: 'slash'; readonly left: Expression; readonly right: Expression }
        | { readonly kind: 'list'; readonly items: readonly Expression[] }
        /** `pairs`: of a table, `**x`. */
        | { readonly kind: 'splat'; readonly value: Expression; readonly pairs?: boolean }
        | { readonly kind: 'dict'; readonly items: readonly DictItem[] }
        | {
            readonly kind: 'assign';
            readonly target: Expression;
            readonly value: Expression;
            /** `+=`: the value is put to what was there. */
            readonly adds: boolean;
            /** It is set for whoever called the function too: `<<-` of R. */
            readonly outer?: boolean;
          }
        /** Runs its items in order, perhaps: `if`; where `always` is set, for sure. The value is the last one's. */
        | {
            readonly kind: 'block';
            readonly items: readonly Expression[];
            readonly always: boolean;
            /** Perhaps many times. */
            readonly repeats?: boolean;
          }
        | {
            readonly kind: 'loop';
            readonly target: Expression;
            readonly source: Expression;
            readonly body: readonly Expression[];
          }
        | { readonly kind: 'return'; readonly value: Expression | undefined }
        /** A local name, and what it stands for in the library. */
        | { readonly kind: 'import'; readonly bindings: readonly (readonly [string, string])[] }
        /** Nothing is known of its value; what is inside is run. */
        | { readonly kind: 'other'; readonly items: readonly Expression[] }
      ))
  | FunctionExpression;

export interface DictItem {
  readonly key: Expression | undefined;
  readonly value: Expression;
}

/** The text of a number that is counted up or down, so that nobody knows it. */
export const counted = 'counted';
