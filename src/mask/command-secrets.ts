/**
 * Secrets among the words of commands: where they are, by the table of programs
 * (facts/knowledge/secret-arguments.ts), and in variables with telling names. This is no
 * shell: a command may be a whole text, a part of one, or quoted in another, so every word
 * that is the name of a program may begin one, and ends with the first sign that ends
 * commands. It looks at every character a bounded number of times.
 */
import { secretArguments } from '../facts/knowledge/notation/secret-arguments.ts';
import { isSecretVariable, isTellingHeader } from './sensitive-name.ts';

/** What of one word is a secret: from an offset on, or to its end. */
export interface SecretPart {
  readonly word: number;
  readonly from: number;
}

type Part =
  | { readonly kind: 'all' }
  | { readonly kind: 'glued' }
  | { readonly kind: 'apart' }
  | { readonly kind: 'pair' }
  | { readonly kind: 'header' }
  | { readonly kind: 'after'; readonly sign: string };

interface Meant {
  readonly what: 'first' | 'last' | 'stdin' | 'operands';
  readonly part: Part;
  /** Only where this option is given. */
  readonly given: string | undefined;
}

/** What one line of the table says. */
interface Entry {
  readonly subcommands: readonly string[];
  readonly options: ReadonlyMap<string, Part>;
  readonly meant: readonly Meant[];
  readonly flags: string;
}

/** Program → its lines. */
type Programs = ReadonlyMap<string, readonly Entry[]>;

let read: Programs | undefined;
const programs = (): Programs => {
  read ??= readTable(secretArguments);
  return read;
};

/** How a word may end a command, or be piped to the next. */
export type WordEnd = 'none' | 'end' | 'pipe';

export interface CommandWord {
  readonly text: string;
  readonly end: WordEnd;
}

/** The places of secrets in the words of a text, or of one command; in the order of the words, each part once. */
export function secretParts(words: readonly CommandWord[]): readonly SecretPart[] {
  const found = new Map<string, SecretPart>();
  const add = (part: SecretPart): void => void found.set(`${part.word} ${part.from}`, part);
  let first = 0;
  let piped: readonly number[] = [];
  words.forEach(({ end }, index) => {
    if (end === 'none' && index < words.length - 1) return;
    const command = new Command(words, first, index + 1);
    for (const part of command.parts()) add(part);
    const { takesSecret } = command;
    if (takesSecret !== undefined) {
      const taken = [...piped, ...command.hereTexts, ...hereDocument(words, first, index + 1, takesSecret)];
      for (const word of taken) add({ word, from: 0 });
    }
    piped = end === 'pipe' ? command.echoed : [];
    first = index + 1;
  });
  return [...found.values()].sort((a, b) => a.word - b.word || a.from - b.from);
}

/** Words of a here-document that are looked at. */
const longestHereDocument = 256;

/** The words of the here-document that a command begins, or of its first line; none without its end. */
function hereDocument(
  words: readonly CommandWord[],
  from: number,
  behind: number,
  what: 'line' | 'all',
): readonly number[] {
  for (let index = from; index < behind; index++) {
    const [, end = words[index + 1]?.text] = /^[0-9]?<<-?["'\\]{0,2}(\w+)?/.exec(
      words[index]?.text ?? '',
    ) ?? [undefined, ''];
    if (end === undefined || end === '') continue;
    const body: number[] = [];
    for (let at = behind; at < Math.min(words.length, behind + longestHereDocument); at++) {
      if (words[at]?.text === end) return body;
      if (what === 'all' || body.every((each) => words[each]?.end === 'none')) body.push(at);
    }
  }
  return [];
}

interface Active {
  readonly entry: Entry;
  /** The index of the first word behind the program and its subcommand. */
  readonly from: number;
}

/** The words of one command. Some may be commands themselves: `sudo mysql`, `docker exec db mysql`. */
class Command {
  readonly #words: readonly CommandWord[];
  readonly #from: number;
  readonly #to: number;
  readonly #active: readonly Active[];

