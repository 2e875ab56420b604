/**
 * The texts of a makefile: variables and functions, as far as their values are known. If a conditional decides, a
 * variable has the values of both sides. A variable that the makefile never sets is left to the shell. By the manual of
 * GNU make.
 */
import type { AskedTasks } from './family.ts';
import { stemOf } from './make-pattern.ts';
import { builtInTexts } from './make-rule.ts';
import {
  combine,
  commandMark,
  commandOf,
  hasMark,
  partsOfText,
  type Texts,
  variableMark,
  wordsOfPossible,
} from './possible-text.ts';

export interface MakeDefinition {
  readonly text: string;
  /** It was expanded when it was set. */
  readonly isExpanded: boolean;
}

/** The possible values of a variable; `undefined` is that of the environment. */
export type MakeScope = ReadonlyMap<string, readonly (MakeDefinition | undefined)[]>;

/** The initial variables, which come from elsewhere only if the user passes them on purpose. */
const builtIn: Readonly<Record<string, string>> = {
  MAKE: 'make',
  SHELL: '/bin/sh',
  '.SHELLFLAGS': '-c',
  RM: 'rm -f',
  CC: 'cc',
  CXX: 'g++',
  CPP: 'cc -E',
  AR: 'ar',
  ARFLAGS: '-rv',
  AS: 'as',
  LD: 'ld',
  FC: 'f77',
  LEX: 'lex',
  YACC: 'yacc',
  CTANGLE: 'ctangle',
  INSTALL: 'install',
  PC: 'pc',
  OBJC: 'cc',
  TEX: 'tex',
  TEXI2DVI: 'texi2dvi',
  MAKEINFO: 'makeinfo',
  CWEAVE: 'cweave',
  TANGLE: 'tangle',
  WEAVE: 'weave',
  CFLAGS: '',
  CPPFLAGS: '',
  CXXFLAGS: '',
  LDFLAGS: '',
  LDLIBS: '',
  TARGET_ARCH: '',
  TARGET_MACH: '',
  LOADLIBES: '',
  ASFLAGS: '',
  FFLAGS: '',
  RFLAGS: '',
  PFLAGS: '',
  OBJCFLAGS: '',
  YFLAGS: '',
  LFLAGS: '',
  TEXI2DVI_FLAGS: '',
  MAKEINFO_FLAGS: '',
  // Recipes run in a shell, which on Windows is set elsewhere.
  OS: '',
  MAKEFLAGS: '',
  MFLAGS: '',
  MAKECMDGOALS: '',
  MAKELEVEL: '0',
  MAKE_RESTARTS: '',
  '.DEFAULT_GOAL': '',
  '.RECIPEPREFIX': '',
  '.VARIABLES': '',
  '.FEATURES': '',
  '.INCLUDE_DIRS': '',
  ',': ',',
};

/** The limit of steps. Each may make some characters. */
const mostSteps = 10_000;
const charactersPerStep = 64;
const deepest = 40;

export class MakeTexts {
  /** Commands of `$(shell …)` that run while the makefile is read. */
  readonly always: string[] = [];
  /** Something was unknown, so any text is possible. */
  isOpen = false;
  readonly #asked: AskedTasks;
  /** The lines that `$(eval …)` adds to the makefile. */
  readonly #read: (text: string) => void;
  #steps = mostSteps;

  constructor(asked: AskedTasks, read: (text: string) => void) {
    this.#asked = asked;
    this.#read = read;
  }

