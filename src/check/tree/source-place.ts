/** Where something is written. */
import type { Span } from '../../language/source.ts';

/** Where a node is written; the nodes of one rule can come from several files. */
export interface SourcePlace {
  readonly path: string;
  readonly span: Span;
}
