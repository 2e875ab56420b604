/**
 * Finds where a command may connect to besides the hosts that its words name as such: the registries of
 * packages and images, addresses in words that the tables do not know, addresses that are only set for later,
 * and addresses in its variables. Most of these are only possible, because settings decide, or because it is
 * unknown what the program does with the word. An address that is known to be data is not recorded.
 */
import { addressesIn, isPlace } from '../../../../pattern/address.ts';
import { type HostShape, readHost } from '../../../../pattern/host.ts';
import { hostNamesIn, isHostName } from '../../../../pattern/host-name.ts';
import { readImage } from '../../../../pattern/image.ts';
import { placeOnForge } from '../../../../pattern/package.ts';
import { anyShape, firstShapes, type Shape, staticText, textShape } from '../../../../pattern/text/shape.ts';
import { remoteHost } from '../../../effect/remote-host.ts';
import { startOf } from '../../../knowledge/notation/value-part.ts';
import { type Registry, registryOf, registryOfFamily } from '../../../knowledge/registries.ts';
import type { Use } from '../../../knowledge/table/entry.ts';
import type { UseName } from '../../../knowledge/table/use-names.ts';
import type { UsedValue } from '../../../knowledge/words/invocation.ts';
import { alternativesOf, isWordList } from '../../state/choice.ts';
import type { Word } from '../../word.ts';
import { givenVariables } from '../running/given-variables.ts';
import type { Running } from '../running/running.ts';
import { connectTo, registriesSet } from './set-hosts.ts';

/** Records all these addresses for a command whose values have been used. */
export function recordAddresses(running: Running): void {
  const { traits, values } = running.invocation;
  if (traits.offline) return;
  for (const value of values) recordValue(value, running);
  const variables = givenVariables(running.state);
  recordRegistry(variables, running);
  recordVariables(variables, running);
}

function connect(address: Shape, from: string, certain: boolean, running: Running): HostShape | undefined {
  const { shell, io, span, command } = running;
  return shell.recorder.connect(address, { certain: io.certain && certain, span, command, from });
}

// ── words ─────────────────────────────────────────────────────────────────────────────────

/** Uses that say everything about an address in their word. */
const handledUses: ReadonlySet<UseName> = new Set([
  ...(['host', 'url', 'remote-read', 'remote-write', 'package', 'literal', 'data', 'upload-at'] as const),
  ...(['run', 'shell', 'shell-words', 'code', 'env', 'config', 'agent', 'mount'] as const),
]);

function recordValue(value: UsedValue, running: Running): void {
  // Git connects to a remote where the command uses it; a word of this role names it.
  let isHandled = value.role === 'remote';
  for (const use of value.uses) {
    if (use.name === 'image') recordImage(value.value, use, running);
    else if (use.name === 'index' || use.name === 'further-index') recordIndex(value, running);
    else if (use.name === 'location') recordLocation(value, use.certain, running);
    else if (use.name === 'set') recordSet(value, running);
    else if (!handledUses.has(use.name)) continue;
    isHandled = true;
  }
  if (!isHandled) recordPlaces(value, 'an address among its words', running);
}

/**
 * Records the addresses in a word, by their spelling. The command may connect to each of them, and send it the
 * files in its word.
 */
function recordPlaces(used: UsedValue, from: string, running: Running): void {
  const { shell, span, command, words } = running;
  const sources = words[used.at]?.sources ?? [];
  for (const address of placesIn(used, running)) {
    if (recordByScheme(address, running)) continue;
    const host = shell.recorder.connect(address, { certain: false, span, command, from });
    if (host === undefined) continue;
    running.mayGet.push(host);
    for (const source of sources) shell.recorder.send({ certain: false, span, command, source, host });
  }
}

/** Records an address that is set for later, also in the form of git and `scp`: `host:path`. */
function recordSet(value: UsedValue, running: Running): void {
  const from = 'an address that is only set';
  const host = addressesIn(value.value).length === 0 ? remoteHost(value.value) : undefined;
  const name = host ?? (isHostName(staticText(value.value) ?? '') ? value.value : undefined);
  if (name === undefined) recordPlaces(value, from, running);
  else connect(name, from, false, running);
}

/** Schemes in front of something in a registry, and not of a host: an image, a package, a bucket. */
const registrySchemes: ReadonlySet<string> = new Set([
  ...['docker', 'docker-image', 'library', 'shub'],
  ...['npm', 'jsr', 's3', 'gs', 'hf'],
]);

