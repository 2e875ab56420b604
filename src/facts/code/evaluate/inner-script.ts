/** Texts that a script runs as scripts: `eval('…')`, `new Function('…')`. Each text is parsed once. */
import { staticText } from '../../../pattern/text/shape.ts';
import type { FunctionExpression } from '../syntax/expression.ts';
import { lexCode } from '../syntax/lexer.ts';
import { parseTokens, type ScriptTree } from '../syntax/parse.ts';
import { choicesOf, staticOf, unknownValue, type Value } from '../values/value.ts';
import { valuesAt } from './call-values.ts';
import type { Place } from './library.ts';
import { type Call, emitUnknown, evaluateAll, mostEvals, type Runtime } from './runtime.ts';

/** Text that is run as a script: it is parsed if it is known. */
export function runTexts(
  runtime: Runtime,
  call: Call,
  places: readonly Place[],
  [gives, parameters]: readonly string[],
): Value {
  const makes = gives === 'function';
  let result: Value = unknownValue;
  for (const each of places.flatMap((place) => valuesAt(call, place)).flatMap(choicesOf)) {
    // A function that gives the text, piece by piece: `load(f)` of Lua.
    if (each.kind === 'function' && makes)
      emitUnknown(runtime, call, 'text that is not known is run as a script');
    if (each.kind === 'function' || (each.kind === 'ref' && each.name === 'None')) continue;
    for (const shape of each.kind === 'text' ? each.shapes : [undefined]) {
      const text = shape === undefined ? undefined : staticText(shape);
      if (text !== undefined)
        result = makes ? functionOfText(runtime, text, call, parameters) : evaluateText(runtime, text, call);
      else emitUnknown(runtime, call, 'text that is not known is run as a script');
    }
  }
  return result;
}

/** A function whose body is a text: `new Function('…')`. */
function functionOfText(runtime: Runtime, text: string, call: Call, place: string | undefined): Value {
  if (place !== undefined) return functionWithParameters(runtime, text, call, place);
  const program = scriptTreeOf(runtime, text);
  const known = runtime.made.get(text);
  const node: FunctionExpression = known ?? {
    kind: 'function',
    name: undefined,
    parameters: [],
    body: program.body,
    shares: false,
    start: call.start,
    end: call.end,
  };
  runtime.made.set(text, node);
  return within(runtime, text, call, () => runtime.evaluator.define(runtime, node, []));
}

/** The same if texts also name its parameters: those in front of the body, or the list at a place. */
function functionWithParameters(runtime: Runtime, body: string, call: Call, place: string): Value {
  const list = call.args[Number(place)];
  const named = place === 'front' ? call.args.slice(0, -1) : list === undefined ? [] : [list];
  const names = named.flatMap((each) =>
    each.kind === 'list' && each.more === undefined ? each.items : [each],
  );
  const texts = names.map(staticOf);
  if (texts.includes(undefined) || call.more !== undefined)
    emitUnknown(runtime, call, 'text that is not known is run as a script');
  return evaluateText(runtime, `(function (${texts.join(',')}) {\n${body}\n})`, call);
}

export const evaluateText = (runtime: Runtime, text: string, call: Call): Value =>
  within(runtime, text, call, () => evaluateAll(runtime, scriptTreeOf(runtime, text).body));

/** Evaluates a script inside the script; its effects belong to the place of the call. */
function within(runtime: Runtime, text: string, call: Call, run: () => Value): Value {
  if (runtime.evals >= mostEvals || text.length > 65_536) {
    emitUnknown(runtime, call, 'scripts are run inside of scripts too often to be followed');
    return unknownValue;
  }
  runtime.evals++;
  const { inside, code } = runtime;
  runtime.inside = inside ?? { start: call.start, end: call.end };
  runtime.code = text;
  const result = run();
  runtime.inside = inside;
  runtime.code = code;
  return result;
}

/** The program of a text, parsed once. */
export function scriptTreeOf(runtime: Runtime, text: string): ScriptTree {
  const known = runtime.programs.get(text);
  if (known !== undefined) return known;
  const { dialect } = runtime.language;
  const lexed = lexCode(text, dialect);
  const parsed = parseTokens(lexed.tokens, dialect);
  const program = { body: parsed.body, exceeded: parsed.exceeded || lexed.exceeded };
  if (program.exceeded) runtime.exceeded = true;
  runtime.programs.set(text, program);
  return program;
}