  /** The possible values of a text. `automatic`: `$@` and the like; `reads`: it is expanded while the makefile is read. */
  expand(text: string, scope: MakeScope, automatic: ReadonlyMap<string, string>, depth = 0): Texts {
    if (!text.includes('$')) return [text];
    if (this.#steps-- <= 0 || depth > deepest) return this.#given(text);
    const parts: Texts[] = [];
    let at = 0;
    while (at < text.length) {
      const start = text.indexOf('$', at);
      if (start < 0 || start === text.length - 1) break;
      parts.push([text.slice(at, start)]);
      const next = text[start + 1] ?? '';
      const end = next === '(' || next === '{' ? endOf(text, start + 1) : start + 2;
      const inner = end > start + 2 ? text.slice(start + 2, end - 1) : next;
      parts.push(next === '$' ? ['$'] : this.#reference(inner, scope, automatic, depth + 1));
      at = end;
    }
    const texts = combine([...parts, [text.slice(at)]]) ?? this.#given(text);
    for (const { length } of texts) this.#steps -= length / charactersPerStep;
    return texts;
  }

  /** The possible values of a variable: those that it is set to, and that of the environment. */
  valueOf(name: string, scope: MakeScope, automatic: ReadonlyMap<string, string>, depth = 0): Texts {
    const own = automatic.get(name);
    if (own !== undefined) return [own];
    const values = scope.get(name);
    const outside = (): Texts => this.expand(this.#fromOutside(name), scope, automatic, depth + 1);
    if (values === undefined) return outside();
    const texts = values.flatMap((value) =>
      value === undefined
        ? outside()
        : value.isExpanded
          ? [value.text]
          : this.expand(value.text, scope, automatic, depth + 1),
    );
    return combine([[...new Set(texts)]]) ?? this.#given(name);
  }

  /** Gives up: the result is unknown text, possibly of several words. */
  #given(text: string): Texts {
    this.isOpen = true;
    return [variableMark(text.slice(0, 20))];
  }

  #fromOutside(name: string): string {
    const outside = this.#asked.variable(name);
    if (outside.is === 'set') return outside.text;
    return outside.is === 'unset'
      ? (builtIn[name] ?? builtInTexts.get(name) ?? variableMark(name === 'CURDIR' ? 'PWD' : name))
      : variableMark(name);
  }

  #reference(inner: string, scope: MakeScope, automatic: ReadonlyMap<string, string>, depth: number): Texts {
    const [, name = '', rest = ''] = /^([a-z][a-z-]*)[ \t]+(.*)$/s.exec(inner) ?? [];
    if (name !== '' && functions.has(name)) return this.#call(name, rest, scope, automatic, depth);
    const written = inner.includes('$') ? this.expand(inner, scope, automatic, depth) : [inner];
    return [
      ...new Set(
        written.flatMap((each): Texts => {
          const [, variable = '', from = '', to = ''] = /^([^\s:]+):([^=]*)=(.*)$/s.exec(each) ?? [];
          if (variable === '')
            return /\s/.test(each) ? this.#given(each) : this.valueOf(each, scope, automatic, depth);
          const pattern = from.includes('%') ? [from, to] : [`%${from}`, `%${to}`];
          return this.valueOf(variable, scope, automatic, depth).map((text) =>
            eachWord(text, (word) => substitute(word, pattern[0] ?? '', pattern[1] ?? '')),
          );
        }),
      ),
    ];
  }

