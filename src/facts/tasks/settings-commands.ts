/**
 * The commands in a file of settings, by the keys under which they are: `run: cmd` of a hook, `"scripts": { "a": "cmd" }`. The
 * file may be JSON, TOML or YAML, or a script with an object of settings. Which keys hold commands is data: the trait `keys`.
 */
import { readIni } from './ini.ts';
import { quoted } from './possible-text.ts';
import { readToml } from './toml.ts';
import { inMap, isItems, isMap, readYaml, readYamlJson, type Yaml } from './yaml.ts';

/** A text of the settings that is a command of a shell. */
export interface SettingsCommand {
  readonly text: string;
  /** Its key says that it is one. */
  readonly certain: boolean;
}

export interface SettingsTexts {
  readonly commands: readonly SettingsCommand[];
  /** Texts that may be the path of a file that the program loads. */
  readonly files: readonly string[];
  /** It also names something elsewhere that runs. */
  readonly namesOther: boolean;
}

/**
 * The commands and files of settings; undefined if they cannot be read. A key is a name at any depth, `a.b` is one inside
 * of another, `*` any name, and `/` in front means the outermost keys. With `!` in front, an address or a file under it is run. With
 * `?` among the keys, any other text with a blank is possibly a command.
 */
export function textsOfSettings(text: string, keys: readonly string[]): SettingsTexts | undefined {
  const documents = documentsIn(text);
  if (documents === undefined) return undefined;
  const found = new Found(keys);
  for (const document of documents) found.read(document, []);
  return found;
}

