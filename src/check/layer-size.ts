/**
 * How large a layer may be. Each has bounds of its own, so that a lower one that would take all time and memory is refused
 * and the others are in force. They are counts: what is refused does not depend on the machine.
 */
import type { Policy, RegexValue } from '../language/ast.ts';
import type { Span } from '../language/source.ts';
import { type CompiledRegex, compileRegex } from '../pattern/regex.ts';
import { maximalProgram } from '../pattern/regex-limits.ts';
import type { CheckedExpression, Pattern } from './checked.ts';
import { type Context, type LayerSize, type Resolved, reportError } from './context.ts';
import { patternsOf, questionsOf } from './walk.ts';

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

/** Compiles a regular expression of a text, unless the layer has too many of them; that is reported. */
export function compileCounted(
  context: Context,
  { source, flags, span }: RegexValue,
): CompiledRegex | undefined {
  if (isOver(context, 'written')) return undefined;
  const compiled = compileRegex(source, flags);
  const { pattern, problem } = compiled;
  const size = pattern?.size ?? (problem?.kind === 'size' ? maximalProgram : 0);
  return checkLayer(context, span, 'written', size) ? compiled : undefined;
}

const isOver = ({ layers, path, shared }: Context, what: keyof LayerSize): boolean =>
  (shared.counts.layers.get(layers.of(path))?.[what] ?? 0) > mostOfLayer[what];

/** Steps by pattern: the rules that use a condition share its patterns. A list holds no regular expressions. */
const sizes = new WeakMap<Pattern, number>();

function stepsOf(pattern: Pattern): number {
  if (pattern.kind !== 'regex') return 0;
  let steps = sizes.get(pattern);
  if (steps === undefined) {
    // What passed the checks compiles.
    steps = compileRegex(pattern.source, pattern.flags).pattern?.size ?? 0;
    sizes.set(pattern, steps);
  }
  return steps;
}

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