const images: ReadonlySet<string> = new Set(['docker', 'docker-image', 'library', 'shub']);

/**
 * Records what is in a registry by its scheme, wherever it is: `docker://alpine`, `s3://bucket/x`, `npm:tool`.
 * Gives whether there was such a scheme.
 */
function recordByScheme(address: Shape, running: Running): boolean {
  const scheme = /^([a-z][a-z0-9-]*):/i.exec(startOf(address))?.[1]?.toLowerCase() ?? '';
  if (!registrySchemes.has(scheme)) return false;
  const registry = registryOf(scheme, scheme);
  if (images.has(scheme)) recordImage(address, { name: 'image', certain: false }, running);
  else if (registry !== undefined) recordDefault(registry, running);
  return true;
}

/** The addresses in a word, and `npm:tool`, `jsr:@a/b` and `gh:a/b`, which have no slashes behind the colon. */
function placesIn(used: UsedValue, running: Running): readonly Shape[] {
  const { value } = used;
  const text = staticText(value);
  const forge = text === undefined ? undefined : placeOnForge(text);
  if (forge !== undefined) return [textShape(forge)];
  if (text !== undefined && /^(?:npm|jsr):@?\w/.test(text)) return [value];
  const found = addressesIn(value);
  return found.length > 0 || text === undefined ? found : namesIn(text, used, running);
}

/**
 * The names of hosts in a word of which no table says what it is: in any word of an unlisted program, in one that is
 * only possibly a path, and as the whole value of an option.
 */
function namesIn(text: string, { uses, option, at }: UsedValue, running: Running): readonly Shape[] {
  const { known } = running.invocation;
  if (!known && isHostByOption(text, option ?? staticText(running.words[at - 1]?.shape ?? noShape)))
    return [textShape(isBareIp6.test(text) ? `[${text}]` : text)];
  if (!text.includes('.')) return none;
  const isOpen = !known || (uses.length > 0 && uses.every(({ certain }) => !certain));
  if (isOpen) return hostNamesIn(text).map((name) => textShape(name));
  if (option === undefined || uses.length > 0) return none;
  const name = text.slice(text.lastIndexOf('=') + 1);
  return isHostName(name.replace(/:\d+$/, '')) ? [textShape(name)] : none;
}

const none: readonly Shape[] = [];
const noShape = textShape('');

const isBareIp6 = /^[\da-f]*:[\da-f.:]*:[\da-f.:]*$/i;

