/**
 * What a call does, judged over the tree: candidates, predicates and questions
 * about objects. Texts and paths that are known are compared the obvious way;
 * those known in part, hosts, packages and commands by the pattern matchers
 * themselves, which have tests of their own.
 */
import type {
  CheckedEffect,
  CheckedExpression,
  CheckedObject,
  EffectVerb,
  ObjectTest,
  Pattern,
  Slot,
} from '../../src/check/tree/checked.ts';
import type {
  Command,
  Effects,
  InstallEffect,
  PathEffect,
  Pipe,
  SpawnEffect,
} from '../../src/facts/effect/effect.ts';
import { compileCommand, compileOperand, compileOption } from '../../src/pattern/command.ts';
import { compileHost, compileHostClass, type HostShape } from '../../src/pattern/host.ts';
import { compilePackage } from '../../src/pattern/package.ts';
import { compilePath } from '../../src/pattern/path/path.ts';
import {
  DEEP,
  isKnown,
  type PathShape,
  type Step,
  showPathShape,
} from '../../src/pattern/path/path-shape.ts';
import { isUnder } from '../../src/pattern/path/path-shape-test.ts';
import { joinPieces, type Shape, staticText } from '../../src/pattern/text/shape.ts';
import { compileShapeName, hasPart, isText, viewOf } from '../../src/pattern/text/shape-text.ts';
import { truthName } from '../../src/pattern/text/truth.ts';
import { isInWorkspace as workspaceHas } from '../../src/pattern/workspace.ts';
import { currentDirectory, type Scene, type Side, settleFor, workspaceRoots } from './evaluate.ts';
import {
  anyOf,
  because,
  certainly,
  everyOf,
  type Judgement,
  negate,
  no,
  orElse,
  some,
  without,
} from './judgement.ts';
import { type Answer, isBelow, isInWorkspace, isRelative, matchPath, readPath } from './path.ts';
import { composed, folded, matchesName } from './text.ts';

// ── what the rule is about ────────────────────────────────────────────────────────────────

/** One thing that the call does, with its parts. */
export interface Thing {
  readonly verb: EffectVerb;
  readonly certain: boolean;
  /** Only a lower layer tells of it. */
  readonly ofLower: boolean;
  readonly path?: PathEffect | undefined;
  readonly host?: HostShape;
  readonly command?: Command;
  readonly pipe?: Pipe;
  readonly install?: InstallEffect;
  readonly spawn?: SpawnEffect;
  /** The place of the command that does it among those of the call. */
  readonly doer?: number | undefined;
}

/** `unknown`: a part of the call of which nothing is known. `none`: no object at all. */
export type Choice = Thing | 'unknown' | 'none';
export type Binding = readonly Choice[];

const thirdPerson = {
  read: 'reads',
  write: 'writes',
  delete: 'deletes',
  empty: 'empties',
  move: 'moves',
  copy: 'copies',
} as const;

function thingsDone(effects: Effects): readonly Thing[] {
  const told = (done: { readonly certain: boolean; readonly command?: number | undefined }) => ({
    certain: done.certain,
    doer: done.command,
    ofLower: effects.added?.has(done) === true,
  });
  return [
    ...effects.paths.map((path): Thing => ({ ...told(path), verb: thirdPerson[path.kind], path })),
    ...effects.commands.map((command): Thing => ({ ...told(command), verb: 'runs', command })),
    ...effects.connects.map((each): Thing => ({ ...told(each), verb: 'connects', host: each.host })),
    ...effects.sends.map(
      (each): Thing => ({ ...told(each), verb: 'sends', host: each.host, path: each.source }),
    ),
    ...effects.pipes.map((pipe): Thing => ({ ...told(pipe), verb: 'pipes', pipe })),
    ...effects.installs.map((install): Thing => ({ ...told(install), verb: 'installs', install })),
    ...effects.spawns.map((spawn): Thing => ({ ...told(spawn), verb: 'spawns', spawn })),
    ...effects.elevates.map((each): Thing => ({ ...told(each), verb: 'elevates' })),
  ];
}

