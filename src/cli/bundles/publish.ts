/** `bylaw bundle publish`, `rollback` and `status`: the place where servers look. */
import { resolve } from 'node:path';
import { BundleProblem, encodeContent } from '../../host/bundle/bundle-content.ts';
import { readBundleFile } from '../../host/bundle/bundle-folder.ts';
import { ClusterPlace, clusterWord, GoneBundle } from '../../host/bundle/cluster-place.ts';
import { encodeEnvelope, signed, UnsignedBundle } from '../../host/bundle/envelope.ts';
import { type Bundle, describeBundle, openBundle } from '../../host/bundle/open-bundle.ts';
import { isAddress } from '../../host/machine/fetch-octets.ts';
import { versionOfBylaw } from '../../host/machine/version.ts';
import { oneOperand, refuseOperands } from '../options/operands.ts';
import { flag, parseInteger, pathArg, textArg } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { remoteServerIn, remoteServerOptions } from '../options/remote-server.ts';
import { clusterNamed } from '../settings/cluster-named.ts';
import { privateKeyFrom, publicKeysOf } from '../settings/key-files.ts';
import { type CommandContext, type ExitCode, exitCodes, UsageError, write } from '../terminal/context.ts';
import { inForceAt, inTheLog } from './ask-server.ts';
import {
  addressPlace,
  type BundlePlace,
  clusterPlace,
  NamedProblem,
  type Published,
  pathPlace,
  verified,
} from './place.ts';
import { policiesDigest } from './policies-digest.ts';

const placeOptions = { to: pathArg, 'bundle-key': pathArg, config: pathArg, candidate: flag } as const;

interface PlaceValues {
  readonly to?: string | undefined;
  readonly 'bundle-key'?: string | undefined;
  readonly config?: string | undefined;
  readonly candidate?: boolean | undefined;
}

/** The place of options, for as long as it is used. Throws `UsageError` for what is no place. */
async function atPlace<Result>(
  values: PlaceValues,
  context: CommandContext,
  use: (place: BundlePlace) => Promise<Result>,
  mayBeAddress = false,
): Promise<Result> {
  const { to, 'bundle-key': keys, candidate = false } = values;
  if (to === undefined)
    throw new UsageError('name where servers look: `--to DIR`, or `--to cluster` for that of bylaw.yaml');
  if (keys === undefined)
    throw new UsageError('name the keys that servers trust: `--bundle-key release.pub`');
  if (candidate && to !== clusterWord) throw new UsageError(noCandidatePlace);
  const trusted = publicKeysOf(keys, context);
  const verify = (octets: Buffer): Bundle => openBundle(octets, { keys: trusted, version: versionOfBylaw() });
  if (isAddress(to)) {
    if (!mayBeAddress)
      throw new UsageError('bundles are published in a folder or a file: put that where the address leads');
    return await use(addressPlace(to, verify));
  }
  if (to !== clusterWord) return await use(pathPlace(to, resolve(context.cwd, to), verify));
  return await inCluster(values, context, (cluster) => use(clusterPlace(cluster, verify, candidate)));
}

const noCandidatePlace =
  '`--candidate` is about the cluster, `--to cluster`: elsewhere a candidate is a file of its own, which `bundle.shadow` names';

/** The published bundles of the cluster, or its candidate, for as long as they are used. */
async function inCluster<Result>(
  { config, candidate = false }: PlaceValues,
  context: CommandContext,
  use: (cluster: ClusterPlace) => Promise<Result>,
): Promise<Result> {
  const cluster = new ClusterPlace(clusterNamed(config, context), candidate ? 'candidate' : 'published');
  try {
    return await use(cluster);
  } finally {
    await cluster.close();
  }
}

export const publish = asPart(
  'bundle publish',
  { options: placeOptions, operands: 'path' },
  async ({ values, positionals }, context) => {
    const file = oneOperand(
      positionals,
      'name one bundle: `bylaw bundle publish acme.bundle --to DIR --bundle-key release.pub`',
    );
    return await atPlace(values, context, (place) =>
      saying(file, context, () => put(place, signedBundle(file, resolve(context.cwd, file), place.verify))),
    );
  },
);

/** Reads and verifies a bundle in a file. Throws `BundleProblem`, which says how to sign a bundle without a signature. */
function signedBundle(named: string, path: string, verify: BundlePlace['verify']): Bundle {
  try {
    return verify(readBundleFile(path));
  } catch (error) {
    if (!(error instanceof UnsignedBundle)) throw error;
    throw new BundleProblem(`${error.message}: sign it first with \`bylaw bundle sign ${named} --key FILE\``);
  }
}

/** Puts a bundle at a place, and gives a sentence. Throws `BundleProblem` where its sequence has to rise and does not. */
async function put(place: BundlePlace, bundle: Bundle): Promise<string> {
  const [first] = await place.list();
  const before = first && (await beforeAt(place, first));
  const { sequence } = bundle.content;
  if (before?.digest === bundle.digest)
    throw new NamedProblem(alreadyThere(place, first?.file, before.sequence));
  if (!place.isForCandidate && before !== undefined && sequence <= before.sequence)
    throw new BundleProblem(
      `its sequence is ${sequence}, and ${before.sequence} is published at ${place.named}: build it with \`--sequence ${before.sequence + 1}\``,
    );
  await place.publish(bundle);
  return `published at ${place.named}: ${describeBundle(bundle)}`;
}

interface Before {
  /** Undefined where something of it is gone. */
  readonly digest: string | undefined;
  readonly sequence: number;
}

