/** `bylaw token`: bearer tokens of clients, made, listed and taken back in the file that a server reads. */
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JsonObject } from '../../facts/event/event.ts';
import {
  type Permission,
  permissions,
  readTokens,
  type ServerToken,
  withoutTokens,
  withToken,
} from '../../host/credentials/tokens.ts';
import { writeWhole } from '../../host/machine/write-whole.ts';
import { suggestion } from '../../language/words.ts';
import { isJsonObject, own } from '../../protocol/json.ts';
import { beginOfDay } from '../../vocabulary/dates.ts';
import { oneOperand, refuseOperands } from '../options/operands.ts';
import { flag, pathArg, textArg } from '../options/options.ts';
import { asPart, withParts } from '../options/parts.ts';
import { columns } from '../terminal/columns.ts';
import {
  type CliCommand,
  type CommandContext,
  type ExitCode,
  exitCodes,
  UsageError,
  write,
} from '../terminal/context.ts';

const usual: readonly Permission[] = ['intercept', 'observe'];

export const token: CliCommand = {
  name: 'token',
  summary: 'make, list and revoke bearer tokens of clients',
  help: `Usage: bylaw token new SCOPE [--may WHAT,…] [--expires DAY] [--note TEXT] [--file FILE]
                       [--out FILE [--force]] [--json]
       bylaw token list --file FILE [--json]
       bylaw token revoke ID|SCOPE --file FILE [--json]

Bearer tokens for the clients of \`bylaw serve --tokens FILE\`. Only digests are in the file,
so that reading it gives no access: a token is printed once, when it is made, and kept
by whoever uses it. A server reads the file again when it changes.

  new      makes a random token for a scope, which says whose it is, and adds its entry to
           the file; without --file it prints the entry. --out keeps it off the screen.
           Several tokens of one scope are valid at once: make the new one, hand it out,
           then revoke the old one
  list     says of each token its id, its scope, what it may do, when it ends, the day on
           which it was made, and its note
  revoke   ends the token with an id, or all tokens of a scope

Options:
  --may WHAT,…    what it may do (default: ${usual.join(',')}):
                  intercept     ask about calls
                  observe       report calls, and how they ended
                  upload        upload content
                  read-metrics  read health and metrics
                  disk-facts    be believed about its own disk, as if the server had
                                looked at it
                  read-log      read the decision log
                  admin         see the policies in force and the tokens, and have the
                                policies read anew
  --expires DAY   the day on which it ends, such as 2027-01-01, or a number of days: 90d;
                  without it the token does not end
  --note TEXT     what you want to know of it later, such as a ticket or a person
  --file FILE     the file of tokens; it is made where it is not there
  --out FILE      write the token into this file, which only its owner can read (mode
                  0600), in place of printing it
  --force         replace the file of --out, if it is there
  --json          one JSON document; see docs/cli.md

Examples:
  bylaw token new team-a --file tokens.json --expires 90d --out team-a.token
  bylaw token list --file tokens.json
  bylaw token revoke 97c0f1a2 --file tokens.json

Exit codes: 0 fine, 2 the file is not valid, 3 wrong usage.
`,
  ...withParts(
    'token',
    { new: async () => newToken, list: async () => listTokens, revoke: async () => revokeTokens },
    { instead },
  ),
};

/** What people call it elsewhere to replace a token by another one. */
const replacing: ReadonlySet<string> = new Set(['rotate', 'renew', 'replace', 'refresh', 'update']);

function instead(word: string, [scope = 'SCOPE']: readonly string[]): string {
  return replacing.has(word)
    ? `make a new one with \`bylaw token new ${scope}\`, hand it out, then revoke the old one with \`bylaw token revoke ID\``
    : `to make a token for that scope: \`bylaw token new ${word}\``;
}

/** The beginning of every token, so that a token in the wrong place is recognized. */
const beginning = 'bylaw_';

