/** Tests inside rules: `given` lines gathered into scenes, calls made of literals. */
import type {
  Call,
  Expectation,
  Filler,
  Given,
  GivenDisk,
  GivenLabel,
  Literal,
  Name,
  NumberValue,
  ObjectLiteral,
  Setting,
  TestClause,
  TestStep,
  Text,
  Value,
} from '../language/ast.ts';
import { adviceOfDisk } from '../language/explain.ts';
import type { Json, JsonObject } from '../language/json.ts';
import type { Span } from '../language/source.ts';
import { suggestion } from '../language/words.ts';
import type { FieldId } from '../vocabulary/fields.ts';
import { callVerbs, clientWays, isOneOf, kinds, type Verdict, verdicts } from '../vocabulary/kinds.ts';
import type { Scene, TestCall, TestCase } from './checked.ts';
import { type Context, reportError, reportWarning } from './context.ts';
import { type ExampleTable, fillExamples, reportUnusedColumns, resolveExamples } from './examples.ts';
import { resolveField } from './field.ts';
import { addTime, reportFieldTime } from './given-time.ts';
import { useLabel } from './label-name.ts';
import { resolveTarget } from './scope.ts';
import { resolveNumber } from './value.ts';

/** What a scene can set: everything about a call but the call itself. */
const sceneFields: ReadonlySet<FieldId> = new Set([
  'session.id',
  'session.cwd',
  'session.workspaceRoots',
  'session.model',
  'session.agent.id',
  'session.agent.type',
  'harness.name',
  'harness.version',
  'source',
  'client.way',
  'client.token',
  'client.certificate',
  'client.user',
  'client.source',
  'client.harness',
  'client.agent',
]);

/** Fields that no event lacks while it has the rest. */
const alwaysThere: ReadonlySet<FieldId> = new Set(['session.id', 'harness.version']);

/** The cases of one test block; a step with an error in it is left out and reported. Of a broken rule, steps may be missing. */
export function resolveTest(context: Context, test: TestClause, broken: boolean): TestCase[] {
  const skip = resolveSkip(context, test.skip);
  const resolved = resolveExpectations(context, test.steps, (name) => labelOfRule(context, name));
  const cases = resolved.map(({ scene, step, verdict, call, example }): TestCase => {
    const place = { path: context.path, span: step.span };
    const made = { title: test.title?.value, skip: skip ?? step.skip?.value, verdict, call, scene, place };
    return example === undefined ? made : { ...made, example };
  });
  if (!broken) reportIdle(context, test);
  return cases;
}

/** An expectation with everything about it resolved. */
export interface ResolvedStep {
  readonly step: Expectation;
  readonly verdict: Verdict;
  readonly call: TestCall;
  readonly scene: Scene;
  /** The row that stands in its places, as it is written. */
  readonly example: string | undefined;
}

/** A label that `given` can set. */
export interface KnownLabel {
  readonly code: string;
  readonly isOnFiles: boolean;
}

/** Finds a label by the name that a test gives it. */
export type FindLabel = (name: Name) => KnownLabel | undefined;

export function labelOfRule(context: Context, name: Name): KnownLabel | undefined {
  const label = useLabel(context, name);
  return label && { code: label.code, isOnFiles: label.node.scope.text === 'file' };
}

/** Expectations, each with its scene and its row of examples; one with an error in it is left out and reported. */
export function resolveExpectations(
  context: Context,
  steps: readonly TestStep[],
  findLabel: FindLabel,
): ResolvedStep[] {
  let scene: Scene = new Map();
  let table: ExampleTable | undefined;
  const resolved: ResolvedStep[] = [];
  for (const step of steps) {
    if (step.kind === 'given-label') {
      scene = addLabel(context, scene, step, findLabel);
      continue;
    }
    if (step.kind === 'examples') {
      reportUnusedColumns(context, table);
      table = resolveExamples(context, step);
      continue;
    }
    if (step.kind !== 'expectation') {
      scene = addGiven(context, scene, step);
      continue;
    }
    resolveSkip(context, step.skip);
    const { verdict } = step;
    if (!isOneOf(verdicts, verdict.text)) {
      reportError(context, 'unknown-word', verdict.span, `a test cannot expect \`${verdict.text}\``, {
        help:
          unfinishedSteps[verdict.text] ??
          suggestion(verdict.text, verdicts) ??
          `a test says ${verdicts.join(', ')}, given or examples`,
      });
      continue;
    }
    const call = resolveCall(context, step.call);
    if (call === undefined) continue;
    for (const filled of fillExamples({ call, scene }, table))
      resolved.push({ step, verdict: verdict.text, ...filled });
  }
  reportUnusedColumns(context, table);
  return resolved;
}

