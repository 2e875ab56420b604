/**
 * Questions about one object of a call: `path in …`, `every refspec is …`,
 * `with --force`. An object of which nothing is known answers every question
 * with unknown; one without the part that is asked for answers no, negated or not.
 */
import type { ObjectTest } from '../check/tree/checked.ts';
import { textsOfCommand } from '../facts/effect/command-text.ts';
import type { Command, SendEffect } from '../facts/effect/effect.ts';
import type { Facts } from '../facts/facts.ts';
import { namesOfCommand } from '../facts/knowledge/table/command-names.ts';
import type { Knowledge } from '../facts/knowledge/table/knowledge.ts';
import {
  type CommandPattern,
  compileCommand,
  compileOperand,
  compileOption,
  compileProgramOf,
  programsOfPattern,
} from '../pattern/command.ts';
import {
  compileHost,
  compileHostClass,
  type HostPattern,
  type HostShape,
  hostClasses,
} from '../pattern/host.ts';
import { compilePackage } from '../pattern/package.ts';
import { type PathShape, readPathShape, showPathShape } from '../pattern/path/path-shape.ts';
import { anyShape, type Shape, staticText, textShape } from '../pattern/text/shape.ts';
import { NO, YES } from '../pattern/text/truth.ts';
import { programNamesOf, spellingsOf, type TouchedPath } from '../rule-index/names-in-call.ts';
import { compileAlternatives, type Judge, type PlainPattern, unfit } from './alternatives.ts';
import type { EffectCandidate } from './candidate.ts';
import { type Compilation, compileAbsences, placedPatterns, type Settle, type Side } from './compilation.ts';
import { doerOf, judgeDoer, unknownThing } from './doer.ts';
import { lazily } from './lazily.ts';
import { compileOptionValue } from './option-value.ts';
import { anyOf, everyOf, invert, type Outcome, outcomeIf, UNRESOLVED, withCause } from './outcome.ts';
import { compilePathTest } from './path-test.ts';
import { compileLabelled, onExecutedFiles, whereLabelled } from './remembered.ts';
import { compileIs, compileTextOperator, type Readings, type TextSort } from './shape-test.ts';

/** Compiles a question about an object, for its side. */
export function compileObjectTest(
  test: ObjectTest,
  side: Side,
  compilation: Compilation,
): Judge<EffectCandidate> {
  return lazily(() => {
    const patterns = placedPatterns(test.patterns, compilation);
    return compileTest({ ...test, patterns }, side, compilation);
  });
}

function compileTest(test: ObjectTest, side: Side, compilation: Compilation): Judge<EffectCandidate> {
  const settle = compileAbsences(undefined, test.patterns, compilation);
  // A negation inside the question swaps the side, as a `not` in front of it does.
  const exact = (side === 'excuse') !== test.negated;
  const ask = <Thing>(judge: Judge<Thing>): Judge<Thing> =>
    test.negated ? (thing, facts) => invert(judge(thing, facts)) : judge;
  switch (test.of) {
    case 'path':
      return test.operator === 'labelled'
        ? whereLabelled(test, about(pathOf, ask(compileLabelled(test, exact))))
        : about(pathOf, ask(compilePathTest(test, exact, settle)));
    case 'host':
      return about(hostOf, ask(compileHostTest(test, exact)));
    case 'command':
      return aboutDoer(side, ask(compileCommandTest(test, exact, compilation)));
    case 'producer':
      return aboutPiped('from', ask(compileCommandTest(test, exact, compilation)));
    case 'consumer':
      return aboutPiped('to', ask(compileCommandTest(test, exact, compilation)));
    case 'option':
      return aboutDoer(side, ask(compileOptionTest(test, exact)));
    case 'role':
      return aboutDoer(side, compileRoleTest(test, ask(compileValueTest(test, exact, settle))));
    case 'value':
      return aboutDoer(side, compileOptionValue(test, side, ask(compileValueTest(test, exact, settle))));
    case 'directory':
      return aboutDoer(side, inDirectory(side, ask(compilePathTest(test, exact, settle))));
    case 'package':
      return about(packageOf, ask(compilePackageTest(test, exact)));
    case 'agent':
      return about(agentOf, ask(compileTextTest(test, exact, 'name')));
    case 'content':
      return about(contentOf, ask(compileTextTest(test, exact, 'text')));
    case 'source':
      return about(sourceOf, ask(compileSourceTest(test, exact)));
    case 'file':
      return whereLabelled(test, onExecutedFiles(ask(compileLabelled(test, exact)), side, test));
    default:
      return test.of satisfies never;
  }
}

