/**
 * Which calls are compared. The other calls may have set a label or count for a limit that matters for a
 * compared call, so most of them are replayed too.
 */
import { compileName } from '../pattern/text/name.ts';
import type { About } from './step.ts';

export interface SelectionOptions {
  /** Milliseconds since 1970; this moment is in it. */
  readonly since?: number | undefined;
  /** The end; this moment is not in it. */
  readonly until?: number | undefined;
  readonly source?: string | undefined;
  readonly session?: string | undefined;
  /** A name of a tool or of an MCP server, where `*` is any run of characters. */
  readonly tool?: string | undefined;
}

export interface Selection {
  /** Whether a step is compared. */
  has(about: About): boolean;
  /** Whether a step can affect compared calls: it was before them, and has the same source. */
  needs(about: About): boolean;
}

export function select({ since, until, source, session, tool }: SelectionOptions): Selection {
  const pattern = tool === undefined ? undefined : compileName(tool);
  const needs = (about: About): boolean =>
    (until === undefined || about.at < until) && (source === undefined || about.source === source);
  return {
    needs,
    has: (about) =>
      needs(about) &&
      (since === undefined || about.at >= since) &&
      (session === undefined || about.session === session) &&
      (pattern === undefined ||
        [about.tool, about.server].some((name) => name !== null && pattern.testExact(name))),
  };
}
