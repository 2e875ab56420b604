/** Who speaks as what: the section `clients:` of a file of configuration. */
import type { ClientPin } from '../../check/tree/checked.ts';
import { configReading, type OpenConfigFile } from './config-file.ts';
import { type ConfigReading, entriesOf, type Read, readList, readString } from './yaml-entries.ts';
import type { YamlNode } from './yaml-tree.ts';

/** The pins of a file that is open; what is wrong with them is added to its problems. */
export function readPinsOf(file: OpenConfigFile): readonly ClientPin[] {
  const section = file.sections.get('clients');
  if (section === undefined) return [];
  const reading = configReading(file);
  return readClients(reading, readList(reading, section.value, '`clients`') ?? []);
}

/** A pin names who, and as what. A client has one pin at most, so there is no second one to look for. */
function readClients(reading: ConfigReading, nodes: readonly YamlNode[]): readonly ClientPin[] {
  const read = nodes.map((node) => ({ node, pin: readClient(reading, node) }));
  return read.flatMap(({ node, pin }, at) => {
    const isSame = read
      .slice(0, at)
      .some(
        (each) =>
          each.pin.token === pin.token &&
          each.pin.certificate === pin.certificate &&
          each.pin.user === pin.user,
      );
    if (isSame)
      reading.fail(
        node.span,
        'a client is named twice',
        'write what is pinned to it as one list: `source: [A, B]`',
      );
    return isSame ? [] : [pin];
  });
}

function readClient(reading: ConfigReading, node: YamlNode): ClientPin {
  const {
    token,
    certificate,
    user,
    source = [],
    harness = [],
    agent = [],
  } = entriesOf(reading, node, clientEntries, [], 'a client');
  const isMap = node.kind === 'map';
  const has = (...keys: readonly string[]): boolean =>
    isMap && node.entries.some(({ key }) => keys.includes(key));
  if (isMap && !has('token', 'certificate', 'user'))
    reading.fail(
      node.span,
      'it is not said who the client is',
      'add `token:` with the scope of a token, `certificate:` with the name in one, or `user:`',
    );
  if (isMap && !has('source', 'harness', 'agent'))
    reading.fail(node.span, 'nothing is pinned to the client', 'add `source:`, `harness:` or `agent:`');
  return { token, certificate, user, source, harness, agent };
}

/** One text, or several. */
const readTexts: Read<readonly string[]> = (reading, node, what) => {
  const nodes = node.kind === 'list' ? node.items : [node];
  if (nodes.length === 0) return reading.fail(node.span, `${what} names nothing`);
  return nodes.flatMap((each) => readString(reading, each, what) ?? []);
};

/** What an entry of `clients:` has; `docs/bylaw.schema.json` says the same. */
const clientEntries = {
  token: readString,
  certificate: readString,
  user: readString,
  source: readTexts,
  harness: readTexts,
  agent: readTexts,
};