// ── what is asked about ───────────────────────────────────────────────────────────────────

/** An object without such a part answers no, also to the negated question. */
function about<Thing>(
  select: (candidate: EffectCandidate) => Thing | typeof unknownThing | undefined,
  judge: Judge<Thing>,
): Judge<EffectCandidate> {
  return (candidate, facts) => {
    if (candidate.kind === 'unknown') return UNRESOLVED;
    const thing = select(candidate);
    if (thing === undefined) return NO;
    return thing === unknownThing ? UNRESOLVED : judge(thing as Thing, facts);
  };
}

const pathOf = (candidate: EffectCandidate): TouchedPath | typeof unknownThing | undefined => {
  if (candidate.kind === 'path') return candidate.effect;
  return candidate.kind === 'send' ? sentFile(candidate.effect) : undefined;
};
/** The file that is sent; undefined where what is sent is in the call. */
const sentFile = ({ source, inline }: SendEffect): TouchedPath | typeof unknownThing | undefined =>
  source ?? (inline === true ? undefined : unknownThing);
const hostOf = (candidate: EffectCandidate): HostShape | undefined =>
  candidate.kind === 'host' || candidate.kind === 'send' ? candidate.effect.host : undefined;
const packageOf = (candidate: EffectCandidate): Install | typeof unknownThing | undefined => {
  if (candidate.kind !== 'package') return undefined;
  const { manager, name } = candidate.effect;
  return name === undefined ? unknownThing : { manager, name };
};
const agentOf = (candidate: EffectCandidate): Shape | typeof unknownThing | undefined =>
  candidate.kind === 'agent' ? knownText(candidate.effect.agent) : undefined;
/** Only what is written has a content. */
const contentOf = (candidate: EffectCandidate): Shape | typeof unknownThing | undefined =>
  candidate.kind === 'path' && candidate.verb === 'writes' ? knownText(candidate.effect.content) : undefined;
const sourceOf = (candidate: EffectCandidate): Shape | undefined =>
  candidate.kind === 'package' ? textShape(candidate.effect.source) : undefined;

const knownText = (text: string | undefined): Shape | typeof unknownThing =>
  text === undefined ? unknownThing : textShape(text);

/** Asks about the command of a rule, or about the one that does what the rule is about. */
function aboutDoer(side: Side, judge: Judge<Command>): Judge<EffectCandidate> {
  const judgeOther = judgeDoer(judge, side);
  return (candidate, facts) => {
    if (candidate.kind === 'unknown') return UNRESOLVED;
    if (candidate.kind === 'command') return judge(candidate.effect, facts);
    const doer = doerOf(candidate, facts);
    if (doer === undefined) return NO;
    return doer === unknownThing ? UNRESOLVED : judgeOther(doer, facts);
  };
}

/** Where a command runs, as far as that is known. Where it may be elsewhere, it excuses nothing, and denies where it is known to be. */
const inDirectory =
  (side: Side, judge: Judge<TouchedPath>): Judge<Command> =>
  ({ directory }, facts) => {
    if (directory === undefined) return UNRESOLVED;
    const { path, others, mayBeOther } = directory;
    const outcome = judge({ path, others, recursive: false, text: showPathShape(path) }, facts);
    const leftOpen = side === 'excuse' ? YES : NO;
    return mayBeOther && outcome === leftOpen ? UNRESOLVED : outcome;
  };

