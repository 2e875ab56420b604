/**
 * What has to be said of single forms, as text: words with which a call of one comes through (`calls.txt`), and why none
 * does (`reasons.txt`).
 */
import { readFileSync } from 'node:fs';

const linesOf = (name: string): readonly (readonly [string, string])[] =>
  [...readFileSync(new URL(name, import.meta.url), 'utf8').matchAll(/^([^#\n].*?): (.*)$/gm)].map(
    ([, names = '', text = '']) => [names, text],
  );

/** A call as it is written down: its words in front of the subcommands and behind them, and a file that standard input is. */
export interface KnownCall {
  readonly before: readonly string[];
  readonly words: readonly string[];
  readonly input?: string;
}

function readCall(text: string): KnownCall {
  const [, told = '', input] = /^(.*?)(?: ?< (\S+))?$/.exec(text) ?? [];
  const all = [...told.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));
  const at = all.indexOf('^');
  const call = { before: all.slice(0, Math.max(0, at)), words: all.slice(at + 1) };
  return input === undefined ? call : { ...call, input };
}

const calls = new Map<string, KnownCall[]>();
const patience = new Map<string, number>();
for (const [names, text] of linesOf('calls.txt')) {
  const [first = '', ...form] = names.split(' ');
  if (first === 'seconds') for (const name of text.split(' ')) patience.set(name, Number(form[0]));
  else
    for (const program of first.split(',')) {
      const name = `${program} ${form.join(' ') || '.'}`;
      calls.set(name, [...(calls.get(name) ?? []), readCall(text)]);
    }
}

export const knownCalls = (program: string, form: string): readonly KnownCall[] =>
  calls.get(`${program} ${form}`) ?? [];

/** How long a call of a program is waited for, where it needs more than a second to begin. */
export const patienceFor = (program: string): number | undefined => patience.get(program);

/** Every form of a list; a name of a program in it may mean several. */
const formsIn = (names: string): readonly string[] =>
  names.split('; ').flatMap((name) => {
    const [programs = '', ...form] = name.split(' ');
    return programs.split(',').map((program) => [program, ...form].join(' '));
  });

const said = linesOf('reasons.txt').flatMap(([names, text]) =>
  names.startsWith('says ') ? [[names.slice('says '.length), new RegExp(text, 'i')] as const] : [],
);
const ofForms = new Map(
  linesOf('reasons.txt').flatMap(([why, names]) =>
    why.startsWith('says ') ? [] : formsIn(names).map((name) => [name, why] as const),
  ),
);

/** Why no call of a form comes through, as it is written down: for it, for its subcommand, or for its program. */
export function knownReason(program: string, form: string): string | undefined {
  const words = [program, ...form.split(' ')];
  for (let length = words.length; length > 0; length--) {
    const why = ofForms.get(words.slice(0, length).join(' '));
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Why a call did not come through, by what it said. */
export const reasonIn = (text: string): string | undefined =>
  said.find(([, pattern]) => pattern.test(text))?.[0];

const chosen = new Set(linesOf('chosen.txt').flatMap(([names]) => formsIn(names)));

/** Whether a form chooses by itself which files it changes. */
export const changesByChoice = (program: string, form: string): boolean => chosen.has(`${program} ${form}`);