/** Whether the name of an option says that this is a host, which then needs no zone: `--host db`. */
const isHostByOption = (text: string, option: string | undefined): boolean =>
  option !== undefined &&
  hostOption.test(option) &&
  !/^(?:true|false|yes|no|none|auto|0\.0\.0\.0|::)$/i.test(text) &&
  (/^\p{L}[\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*\.?(?::\d+)?$/u.test(text) ||
    /^(?:0x[\da-f]{1,8}|\[?[\da-f]*:[\da-f.:]*:[\da-f.:]*\]?)(?::\d+)?$/i.test(text));

const hostOption =
  /^--?(?:[\w.-]*[-._])?(?:host|hosts|hostname|server|servers|endpoint|endpoints|broker|brokers|proxy|gateway|peer|peers|addr|address|url|uri)$/i;

/** Records a path as an address if it begins with a host: `github.com/team/app`, `image=ghcr.io/team/app`. */
function recordLocation({ value }: UsedValue, certain: boolean, running: Running): void {
  const found = addressesIn(value);
  const text = staticText(value)?.replace(/^[\w.[\]-]+=/, '') ?? '';
  const host = text.replace(/^\/\//, '');
  const places = found.length === 0 && bareHost.test(host) ? [textShape(`https://${host}`)] : found;
  for (const place of places)
    if (!recordByScheme(place, running)) connect(place, 'the place that a word names', certain, running);
}

/** `host.example/path`, `host.example:5000/path`. */
const bareHost = /^[\w-]+(?:\.[\w-]+)*\.[a-z][\w-]*(?::\d+)?\//i;

// ── registries ────────────────────────────────────────────────────────────────────────────

function recordImage(reference: Shape, use: Use, running: Running): void {
  const { program } = running.invocation;
  const text = staticText(reference) ?? startOf(reference);
  // `$IMAGE`, `$REGISTRY/app`: the known part ends before the host does.
  if (staticText(reference) === undefined && !/[/:]/.test(text)) {
    connect(anyShape(reference.source), 'the registry of an image that is not known', false, running);
    return;
  }
  const place = readImage(text);
  if (place.kind === 'host')
    connect(textShape(`https://${place.host}/`), 'the registry that the image names', use.certain, running);
  else if (place.kind === 'default') {
    const registry =
      place.transport === undefined ? registryOf(program, 'image') : registryOf(place.transport, 'image');
    if (registry !== undefined) recordDefault(registry, running);
  }
}

/** Records a registry that the command names. A command that installs connects to it; any other only sets it. */
function recordIndex({ value }: UsedValue, running: Running): void {
  const asks = asksRegistry(running);
  for (const address of indexesIn(value))
    connect(
      address,
      asks ? 'a registry that the command names' : 'an address that is only set',
      asks,
      running,
    );
}

/** The addresses of a registry, with forms such as `sparse+https://…`. A plain name is not an address. */
function indexesIn(value: Shape): readonly Shape[] {
  const found = addressesIn(value);
  if (found.length > 0) return found;
  const text = staticText(value);
  // `docker login registry.example`
  if (text !== undefined && (bareHost.test(`${text}/`) || bareHost.test(text)))
    return [textShape(`https://${text}`)];
  // `deb https://host stable main`
  if (text !== undefined && /\s/.test(text))
    return firstShapes(
      text.split(/\s+/).flatMap((word) => addressesIn(textShape(word))),
      16,
    );
  return text === undefined && startOf(value) === '' ? [value] : [];
}

const asksRegistry = ({ invocation: { traits, values } }: Running): boolean =>
  traits.registry !== undefined ||
  traits.installs ||
  values.some(({ uses }) => uses.some(({ name }) => name === 'package'));

/** Records the default registry, unless something in the call replaces it. */
function recordRegistry(given: readonly string[], running: Running): void {
  const { program, traits, options, values } = running.invocation;
  if (!asksRegistry(running)) return;
  const registry =
    traits.registry === undefined
      ? registryOf(program, traits.manager ?? program)
      : registryOfFamily(traits.registry, program);
  if (registry === undefined) return;
  const { without, variables } = registry;
  const isOffline = options.some(
    ({ names, value }) =>
      without.some((each) => names.includes(each)) ||
      (value !== undefined && without.includes(`${names[0]}=${staticText(value) ?? ''}`)),
  );
  const isReplaced =
    values.some(
      ({ value, uses }) => uses.some(({ name }) => name === 'index') && indexesIn(value).length > 0,
    ) || given.some((name) => variables.includes(name));
  if (isOffline) return;
  const set = registriesSet(running, isReplaced);
  // A command that publishes has connected to them already.
  if (traits.connects.length === 0) for (const host of set?.hosts ?? []) connectTo(host, running);
  if (!isReplaced && set?.replaces !== true) recordDefault(registry, running);
}

function recordDefault({ title, hosts }: Registry, { shell, span, command }: Running): void {
  for (const host of hosts)
    shell.recorder.connectTo(host, host.text, { certain: false, span, command, from: title });
}

// ── variables ─────────────────────────────────────────────────────────────────────────────

/** Variables whose value is a host, also without a scheme. */
const namesHost = /(?:HOST|HOSTNAME|ADDR|ADDRESS|ENDPOINT|SERVER|PROXY|REGISTRY|MIRROR|URL|URI|INDEX)$/i;

/** Records the addresses in variables: `PIP_INDEX_URL=https://… pip …`, `https_proxy=… curl …`, `PGHOST=… psql`. */
function recordVariables(names: readonly string[], running: Running): void {
  for (const name of names) {
    if (/^no_proxy$/i.test(name)) continue;
    for (const value of alternativesOf(running.state.held(name))) {
      if (value === undefined || isWordList(value)) continue;
      for (const address of placesOf(name, value)) {
        const host = connect(address, `the value of \`${name}\``, false, running);
        if (host !== undefined) running.mayGet.push(host);
      }
    }
  }
}

/** The addresses of values that were read before: every program that gets a variable needs them again. */
const seen = new WeakMap<Shape, readonly Shape[]>();

function placesOf(name: string, { shape }: Word): readonly Shape[] {
  const found = seen.get(shape) ?? addressesIn(shape);
  seen.set(shape, found);
  const text = staticText(shape);
  if (found.length > 0 || text === undefined) return found;
  if (!namesHost.test(name)) return hostNamesIn(text).map((host) => textShape(host));
  const isHost = /^[\w-]+(?:\.[\w-]+)+\.?$/.test(text) || isPlace(text);
  return isHost && readHost(shape) !== undefined ? [shape] : [];
}
