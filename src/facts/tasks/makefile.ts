/** The text of a makefile → what it says. Where a conditional is undecided, both sides may count. */
import type { AskedTasks } from './family.ts';
import { colonIn, type MakeSetting, settingIn, splitAt, withoutComment } from './make-line.ts';
import type { MakeRule } from './make-rule.ts';
import { type MakeDefinition, type MakeScope, MakeTexts } from './make-text.ts';
import { hasMark, variableMark, wordsOfPossible } from './possible-text.ts';

/** What a makefile says: its variables and rules, and what it sets for targets. */
export class Makefile {
  readonly asked: AskedTasks;
  readonly texts: MakeTexts;
  variables: Mutable = new Map();
  /** Variables of the command line, which the makefile does not change. */
  readonly #given = new Set<string>();
  /** Variables that `undefine` has taken away. */
  readonly #undefined = new Set<string>();
  readonly rules: MakeRule[] = [];
  readonly #byTarget = new Map<string, readonly MakeRule[]>();
  readonly exported = new Set<string>();
  exportsAll = false;
  /** The folders of `vpath`. */
  readonly #places: string[] = [];
  readonly ofTargets = new Map<string, MakeSetting[]>();
  readonly #conditionals: Conditional[] = [];
  #current: MakeRule | undefined;
  #prefix = '\t';
  readonly goals: string[] = [];
  /** The first target, after those that a conditional may leave out. */
  readonly firstGoals: string[] = [];
  #hasFirst = false;
  #depth = 0;

  constructor(asked: AskedTasks) {
    this.asked = asked;
    this.texts = new MakeTexts(asked, (text) => this.read(text));
    for (const operand of asked.operands) {
      const [, name, operator = '=', value = ''] =
        /^([\w.-]+)\s*(::?:?=|[+?!]?=)(.*)$/s.exec(operand ?? '') ?? [];
      if (operand === undefined || name === undefined) this.goals.push(operand ?? variableMark('goal'));
      else {
        this.#set([name, operator, value]);
        this.#given.add(name);
        this.exported.add(name);
      }
    }
    const files = asked.values('-f').map((name) => name ?? variableMark('MAKEFILE_LIST'));
    const usual = ['GNUmakefile', 'makefile'].find((name) => asked.entry(name) === 'file') ?? 'Makefile';
    const text = files.length > 0 ? files.join(' ') : usual;
    this.variables.set('MAKEFILE_LIST', [{ text, isExpanded: true }]);
    this.variables.set('MAKECMDGOALS', [{ text: this.goals.join(' '), isExpanded: true }]);
  }