/** One end of a pipe: a command of the same call. */
function aboutPiped(end: 'from' | 'to', judge: Judge<Command>): Judge<EffectCandidate> {
  return (candidate, facts) => {
    if (candidate.kind === 'unknown') return UNRESOLVED;
    if (candidate.kind !== 'pipe') return NO;
    const command = facts.effects.commands[candidate.effect[end]];
    return command === undefined ? UNRESOLVED : judge(command, facts);
  };
}

// ── texts ─────────────────────────────────────────────────────────────────────────────────

function compileTextTest({ operator, patterns }: ObjectTest, exact: boolean, sort: TextSort): Judge<Shape> {
  if (operator === 'is') return compileAlternatives(patterns, exact, compileIs);
  if (operator === 'under') throw new Error('`under` is for paths');
  const judge = compileTextOperator(operator, patterns, exact, sort);
  return (shape, facts) => judge([shape], facts);
}

/** A source that is not known has the name `unknown`, which a rule may ask for. Other questions stay unknown. */
function compileSourceTest(test: ObjectTest, exact: boolean): Judge<Shape> {
  const judge = compileTextTest(test, exact, 'name');
  return (source, facts) => {
    const outcome = judge(source, facts);
    return outcome === NO && staticText(source) === 'unknown' ? UNRESOLVED : outcome;
  };
}

// ── hosts ─────────────────────────────────────────────────────────────────────────────────

function compileHostTest({ operator, patterns }: ObjectTest, exact: boolean): Judge<HostShape> {
  if (operator === 'is' || operator === 'under')
    return compileAlternatives(patterns, exact, compileHostPattern);
  const judge = compileTextOperator(operator, patterns, exact, 'name');
  return (host, facts) => judge([hostText(host)], facts);
}

function compileHostPattern(pattern: PlainPattern, exact: boolean): Judge<HostShape> {
  if (pattern.kind !== 'host' && pattern.kind !== 'text') return unfit(pattern, 'host');
  const host = readHostPattern(pattern.value);
  return (shape) => withCause(host.test(shape, exact), UNRESOLVED);
}

function readHostPattern(text: string): HostPattern {
  if ((hostClasses as readonly string[]).includes(text)) return compileHostClass(text);
  const { pattern, problem } = compileHost(text);
  if (pattern === undefined)
    throw new Error(`a host pattern passed the checks and does not compile: ${problem}`);
  return pattern;
}

function hostText({ value, suffix, text }: HostShape): Shape {
  if (value !== undefined) return textShape(value.name, text);
  const unknownPart = anyShape(text);
  return suffix === undefined
    ? unknownPart
    : { pieces: [...unknownPart.pieces, { kind: 'text', text: suffix }], source: text };
}

// ── commands ──────────────────────────────────────────────────────────────────────────────

function compileCommandTest(
  { operator, patterns }: ObjectTest,
  exact: boolean,
  { known }: Compilation,
): Judge<Command> {
  if (operator === 'is') {
    const { commands } = known;
    return compileAlternatives(
      patterns,
      exact,
      (pattern, isExact) => compileCommandPattern(pattern, isExact, commands),
      {
        namesInPattern: (pattern) => (isOfCommands(pattern) ? programsOfPattern(pattern.value) : undefined),
        namesOfThing: (command) => programNamesOf(command, commands),
        isNeverSure: ({ program, programWord }) =>
          program === undefined && staticText(programWord) === undefined,
      },
    );
  }
  if (operator === 'under') throw new Error('`under` is for paths');
  const judge = compileTextOperator(operator, patterns, exact, 'text');
  return oncePerCommand(exact ? onEveryText(judge) : onSomeText(judge));
}

