/**
 * Makefiles: the recipes of the targets that a command asks for, those of their dependencies, and commands that run while
 * the makefile is read. Both sides of a conditional count. By the manual of GNU make.
 */
import type { AskedTasks, Task } from './family.ts';
import { withoutLone } from './make-line.ts';
import { stemOf } from './make-pattern.ts';
import {
  asPattern,
  builtInRules,
  type MakeRule,
  needsOf,
  needsWith,
  stemIn,
  withoutSuffix,
} from './make-rule.ts';
import { folderOf, lastPartOf, type MakeScope, namesListed } from './make-text.ts';
import { Makefile, none } from './makefile.ts';
import {
  commandOf,
  hasMark,
  mayBe,
  quoted,
  shellText,
  type Texts,
  variableInMark,
  variableMark,
  wordsOfPossible,
} from './possible-text.ts';

const mostTargets = 300;
/** The limit of patterns that are compared with targets. */
const mostTries = 50_000;

export function readMake(text: string, asked: AskedTasks): readonly Task[] {
  const makefile = new Makefile(asked);
  makefile.read(text);
  return new Making(makefile).run();
}

/** The targets of a makefile that are made. */
class Making {
  readonly #makefile: Makefile;
  readonly #built = new Set<string>();
  readonly #making = new Set<string>();
  #tries = 0;
  /** What runs, in order. */
  readonly #tasks: Task[] = [];
  /** Rules that may make a target without naming it, once all rules are read. */
  #patterns: readonly MakeRule[] = [];
  #phony: ReadonlySet<string> = new Set();
  /** The prerequisites of rules: such a file should exist. */
  #mentioned: ReadonlySet<string> = new Set();
  #anyTarget: readonly MakeRule[] = [];

  constructor(makefile: Makefile) {
    this.#makefile = makefile;
  }

  run(): readonly Task[] {
    this.#phony = new Set(this.#makefile.rulesOf('.PHONY').flatMap(({ needs }) => needs));
    this.#mentioned = new Set(this.#makefile.rules.flatMap(({ needs, before }) => [...needs, ...before]));
    this.#anyTarget = this.#makefile.rules.filter(({ targets }) => targets.some(hasMark));
    // A rule without a recipe removes a built-in rule.
    const known = builtInRules.filter(
      ({ targets: [target], needs: [need] }) =>
        !this.#makefile.rules.some((rule) => rule.targets.includes(target ?? '') && rule.needs[0] === need),
    );
    this.#patterns = [...this.#makefile.rules.map(asPattern), ...known].filter(
      ({ targets, pattern, recipe }) =>
        pattern === undefined && recipe?.length !== 0 && targets.some((target) => target.includes('%')),
    );
    const goals = this.#makefile.goals.length > 0 ? this.#makefile.goals : this.#defaultGoals();
    // make first updates the makefile itself.
    const own = ['GNUmakefile', 'makefile', 'Makefile'].filter(
      (name) => !goals.includes(name) && this.#ruleOf(name) !== undefined,
    );
    for (const goal of [...own, ...goals]) this.#make(goal, this.#makefile.variables, true);
    const always = this.#makefile.texts.always.map((command) => ({ script: shellText(command) }));
    return [
      ...always,
      ...this.#tasks,
      ...(this.#makefile.texts.isOpen ? [{ script: '', isOpen: true } as const] : []),
    ];
  }

  #defaultGoals(): readonly string[] {
    const named = this.#makefile.texts
      .valueOf('.DEFAULT_GOAL', this.#makefile.variables, none)
      .filter((each) => each !== '');
    return named.length > 0 ? named : this.#makefile.firstGoals;
  }

  readonly #ruleOf = (target: string): MakeRule | undefined => this.#makefile.rulesOf(target)[0];