/** What is there. A candidate that cannot be verified, and what is gone, do not keep anyone from publishing. */
async function beforeAt(place: BundlePlace, first: Published): Promise<Before | undefined> {
  try {
    const { digest, content } = await verified(place.verify, first);
    return { digest, sequence: content.sequence };
  } catch (error) {
    if (!(error instanceof NamedProblem)) throw error;
    if (place.isForCandidate) return undefined;
    if (error.cause instanceof GoneBundle) return { digest: undefined, sequence: first.sequence };
    throw error;
  }
}

/** The same content is there, perhaps with other signatures, which are added to the file itself. */
function alreadyThere({ named }: BundlePlace, file: string | undefined, sequence: number): string {
  const add =
    file === undefined ? '' : `; to add a signature, sign it there: \`bylaw bundle sign ${file} --key FILE\``;
  return `nothing is published: ${named} has this bundle ${sequence} already${add}`;
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
    refuseOperands(positionals, '`bylaw bundle rollback` takes the folder as `--to DIR`');
    const asked =
      values.sequence === undefined
        ? undefined
        : parseInteger('sequence', values.sequence, 1, 999_999_999_999_999);
    return await atPlace(values, context, async (place) => {
      if (!place.keepsEarlier)
        throw new UsageError(
          place.isForCandidate
            ? 'a candidate has no earlier ones: publish another, or take it away with `bylaw bundle withdraw`'
            : `${place.named} is a file, which has no earlier bundles: build the earlier policies under a higher sequence`,
        );
      const key = privateKeyFrom(values.key, context);
      return await saying(place.named, context, async () => {
        const all = await place.list();
        if (asked === undefined) await refuseSecondRollback(place, all);
        const { content } = await verified(place.verify, earlierOf(all, asked));
        const sequence = (all[0]?.sequence ?? 0) + 1;
        const envelope = signed({ payload: encodeContent({ ...content, sequence }), signatures: [] }, key);
        // A key that servers do not trust would publish what all of them refuse.
        const bundle = await verified(place.verify, {
          named: `bundle ${sequence}, as \`--key\` would sign it,`,
          octets: () => encodeEnvelope(envelope),
        });
        return `${await put(place, bundle)}; its content is that of ${content.sequence}`;
      });
    });
  },
);

/** Refuses a second rollback without a number: the bundle before a rollback is the one that was taken back. */
async function refuseSecondRollback(place: BundlePlace, all: readonly Published[]): Promise<void> {
  const [active, , ...older] = all;
  if (active === undefined) return;
  const wanted = await contentText(place, active);
  for (const each of wanted === undefined ? [] : older) {
    if ((await contentText(place, each)) !== wanted) continue;
    throw new BundleProblem(
      `bundle ${active.sequence} has gone back to ${each.sequence} already, and another rollback would bring back what it replaced: name the bundle that you want with \`--sequence N\``,
    );
  }
}

/** The content without its place in the sequence; undefined where it cannot be verified. */
async function contentText(place: BundlePlace, published: Published): Promise<string | undefined> {
  try {
    const { content } = await verified(place.verify, published);
    return new TextDecoder().decode(encodeContent({ ...content, sequence: 0 }));
  } catch (error) {
    if (error instanceof NamedProblem) return undefined;
    throw error;
  }
}

function earlierOf(all: readonly Published[], asked: number | undefined): Published {
  const found = asked === undefined ? all[1] : all.find(({ sequence }) => sequence === asked);
  if (found !== undefined) return found;
  const [only, ...others] = all.map(({ sequence }) => sequence);
  const there =
    only === undefined
      ? 'nothing is published there'
      : others.length === 0
        ? `there is only bundle ${only}`
        : `there are the bundles ${[only, ...others].join(', ')}`;
  throw new NamedProblem(
    `nothing is rolled back: ${there}${asked === undefined ? '' : `, and no bundle ${asked}`}`,
  );
}

export const withdraw = asPart(
  'bundle withdraw',
  { options: { to: pathArg, config: pathArg, candidate: flag } },
  async ({ values, positionals }, context) => {
    if (positionals.length > 0 || values.to !== clusterWord || values.candidate !== true)
      throw new UsageError(
        'only the candidate of a cluster is withdrawn: `bylaw bundle withdraw --to cluster --candidate`; elsewhere remove its file',
      );
    return await inCluster(values, context, (cluster) =>
      saying(`the candidate of the ${clusterWord}`, context, async () => {
        const list = await cluster.list();
        const [first] = list;
        if (first === undefined) return `there is no candidate in the ${clusterWord}`;
        await cluster.clear(list);
        return `withdrawn: bundle ${first.sequence} is no candidate of the ${clusterWord} any more`;
      }),
    );
  },
);

export const status = asPart(
  'bundle status',
  {
    options: {
      ...placeOptions,
      ...remoteServerOptions,
    },
  },
  async ({ values, positionals }, context) => {
    refuseOperands(positionals, '`bylaw bundle status` takes the place as `--to PLACE`');
    const server = remoteServerIn(values, context);
    if (server !== undefined) {
      const code = await saying(server.origin, context, () => inForceAt(server));
      if (values.to === undefined || code !== exitCodes.fine) return code;
    }
    return await atPlace(
      values,
      context,
      (place) =>
        saying(place.named, context, async () => {
          const [first] = await place.list();
          if (first === undefined) return `nothing is published at ${place.named}`;
          const bundle = await verified(place.verify, first);
          return `published at ${place.named}: ${describeBundle(bundle)}; ${inTheLog(policiesDigest(bundle.content))}`;
        }),
      true,
    );
  },
);

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
    const sentence = error instanceof NamedProblem ? error.message : `${named} is refused: ${error.message}`;
    await write(stderr, `bylaw: ${sentence}\n`);
    return exitCodes.invalidPolicy;
  }
}
