/**
 * The file of bearer tokens. It holds digests, so that reading it gives no access, and with each the scope of the
 * token, and what it may do (docs/development/protocol-notes.md#credentials). This reads the file; whether
 * a request may pass is `server/access.ts`.
 *
 *     {"tokens": [{"sha256": "<64 hex>", "scope": "team-a", "may": ["intercept", "observe"],
 *      "created": "2026-11-29", "expires": "2027-01-01", "note": "ticket 71"}]}
 *
 * An earlier form has a list for each use, `events`, `uploads` and `metrics`, and is read as well.
 */
import { readFile, stat } from 'node:fs/promises';
import type { Json, JsonObject } from '../../facts/event/event.ts';
import { isSha256 } from '../../protocol/formats.ts';
import { isJsonObject, own, readJson } from '../../protocol/json.ts';
import { byOthers } from '../../store/others.ts';
import { beginOfDay } from '../../vocabulary/dates.ts';

/**
 * What a token may do: to ask about calls, to report them, to upload, to read the metrics of the server, to be
 * believed about its disk, to read the decision log, to administer the server.
 */
export const permissions = [
  'intercept',
  'observe',
  'upload',
  'read-metrics',
  'disk-facts',
  'read-log',
  'admin',
] as const;
export type Permission = (typeof permissions)[number];

export interface ServerToken {
  /** SHA-256 of the token's octets, 64 lowercase hexadecimal digits. */
  readonly sha256: string;
  /** Whose the token is; never empty. */
  readonly scope: string;
  readonly may: readonly Permission[];
  /** Milliseconds since 1970 from which on it is not valid. */
  readonly expires?: number | undefined;
  /** When it was made, in milliseconds since 1970; files did not always say it. */
  readonly created?: number | undefined;
  /** What its maker says of it, for people. */
  readonly note?: string | undefined;
}

export type TokensReading =
  | { readonly ok: true; readonly tokens: readonly ServerToken[] }
  /** Sentences for people, at least one. They hold keys and positions of the file, and no digest. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** The lists of the earlier form, and what their tokens may do. */
const lists: Readonly<Record<string, readonly Permission[]>> = {
  events: ['intercept', 'observe'],
  uploads: ['upload'],
  metrics: ['read-metrics'],
};
const maxScopeLength = 256;

/** Reads the file of tokens at a path. Never rejects: a file that cannot be read is a problem like others. */
export async function loadTokens(path: string): Promise<TokensReading> {
  const file = `The tokens file ${JSON.stringify(path)}`;
  let text: string;
  try {
    // Whoever can write the file can make tokens. A secret that a container mounts may belong to root.
    const { uid, mode } = await stat(path);
    const others = byOthers({ uid: uid === 0 ? (process.geteuid?.() ?? uid) : uid, mode });
    if (others !== undefined) return { ok: false, problems: [`${file} ${others.what}: ${others.advice}.`] };
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
    return { ok: false, problems: ['the JSON must be an object with the list `tokens`.'] };
  }
  const problems = unknownKeys(value, ['tokens', ...Object.keys(lists)], 'the file');
  const tokens = [
    ...readList(value, 'tokens', undefined, problems),
    ...Object.entries(lists).flatMap(([use, may]) => readList(value, use, may, problems)),
  ];
  if (problems.length === 0 && tokens.length === 0) {
    problems.push('it has no token; list one, or start without a tokens file to serve this machine only.');
  }
  return problems.length === 0 ? { ok: true, tokens } : { ok: false, problems };
}

/** `usual`: what the tokens of the list may do; undefined where each says that itself. */
function readList(
  file: JsonObject,
  name: string,
  usual: readonly Permission[] | undefined,
  problems: string[],
): ServerToken[] {
  const list = own(file, name);
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    problems.push(`\`${name}\` must be a list of objects, each with \`sha256\` and \`scope\`.`);
    return [];
  }
  const seen = new Set<string>();
  return list.flatMap((entry: Json, index) => {
    const token = readToken(entry, `${name}[${index}]`, usual, problems);
    if (token === undefined) return [];
    if (seen.has(token.sha256)) {
      // A credential has exactly one scope (docs/development/protocol-notes.md#credentials); which of
      // two is meant cannot be known.
      problems.push(
        `\`${name}[${index}]\` repeats a digest of the list; a token has one entry and one scope.`,
      );
    }
    seen.add(token.sha256);
    return [token];
  });
}