function candidates(verbs: readonly EffectVerb[], effects: Effects): readonly Choice[] {
  const things = thingsDone(effects).filter(({ verb }) => verbs.includes(verb));
  return effects.unknowns.length > 0 ? [...things, 'unknown'] : things;
}

export function choicesOf({ verbs }: Slot, effects: Effects, slots: number): readonly Choice[] {
  const choices = candidates(verbs, effects);
  return choices.length === 0 || slots > 1 ? [...choices, 'none'] : choices;
}

// ── predicates ────────────────────────────────────────────────────────────────────────────

export function judgeEffect(
  { verbs, slot, onlyUnknown, tests }: CheckedEffect,
  side: Side,
  scene: Scene,
): Judgement {
  const does = (choice: Choice): Judgement => {
    if (choice === 'none') return no;
    if (choice === 'unknown') return because('unresolved');
    if (!verbs.includes(choice.verb)) return no;
    const asked = tests.map((test) => judgeTest(test, choice, side, scene));
    const judgement = everyOf(onlyUnknown === true ? [...asked, judgeUnknown(choice)] : asked);
    return judgement.answer === 'yes' && !choice.certain ? because('unresolved') : judgement;
  };
  if (slot !== undefined) {
    const choice = scene.binding[slot] ?? 'none';
    return ofThatProgram(does(choice), choice, side);
  }
  // What only a lower layer tells of excuses nothing, nor does a program that lies where anybody may have put it.
  const counts = (choice: Choice): Judgement => {
    const judgement = does(choice);
    const isDoubtful = typeof choice === 'object' && (choice.ofLower || mayBeAnother(choice.command));
    return isDoubtful && side === 'excuse' && judgement.answer === 'yes' ? because('unresolved') : judgement;
  };
  return anyOf(candidates(verbs, scene.effects).map(counts));
}

/** The program that a rule is about excuses nothing either if it lies where anybody may have put it. */
const ofThatProgram = (judgement: Judgement, choice: Choice, side: Side): Judgement =>
  side === 'excuse' &&
  judgement.answer === 'yes' &&
  typeof choice === 'object' &&
  mayBeAnother(choice.command)
    ? because('unresolved')
    : judgement;

/** Is the program in no table? */
function judgeUnknown({ command }: Thing): Judgement {
  if (command === undefined) return no;
  return command.program === undefined ? because('unresolved') : certainly(!command.known);
}

export function judgeObject({ slot, test, text }: CheckedObject, side: Side, scene: Scene): Judgement {
  const choice = scene.binding[slot] ?? 'none';
  const wanted = new Map([
    ['read path', 'reads'],
    ['written path', 'writes'],
    ['deleted path', 'deletes'],
    ['emptied path', 'empties'],
    ['sent path', 'sends'],
  ]).get(text);
  if (wanted !== undefined && typeof choice === 'object' && choice.verb !== wanted) return no;
  return ofThatProgram(judgeTest(test, choice, side, scene), choice, side);
}

export function judgeOpaque(
  { what, negated }: CheckedExpression & { readonly kind: 'opaque' },
  { effects }: Scene,
): Judgement {
  const tooMuch = effects.unknowns.filter(({ sort }) => sort === 'budget');
  const opaque = effects.unknowns.length > 0 || effects.commands.some(({ program }) => program === undefined);
  return certainly((what === 'opaque' ? opaque : tooMuch.length > 0) !== negated);
}

// ── questions about an object ─────────────────────────────────────────────────────────────

function judgeTest(test: ObjectTest, choice: Choice, side: Side, scene: Scene): Judgement {
  if (choice === 'none') return no;
  if (choice === 'unknown') return because('unresolved');
  const exact = test.negated ? side === 'deny' : side === 'excuse';
  if (ofCommands.includes(test.of)) return judgeItsCommand(test, choice, side, exact, scene);
  const judgement = judgePart(test, choice, exact, scene);
  if (judgement === 'no such part') return no;
  return test.negated ? negate(judgement) : judgement;
}

