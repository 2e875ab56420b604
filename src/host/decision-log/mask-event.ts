/**
 * An event → what of it is written down. What is masked is masked in this copy,
 * before anything of a record exists. Three things are looked at: what texts look
 * like, what fields are called, and how long texts are. What a tool gave back is
 * never written down.
 */
import type { Event, Json, JsonObject } from '../../facts/event/event.ts';
import { replaceSecretWords } from '../../mask/replace-command-secrets.ts';
import { isSensitiveName, isSensitiveOption } from '../../mask/sensitive-name.ts';
import { isJsonObject, own } from '../../protocol/json.ts';
import type { LogInputs } from '../../store/decision-log/record.ts';
import { redactKept } from './harmless-texts.ts';
import { isPlainName, sizeOfPlain } from './plain-event.ts';
import { programBeside } from './program-beside.ts';

export interface MaskOptions {
  readonly inputs: LogInputs;
  digestOf(text: string): string;
  /** Characters of a text that stay. */
  readonly longestText: number;
}

export interface MaskedEvent {
  readonly event: JsonObject;
  /** JSON pointers below the event. */
  readonly masked: readonly string[];
  /** Octets that its JSON text has at most, where that is known. */
  readonly size?: number;
}

const maskMark = '[masked]';
const leftOut = '[left out]';

/** The most pointers that a record has; with more, the whole event counts as masked. */
const mostPointers = 500;

/** An event without what is not to be written down: a copy, or where all of it is to be, the event itself. */
export function maskEvent(event: Event, options: MaskOptions): MaskedEvent {
  const masked = new Pointers();
  const raw = event.type === 'tool.before' ? event.raw : withoutAll(event.raw, results, masked);
  const size = options.inputs === 'masked' ? sizeOfPlain(raw, options.longestText) : undefined;
  if (size !== undefined) return { event: raw, masked: masked.list, size };
  const input =
    options.inputs === 'none' || options.inputs === 'hashed' ? withoutCopies(raw, options, masked) : raw;
  const copy =
    options.inputs === 'full' && !Number.isFinite(options.longestText)
      ? input
      : new Copier(options, masked).object(input, '');
  return { event: copy, masked: masked.list };
}

/** A text outside the event that may quote it. */
export function maskText(text: string, { inputs }: Pick<MaskOptions, 'inputs'>): string {
  return inputs === 'full' ? text : redactKept(text);
}

class Pointers {
  #all: string[] = [];
  #tooMany = false;

