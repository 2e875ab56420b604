/** What the options of `bylaw check` ask for, tried against one another. */
import { type EventBudget, largestEvent, parseBudget } from '../budget-option.ts';
import { UsageError } from '../context.ts';
import { parseMaxBody } from '../max-body-option.ts';
import { flag, type Parsed, path, several, text } from '../options.ts';

export interface CheckSettings {
  readonly paths: readonly string[];
  readonly form: 'text' | 'json' | 'sarif' | 'github';
  /** Whether what can be mended is mended, or only shown. */
  readonly mending: 'none' | 'show' | 'write';
  /** Whether the cost is printed. */
  readonly cost: boolean;
  readonly budget: EventBudget | undefined;
  /** Octets of the largest event that the cost is for. */
  readonly octets: number;
}

export const checkOptions = {
  layers: path,
  bundle: path,
  'bundle-key': path,
  json: { ...flag, default: false },
  sarif: { ...flag, default: false },
  github: { ...flag, default: false },
  fix: { ...flag, default: false },
  diff: { ...flag, default: false },
  cost: { ...flag, default: false },
  budget: several(text),
  'max-body': text,
};

type Values = Parsed<typeof checkOptions>['values'];

/** Throws `UsageError`. */
export function checkSettings({ values, positionals: paths }: Parsed<typeof checkOptions>): CheckSettings {
  // First, since a path may have been taken as the budget.
  const most = parseBudget(values.budget);
  if (paths.length === 0 && values.layers === undefined && values.bundle === undefined)
    throw new UsageError('name the policy files or folders to check: `bylaw check policies`');
  refuseTogether(values);
  const { json, sarif, github, fix, diff, cost } = values;
  const octets = largestEvent(parseMaxBody(values['max-body']));
  return {
    paths,
    form: json ? 'json' : sarif ? 'sarif' : github ? 'github' : 'text',
    mending: diff ? 'show' : fix ? 'write' : 'none',
    cost,
    budget: most && { budget: most, octets },
    octets,
  };
}

/** Options that make no sense together, or not alone. */
function refuseTogether(values: Values): void {
  const { json, sarif, github, fix, diff, cost, budget } = values;
  if (fix && values.bundle !== undefined)
    throw new UsageError('a bundle is signed: mend the files that it was built from');
  if (json && sarif)
    throw new UsageError('`--json` and `--sarif` are two forms of one report: give one of them');
  if (github && (json || sarif))
    throw new UsageError(
      '`--github` is a form of the report, as `--json` and `--sarif` are: give one of them',
    );
  if (diff && !fix) throw new UsageError('`--diff` shows what `--fix` would do: give both');
  if (diff && (json || sarif || github))
    throw new UsageError('`--diff` is for people: leave `--json`, `--sarif` and `--github` out');
  if (diff && (cost || budget !== undefined))
    throw new UsageError('`--diff` shows only what would be mended: leave `--cost` and `--budget` out');
  if (cost && sarif)
    throw new UsageError('a SARIF log has no place for `--cost`: give `--json`, or leave it out');
  if (cost && github)
    throw new UsageError('annotations have no place for `--cost`: give `--json`, or leave it out');
  if (values['max-body'] !== undefined && !cost && budget === undefined)
    throw new UsageError('`--max-body` is about what policies cost: give `--cost` or `--budget` too');
}
