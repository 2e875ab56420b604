/**
 * What a bundle says: the layers with the texts of their files, who is pinned, its place in the sequence, and the least
 * version of the engine. It is written as one text of JSON with its keys in order and nothing between them, so that
 * the same content is the same octets. It is read as strictly: another text of the same content is no bundle, and
 * names that could lead anywhere but below the folder of a layer are refused before anything is written.
 */
import type { ClientPin } from '../../check/tree/checked.ts';
import type { Json, JsonObject } from '../../facts/event/event.ts';
import { isJsonObject, own, readJson } from '../../protocol/json.ts';
import type { CostBudget } from '../policy-files/over-budget.ts';

export interface BundleContent {
  /** Rises with every bundle that is published. */
  readonly sequence: number;
  /** The least version of bylaw that reads it, as `1.2.3`. */
  readonly engine: string;
  /** From the highest to the lowest. */
  readonly layers: readonly BundleLayer[];
  readonly clients: readonly ClientPin[];
}

export interface BundleLayer {
  readonly name: string;
  readonly owner: string | undefined;
  readonly namespace: string | undefined;
  readonly replaces: boolean;
  /** Absolute folders of the machines that it is for. */
  readonly workspace: readonly string[];
  readonly budget: CostBudget | undefined;
  readonly isOptional: boolean;
  readonly files: readonly BundleFile[];
}

export interface BundleFile {
  /** Below the folder of the layer, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
}

/** The octets of an envelope, and of all that is in it. */
export const mostBundleOctets = 64 * 1024 * 1024;
const mostFiles = 20_000;
const mostLayers = 32;
const mostDepth = 16;
const format = 'bylaw-bundle-1';

/** The octets of a content; the same for the same content. */
export function encodeContent({ sequence, engine, layers, clients }: BundleContent): Buffer {
  const shown = layers.map(({ name, owner, namespace, replaces, workspace, budget, isOptional, files }) => ({
    name,
    ...(owner === undefined ? {} : { owner }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(replaces ? { replaces } : {}),
    ...(workspace.length === 0 ? {} : { workspace }),
    ...(budget === undefined ? {} : { budget }),
    ...(isOptional ? { optional: true } : {}),
    files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)).map(({ path, text }) => ({ path, text })),
  }));
  const pins = clients.map(({ token, certificate, user, source, harness, agent }) => ({
    ...(token === undefined ? {} : { token }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(user === undefined ? {} : { user }),
    ...(source.length === 0 ? {} : { source }),
    ...(harness.length === 0 ? {} : { harness }),
    ...(agent.length === 0 ? {} : { agent }),
  }));
  return Buffer.from(canonical({ format, sequence, engine, layers: shown, clients: pins }));
}

/** JSON with keys in order and nothing between them. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(own(value, key) ?? null)}`);
  return `{${members.join(',')}}`;
}

/** What is wrong with a bundle, as the end of a sentence. */
export class BundleProblem extends Error {}

/** Reads the octets of a content. Throws `BundleProblem` for all that `encodeContent` would not have written. */
export function decodeContent(octets: Buffer): BundleContent {
  const json = readJson(textOf(octets), { depth: 8 });
  if (!json.ok) throw new BundleProblem(`its content is no JSON that can be used: ${json.message}`);
  const top = membersOf(json.value, ['format', 'sequence', 'engine', 'layers', 'clients'], 'its content');
  if (own(top, 'format') !== format)
    throw new BundleProblem(
      `its content is not of the format \`${format}\`: a later version of bylaw wrote it`,
    );
  const layers = listOf(own(top, 'layers'), 'its `layers`').map(layerFrom);
  const content = {
    sequence: sequenceFrom(own(top, 'sequence')),
    engine: engineFrom(own(top, 'engine')),
    layers,
    clients: listOf(own(top, 'clients'), 'its `clients`').map(pinFrom),
  };
  if (layers.length === 0 || layers.length > mostLayers)
    throw new BundleProblem(
      `it has ${layers.length} layers, and at least 1 and at most ${mostLayers} can be`,
    );
  refuseTwice(
    layers.map(({ name }) => name),
    'two layers are called',
  );
  const files = layers.reduce((sum, layer) => sum + layer.files.length, 0);
  if (files > mostFiles) throw new BundleProblem(`it has ${files} files, and at most ${mostFiles} can be`);
  if (!encodeContent(content).equals(octets))
    throw new BundleProblem('its content is not written as bylaw writes it, octet for octet');
  return content;
}

function textOf(octets: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    throw new BundleProblem('its content is no UTF-8 text');
  }
}

