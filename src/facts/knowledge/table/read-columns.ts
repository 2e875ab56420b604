/** The columns of a line of a table: options, operands and traits. Each is read when it is first asked for. */
import type {
  FilterTrait,
  FormEntry,
  OperandEntry,
  OptionEntry,
  Stdin,
  Traits,
  Use,
  ValueEntry,
} from './entry.ts';
import { notationNames, type UseName, useNames } from './use-names.ts';

export const tokens = (column: string): string[] => column.split(/\s+/).filter((token) => token !== '');

/** `-f,--force`, `-o,--output=write`, `--color[=text]`, `of==write`, `-agentpath:=load`, `--image=image:text`, `-F=<curl-form>`. */
function readOption(token: string, fail: Fail): OptionEntry {
  const key = /^([a-z][a-z0-9]*:?=|-[\w/]+:)=(.+)$/.exec(token);
  if (key !== null) return { names: [key[1] ?? ''], value: 'required', ...readValue(key[2] ?? '', fail) };
  const [, names = '', , optional, required] =
    /^((?:[-+][^\s,=[]+|\/[^\s,=[]+|\+)(?:,(?:[-+][^\s,=[]+|\/[^\s,=[]+))*)(\[=([^\]]+)\][?#]?|=(.*))?$/.exec(
      token,
    ) ?? fail(`\`${token}\` is no option`);
  const list = names.split(',');
  if (optional !== undefined)
    return {
      names: list,
      value: 'optional',
      ...nextTaken(token),
      ...readValue(optional, fail),
    };
  if (required !== undefined) {
    // `--rawfile=text,read` takes two words. The build writes `--name=` for `--name=text`.
    const [first = '', ...more] = (required || 'text').split(',');
    return {
      names: list,
      value: 'required',
      ...readValue(first, fail),
      ...(more.length === 0 ? {} : { more: more.map((each) => readValue(each, fail)) }),
    };
  }
  return { names: list, value: 'none', role: undefined, uses: [] };
}

/** `role:use+use?`, `use` or `<notation>`. */
function readValue(text: string, fail: Fail): ValueEntry {
  const colon = text.indexOf(':');
  const role = colon < 0 ? undefined : text.slice(0, colon);
  return { role, ...readUsesOrNotation(colon < 0 ? text : text.slice(colon + 1), fail) };
}

function readUsesOrNotation(text: string, fail: Fail): Pick<ValueEntry, 'uses' | 'notation'> {
  const [, name] = /^<([a-z-]+)>$/.exec(text) ?? [];
  if (name === undefined) return { uses: readUses(text, fail) };
  const notation = notationNames.find((each) => each === name);
  return notation === undefined
    ? fail(`\`<${name}>\` is no notation; the notations are ${notationNames.join(', ')}`)
    : { uses: [], notation };
}

function readUses(text: string, fail: Fail): readonly Use[] {
  return text.split('+').flatMap((part): Use[] => {
    const certain = !part.endsWith('?');
    const name = certain ? part : part.slice(0, -1);
    if (!(useNames as readonly string[]).includes(name))
      fail(`\`${name}\` is no use; the uses are ${useNames.join(', ')}`);
    return name === 'text' ? [] : [{ name: name as UseName, certain }];
  });
}

/** What the mark behind `[=text]` says of the next word: with `?` it may be the value, and with `#` it is if it is a number. */
function nextTaken(token: string): Pick<OptionEntry, 'mayTakeNext'> {
  if (token.endsWith('#')) return { mayTakeNext: 'number' };
  return token.endsWith('?') ? { mayTakeNext: 'any' } : {};
}

/** `role:use`, then nothing, `?`, `*` or `+`. A `?` behind the use alone makes the operand optional; `use??`, `use?*` and `use?+` make the use only possible too. */
function readOperand(token: string, fail: Fail): OperandEntry {
  const [, role = '', uses = '', mark = ''] =
    /^([A-Za-z][A-Za-z-]*):(<[a-z-]+>|[a-z-]+\??(?:\+[a-z-]+\??)*)([?*+]?)$/.exec(token) ??
    fail(`\`${token}\` is no operand: write \`role:use\``);
  const optional = mark === '?' || (mark === '' && uses.endsWith('?'));
  return {
    role,
    ...readUsesOrNotation(mark === '' && optional ? uses.slice(0, -1) : uses, fail),
    repeat: mark === '*' ? 'any' : mark === '+' ? 'some' : optional ? 'optional' : 'one',
  };
}

const inputs: readonly Stdin[] = ['none', 'data', 'shell', 'code', 'arguments', 'statements'];

function readTraits(words: readonly string[], fail: Fail): Traits {
  let traits = noTraits;
  for (const word of words) {
    const equals = word.indexOf('=');
    const name = equals < 0 ? word : word.slice(0, equals);
    const value = equals < 0 ? undefined : word.slice(equals + 1);
    const needed = (): string => value ?? fail(`the trait \`${name}\` needs a value`);
    switch (name) {
      case 'language':
        traits = { ...traits, language: needed() };
        break;
      case 'stdin':
        if (!(inputs as readonly string[]).includes(needed())) fail(`\`${word}\` is no standard input`);
        traits = { ...traits, stdin: value as Stdin };
        break;
      case 'alone':
        if (!(inputs as readonly string[]).includes(needed())) fail(`\`${word}\` is no standard input`);
        traits = { ...traits, alone: value as Stdin };
        break;
      case 'stdout':
        if (!['own', 'arguments', 'input'].includes(needed())) fail(`\`${word}\` is no standard output`);
        traits = { ...traits, stdout: value as Traits['stdout'] };
        break;
      case 'recursive':
        traits = {
          ...traits,
          recursive: value === undefined ? true : value === '?' ? 'perhaps' : value.split(','),
        };
        break;
      case 'saves':
        traits = { ...traits, saves: value === undefined ? true : value.split(',') };
        break;
      case 'unpacks':
      case 'mirrors':
      case 'parents':
      case 'places':
      case 'nests':
      case 'backs':
      case 'joins':
      case 'spares':
      case 'unsent':
      case 'shows':
      case 'leaves':
      case 'sees':
      case 'passes':
      case 'empties':
      case 'clears':
        traits = { ...traits, [name]: needed().split(',') };
        break;
      case 'omits':
      case 'omits-files':
      case 'omits-folders':
      case 'omits-paths':
      case 'limits':
      case 'restores':
      case 'chooses':
        traits = {
          ...traits,
          filters: { ...traits.filters, [name satisfies FilterTrait]: needed().split(',') },
        };
        break;
      case 'stays':
        traits = { ...traits, stays: needed().split(',') };
        break;
      case 'manager':
        traits = { ...traits, manager: needed() };
        break;
      case 'connects':
        traits = { ...traits, connects: [...traits.connects, ...needed().split(',')] };
        break;
      case 'lists':
        traits = { ...traits, lists: needed().split(',') };
        break;
      case 'entrypoint':
        traits = { ...traits, entrypoint: needed() };
        break;
      case 'names':
        traits = { ...traits, names: needed() };
        break;
      case 'registry':
        traits = { ...traits, registry: needed() };
        break;
      case 'alone-installs':
        traits = { ...traits, aloneInstalls: true };
        break;
      case 'keeps':
        if (!['content', 'input', 'source', 'link', 'program'].includes(needed()))
          fail(`\`${word}\` is nothing that is kept`);
        traits = { ...traits, keeps: value as Traits['keeps'] };
        break;
      case 'brings':
        if (!['tree', 'output'].includes(value ?? 'tree')) fail(`\`${word}\` is no place`);
        traits = { ...traits, brings: (value ?? 'files') as Traits['brings'] };
        break;
      case 'elsewhere':
        if (value !== undefined && value !== 'both') fail(`\`${word}\` is no place`);
        traits = { ...traits, elsewhere: value === 'both' ? 'both' : true };
        break;
      case 'offline':
      case 'patches':
      case 'pushes':
      case 'clones':
      case 'anew':
      case 'each':
      case 'expression':
      case 'elevates':
      case 'installs':
      case 'spawns':
      case 'sendsStdin':
      case 'printsEnvironment':
      case 'bundled':
      case 'undashes':
      case 'anywhere':
        if (value !== undefined) fail(`the trait \`${name}\` takes no value`);
        traits = { ...traits, [name]: true };
        break;
      case 'dashes':
        break;
      case 'sets': {
        const use = { name: 'env-file', certain: !needed().endsWith('?') } as const;
        traits = { ...traits, fixed: [...traits.fixed, { use, path: needed().replace(/\?$/, '') }] };
        break;
      }
      case 'reads':
      case 'writes':
      case 'deletes':
      case 'uploads': {
        const certain = !needed().endsWith('?');
        const use = { name: name.slice(0, -1) as UseName, certain };
        const path = certain ? needed() : needed().slice(0, -1);
        traits = { ...traits, implied: [...traits.implied, { use, path }] };
        break;
      }
      default:
        fail(`\`${name}\` is no trait`);
    }
  }
  return traits;
}

export const noTraits: Traits = {
  language: undefined,
  stdin: 'none',
  alone: undefined,
  entrypoint: undefined,
  names: undefined,
  saves: false,
  mirrors: [],
  stdout: 'own',
  recursive: false,
  elevates: false,
  manager: undefined,
  installs: false,
  aloneInstalls: false,
  spawns: false,
  connects: [],
  registry: undefined,
  offline: false,
  sendsStdin: false,
  printsEnvironment: false,
  implied: [],
  fixed: [],
  bundled: false,
  undashes: false,
  anywhere: false,
  elsewhere: false,
  sees: [],
  keeps: undefined,
  patches: false,
  pushes: false,
  clones: false,
  anew: false,
  brings: undefined,
  unpacks: undefined,
  parents: [],
  nests: [],
  places: [],
  backs: [],
  joins: [],
  spares: [],
  unsent: [],
  shows: [],
  leaves: [],
  passes: [],
  filters: undefined,
  empties: [],
  clears: [],
  stays: [],
  lists: [],
  each: false,
  expression: false,
};

export type Fail = (message: string) => never;

/** Groups of options, by their names: `@docker-run`. */
export type Groups = Map<string, readonly string[]>;

/** The parsed columns of a line. */
export type Columns = Pick<FormEntry, 'options' | 'operands' | 'traits'>;

/** The columns of a line as written, and as parsed. */
export class LineColumns implements Columns {
  readonly #text: Readonly<Record<keyof Columns, string>>;
  readonly #groups: Groups;
  readonly #fail: Fail;
  #options: FormEntry['options'] | undefined;
  #operands: FormEntry['operands'] | undefined;
  #traits: FormEntry['traits'] | undefined;

  constructor(text: Readonly<Record<keyof Columns, string>>, groups: Groups, fail: Fail) {
    this.#text = text;
    this.#groups = groups;
    this.#fail = fail;
  }

  get options(): FormEntry['options'] {
    this.#options ??= tokens(this.#text.options)
      .flatMap((token) => this.#groups.get(token) ?? [token])
      .map((token) => readOption(token, this.#fail));
    return this.#options;
  }

  get operands(): FormEntry['operands'] {
    this.#operands ??= tokens(this.#text.operands).map((token) => readOperand(token, this.#fail));
    return this.#operands;
  }

  get traits(): FormEntry['traits'] {
    this.#traits ??= readTraits(tokens(this.#text.traits), this.#fail);
    return this.#traits;
  }
}