  #make(target: string, around: MakeScope, isGoal: boolean): void {
    if (hasMark(target) || /[*?]/.test(target)) {
      this.#makeAny(target, around);
      return;
    }
    const scope = this.#scopeOf(target, around);
    const key =
      scope === this.#makefile.variables
        ? target
        : `${target}\n${this.#makefile.ofTargets.get(target) ?? ''}\n${[...scope].length}`;
    if (this.#built.has(key)) return;
    if (this.#built.size >= mostTargets) {
      this.#makefile.texts.isOpen = true;
      return;
    }
    this.#built.add(key);
    this.#making.add(target);
    // A dependency of a target on itself is dropped.
    const withoutCircle = (words: readonly string[]): readonly string[] =>
      words.filter((word) => !this.#making.has(word));
    const named = this.#makefile.rulesOf(target);
    // Rules with a recipe come first, the last one in front.
    const hasRecipe = ({ recipe }: MakeRule): boolean => (recipe?.length ?? 0) > 0;
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
  #counted(named: readonly MakeRule[], target: string): readonly { rule: MakeRule; stem: string }[] {
    const own = named.filter(({ recipe }) => (recipe?.length ?? 0) > 0);
    const last = own.findLastIndex(({ mayCount, isDouble }) => !mayCount && !isDouble);
    return own
      .filter((rule, at) => rule.isDouble || at >= last)
      .map((rule) => ({ rule, stem: rule.pattern === undefined ? '' : stemIn([target], rule.pattern) }));
  }

  /** Pattern rules that may make a target; if there are none, the built-in rules. */
  #implied(target: string, isNamed: boolean, isGoal: boolean): readonly { rule: MakeRule; stem: string }[] {
    if (this.#phony.has(target)) return [];
    const exists = (name: string): boolean =>
      !['absent', 'unknown'].includes(this.#makefile.asked.entry(name));
    const isThere = (name: string): boolean =>
      hasMark(name) || this.#ruleOf(name) !== undefined || this.#mentioned.has(name) || exists(name);
    this.#tries += this.#patterns.length;
    if (this.#tries > mostTries) {
      this.#makefile.texts.isOpen = true;
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
    const [last] = this.#makefile.rulesOf('.DEFAULT');
    const isLast = last !== undefined && !isNamed && !exists(target);
    return isLast ? [...own, { rule: last, stem: '' }] : own;
  }

  /** A target that may be several: the names that a pattern finds, or that a command prints. */
  #makeAny(target: string, around: MakeScope): void {
    // A variable that nothing sets is empty.
    if (variableInMark(target) !== undefined && variableInMark(target) !== 'goal') return;
    const command = commandOf(target);
    const listed = command === undefined ? undefined : namesListed(command);
    const patterns = (listed ?? [target]).map(mayBe);
    if (this.#built.has(target)) return;
    this.#built.add(target);
    const ends = (listed ?? [target]).map((each) => /[^*\u0002]*$/.exec(each)?.[0] ?? '');
    for (const rule of [...this.#makefile.rules]) {
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

  #scopeOf(target: string, around: MakeScope): MakeScope {
    const settings = [...this.#makefile.ofTargets]
      .filter(([pattern]) => stemOf(target, pattern) !== undefined)
      .flatMap(([, own]) => own);
    if (settings.length === 0) return around;
    const scope = new Map(around);
    for (const [name, operator, text] of settings) this.#makefile.assign(scope, name, operator, text);
    return scope;
  }

  #runRule(
    rule: MakeRule,
    target: string,
    stem: string,
    needs: readonly string[],
    before: readonly string[],
    scope: MakeScope,
  ): void {
    if (this.#makefile.asked.options.has('-t')) this.#touch(rule, target);
    // Prerequisites may be found in these folders as well.
    const places = this.#makefile.folders(scope);
    if (places.length > 0 && needs.length > 0)
      for (const place of places) {
        const moved = needs.map((need) => (need.includes('/') ? need : `${place}/${need}`));
        this.#runRecipe(rule, target, stem, moved, before, scope);
      }
    this.#runRecipe(rule, target, stem, needs, before, scope);
  }

  /** A target with a recipe: `make -t` makes it as an empty file, without the recipe. Targets that are only names are left out. */
  #touch({ recipe = [] }: MakeRule, target: string): void {
    if (recipe.length > 0 && !this.#phony.has(target)) this.#tasks.push({ script: `: >> ${quoted(target)}` });
  }

  #runRecipe(
    rule: MakeRule,
    target: string,
    stem: string,
    needs: readonly string[],
    before: readonly string[],
    scope: MakeScope,
  ): void {
    const suffixes = this.#makefile.rulesOf('.SUFFIXES');
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
        wordsOfPossible(value)
          .map((word) => folderOf(word).replace(/(?<=.)\/$/, ''))
          .join(' '),
      );
      automatic.set(`${name}F`, wordsOfPossible(value).map(lastPartOf).join(' '));
    }
    const isDry = ['-n', '-q', '-t'].some((option) => this.#makefile.asked.options.has(option));
    const exports = this.#exports(scope, automatic);
    const lines: Texts[] = (rule.recipe ?? []).flatMap((line) => {
      const isAlways = /^[@\s-]*\+|\$[({]MAKE[)}]/.test(line);
      return isDry && !isAlways ? [] : [this.#makefile.texts.expand(line, scope, automatic)];
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

  #runLine(line: string, exports: string, scope: MakeScope): void {
    if (line.trim() === '' || (/^\s*#/.test(line) && !line.includes('\n'))) return;
    const words = withoutLone(line);
    // The shell of recipes never comes from the environment.
    const [shell = '/bin/sh', ...more] = scope.has('SHELL')
      ? this.#makefile.texts.valueOf('SHELL', scope, none)
      : [];
    const [flags = '-c'] = this.#makefile.texts.valueOf('.SHELLFLAGS', scope, none);
    const isPlain =
      more.length === 0 &&
      /^(?:\/(?:usr\/)?bin\/|\/usr\/bin\/env )?(?:ba|da|z|k|a)?sh$/.test(shell.trim()) &&
      /^(?:-[a-bd-z]*o?\s+(?:pipefail\s+)?)*-\w*c$/.test(flags.trim()) &&
      !/^export (?:BASH_ENV|ENV)=/m.test(exports);
    const script = isPlain ? shellText(words) : `${shellText(shell)} ${shellText(flags)} ${quoted(words)}`;
    this.#tasks.push({ script: exports + script });
  }

  /** The environment variables of recipes. */
  #exports(scope: MakeScope, automatic: ReadonlyMap<string, string>): string {
    const all = this.#makefile.exportsAll || this.#ruleOf('.EXPORT_ALL_VARIABLES') !== undefined;
    const names = [...scope.keys()].filter(
      (name) =>
        /^[A-Za-z_]\w*$/.test(name) &&
        name !== 'MAKECMDGOALS' &&
        name !== 'SHELL' &&
        (all || this.#makefile.exported.has(name) || this.#makefile.asked.variable(name).is !== 'unset'),
    );
    return names
      .map((name) => {
        const sets = this.#makefile.texts
          .valueOf(name, scope, automatic)
          .map((text) => `export ${name}=${quoted(text)}`);
        return sets.length > 1
          ? `case $$ in ${sets.map((set) => `*) ${set};;`).join(' ')} esac\n`
          : `${sets[0]}\n`;
      })
      .join('');
  }
}
