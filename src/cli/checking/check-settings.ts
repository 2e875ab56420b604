/** What the options of `bylaw check` ask for, tried against one another. */
import { type EventBudget, largestEvent, parseBudget } from '../options/budget-option.ts';
import { flag, type GivenOptions, pathArg, several, textArg } from '../options/options.ts';
import { parseMaxBody } from '../settings/max-body-option.ts';
import { UsageError } from '../terminal/context.ts';

export interface CheckSettings {
  readonly paths: readonly string[];
  /** Whether the policies are named in some way; otherwise the usual ones are checked. */
  readonly isNamed: boolean;
  readonly form: 'text' | 'json' | 'sarif' | 'github';
  /** Whether what can be fixed is fixed, or only shown. */
  readonly fixing: 'none' | 'show' | 'write';
  /** Whether the cost is printed. */
  readonly cost: boolean;
  readonly budget: EventBudget | undefined;
  /** Octets of the largest event that the cost is for. */
  readonly octets: number;
}

export const checkOptions = {
  layers: pathArg,
  bundle: pathArg,
  'bundle-key': pathArg,
  json: { ...flag, default: false },
  sarif: { ...flag, default: false },
  github: { ...flag, default: false },
  fix: { ...flag, default: false },
  diff: { ...flag, default: false },
  cost: { ...flag, default: false },
  budget: several(textArg),
  'max-body': textArg,
};

type Values = GivenOptions<typeof checkOptions>['values'];

/** Throws `UsageError`. */
export function checkSettings({
  values,
  positionals: paths,
}: GivenOptions<typeof checkOptions>): CheckSettings {
  // First, since a path may have been taken as the budget.
  const most = parseBudget(values.budget);
  const isNamed = paths.length > 0 || values.layers !== undefined || values.bundle !== undefined;
  if (!isNamed && values.fix === true && values.diff !== true)
    throw new UsageError('name the policy files or folders to fix: `bylaw check --fix policies`');
  refuseTogether(values);
  const { json, sarif, github, fix, diff, cost } = values;
  const octets = largestEvent(parseMaxBody(values['max-body']));
  return {
    paths,
    isNamed,
    form: json ? 'json' : sarif ? 'sarif' : github ? 'github' : 'text',
    fixing: diff ? 'show' : fix ? 'write' : 'none',
    cost,
    budget: most && { budget: most, octets },
    octets,
  };
}

/** Options that make no sense together, or not alone. */
function refuseTogether(values: Values): void {
  const { json, sarif, github, fix, diff, cost, budget, bundle, 'max-body': most } = values;
  const refused: readonly (readonly [boolean, string])[] = [
    [fix && bundle !== undefined, 'a bundle is signed: fix the files that it was built from'],
    [json && sarif, '`--json` and `--sarif` are two forms of one report: give one of them'],
    [
      github && (json || sarif),
      '`--github` is a form of the report, as `--json` and `--sarif` are: give one of them',
    ],
    [diff && !fix, '`--diff` shows what `--fix` would do: give both'],
    [
      diff && (json || sarif || github),
      '`--diff` is for people: leave `--json`, `--sarif` and `--github` out',
    ],
    [
      diff && (cost || budget !== undefined),
      '`--diff` shows only what would be fixed: leave `--cost` and `--budget` out',
    ],
    [cost && sarif, 'a SARIF log has no place for `--cost`: give `--json`, or leave it out'],
    [cost && github, 'annotations have no place for `--cost`: give `--json`, or leave it out'],
    [
      most !== undefined && !cost && budget === undefined,
      '`--max-body` is about what policies cost: give `--cost` or `--budget` too',
    ],
  ];
  const problem = refused.find(([isSo]) => isSo)?.[1];
  if (problem !== undefined) throw new UsageError(problem);
}
