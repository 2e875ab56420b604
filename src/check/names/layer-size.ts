/**
 * How large a layer may be. Each has bounds of its own, so that a lower one that would take all time and memory is refused
 * and the others are in force. They are counts: what is refused does not depend on the machine.
 */
import type { Policy } from '../../language/ast.ts';
import type { RegexValue } from '../../language/expression.ts';
import type { Span } from '../../language/source.ts';
import { compileRegex, type RegexProblem } from '../../pattern/regex/regex.ts';
import { maximalProgram } from '../../pattern/regex/regex-limits.ts';
import type { CheckedExpression, Pattern } from '../tree/checked.ts';
import { patternsOf, questionsOf } from '../tree/walk.ts';
import { type Context, type LayerSize, type Resolved, reportError } from './context.ts';

/**
 * What one layer may come to. A comparison takes four thousand octets, and a step of a regular expression a few hundred.
 * Ten thousand rules may each have twenty comparisons and two hundred steps.
 */
const mostOfLayer: Readonly<LayerSize> = {
  rules: 20_000,
  targets: 5_000,
  comparisons: 200_000,
  written: 2_000_000,
  steps: 2_000_000,
};

const whatIs: Readonly<Record<keyof LayerSize, string>> = {
  rules: 'rules, labels, limits and exceptions',
  targets: 'codes of rules that its exceptions name',
  comparisons: 'comparisons, with the conditions that its rules use written out',
  written: 'steps of regular expressions',
  steps: 'steps of regular expressions, with the conditions that its rules use written out',
};

const helps: Readonly<Record<keyof LayerSize, string>> = {
  rules: 'gather what rules have in common: names and texts in a `list`, and questions with `or`',
  targets:
    'name several rules by one pattern, such as `com.example.dev.*`, and remove exceptions that have ended',
  comparisons: 'gather names and texts in a `list`: asking for a list is one comparison',
  written: 'write names and paths as patterns in place of regular expressions',
  steps: 'write names and paths as patterns in place of regular expressions, and let one rule ask for them',
};

/** Counts something of a layer; the first that is too much is reported. */
function checkLayer(context: Context, span: Span, what: keyof LayerSize, added: number): boolean {
  const { layers, shared } = context;
  const layer = layers.of(context.path);
  const size = shared.counts.layers.get(layer) ?? {
    rules: 0,
    targets: 0,
    comparisons: 0,
    written: 0,
    steps: 0,
  };
  shared.counts.layers.set(layer, size);
  const wasFine = size[what] <= mostOfLayer[what];
  size[what] += added;
  if (size[what] <= mostOfLayer[what]) return true;
  if (wasFine) {
    const whose =
      layers.all.length === 1 ? 'the policies come' : `the layer \`${layers.all[layer]?.name}\` comes`;
    reportError(
      context,
      'policies-too-large',
      span,
      `with this, ${whose} to more than ${mostOfLayer[what]} ${whatIs[what]}`,
      { help: helps[what] },
    );
  }
  return false;
}

/** Whether a file has few enough declarations, with those of its layer before it; its rules are not looked at otherwise. */
export function checkCount(context: Context, { rules, labels, limits, exceptions }: Policy): boolean {
  const all = [...rules, ...labels, ...limits, ...exceptions];
  const before = context.shared.counts.layers.get(context.layers.of(context.path))?.rules ?? 0;
  const first = all[mostOfLayer.rules - before] ?? all.at(-1);
  const targets = exceptions.reduce((sum, each) => sum + each.targets.length, 0);
  const [exception = first] = exceptions;
  if (first === undefined || exception === undefined) return true;
  return (
    checkLayer(context, first.name.span, 'rules', all.length) &&
    checkLayer(context, exception.name.span, 'targets', targets)
  );
}

/** What a written regular expression is: a pattern, or what is wrong with it. */
export type CountedRegex =
  | { readonly pattern: Pattern; readonly problem?: undefined }
  | { readonly pattern?: undefined; readonly problem: RegexProblem };

/** Compiles a regular expression of a text, unless the layer has too many of them; that is reported. */
export function compileCounted(
  context: Context,
  { source, flags, span }: RegexValue,
): CountedRegex | undefined {
  if (isOver(context, 'written')) return undefined;
  const { pattern: compiled, problem } = compileRegex(source, flags);
  const size = compiled?.sizeBound ?? (problem?.kind === 'size' ? maximalProgram : 0);
  if (!checkLayer(context, span, 'written', size)) return undefined;
  if (problem !== undefined) return { problem };
  const pattern: Pattern = { kind: 'regex', source, flags };
  sizes.set(pattern, size);
  return { pattern };
}

const isOver = ({ layers, path, shared }: Context, what: keyof LayerSize): boolean =>
  (shared.counts.layers.get(layers.of(path))?.[what] ?? 0) > mostOfLayer[what];

/** Steps by pattern: the rules that use a condition share its patterns. A list holds no regular expressions. */
const sizes = new WeakMap<Pattern, number>();

const stepsOf = (pattern: Pattern): number => sizes.get(pattern) ?? 0;

/** Counts the conditions of a rule. */
export function checkParts(
  context: Context,
  span: Span,
  parts: readonly Resolved<CheckedExpression>[],
): boolean {
  const comparisons = parts.reduce((sum, { weight }) => sum + weight, 0);
  // Once it is too much, nothing more is looked through.
  if (!checkLayer(context, span, 'comparisons', comparisons) || isOver(context, 'steps')) return false;
  const steps = parts.reduce(
    (sum, { node }) =>
      questionsOf(node)
        .flatMap(patternsOf)
        .reduce((total, pattern) => total + stepsOf(pattern), sum),
    0,
  );
  return checkLayer(context, span, 'steps', steps);
}
