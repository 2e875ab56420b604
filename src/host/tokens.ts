/**
 * The file of bearer tokens. It holds digests, so that reading it gives nobody
 * access, and with each the scope that the token stands for. Events, uploads
 * and what a server tells of itself have lists of their own
 * (docs/development/protocol-notes.md#credentials). This reads the file; whether
 * a request may pass is `server/access.ts`.
 *
 *     {"events": [{"sha256": "<64 hex>", "scope": "team-a"}], "uploads": [], "metrics": []}
 */
import { readFile } from 'node:fs/promises';
import type { Json, JsonObject } from '../facts/event.ts';
import { isSha256 } from '../protocol/formats.ts';
import { isJsonObject, own, readJson } from '../protocol/json.ts';

export interface Token {
  /** SHA-256 of the token's octets, 64 lowercase hexadecimal digits. */
  readonly sha256: string;
  /** Whose the token is; never empty. */
  readonly scope: string;
}

export interface Tokens {
  readonly events: readonly Token[];
  readonly uploads: readonly Token[];
  /** For `GET /health` and `GET /metrics`. */
  readonly metrics?: readonly Token[];
}

export type TokensReading =
  | { readonly ok: true; readonly tokens: Tokens }
  /** Sentences for people, at least one. They hold keys and positions of the file, and no digest. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** What a token is good for. */
export type Use = keyof Tokens;

const uses: readonly Use[] = ['events', 'uploads', 'metrics'];
const maxScopeLength = 256;

/** Reads the file of tokens at a path. Never rejects: a file that cannot be read is a problem like others. */
export async function loadTokens(path: string): Promise<TokensReading> {
  const file = `The tokens file ${JSON.stringify(path)}`;
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return { ok: false, problems: [`${file} cannot be read: ${whyUnreadable(error)}.`] };
  }
  const reading = readTokens(text);
  if (reading.ok) return reading;
  return { ok: false, problems: reading.problems.map((problem) => `${file}: ${problem}`) };
}

/** Reads the text of a tokens file, strictly: an unknown key is a misspelt one. Never throws. */
export function readTokens(text: string): TokensReading {
  const reading = readJson(text);
  if (!reading.ok) return { ok: false, problems: [`${reading.message}; write one JSON object.`] };
  const { value } = reading;
  if (!isJsonObject(value)) {
    return { ok: false, problems: ['the JSON must be an object with the lists `events` and `uploads`.'] };
  }
  const problems = unknownKeys(value, uses, 'the file');
  const tokens = {
    events: readList(value, 'events', problems),
    uploads: readList(value, 'uploads', problems),
    metrics: readList(value, 'metrics', problems),
  };
  const count = Object.values(tokens).reduce((sum, list) => sum + list.length, 0);
  if (problems.length === 0 && count === 0) {
    problems.push('it has no token; list one, or start without a tokens file to serve this machine only.');
  }
  return problems.length === 0 ? { ok: true, tokens } : { ok: false, problems };
}

function readList(file: JsonObject, use: Use, problems: string[]): Token[] {
  const list = own(file, use);
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    problems.push(`\`${use}\` must be a list of objects, each with \`sha256\` and \`scope\`.`);
    return [];
  }
  const seen = new Set<string>();
  return list.flatMap((entry: Json, index) => {
    const token = readToken(entry, `${use}[${index}]`, problems);
    if (token === undefined) return [];
    if (seen.has(token.sha256)) {
      // A credential has exactly one scope (docs/development/protocol-notes.md#credentials); which of
      // two is meant, nobody can tell.
      problems.push(
        `\`${use}[${index}]\` repeats a digest of the list; a token has one entry and one scope.`,
      );
    }
    seen.add(token.sha256);
    return [token];
  });
}

function readToken(entry: Json, place: string, problems: string[]): Token | undefined {
  if (!isJsonObject(entry)) {
    problems.push(`\`${place}\` must be an object with \`sha256\` and \`scope\`.`);
    return undefined;
  }
  problems.push(...unknownKeys(entry, ['sha256', 'scope'], `\`${place}\``));
  const sha256 = own(entry, 'sha256');
  const scope = own(entry, 'scope');
  if (typeof sha256 !== 'string' || !isSha256(sha256)) {
    problems.push(
      `\`${place}.sha256\` must be the SHA-256 digest of the token, 64 lowercase hexadecimal digits; ` +
        'never write the token itself here.',
    );
    return undefined;
  }
  if (typeof scope !== 'string' || !isScope(scope)) {
    problems.push(
      `\`${place}.scope\` must name whose token it is, in 1 to ${maxScopeLength} characters, ` +
        'without control characters or space at its ends.',
    );
    return undefined;
  }
  return { sha256, scope };
}

function isScope(text: string): boolean {
  if (text === '' || text.length > maxScopeLength || text.trim() !== text) return false;
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}

function unknownKeys(object: JsonObject, known: readonly string[], place: string): string[] {
  const names = known.map((key) => `\`${key}\``);
  const expected = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return Object.keys(object)
    .filter((key) => !known.includes(key))
    .map((key) => `${place} has the unknown key ${JSON.stringify(key)}; only ${expected} are known there.`);
}

function whyUnreadable(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return 'it does not exist';
    case 'EACCES':
    case 'EPERM':
      return 'this user may not read it';
    case 'EISDIR':
      return 'it is a directory';
    default:
      return `the system says ${(error as NodeJS.ErrnoException).code ?? 'no more than that'}`;
  }
}
