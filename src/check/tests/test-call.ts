/** The calls of tests, with the JSON of their inputs. */
import type { NumberValue } from '../../language/expression.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import type { DescribedCall, Filler, Literal, ObjectLiteral } from '../../language/test-tree.ts';
import { suggestion } from '../../language/words.ts';
import { callVerbs, isOneOf } from '../../vocabulary/kinds.ts';
import { type Context, kindOf, reportError } from '../names/context.ts';
import { resolveTarget } from '../names/imports.ts';
import type { TestCall } from '../tree/checked-tests.ts';
import { resolveNumber } from '../values/number.ts';
import { checkTestSize } from './test-size.ts';

/** A call as a test writes it; undefined where it has an error, which is reported. */
export function resolveCall(context: Context, call: DescribedCall): TestCall | undefined {
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
      const toolKind = call.toolKind && kindOf(context, call.toolKind);
      if (call.toolKind !== undefined && toolKind === undefined) return undefined;
      return input && { kind: 'tool', name: call.name.value, toolKind, input };
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
        { help: 'recorded events lie below the policy root, beside the policy that uses them' },
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
  if (Number.isInteger(size) && size >= 1 && size <= longestFiller)
    return checkTestSize(context, span, 0, size) ? 'x'.repeat(size) : undefined;
  return reportError(context, 'out-of-range', span, `a text cannot have a size of ${raw} ${unit}`, {
    help: 'write a whole number of bytes, from 1B to 8MiB',
  });
}

export function jsonOf(context: Context, literal: Literal): Json | undefined {
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