function layerFrom(value: Json): BundleLayer {
  const known = ['name', 'owner', 'namespace', 'replaces', 'workspace', 'budget', 'optional', 'files'];
  const layer = membersOf(value, known, 'a layer');
  const name = stringFrom(own(layer, 'name'), 'the name of a layer');
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name))
    throw new BundleProblem(`${JSON.stringify(name)} is no name of a layer`);
  const files = listOf(own(layer, 'files'), `the \`files\` of the layer \`${name}\``).map(fileFrom);
  // What is one file on one machine must not be two on another.
  refuseTwice(
    files.map(({ path }) => path),
    `the layer \`${name}\` has two entries of the name`,
  );
  return {
    name,
    owner: optional(own(layer, 'owner'), 'an owner'),
    namespace: optional(own(layer, 'namespace'), 'a namespace'),
    replaces: own(layer, 'replaces') === true,
    workspace: textsFrom(own(layer, 'workspace'), 'a workspace'),
    budget: budgetFrom(own(layer, 'budget')),
    isOptional: own(layer, 'optional') === true,
    files,
  };
}

function fileFrom(value: Json): BundleFile {
  const file = membersOf(value, ['path', 'text'], 'a file');
  const path = stringFrom(own(file, 'path'), 'the name of a file');
  refuseName(path);
  return { path, text: stringFrom(own(file, 'text'), `\`${path}\``) };
}

/** Throws `BundleProblem` for a name that is not plainly below the folder of its layer, on any system. */
export function refuseName(path: string): void {
  const parts = path.split('/');
  const part = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_. +@=-]{0,126}[\p{L}\p{N}_+@=-])?$/u;
  const isPlain =
    parts.length <= mostDepth &&
    path.length <= 1024 &&
    path === path.normalize('NFC') &&
    /\.(?:policy|json)$/.test(path) &&
    parts.every((each) => part.test(each));
  if (!isPlain)
    throw new BundleProblem(
      `${JSON.stringify(path.slice(0, 200))} is no name of a file in a bundle: it ends in \`.policy\` or \`.json\`, is below its layer, and each part of it begins with a letter, a digit or \`_\``,
    );
}

function refuseTwice(names: readonly string[], what: string): void {
  const seen = new Set<string>();
  for (const name of names) {
    const folded = name.toLowerCase();
    if (seen.has(folded)) throw new BundleProblem(`${what} ${JSON.stringify(name)}`);
    seen.add(folded);
  }
}

function pinFrom(value: Json): ClientPin {
  const pin = membersOf(value, ['token', 'certificate', 'user', 'source', 'harness', 'agent'], 'a client');
  return {
    token: optional(own(pin, 'token'), 'a token'),
    certificate: optional(own(pin, 'certificate'), 'a certificate'),
    user: optional(own(pin, 'user'), 'a user'),
    source: textsFrom(own(pin, 'source'), 'a source'),
    harness: textsFrom(own(pin, 'harness'), 'a harness'),
    agent: textsFrom(own(pin, 'agent'), 'an agent'),
  };
}

function sequenceFrom(value: Json | undefined): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw new BundleProblem('its `sequence` is no whole number from 1 on');
}

function engineFrom(value: Json | undefined): string {
  if (typeof value === 'string' && versionParts(value) !== undefined) return value;
  throw new BundleProblem('its `engine` is no version such as `1.2.3`');
}

/** The three numbers of a version; undefined for what is none. */
export function versionParts(version: string): readonly number[] | undefined {
  const parts = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(version);
  return parts?.slice(1).map(Number);
}

function budgetFrom(value: Json | undefined): CostBudget | undefined {
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) throw new BundleProblem('a `budget` is no object');
  for (const figure of Object.values(value))
    if (!Number.isSafeInteger(figure) || Number(figure) < 0)
      throw new BundleProblem('a figure of a `budget` is no whole number');
  return value as CostBudget;
}

function membersOf(value: Json | undefined, known: readonly string[], what: string): JsonObject {
  if (!isJsonObject(value)) throw new BundleProblem(`${what} is no object`);
  const stray = Object.keys(value).find((key) => !known.includes(key));
  if (stray !== undefined)
    throw new BundleProblem(`${what} has a member ${JSON.stringify(stray.slice(0, 100))} that nothing reads`);
  return value;
}

function listOf(value: Json | undefined, what: string): readonly Json[] {
  if (Array.isArray(value)) return value;
  throw new BundleProblem(`${what} is no list`);
}

function stringFrom(value: Json | undefined, what: string): string {
  if (typeof value === 'string') return value;
  throw new BundleProblem(`${what} is no text`);
}

const optional = (value: Json | undefined, what: string): string | undefined =>
  value === undefined ? undefined : stringFrom(value, what);

const textsFrom = (value: Json | undefined, what: string): readonly string[] =>
  value === undefined ? [] : listOf(value, what).map((each) => stringFrom(each, what));
