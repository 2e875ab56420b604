/** `bylaw bundle build`, `keygen` and `sign`. */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { BundleProblem, versionParts } from '../../host/bundle/bundle-content.ts';
import { readBundleFile, replaceFile } from '../../host/bundle/bundle-folder.ts';
import { decodeEnvelope, digestOf, encodeEnvelope, signed } from '../../host/bundle/envelope.ts';
import { newKeys, shortId } from '../../host/bundle/keys.ts';
import { NoSuchPath } from '../../host/machine/no-such-path.ts';
import { versionOfBylaw } from '../../host/machine/version.ts';
import { oneOperand, refuseOperands } from '../options/operands.ts';
import { parseInteger, pathArg, textArg } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { policiesNamed, policiesOptions } from '../options/policies-option.ts';
import { countOf, renderAll } from '../policies/policies.ts';
import { privateKeyFrom } from '../settings/key-files.ts';
import { exitCodes, UsageError, write } from '../terminal/context.ts';
import { withStages } from '../terminal/progress.ts';
import { buildBundle } from './build-bundle.ts';

export const build = asPart(
  'bundle build',
  {
    options: {
      ...policiesOptions,
      sequence: textArg,
      engine: textArg,
      output: pathArg,
    },
  },
  async ({ values, positionals }, context) => {
    refuseOperands(
      positionals,
      '`bylaw bundle build` takes no files; name policies with `--layers` or `--policies`',
    );
    if (values.sequence === undefined)
      throw new UsageError(
        'name the place in the sequence: `--sequence 1` for the first, and one more each time',
      );
    if (values.output === undefined) throw new UsageError('name the file to write: `--output acme.bundle`');
    const sequence = parseInteger('sequence', values.sequence, 1, 999_999_999_999_999);
    const engine = engineFrom(values.engine);
    const given = policiesNamed(values) ?? ['policies'];
    try {
      const built = withStages(context.stderr, (stages) =>
        buildBundle(given, context.cwd, { sequence, engine }, stages),
      );
      if (built.problems !== undefined) {
        await write(context.stderr, renderAll(built.problems, built, context));
        const why =
          built.problems.length === 0 ? 'there is no test in them' : countOf(built.problems.length, 'error');
        await write(
          context.stderr,
          `bylaw: The policies cannot go into a bundle: ${why}. Nothing was written.\n`,
        );
        return exitCodes.invalidPolicy;
      }
      const octets = encodeEnvelope(built.envelope);
      replaceFile(resolve(context.cwd, values.output), octets);
      const about = `${octets.length.toLocaleString('en-US')} octets, ${countOf(built.tests, 'test')} passed`;
      await write(
        context.stdout,
        `bundle ${sequence} ${digestOf(built.envelope)}: ${about}; not signed yet\n`,
      );
      return exitCodes.fine;
    } catch (error) {
      if (error instanceof NoSuchPath) throw new UsageError(error.message);
      if (!(error instanceof BundleProblem)) throw error;
      await write(
        context.stderr,
        `bylaw: There can be no such bundle: ${error.message}. Nothing was written.\n`,
      );
      return exitCodes.invalidPolicy;
    }
  },
);

function engineFrom(said: string | undefined): string {
  const version = said ?? versionOfBylaw().replace(/-.*$/, '');
  if (versionParts(version) !== undefined) return version;
  throw new UsageError(`\`--engine\` takes a version such as \`1.2.3\`, not \`${version}\``);
}

export const keygen = asPart(
  'bundle keygen',
  { options: {}, operands: 'text' },
  async ({ positionals }, context) => {
    const name = oneOperand(
      positionals,
      'name the keys: `bylaw bundle keygen release` writes release.key and release.pub',
    );
    const [secret, open] = [resolve(context.cwd, `${name}.key`), resolve(context.cwd, `${name}.pub`)];
    const there = [secret, open].find((path) => existsSync(path));
    if (there !== undefined) throw new UsageError(`${there} is there already: keys are not overwritten`);
    const { privatePem, publicPem, id } = newKeys();
    writeFileSync(secret, privatePem, { flag: 'wx', mode: 0o600 });
    writeFileSync(open, publicPem, { flag: 'wx', mode: 0o644 });
    await write(
      context.stdout,
      `key ${shortId(id)}: ${name}.key signs and stays secret, ${name}.pub is for servers\n`,
    );
    return exitCodes.fine;
  },
);

export const sign = asPart(
  'bundle sign',
  { options: { key: pathArg }, operands: 'path' },
  async ({ values, positionals }, context) => {
    const file = oneOperand(
      positionals,
      'name the bundle to sign: `bylaw bundle sign acme.bundle --key release.key`',
    );
    const key = privateKeyFrom(values.key, context);
    const path = resolve(context.cwd, file);
    try {
      const envelope = signed(decodeEnvelope(readBundleFile(path)), key);
      replaceFile(path, encodeEnvelope(envelope));
      const by = envelope.signatures.map(({ keyid }) => shortId(keyid)).join(', ');
      await write(context.stdout, `${digestOf(envelope)}: signed by ${by}\n`);
      return exitCodes.fine;
    } catch (error) {
      if (!(error instanceof BundleProblem)) throw error;
      await write(context.stderr, `bylaw: ${file} cannot be signed: ${error.message}\n`);
      return exitCodes.invalidPolicy;
    }
  },
);