const ofCommands: readonly ObjectTest['of'][] = ['command', 'option', 'role', 'value', 'directory'];

/** A question about the command of a rule, or about the one that does the thing. */
function judgeItsCommand(
  test: ObjectTest,
  thing: Thing,
  side: Side,
  exact: boolean,
  scene: Scene,
): Judgement {
  const { commands, added } = scene.effects;
  if (thing.command !== undefined)
    return asFarAsSure(test, thing.command, side, judgeOfCommand(test, thing.command, exact, scene));
  if (thing.pipe !== undefined) return no;
  const place = thing.doer;
  const doer = place === undefined ? undefined : commands[place];
  if (doer === undefined) return commands.length > 0 ? because('unresolved') : no;
  const judgement = asFarAsSure(test, doer, side, judgeOfCommand(test, doer, exact, scene));
  const excusesForNothing = side === 'excuse' && (mayBeAnother(doer) || added?.has(doer) === true);
  return judgement.answer === 'yes' && excusesForNothing ? because('unresolved') : judgement;
}

/** Without what rests on an option that may be a value, or on a directory that may be another. */
function asFarAsSure(
  { of }: ObjectTest,
  { options, directory, args }: Command,
  side: Side,
  judgement: Judgement,
): Judgement {
  const { answer } = judgement;
  const hasFiles = args.some(
    ({ pieces: [first] }, at) =>
      first?.kind === 'glob' && !args.slice(0, at).some((each) => staticText(each) === '--'),
  );
  const mayBeValue =
    of === 'value' && side === 'excuse' && (hasFiles || options.some((each) => each.mayBeValue === true));
  const mayBeOther = of === 'directory' && directory?.mayBeOther === true;
  if (mayBeValue && answer === 'yes') return because('unresolved');
  const isOpen = side === 'excuse' ? answer === 'yes' : answer === 'no';
  return mayBeOther && isOpen ? because('unresolved') : judgement;
}

/** Whether what runs may be another program than the one that a table has under its name. */
const mayBeAnother = (command: Command | undefined): boolean =>
  command?.known === true && !isUsualPlace(command.programWord);

/** A bare name, or a program in a folder of the system. */
function isUsualPlace(word: Shape): boolean {
  const name = staticText(word);
  if (name === undefined) return false;
  const folders = ['/bin/', '/sbin/', '/usr/bin/', '/usr/sbin/', '/usr/local/bin/', '/opt/homebrew/bin/'];
  if (name.split('/').includes('..')) return false;
  return !name.includes('/') || folders.some((folder) => name.startsWith(folder));
}

function judgeOfCommand(test: ObjectTest, command: Command, exact: boolean, scene: Scene): Judgement {
  if (test.of === 'role') return judgeRole(test, command, exact, scene);
  if (test.of === 'value') return judgeOptionValue(test, command, exact, scene);
  const turned = (judgement: Judgement): Judgement => (test.negated ? negate(judgement) : judgement);
  if (test.of === 'option') return turned(judgeOption(test, command, exact));
  if (test.of === 'command') return turned(judgeCommand(test, command, exact));
  if (command.directory === undefined) return because('unresolved');
  const { path, others } = command.directory;
  const place: PathEffect = { ...pathOfNothing, path, others, text: showPathShape(path) };
  return turned(judgePath(test, place, exact, scene));
}

const pathOfNothing = {
  kind: 'read',
  certain: true,
  span: { field: [], start: 0, end: 0 },
  command: undefined,
  recursive: false,
  content: undefined,
} as const;