  #call(
    name: string,
    rest: string,
    scope: MakeScope,
    automatic: ReadonlyMap<string, string>,
    depth: number,
  ): Texts {
    const expand = (text: string, more = automatic): Texts => this.expand(text, scope, more, depth + 1);
    const written = argumentsOf(rest);
    const [first = '', second = ''] = written;
    switch (name) {
      case 'shell':
        return expand(rest).map((command) => {
          this.always.push(command);
          return filesFound(command) ?? commandMark(command);
        });
      case 'eval':
        for (const text of expand(rest)) {
          if (hasMark(text)) this.isOpen = true;
          else this.#read(text);
        }
        return [''];
      case 'file': {
        const [, mode = '', file = ''] = /^\s*(>>?|<)\s*(.*)$/s.exec(expand(first)[0] ?? '') ?? [];
        if (mode === '<') {
          this.always.push(`cat ${file.trim()}`);
          return [commandMark(`cat ${file.trim()}`)];
        }
        for (const text of expand(written.slice(1).join(',')))
          this.always.push(`printf '%s\\n' '${text.replaceAll("'", `'\\''`)}' ${mode} ${file.trim()}`);
        return [''];
      }
      case 'info':
      case 'warning':
      case 'error':
        expand(rest);
        return [''];
      case 'value':
        return scope.get(first)?.map((value) => value?.text ?? '') ?? [''];
      case 'if': {
        const conditions = expand(first.trim());
        const then = expand(second);
        const otherwise = expand(written.slice(2).join(','));
        return [
          ...new Set(
            conditions.flatMap((text) =>
              hasMark(text) ? [...then, ...otherwise] : text === '' ? otherwise : then,
            ),
          ),
        ];
      }
      case 'or':
      case 'and': {
        const all = combineLists(written.map((text) => expand(text.trim())));
        if (all === undefined) return this.#given(rest);
        const isEmpty = (text: string): boolean => text === '';
        return [
          ...new Set(
            all.flatMap((texts) => {
              if (texts.some(hasMark)) return [...texts, ''];
              return name === 'or'
                ? [texts.find((text) => !isEmpty(text)) ?? '']
                : [texts.some(isEmpty) ? '' : (texts.at(-1) ?? '')];
            }),
          ),
        ];
      }
      case 'foreach': {
        const [variable = ''] = expand(first.trim());
        const body = written.slice(2).join(',');
        return expand(second).flatMap((list): Texts => {
          const items = wordsOfPossible(list).map((word) =>
            expand(body, new Map([...automatic, [variable, word]])),
          );
          return (
            combine(items.flatMap((texts, at) => (at === 0 ? [texts] : [[' '], texts]))) ?? this.#given(rest)
          );
        });
      }
      case 'call': {
        const given = combineLists(written.map((text) => expand(text)));
        if (given === undefined) return this.#given(rest);
        return given.flatMap(([called = '', ...values]): Texts => {
          const body = scope.get(called.trim());
          if (body === undefined) return functions.has(called.trim()) ? this.#given(rest) : [''];
          const own = new Map([...automatic, ['0', called.trim()]]);
          for (let at = 0; at < 10; at++) own.set(`${at + 1}`, values[at] ?? '');
          return this.valueOf(called.trim(), scope, own, depth + 1);
        });
      }
      default: {
        const made = functions.get(name);
        const given = combineLists(written.map((text) => expand(text)));
        if (given === undefined || made === undefined) return this.#given(rest);
        return [...new Set(given.map((texts) => made(texts, this.#asked) ?? variableMark(name)))];
      }
    }
  }
}

type MakeFunction = (given: readonly string[], asked: AskedTasks) => string | undefined;

const onWords =
  (change: (word: string) => string): MakeFunction =>
  ([text = '']) =>
    eachWord(text, change);

const plain =
  (made: (given: readonly string[]) => string): MakeFunction =>
  (given) =>
    given.some(hasMark) ? undefined : made(given);

const filter =
  (keeps: boolean): MakeFunction =>
  ([patterns = '', text = '']) => {
    if (hasMark(patterns)) return undefined;
    const all = wordsOfPossible(patterns);
    return wordsOfPossible(text)
      .filter((word) => hasMark(word) || all.some((each) => stemOf(word, each) !== undefined) === keeps)
      .join(' ');
  };

const absolute = onWords((word) =>
  word.startsWith('/') || hasMark(word) ? word : `${variableMark('PWD')}/${word}`,
);

/** Functions of texts; those that are `undefined` here are handled above, or have unknown results. */
const functions: ReadonlyMap<string, MakeFunction | undefined> = new Map<string, MakeFunction | undefined>([
  ...['shell', 'eval', 'file', 'info', 'warning', 'error', 'value', 'if', 'or', 'and', 'foreach', 'call'].map(
    (name) => [name, undefined] as const,
  ),
  ...['guile', 'let', 'intcmp'].map((name) => [name, undefined] as const),
  ['origin', () => undefined],
  ['flavor', () => undefined],
  ['strip', onWords((word) => word)],
  ['subst', ([from = '', to = '', text = '']) => (from === '' ? text + to : text.replaceAll(from, to))],
  [
    'patsubst',
    ([from = '', to = '', text = '']) => eachWord(text, (word) => substitute(word, from.trim(), to.trim())),
  ],
  ['filter', filter(true)],
  ['filter-out', filter(false)],
  ['findstring', plain(([part = '', text = '']) => (text.includes(part) ? part : ''))],
  ['sort', ([text = '']) => [...new Set(wordsOfPossible(text))].sort().join(' ')],
  ['word', plain(([at = '', text = '']) => wordsOfPossible(text)[Number(at) - 1] ?? '')],
  [
    'wordlist',
    plain(([from = '', to = '', text = '']) =>
      wordsOfPossible(text)
        .slice(Number(from) - 1, Number(to))
        .join(' '),
    ),
  ],
  ['words', plain(([text = '']) => `${wordsOfPossible(text).length}`)],
  ['firstword', ([text = '']) => wordsOfPossible(text)[0] ?? ''],
  ['lastword', plain(([text = '']) => wordsOfPossible(text).at(-1) ?? '')],
  ['dir', onWords(folderOf)],
  ['notdir', onWords(lastPartOf)],
  ['basename', onWords((word) => (hasMark(word) ? word : word.replace(/\.[^./]*$/, '')))],
  ['suffix', onWords((word) => (hasMark(word) ? word : (/\.[^./]*$/.exec(word)?.[0] ?? '')))],
  ['addprefix', ([start = '', text = '']) => eachWord(text, (word) => start + word)],
  ['addsuffix', ([end = '', text = '']) => eachWord(text, (word) => word + end)],
  ['join', plain(([one = '', two = '']) => joined(wordsOfPossible(one), wordsOfPossible(two)))],
  ['abspath', absolute],
  ['realpath', absolute],
  // The shell expands it: a pattern stays a pattern.
  [
    'wildcard',
    ([text = ''], asked) =>
      eachWord(text, (word) =>
        !/[*?[]/.test(word) && !hasMark(word) && asked.entry(word) === 'absent' ? '' : word,
      ),
  ],
]);

const joined = (one: readonly string[], two: readonly string[]): string =>
  Array.from(
    { length: Math.max(one.length, two.length) },
    (_, at) => `${one[at] ?? ''}${two[at] ?? ''}`,
  ).join(' ');

const eachWord = (text: string, change: (word: string) => string): string =>
  wordsOfPossible(text)
    .map(change)
    .filter((word) => word !== '')
    .join(' ');

export function folderOf(word: string): string {
  const last = partsOfText(word).at(-1);
  if (last === undefined || last.isMark) return word;
  const start = word.length - last.text.length;
  const at = last.text.lastIndexOf('/');
  return at >= 0 ? word.slice(0, start + at + 1) : start > 0 ? word.slice(0, start) : './';
}

export function lastPartOf(word: string): string {
  const last = partsOfText(word).at(-1);
  if (last === undefined || last.isMark) return last?.text ?? '';
  return last.text.includes('/') ? last.text.slice(last.text.lastIndexOf('/') + 1) : word;
}

/** Changes a word by `%.c` → `%.o`. Names that `find` prints are assumed to match: the stem of the mark is unknown. */
function substitute(word: string, from: string, to: string): string {
  const listed = commandOf(word);
  const stem =
    stemOf(word, from) ?? (listed !== undefined && namesListed(listed) !== undefined ? word : undefined);
  return stem === undefined ? word : to.replace('%', () => stem);
}

/** The patterns of the names that a command prints, if it only lists files; undefined for any other command. */
export function namesListed(command: string): readonly string[] | undefined {
  if (
    !/^\s*(?:find|ls|git\s+ls-files)\s[^;&|`$<>()]*(?:2>\s*\/dev\/null)?\s*$/.test(
      command.replaceAll('\\(', ' ').replaceAll('\\)', ' '),
    )
  )
    return undefined;
  const named = [...command.matchAll(/-name\s+(\S+)/g)].map(([, name = '']) => name.replace(/["'\\]/g, ''));
  return named.length > 0 ? named.map((name) => (name.startsWith('*') ? name : `*${name}`)) : ['*'];
}

/** What `find` prints in the folders of its operands: names with these suffixes, as globs with a usual number of levels. */
function filesFound(command: string): string | undefined {
  const [, folders = ''] =
    /^\s*find\s+((?:[\w./-]+\s+)+)(?:-type\s+f\s+)?-name\s+\S+\s*$/.exec(command) ?? [];
  const [name] = namesListed(command) ?? [];
  if (folders === '' || name === undefined || /\.\./.test(folders)) return undefined;
  return wordsOfPossible(folders)
    .flatMap((folder) =>
      ['/', '/*/', '/*/*/', '/*/*/*/'].map((between) => folder.replace(/\/$/, '') + between + name),
    )
    .join(' ');
}

/** The place after the bracket that closes the one at a place. */
function endOf(text: string, start: number): number {
  const opening = text[start];
  const closing = opening === '(' ? ')' : '}';
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === opening) depth++;
    else if (text[at] === closing && --depth === 0) return at + 1;
  }
  return text.length;
}

/** The parts between commas that are outside brackets. */
function argumentsOf(text: string): readonly string[] {
  const given: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '(' || sign === '{') depth++;
    else if (sign === ')' || sign === '}') depth--;
    else if (sign === ',' && depth === 0) {
      given.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...given, text.slice(start)];
}

const separator = '\u0003';

/** All combinations of one text of each. */
function combineLists(lists: readonly Texts[]): readonly (readonly string[])[] | undefined {
  return combine(lists.flatMap((texts, at) => (at === 0 ? [texts] : [[separator], texts])))?.map((text) =>
    text.split(separator),
  );
}
