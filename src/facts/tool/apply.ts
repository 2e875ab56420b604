/**
 * The input of a tool → effects, by the entry of the tool in the tables. A field does what the table says; a field with
 * an unexpected type is an unknown part.
 */
import { type PathShape, readPathShape } from '../../pattern/path/path-shape.ts';
import { textShape } from '../../pattern/text/shape.ts';
import type { Json, JsonObject } from '../event/event.ts';
import { isList } from '../event/json.ts';
import { recordPatch } from '../patch/patch.ts';
import type { Recorder } from '../record/recorder.ts';
import { applyCode, applyCommand, applySql, applyWords } from './apply-command.ts';
import {
  applyConnect,
  applyQuery,
  applyRecipients,
  applyUrl,
  applyUrlsIn,
  connectToHosts,
  sendAll,
} from './apply-network.ts';
import { applyPath, applySearch } from './apply-path.ts';
import type { ToolEntry, ToolUse, ToolUseName, UseCondition } from './entry.ts';
import { type FieldFinder, type FoundField, fieldFinder, isObject } from './fields.ts';
import { mayMeanMore } from './listed-fields.ts';
import { nameKey } from './name-key.ts';
import {
  type ApplyContext,
  eachPath,
  eachText,
  misfit,
  mostBases,
  spanOfCall,
  spanOfField,
  type ToolReading,
  valuesOf,
  valuesOfName,
} from './reading.ts';
import { isWebAddress } from './url.ts';
import { usesFor } from './uses-for.ts';

/** Records what the call does. False if the input has none of the fields with effects. */
export function applyEntry(
  entry: ToolEntry,
  input: JsonObject,
  context: ApplyContext,
  recorder: Recorder,
): boolean {
  const { find, keys, isCut } = fieldFinder(input, context.prefix);
  const uses: ToolUse[] = [];
  for (const use of usesFor(entry, keys)) {
    if (use.condition === undefined || holds(use.condition, find)) uses.push(use);
  }
  const values: ToolReading['values'] = new Map();
  const hasOthers = mayMeanMore(entry, keys);
  const on = (base: PathShape | undefined): ToolReading => ({
    uses,
    find,
    context,
    recorder,
    base,
    hosts: [],
    uploads: [],
    hasOthers,
    values,
  });
  let isKnown = false;
  for (const base of basesOf(entry, on(undefined))) {
    const reading = on(base);
    for (const use of uses) {
      if (!qualifying.has(use.name) && applyUse(reading, use)) isKnown = true;
    }
    sendAll(reading);
  }
  if (isCut()) {
    recorder.unknown({
      sort: 'budget',
      text: '',
      why: 'a field has too many values',
      span: { field: context.prefix, start: 0, end: 0 },
    });
  }
  return isKnown;
}

function holds({ fields, values, negated }: UseCondition, find: FieldFinder): boolean {
  const isMet = ({ value }: FoundField): boolean =>
    value !== false && (values === undefined || isOneOf(value, values));
  return fields.some((field) => find(field).some(isMet)) !== negated;
}

const isOneOf = (value: Json, values: readonly string[]): boolean =>
  (typeof value === 'string' || typeof value === 'boolean') && values.includes(nameKey(String(value)));

/** Uses that only describe other uses: alone they have no effect. */
const qualifying: ReadonlySet<ToolUseName> = new Set([
  'args',
  'cwd',
  'dialect',
  'env',
  'stdin',
  'target',
  'include',
  'content',
  'replaces',
  'recursive',
  'data',
]);

/**
 * The directories that relative paths are resolved against: several if the call names several. Unknown if the tool's
 * files are not on this machine.
 */
function basesOf({ paths }: ToolEntry, reading: ToolReading): readonly (PathShape | undefined)[] {
  const { cwd, roots } = reading.context;
  if (paths === 'elsewhere') return [undefined];
  const base = paths === 'repository' ? (roots?.[0] ?? cwd) : cwd;
  const directories = valuesOfName(reading, 'cwd');
  if (directories.length === 0) return [base];
  const given = directories.map(({ value }) => (typeof value === 'string' ? value : undefined));
  const different = [...new Set(given)];
  const bases = different
    .slice(0, mostBases)
    .map((text) => (text === undefined ? undefined : readPathShape(textShape(text), base)));
  return different.length > mostBases ? [...bases, undefined] : bases;
}