/** What an option is given, value for value. */
function judgeOptionValue(test: ObjectTest, command: Command, exact: boolean, scene: Scene): Judgement {
  const asked = test.option ?? '';
  const judgements: Judgement[] = [];
  let lastIsSure = false;
  for (const { names, value, next, certain } of command.options) {
    if (!names.some((name) => name === asked)) continue;
    lastIsSure = certain && (names.includes('--context') || names.includes('--namespace'));
    const shape = value ?? next;
    if (shape === undefined) {
      judgements.push(test.quantifier === undefined ? because('unresolved') : no);
      continue;
    }
    const plain = judgeValue(test, shape, exact, scene);
    const judgement = test.negated ? negate(plain) : plain;
    const isDoubtful = value === undefined || !certain;
    judgements.push(judgement.answer === 'yes' && isDoubtful ? because('unresolved') : judgement);
  }
  if (test.quantifier === 'any') {
    const any = anyOf(judgements);
    return any.answer === 'no' && command.open ? because('unresolved') : any;
  }
  if (test.quantifier === 'every') {
    if (judgements.some(({ answer }) => answer === 'no')) return no;
    if (command.open) return because('unresolved');
    return judgements.length === 0 ? no : everyOf(judgements);
  }
  if (command.open || judgements.length === 0) return because('unresolved');
  const last = judgements[judgements.length - 1] ?? no;
  if (command.program === 'kubectl' && lastIsSure) return last;
  const isSame = judgements.every(({ answer }) => answer === last.answer);
  return isSame ? last : because('unresolved');
}

function judgePart(
  test: ObjectTest,
  { verb, path, host, pipe, install, spawn }: Thing,
  exact: boolean,
  scene: Scene,
): Judgement | 'no such part' {
  switch (test.of) {
    case 'path':
      if (path !== undefined) return judgePath(test, path, exact, scene);
      return verb === 'sends' ? because('unresolved') : 'no such part';
    case 'content':
      if (verb !== 'writes') return 'no such part';
      return path?.content === undefined
        ? because('unresolved')
        : judgeText(test, { pieces: [{ kind: 'text', text: path.content }], source: '' }, exact, 'text');
    case 'host':
      return host === undefined ? 'no such part' : judgeHost(test, host, exact);
    case 'producer':
      return pipe === undefined ? 'no such part' : judgePiped(test, scene.effects.commands[pipe.from], exact);
    case 'consumer':
      return pipe === undefined ? 'no such part' : judgePiped(test, scene.effects.commands[pipe.to], exact);
    case 'package':
      return install === undefined ? 'no such part' : judgePackage(test, install);
    case 'source': {
      if (install === undefined) return 'no such part';
      const judgement = judgeText(test, literally(install.source), exact, 'name');
      return install.source === 'unknown' && judgement.answer === 'no' ? because('unresolved') : judgement;
    }
    case 'agent':
      if (spawn === undefined) return 'no such part';
      return spawn.agent === undefined
        ? because('unresolved')
        : judgeText(test, literally(spawn.agent), exact, 'name');
    default:
      throw new Error(`${test.of} is asked elsewhere`);
  }
}

const literally = (text: string): Shape => ({ pieces: [{ kind: 'text', text }], source: text });

/** One of the patterns, or one in a list and none of its exceptions, which are on the other side. */
function oneOf(
  patterns: readonly Pattern[],
  exact: boolean,
  is: (pattern: Pattern, exact: boolean) => Judgement,
): Judgement {
  return anyOf(
    patterns.map((pattern) =>
      pattern.kind === 'list'
        ? without(oneOf(pattern.items, exact, is), oneOf(pattern.except, !exact, is))
        : is(pattern, exact),
    ),
  );
}

const textOf = (pattern: Pattern): string => {
  if (!('value' in pattern) || typeof pattern.value !== 'string')
    throw new Error(`${pattern.kind} has no text`);
  return pattern.value;
};

// ── texts ─────────────────────────────────────────────────────────────────────────────────

