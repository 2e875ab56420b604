/** `bylaw bundle verify` and `inspect`. */
import { resolve } from 'node:path';
import { type BundleContent, BundleProblem, decodeContent } from '../../host/bundle/bundle-content.ts';
import { readBundleFile } from '../../host/bundle/bundle-folder.ts';
import { decodeEnvelope, digestOf } from '../../host/bundle/envelope.ts';
import { shortId } from '../../host/bundle/keys.ts';
import { describeBundle, openBundle } from '../../host/bundle/open-bundle.ts';
import { versionOfBylaw } from '../../host/machine/version.ts';
import { printable } from '../../language/render.ts';
import { oneOperand } from '../options/operands.ts';
import { flag, pathArg } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { publicKeysOf } from '../settings/key-files.ts';
import { type CommandContext, type ExitCode, exitCodes, UsageError, write } from '../terminal/context.ts';
import { policiesDigest } from './policies-digest.ts';

export const verify = asPart(
  'bundle verify',
  {
    options: {
      'bundle-key': pathArg,
    },
    operands: 'path',
  },
  async ({ values, positionals }, context) => {
    const file = onlyFile(positionals, 'verify acme.bundle --bundle-key release.pub');
    if (values['bundle-key'] === undefined)
      throw new UsageError('name the keys that are trusted: `--bundle-key release.pub`');
    const keys = publicKeysOf(values['bundle-key'], context);
    return await saying(file, context, () => {
      const octets = readBundleFile(resolve(context.cwd, file));
      const found = openBundle(octets, { keys, version: versionOfBylaw() });
      return `${describeBundle(found)}\n${found.digest}\n`;
    });
  },
);

export const inspect = asPart(
  'bundle inspect',
  {
    options: {
      json: flag,
    },
    operands: 'path',
  },
  async ({ values, positionals }, context) => {
    const file = onlyFile(positionals, 'inspect acme.bundle');
    return await saying(file, context, () => {
      const envelope = decodeEnvelope(readBundleFile(resolve(context.cwd, file)));
      const content = decodeContent(envelope.payload);
      const digest = digestOf(envelope);
      const signatures = envelope.signatures.map(({ keyid }) => keyid);
      const policies = policiesDigest(content);
      if (values.json !== true) return described(content, { digest, policies, signatures });
      return `${JSON.stringify({ digest, policies, signatures, ...content }, undefined, 2)}\n`;
    });
  },
);

interface Marks {
  readonly digest: string;
  readonly policies: string;
  readonly signatures: readonly string[];
}

function described(content: BundleContent, { digest, policies, signatures }: Marks): string {
  const lines = [
    `digest    ${digest}`,
    `policies  ${policies} in the log`,
    `sequence  ${content.sequence}`,
    `engine    ${content.engine} or later`,
    `claims to be signed by  ${signatures.map(shortId).join(', ') || 'nobody'}`,
    ...content.layers.flatMap(({ name, owner, files }) => [
      `layer ${name}${owner === undefined ? '' : ` (${owner})`}`,
      ...files.map(({ path, text }) => `  ${path}  ${Buffer.byteLength(text)}`),
    ]),
  ];
  // The texts of a bundle that is not verified may be anyone's.
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function onlyFile(positionals: readonly string[], example: string): string {
  const file = oneOperand(positionals, `name one bundle: \`bylaw bundle ${example}\``);
  return file;
}

/** Prints what is made of a bundle, or says what is wrong with it. */
async function saying(
  file: string,
  { stdout, stderr }: CommandContext,
  run: () => string,
): Promise<ExitCode> {
  try {
    await write(stdout, run());
    return exitCodes.fine;
  } catch (error) {
    if (!(error instanceof BundleProblem)) throw error;
    await write(stderr, `bylaw: ${file} is refused: ${error.message}\n`);
    return exitCodes.invalidPolicy;
  }
}
