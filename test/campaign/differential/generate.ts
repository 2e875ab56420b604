// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are of shells.
/**
 * Scripts that do one thing, among lines that only change what the words of that thing come to: the same chance always
 * gives the same script. A script is kept in pieces, so that a smaller one can be made of it by leaving some out.
 */
import { type Chance, pick } from '../../pattern/path-pairs.ts';
import { type Code, generateCode, hasCode, namesOfCode, smallerCode, textOfCode } from './generate/code.ts';
import { cover } from './generate/cover.ts';
import { bashEffect, bashEffects, effects } from './generate/effects.ts';
import { fill, line } from './generate/line.ts';
import { type Around, below, type Piece, place, quote } from './generate/piece.ts';
import type { Run, Shell } from './sandbox.ts';

export interface Script {
  readonly shell: Shell;
  readonly front: readonly Piece[];
  readonly around: readonly Around[];
  readonly effect: Piece;
  readonly behind: readonly Piece[];
  /** The effect, where that is a program of another language. */
  readonly code?: Code;
}

export function textOf({ front, around, effect, behind, code }: Script): string {
  const core = around.reduce(
    (text, { text: outer, quoted }) => outer.split(place).join(quoted ? quote(text) : text),
    code === undefined ? effect.text : textOfCode(code),
  );
  return [...front.map(({ text }) => text), core, ...behind.map(({ text }) => text)].join('\n');
}

export const runOf = (script: Script): Run => ({ shell: script.shell, text: textOf(script) });

/** What a script is made of, for groups of misses. */
export const namesOf = ({ front, around, effect, behind, code }: Script): readonly string[] => [
  ...front.map(({ name }) => name),
  ...around.map(({ name }) => name),
  ...(code === undefined ? [effect.name] : namesOfCode(code)),
  ...behind.map(({ name }) => `behind: ${name}`),
];

/** Scripts with one piece less. */
export function smaller(script: Script): readonly Script[] {
  const without = <Item>(items: readonly Item[], at: number): readonly Item[] =>
    items.filter((_, other) => other !== at);
  return [
    ...script.front.map((_, at) => ({ ...script, front: without(script.front, at) })),
    ...script.around.map((_, at) => ({ ...script, around: without(script.around, at) })),
    ...script.behind.map((_, at) => ({ ...script, behind: without(script.behind, at) })),
    ...(script.code === undefined ? [] : smallerCode(script.code).map((code) => ({ ...script, code }))),
  ];
}

export function generate(chance: Chance): Script {
  // Most words need a value to name anything that is there.
  const start: Piece = { name: 'set', bash: false, text: fill(chance, 'x=%p y=%p z=%p; set -- %p %p', 0) };
  const front = [
    ...(chance() < 0.9 ? [start] : []),
    ...Array.from({ length: below(chance, 4) }, () => line(chance, 2, false)),
  ];
  const code = hasCode && chance() < 0.2 ? generateCode(chance) : undefined;
  const effect = effectOf(chance, code);
  const around: Around[] = [];
  for (let left = below(chance, 3); left > 0; left--) {
    const bash = effect.bash || around.some((each) => each.bash);
    around.push(cover(chance, { text: around.length === 0 ? effect.text : '\n', bash }, around.length));
  }
  const behind = chance() < 0.25 ? [line(chance, 1, false)] : [];
  const all = [...front, effect, ...around, ...behind];
  const isPlain = all.every(({ bash, text: each }) => !bash && !bashEffect.test(each));
  const shell = isPlain && chance() < 0.5 ? 'dash' : 'bash';
  return { shell, front, around, effect, behind, ...(code === undefined ? {} : { code }) };
}

function effectOf(chance: Chance, code: Code | undefined): Piece {
  if (code !== undefined) return { name: code.language.name, bash: false, text: textOfCode(code) };
  const isForBash = chance() < 0.2;
  const template = pick(chance, isForBash ? bashEffects : effects);
  const text = fill(chance, template, 0);
  return { name: template, bash: isForBash || bashEffect.test(text), text };
}
