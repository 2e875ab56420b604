/**
 * Makefiles: the recipes of the targets that a command asks for, those of their dependencies, and commands that run while
 * the makefile is read. Both sides of a conditional count. By the manual of GNU make.
 */
import type { AskedTasks, Task } from './family.ts';
import {
  type Definition,
  folderOf,
  MakeTexts,
  nameOf,
  namesListed,
  type Scope,
  stemOf,
} from './make-text.ts';
import {
  commandOf,
  hasMark,
  mayBe,
  quoted,
  shellText,
  type Texts,
  variableMark,
  variableOf,
  wordsOf,
} from './possible-text.ts';

interface Rule {
  readonly targets: readonly string[];
  readonly needs: readonly string[];
  /** Order-only prerequisites: they have to exist first, and are no input. */
  readonly before: readonly string[];
  /** Lines as written; undefined if there is no recipe. */
  recipe: string[] | undefined;
  readonly isDouble: boolean;
  /** The pattern of the targets of a static pattern rule. */
  readonly pattern?: string;
  /** It is inside a conditional. */
  readonly mayCount: boolean;
}

type Mutable = Map<string, readonly (Definition | undefined)[]>;
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
type Setting = readonly [name: string, operator: string, text: string];

const mostTargets = 300;
/** The limit of patterns that are compared with targets. */
const mostTries = 50_000;
const none: ReadonlyMap<string, string> = new Map();

export function readMake(text: string, asked: AskedTasks): readonly Task[] {
  const makefile = new Makefile(asked);
  makefile.read(text);
  return makefile.run();
}

class Makefile {
  readonly #asked: AskedTasks;
  readonly #texts: MakeTexts;
  #variables: Mutable = new Map();
  /** Variables of the command line, which the makefile does not change. */
  readonly #given = new Set<string>();
  readonly #rules: Rule[] = [];
  readonly #byTarget = new Map<string, readonly Rule[]>();
  /** Rules that may make a target without naming it, once all rules are read. */
  #patterns: readonly Rule[] = [];
  #phony: ReadonlySet<string> = new Set();
  /** The prerequisites of rules: such a file should exist. */
  #mentioned: ReadonlySet<string> = new Set();
  #anyTarget: readonly Rule[] = [];
  readonly #exported = new Set<string>();
  #exportsAll = false;
  readonly #ofTargets = new Map<string, Setting[]>();
  readonly #conditionals: Conditional[] = [];
  #current: Rule | undefined;
  #prefix = '\t';
  readonly #goals: string[] = [];
  /** The first target, after those that a conditional may leave out. */
  readonly #firstGoals: string[] = [];
  #hasFirst = false;
  /** What runs, in order. */
  readonly #tasks: Task[] = [];
  readonly #built = new Set<string>();
  readonly #making = new Set<string>();
  #depth = 0;
  #tries = 0;

  constructor(asked: AskedTasks) {
    this.#asked = asked;
    this.#texts = new MakeTexts(asked, (text) => this.read(text));
    for (const operand of asked.operands) {
      const [, name, operator = '=', value = ''] =
        /^([\w.-]+)\s*(::?:?=|[+?!]?=)(.*)$/s.exec(operand ?? '') ?? [];
      if (operand === undefined || name === undefined) this.#goals.push(operand ?? variableMark('goal'));
      else {
        this.#set([name, operator, value]);
        this.#given.add(name);
        this.#exported.add(name);
      }
    }
    this.#variables.set('MAKECMDGOALS', [{ text: this.#goals.join(' '), isExpanded: true }]);
  }

