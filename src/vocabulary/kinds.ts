/** The words with a fixed meaning: kinds of tools, origins, severities, and what a clause may say. */
import { wordsIn } from './words-in.ts';

/**
 * The portable kinds of tools (docs/development/protocol-notes.md#kinds-of-tools). In the draft
 * revision others may occur.
 */
export const kinds = wordsIn('shell file_read file_write file_edit search fetch task mcp other');
export type Kind = (typeof kinds)[number];

export const isKind = (word: string): word is Kind => (kinds as readonly string[]).includes(word);

export const origins = ['native', 'mcp'] as const;

/**
 * How a client asks. `port`: TCP without a token. `socket`: a Unix socket of one user. `hook`: a hook, which asks a server on
 * such a socket or loads the engine. `mcp`, `stdio`, `library`: a process with its own engine.
 */
export const clientWays = wordsIn('token certificate socket port hook mcp stdio library');
export type ClientWay = (typeof clientWays)[number];

/** From mildest to gravest; the gravest rule that denies gives the answer. */
export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** What `when unsure …` may say. */
export const unsureActions = ['deny', 'note'] as const;
export type UnsureAction = (typeof unsureActions)[number];

/** `if FIELD missing|unknown apply|skip|note`. */
export const absenceStates = ['missing', 'unknown'] as const;
export type AbsenceState = (typeof absenceStates)[number];
export const absenceActions = ['apply', 'skip', 'note'] as const;
export type AbsenceAction = (typeof absenceActions)[number];

/** What a test may expect of its rule. */
export const verdicts = ['denies', 'passes', 'unsure'] as const;
export type TestVerdict = (typeof verdicts)[number];

/** What a step of a scenario may expect of the rule; the first two also say how the call ends. */
export const scenarioVerdicts = ['succeeds', 'fails', 'passes', 'denied', 'unsure'] as const;
export type ScenarioVerdict = (typeof scenarioVerdicts)[number];

/** What a label can be set on. */
export const labelScopes = ['session', 'source', 'workspace', 'file'] as const;
/** What a limit may be counted for. */
export const limitScopes = ['session', 'source', 'agent', 'client'] as const;

/** `read "…"`, `fetch "…"`: calls that a test writes by what they do. */
export const callVerbs = ['read', 'write', 'edit', 'delete', 'search', 'fetch'] as const;
export type CallVerb = (typeof callVerbs)[number];

/** The pattern language that a typed list is in. */
export const listTypes = {
  texts: 'text',
  names: 'name',
  tools: 'name',
  servers: 'name',
  models: 'name',
  agents: 'name',
  paths: 'path',
  kinds: 'kind',
  hosts: 'host',
  commands: 'command',
  packages: 'package',
} as const;
export type ListType = keyof typeof listTypes;
/** The language that the author's strings are in: chosen by the thing they are compared with. */
export type PatternLanguage = (typeof listTypes)[ListType];

export const isOneOf = <Word extends string>(words: readonly Word[], word: string): word is Word =>
  (words as readonly string[]).includes(word);