/** The same of a script, whose texts are only possibly settings: `{ webServer: { command: 'cmd' } }`. */
export function textsOfScript(text: string, keys: readonly string[]): SettingsTexts {
  const names = new Set(keys.map((key) => key.replace(/^.*[./]/, '')));
  const commands: SettingsCommand[] = [];
  const files: string[] = [];
  let name = '';
  for (const [, quote, inner = '', bare, colon] of text.matchAll(
    /(["'`])((?:(?!\1)[^\\]|\\.)*)\1\s*(?!:)|([\w-]+|(?:"[^"\n]*"|'[^'\n]*'))\s*(:|=(?![=>]))/gs,
  )) {
    if (colon !== undefined) name = (bare ?? '').replace(/^["']|["']$/g, '');
    else if (quote !== undefined && isFile(inner)) files.push(inner);
    else if (quote !== undefined && (names.has(name) || names.has('*'))) {
      const own = filledIn(inner.replace(/\\(.)/gs, '$1'));
      const before = commands.at(-1)?.text ?? '';
      commands.push({ text: name === 'args' ? `${before} ${own}` : own, certain: false });
    }
  }
  return { commands, files, namesOther: false };
}

class Found implements SettingsTexts {
  readonly commands: SettingsCommand[] = [];
  readonly files: string[] = [];
  namesOther = false;
  readonly #keys: readonly (readonly string[])[];
  readonly #isOpen: boolean;
  readonly #others: ReadonlySet<string>;

  constructor(keys: readonly string[]) {
    this.#others = new Set(keys.flatMap((key) => (key.startsWith('!') ? [key.slice(1)] : [])));
    this.#keys = keys.filter((key) => /^[^?!]/.test(key)).map((key) => key.replace(/^\//, '/.').split('.'));
    this.#isOpen = keys.includes('?');
  }

  read(value: Yaml, path: readonly string[]): void {
    if (typeof value === 'string' && this.#others.has(path.at(-1) ?? '') && /[/:.]/.test(value))
      this.namesOther = true;
    if (isMap(value)) {
      for (const [key, each] of value) {
        const own = [...path, key];
        if (this.#isCommand(own)) this.#command(each, inMap(value, 'args') ?? inMap(value, 'arguments'));
        if (!this.#isCommand(own) || isMap(each) || isItems(each)) this.read(each, own);
      }
    } else if (isItems(value)) {
      if (this.#isOpen && !this.#isCommand(path)) this.#words(value, false);
      for (const each of value) if (isMap(each) || !this.#isCommand(path)) this.read(each, path);
    } else if (value !== null && isFile(value)) this.files.push(value);
    else if (value !== null && this.#isOpen && !this.#isCommand(path) && /\S\s+\S/.test(value))
      this.#add(value, false);
  }

  #isCommand(path: readonly string[]): boolean {
    const whole = ['/', ...path];
    return this.#keys.some(
      (key) =>
        key.length <= whole.length &&
        key.every((name, at) => {
          const is = whole[whole.length - key.length + at];
          return name === is || (name === '*' && is !== '/');
        }),
    );
  }

  /** A text is a command, and so is each text of a list, unless the list is the words of one. */
  #command(value: Yaml, more: Yaml | undefined): void {
    const behind = isItems(more) ? wordsIn(more) : typeof more === 'string' ? more : '';
    if (typeof value === 'string') {
      this.#add(behind === '' ? value : `${value} ${behind}`, true);
      if (behind !== '') this.#add(value, false);
    } else if (isItems(value)) {
      const isWords = value.some((each) => typeof each === 'string' && /^-\w/.test(each));
      this.#words(value, isWords, behind);
      for (const each of value) if (typeof each === 'string') this.#add(each, !isWords);
    }
  }

  /** A list as the words of one command. */
  #words(value: readonly Yaml[], certain: boolean, behind = ''): void {
    const isText = value.every((each) => typeof each === 'string');
    if (isText && (value.length > 1 || behind !== '')) this.#add(`${wordsIn(value)} ${behind}`, certain);
  }

  #add(text: string, certain: boolean): void {
    if (isFile(text) && !/sh$/.test(text)) this.files.push(text);
    else this.commands.push({ text: filledIn(text), certain });
  }
}

const wordsIn = (items: readonly Yaml[]): string =>
  items.map((each) => (typeof each === 'string' ? quoted(each) : '"$any"')).join(' ');

/** What the program fills in before it runs the command is any text: `${{ a }}`, `{{.A}}`. */
const filledIn = (text: string): string => text.replace(/\$?\{\{.*?\}\}/gs, '$any');

const isFile = (text: string): boolean =>
  /^[\w./@~-]+\.(?:[cm]?[jt]sx?|py|rb|sh|bash|pl|php|lua)$/.test(text);

/** The documents of a file: one, but in YAML. */
function documentsIn(text: string): readonly Yaml[] | undefined {
  if (/^\s*(?:\/\/|\/\*|[{[]\s*(?:["}\]/{]|$))/.test(text) && !/^\s*\[[\w."-]+\]\s*$/m.test(text)) {
    const json = readYamlJson(withoutComments(text));
    if (json !== undefined) return [json];
  }
  if (/^[ \t]*(?:\[\[?[\w."' -]+\]\]?[ \t]*(?:#.*)?|[\w."-]+[ \t]*=.*)$/m.test(text)) {
    const toml = readToml(text);
    if (toml !== undefined) return [toml];
    if (/^[ \t]*\[[^\]\n]+\][ \t]*$/m.test(text) && !/^[ \t]*- /m.test(text)) return [new Map(readIni(text))];
  }
  const documents = text
    .split(/^---(?:[ \t].*)?$/m)
    .filter((each) => /^[^\S\n]*[^\s#]/m.test(each))
    .map(readYaml);
  return documents.includes(undefined) ? undefined : documents.flatMap((each) => each ?? []);
}

/** JSON without comments, and without commas in front of a closing bracket. */
const withoutComments = (text: string): string =>
  text
    .replace(
      /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*.*?\*\//gs,
      (_, inQuotes: string | undefined) => inQuotes ?? '',
    )
    .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g, (_, inQuotes: string | undefined) => inQuotes ?? '');
