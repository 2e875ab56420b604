/**
 * Justfiles: the recipes that a command asks for, with their dependencies before and after. Values of variables and of
 * `{{…}}` are known as far as they are texts; the results of most functions are unknown. By the manual of just.
 */
import type { AskedTasks, Task } from './family.ts';
import {
  blocksIn,
  isUnfinished,
  languageNamed,
  lines,
  nextWritten,
  type Recipe,
  recipeIn,
  splitOutside,
  termsIn,
  unescaped,
  withoutIndent,
} from './just-text.ts';
import { combine, commandMark, quoted, shellText, type Texts, variableMark } from './possible-text.ts';

const deepest = 30;

const mostRuns = 200;

export function readJust(text: string, asked: AskedTasks): readonly Task[] | undefined {
  const file = new Justfile(asked);
  file.read(text);
  return file.run();
}

class Justfile {
  readonly #asked: AskedTasks;
  /** Each name with all its possible recipes: some are for one system only. */
  readonly #recipes = new Map<string, Recipe[]>();
  readonly #aliases = new Map<string, string>();
  readonly #values = new Map<string, string>();
  readonly #settings = new Map<string, string>();
  readonly #given = new Map<string, Texts>();
  readonly #modules = new Set<string>();
  readonly #exported = new Set<string>();
  readonly #ran = new Set<string>();
  readonly #tasks: Task[] = [];
  #first: string | undefined;
  #isOpen = false;
  #depth = 0;

  constructor(asked: AskedTasks) {
    this.#asked = asked;
  }