/** The scene in which a label is set, as if an earlier call had done so for sure. An error is reported. */
export function addLabel(
  context: Context,
  scene: Scene,
  { name, file, span }: GivenLabel,
  findLabel: FindLabel,
): Scene {
  const label = findLabel(name);
  if (label === undefined) {
    if (!context.scope.incomplete && !context.scope.broken.has(name.text))
      reportError(context, 'unknown-label', name.span, `unknown label \`${name.text}\``, {
        help:
          suggestion(name.text, context.scope.labels.keys()) ??
          'declare it with `label`, or import its file; a file of tests names labels of its policy, and others by their code',
      });
    return scene;
  }
  if (label.isOnFiles !== (file !== undefined)) {
    reportError(
      context,
      'wrong-type',
      span,
      `\`${name.text}\` is ${label.isOnFiles ? 'a label' : 'no label'} on files`,
      {
        help: label.isOnFiles
          ? `say which file has it: \`given label ${name.text} on "a.txt"\``
          : `leave the file out: \`given label ${name.text}\``,
      },
    );
    return scene;
  }
  const before = scene.get('labels') ?? [];
  const labels = before === 'missing' ? [] : before;
  return new Map(scene).set('labels', [...labels, label.code, file?.value ?? '']);
}

/** Words that need something behind them to be more than a verdict. */
const unfinishedSteps: Readonly<Record<string, string>> = {
  skip: 'what is skipped says why: `skip "until …" denies "…"`',
  examples: 'the names of the columns stand before the rows: `examples branch, flag "main", "-f"`',
};

/** Why something is skipped; an empty reason is none. */
export function resolveSkip(context: Context, skip: Text | undefined): string | undefined {
  if (skip === undefined || skip.value.trim() !== '') return skip?.value;
  return reportError(context, 'empty-text', skip.span, 'what is skipped needs a reason', {
    help: 'say what it waits for: `skip "until the table knows jj" denies "jj push"`',
  });
}

/** Reports a test that expects nothing, and `given` lines that no expectation follows. */
export function reportIdle(context: Context, { steps, span }: Pick<TestClause, 'steps' | 'span'>): void {
  const last = steps.findLastIndex(({ kind }) => kind === 'expectation');
  if (last < 0) {
    reportWarning(context, 'empty-test', span, 'the test expects nothing', {
      help: 'add a line such as `denies "rm -rf /"` or `passes read "README.md"`',
    });
    return;
  }
  for (const step of steps.slice(last + 1)) reportUnusedGiven(context, step.span);
}

/** A `given` line sets the scene for what follows it, and nothing does. */
export const reportUnusedGiven = (context: Context, span: Span): void =>
  reportWarning(context, 'unused-given', span, 'no line behind this one uses what it sets', {
    help: 'move it before the lines that it is for, or remove it',
  });

/** A scene with one more thing set. */
export function addGiven(context: Context, scene: Scene, given: Setting): Scene {
  if (given.kind === 'given-disk') return addDisk(context, scene, given);
  if (given.kind === 'given-time') return addTime(context, scene, given);
  return addField(context, scene, given);
}

