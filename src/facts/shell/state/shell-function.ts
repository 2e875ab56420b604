/** The functions that a script defines. */
import type { Function as FunctionNode } from 'unbash';
import type { ScriptSource } from '../source.ts';

/** A function, and the text that its tree points into. */
export interface ShellFunction {
  readonly node: FunctionNode;
  readonly source: ScriptSource;
  /**
   * Whether the script has called it. A function that is never called is analyzed as well, since code that
   * bylaw does not see may call it.
   */
  readonly called: { yes: boolean };
}

/** A key for the functions that a name may refer to, from where they are written. */
export const keyOfFunctions = (functions: readonly (ShellFunction | undefined)[]): string =>
  functions
    .map((each) => (each === undefined ? '' : `${each.source.text.length} ${each.node.pos}`))
    .join('|');