const newToken = asPart(
  'token new',
  {
    options: {
      may: textArg,
      expires: textArg,
      file: pathArg,
      out: pathArg,
      note: textArg,
      force: flag,
      json: flag,
    },
    operands: 'text',
  },
  async ({ values, positionals }, context) => {
    const scope = oneOperand(positionals, 'name the scope of the token: `bylaw token new team-a`');
    const secret = `${beginning}${randomBytes(32).toString('base64url')}`;
    const sha256 = createHash('sha256').update(secret).digest('hex');
    const expires = values.expires === undefined ? undefined : dayFrom(values.expires, Date.now());
    const entry: JsonObject = {
      sha256,
      scope,
      may: mayFrom(values.may),
      created: dateOf(Date.now()),
      ...(expires === undefined ? {} : { expires }),
      ...(values.note === undefined ? {} : { note: values.note }),
    };
    const checked = readTokens(JSON.stringify({ tokens: [entry] }));
    if (!checked.ok) throw new UsageError(checked.problems.join('\nbylaw: ').replaceAll('tokens[0].', ''));
    const id = idOf({ sha256 });
    const { file: named, out } = values;
    if (out !== undefined && named !== undefined && resolve(context.cwd, out) === resolve(context.cwd, named))
      throw new UsageError('`--out` takes a file of its own: `--file` has the digests of all tokens');
    if (out !== undefined && values.force !== true && existsSync(resolve(context.cwd, out)))
      throw new UsageError(
        `${out} is there already, and a token in it would be lost: name another file, or replace it with \`--force\``,
      );
    const file = named === undefined ? undefined : await fileAt(named, context, true);
    if (named !== undefined && file === undefined) return exitCodes.invalidPolicy;
    if (out !== undefined) saveSecret(out, resolve(context.cwd, out), secret);
    if (named !== undefined && file !== undefined) save(named, file.path, withToken(file.json, entry));
    const kept = { ...(named === undefined ? {} : { file: named }), ...(out === undefined ? {} : { out }) };
    if (values.json === true)
      return await printJson(
        { ...(out === undefined ? { token: secret } : {}), id, entry, ...kept },
        context,
      );
    await sayMade({ secret, id, entry, file: named, out }, context);
    return exitCodes.fine;
  },
);

interface MadeToken {
  readonly secret: string;
  readonly id: string;
  readonly entry: JsonObject;
  readonly file: string | undefined;
  readonly out: string | undefined;
}

/** Prints what no file has: the token, the entry, or both. */
async function sayMade({ secret, id, entry, file, out }: MadeToken, context: CommandContext): Promise<void> {
  const isAlone = file !== undefined;
  if (out === undefined) await write(context.stdout, isAlone ? `${secret}\n` : `token:  ${secret}\n`);
  if (file === undefined) await write(context.stdout, `entry:  ${JSON.stringify(entry)}\n`);
  const place = out === undefined ? '' : `The token is in ${out}, which only its owner can read. `;
  const digest = file === undefined ? '' : `Its digest is in ${file}, with the id ${id}. `;
  const end = out === undefined && file !== undefined ? 'The token is not shown again.' : '';
  const endless = entry.expires === undefined ? ' It does not end; `--expires 90d` makes one that does.' : '';
  const said = `${place}${digest}${end}`.trim() + endless;
  if (said !== '') await write(context.stderr, `${said.trim()}\n`);
}

/** Writes a token for its owner alone, also where a file that others can read was there. Throws `UsageError`. */
function saveSecret(named: string, path: string, secret: string): void {
  orUsageError(named, () => {
    if (existsSync(path)) chmodSync(path, 0o600);
    writeWhole(path, `${secret}\n`);
  });
}

function mayFrom(text: string | undefined): readonly Permission[] {
  if (text === undefined) return usual;
  return text.split(',').map((part) => {
    const name = part.trim();
    const permission = permissions.find((each) => each === name);
    if (permission !== undefined) return permission;
    throw new UsageError(
      `\`--may\` knows no \`${name}\`; ${suggestion(name, permissions) ?? `it takes ${permissions.join(', ')}`}`,
    );
  });
}

const day = 24 * 60 * 60 * 1000;

/** A day as it is written in the file. */
function dayFrom(text: string, now: number): string {
  const [, days] = /^([1-9][0-9]{0,3})d$/.exec(text) ?? [];
  const at = days === undefined ? beginOfDay(text) : now + Number(days) * day;
  if (at === undefined)
    throw new UsageError(
      `\`--expires\` takes a day such as \`2027-01-01\`, or days such as \`90d\`, not \`${text}\``,
    );
  if (at <= now) throw new UsageError(`\`--expires ${text}\` is over: the token would not be valid`);
  return dateOf(at);
}

const dateOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

const listTokens = asPart(
  'token list',
  { options: { file: pathArg, json: flag } },
  async ({ values, positionals }, context) => {
    refuseOperands(positionals, '`bylaw token list` takes the file as `--file FILE`');
    const file = await fileAt(fileFrom(values.file, 'list'), context, false);
    if (file === undefined) return exitCodes.invalidPolicy;
    const now = Date.now();
    if (values.json === true) {
      const tokens = file.tokens.map((each) => ({
        id: idOf(each),
        scope: each.scope,
        may: each.may,
        expires: each.expires === undefined ? null : dateOf(each.expires),
        isOver: each.expires !== undefined && each.expires <= now,
        created: each.created === undefined ? null : dateOf(each.created),
        note: each.note ?? null,
      }));
      return await printJson({ tokens }, context);
    }
    const rows = file.tokens.map((each) => [
      idOf(each),
      each.scope,
      each.may.join(','),
      endOf(each, now),
      beginOf(each),
      each.note ?? '',
    ]);
    for (const line of columns(rows)) await write(context.stdout, `${line}\n`);
    return exitCodes.fine;
  },
);