/** A rule asks about the same command for each path that it touches, which may be thousands, and its text is as long. */
function oncePerCommand(judge: Judge<Command>): Judge<Command> {
  return (command, facts) => {
    const last = facts.once(judge, (): { command?: Command; outcome: Outcome } => ({ outcome: NO }));
    if (last.command !== command) {
      last.outcome = judge(command, facts);
      last.command = command;
    }
    return last.outcome;
  };
}

/** On the side that denies, the question may hold for the text or for the words. */
const onSomeText =
  (judge: Judge<Readings>): Judge<Command> =>
  (command, facts) => {
    const { written, words, isPlain } = textsOfCommand(command);
    return anyOf(isPlain ? [written] : [written, words], (reading) => judge([reading], facts));
  };

/**
 * On the side that excuses, the question holds for the text, and may hold for the words. The words of a command that
 * another one starts are not asked: its text begins with that other one (`sudo bash`).
 */
const onEveryText =
  (judge: Judge<Readings>): Judge<Command> =>
  (command, facts) => {
    const { written, words, isPlain } = textsOfCommand(command);
    const outcome = judge([written], facts);
    const decides = outcome === NO || command.via.length > 0 || isPlain;
    return decides || judge([words], facts) !== NO ? outcome : NO;
  };

type CommandPatternText = PlainPattern & { readonly kind: 'command' | 'text' };

const isOfCommands = (pattern: PlainPattern): pattern is CommandPatternText =>
  pattern.kind === 'command' || pattern.kind === 'text';

/** A pattern in its own spelling and under all names of its command: `npm i` is `npm install`. */
function compileCommandPattern(pattern: PlainPattern, exact: boolean, commands: Knowledge): Judge<Command> {
  if (!isOfCommands(pattern)) return unfit(pattern, 'command');
  const isOfProgram = compileProgramOf(pattern.value);
  const [wanted = ''] = pattern.value.trim().split(/\s+/, 1);
  const asWritten = lazily(() => compiled(compileCommand(pattern.value), exact));
  const underOtherNames = lazily(() => {
    const names = namesOfCommand(pattern.value, commands).filter((name) => name !== pattern.value);
    const judges = names.map((name) => compiled(compileCommand(name), exact));
    return (command: Command, facts: Facts) => anyOf(judges, (judge) => judge(command, facts));
  });
  return (command, facts) => {
    if (isOfProgram(command) === NO && !spellingsOf(command, commands).has(wanted)) return NO;
    const own = asWritten(command, facts);
    // A program that is not known has no other names.
    if (own === YES || (own !== NO && command.program === undefined)) return own;
    return anyOf([own, underOtherNames(command, facts)], (outcome) => outcome);
  };
}

function compiled({ pattern, problem }: ReturnType<typeof compileCommand>, exact: boolean): Judge<Command> {
  if (pattern === undefined)
    throw new Error(`a command pattern passed the checks and does not compile: ${problem}`);
  return judgeCommand(pattern, exact);
}

const judgeCommand =
  (pattern: CommandPattern, exact: boolean): Judge<Command> =>
  (command) =>
    withCause(pattern.test(command, exact), UNRESOLVED);

function compileOptionTest({ patterns }: ObjectTest, exact: boolean): Judge<Command> {
  return compileAlternatives(patterns, exact, (pattern, isExact) => {
    switch (pattern.kind) {
      case 'option':
        return compiled(compileOption(pattern.value), isExact);
      case 'operand':
      case 'name':
      case 'text':
        return judgeCommand(compileOperand(pattern.value), isExact);
      default:
        return unfit(pattern, 'option');
    }
  });
}

// ── roles ─────────────────────────────────────────────────────────────────────────────────

