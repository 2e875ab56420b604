/** The token by which a hook asks a server on another machine. Nothing of it is in any message. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { openToOthers } from '../host/machine/open-to-others.ts';
import { readRegularFile, statOf } from '../host/machine/regular-file.ts';
import type { RemoteOptions } from './remote-options.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The hook cannot ask; the message follows “the server …”. */
export class CannotAsk extends Error {}

/** The variable with the token, where neither a file nor a program has it. */
const tokenVariable = 'BYLAW_TOKEN';

/**
 * Undefined where a hook shows a certificate alone, or where a client without any may ask. `patience`: milliseconds for a program.
 * Throws `CannotAsk`.
 */
export async function tokenOf(
  { tokenFile, tokenCommand, certificate }: RemoteOptions,
  cwd: string,
  env: Env,
  patience: number,
  mayLack = certificate !== undefined,
): Promise<string | undefined> {
  const text =
    tokenCommand !== undefined
      ? await outputOf(tokenCommand, patience)
      : tokenFile !== undefined
        ? readToken(tokenFile, cwd)
        : env[tokenVariable];
  const token = text?.trim();
  if (token === undefined || token === '') {
    if (mayLack && tokenCommand === undefined && tokenFile === undefined) return undefined;
    throw new CannotAsk(
      `cannot be asked without a token: ${tokenCommand !== undefined ? 'the program of `--token-command` printed none' : tokenFile !== undefined ? `\`${tokenFile}\` is empty` : `name one with \`--token-file\` or \`--token-command\`, or put it into \`${tokenVariable}\``}`,
    );
  }
  if (/^[\x21-\x7e]{1,8192}$/.test(token)) return token;
  throw new CannotAsk('cannot be asked: the token has characters that no token has');
}

/**
 * A warning about a token of this user that others can read; the one that root shares among all users is not this user's. It
 * does not name the file: some harnesses show the agent what a hook says.
 */
export function tokenWarning({ tokenFile }: RemoteOptions, cwd: string): string | undefined {
  const file = tokenFile === undefined ? undefined : resolve(cwd, tokenFile);
  const user = process.getuid?.();
  if (file === undefined || user === undefined || user === 0 || statOf(file)?.uid !== user) return undefined;
  return openToOthers(file) === undefined
    ? undefined
    : 'others may read or change the token of `--token-file`; `bylaw doctor` says how to mend it';
}

function readToken(file: string, cwd: string): string {
  try {
    return readRegularFile(resolve(cwd, file)).toString('latin1');
  } catch (error) {
    throw new CannotAsk(`cannot be asked: the token ${whyUnreadable(file, error)}`);
  }
}

/** Without a shell. What the program says on standard error is dropped: it may have the secret in it. */
function outputOf([program = '', ...args]: readonly string[], patience: number): Promise<string> {
  return new Promise((done, fail) => {
    const options = {
      timeout: patience,
      maxBuffer: 64 * 1024,
      encoding: 'latin1',
      windowsHide: true,
    } as const;
    const child = execFile(program, args, options, (error, stdout) => {
      if (error === null) done(stdout);
      else {
        const how =
          error.killed === true ? `took more than ${patience} ms` : `ended with ${error.code ?? 'a signal'}`;
        fail(new CannotAsk(`cannot be asked: the program of \`--token-command\` ${how}`));
      }
    });
    child.stdin?.on('error', () => {}).end();
  });
}

/** Why a file cannot be used, after “the …”. */
export const whyUnreadable = (file: string, error: unknown): string =>
  `cannot be read from \`${file}\` (${(error as NodeJS.ErrnoException).code ?? 'it is no regular file'})`;
