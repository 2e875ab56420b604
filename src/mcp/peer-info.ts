/**
 * What client and server say about themselves in passing messages: names, versions, and the folders of the
 * client, if the server asks for them. The proxy itself asks nothing. All of it is a claim.
 */
import { fileURLToPath } from 'node:url';
import type { Json, JsonObject } from '../language/json.ts';
import { isJsonObject, own } from '../protocol/json.ts';
import { keyOf } from './open-requests.ts';

/** The most characters of a name; longer ones are ignored. */
const longestName = 256;
/** The most open questions of a server; older ones are dropped. */
const mostQuestions = 16;

export class PeerInfo {
  clientName: string | undefined;
  clientVersion: string | undefined;
  serverName: string | undefined;
  /** The version of MCP that the server agreed to. */
  protocolVersion: string | undefined;
  /** Paths of this machine; undefined as long as the server has not asked. */
  roots: readonly string[] | undefined;
  /** Keys of `roots/list` requests of the server that are not answered yet. */
  readonly #rootsAsked = new Set<string>();

  /** A request of the client, or its answer to one of the server. */
  byClient(message: JsonObject): void {
    if (own(message, 'method') === 'initialize') {
      const info = infoOf(own(message, 'params'), 'clientInfo');
      this.clientName = info.name;
      this.clientVersion = info.version;
      return;
    }
    const key = keyOf(own(message, 'id'));
    const result = own(message, 'result');
    if (key === undefined || own(message, 'method') !== undefined || !this.#rootsAsked.delete(key)) return;
    const roots = isJsonObject(result) ? own(result, 'roots') : undefined;
    if (Array.isArray(roots)) this.roots = roots.flatMap(pathOf);
  }

  /** A request of the server. */
  byServer(message: JsonObject): void {
    const key = keyOf(own(message, 'id'));
    if (own(message, 'method') !== 'roots/list' || key === undefined) return;
    this.#rootsAsked.add(key);
    for (const oldest of this.#rootsAsked) {
      if (this.#rootsAsked.size <= mostQuestions) break;
      this.#rootsAsked.delete(oldest);
    }
  }

  /** The result of `initialize`. */
  initialized(result: Json | undefined): void {
    // A server that refuses to be asked again is still what it was.
    if (!isJsonObject(result)) return;
    this.serverName = infoOf(result, 'serverInfo').name;
    const version = own(result, 'protocolVersion');
    // It becomes a header.
    this.protocolVersion =
      typeof version === 'string' && /^[\w.-]{1,64}$/.test(version) ? version : undefined;
  }
}

function infoOf(
  value: Json | undefined,
  key: string,
): { readonly name: string | undefined; readonly version: string | undefined } {
  const info = isJsonObject(value) ? own(value, key) : undefined;
  if (!isJsonObject(info)) return { name: undefined, version: undefined };
  return { name: nameOf(own(info, 'name')), version: nameOf(own(info, 'version')) };
}

const nameOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longestName ? value : undefined;

function pathOf(root: Json): readonly string[] {
  const uri = isJsonObject(root) ? own(root, 'uri') : undefined;
  if (typeof uri !== 'string' || !/^file:/i.test(uri)) return [];
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}