  /** Whether `-e` is given, or may be set for `make` by another way. */
  get #isOverridden(): boolean {
    return ['-e', '--environment-overrides'].some((name) => this.asked.options.has(name));
  }

  read(text: string): void {
    const lines = text.split(/\r?\n/);
    for (let at = 0; at < lines.length; at++) {
      let line = lines[at] ?? '';
      const isRecipe = line.startsWith(this.#prefix) && this.#current !== undefined;
      while (/(?:^|[^\\])(?:\\\\)*\\$/.test(line) && at + 1 < lines.length) {
        const next = lines[++at] ?? '';
        line = isRecipe
          ? `${line}\n${next.startsWith(this.#prefix) ? next.slice(1) : next}`
          : `${line.slice(0, -1).trimEnd()} ${next.trimStart()}`;
      }
      if (isRecipe) {
        if (!this.#isLeftOut) this.#current?.recipe?.push(line.slice(1));
        continue;
      }
      const define = /^\s*(?:override\s+|export\s+)*define\s+(\S+)\s*(::?:?=|[+?!]?=)?\s*$/.exec(line);
      if (define === null) {
        this.#readLine(withoutComment(line));
        continue;
      }
      const body: string[] = [];
      for (let depth = 1; ++at < lines.length; ) {
        if (/^\s*define\b/.test(lines[at] ?? '')) depth++;
        else if (/^\s*endef\b/.test(lines[at] ?? '') && --depth === 0) break;
        body.push(lines[at] ?? '');
      }
      if (this.#isLeftOut) continue;
      this.#current = undefined;
      this.#set([define[1] ?? '', define[2] ?? '=', body.join('\n')]);
    }
  }

  #readLine(line: string): void {
    if (line.trim() === '') return;
    if (this.#readConditional(line.trim()) || this.#isLeftOut) return;
    const [, first = '', rest = ''] =
      /^\s*(-?include|sinclude|export|unexport|override|private|undefine|vpath|load)\b(?!\s*[:+?!]*=)\s*(.*)$/s.exec(
        line,
      ) ?? [];
    switch (first) {
      case '':
        break;
      case 'include':
      case '-include':
      case 'sinclude':
        this.#include(rest, first !== 'include');
        return;
      case 'export':
        if (rest === '') this.exportsAll = true;
        else if (!/=/.test(rest))
          for (const name of wordsOfPossible(this.#expandOne(rest))) this.exported.add(name);
        else {
          this.exported.add(/^[^\s:+?!=]*/.exec(rest)?.[0] ?? '');
          this.#readLine(rest);
        }
        return;
      case 'override':
      case 'private': {
        const name = /^[^\s:+?!=]*/.exec(rest)?.[0] ?? '';
        const isGiven = this.#given.delete(name);
        this.#readLine(rest);
        if (isGiven) this.#given.add(name);
        return;
      }
      case 'undefine':
        // It is empty from here on, also if the environment sets it.
        for (const name of this.texts.expand(rest.trim(), this.variables, none)) {
          this.variables.delete(name);
          this.#undefined.add(name);
        }
        return;
      case 'vpath':
        this.#places.push(...wordsOfPossible(this.#expandOne(rest)).slice(1));
        return;
      case 'unexport':
        return;
      default:
        this.texts.isOpen = true;
        return;
    }
    const setting = settingIn(line);
    if (setting !== undefined) {
      this.#current = undefined;
      this.#set(setting);
      return;
    }
    if (this.#setForTargets(line)) return;
    const [head, inline] = splitAt(line, ';');
    const all = this.texts.expand(head, this.variables, none);
    for (const each of all) this.#readRule(each, inline, all.length > 1);
  }

  /** `ifeq`, `else`, `endif`: each side starts with the variables before the first one; afterwards a variable may have the value of any side. */
  #readConditional(line: string): boolean {
    const [, word, rest = ''] = /^(ifn?eq|ifn?def|else|endif)\b\s*(.*)$/s.exec(line) ?? [];
    if (word === undefined) return false;
    if (word.startsWith('if')) {
      const before = new Map(this.variables);
      const side = this.#isLeftOut ? 'no' : this.#verdict(line);
      const unless = /^ifndef\s+(\S+)|^ifeq\s*\(\$[({]([\w.-]+)[)}],\s*\)/.exec(line);
      const isOpen = side === 'perhaps';
      this.#conditionals.push({
        before,
        ends: [],
        side,
        isDone: side === 'yes',
        isOpen,
        unless: unless?.[1] ?? unless?.[2],
      });
      return true;
    }
    const inner = this.#conditionals.at(-1);
    if (inner === undefined) return true;
    if (inner.side !== 'no') inner.ends.push(this.variables);
    this.variables = new Map(inner.before);
    if (word === 'else') {
      // `else ifeq …` is one more side.
      const isNone = inner.isDone || this.#conditionals.slice(0, -1).some(({ side }) => side === 'no');
      const verdict = isNone ? 'no' : rest === '' ? 'yes' : this.#verdict(rest);
      inner.side = verdict === 'yes' && inner.isOpen ? 'perhaps' : verdict;
      inner.isDone ||= verdict === 'yes';
      inner.isOpen ||= verdict === 'perhaps';
      return true;
    }
    this.#conditionals.pop();
    this.variables = joined(inner.isDone ? inner.ends : [...inner.ends, inner.before], inner.unless);
    return true;
  }

  /** Whether the current line is on a side that is not read. */
  get #isLeftOut(): boolean {
    return this.#conditionals.some(({ side }) => side === 'no');
  }

  /** The value of a condition: `perhaps` if it depends on something unknown. */
  #verdict(condition: string): Side {
    const [, word = '', rest = ''] = /^(\w+)\s*(.*)$/s.exec(condition) ?? [];
    if (word.endsWith('def')) {
      const values = this.variables.get(this.#expandOne(rest).trim()) ?? [undefined];
      const texts = new Set(values.map((value) => value && value.text !== ''));
      if (texts.size > 1 || texts.has(undefined)) return 'perhaps';
      return texts.has(true) === (word === 'ifdef') ? 'yes' : 'no';
    }
    const [, inBrackets, one, two] = /^(?:\((.*)\)|["'](.*?)["']\s*["'](.*?)["'])\s*$/s.exec(rest) ?? [];
    const [first, second = ''] = inBrackets === undefined ? [one ?? '', two] : splitAt(inBrackets, ',');
    const texts = [first, second].map((text) => this.texts.expand(text.trim(), this.variables, none));
    const [left = [], right = []] = texts;
    const isKnown = left.length === 1 && right.length === 1 && !texts.flat().some(hasMark);
    if (!isKnown) return 'perhaps';
    return (left[0] === right[0]) === (word === 'ifeq') ? 'yes' : 'no';
  }

  #include(rest: string, mayMiss: boolean): void {
    this.#current = undefined;
    for (const text of this.texts.expand(rest, this.variables, none))
      for (const file of wordsOfPossible(text)) {
        const isPlain = !hasMark(file) && !/[*?[]/.test(file);
        // Files of dependencies that compilers write.
        if (!isPlain && mayMiss && file.endsWith('.d')) continue;
        const content = isPlain ? this.asked.read(file) : undefined;
        if (content === undefined || (content === 'absent' && !mayMiss)) this.texts.isOpen = true;
        else if (content !== 'absent' && this.#depth++ < 20) this.read(content);
        this.#current = undefined;
      }
  }

  #set([name, operator, text]: MakeSetting): void {
    for (const each of this.texts.expand(name, this.variables, none))
      this.assign(this.variables, each, operator, text);
    if (name === '.RECIPEPREFIX') this.#prefix = text === '' ? '\t' : (text[0] ?? '\t');
  }

  assign(scope: Mutable, name: string, operator: string, text: string): void {
    if (this.#given.has(name)) return;
    // With `-e` the environment comes before the makefile.
    if (this.#isOverridden && this.asked.variable(name).is !== 'unset') return;
    const before = scope.get(name);
    if (operator === '!=') {
      this.texts.expand(`$(shell ${text})`, scope, none);
      scope.set(name, [{ text: `$(shell ${text})`, isExpanded: false }]);
    } else if (operator === '?=') {
      if (before === undefined && (this.#undefined.has(name) || this.asked.variable(name).is === 'unset'))
        scope.set(name, [{ text, isExpanded: false }]);
    } else if (operator === '+=') {
      const added = (before ?? [undefined]).flatMap((value): MakeDefinition[] => {
        if (value?.isExpanded !== true) {
          const start = value?.text ?? this.#outside(name);
          return [{ text: start === '' ? text : `${start} ${text}`, isExpanded: false }];
        }
        return this.texts
          .expand(text, scope, none)
          .map((each) => ({ text: `${value.text} ${each}`, isExpanded: true }));
      });
      scope.set(name, added);
    } else if (operator === '=') scope.set(name, [{ text, isExpanded: false }]);
    else
      scope.set(
        name,
        this.texts.expand(text, scope, none).map((each) => ({ text: each, isExpanded: true })),
      );
  }

  /** The value of the environment, for a variable that is appended to. */
  #outside(name: string): string {
    const outside = this.asked.variable(name);
    return outside.is === 'set' ? outside.text : outside.is === 'unknown' ? variableMark(name) : '';
  }

  /** `target: X = y`; the value is expanded as late as any other. */
  #setForTargets(line: string): boolean {
    const [targets, behind] = splitAt(line, ':');
    const setting = behind && settingIn(behind.replace(/^\s*(?:(?:private|override|export)\s+)*/, ''));
    if (!setting) return false;
    this.#current = undefined;
    for (const text of this.texts.expand(targets, this.variables, none))
      for (const target of wordsOfPossible(text))
        this.ofTargets.set(target, [...(this.ofTargets.get(target) ?? []), setting]);
    return true;
  }

  #readRule(head: string, inline: string | undefined, mayCount: boolean): void {
    this.#current = undefined;
    const colon = colonIn(head);
    if (colon < 0) {
      // `$(info …)` and `$(eval …)` leave an empty line; anything else is a mistake, or is not supported.
      if (head.trim() !== '') this.texts.isOpen = true;
      return;
    }
    const isDouble = head[colon + 1] === ':';
    const targets = wordsOfPossible(head.slice(0, colon).replace(/&\s*$/, ''));
    const behind = head.slice(colon + (isDouble ? 2 : 1));
    const next = colonIn(behind);
    const pattern = next < 0 ? undefined : behind.slice(0, next).trim();
    const [needs = '', before = ''] = (next < 0 ? behind : behind.slice(next + 1)).split('|');
    // `$$x` of a prerequisite is expanded again.
    const isAgain = this.rulesOf('.SECONDEXPANSION').length > 0;
    const rule: MakeRule = {
      targets,
      needs: wordsOfPossible(isAgain ? this.#expandOne(needs) : needs),
      before: wordsOfPossible(before),
      recipe: inline === undefined ? [] : [inline.trimStart()],
      isDouble,
      mayCount: mayCount || this.#conditionals.some(({ isOpen }) => isOpen),
      ...(pattern === undefined ? {} : { pattern }),
    };
    this.rules.push(rule);
    for (const target of targets)
      if (!target.includes('%')) this.#byTarget.set(target, [...this.rulesOf(target), rule]);
    this.#current = rule;
    const first = targets.find(
      (target) => !target.includes('%') && (!target.startsWith('.') || target.includes('/')),
    );
    if (this.#hasFirst || first === undefined) return;
    this.firstGoals.push(first);
    this.#hasFirst = !rule.mayCount;
  }

  /** The folders in which prerequisites are looked for, as far as they are known: those of `vpath` and `VPATH`. */
  folders(scope: MakeScope): readonly string[] {
    const set = scope.has('VPATH') ? this.texts.valueOf('VPATH', scope, none) : [];
    const all = [...this.#places, ...set].flatMap((text) => text.split(/[\s:]+/));
    return [...new Set(all)].filter((each) => each !== '' && !hasMark(each)).slice(0, mostPlaces);
  }

  /** The rules that name a target. */
  readonly rulesOf = (target: string): readonly MakeRule[] => this.#byTarget.get(target) ?? [];

  readonly #expandOne = (text: string): string => this.texts.expand(text, this.variables, none).join(' ');
}

const mostPlaces = 8;

type Mutable = Map<string, readonly (MakeDefinition | undefined)[]>;

type Side = 'yes' | 'no' | 'perhaps';

interface Conditional {
  readonly before: Mutable;
  /** The variables after each side that was read. */
  readonly ends: Mutable[];
  side: Side;
  /** One of the sides is surely read, or a side without a condition was. */
  isDone: boolean;
  /** One of the sides so far may be read. */
  isOpen: boolean;
  /** The variable that it sets if it is not set yet. */
  readonly unless: string | undefined;
}

/** The variables after several sides; one that is only set if it is not set yet has that value. */
function joined(ends: readonly Mutable[], unless: string | undefined): Mutable {
  const variables: Mutable = new Map();
  for (const name of new Set(ends.flatMap((end) => [...end.keys()]))) {
    const values = ends.flatMap((end) => end.get(name) ?? [undefined]);
    const distinct = values.filter(
      (value, at) => values.findIndex((other) => other?.text === value?.text) === at,
    );
    const set = distinct.filter((value) => value !== undefined);
    variables.set(name, name === unless && set.length > 0 ? set : distinct);
  }
  return variables;
}

export const none: ReadonlyMap<string, string> = new Map();
