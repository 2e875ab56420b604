/**
 * The messages between the first process of a group and those that serve for it. The variable exists before
 * the first message.
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
  /** A text for the administrator, which is shown once for all processes. */
  | { readonly kind: 'say'; readonly text: string }
  /** Asks for a reload of all. */
  | { readonly kind: 'reload' }
  /** Asks for the reports of all. */
  | { readonly kind: 'reports'; readonly id: number }
  | { readonly kind: 'report'; readonly id: number; readonly report: ProcessReport };

/** In the environment of the process that serves what only one process can, `1`. */
export const socketVariable = 'BYLAW_HOLDS_SOCKET';

/** In the environment of each process, the inherited sockets of the first one, as JSON; absent if there are none. */
export const inheritedVariable = 'BYLAW_INHERITED_SOCKETS';
