/**
 * Evaluates a script's expressions in order, tracks the values of names, and records the effects of library calls. It
 * never runs anything: what is not known stays unknown. Branches and loops are evaluated as if they ran. Functions are
 * evaluated where they are defined, with the arguments of all their calls.
 */
import { counted, type Expression } from '../syntax/expression.ts';
import {
  costOf,
  elementOf,
  nameValue,
  perhapsChanged,
  refValue,
  shapeValue,
  showing,
  shownIn,
  textValue,
  union,
  unknownValue,
  type Value,
} from '../values/value.ts';
import { assignTo, bind, define, loopOf, mutate, repeating, returnOf } from './evaluate-binding.ts';
import { callOf, holderValue, memberOf, passOn } from './evaluate-call.ts';
import { classOf } from './evaluate-class.ts';
import { dictOf, indexOf, listOf, sliceOf } from './evaluate-list.ts';
import { backticks, formatOf, joinOf, numberText, slashOf, textShapes } from './evaluate-text.ts';
import { fedProgram } from './program-family.ts';
import {
  deepestExpression,
  type Evaluator,
  moduleOf,
  mostSteps,
  type Of,
  type Runtime,
  sourceOf,
} from './runtime.ts';
import { assign, inBranch } from './scope.ts';
import { withNamed } from './symbolic-name.ts';

function evaluate(runtime: Runtime, expression: Expression): Value {
  runtime.steps++;
  if (runtime.steps > mostSteps || runtime.depth >= deepestExpression) {
    runtime.exceeded = true;
    return unknownValue;
  }
  runtime.depth++;
  const around = runtime.parts;
  runtime.parts = undefined;
  const made = valueOfExpression(runtime, expression);
  const value = joins.has(expression.kind) ? showing(made, runtime.parts) : made;
  runtime.parts = around === undefined ? value.shows : shownIn([value, { ...unknownValue, shows: around }]);
  runtime.steps += costOf(value);
  runtime.depth--;
  return value;
}

/** Expressions whose value has that of their parts. */
const joins: ReadonlySet<Expression['kind']> = new Set(['text', 'join', 'format', 'slash'] as const);

function evaluateAll(runtime: Runtime, expressions: readonly Expression[]): Value {
  let last: Value = unknownValue;
  for (const expression of expressions) last = evaluate(runtime, expression);
  return last;
}

function valueOfExpression(runtime: Runtime, expression: Expression): Value {
  switch (expression.kind) {
    case 'name':
    case 'member': {
      const value = holderValue(runtime, expression);
      passOn(runtime, value, expression);
      return value;
    }
    case 'text':
      return shapeValue(...textShapes(runtime, expression.parts, sourceOf(runtime, expression)));
    case 'shell':
      return backticks(runtime, expression);
    case 'number':
      return expression.text === counted ? nameValue() : textValue(numberText(expression.text));
    case 'call':
      return callOf(runtime, expression);
    case 'index':
      return indexOf(runtime, expression);
    case 'slice':
      return sliceOf(runtime, expression);
    case 'join':
      return overloaded(runtime, joinOf(runtime, expression));
    case 'either':
      return union(...expression.items.map((item) => evaluate(runtime, item)));
    case 'format':
      return overloaded(runtime, formatOf(runtime, expression));
    case 'slash':
      return overloaded(runtime, slashOf(runtime, expression));
    case 'list':
      return listOf(runtime, expression.items);
    case 'splat':
      return elementOf(evaluate(runtime, expression.value));
    case 'dict':
      return withNamed(runtime, dictOf(runtime, expression), expression.start - 1);
    case 'assign':
      return assignTo(runtime, expression);
    case 'block':
      if (expression.always) return evaluateAll(runtime, expression.items);
      if (expression.repeats) return repeating(runtime, expression, expression.items);
      return inBranch(runtime, expression, () => evaluateAll(runtime, expression.items));
    case 'loop':
      return loopOf(runtime, expression);
    case 'return':
      return returnOf(runtime, expression);
    case 'import':
      for (const [local, name] of expression.bindings) {
        runtime.imported.add(moduleOf(name));
        if (local === '*') addStar(runtime, name.replace(/\.\*$/, ''));
        else assign(runtime, local, refValue(name.replace(/^node:/, '')), true);
      }
      return unknownValue;
    case 'class':
      return classOf(runtime, expression);
    case 'function':
      return define(runtime, expression, []);
    case 'other':
      return otherOf(runtime, expression);
    default: {
      const never: never = expression;
      return never;
    }
  }
}

/** What an operator gives, also where a class of the script says what it does. */
const overloaded = ({ overloads }: Runtime, value: Value): Value =>
  overloads ? perhapsChanged(value) : value;

function otherOf(runtime: Runtime, expression: Of<'other'>): Value {
  const hasPrograms = runtime.language.programTables.size > 0;
  const values = expression.items.map((item) =>
    hasPrograms ? holderValue(runtime, item) : evaluate(runtime, item),
  );
  const fed = hasPrograms
    ? fedProgram(runtime, values, expression, sourceOf(runtime, expression))
    : undefined;
  if (fed !== undefined || !hasPrograms) return fed ?? unknownValue;
  expression.items.forEach((item, at) => {
    const isNamed = item.kind === 'name' || item.kind === 'member';
    if (isNamed) passOn(runtime, values[at] ?? unknownValue, item);
  });
  return unknownValue;
}

/** The limit of modules that are searched for every name. */
const mostStars = 20;

function addStar(runtime: Runtime, module: string): void {
  if (runtime.stars.includes(module)) return;
  if (runtime.stars.length < mostStars) runtime.stars.push(module);
  else runtime.exceeded = true;
}

export const evaluator: Evaluator = {
  bind,
  define,
  evaluate,
  evaluateAll,
  memberOf,
  mutate,
};