const beginOf = ({ created }: ServerToken): string =>
  created === undefined ? 'made on an unknown day' : `made on ${dateOf(created)}`;

function endOf({ expires }: ServerToken, now: number): string {
  if (expires === undefined) return 'does not end';
  return `${expires <= now ? 'ended' : 'ends'} on ${dateOf(expires)}`;
}

const revokeTokens = asPart(
  'token revoke',
  { options: { file: pathArg, json: flag }, operands: 'text' },
  async ({ values, positionals }, context) => {
    const meant = oneOperand(
      positionals,
      'name the id of one token, or the scope of several: `bylaw token revoke ID --file FILE`',
    );
    const file = await fileAt(fileFrom(values.file, 'revoke'), context, false);
    if (file === undefined) return exitCodes.invalidPolicy;
    const found = file.tokens.filter((each) => idOf(each) === meant || each.scope === meant);
    if (found.length === 0) {
      const near = suggestion(meant, [...new Set(file.tokens.flatMap((each) => [idOf(each), each.scope]))]);
      throw new UsageError(
        `no token of ${values.file} has the id or scope \`${meant}\`; ${near ?? `see \`bylaw token list --file ${values.file}\``}`,
      );
    }
    const left = file.tokens.length - found.length;
    if (left === 0)
      throw new UsageError(
        `${values.file} would have no token left, and a server does not accept such a file: make another one first, or stop the server`,
      );
    const digests = new Set(found.map(({ sha256 }) => sha256));
    const isMeant = (entry: unknown): boolean =>
      isJsonObject(entry as never) && digests.has(String(own(entry as JsonObject, 'sha256')));
    save(String(values.file), file.path, withoutTokens(file.json, isMeant));
    const ids = [...digests].map((sha256) => idOf({ sha256 }));
    if (values.json === true) return await printJson({ revoked: ids }, context);
    await write(
      context.stdout,
      `Revoked: ${ids.join(', ')}. Servers that read the file refuse ${digests.size === 1 ? 'it' : 'them'} within a second.\n`,
    );
    return exitCodes.fine;
  },
);

async function printJson(document: object, { stdout }: CommandContext): Promise<ExitCode> {
  await write(stdout, `${JSON.stringify(document)}\n`);
  return exitCodes.fine;
}

/** The id of a token: enough of its digest to distinguish it from others. */
const idOf = ({ sha256 }: Pick<ServerToken, 'sha256'>): string => sha256.slice(0, 8);

/** Throws `UsageError` where the file cannot be written. */
const save = (named: string, path: string, file: JsonObject): void =>
  orUsageError(named, () => writeWhole(path, `${JSON.stringify(file, undefined, 2)}\n`));

/** Writes a file, whose name is `named` for people. Throws `UsageError` where that fails. */
function orUsageError(named: string, writing: () => void): void {
  try {
    writing();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT'
        ? 'its folder is not there'
        : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
          ? 'this user may not write in its folder'
          : message;
    throw new UsageError(`${named} cannot be written: ${why}`);
  }
}

function fileFrom(named: string | undefined, what: string): string {
  if (named !== undefined) return named;
  throw new UsageError(`name the file of tokens: \`bylaw token ${what} --file tokens.json\``);
}

interface TokenFile {
  readonly path: string;
  readonly json: JsonObject;
  readonly tokens: readonly ServerToken[];
}

/** The file, whole and valid; what is wrong with it is said. Throws `UsageError` where it cannot be read. */
async function fileAt(
  named: string,
  context: CommandContext,
  mayBeNew: boolean,
): Promise<TokenFile | undefined> {
  const path = resolve(context.cwd, named);
  if (!existsSync(path)) {
    if (mayBeNew) return { path, json: {}, tokens: [] };
    throw new UsageError(`there is no file ${named}`);
  }
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${named} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const reading = readTokens(text);
  if (!reading.ok) {
    await write(context.stderr, `${reading.problems.map((each) => `bylaw: ${named}: ${each}`).join('\n')}\n`);
    return undefined;
  }
  return { path, json: JSON.parse(text) as JsonObject, tokens: reading.tokens };
}
