/** How much must have been seen: `rules=100,clauses=90`. */
import { suggestion } from '../../language/words.ts';
import {
  type Coverage,
  type Measure,
  measures,
  percentOf,
  totalsOf,
} from '../../scenario/coverage/coverage.ts';
import { UsageError } from '../terminal/context.ts';

/** In percent. */
export type Thresholds = Readonly<Partial<Record<Measure, number>>>;

/** Reads what `--threshold` says; a number alone is for all measures. Throws `UsageError`. */
export function parseThresholds(texts: readonly string[]): Thresholds {
  const parts = texts.flatMap((text) => text.split(',')).map((part) => part.trim());
  return Object.assign({}, ...parts.map(parsePart));
}

function parsePart(part: string): Thresholds {
  const [name = '', value, ...rest] = part.split('=').map((each) => each.trim());
  if (value === undefined) {
    const all = percentIn(name, part);
    return Object.fromEntries(measures.map((measure) => [measure, all]));
  }
  if (rest.length > 0 || !(measures as readonly string[]).includes(name)) {
    const near =
      suggestion(name, measures) ?? `it takes ${measures.join(', ')}, such as \`rules=100,clauses=90\``;
    throw new UsageError(`\`--threshold\` knows no \`${name}\`; ${near}`);
  }
  return { [name]: percentIn(value, part) };
}

function percentIn(text: string, part: string): number {
  const percent = /^[0-9]{1,3}(?:\.[0-9]{1,3})?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  if (percent <= 100) return percent;
  throw new UsageError(
    `\`--threshold\` takes percents from 0 to 100, such as \`rules=100,clauses=90\`, not \`${part}\``,
  );
}

/** A sentence for each measure that is below its threshold. */
export function shortfalls(coverage: Coverage, thresholds: Thresholds): string[] {
  const totals = totalsOf(coverage);
  return measures.flatMap((measure) => {
    const wanted = thresholds[measure];
    const share = totals[measure];
    if (wanted === undefined || share.seen * 100 >= wanted * share.of) return [];
    return `too little is tested: tests saw ${percentOf(share)}% of the ${measure} (${share.seen} of ${share.of}), and ${wanted}% is asked for`;
  });
}