function judgeText(
  { operator, patterns }: Pick<ObjectTest, 'operator' | 'patterns'>,
  shape: Shape,
  exact: boolean,
  sort: 'name' | 'text',
): Judgement {
  return oneOf(patterns, exact, (pattern, isExact) => {
    if (operator === 'is') return orElse(isOne(pattern, shape, isExact), 'unresolved');
    if (operator === 'matches') return judgeRegex(pattern, shape, isExact);
    if (operator === 'under' || operator === 'labelled') throw new Error('not for texts');
    const views = isExact ? [same] : sort === 'name' ? [same, composed, folded] : [same, composed];
    const answers = views.map((view): Answer => {
      const known = staticText(shape);
      const part = view(textOf(pattern));
      if (known === undefined) return truthName(hasPart(viewOf(shape, view), operator, part));
      const text = view(known);
      if (operator === 'contains') return text.includes(part) ? 'yes' : 'no';
      return (operator === 'starts with' ? text.startsWith(part) : text.endsWith(part)) ? 'yes' : 'no';
    });
    return orElse(some(answers), 'unresolved');
  });
}

const same = (text: string): string => text;

function isOne(pattern: Pattern, shape: Shape, exact: boolean): Answer {
  const known = staticText(shape);
  const wanted = textOf(pattern);
  if (pattern.kind === 'text') {
    const view = exact ? same : composed;
    if (known === undefined) return truthName(isText(viewOf(shape, view), view(wanted)));
    return view(known) === view(wanted) ? 'yes' : 'no';
  }
  if (known === undefined) return truthName(compileShapeName(wanted).test(shape, exact));
  const folds = !exact && matchesName(folded(wanted), folded(known));
  return matchesName(wanted, known) || folds ? 'yes' : 'no';
}

function judgeRegex(pattern: Pattern, shape: Shape, exact: boolean): Judgement {
  if (pattern.kind !== 'regex') throw new Error('not a regular expression');
  const known = staticText(shape);
  const regex = new RegExp(pattern.source, `${pattern.flags}u`);
  if (known === undefined)
    return fillings(shape, exact).some((text) => regex.test(text)) ? because('unresolved') : certainly(false);
  return certainly(regex.test(known) || (!exact && regex.test(composed(known))));
}

/**
 * Texts that a shape may be: with what the expressions of the generator look for in each unknown part. Where a match denies,
 * the character before such a part may be another one, since a mark may follow it.
 */
const fillings = ({ pieces }: Shape, exact: boolean): readonly string[] =>
  (exact ? [0] : [0, 1]).flatMap((cut) =>
    ['', 'a', 'push', ' push', 'a push'].map((filling) =>
      pieces
        .map((piece, at) => {
          if (piece.kind !== 'text') return filling;
          const isBefore = pieces[at + 1] !== undefined;
          return isBefore && cut > 0 ? piece.text.replace(/[A-Za-z<=>]$/, '') : piece.text;
        })
        .join(''),
    ),
  );

// ── paths ─────────────────────────────────────────────────────────────────────────────────

function judgePath(test: ObjectTest, effect: PathEffect, exact: boolean, scene: Scene): Judgement {
  const { operator, patterns } = test;
  const viewsFor = ({ path, others }: PathEffect, isExact: boolean): readonly PathShape[] => [
    path,
    ...others.filter((other) => !isExact || other.isAlias !== true),
  ];
  if (operator !== 'is' && operator !== 'under') {
    const shapes = viewsFor(effect, exact)
      .filter(isKnown)
      .map((path) => literally(showPathShape(path)));
    if (shapes.length < viewsFor(effect, exact).length)
      throw new Error('texts of open paths are not generated');
    const readings = exact ? shapes : [literally(effect.text), ...shapes];
    return anyOf(
      patterns.map((pattern) =>
        anyOf(readings.map((shape) => judgeText({ operator, patterns: [pattern] }, shape, exact, 'text'))),
      ),
    );
  }
  const below = operator === 'under';
  const judgePlace = (place: PathEffect): Judgement =>
    oneOf(patterns, exact, (pattern, isExact) => {
      const recursive = place.recursive && !isExact;
      const judgement = (isExact ? everyOf : anyOf)(
        viewsFor(place, isExact).map((view) =>
          pattern.kind === 'workspace'
            ? inWorkspace(view, isExact, recursive, scene)
            : isPlace(textOf(pattern), view, isExact, below, recursive, scene),
        ),
      );
      return settleFor(judgement, undefined, scene, isExact);
    });
  const own = judgePlace(effect);
  if (!exact || own.answer !== 'yes' || !effect.recursive || !mayBeFolder(effect.path)) return own;
  // What excuses a folder with all that lies below it has to hold for all of that.
  const inside = content.map((steps) => judgePlace(insideOf(effect, steps)));
  return everyOf(inside).answer === 'yes' ? own : because('unresolved');
}