  read(text: string): void {
    const lines = text.split(/\r?\n/);
    let attributes: string[] = [];
    for (let at = 0; at < lines.length; at++) {
      let line = lines[at] ?? '';
      if (/^\s*(?:#.*)?$/.test(line)) continue;
      // Text in brackets, in long quotes or before a back-slash continues on the next line.
      while (at + 1 < lines.length && !line.startsWith('#') && isUnfinished(line))
        line = `${line.replace(/\\$/, '')}\n${lines[++at] ?? ''}`;
      const [, attribute] = /^\[([^\]]*)\]\s*$/.exec(line) ?? [];
      if (attribute !== undefined) {
        attributes.push(...attribute.split(/,\s*(?![^(]*\))/).map((each) => each.trim()));
        continue;
      }
      if (this.#readItem(line)) continue;
      const recipe = recipeIn(line);
      if (recipe === undefined) {
        this.#isOpen = true;
        continue;
      }
      const body: string[] = [];
      for (
        ;
        /^[ \t]/.test(lines[at + 1] ?? '') ||
        ((lines[at + 1] ?? '') === '' && /^[ \t]/.test(nextWritten(lines, at + 1)));
        at++
      )
        body.push(lines[at + 1] ?? '');
      const own = { ...recipe.recipe, body: withoutIndent(body), attributes };
      attributes = [];
      this.#first ??= recipe.name;
      if (own.attributes.includes('default')) this.#first = recipe.name;
      this.#recipes.set(recipe.name, [...(this.#recipes.get(recipe.name) ?? []), own]);
    }
  }

  /** Reads a line that is no recipe. */
  #readItem(line: string): boolean {
    const [, setting, given = 'true'] = /^set\s+([\w-]+)\s*(?::=\s*(.*))?$/s.exec(line) ?? [];
    if (setting !== undefined) {
      this.#settings.set(setting, given);
      return true;
    }
    const [, alias, meant = ''] = /^alias\s+([\w-]+)\s*:=\s*([\w:-]+)/.exec(line) ?? [];
    if (alias !== undefined) {
      this.#aliases.set(alias, meant);
      return true;
    }
    const [, kind, mayMiss, path] = /^(import|mod)(\?)?\s+(?:['"](.*?)['"]|[\w-].*)\s*$/.exec(line) ?? [];
    if (kind === 'mod') {
      this.#modules.add(/^mod\??\s+([\w-]+)/.exec(line)?.[1] ?? '');
      return true;
    }
    if (kind === 'import') {
      const text = path === undefined ? undefined : this.#asked.read(path);
      if (text === undefined || (text === 'absent' && mayMiss === undefined)) this.#isOpen = true;
      else if (text !== 'absent' && this.#depth++ < deepest) {
        // A name of this file comes before an imported one.
        const first = this.#first;
        this.read(text);
        this.#first = first ?? this.#first;
      }
      return true;
    }
    const [, isExported, name, value = ''] = /^(export\s+)?([A-Za-z_][\w-]*)\s*:=\s*(.*)$/s.exec(line) ?? [];
    if (name === undefined) return /^(?:unexport)\s/.test(line);
    this.#values.set(name, value);
    if (isExported !== undefined || this.#settings.has('export')) this.#exported.add(name);
    return true;
  }

  run(): readonly Task[] | undefined {
    const words: (string | undefined)[] = [];
    for (const word of this.#asked.operands) {
      const [, name, value = ''] =
        /^([A-Za-z_][\w-]*)=(.*)$/s.exec(words.length === 0 ? (word ?? '') : '') ?? [];
      if (name === undefined) words.push(word);
      else this.#given.set(name, [value]);
    }
    if (this.#asked.options.has('--set')) return undefined;
    if (silent.some((option) => this.#asked.options.has(option))) return [];
    // Every variable is evaluated before any recipe runs.
    for (const name of this.#values.keys()) this.#valueOf(name, 0);
    if (words.length === 0 && this.#first !== undefined) this.#run(this.#first, []);
    while (words.length > 0) {
      const name = words.shift();
      const recipe = name === undefined ? undefined : this.#recipesOf(name)[0];
      if (recipe === undefined) {
        // A recipe of a module, or an unknown one.
        if (name === undefined || name.includes('::') || this.#modules.has(name)) this.#isOpen = true;
        break;
      }
      const takesAll = recipe.parameters.some(({ rest }) => rest !== '');
      const given = words.splice(0, takesAll ? words.length : recipe.parameters.length);
      this.#run(
        name ?? '',
        given.map((word, at): Texts => [word ?? variableMark(`word${at}`)]),
      );
    }
    return this.#isOpen ? [...this.#tasks, { script: '', isOpen: true }] : this.#tasks;
  }

  #recipesOf(name: string): readonly Recipe[] {
    return this.#recipes.get(this.#aliases.get(name) ?? name) ?? [];
  }

  #run(name: string, given: readonly Texts[]): void {
    const key = JSON.stringify([name, given]);
    if (this.#ran.has(key)) return;
    this.#ran.add(key);
    if (this.#ran.size > mostRuns) {
      this.#isOpen = true;
      return;
    }
    for (const recipe of this.#recipesOf(name)) {
      const own = this.#parametersOf(recipe, given);
      for (const each of this.#asked.options.has('--no-deps') ? [] : recipe.before) this.#need(each, own);
      this.#runBody(recipe, own, given);
      for (const each of this.#asked.options.has('--no-deps') ? [] : recipe.after) this.#need(each, own);
    }
  }

  #parametersOf({ parameters }: Recipe, given: readonly Texts[]): ReadonlyMap<string, Texts> {
    const own = new Map<string, Texts>();
    for (const [at, { name, rest, fallback }] of parameters.entries()) {
      const words = rest === '' ? given.slice(at, at + 1) : given.slice(at);
      const text =
        words.length > 0
          ? combine(words.flatMap((each, index) => (index === 0 ? [each] : [[' '], each])))
          : undefined;
      own.set(name, text ?? (fallback === undefined ? [''] : this.#evaluate(fallback, own, 0)));
    }
    return own;
  }

  /** A recipe that another one depends on, alone or with words: `(build 'x')`. */
  #need(written: string, around: ReadonlyMap<string, Texts>): void {
    const [, inner] = /^\((.*)\)$/s.exec(written) ?? [];
    const [name = '', ...words] = inner === undefined ? [written] : termsIn(inner);
    if (this.#recipesOf(name).length === 0) this.#isOpen = true;
    this.#run(
      name,
      words.map((word) => this.#evaluate(word, around, 0)),
    );
  }

  #runBody(recipe: Recipe, own: ReadonlyMap<string, Texts>, given: readonly Texts[]): void {
    const exports = [
      ...[...this.#exported].map((name) => [name, this.#valueOf(name, 0)] as const),
      ...recipe.parameters
        .filter(({ isExported }) => isExported || this.#settings.has('export'))
        .map(({ name }) => [name, own.get(name) ?? ['']] as const),
    ]
      .map(
        ([name, texts]) =>
          `export ${name}=${texts.length === 1 ? quoted(texts[0] ?? '') : variableMark('any')}\n`,
      )
      .join('');
    const positional =
      this.#settings.has('positional-arguments') || recipe.attributes.includes('positional-arguments');
    const words =
      positional && given.length > 0
        ? `set -- ${given.map((texts) => quoted(texts[0] ?? '')).join(' ')}\n`
        : '';
    const [, place] =
      /^working-directory:\s*['"](.*)['"]$/.exec(
        recipe.attributes.find((each) => each.startsWith('working-directory')) ?? '',
      ) ?? [];
    const where = place ?? /^['"](.*)['"]$/.exec(this.#settings.get('working-directory') ?? '')?.[1];
    const isShebang = recipe.body[0]?.startsWith('#!') === true;
    const script = recipe.attributes.find((each) => /^script\b/.test(each));
    const push = (text: string, language?: string): void => {
      this.#tasks.push({
        script: language === undefined || language === 'shell' ? shellText(exports + words + text) : text,
        ...(language === undefined ? {} : { language }),
        ...(where === undefined ? {} : { folder: where }),
      });
    };
    if (isShebang || script !== undefined) {
      const named = isShebang
        ? (recipe.body[0] ?? '').slice(2)
        : (/['"](.*?)['"]/.exec(script ?? '')?.[1] ?? 'sh');
      for (const text of this.#filled(recipe.body.join('\n'), own)) push(text, languageNamed(named));
      return;
    }
    for (const line of lines(recipe.body)) {
      if (/^\s*#/.test(line)) continue;
      for (const text of this.#filled(line.replace(/^[@-]{1,2}/, ''), own)) {
        const shell = this.#shell();
        push(shell === undefined ? text : `${shell} ${quoted(text)}`);
      }
    }
  }

  /** The shell of the recipes, if it is one whose language matters. */
  #shell(): string | undefined {
    const setting = this.#settings.get('shell');
    const words =
      setting === undefined
        ? []
        : [...setting.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, one, two]) => one ?? two ?? '');
    const chosen = this.#asked.values('--shell');
    if (chosen.length > 0 || this.#asked.options.has('--shell-arg')) {
      this.#isOpen = true;
      return undefined;
    }
    const [shell = 'sh', ...more] = words;
    return /^(?:.*\/)?(?:ba|da|z|k)?sh$/.test(shell) && more.every((word) => /^-/.test(word))
      ? undefined
      : words.join(' ');
  }

  /** A line with the values of its double braces. */
  #filled(line: string, own: ReadonlyMap<string, Texts>): Texts {
    const parts: Texts[] = [];
    let at = 0;
    for (const found of line.matchAll(/\{\{(\{\{)?((?:'[^']*'|"[^"]*"|(?!\}\}).)*?)\}\}/gs)) {
      parts.push([line.slice(at, found.index)]);
      parts.push(found[1] === undefined ? this.#evaluate(found[2] ?? '', own, 0) : [found[0].slice(2)]);
      at = found.index + found[0].length;
    }
    return combine([...parts, [line.slice(at)]]) ?? this.#given_up();
  }

  readonly #given_up = (): Texts => {
    this.#isOpen = true;
    return [variableMark('any')];
  };

  #valueOf(name: string, depth: number): Texts {
    const given = this.#given.get(name);
    if (given !== undefined) return given;
    const written = this.#values.get(name);
    if (written === undefined || depth > deepest) return this.#given_up();
    const value = this.#evaluate(written, new Map(), depth + 1);
    this.#given.set(name, value);
    return value;
  }

  /** The possible values of an expression. */
  #evaluate(written: string, own: ReadonlyMap<string, Texts>, depth: number): Texts {
    if (depth > deepest) return this.#given_up();
    const text = written.trim();
    const evaluate = (each: string): Texts => this.#evaluate(each, own, depth + 1);
    const [, condition] = /^if\s+(.*)$/s.exec(text) ?? [];
    if (condition !== undefined) {
      const blocks = blocksIn(condition);
      if (blocks === undefined) return this.#given_up();
      for (const each of blocks.conditions) for (const side of each.split(/==|!=|=~/)) evaluate(side);
      return [...new Set(blocks.values.flatMap(evaluate))];
    }
    const sides = splitOutside(text, ['&&', '||']);
    if (sides.parts.length > 1) return [...new Set([...sides.parts.flatMap(evaluate), ''])];
    const { parts, signs } = splitOutside(text, ['+', '/']);
    if (parts.length > 1) {
      const all = parts.flatMap((part, at): Texts[] => {
        const sign = at > 0 && signs[at - 1] === '/' ? [['/']] : [];
        return [...sign, part.trim() === '' ? [''] : evaluate(part)];
      });
      return combine(all) ?? this.#given_up();
    }
    const [, indented, body] = /^[xf]?('''|""")(.*)\1$/s.exec(text) ?? [];
    if (indented !== undefined) return [body ?? ''];
    const [, quote, inner = ''] = /^x?(['"])(.*)\1$/s.exec(text) ?? [];
    if (quote !== undefined) return [quote === "'" ? inner : unescaped(inner)];
    const [, command] = /^`+(.*?)`+$/s.exec(text) ?? [];
    if (command !== undefined) return this.#printed(command.trim());
    const [, bracketed] = /^\((.*)\)$/s.exec(text) ?? [];
    if (bracketed !== undefined) return evaluate(bracketed);
    const [, called, given = ''] = /^([a-z_]\w*)\((.*)\)$/s.exec(text) ?? [];
    if (called !== undefined) return this.#call(called, splitOutside(given, [',']).parts.map(evaluate));
    if (!/^[A-Za-z_][\w-]*$/.test(text)) return this.#given_up();
    return own.get(text) ?? (constants.has(text) ? [''] : this.#valueOf(text, depth + 1));
  }

  #printed(command: string): Texts {
    this.#tasks.push({ script: shellText(command) });
    return [commandMark(command)];
  }

  #call(name: string, given: readonly Texts[]): Texts {
    const [first = [''], second] = given;
    switch (name) {
      case 'shell':
        return first.flatMap((command) => this.#printed(command));
      case 'justfile_directory':
      case 'invocation_directory':
      case 'source_directory':
        return ['.'];
      case 'env_var':
      case 'env_var_or_default':
      case 'env':
        return first.flatMap((variable): Texts => {
          const value = this.#asked.variable(variable);
          if (value.is === 'set') return [value.text];
          return value.is === 'unset' && second !== undefined ? second : [variableMark(variable)];
        });
      case 'quote':
        return first.map((text) => `'${text.replaceAll("'", `'\\''`)}'`);
      case 'trim':
      case 'trim_start':
      case 'trim_end':
        return first;
      case 'home_directory':
        return [variableMark('HOME')];
      case 'just_executable':
        return ['just'];
      case 'require':
      case 'which':
      case 'absolute_path':
      case 'canonicalize':
      case 'clean':
        return first;
      case 'error':
        return [''];
      default:
        return [variableMark(name)];
    }
  }
}

/** Options with which no recipe runs. */
const silent = [
  '-l',
  '-n',
  '--evaluate',
  '--dump',
  '--fmt',
  '--init',
  '--summary',
  '--variables',
  '-s',
  '-e',
];

const constants: ReadonlySet<string> = new Set(
  'HEX HEXLOWER HEXUPPER CLEAR NORMAL BOLD ITALIC UNDERLINE INVERT HIDE STRIKETHROUGH BLACK RED GREEN YELLOW BLUE MAGENTA CYAN WHITE BG_BLACK BG_RED BG_GREEN BG_YELLOW BG_BLUE BG_MAGENTA BG_CYAN BG_WHITE'.split(
    ' ',
  ),
);
