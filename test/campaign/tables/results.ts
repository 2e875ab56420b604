/**
 * What became of every form of the tables, as it is kept in `results.txt`: a line for each program that could be had,
 * and one for each reason why others could not. `docs/development/tables.md` says what it comes to.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { nameOf } from './calls.ts';
import type { Origin } from './install.ts';
import { whyNotHere } from './programs.ts';
import { formsOf, programNames } from './try.ts';

/**
 * `+`: a call came through, and nothing that any did was missing. `-`: something was. `?`: no call came through, which
 * shows nothing. `!`: not tried yet.
 */
export type Mark = '+' | '-' | '?' | '!';

export interface FormResult {
  readonly mark: Mark;
  /** How many of its options came through. */
  readonly options: number;
  readonly of: number;
}

export interface ProgramResult {
  readonly origin: Origin;
  readonly forms: ReadonlyMap<string, FormResult>;
}

/** Programs that were to be had when they were last tried. */
export type Results = ReadonlyMap<string, ProgramResult>;

const file = new URL('results.txt', import.meta.url);
const page = new URL('../../../docs/development/tables.md', import.meta.url);
const head = `# Written by \`npm run campaign -- tables\`. A program, its package and version, and its forms: \`+\` verified, \`-\` contradicted,
# \`?\` no call came through, \`!\` not tried yet; and how many of the options of the form came through.
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
  const [, mark, name = '', options, of] = /^([-+?!]) (.*) (\d+)\/(\d+)$/.exec(text) ?? [];
  if (mark === undefined) throw new Error(`no form: ${text}`);
  return [name, { mark: mark as Mark, options: Number(options), of: Number(of) }];
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
      const forms = formsOf(program).map((form) => showForm(nameOf(form), form.form.options.length, result));
      here.push(`${program} = ${origin.package} ${origin.version}: ${forms.join('; ')}`);
    } else {
      const why = whyNotHere.get(program) ?? 'in none of the packages';
      absent.set(why, [...(absent.get(why) ?? []), program]);
    }
  }
  const notHere = [...absent].sort().map(([why, names]) => `not here, ${why}: ${names.join(' ')}`);
  return `${[head, ...here, ...notHere].join('\n')}\n`;
}

function showForm(name: string, of: number, { forms }: ProgramResult): string {
  const known = forms.get(name);
  return `${known?.mark ?? '!'} ${name} ${known?.options ?? 0}/${of}`;
}

/** How many forms there are of each mark, and those of programs that are not here. */
export function totalsOf(results: Results): Record<Mark | 'absent', number> {
  const totals = { '+': 0, '-': 0, '?': 0, '!': 0, absent: 0 };
  for (const program of programNames()) {
    const result = results.get(program);
    for (const form of formsOf(program)) {
      if (result === undefined) totals.absent++;
      else totals[result.forms.get(nameOf(form))?.mark ?? '!']++;
    }
  }
  return totals;
}

/** Something that a call did and that is not derived of it: one for each form. */
export interface Contradiction {
  readonly program: string;
  readonly form: string;
  readonly text: string;
  readonly did: readonly string[];
}

const signs = {
  start: '<!-- contradictions: written by the campaign -->',
  end: '<!-- end of contradictions -->',
};

/** Those that the page has. */
export function readContradictions(): readonly Contradiction[] {
  return [...readFileSync(page, 'utf8').matchAll(/^- `(\S+) ([^`]+)`: `([^`]*)` (.*)$/gm)].map(
    ([, program = '', form = '', text = '', did = '']) => ({ program, form, text, did: did.split(', ') }),
  );
}

/** The page of results, with its figures and what is contradicted. */
export function writePage(results: Results, found: readonly Contradiction[]): void {
  writeFileSync(page, withResults(readFileSync(page, 'utf8'), results, found));
}

export function withResults(text: string, results: Results, found: readonly Contradiction[]): string {
  const { '+': verified, '-': contradicted, '?': quiet, '!': open, absent } = totalsOf(results);
  const rows = [
    ['verified', verified],
    ['contradicted', contradicted],
    ['no call came through', quiet],
    ['not tried yet', open],
    ['of programs that are not to be had here', absent],
  ].map(([name, count]) => `| ${name} | ${count?.toLocaleString('en-US')} |`);
  const order = (one: Contradiction, other: Contradiction): number =>
    `${one.program} ${one.form}` < `${other.program} ${other.form}` ? -1 : 1;
  const lines = [...found]
    .sort(order)
    .map(({ program, form, text: call, did }) => `- \`${program} ${form}\`: \`${call}\` ${did.join(', ')}`);
  const table = ['| forms | |', '| --- | --: |', ...rows].join('\n');
  return text
    .replace(
      /(<!-- totals: [^\n]* -->\n)[\s\S]*?(\n<!-- end of totals -->)/,
      (_, start, end) => `${start}\n${table}\n${end}`,
    )
    .replace(
      new RegExp(`(${signs.start}\\n)[\\s\\S]*?(\\n${signs.end})`),
      (_, start, end) => `${start}\n${lines.join('\n')}\n${end}`,
    );
}