const someName: Step = { tokens: [{ glob: '*' }] };
/** Right in a folder, and at any depth. */
const content: readonly (readonly Step[])[] = [[someName], [someName, DEEP]];

/** A name that ends like one of a file is none of a folder. */
const mayBeFolder = ({ segments }: PathShape): boolean =>
  !segments.slice(-1).some((last) => typeof last === 'string' && /[^.]\.[A-Za-z][A-Za-z\d]*$/.test(last));

/** What lies in a folder, in each of its readings. */
function insideOf(effect: PathEffect, steps: readonly Step[]): PathEffect {
  const within = <Path extends PathShape>(path: Path): Path => ({
    ...path,
    segments: [...path.segments, ...steps],
  });
  return { ...effect, path: within(effect.path), others: effect.others.map(within), recursive: false };
}

const roots = ({ event }: Scene): readonly PathShape[] | undefined => workspaceRoots(event);

function isPlace(
  text: string,
  view: PathShape,
  exact: boolean,
  below: boolean,
  recursive: boolean,
  scene: Scene,
): Judgement {
  const own = matches(text, view, { exact, below }, scene);
  const answer = recursive ? some([own, wholeDirectory(text, view, below, scene)]) : own;
  const withheld = isRelative(text) && workspaceRoots(scene.event) === undefined;
  return orElse(answer, withheld ? 'no workspace' : 'unresolved');
}

interface Match {
  readonly exact: boolean;
  readonly below: boolean;
}

function matches(text: string, view: PathShape, match: Match, scene: Scene): Answer {
  if (isKnown(view)) return matchPath(text, view, workspaceRoots(scene.event), match);
  return truthName(patternOf(text).testShape(view, workspaceRoots(scene.event), match));
}

/** A pattern is compiled once, however often it is asked. */
function remembered<Made>(make: (text: string) => Made): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const made = known.get(text) ?? make(text);
    known.set(text, made);
    return made;
  };
}

const found = <Made>(made: Made | undefined, text: string): Made => {
  if (made === undefined) throw new Error(`${text} is no pattern`);
  return made;
};

const patternOf = remembered((text) => found(compilePath(text).pattern, text));
const hostOf = remembered((text) =>
  classes.includes(text) ? compileHostClass(text) : found(compileHost(text).pattern, text),
);
const commandOf = remembered((text) => found(compileCommand(text).pattern, text));
const optionOf = remembered((text) => found(compileOption(text).pattern, text));
const packageOf = remembered((text) => found(compilePackage(text).pattern, text));

/** Whether a pattern for anywhere names something below a hidden directory, and this directory is on the way there. */
function leadsTo(text: string, directory: PathShape): boolean {
  const names = text.split('/').slice(1);
  const isFixed = (name: string): boolean =>
    name !== '' && ![...'*?[]{}()!+@\\'].some((sign) => name.includes(sign));
  const fixed = names.slice(0, names.findIndex((name) => !isFixed(name)) >>> 0).map(folded);
  if (fixed[0]?.startsWith('.') !== true) return false;
  const own = directory.segments.map((step) => (typeof step === 'string' ? folded(step) : undefined));
  return fixed.slice(1).some((_, index) => {
    const end = own.slice(-(index + 1));
    return end.length === index + 1 && end.every((name, at) => name === fixed[at]);
  });
}