  constructor(words: readonly CommandWord[], from: number, to: number) {
    this.#words = words;
    this.#from = from;
    this.#to = to;
    const active = new Map<Entry, Active>();
    for (let index = from; index < to; index++)
      for (const entry of programs().get(programOf(this.#text(index))) ?? []) {
        if (active.has(entry)) continue;
        const behind = this.#behindSubcommand(entry, index + 1);
        if (behind !== undefined) active.set(entry, { entry, from: behind });
      }
    this.#active = [...active.values()];
  }

  #text(index: number): string {
    return this.#words[index]?.text ?? '';
  }

  /** Options and their values may come before a subcommand; another word ends the search. */
  #behindSubcommand({ subcommands }: Entry, from: number): number | undefined {
    if (subcommands.length === 0) return from;
    for (let index = from; index < Math.min(this.#to, from + 8); index++) {
      const word = this.#text(index);
      if (subcommands.includes(word)) return index + 1;
      if (!word.startsWith('-') && !this.#text(index - 1).startsWith('-')) return undefined;
    }
    return undefined;
  }

  *parts(): Generator<SecretPart> {
    for (let index = this.#from; index < this.#to; index++) {
      const word = this.#text(index);
      const assigned = assignment(word);
      if (assigned !== undefined) yield { word: index, from: assigned };
      // A setting of a package manager: `npm config set //registry/:_authToken SECRET`.
      const isNamed = /:_(?:auth|authToken|password)$/.test(word) || this.#isSetVariable(index);
      if (isNamed && index + 1 < this.#to) yield { word: index + 1, from: 0 };
    }
    for (const active of this.#active) {
      for (let index = active.from; index < this.#to; index++) yield* this.#ofOption(active.entry, index);
      for (const meant of active.entry.meant) yield* this.#ofOperands(active, meant);
    }
  }

  /** `setenv NAME VALUE`, `setx`, `ENV` of a Dockerfile, and `set -gx` of fish. */
  #isSetVariable(index: number): boolean {
    const name = this.#text(index);
    if (index === this.#from || !/^[A-Z][A-Z0-9_]*$/.test(name) || !isSecretVariable(name)) return false;
    const before = this.#text(index - 1);
    if (/^(?:setenv|setx|ENV)$/.test(before)) return true;
    return /^-[a-zA-Z]{1,3}$/.test(before) && this.#text(index - 2) === 'set';
  }

  *#ofOption({ options, flags }: Entry, index: number): Generator<SecretPart> {
    const word = this.#text(index);
    const sign = word.search(/[=:]/);
    const name = sign < 0 ? word : word.slice(0, sign);
    const part = options.get(name);
    if (part !== undefined) {
      const isApart = sign < 0;
      if (isApart && (part.kind === 'glued' || index + 1 >= this.#to)) return;
      if (!isApart) yield* partsOf(part, word, index, sign + 1);
      else yield* partsOf(part, this.#text(index + 1), index + 1, 0);
      return;
    }
    if (!/^-[A-Za-z0-9]/.test(word)) return;
    // One letter with its value behind it, perhaps behind letters that have none.
    for (let at = 1; at < Math.min(word.length, 12); at++) {
      const letter = options.get(`-${word.charAt(at)}`);
      if (letter !== undefined) {
        const isApart = at + 1 === word.length;
        if (isApart && letter.kind !== 'glued' && index + 1 < this.#to)
          yield* partsOf(letter, this.#text(index + 1), index + 1, 0);
        else if (!isApart && letter.kind !== 'apart') yield* partsOf(letter, word, index, at + 1);
        return;
      }
      if (!flags.includes(word.charAt(at))) break;
    }
    for (const [option, of] of options)
      if (of.kind === 'glued' && option.length === 3 && word.startsWith(option) && word.length > 3)
        yield* partsOf(of, word, index, 3);
  }

  *#ofOperands({ entry, from }: Active, { what, part, given }: Meant): Generator<SecretPart> {
    if (what === 'stdin' || !this.#isGiven(given, from)) return;
    const operands = this.#operands(from);
    const some =
      what === 'operands' ? operands : what === 'first' ? operands.slice(0, 1) : operands.slice(-1);
    for (const index of some)
      if (!entry.options.has(this.#text(index - 1))) yield* partsOf(part, this.#text(index), index, 0);
  }

  #operands(from: number): readonly number[] {
    const operands: number[] = [];
    for (let index = from; index < this.#to; index++) {
      const word = this.#text(index);
      if (word !== '' && !word.startsWith('-') && !/^\d*[<>]/.test(word)) operands.push(index);
    }
    return operands;
  }

  #isGiven(option: string | undefined, from: number): boolean {
    if (option === undefined) return true;
    const letter = option.length === 2 ? option.charAt(1) : undefined;
    for (let index = from; index < this.#to; index++) {
      const word = this.#text(index);
      if (word === option || word.startsWith(`${option}=`)) return true;
      if (letter !== undefined && /^-[A-Za-z]{1,8}$/.test(word) && word.includes(letter)) return true;
    }
    return false;
  }

  /** Whether its standard input is a secret, all of it or the first line: what asks for one by an option may read more. */
  get takesSecret(): 'line' | 'all' | undefined {
    const taking = this.#active.flatMap(({ entry, from }) =>
      entry.meant.filter(({ what, given }) => what === 'stdin' && this.#isGiven(given, from)),
    );
    if (taking.length === 0) return undefined;
    return taking.some(({ given }) => given === undefined) ? 'all' : 'line';
  }

  /** What a command that only says its arguments says. */
  get echoed(): readonly number[] {
    for (let index = this.#from; index < this.#to; index++)
      if (/^(?:echo|printf|print|Write-Output)$/.test(this.#text(index)))
        return this.#operands(index + 1).filter((each) => !/^%[a-z](?:\\n)?$/.test(this.#text(each)));
    return [];
  }

  /** Texts after `<<<`. */
  get hereTexts(): readonly number[] {
    const texts: number[] = [];
    for (let index = this.#from + 1; index < this.#to; index++)
      if (this.#text(index - 1) === '<<<') texts.push(index);
    return texts;
  }
}

/** What stays of the value of a header. */
const authorizationScheme = /^\s{0,8}(?:(?:basic|bearer|token|negotiate|ntlm|apikey)\s{1,8})?/i;

function* partsOf(part: Part, word: string, index: number, from: number): Generator<SecretPart> {
  if (from >= word.length) return;
  if (part.kind === 'all' || part.kind === 'glued' || part.kind === 'apart') {
    // The sign between a letter and its value is none of it.
    yield { word: index, from: word.charAt(from) === '=' ? from + 1 : from };
    return;
  }
  if (part.kind === 'header') {
    const colon = word.indexOf(':', from);
    const name = word.slice(from, colon < 0 ? from : colon).replace(/^["'\\]+/, '');
    if (!isTellingHeader(name)) return;
    const [scheme = ''] = authorizationScheme.exec(word.slice(colon + 1)) ?? [];
    yield { word: index, from: colon + 1 + scheme.length };
    return;
  }
  const sign = part.kind === 'after' ? part.sign : '=';
  const at = word.indexOf(sign, from);
  if (at >= 0 && !word.startsWith('://', at)) yield { word: index, from: at + 1 };
}

/** `NAME=value` or `--name=value` with the name of a secret: where the value begins. */
function assignment(word: string): number | undefined {
  const [whole, name = ''] = /^-{0,2}([A-Za-z_][A-Za-z0-9_.[\]-]{0,127})=/.exec(word) ?? [];
  if (whole === undefined || !isSecretVariable(name)) return undefined;
  return /^(?:yes|no|true|false|none|null|on|off|[01])?$/i.test(word.slice(whole.length))
    ? undefined
    : whole.length;
}

/** Characters of the name of a program. */
const longestProgram = 40;

/** The part after the last sign that is not in a name. */
function programOf(word: string): string {
  let start = word.length;
  const least = Math.max(0, start - longestProgram);
  while (start > least && !'/\\"\'(`={$'.includes(word.charAt(start - 1))) start--;
  return word.slice(start).replace(/\.exe$/i, '');
}

// ── the table ─────────────────────────────────────────────────────────────────────────────

function readTable(table: string): Programs {
  const programs = new Map<string, Entry[]>();
  for (const line of table.trim().split('\n')) {
    const [head = '', tail = ''] = line.split(' : ');
    const [names = '', ...more] = head.split(' ');
    const flags = more.find((each) => each.startsWith('flags=')) ?? '';
    const subcommands = more.filter((each) => each !== flags).flatMap((each) => each.split(','));
    const options = new Map<string, Part>();
    const meant: Meant[] = [];
    for (const argument of tail.split(' ')) {
      const [, name = '', of = '', given] = /^([^:@]+)(?::([^@]+))?(?:@(.+))?$/.exec(argument) ?? [];
      const part = readPart(of);
      if (name === 'first' || name === 'last' || name === 'stdin' || name === 'operands')
        meant.push({ what: name, part, given });
      else options.set(name, part);
    }
    const entry: Entry = { subcommands, options, meant, flags: flags.slice('flags='.length) };
    for (const name of names.split(',')) programs.set(name, [...(programs.get(name) ?? []), entry]);
  }
  return programs;
}

function readPart(text: string): Part {
  if (text.startsWith('after')) return { kind: 'after', sign: text.slice('after'.length) };
  return {
    kind: text === 'glued' || text === 'apart' || text === 'pair' || text === 'header' ? text : 'all',
  };
}