  // ── reading the file ──────────────────────────────────────────────────────────────────────

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
        if (rest === '') this.#exportsAll = true;
        else if (!/=/.test(rest)) for (const name of wordsOf(this.#expandOne(rest))) this.#exported.add(name);
        else {
          this.#exported.add(/^[^\s:+?!=]*/.exec(rest)?.[0] ?? '');
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
        this.#variables.delete(rest.trim());
        return;
      case 'unexport':
      case 'vpath':
        return;
      default:
        this.#texts.isOpen = true;
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
    const all = this.#texts.expand(head, this.#variables, none);
    for (const each of all) this.#readRule(each, inline, all.length > 1);
  }

  /** `ifeq`, `else`, `endif`: each side starts with the variables before the first one; afterwards a variable may have the value of any side. */
  #readConditional(line: string): boolean {
    const [, word, rest = ''] = /^(ifn?eq|ifn?def|else|endif)\b\s*(.*)$/s.exec(line) ?? [];
    if (word === undefined) return false;
    if (word.startsWith('if')) {
      const before = new Map(this.#variables);
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
    if (inner.side !== 'no') inner.ends.push(this.#variables);
    this.#variables = new Map(inner.before);
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
    this.#variables = joined(inner.isDone ? inner.ends : [...inner.ends, inner.before], inner.unless);
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
      const values = this.#variables.get(this.#expandOne(rest).trim()) ?? [undefined];
      const texts = new Set(values.map((value) => value && value.text !== ''));
      if (texts.size > 1 || texts.has(undefined)) return 'perhaps';
      return texts.has(true) === (word === 'ifdef') ? 'yes' : 'no';
    }
    const [, inBrackets, one, two] = /^(?:\((.*)\)|["'](.*?)["']\s*["'](.*?)["'])\s*$/s.exec(rest) ?? [];
    const [first, second = ''] = inBrackets === undefined ? [one ?? '', two] : splitAt(inBrackets, ',');
    const texts = [first, second].map((text) => this.#texts.expand(text.trim(), this.#variables, none));
    const [left = [], right = []] = texts;
    const isKnown = left.length === 1 && right.length === 1 && !texts.flat().some(hasMark);
    if (!isKnown) return 'perhaps';
    return (left[0] === right[0]) === (word === 'ifeq') ? 'yes' : 'no';
  }

  #include(rest: string, mayMiss: boolean): void {
    this.#current = undefined;
    for (const text of this.#texts.expand(rest, this.#variables, none))
      for (const file of wordsOf(text)) {
        const isPlain = !hasMark(file) && !/[*?[]/.test(file);
        // Files of dependencies that compilers write.
        if (!isPlain && mayMiss && file.endsWith('.d')) continue;
        const content = isPlain ? this.#asked.read(file) : undefined;
        if (content === undefined || (content === 'absent' && !mayMiss)) this.#texts.isOpen = true;
        else if (content !== 'absent' && this.#depth++ < 20) this.read(content);
        this.#current = undefined;
      }
  }

  #set([name, operator, text]: Setting): void {
    for (const each of this.#texts.expand(name, this.#variables, none))
      this.#assign(this.#variables, each, operator, text);
    if (name === '.RECIPEPREFIX') this.#prefix = text === '' ? '\t' : (text[0] ?? '\t');
  }

  #assign(scope: Mutable, name: string, operator: string, text: string): void {
    if (this.#given.has(name)) return;
    const before = scope.get(name);
    if (operator === '!=') {
      this.#texts.expand(`$(shell ${text})`, scope, none);
      scope.set(name, [{ text: `$(shell ${text})`, isExpanded: false }]);
    } else if (operator === '?=') {
      if (before === undefined && this.#asked.variable(name).is === 'unset')
        scope.set(name, [{ text, isExpanded: false }]);
    } else if (operator === '+=') {
      const added = (before ?? [undefined]).flatMap((value): Definition[] => {
        if (value?.isExpanded !== true) {
          const start = value?.text ?? this.#outside(name);
          return [{ text: start === '' ? text : `${start} ${text}`, isExpanded: false }];
        }
        return this.#texts
          .expand(text, scope, none)
          .map((each) => ({ text: `${value.text} ${each}`, isExpanded: true }));
      });
      scope.set(name, added);
    } else if (operator === '=') scope.set(name, [{ text, isExpanded: false }]);
    else
      scope.set(
        name,
        this.#texts.expand(text, scope, none).map((each) => ({ text: each, isExpanded: true })),
      );
  }

  /** The value of the environment, for a variable that is appended to. */
  #outside(name: string): string {
    const outside = this.#asked.variable(name);
    return outside.is === 'set'
      ? outside.text.replaceAll('$', '$$$$')
      : outside.is === 'unknown'
        ? variableMark(name)
        : '';
  }

  /** `target: X = y`; the value is expanded as late as any other. */
  #setForTargets(line: string): boolean {
    const [targets, behind] = splitAt(line, ':');
    const setting = behind && settingIn(behind.replace(/^\s*(?:(?:private|override|export)\s+)*/, ''));
    if (!setting) return false;
    this.#current = undefined;
    for (const text of this.#texts.expand(targets, this.#variables, none))
      for (const target of wordsOf(text))
        this.#ofTargets.set(target, [...(this.#ofTargets.get(target) ?? []), setting]);
    return true;
  }

  #readRule(head: string, inline: string | undefined, mayCount: boolean): void {
    this.#current = undefined;
    const colon = colonIn(head);
    if (colon < 0) {
      // `$(info …)` and `$(eval …)` leave an empty line; anything else is a mistake, or is not supported.
      if (head.trim() !== '') this.#texts.isOpen = true;
      return;
    }
    const isDouble = head[colon + 1] === ':';
    const targets = wordsOf(head.slice(0, colon).replace(/&\s*$/, ''));
    const behind = head.slice(colon + (isDouble ? 2 : 1));
    const next = colonIn(behind);
    const pattern = next < 0 ? undefined : behind.slice(0, next).trim();
    const [needs = '', before = ''] = (next < 0 ? behind : behind.slice(next + 1)).split('|');
    const rule: Rule = {
      targets,
      needs: wordsOf(needs),
      before: wordsOf(before),
      recipe: inline === undefined ? [] : [inline.trimStart()],
      isDouble,
      mayCount: mayCount || this.#conditionals.some(({ isOpen }) => isOpen),
      ...(pattern === undefined ? {} : { pattern }),
    };
    this.#rules.push(rule);
    for (const target of targets)
      if (!target.includes('%')) this.#byTarget.set(target, [...this.#rulesOf(target), rule]);
    this.#current = rule;
    const first = targets.find(
      (target) => !target.includes('%') && (!target.startsWith('.') || target.includes('/')),
    );
    if (this.#hasFirst || first === undefined) return;
    this.#firstGoals.push(first);
    this.#hasFirst = !rule.mayCount;
  }

  // ── making the targets ────────────────────────────────────────────────────────────────────

  run(): readonly Task[] {
    this.#phony = new Set(this.#rulesOf('.PHONY').flatMap(({ needs }) => needs));
    this.#mentioned = new Set(this.#rules.flatMap(({ needs, before }) => [...needs, ...before]));
    this.#anyTarget = this.#rules.filter(({ targets }) => targets.some(hasMark));
    // A rule without a recipe removes a built-in rule.
    const known = builtInRules.filter(
      ({ targets: [target], needs: [need] }) =>
        !this.#rules.some((rule) => rule.targets.includes(target ?? '') && rule.needs[0] === need),
    );
    this.#patterns = [...this.#rules.map(asPattern), ...known].filter(
      ({ targets, pattern, recipe }) =>
        pattern === undefined && recipe?.length !== 0 && targets.some((target) => target.includes('%')),
    );
    const goals = this.#goals.length > 0 ? this.#goals : this.#defaultGoals();
    // make first updates the makefile itself.
    const own = ['GNUmakefile', 'makefile', 'Makefile'].filter(
      (name) => !goals.includes(name) && this.#ruleOf(name) !== undefined,
    );
    for (const goal of [...own, ...goals]) this.#make(goal, this.#variables, true);
    const always = this.#texts.always.map((command) => ({ script: shellText(command) }));
    return [
      ...always,
      ...this.#tasks,
      ...(this.#texts.isOpen ? [{ script: '', isOpen: true } as const] : []),
    ];
  }

  #defaultGoals(): readonly string[] {
    const named = this.#texts.valueOf('.DEFAULT_GOAL', this.#variables, none).filter((each) => each !== '');
    return named.length > 0 ? named : this.#firstGoals;
  }

  /** The rules that name a target. */
  readonly #rulesOf = (target: string): readonly Rule[] => this.#byTarget.get(target) ?? [];

  readonly #ruleOf = (target: string): Rule | undefined => this.#rulesOf(target)[0];

  #make(target: string, around: Scope, isGoal: boolean): void {
    if (hasMark(target) || /[*?]/.test(target)) {
      this.#makeAny(target, around);
      return;
    }
    const scope = this.#scopeOf(target, around);
    const key =
      scope === this.#variables
        ? target
        : `${target}\n${this.#ofTargets.get(target) ?? ''}\n${[...scope].length}`;
    if (this.#built.has(key)) return;
    if (this.#built.size >= mostTargets) {
      this.#texts.isOpen = true;
      return;
    }
    this.#built.add(key);
    this.#making.add(target);
    // A dependency of a target on itself is dropped.
    const withoutCircle = (words: readonly string[]): readonly string[] =>
      words.filter((word) => !this.#making.has(word));
    const named = this.#rulesOf(target);
    // Rules with a recipe come first, the last one in front.
    const hasRecipe = ({ recipe }: Rule): boolean => (recipe?.length ?? 0) > 0;
    const all = [...named.filter(hasRecipe).reverse(), ...named.filter((rule) => !hasRecipe(rule))].map(
      (rule) => ({ needs: needsOf(rule, target), before: rule.before }),
    );
    const needs = withoutCircle(all.flatMap((each) => each.needs));
    const before = withoutCircle(all.flatMap((each) => each.before));
    const found = named.some(({ recipe, isDouble }) => isDouble || (recipe?.length ?? 0) > 0)
      ? this.#counted(named, target)
      : this.#implied(target, named.length > 0, isGoal);
    for (const rule of this.#anyTarget) this.#runRule(rule, target, '', [], [], scope);
    for (const each of withoutCircle(all.flatMap((each) => [...each.needs, ...each.before])))
      this.#make(each, scope, false);
    for (const { rule, stem } of found) {
      const isNamed = named.includes(rule);
      const own = withoutCircle(isNamed ? needsOf(rule, target) : needsWith(rule, stem));
      const after = isNamed ? [] : rule.before.map((word) => word.replace('%', () => stem));
      if (!isNamed) for (const each of [...own, ...after]) this.#make(each, scope, false);
      const inputs = rule.isDouble || !isNamed ? [...own, ...(isNamed ? [] : needs)] : needs;
      this.#runRule(rule, target, stem, inputs, [...after, ...before], scope);
    }
    this.#making.delete(target);
  }

  /** The rules of a target whose recipes run: the last one, and any that a conditional may leave out. */
  #counted(named: readonly Rule[], target: string): readonly { rule: Rule; stem: string }[] {
    const own = named.filter(({ recipe }) => (recipe?.length ?? 0) > 0);
    const last = own.findLastIndex(({ mayCount, isDouble }) => !mayCount && !isDouble);
    return own
      .filter((rule, at) => rule.isDouble || at >= last)
      .map((rule) => ({ rule, stem: rule.pattern === undefined ? '' : stemIn([target], rule.pattern) }));
  }

  /** Pattern rules that may make a target; if there are none, the built-in rules. */
  #implied(target: string, isNamed: boolean, isGoal: boolean): readonly { rule: Rule; stem: string }[] {
    if (this.#phony.has(target)) return [];
    const exists = (name: string): boolean => !['absent', 'unknown'].includes(this.#asked.entry(name));
    const isThere = (name: string): boolean =>
      hasMark(name) || this.#ruleOf(name) !== undefined || this.#mentioned.has(name) || exists(name);
    this.#tries += this.#patterns.length;
    if (this.#tries > mostTries) {
      this.#texts.isOpen = true;
      return [];
    }
    const fitting = this.#patterns.flatMap((rule) =>
      rule.targets.flatMap((pattern) => {
        const stem =
          pattern.includes('%') && rule.pattern === undefined ? stemIn([target], pattern) : undefined;
        // A rule that matches everything does not apply to a file that exists and has no prerequisites.
        const isIdle = pattern === '%' && !isGoal && rule.needs.length === 0 && exists(target);
        return stem === undefined || stem === '' || isIdle || rule.recipe?.length === 0
          ? []
          : [{ rule, stem }];
      }),
    );
    const certain = fitting.filter(({ rule, stem }) => needsWith(rule, stem).every(isThere));
    const own = fitting.filter(({ rule }) => !builtInRules.includes(rule));
    if (certain.length > 0) return certain;
    const [last] = this.#rulesOf('.DEFAULT');
    const isLast = last !== undefined && !isNamed && !exists(target);
    return isLast ? [...own, { rule: last, stem: '' }] : own;
  }

  /** A target that may be several: the names that a pattern finds, or that a command prints. */
  #makeAny(target: string, around: Scope): void {
    // A variable that nothing sets is empty.
    if (variableOf(target) !== undefined && variableOf(target) !== 'goal') return;
    const command = commandOf(target);
    const listed = command === undefined ? undefined : namesListed(command);
    const patterns = (listed ?? [target]).map(mayBe);
    if (this.#built.has(target)) return;
    this.#built.add(target);
    const ends = (listed ?? [target]).map((each) => /[^*\u0002]*$/.exec(each)?.[0] ?? '');
    for (const rule of [...this.#rules]) {
      for (const each of rule.targets) {
        if (each.includes('%') && rule.pattern === undefined) {
          const end = each.slice(each.indexOf('%') + 1);
          const start = each.slice(0, each.indexOf('%'));
          const fits = ends.some((other) => other.endsWith(end) || end.endsWith(other));
          const begin = listed === undefined ? (/^[^*\u0001]*/.exec(target)?.[0] ?? '') : '';
          if (!fits || !(begin.startsWith(start) || start.startsWith(begin))) continue;
          const stem = stemOf(target, each) ?? variableMark('stem');
          this.#runRule(
            rule,
            each.replace('%', () => stem),
            stem,
            needsWith(rule, stem),
            rule.before,
            around,
          );
          for (const need of [...needsWith(rule, stem), ...rule.before])
            if (!hasMark(need)) this.#make(need, around, false);
        } else if (
          !each.startsWith('.') &&
          !(listed !== undefined && this.#phony.has(each)) &&
          patterns.some((fits) => fits(each))
        )
          this.#make(each, around, false);
      }
    }
  }

  #scopeOf(target: string, around: Scope): Scope {
    const settings = [...this.#ofTargets]
      .filter(([pattern]) => stemOf(target, pattern) !== undefined)
      .flatMap(([, own]) => own);
    if (settings.length === 0) return around;
    const scope = new Map(around);
    for (const [name, operator, text] of settings) this.#assign(scope, name, operator, text);
    return scope;
  }

  #runRule(
    rule: Rule,
    target: string,
    stem: string,
    needs: readonly string[],
    before: readonly string[],
    scope: Scope,
  ): void {
    const suffixes = this.#rulesOf('.SUFFIXES');
    const hasNoSuffixes = suffixes.length > 0 && suffixes.at(-1)?.needs.length === 0;
    const automatic = new Map([
      ['@', target],
      ['<', needs[0] ?? ''],
      ['^', [...new Set(needs)].join(' ')],
      ['+', needs.join(' ')],
      ['?', needs.join(' ')],
      ['*', stem === '' ? (hasNoSuffixes ? '' : withoutSuffix(target)) : stem],
      ['|', [...new Set(before)].filter((word) => !needs.includes(word)).join(' ')],
      ['%', ''],
    ]);
    for (const [name, value] of [...automatic]) {
      automatic.set(
        `${name}D`,
        wordsOf(value)
          .map((word) => folderOf(word).replace(/(?<=.)\/$/, ''))
          .join(' '),
      );
      automatic.set(`${name}F`, wordsOf(value).map(nameOf).join(' '));
    }
    const isDry = ['-n', '-q', '-t'].some((option) => this.#asked.options.has(option));
    const exports = this.#exports(scope, automatic);
    const lines: Texts[] = (rule.recipe ?? []).flatMap((line) => {
      const isAlways = /^[@\s-]*\+|\$[({]MAKE[)}]/.test(line);
      return isDry && !isAlways ? [] : [this.#texts.expand(line, scope, automatic)];
    });
    const isOne = this.#ruleOf('.ONESHELL') !== undefined;
    if (isOne) {
      const all = lines.map((texts) => texts.map((text) => text.replace(/^[@+\-\s]+/, '')));
      for (let at = 0; at < Math.max(0, ...all.map(({ length }) => length)); at++)
        this.#runLine(all.map((texts) => texts[at] ?? texts[0] ?? '').join('\n'), exports, scope);
    }
    // The value of a variable may have several lines.
    else
      for (const texts of lines)
        for (const text of texts)
          for (const line of text.split(/(?<!\\)\n/))
            this.#runLine(line.replace(/^[@+\-\s]+/, ''), exports, scope);
  }

  #runLine(line: string, exports: string, scope: Scope): void {
    if (line.trim() === '' || (/^\s*#/.test(line) && !line.includes('\n'))) return;
    const words = withoutLone(line);
    // The shell of recipes never comes from the environment.
    const [shell = '/bin/sh', ...more] = scope.has('SHELL') ? this.#texts.valueOf('SHELL', scope, none) : [];
    const [flags = '-c'] = this.#texts.valueOf('.SHELLFLAGS', scope, none);
    const isPlain =
      more.length === 0 &&
      /^(?:\/(?:usr\/)?bin\/|\/usr\/bin\/env )?(?:ba|da|z|k|a)?sh$/.test(shell.trim()) &&
      /^-\w*c$/.test(flags.trim().split(/\s+/).at(-1) ?? '');
    const script = isPlain ? shellText(words) : `${shellText(shell)} ${shellText(flags)} ${quoted(words)}`;
    this.#tasks.push({ script: exports + script });
  }

  /** The environment variables of recipes. */
  #exports(scope: Scope, automatic: ReadonlyMap<string, string>): string {
    const all = this.#exportsAll || this.#ruleOf('.EXPORT_ALL_VARIABLES') !== undefined;
    const names = [...scope.keys()].filter(
      (name) =>
        /^[A-Za-z_]\w*$/.test(name) &&
        name !== 'MAKECMDGOALS' &&
        name !== 'SHELL' &&
        (all || this.#exported.has(name) || this.#asked.variable(name).is !== 'unset'),
    );
    return names
      .map((name) => {
        const sets = this.#texts
          .valueOf(name, scope, automatic)
          .map((text) => `export ${name}=${quoted(text)}`);
        return sets.length > 1
          ? `case $$ in ${sets.map((set) => `*) ${set};;`).join(' ')} esac\n`
          : `${sets[0]}\n`;
      })
      .join('');
  }

  readonly #expandOne = (text: string): string => this.#texts.expand(text, this.#variables, none).join(' ');
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

/** A word that is only an unset variable, after other words, is empty: `pytest $(ARGS)`. */
function withoutLone(line: string): string {
  return line.replace(
    /(?<=\S[ \t]+)\u0001(?!(?:HOME|PWD|PATH|USER|TMPDIR|stem|goal)\u0002)\w+\u0002(?=\s|$)/g,
    '',
  );
}

/** A target without a suffix that make knows; empty if it has none. */
const withoutSuffix = (target: string): string =>
  /^(.*)\.(?:out|a|ln|o|c|cc|C|cpp|p|f|F|m|r|y|l|ym|yl|s|S|mod|sym|def|h|info|dvi|tex|texinfo|texi|txinfo|w|ch|web|sh|elc|el)$/.exec(
    target,
  )?.[1] ?? '';

const needsWith = ({ needs, pattern }: Rule, stem: string): readonly string[] =>
  pattern === undefined || stem !== '' ? needs.map((word) => word.replace('%', () => stem)) : needs;

/** The prerequisites of a target by a rule that names it. */
function needsOf(rule: Rule, target: string): readonly string[] {
  if (rule.pattern === undefined) return rule.needs;
  const stem = stemIn([target], rule.pattern);
  return rule.needs.map((word) => word.replace('%', () => stem));
}

/** The stem of the first pattern that matches; a pattern without a folder matches the last name alone. */
function stemIn(words: readonly string[], pattern: string): string {
  for (const word of words) {
    const stem = stemOf(word, pattern);
    if (stem !== undefined) return stem;
    const at = word.lastIndexOf('/') + 1;
    const last = pattern.includes('/') ? undefined : stemOf(word.slice(at), pattern);
    if (last !== undefined) return word.slice(0, at) + last;
  }
  return '';
}

/** `.c.o:` is `%.o: %.c`. */
function asPattern(rule: Rule): Rule {
  const [, from, to] = /^(\.[A-Za-z]\w*)(\.\w+)$/.exec(rule.targets.join(' ')) ?? [];
  return from === undefined || rule.needs.length > 0
    ? rule
    : { ...rule, targets: [`%${to}`], needs: [`%${from}`] };
}

const builtInRules: readonly Rule[] = [
  ['%.o', '%.c', '$(CC) $(CFLAGS) $(CPPFLAGS) -c -o $@ $<'],
  ['%.o', '%.cc', '$(CXX) $(CXXFLAGS) $(CPPFLAGS) -c -o $@ $<'],
  ['%.o', '%.cpp', '$(CXX) $(CXXFLAGS) $(CPPFLAGS) -c -o $@ $<'],
  ['%', '%.o', '$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@'],
  ['%', '%.c', '$(CC) $(CFLAGS) $(CPPFLAGS) $(LDFLAGS) $^ $(LDLIBS) -o $@'],
  ['%', '%.sh', 'cat $< >$@; chmod a+x $@'],
].map(([target = '', need = '', line = '']) => ({
  targets: [target],
  needs: [need],
  before: [],
  recipe: [line],
  isDouble: false,
  mayCount: false,
}));

/** `X = y` and the like. */
function settingIn(line: string): Setting | undefined {
  const [, name, operator, value = ''] =
    /^\s*((?:[^\s:#=+?!$]|[+?!](?!=)|\$[({][^)}]*[)}])+)\s*(:{1,3}=|[+?!]?=)\s*(.*)$/s.exec(line) ?? [];
  return name === undefined || operator === undefined ? undefined : [name, operator, value];
}

/** The colon between targets and prerequisites; not that of a drive, or one after a back-slash. */
function colonIn(text: string): number {
  for (let at = 0, depth = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\u0001') depth++;
    else if (sign === '\u0002') depth--;
    else if (
      sign === ':' &&
      depth === 0 &&
      text[at - 1] !== '\\' &&
      !/(?:^|\s)[A-Za-z]:[\\/]/.test(text.slice(Math.max(0, at - 2), at + 2))
    )
      return at;
  }
  return -1;
}

/** A text up to a sign that is outside brackets, and the rest after it. */
function splitAt(text: string, sign: string): readonly [string, string | undefined] {
  for (let at = 0, depth = 0; at < text.length; at++) {
    if (text[at] === '$' && /[({]/.test(text[at + 1] ?? '')) depth++;
    else if (depth > 0 && /[)}]/.test(text[at] ?? '')) depth--;
    else if (text[at] === sign && depth === 0) return [text.slice(0, at), text.slice(at + 1)];
  }
  return [text, undefined];
}

function withoutComment(line: string): string {
  const at = line.search(/(?<!\\)#/);
  if (at < 0) return line;
  // In a recipe on the line of its rule, the text is for the shell.
  const [head, inline] = splitAt(line, ';');
  if (inline !== undefined && head.length < at && colonIn(head) >= 0) return line;
  return line.slice(0, at).replaceAll('\\#', '#');
}