function addField(context: Context, scene: Scene, given: Given): Scene {
  if (given.field.root.text === 'time') return reportFieldTime(context, scene, given);
  const field = resolveField(context, given.field);
  if (field === undefined) return scene;
  const { id, optional } = field.entry;
  if ((id === 'extension' || id === 'event') && field.steps.length > 0)
    return addRaw(context, scene, given, id === 'extension' ? ['extensions', ...field.steps] : field.steps);
  if (given.literal !== undefined) {
    reportError(context, 'wrong-type', given.literal.span, `\`${field.text}\` is a text`, {
      help: 'write it in quotes; only parts of an extension or of the event are objects and lists',
    });
    return scene;
  }
  if (!sceneFields.has(id) || field.steps.length > 0) {
    reportError(context, 'unknown-word', given.field.span, `\`given\` cannot set \`${field.text}\``, {
      help: 'it sets workspace, cwd, session.…, harness, source, client.…, `extension "…"`, event.…, time, disk and labels; the call itself is written after denies, passes or unsure',
    });
    return scene;
  }
  const values = given.values;
  const [first] = values;
  if (first?.kind === 'word' && first.text === 'missing' && values.length === 1) {
    if (optional && !alwaysThere.has(id)) return new Map(scene).set(id, 'missing');
    reportError(context, 'wrong-type', first.span, `\`${field.text}\` cannot be missing in a test`, {
      help: 'every call has a session and a source; of the harness, both name and version can be missing: `given harness missing`',
    });
    return scene;
  }
  const texts = values.map((value) => givenText(context, value));
  const sound = texts.flatMap((text) => text ?? []);
  if (sound.length < texts.length) return scene;
  if (sound.length > 1 && id !== 'session.workspaceRoots') {
    reportError(context, 'wrong-type', given.span, `\`${field.text}\` is a single thing`, {
      help: 'only the workspace can have several roots',
    });
    return scene;
  }
  const [value] = sound;
  if (id === 'client.way' && value !== undefined && !isOneOf(clientWays, value)) {
    reportError(context, 'unknown-word', given.span, `no question comes by the way \`${value}\``, {
      help: suggestion(value, clientWays) ?? `the ways are ${clientWays.join(', ')}`,
    });
    return scene;
  }
  return new Map(scene).set(id, sound);
}

/** A part of the event as it was sent, or of an extension. */
function addRaw(
  context: Context,
  scene: Scene,
  { values, literal, span }: Given,
  steps: readonly (string | number)[],
): Scene {
  const [value, second] = values;
  if (second !== undefined || steps.some((step) => typeof step === 'number')) {
    reportError(context, 'wrong-type', span, 'a part of the event has one value, and is named by words', {
      help: 'such as `given extension "com.example/ticket".id "ABC-1"`, or `given event.tags ["a", "b"]`',
    });
    return scene;
  }
  const isMissing = value?.kind === 'word' && value.text === 'missing';
  const json = literal === undefined ? rawValue(context, value) : jsonOf(context, literal);
  if (json === undefined && !isMissing) return scene;
  const before = scene.get('raw') ?? [];
  const set = before === 'missing' ? [] : before;
  return new Map(scene).set('raw', [
    ...set,
    JSON.stringify(steps),
    json === undefined ? '' : JSON.stringify(json),
  ]);
}

const constants = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function rawValue(context: Context, value: Value | undefined): Json | undefined {
  if (value?.kind === 'text') return value.value;
  if (value?.kind === 'number') return resolveNumber(context, value, 'any');
  if (value?.kind === 'word' && value.text === 'missing') return undefined;
  const constant = value?.kind === 'word' ? constants.get(value.text) : undefined;
  if (constant !== undefined || value === undefined) return constant;
  return reportError(context, 'wrong-type', value.span, 'a part of the event is JSON, or `missing`', {
    help: 'write a text in quotes, a number, `true`, `false`, `null`, an object or a list',
  });
}

/** A disk takes the place of the one before it. */
function addDisk(context: Context, scene: Scene, { entries }: GivenDisk): Scene {
  const seen = new Set<string>();
  for (const { path } of entries) {
    if (path.value.trim() === '')
      reportError(context, 'empty-text', path.span, 'what is on a disk has a path', { help: adviceOfDisk });
    else if (seen.has(path.value))
      reportError(context, 'duplicate-name', path.span, `\`${path.value}\` is on the disk twice`, {
        help: 'a path is one thing: keep one of the two',
      });
    seen.add(path.value);
  }
  return new Map(scene).set(
    'disk',
    entries.flatMap(({ path, sort, value }) => [path.value, sort, value.value]),
  );
}

function givenText(context: Context, value: Value): string | undefined {
  if (value.kind === 'text') return value.value;
  return reportError(context, 'wrong-type', value.span, '`given` takes a text in quotes, or `missing`', {
    help: 'such as `given cwd "/srv/app"` or `given session.model missing`',
  });
}

