/** Numbers with their units → bytes, milliseconds, or the plain number. */
import type { DiagnosticDetails } from '../../language/diagnostic.ts';
import type { NumberValue } from '../../language/expression.ts';
import { nearest } from '../../language/words.ts';
import { type Dimension, meantUnits, units } from '../../vocabulary/units.ts';
import { type Context, reportError } from '../names/context.ts';

/** What to write instead of a number with an unknown unit. */
function adviceForUnit(
  { raw, span }: NumberValue,
  unit: string,
  wanted: Dimension | 'plain' | 'any',
): DiagnosticDetails {
  const number = raw.slice(0, raw.length - unit.length);
  const fitting = [...units].flatMap(([name, { dimension }]) =>
    wanted === 'any' || dimension === wanted ? [name] : [],
  );
  const meant = meantUnits(unit);
  if (wanted === 'plain') {
    const thousands =
      /^k$/i.test(unit) && /^\d+$/.test(number) ? `: write \`${number}000\`` : ', such as `20`';
    return { help: `a count is a plain number${thousands}` };
  }
  const other = meant.find((name) => fitting.includes(name));
  const text = `${number}${other}`;
  if (other !== undefined) return { help: `write \`${text}\``, fix: { kind: 'replace', span, text } };
  // A unit of another dimension is not a misspelt one.
  const near = meant.length > 0 ? undefined : nearest(unit, fitting, unit.length < 3 ? 1 : 2);
  return { help: near === undefined ? `the units are ${fitting.join(', ')}` : `did you mean \`${near}\`?` };
}

/** A number in the base unit of its dimension: bytes, milliseconds, or as it is. */
export function resolveNumber(
  context: Context,
  value: NumberValue,
  wanted: Dimension | 'plain' | 'any',
): number | undefined {
  const unit = value.unit === undefined ? undefined : units.get(value.unit);
  if (value.unit !== undefined && unit === undefined) {
    return reportError(
      context,
      'unknown-unit',
      value.span,
      `unknown unit \`${value.unit}\``,
      adviceForUnit(value, value.unit, wanted),
    );
  }
  if (unit !== undefined && wanted !== 'any' && unit.dimension !== wanted) {
    const need = wanted === 'plain' ? 'a number without a unit' : `a ${wanted}`;
    return reportError(
      context,
      'wrong-type',
      value.span,
      `\`${value.raw}\` is a ${unit.dimension}, but ${need} is compared`,
      {
        help:
          wanted === 'size'
            ? 'sizes are written `100B`, `64KiB`, `1MB`'
            : wanted === 'duration'
              ? 'durations are written `30s`, `10m`, `2h`'
              : 'a count is a plain number, such as `20`',
      },
    );
  }
  const number = value.value * (unit?.factor ?? 1);
  if (Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER) return number;
  return reportError(
    context,
    'wrong-type',
    value.span,
    `\`${value.raw}\` is too large to be compared exactly`,
    { help: `numbers go up to ${Number.MAX_SAFE_INTEGER}` },
  );
}