/** Done to a directory with all in it, it is done to all that the pattern names there, if the place is fixed. */
function wholeDirectory(text: string, directory: PathShape, below: boolean, scene: Scene): Answer {
  const inside: PathShape = { anchor: directory.anchor, segments: [...directory.segments, someName, DEEP] };
  const answer = matches(text, inside, { exact: false, below }, scene);
  if (answer !== 'unknown') return answer;
  if (text === '**' || text.startsWith('**/')) return leadsTo(text, directory) ? 'yes' : 'no';
  const place = text.endsWith('/**') ? text.slice(0, -3) : text;
  const isFixed = place !== '' && ![...'*?[]{}()!+@\\'].some((sign) => place.includes(sign));
  if (!isFixed) return 'unknown';
  const bases = isRelative(text) ? (workspaceRoots(scene.event) ?? []) : [undefined];
  const isInside = bases.some((base) => {
    const path = readPath(place, base);
    if (isKnown(directory)) return isBelow(path, directory, false) === 'yes';
    return truthName(isUnder(path, directory, { exact: false, below: true })) === 'yes';
  });
  return isInside ? 'yes' : 'unknown';
}

function inWorkspace(view: PathShape, exact: boolean, recursive: boolean, scene: Scene): Judgement {
  const all = roots(scene);
  if (all === undefined) return because('no workspace');
  const options = { exact, below: true };
  const answers = all.flatMap((root): Answer[] => {
    const own =
      isKnown(view) && isKnown(root)
        ? isInWorkspace(view, root, exact)
        : truthName(workspaceHas(view, root, exact));
    return recursive ? [own, truthName(isUnder(root, view, options))] : [own];
  });
  return orElse(some(answers), 'unresolved');
}

// ── hosts, commands, packages ─────────────────────────────────────────────────────────────

const classes = ['loopback', 'private', 'link-local', 'metadata', 'public'];

function judgeHost({ operator, patterns }: ObjectTest, host: HostShape, exact: boolean): Judgement {
  if (operator === 'is' || operator === 'under') {
    return oneOf(patterns, exact, (pattern, isExact) =>
      orElse(truthName(hostOf(textOf(pattern)).test(host, isExact)), 'unresolved'),
    );
  }
  const { value, suffix, text: source } = host;
  const end = suffix === undefined ? [] : [{ kind: 'text', text: suffix } as const];
  const shape: Shape =
    value === undefined ? { pieces: [{ kind: 'any' }, ...end], source } : literally(value.name);
  return judgeText({ operator, patterns }, shape, exact, 'name');
}

function judgeCommand({ operator, patterns }: ObjectTest, command: Command, exact: boolean): Judgement {
  if (operator !== 'is') {
    const ask = (shape: Shape): Judgement => judgeText({ operator, patterns }, shape, exact, 'text');
    const written = ask(literally(command.text));
    if (!exact) return anyOf([written, ask(wordsOf(command))]);
    const denies = command.via.length === 0 && ask(wordsOf(command)).answer === 'no';
    return written.answer === 'yes' && denies ? certainly(false) : written;
  }
  return oneOf(patterns, exact, (pattern, isExact) =>
    orElse(truthName(commandOf(textOf(pattern)).test(command, isExact)), 'unresolved'),
  );
}

