/**
 * What the first of several processes and those that serve for it tell one another. The
 * variable is there before the first message can be.
 */
import type { GroupReports, ProcessReport } from './process-report.ts';

/** From the first process to the others. */
export type ToProcess =
  | { readonly kind: 'stop' }
  | { readonly kind: 'reload' }
  | { readonly kind: 'report'; readonly id: number }
  | ({ readonly kind: 'reports'; readonly id: number } & GroupReports);

/** From the others to the first process. */
export type FromProcess =
  | { readonly kind: 'ready'; readonly text: string }
  /** For whoever runs the server, who need not hear it from each. */
  | { readonly kind: 'say'; readonly text: string }
  /** Asks for the reports of all. */
  | { readonly kind: 'reports'; readonly id: number }
  | { readonly kind: 'report'; readonly id: number; readonly report: ProcessReport };

/** In the environment of the process that serves what only one can, `1`. */
export const socketVariable = 'BYLAW_HOLDS_SOCKET';

/** In the environment of each process, the sockets that the first one was handed, as JSON; absent if there are none. */
export const inheritedVariable = 'BYLAW_INHERITED_SOCKETS';