/** A call as a test writes it; undefined where it has an error, which is reported. */
export function resolveCall(context: Context, call: Call): TestCall | undefined {
  switch (call.kind) {
    case 'command':
      return { kind: 'command', command: call.command.value };
    case 'action': {
      const { verb, target, content } = call;
      if (!isOneOf(callVerbs, verb.text)) {
        return reportError(context, 'unknown-word', verb.span, `unknown call \`${verb.text}\``, {
          help:
            unfinishedCalls[verb.text] ??
            suggestion(verb.text, [...callVerbs, 'tool', 'mcp', 'event']) ??
            `a call is a command in quotes, ${callVerbs.join(', ')}, tool, mcp or event`,
        });
      }
      return { kind: 'action', verb: verb.text, target: target.value, content: content?.value };
    }
    case 'tool': {
      const input = resolveInput(context, call.input);
      const kind = call.toolKind;
      if (kind !== undefined && !isOneOf(kinds, kind.text)) {
        return reportError(context, 'unknown-kind', kind.span, `unknown kind \`${kind.text}\``, {
          help: suggestion(kind.text, kinds) ?? `the kinds are ${kinds.join(', ')}`,
        });
      }
      return input && { kind: 'tool', name: call.name.value, toolKind: kind?.text, input };
    }
    case 'mcp': {
      const input = resolveInput(context, call.input);
      return input && { kind: 'mcp', server: call.server.value, tool: call.tool.value, input };
    }
    case 'recorded': {
      const file = resolveTarget(context.path, call.file.value);
      if (file !== undefined && file !== '') return { kind: 'recorded', file };
      return reportError(
        context,
        'import-outside',
        call.file.span,
        `the event \`${call.file.value}\` is outside the policy root`,
        {
          help: 'recorded events lie below the policy root, beside the policy that uses them',
        },
      );
    }
    default:
      return call satisfies never;
  }
}

const unfinishedCalls: Readonly<Record<string, string>> = {
  repeat: 'a step that is repeated says how often: `repeat 30 fetch "…" passes`',
};

function resolveInput(context: Context, literal: ObjectLiteral | undefined): JsonObject | undefined {
  return literal === undefined ? {} : objectOf(context, literal);
}

function objectOf(context: Context, { entries }: ObjectLiteral): JsonObject | undefined {
  const seen = new Set<string>();
  for (const { key } of entries) {
    if (seen.has(key.value)) {
      return reportError(context, 'duplicate-name', key.span, `the key \`${key.value}\` is given twice`, {
        help: 'an object has one value for each key: keep one of the two',
      });
    }
    seen.add(key.value);
  }
  const values = entries.map(({ key, value }) => [key.value, jsonOf(context, value)] as const);
  const sound = values.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
  return sound.length < values.length ? undefined : Object.fromEntries(sound);
}

/** No event is as large as this. */
const longestFiller = 8 * 1024 * 1024;

/** `text of 120 KiB`: as many letters as that is octets. */
function fillerOf(context: Context, { raw, unit, amount, span }: Filler): string | undefined {
  const value: NumberValue = { kind: 'number', value: amount, unit, raw: `${raw}${unit}`, span };
  const size = resolveNumber(context, value, 'size');
  if (size === undefined) return undefined;
  if (Number.isInteger(size) && size >= 1 && size <= longestFiller) return 'x'.repeat(size);
  return reportError(context, 'out-of-range', span, `a text cannot have a size of ${raw} ${unit}`, {
    help: 'write a whole number of bytes, from 1B to 8MiB',
  });
}

function jsonOf(context: Context, literal: Literal): Json | undefined {
  switch (literal.kind) {
    case 'scalar':
      if (typeof literal.value !== 'number' || Number.isFinite(literal.value)) return literal.value;
      return reportError(context, 'wrong-type', literal.span, 'this number is too large for JSON', {
        help: 'write a smaller one, or a text in quotes',
      });
    case 'object':
      return objectOf(context, literal);
    case 'filler':
      return fillerOf(context, literal);
    case 'array': {
      const items = literal.items.map((item) => jsonOf(context, item));
      const sound = items.filter((item): item is Json => item !== undefined);
      return sound.length < items.length ? undefined : sound;
    }
    default:
      return literal satisfies never;
  }
}
