/** `bylaw bundle publish`, `rollback` and `status`: the place where servers look, which is a folder of bundles or a file. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { BundleProblem, encodeContent } from '../../host/bundle/bundle-content.ts';
import {
  addBundle,
  type BundleFile,
  bundlesIn,
  readBundleFile,
  replaceFile,
} from '../../host/bundle/bundle-folder.ts';
import { encodeEnvelope, signed } from '../../host/bundle/envelope.ts';
import { fetchBundle, readAddress } from '../../host/bundle/fetch-bundle.ts';
import type { BundleKey } from '../../host/bundle/keys.ts';
import { type Bundle, describeBundle, openBundle } from '../../host/bundle/open-bundle.ts';
import { isAddress } from '../../host/machine/fetch-octets.ts';
import { statOf } from '../../host/machine/regular-file.ts';
import { versionOfBylaw } from '../../host/machine/version.ts';
import { type CommandContext, type ExitCode, exitCodes, UsageError, write } from '../context.ts';
import { parseInteger, pathArg, textArg } from '../options.ts';
import { asPart } from '../parts.ts';
import { inForceAt } from './ask-server.ts';
import { privateKeyFrom, publicKeysOf } from './key-files.ts';

const placeOptions = { to: pathArg, 'bundle-key': pathArg } as const;

interface Place {
  /** As it is named, and absolute. */
  readonly named: string;
  readonly path: string;
  readonly keys: readonly BundleKey[];
}

function placeFrom(
  values: { readonly to?: string | undefined; readonly 'bundle-key'?: string | undefined },
  context: CommandContext,
  mayBeAddress = false,
): Place {
  const { to, 'bundle-key': keys } = values;
  if (to === undefined) throw new UsageError('name where servers look: `--to DIR`');
  if (keys === undefined)
    throw new UsageError('name the keys that servers trust: `--bundle-key release.pub`');
  if (isAddress(to) && !mayBeAddress)
    throw new UsageError('bundles are published in a folder or a file: put that where the address leads');
  return { named: to, path: resolve(context.cwd, to), keys: publicKeysOf(keys, context) };
}

/** Whatever version servers have: the least is theirs to hold against. */
const opened = (path: string, keys: readonly BundleKey[]): Bundle =>
  openBundle(readBundleFile(path), { keys, version: versionOfBylaw() });

/** A folder, or what does not look like a file and is not there yet. */
const isFolder = (path: string): boolean =>
  statOf(path)?.isDirectory() === true || (!existsSync(path) && !path.endsWith('.bundle'));

/** What servers find at a place; undefined where nothing is there. */
function publishedAt({ path, keys }: Place): Bundle | undefined {
  if (!existsSync(path)) return undefined;
  if (!isFolder(path)) return opened(path, keys);
  const [first] = bundlesIn(path);
  return first && opened(first.path, keys);
}

export const publish = asPart(
  'bundle publish',
  { options: placeOptions, operands: 'path' },
  async ({ values, positionals }, context) => {
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0)
      throw new UsageError(
        'name one bundle: `bylaw bundle publish acme.bundle --to DIR --bundle-key release.pub`',
      );
    const place = placeFrom(values, context);
    return await saying(file, context, () => put(place, opened(resolve(context.cwd, file), place.keys)));
  },
);

/** Puts a bundle at a place, and gives a sentence. Throws `BundleProblem` where its sequence does not rise. */
function put(place: Place, bundle: Bundle): string {
  const before = publishedAt(place);
  const { sequence } = bundle.content;
  if (before !== undefined && sequence <= before.content.sequence)
    throw new BundleProblem(
      before.digest === bundle.digest
        ? `it is published at ${place.named} already`
        : `its sequence is ${sequence}, and ${before.content.sequence} is published at ${place.named}: build it with \`--sequence ${before.content.sequence + 1}\``,
    );
  if (isFolder(place.path)) addBundle(place.path, bundle, 0o644);
  else replaceFile(place.path, bundle.octets);
  return `published at ${place.named}: ${describeBundle(bundle)}`;
}

export const rollback = asPart(
  'bundle rollback',
  {
    options: {
      ...placeOptions,
      key: pathArg,
      sequence: textArg,
    },
  },
  async ({ values, positionals }, context) => {
    if (positionals.length > 0)
      throw new UsageError('`bylaw bundle rollback` takes the folder as `--to DIR`');
    const place = placeFrom(values, context);
    if (!isFolder(place.path))
      throw new UsageError(
        `${place.named} is a file, which has no earlier bundles: build the earlier policies under a higher sequence`,
      );
    const asked =
      values.sequence === undefined
        ? undefined
        : parseInteger('sequence', values.sequence, 1, 999_999_999_999_999);
    const key = privateKeyFrom(values.key, context);
    return await saying(place.named, context, () => {
      const all = existsSync(place.path) ? bundlesIn(place.path) : [];
      const earlier = earlierOf(all, asked);
      const { content } = opened(earlier.path, place.keys);
      const sequence = (all[0]?.sequence ?? 0) + 1;
      const envelope = signed({ payload: encodeContent({ ...content, sequence }), signatures: [] }, key);
      // A key that servers do not trust would publish what all of them refuse.
      const bundle = openBundle(encodeEnvelope(envelope), { keys: place.keys, version: versionOfBylaw() });
      return `${put(place, bundle)}; its content is that of ${content.sequence}`;
    });
  },
);

function earlierOf(all: readonly BundleFile[], asked: number | undefined): BundleFile {
  const found = asked === undefined ? all[1] : all.find(({ sequence }) => sequence === asked);
  if (found !== undefined) return found;
  const there = all.map(({ sequence }) => sequence).join(', ') || 'none';
  throw new BundleProblem(
    `there is no ${asked === undefined ? 'earlier bundle' : `bundle ${asked}`} in it; there are: ${there}`,
  );
}

export const status = asPart(
  'bundle status',
  {
    options: {
      ...placeOptions,
      server: textArg,
    },
  },
  async ({ values, positionals }, context) => {
    const { server, to } = values;
    if (positionals.length > 0) throw new UsageError('`bylaw bundle status` takes the place as `--to PLACE`');
    if (server !== undefined) {
      const address = addressOf(server);
      const code = await saying(server, context, () =>
        inForceAt(address, context.env.BYLAW_TOKEN || undefined),
      );
      if (to === undefined || code !== exitCodes.fine) return code;
    }
    const place = placeFrom(values, context, true);
    return await saying(place.named, context, async () => {
      const found = isAddress(place.named) ? await fetched(place) : publishedAt(place);
      if (found === undefined) return `nothing is published at ${place.named}`;
      return `published at ${place.named}: ${describeBundle(found)}`;
    });
  },
);

async function fetched({ named, keys }: Place): Promise<Bundle | undefined> {
  const found = await fetchBundle(addressOf(named), undefined);
  return found && openBundle(found.octets, { keys, version: versionOfBylaw() });
}

/** Throws `UsageError`. */
function addressOf(text: string): URL {
  const address = readAddress(text);
  if (typeof address === 'string') throw new UsageError(address);
  return address;
}

/** Prints a sentence, or says why there is none. */
async function saying(
  named: string,
  { stdout, stderr }: CommandContext,
  run: () => string | Promise<string>,
): Promise<ExitCode> {
  try {
    await write(stdout, `${await run()}\n`);
    return exitCodes.fine;
  } catch (error) {
    if (!(error instanceof BundleProblem)) throw error;
    await write(stderr, `bylaw: ${named} is refused: ${error.message}\n`);
    return exitCodes.invalidPolicy;
  }
}
