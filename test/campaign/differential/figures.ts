/** What a campaign counts: sorts of deeds by how they are covered, and misses by what scripts are made of. */
import { type Coverage, coverageOf } from './compare.ts';
import { namesOf } from './generate.ts';
import type { Judged } from './judge.ts';
import type { Deed } from './sandbox.ts';

interface OfConstruct {
  scripts: number;
  misses: number;
  outside: number;
}

export interface Figures {
  quiet: number;
  code: number;
  outside: number;
  readonly deeds: Record<string, number>;
  readonly constructs: Map<string, OfConstruct>;
}

export const emptyFigures = (): Figures => ({
  quiet: 0,
  code: 0,
  outside: 0,
  deeds: {},
  constructs: new Map(),
});

const sortOf: Record<Deed['what'], string> = {
  created: 'changes',
  changed: 'changes',
  deleted: 'changes',
  opened: 'reads',
  leaked: 'texts of files that came out',
  ran: 'programs that ran',
  connected: 'connections',
  sent: 'files that were sent',
};

const coverages: Record<Exclude<Coverage, 'missed'>, string> = {
  certain: 'certain',
  possible: 'possible',
  anywhere: 'of which nothing is known',
  unknown: 'that only an unknown part covers',
};

/** Counts what one script did. */
export function count(figures: Figures, { script, outcome, effects, missed, open }: Judged): void {
  if (outcome.deeds.length === 0) figures.quiet++;
  if (script.code !== undefined) figures.code++;
  if (missed.length > 0 && open.length === 0) figures.outside++;
  for (const deed of outcome.deeds) {
    const coverage = coverageOf(deed, effects);
    if (coverage === 'missed') continue;
    const name = `${sortOf[deed.what]}: ${coverages[coverage]}`;
    figures.deeds[name] = (figures.deeds[name] ?? 0) + 1;
  }
  for (const name of new Set(namesOf(script))) {
    const of = figures.constructs.get(name) ?? { scripts: 0, misses: 0, outside: 0 };
    figures.constructs.set(name, of);
    of.scripts++;
    if (open.length > 0) of.misses++;
    else if (missed.length > 0) of.outside++;
  }
}

/** The constructs, those with the most misses first; those without any are only counted. */
export function tableOf(constructs: Figures['constructs']): string {
  const missing = [...constructs].filter(([, { misses, outside }]) => misses + outside > 0);
  const rows = missing
    .sort(([, one], [, other]) => other.misses - one.misses || other.outside - one.outside)
    .map(([name, { scripts, misses, outside }]) => [scripts, misses, outside, JSON.stringify(name)]);
  const lines = [['scripts', 'misses', 'outside', 'construct'], ...rows].map(
    ([scripts, misses, outside, name]) =>
      [...[scripts, misses, outside].map((cell) => String(cell).padStart(8)), ` ${name}`].join(''),
  );
  return [...lines, `${constructs.size - missing.length} constructs without a miss`].join('\n');
}