  add(pointer: string): void {
    // A name and its value are at one place.
    if (this.#all.at(-1) === pointer) return;
    if (this.#all.length < mostPointers) this.#all.push(pointer);
    else this.#tooMany = true;
  }

  get list(): readonly string[] {
    return this.#tooMany ? ['', ...this.#all] : this.#all;
  }
}

/** A part of an event, and what takes its place. */
type Instead = readonly [path: readonly string[], instead: Json];

/** Copies of what a tool is given. */
const copies: readonly Instead[] = [
  [['native', 'payload'], {}],
  [['items'], []],
];

/** What a call gave back, which the protocol allows to leave out. */
const results: readonly Instead[] = [
  ...copies,
  [['error', 'message'], leftOut],
  [['tool', 'error', 'message'], leftOut],
  [['tool', 'output'], leftOut],
];

const withoutAll = (raw: JsonObject, parts: readonly Instead[], masked: Pointers): JsonObject =>
  parts.reduce((event, [path, instead]) => without(event, path, instead, masked), raw);

/** An event without copies of what a tool is given; where nothing of that is to be kept, also without itself. */
function withoutCopies(raw: JsonObject, { inputs }: MaskOptions, masked: Pointers): JsonObject {
  const event = withoutAll(raw, copies, masked);
  return inputs === 'none' ? without(event, ['tool', 'input'], {}, masked) : event;
}

/** Puts something in the place of a value that is there, and takes note of it; leaves what is empty already. */
function without(
  object: JsonObject,
  path: readonly string[],
  instead: Json,
  masked: Pointers,
  at = '',
): JsonObject {
  const [key = '', ...rest] = path;
  const value = own(object, key);
  if (value === undefined) return object;
  const pointer = `${at}/${key}`;
  if (rest.length > 0) {
    if (!isJsonObject(value)) return object;
    const inner = without(value, rest, instead, masked, pointer);
    return inner === value ? object : { ...object, [key]: inner };
  }
  if (JSON.stringify(value) === JSON.stringify(instead)) return object;
  masked.add(pointer);
  return { ...object, [key]: instead };
}

/** A longer list is not read as a command. */
const mostWords = 2000;

/** Characters behind a cut that are looked at, so that half a secret in front of it is seen as one. */
const margin = 1024;

class Copier {
  readonly #options: MaskOptions;
  readonly #masked: Pointers;

  constructor(options: MaskOptions, masked: Pointers) {
    this.#options = options;
    this.#masked = masked;
  }

  object(object: JsonObject, at: string, isSecret = false): JsonObject {
    const named = namedValue(object);
    const program = programBeside(object);
    const copy = new Map<string, Json>();
    for (const [key, value] of Object.entries(object)) {
      const name = this.#isHashed(at) ? this.#options.digestOf(key) : this.#name(key, copy);
      const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (name !== key) this.#masked.add(pointer);
      const secret = isSecret || (this.#masks && (key === named || this.#isSecretField(at, key)));
      copy.set(name, this.#value(value, pointer, secret, program));
    }
    return Object.fromEntries(copy);
  }

  get #masks(): boolean {
    return this.#options.inputs !== 'full';
  }

  /** Names the protocol gives its own fields say nothing of a secret. */
  #isSecretField(at: string, key: string): boolean {
    return at !== '' && !isPlainName(key) && isSensitiveName(key);
  }

  /** A name is a text like others, but two of them must not become one. */
  #name(key: string, taken: ReadonlyMap<string, Json>): string {
    const wanted =
      this.#masks && !isPlainName(key) ? redactKept(key).slice(0, this.#options.longestText) : key;
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted} ${count}`;
    return name;
  }

  #value(value: Json, at: string, isSecret: boolean, program?: string): Json {
    if (typeof value === 'string') return this.#text(value, at, isSecret);
    if (typeof value === 'number' && this.#isHashed(at))
      return this.#note(at, this.#options.digestOf(String(value)));
    if (typeof value === 'number' && isSecret && !/tokens$/i.test(at)) return this.#note(at, maskMark);
    if (Array.isArray(value)) return this.#list(value, at, isSecret, program);
    return isJsonObject(value) ? this.object(value, at, isSecret) : value;
  }

  /** A list may be the words of a command; its program may be in front of it or elsewhere. */
  #list(list: readonly Json[], at: string, isSecret: boolean, program: string | undefined): readonly Json[] {
    const words = list.map((each) => (typeof each === 'string' ? each : ''));
    const isCommand = this.#masks && !this.#isHashed(at) && words.length <= mostWords;
    const safe = isCommand ? replaceSecretWords([program ?? '', ...words]).slice(1) : words;
    let isNext = false;
    return list.map((each, index) => {
      const secret = isSecret || (this.#masks && isNext);
      isNext = typeof each === 'string' && isSensitiveOption(each);
      const pointer = `${at}/${index}`;
      const word = safe[index];
      if (secret || word === undefined || word === words[index]) return this.#value(each, pointer, secret);
      return this.#text(this.#note(pointer, word), pointer, false);
    });
  }

  #isHashed(at: string): boolean {
    return this.#options.inputs === 'hashed' && (at === '/tool/input' || at.startsWith('/tool/input/'));
  }

  #text(text: string, at: string, isSecret: boolean): string {
    const { inputs, digestOf, longestText } = this.#options;
    if (this.#isHashed(at)) return this.#note(at, digestOf(text));
    if (isSecret && text !== '') return this.#note(at, maskMark);
    const isLong = text.length > longestText;
    const part = isLong ? text.slice(0, longestText + margin) : text;
    const safe = inputs === 'full' ? part : redactKept(part);
    if (!isLong) return safe === text ? text : this.#note(at, safe);
    // The end of the part may be the beginning of a secret that was too short to be seen as one.
    return this.#note(at, `${safe.slice(0, Math.min(longestText, Math.max(0, safe.length - margin)))}…`);
  }

  #note<Value>(at: string, value: Value): Value {
    this.#masked.add(at);
    return value;
  }
}

/** Lists of headers or variables: `{"name": "Authorization", "value": "…"}`. */
function namedValue(object: JsonObject): string | undefined {
  if (!Object.hasOwn(object, 'value')) return undefined;
  const isNamed = ['name', 'key', 'header', 'Name', 'Key'].some((each) => {
    const name = own(object, each);
    return typeof name === 'string' && isSensitiveName(name);
  });
  return isNamed ? 'value' : undefined;
}
