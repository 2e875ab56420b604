/** Keys of bundles as a command line and the environment name them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type BundleKey, KeyProblem, readPrivateKey, readPublicKeys } from '../../host/bundle/keys.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';

const keyVariable = 'BYLAW_SIGNING_KEY';
const passphraseVariable = 'BYLAW_SIGNING_PASSPHRASE';

/** The public keys of a file. Throws `UsageError`. */
export const publicKeysOf = (file: string, { cwd }: Pick<CommandContext, 'cwd'>): readonly BundleKey[] =>
  asUsage(file, () => readPublicKeys(readFileSync(resolve(cwd, file), 'latin1')));

/** The private key of a file, or else of the environment. Throws `UsageError`. */
export function privateKeyFrom(file: string | undefined, { cwd, env }: CommandContext): BundleKey {
  const passphrase = env[passphraseVariable] || undefined;
  if (file !== undefined)
    return asUsage(file, () => readPrivateKey(readFileSync(resolve(cwd, file), 'latin1'), passphrase));
  const pem = env[keyVariable];
  if (pem) return asUsage(`$${keyVariable}`, () => readPrivateKey(pem, passphrase));
  throw new UsageError(
    `name the private key: \`--key FILE\`, or its text in the environment as \`${keyVariable}\`; \`bylaw bundle keygen\` makes one`,
  );
}

function asUsage<Result>(named: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof KeyProblem) throw new UsageError(`${named}: ${error.message}`);
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UsageError(`the key ${named} cannot be read: ${why === 'ENOENT' ? 'it is not there' : why}`);
  }
}
