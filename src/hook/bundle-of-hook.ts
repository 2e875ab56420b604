/**
 * The bundle that a hook decides by. A file or folder is looked at with each call, an address at most once a minute; where what
 * is there may not decide, the last one does that was in force here.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Failure } from '../adapters/failure.ts';
import { BundleProblem } from '../host/bundle/bundle-content.ts';
import { BundleSource } from '../host/bundle/bundle-source.ts';
import { readAddress } from '../host/bundle/fetch-bundle.ts';
import { KeyProblem, readPublicKeys } from '../host/bundle/keys.ts';
import type { Bundle } from '../host/bundle/open-bundle.ts';
import { isAddress } from '../host/machine/fetch-octets.ts';
import { userStateFolder } from '../host/machine/user-folders.ts';

/** Set when the bundle of code is built. */
declare const BYLAW_BUILD: string;

/** As the command line has them. */
export interface BundleOfHook {
  readonly from: string;
  readonly keys: string;
}

/** Policies of a bundle, as a file of layers. */
export interface BundlePolicies {
  readonly policies: string;
  /** What is said of it on standard error. */
  readonly problem: string | undefined;
  /** Called when it has decided: it is kept then, and nothing older comes after it. */
  readonly hasDecided: () => void;
  /** What to decide by where its policies are not valid. */
  readonly before: string | undefined;
}

/** Milliseconds for an address: half of the time of a hook at most, since the call waits. */
const mostPatience = 2000;

/** Keeps what is at the place of the bundle, so that it can decide later; once a minute. A sentence without an end says what is wrong. */
export async function refreshBundle(
  named: BundleOfHook,
  cwd: string,
  env: Env,
  deadline: number,
): Promise<string | undefined> {
  try {
    const { source } = open(named, cwd, env, deadline);
    const before = keptOf(source);
    if (before !== undefined && source.wasAskedLately()) return undefined;
    source.noteAsked();
    const bundle = await source.look();
    if (bundle.digest !== before?.digest) source.keep(bundle);
    return undefined;
  } catch (error) {
    return `the bundle at \`${named.from}\` is not kept: ${error instanceof Error ? error.message : String(error)}`;
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/** Throws `BundleProblem` and `KeyProblem`. */
function open(
  { from, keys }: BundleOfHook,
  cwd: string,
  env: Env,
  deadline: number,
): { readonly source: BundleSource; readonly isFar: boolean } {
  const address = isAddress(from) ? readAddress(from) : undefined;
  if (typeof address === 'string') throw new BundleProblem(address);
  const source = new BundleSource({
    from: address?.href ?? resolve(cwd, from),
    trust: {
      keys: readPublicKeys(readFileSync(resolve(cwd, keys), 'latin1')),
      version: BYLAW_BUILD.replace(/-[0-9a-f]+$/, ''),
    },
    state: userStateFolder(env),
    acceptsOlder: false,
    patience: Math.min(mostPatience, deadline / 2),
  });
  return { source, isFar: address !== undefined };
}

/** Finds the bundle to decide by; `deadline`: milliseconds that the hook has. Rejects only for a defect. */
export async function bundlePolicies(
  bundle: BundleOfHook,
  cwd: string,
  env: Env,
  deadline: number,
): Promise<BundlePolicies | { readonly failure: Failure }> {
  try {
    const { source, isFar } = open(bundle, cwd, env, deadline);
    return await found(source, isFar);
  } catch (error) {
    const isNamed = error instanceof BundleProblem || error instanceof KeyProblem;
    const why = error instanceof Error ? error.message : String(error);
    return {
      failure: {
        kind: 'invalid-policy',
        isBundle: true,
        detail: `the bundle at \`${bundle.from}\`${isNamed ? '' : ' cannot be read'}: ${why}`,
      },
    };
  }
}

async function found(source: BundleSource, isFar: boolean): Promise<BundlePolicies> {
  const before = keptOf(source);
  if (isFar && before !== undefined && source.wasAskedLately()) return asBefore(source, before, undefined);
  try {
    if (isFar) source.noteAsked();
    const bundle = await source.look();
    const isNew = bundle.digest !== before?.digest;
    return {
      policies: source.unpack(bundle),
      problem: undefined,
      hasDecided: () => (isNew ? source.keep(bundle) : undefined),
      before: isNew && before !== undefined ? source.unpack(before) : undefined,
    };
  } catch (error) {
    if (!(error instanceof BundleProblem) || before === undefined) throw error;
    return asBefore(source, before, `the bundle at ${source.from} is refused: ${error.message}`);
  }
}

const asBefore = (source: BundleSource, before: Bundle, problem: string | undefined): BundlePolicies => ({
  policies: source.unpack(before),
  problem,
  hasDecided: () => {},
  before: undefined,
});

function keptOf(source: BundleSource): Bundle | undefined {
  try {
    return source.kept();
  } catch (error) {
    if (error instanceof BundleProblem) return undefined;
    throw error;
  }
}