/** Asks about the values that a command has in a role. Where one could hide, what is seen does not settle it. */
function compileRoleTest({ role, quantifier }: ObjectTest, judge: Judge<Shape>): Judge<Command> {
  const isArgument = role === 'argument';
  return (command, facts) => {
    const values = isArgument ? argumentsOf(command) : inRole(command, role);
    const hides = command.open || (!command.known && !isArgument);
    if (quantifier === 'every') {
      const every = everyOf(values, (value) => judge(value, facts));
      return hides && (values.length === 0 || every === YES) ? UNRESOLVED : every;
    }
    const any = anyOf(values, (value) => judge(value, facts));
    // Assignments come before the command, so unknown words after it cannot hide one.
    return hides && any === NO && role !== 'assignment' ? UNRESOLVED : any;
  };
}

const inRole = ({ operands, assignments = [] }: Command, wanted: string | undefined): readonly Shape[] => [
  ...operands.flatMap(({ value, role }) => (role === wanted ? value : [])),
  ...(wanted === 'assignment' ? assignments : []),
];

/** The words of a command, and none of the scripts that it runs. Of those that may be any text, one is enough. */
function argumentsOf(command: Command): readonly Shape[] {
  const known = argumentsRead.get(command);
  if (known !== undefined) return known;
  let hasAny = false;
  const values = [
    ...command.operands.flatMap(({ value, role, implied }) => (implied && isQuery(role) ? [] : value)),
    ...command.options.flatMap(({ value }) => value ?? []),
  ].filter(({ pieces }) => {
    if (pieces.length !== 1 || pieces[0]?.kind !== 'any') return true;
    const isFirst = !hasAny;
    hasAny = true;
    return isFirst;
  });
  argumentsRead.set(command, values);
  return values;
}

const isQuery = (role: string | undefined): boolean => role === 'query' || role === 'statement';

const argumentsRead = new WeakMap<Command, readonly Shape[]>();

/** One value: a name, a text, or, beside a path pattern, a path from the current directory. */
function compileValueTest({ operator, patterns }: ObjectTest, exact: boolean, settle: Settle): Judge<Shape> {
  if (operator === 'under') {
    const under = compilePathTest({ operator, patterns }, exact, settle);
    return (shape, facts) => under(pathFrom(shape, facts.cwd), facts);
  }
  if (operator !== 'is') {
    const judge = compileTextOperator(operator, patterns, exact, 'text');
    return (shape, facts) => judge([shape], facts);
  }
  return compileAlternatives(patterns, exact, (pattern, isExact) => {
    if (pattern.kind !== 'path') return compileIs(pattern, isExact);
    const is = compilePathTest({ operator, patterns: [pattern] }, isExact, settle);
    return (shape, facts) => is(pathFrom(shape, facts.cwd), facts);
  });
}

/** The path of a value. Each pattern of a list asks for it. */
function pathFrom(shape: Shape, base: PathShape | undefined): TouchedPath {
  const known = pathsRead.get(shape);
  if (known !== undefined && known.base === base) return known.path;
  const path: TouchedPath = {
    path: readPathShape(shape, base),
    others: [],
    recursive: false,
    text: shape.source,
  };
  pathsRead.set(shape, { base, path });
  return path;
}

const pathsRead = new WeakMap<Shape, { readonly base: PathShape | undefined; readonly path: TouchedPath }>();

// ── packages ──────────────────────────────────────────────────────────────────────────────

interface Install {
  readonly manager: string;
  readonly name: string;
}

function compilePackageTest({ operator, patterns }: ObjectTest, exact: boolean): Judge<Install> {
  if (operator !== 'is') {
    const judge = compileTextTest({ operator, patterns } as ObjectTest, exact, 'name');
    return ({ name }, facts) => judge(textShape(name), facts);
  }
  return compileAlternatives(patterns, exact, (pattern) => {
    if (pattern.kind !== 'package' && pattern.kind !== 'text' && pattern.kind !== 'name')
      return unfit(pattern, 'package');
    const { pattern: wanted, problem } = compilePackage(pattern.value);
    if (wanted === undefined)
      throw new Error(`a package pattern passed the checks and does not compile: ${problem}`);
    return ({ manager, name }): Outcome => outcomeIf(wanted.test(manager, name));
  });
}
