/**
 * What became of every form of the tables, as it is kept in `results.txt`: a line for each program that could be had,
 * and one for each reason why others could not. `docs/development/tables.md` says what it comes to.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { nameOf } from './calls.ts';
import type { Origin } from './install.ts';
import { knownReason } from './known.ts';
import { whyNotHere } from './programs.ts';
import { formsOf, programNames } from './try.ts';

/**
 * `+`: a call came through, and nothing that any did was missing. `~`: the same, as far as a host that gave no answer.
 * `-`: something was missing. `?`: no call came through, which shows nothing. `!`: not tried yet.
 */
export type Mark = '+' | '~' | '-' | '?' | '!';

export interface FormResult {
  readonly mark: Mark;
  /** How many of its options came through. */
  readonly options: number;
  readonly of: number;
  /** Why no call came through. */
  readonly why?: string | undefined;
}

export interface ProgramResult {
  readonly origin: Origin;
  readonly forms: ReadonlyMap<string, FormResult>;
}

/** Programs that were to be had when they were last tried. */
export type Results = ReadonlyMap<string, ProgramResult>;

const file = new URL('results.txt', import.meta.url);
const page = new URL('../../../docs/development/tables.md', import.meta.url);
const head = `# Written by \`npm run campaign -- tables\`. A program, its package and version, and its forms: \`+\` verified, \`~\` verified
# as far as a host that gave no answer, \`-\` contradicted, \`?\` no call came through, \`!\` not tried yet; how many of the
# options of the form came through; and why no call did.
`;

export function readResults(): Results {
  const results = new Map<string, ProgramResult>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, program, name, version = '', forms = ''] = /^(\S+) = (\S+) (\S+): (.*)$/.exec(line) ?? [];
    if (program === undefined || name === undefined) continue;
    results.set(program, {
      origin: { package: name, version },
      forms: new Map(forms.split('; ').map(readForm)),
    });
  }
  return results;
}

function readForm(text: string): readonly [string, FormResult] {
  const [, mark, name = '', options, of, why] =
    /^([-+~?!]) (.*) (\d+)\/(\d+)(?: \((.*)\))?$/.exec(text) ?? [];
  if (mark === undefined) throw new Error(`no form: ${text}`);
  return [name, { mark: mark as Mark, options: Number(options), of: Number(of), why }];
}

export function writeResults(results: Results): void {
  writeFileSync(file, textOf(results));
}

/** As the file has it: every form of the tables is in it once, and no other. */
export function textOf(results: Results): string {
  const here: string[] = [];
  const absent = new Map<string, string[]>();
  for (const program of programNames()) {
    const result = results.get(program);
    if (result !== undefined) {
      const { origin } = result;
      const forms = formsOf(program).map((form) =>
        showForm(program, nameOf(form), form.form.options.length, result),
      );
      here.push(`${program} = ${origin.package} ${origin.version}: ${forms.join('; ')}`);
    } else {
      const why = whyNotHere.get(program) ?? 'in none of the packages';
      absent.set(why, [...(absent.get(why) ?? []), program]);
    }
  }
  const notHere = [...absent].sort().map(([why, names]) => `not here, ${why}: ${names.join(' ')}`);
  return `${[head, ...here, ...notHere].join('\n')}\n`;
}

function showForm(program: string, name: string, of: number, { forms }: ProgramResult): string {
  const known = forms.get(name);
  const why = known?.mark === '?' ? ` (${whyQuiet(program, name, known)})` : '';
  return `${known?.mark ?? '!'} ${name} ${known?.options ?? 0}/${of}${why}`;
}

/** Why no call of a form came through: as it is written down, or as its calls said. */
const whyQuiet = (program: string, name: string, { why }: FormResult): string =>
  knownReason(program, name) ?? why ?? noReason;
const noReason = 'no call is known that it takes';