function readToken(
  entry: Json,
  place: string,
  usual: readonly Permission[] | undefined,
  problems: string[],
): ServerToken | undefined {
  if (!isJsonObject(entry)) {
    problems.push(`\`${place}\` must be an object with \`sha256\` and \`scope\`.`);
    return undefined;
  }
  const known =
    usual === undefined ? ['sha256', 'scope', 'may', 'created', 'expires', 'note'] : ['sha256', 'scope'];
  problems.push(...unknownKeys(entry, known, `\`${place}\``));
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
        'without control characters, characters that cannot be seen, or space at its ends.',
    );
    return undefined;
  }
  if (usual !== undefined) return { sha256, scope, may: usual };
  const may = readPermissions(own(entry, 'may'), place, problems);
  const expires = readDay(own(entry, 'expires'), `${place}.expires`, 'ends', problems);
  const created = readDay(own(entry, 'created'), `${place}.created`, 'was made', problems);
  const note = own(entry, 'note');
  if (note !== undefined && !(typeof note === 'string' && isPlainLine(note)))
    problems.push(`\`${place}.note\` must be a text of 1 to ${maxScopeLength} characters, in one line.`);
  return {
    ...{ sha256, scope, may },
    ...(expires === undefined ? {} : { expires }),
    ...(created === undefined ? {} : { created }),
    ...(typeof note === 'string' ? { note } : {}),
  };
}

function readPermissions(value: Json | undefined, place: string, problems: string[]): readonly Permission[] {
  const all = permissions.map((each) => `\`${each}\``).join(', ');
  if (!Array.isArray(value) || value.length === 0) {
    problems.push(`\`${place}.may\` must be a list of what the token may do: ${all}.`);
    return [];
  }
  return value.flatMap((each) => {
    const permission = permissions.find((known) => known === each);
    if (permission === undefined)
      problems.push(`\`${place}.may\` knows no ${shown(each)}; it is one of ${all}.`);
    return permission ?? [];
  });
}

function readDay(
  value: Json | undefined,
  place: string,
  what: string,
  problems: string[],
): number | undefined {
  if (value === undefined) return undefined;
  const at = typeof value === 'string' ? beginOfDay(value) : undefined;
  if (at === undefined)
    problems.push(`\`${place}\` must be a day such as \`2027-01-01\`, on which the token ${what}.`);
  return at;
}

/** The file with one entry more; it is made where it is empty. Only the list `tokens` grows. */
export const withToken = (file: JsonObject, entry: JsonObject): JsonObject => {
  const list = own(file, 'tokens');
  return { ...file, tokens: [...(Array.isArray(list) ? list : []), entry] };
};

/** The file without the tokens for which the test is true, in both lists. */
export const withoutTokens = (file: JsonObject, isMeant: (entry: Json) => boolean): JsonObject =>
  Object.fromEntries(
    Object.entries(file).map(([name, list]) => [
      name,
      Array.isArray(list) ? list.filter((entry) => !isMeant(entry)) : list,
    ]),
  );

/** Whether a text can name whose a token is. A text with invisible characters looks like another one. */
export const isScope = isPlainLine;

function isPlainLine(text: string): boolean {
  if (text === '' || text.length > maxScopeLength || text.trim() !== text) return false;
  return !/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u.test(text);
}

function unknownKeys(object: JsonObject, known: readonly string[], place: string): string[] {
  const names = known.map((key) => `\`${key}\``);
  const expected = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return Object.keys(object)
    .filter((key) => !known.includes(key))
    .map((key) => `${place} has the unknown key ${shown(key)}; only ${expected} are known there.`);
}

/** A word that somebody may have misspelt; a long one may be a token in the wrong place, so it is not repeated. */
const shown = (value: Json): string =>
  typeof value === 'string' && value.length <= 20 ? JSON.stringify(value) : '`…`, which may be a token';

const readErrors: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'it is a directory',
};

function whyUnreadable(error: unknown): string {
  const { code = 'no more than that' } = error as NodeJS.ErrnoException;
  return readErrors[code] ?? `the system says ${code}`;
}
