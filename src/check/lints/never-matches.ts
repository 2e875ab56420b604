/**
 * Comparisons that no call fulfils, as far as the tables say: words that the command is never given, a tool whose name is a
 * letter away from a known one, a harness by the name of its program.
 *
 *     when runs "git push" and any branch is "main"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { nearestSlip } from '../../language/words.ts';
import { harnessMeant, harnessNames, titleOfHarness } from '../../vocabulary/harness-names.ts';
import type { CheckedCompare, CheckedEffect, CheckedObject, CheckedRule, Pattern } from '../tree/checked.ts';
import type { KnownNames } from '../tree/known-names.ts';
import { plainPatterns } from '../tree/plain-patterns.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import { type ExpressionPart, questionsOf } from '../tree/walk.ts';
import { placeOfPattern } from '../values/pattern-place.ts';

/** Comparisons in the conditions of rules and labels that hold for no call. */
export const findNeverMatching = (rules: readonly CheckedRule[], known: KnownNames): readonly Diagnostic[] =>
  rules.flatMap(({ when, unless }) => {
    const asked = when.flatMap(questionsOf);
    const parts = [...asked, ...unless.flatMap(questionsOf)];
    return parts.flatMap((part) =>
      part.kind === 'compare'
        ? unknownName(part, parts, known)
        : part.kind === 'object' && part.test.of === 'role'
          ? absentRole(part, asked, known)
          : [],
    );
  });

const neverMatches = ({ path, span }: SourcePlace, message: string, help: string): Diagnostic =>
  warningAt('never-matches', path, span, message, { help });

// ── the words of a command ────────────────────────────────────────────────────────────────

/** Words that a command gets by more ways than its table says. */
const fromElsewhere: ReadonlySet<string> = new Set([
  ...['argument', 'assignment', 'code', 'endpoint', 'host', 'module', 'patch', 'path', 'query'],
  ...['refspec', 'script', 'statement', 'url'],
]);

/** With more commands nothing is said. */
const mostCommands = 20;

/** `any branch` beside `runs "git push"`, which has remotes and refspecs. */
function absentRole(
  { test: { role }, place, text }: CheckedObject,
  asked: readonly ExpressionPart[],
  known: KnownNames,
): readonly Diagnostic[] {
  if (role === undefined) return [];
  const commands = commandsAsked(asked);
  const found = rolesOfAll(commands, known);
  if (found === undefined || found.has(role)) return [];
  if (role === 'refspec' ? !commands.every((each) => takesRefs(each, known)) : fromElsewhere.has(role))
    return [];
  const what = commands.map((command) => `\`${command}\``).join(' or ');
  const quantifier = text.split(' ', 1)[0] ?? 'any';
  return [
    neverMatches(
      place,
      `no word of ${what} is a \`${role}\``,
      role === 'branch' && found.has('refspec')
        ? `the branch of a push is \`${quantifier} refspec\``
        : role === 'refspec'
          ? `a refspec is what a push changes; what this takes is \`${quantifier} ref\``
          : found.size === 0
            ? `every word that is no option is an \`argument\``
            : `it has ${[...found].map((each) => `\`${each}\``).join(', ')}; every word that is no option is an \`argument\``,
    ),
  ];
}

/** `git pull` takes refs of a remote, and changes none there. */
const takesRefs = (command: string, known: KnownNames): boolean =>
  known.rolesOf(wordsOfCommand(command))?.includes('ref') === true;

const wordsOfCommand = (command: string): readonly string[] => command.trim().split(/\s+/);

/** The commands that all of the conditions name; none where one is about other things, or where there are too many. */
function commandsAsked(asked: readonly ExpressionPart[]): readonly string[] {
  const effects = asked.filter((part): part is CheckedEffect => part.kind === 'effect');
  const commands = effects.map(commandsOf);
  const all = commands.flatMap((each) => each ?? []);
  return all.length > mostCommands || commands.includes(undefined) ? [] : all;
}

/** The roles that words of some commands have; undefined without commands, and where one is not known. */
function rolesOfAll(commands: readonly string[], known: KnownNames): ReadonlySet<string> | undefined {
  const roles = commands.map((command) => known.rolesOf(wordsOfCommand(command)));
  return roles.length === 0 || roles.includes(undefined)
    ? undefined
    : new Set(roles.flatMap((each) => each ?? []));
}

/** The patterns of `runs "…"`; undefined where other things are asked for, or any command. */
function commandsOf({ verbs, tests }: CheckedEffect): readonly string[] | undefined {
  const asked = tests.filter(({ of }) => of === 'command');
  if (verbs.join() !== 'runs' || asked.length === 0) return undefined;
  if (asked.some(({ operator, negated }) => operator !== 'is' || negated)) return undefined;
  const patterns = plainPatterns(asked.flatMap((test) => test.patterns));
  const texts = patterns.flatMap((pattern) =>
    pattern.kind === 'command' && /^[\w.+ -]+$/.test(pattern.value) ? pattern.value : [],
  );
  return texts.length === patterns.length ? texts : undefined;
}

// ── names ─────────────────────────────────────────────────────────────────────────────────

function unknownName(
  { field, operator, patterns, place }: CheckedCompare,
  parts: readonly ExpressionPart[],
  known: KnownNames,
): readonly Diagnostic[] {
  const { id } = field.entry;
  if (operator !== 'is' || (id !== 'tool' && id !== 'harness.name')) return [];
  if (id === 'tool' && parts.some(asksForServer)) return [];
  return plainPatterns(patterns).flatMap((pattern: Pattern) => {
    if (pattern.kind !== 'name') return [];
    const own = placeOfPattern(pattern) ?? place;
    return id === 'tool' ? misspeltTool(pattern.value, own, known) : otherHarness(pattern.value, own);
  });
}

/** The tools of servers have any names. */
const asksForServer = (part: ExpressionPart): boolean =>
  part.kind === 'compare' && ['origin', 'mcp.server', 'mcp.tool'].includes(part.field.entry.id);

/** `tool is "Bsah"`. */
function misspeltTool(name: string, place: SourcePlace, known: KnownNames): readonly Diagnostic[] {
  if (!/^[A-Za-z]{4,}$/.test(name) || known.hasTool(name)) return [];
  const right = nearestSlip(name.toLowerCase(), known.toolsLike(name));
  if (right === undefined) return [];
  const written = /^[A-Z]/.test(name) ? `${right[0]?.toUpperCase()}${right.slice(1)}` : right;
  return [neverMatches(place, `no known tool is called \`${name}\``, `did you mean \`${written}\`?`)];
}

/** `harness is "claude"`: events say `Claude Code`. */
function otherHarness(name: string, place: SourcePlace): readonly Diagnostic[] {
  const titles = harnessNames.map(titleOfHarness);
  const lower = name.toLowerCase();
  if (titles.some((title) => title.toLowerCase() === lower)) return [];
  const id = harnessMeant(name);
  const right = id === undefined ? nearestSlip(name, titles) : titleOfHarness(id);
  if (right === undefined) return [];
  return [
    neverMatches(
      place,
      `no event of a hook says that its harness is \`${name}\``,
      `did you mean \`harness is "${right}"\`, as its events say?`,
    ),
  ];
}