/** How many forms no call of which came through, by the reason, the most first. */
function reasonsOf(results: Results): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const program of programNames()) {
    const forms = results.get(program)?.forms;
    for (const name of formsOf(program).map(nameOf)) {
      const known = forms?.get(name);
      if (known?.mark !== '?') continue;
      const why = whyQuiet(program, name, known);
      counts.set(why, (counts.get(why) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** How many forms there are of each mark, and those of programs that are not here. */
export function totalsOf(results: Results): Record<Mark | 'absent', number> {
  const totals = { '+': 0, '~': 0, '-': 0, '?': 0, '!': 0, absent: 0 };
  for (const program of programNames()) {
    const result = results.get(program);
    for (const form of formsOf(program)) {
      if (result === undefined) totals.absent++;
      else totals[result.forms.get(nameOf(form))?.mark ?? '!']++;
    }
  }
  return totals;
}

/** A call of a form and what it did that is not derived, or what is derived and it did not do: one for each form. */
export interface Finding {
  readonly program: string;
  readonly form: string;
  readonly text: string;
  readonly did: readonly string[];
}

export interface Findings {
  readonly contradictions: readonly Finding[];
  readonly claims: readonly Finding[];
}

const sectionOf = (name: keyof Findings): RegExp =>
  new RegExp(`(<!-- ${name}: [^\\n]* -->\\n)([\\s\\S]*?)(\\n<!-- end of ${name} -->)`);

/** Those that the page has. */
export function readFindings(): Findings {
  const text = readFileSync(page, 'utf8');
  const read = (name: keyof Findings): readonly Finding[] => {
    const [, , lines = ''] = sectionOf(name).exec(text) ?? [];
    return [...lines.matchAll(/^- `(\S+) ([^`]+)`: `([^`]*)` ([^\n]*?)(?: \([^()\n]*\))?$/gm)].map(
      ([, program = '', form = '', call = '', did = '']) => ({
        program,
        form,
        text: call,
        did: did.split(', '),
      }),
    );
  };
  return { contradictions: read('contradictions'), claims: read('claims') };
}

/** Why a line is right although what it claims did not happen, by program and form. */
const reasons: ReadonlyMap<string, string> = new Map(
  [
    ...readFileSync(new URL('claims.txt', import.meta.url), 'utf8').matchAll(/^([^#\n][^:\n]*): (.+)$/gm),
  ].flatMap(([, names = '', why = '']) => names.split('; ').map((name) => [name, why] as const)),
);
const reasonOf = ({ program, form }: Finding): string | undefined => reasons.get(`${program} ${form}`);

export const withoutReason = (claims: readonly Finding[]): readonly Finding[] =>
  claims.filter((each) => reasonOf(each) === undefined);

/** The page of results, with its figures and what is contradicted. */
export function writePage(results: Results, found: Findings): void {
  writeFileSync(page, withResults(readFileSync(page, 'utf8'), results, found));
}

export function withResults(text: string, results: Results, { contradictions, claims }: Findings): string {
  const { '+': whole, '~': asked, '-': contradicted, '?': quiet, '!': open, absent } = totalsOf(results);
  const rows = [
    ['verified', whole + asked],
    ['of these, as far as a host that gave no answer', asked],
    ['contradicted', contradicted],
    ['no call came through', quiet],
    ...reasonsOf(results).map(([why, count]) => [`of these: ${why}`, count] as const),
    ['not tried yet', open],
    ['of programs that are not to be had here', absent],
    ['claims that were not seen, with a reason', claims.length - withoutReason(claims).length],
    ['claims that were not seen, without one', withoutReason(claims).length],
  ].map(([name, count]) => `| ${name} | ${count?.toLocaleString('en-US')} |`);
  const table = ['| forms | |', '| --- | --: |', ...rows].join('\n');
  const put = (before: string, section: RegExp, lines: string): string =>
    before.replace(section, (_, start, __, end) => `${start}\n${lines}\n${end}`);
  const totals = /(<!-- totals: [^\n]* -->\n)([\s\S]*?)(\n<!-- end of totals -->)/;
  const shown = put(
    put(text, totals, table),
    sectionOf('contradictions'),
    showFindings(contradictions, () => undefined),
  );
  return put(shown, sectionOf('claims'), showFindings(claims, reasonOf));
}

function showFindings(found: readonly Finding[], why: (one: Finding) => string | undefined): string {
  const order = (one: Finding, other: Finding): number =>
    `${one.program} ${one.form}` < `${other.program} ${other.form}` ? -1 : 1;
  return [...found]
    .sort(order)
    .map((each) => {
      const reason = why(each);
      const { program, form, text, did } = each;
      return `- \`${program} ${form}\`: \`${text}\` ${did.join(', ')}${reason === undefined ? '' : ` (${reason})`}`;
    })
    .join('\n');
}
