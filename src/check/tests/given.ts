/** The scene of a test: what its `given` lines say. */
import { adviceOfDisk } from '../../language/advice.ts';
import type { Name, PolicyValue } from '../../language/expression.ts';
import type { Json } from '../../language/json.ts';
import type { Span } from '../../language/source.ts';
import type { Given, GivenDisk, GivenLabel, SceneSetting } from '../../language/test-tree.ts';
import { suggestion } from '../../language/words.ts';
import type { FieldId } from '../../vocabulary/fields.ts';
import { clientWays, isOneOf } from '../../vocabulary/kinds.ts';
import { wordsIn } from '../../vocabulary/words-in.ts';
import { resolveField } from '../conditions/field.ts';
import { type Context, reportError, reportWarning } from '../names/context.ts';
import { useLabel } from '../names/label-name.ts';
import type { Scene } from '../tree/checked-tests.ts';
import { resolveNumber } from '../values/number.ts';
import { addTime, reportFieldTime } from './given-time.ts';
import { jsonOf } from './test-call.ts';

/** What a scene can set: everything about a call but the call itself. */
const sceneFields: ReadonlySet<FieldId> = new Set(
  wordsIn(
    'session.id session.cwd session.workspaceRoots session.model session.agent.id',
    'session.agent.type harness.name harness.version source client.way client.token',
    'client.certificate client.user client.source client.harness client.agent',
  ),
);

/** Fields that no event lacks while it has the rest. */
const alwaysThere: ReadonlySet<FieldId> = new Set(['session.id', 'harness.version']);

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

/** A `given` line sets the scene for what follows it, and nothing does. */
export const reportUnusedGiven = (context: Context, span: Span): void =>
  reportWarning(context, 'unused-given', span, 'no line behind this one uses what it sets', {
    help: 'move it before the lines that it is for, or remove it',
  });

/** A scene with one more thing set. */
export function addGiven(context: Context, scene: Scene, given: SceneSetting): Scene {
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

function rawValue(context: Context, value: PolicyValue | undefined): Json | undefined {
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

function givenText(context: Context, value: PolicyValue): string | undefined {
  if (value.kind === 'text') return value.value;
  return reportError(context, 'wrong-type', value.span, '`given` takes a text in quotes, or `missing`', {
    help: 'such as `given cwd "/srv/app"` or `given session.model missing`',
  });
}
