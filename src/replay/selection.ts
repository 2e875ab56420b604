/**
 * Which calls are compared. Calls that are not may still have set a label or count
 * for a limit that one of the others meets, so most of them are gone through too.
 */
import { compileName } from '../pattern/name.ts';
import type { About } from './step.ts';

export interface SelectionOptions {
  /** Milliseconds since 1970; this moment is in it. */
  readonly since?: number | undefined;
  /** The first moment that is not in it. */
  readonly until?: number | undefined;
  readonly source?: string | undefined;
  readonly session?: string | undefined;
  /** A name of a tool or of an MCP server, where `*` is any run of characters. */
  readonly tool?: string | undefined;
}

export interface Selection {
  /** Whether a step is compared. */
  has(about: About): boolean;
  /** Whether a step can have a part in what is compared: it was before, and nothing goes from one source to another. */
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