/** What a program gets, as a text: its name and its words, those with a blank in quotes. */
function wordsOf({ program, programWord, args, text }: Command): Shape {
  const words = args.map((word) =>
    /\s/.test(word.pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join(''))
      ? joinPieces([{ kind: 'text', text: '"' }, ...word.pieces, { kind: 'text', text: '"' }], word.source)
      : word,
  );
  const input = /(?<!<\()<(?!\().*$/s.exec(text)?.[0];
  const all = [program === undefined ? programWord : literally(program), ...words].concat(
    input === undefined ? [] : [literally(input)],
  );
  return joinPieces(
    all.flatMap(({ pieces }, at) => [
      ...(at === 0 ? [] : [{ kind: 'text', text: ' ' } as const]),
      ...pieces.map((piece) => (piece.kind === 'home' ? ({ kind: 'text', text: '~' } as const) : piece)),
    ]),
    text,
  );
}

const judgePiped = (test: ObjectTest, command: Command | undefined, exact: boolean): Judgement =>
  command === undefined ? because('unresolved') : judgeCommand(test, command, exact);

function judgeOption({ patterns }: ObjectTest, command: Command, exact: boolean): Judgement {
  return oneOf(patterns, exact, (pattern, isExact) => {
    const text = textOf(pattern);
    const compiled = pattern.kind === 'option' ? optionOf(text) : compileOperand(text);
    return orElse(truthName(compiled.test(command, isExact)), 'unresolved');
  });
}

function judgeRole(test: ObjectTest, command: Command, exact: boolean, scene: Scene): Judgement {
  const { role, quantifier, negated } = test;
  const given =
    role === 'argument'
      ? [
          ...command.operands
            .filter((operand) => operand.role !== 'query' || operand.implied !== true)
            .map(({ value }) => value),
          ...command.options.flatMap(({ value }) => value ?? []),
        ]
      : command.operands.filter((operand) => operand.role === role).map(({ value }) => value);
  const judgements = given.map((value) => {
    const judgement = judgeValue(test, value, exact, scene);
    return negated ? negate(judgement) : judgement;
  });
  const couldHide = command.open || (role !== 'argument' && !command.known);
  if (quantifier === 'every') {
    const every = judgements.length === 0 ? no : everyOf(judgements);
    const isSettled = judgements.some(({ answer }) => answer === 'no') || every.answer === 'unknown';
    return couldHide && !isSettled ? because('unresolved') : every;
  }
  const any = anyOf(judgements);
  return couldHide && any.answer === 'no' ? because('unresolved') : any;
}

function judgeValue(test: ObjectTest, shape: Shape, exact: boolean, { event }: Scene): Judgement {
  if (test.operator === 'under' || test.patterns.some(({ kind }) => kind === 'path'))
    throw new Error(`values as paths are not generated (${currentDirectory(event)?.anchor})`);
  return judgeText(test, shape, exact, 'text');
}

function judgePackage({ operator, patterns }: ObjectTest, { manager, name }: InstallEffect): Judgement {
  if (name === undefined) return because('unresolved');
  if (operator !== 'is') throw new Error('texts of packages are not generated');
  return oneOf(patterns, false, (pattern) => certainly(packageOf(textOf(pattern)).test(manager, name)));
}

// ── reasons ───────────────────────────────────────────────────────────────────────────────

/** What a template shows of an object; undefined where it has no such part, or none that is known. */
export function shownPart(
  choice: Choice | undefined,
  part: 'path' | 'host' | 'command' | 'directory' | 'package' | 'agent',
  { commands }: Effects,
): string | undefined {
  if (choice === undefined || choice === 'none' || choice === 'unknown') return undefined;
  const { path, host, pipe, install, spawn, doer } = choice;
  const command = choice.command ?? (doer === undefined ? undefined : commands[doer]);
  const directory = command?.directory?.path;
  switch (part) {
    case 'directory':
      return directory === undefined || directory.anchor === 'floating'
        ? undefined
        : showPathShape(directory);
    case 'path':
      return path && said(path.path.anchor === 'floating' ? path.text : showPathShape(path.path));
    case 'host':
      return host && said(host.value?.name ?? host.text);
    case 'command':
      if (pipe !== undefined) {
        // A pipe is shown as one where the call writes it. Made effects have no text, so nothing writes theirs.
        const [from, to] = [pipe.from, pipe.to].map((at) => commands[at]?.text);
        if (from !== undefined && to?.includes(from)) return to;
        return `${from ?? '(not known)'}, then ${to ?? '(not known)'}`;
      }
      return command?.text;
    case 'package':
      return install && (install.text === '' ? 'what the project lists' : install.text);
    case 'agent':
      return spawn?.agent;
    default:
      return part satisfies never;
  }
}

const said = (text: string): string | undefined => (text === '…' || text === '' ? undefined : text);

/** What stands for a part that is not known. */
export const unknownParts = {
  path: 'a path that is not known',
  host: 'a host that is not known',
  command: 'a command that is not known',
  directory: 'a folder that is not known',
  package: 'a package that is not known',
  agent: 'an agent that is not known',
} as const;