/** Records one use; false if its fields are absent. */
function applyUse(reading: ToolReading, use: ToolUse): boolean {
  switch (use.name) {
    case 'nothing':
      return true;
    case 'spawn':
      applySpawn(reading, use, valuesOfName(reading, 'agent'));
      return true;
    case 'elevate':
      reading.recorder.elevate({
        certain: use.certain,
        span: spanOfCall(reading),
        command: undefined,
        by: reading.context.tool,
      });
      return true;
    case 'connect':
      applyConnect(reading, use);
      return true;
    case 'words':
      applyWords(reading, use);
      return true;
    case 'search':
      applySearch(reading, use);
      return true;
    case 'calls': {
      // Without a field, the input itself is the call.
      const calls = use.fields.length === 0 ? reading.find([]) : valuesOf(reading, use);
      for (const call of calls) applyCalls(reading, call);
      return calls.length > 0;
    }
    case 'agent':
      // With a use `spawn`, that use records the agent, with its type.
      if (reading.uses.some(({ name }) => name === 'spawn')) return false;
      applySpawn(reading, use, valuesOf(reading, use));
      return true;
    default: {
      const values = valuesOf(reading, use);
      for (const value of values) applyValue(reading, use, value);
      return values.length > 0;
    }
  }
}

function applySpawn(reading: ToolReading, use: ToolUse, agents: readonly FoundField[]): void {
  const [agent] = agents;
  const span = agent === undefined ? spanOfCall(reading) : spanOfField(agent);
  const name = typeof agent?.value === 'string' ? agent.value : undefined;
  reading.recorder.spawn({ certain: use.certain, span, command: undefined, agent: name });
}

/** Records one value of a use that has fields. */
function applyValue(reading: ToolReading, use: ToolUse, found: FoundField): void {
  const { recorder, base } = reading;
  const { certain } = use;
  switch (use.name) {
    case 'shell':
    case 'posix':
    case 'powershell':
    case 'typed':
      applyCommand(reading, use, found);
      return;
    case 'python':
    case 'node':
      applyCode(reading, use, found);
      return;
    case 'sql':
      applySql(reading, found);
      return;
    case 'recipient':
      eachText(reading, found, (text, span) => applyRecipients(reading, use, text, span));
      return;
    case 'package':
      eachText(reading, found, (name, span) =>
        recorder.install({
          manager: reading.context.tool,
          name,
          text: name,
          source: 'unknown',
          certain,
          span,
          command: undefined,
        }),
      );
      return;
    case 'query':
      eachText(reading, found, (_, span) => applyQuery(reading, use, span));
      return;
    case 'url':
    case 'resource':
    case 'host':
      eachText(reading, found, (text, span) => applyUrl(reading, use, text, span));
      return;
    case 'urls-in':
    case 'page':
      eachText(reading, found, (text, span) => applyUrlsIn(reading, use, text, span));
      return;
    case 'patch':
      eachText(reading, found, (text, { field }) =>
        recordPatch(
          text,
          { base, certain, field, offset: 0, length: text.length, command: undefined },
          recorder,
        ),
      );
      return;
    default:
      eachPath(reading, found, (text, span) => {
        if (isWebAddress(text)) connectToHosts(reading, text, false, span);
        applyPath(reading, use, text, span);
      });
  }
}

function applyCalls(reading: ToolReading, { field, value }: FoundField): void {
  const isMany = value !== null && typeof value === 'object' && isList(value);
  const places: readonly FoundField[] = isMany
    ? value.map((each, index) => ({ field: [...field, index], value: each }))
    : [{ field, value }];
  for (const place of places) {
    if (isObject(place.value)) reading.context.call(place.value, place.field);
    else misfit(reading, place);
  }
}
