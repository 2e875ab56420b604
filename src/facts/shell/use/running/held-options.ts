/** Variables that hold options for a program: `PERL5OPT=-Ilib`. */
import { staticText } from '../../../../pattern/text/shape.ts';
import type { CommandOption } from '../../../effect/effect.ts';
import { readArguments } from '../../../knowledge/words/arguments.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { type Word, wordOf } from '../../word.ts';
import type { Running } from './running.ts';

/** The options that variables hold for the command. */
export const optionsGiven = (running: Running): readonly CommandOption[] =>
  (mannersOf(running.invocation.program).options ?? []).flatMap((name) => {
    const value = heldBy(name, running);
    const words = value === undefined ? [] : wordsHeld(value, running).map(({ shape }) => shape);
    const { shell, invocation } = running;
    return words.length === 0
      ? []
      : readArguments(shell.knowledge, invocation.program, words, 'posix').options;
  });

/** The value of a variable of the call. */
export function heldBy(name: string, { state }: Running): Word | undefined {
  const value = state.get(name);
  return Array.isArray(value) ? value[0] : (value as Word | undefined);
}

/** The words of a value. Quotes and backslashes keep blanks together. */
export function wordsHeld({ shape }: Word, { shell, span }: Running): readonly Word[] {
  const text = staticText(shape);
  if (text === undefined) {
    shell.unknown('value', shape.source, 'which options this holds is not known', span);
    return [];
  }
  const words = text.slice(0, longestValue).match(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g) ?? [];
  return words.map((word) =>
    wordOf(
      word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, one = '', two = '', three = '') => one + two + three),
    ),
  );
}

/** The words of a value for a program that does not know quotes, where that makes a difference. */
export function wordsWithQuotes({ shape }: Word): readonly Word[] {
  const text = staticText(shape)?.slice(0, longestValue) ?? '';
  const words = /['"\\]/.test(text) ? text.split(/\s+/).filter((word) => word !== '') : [];
  // Quotes that hold a blank are quotes for each program that has options with blanks.
  const isCut = words.some((word) => (word.match(/["']/g)?.length ?? 0) % 2 > 0);
  return isCut ? [] : words.map((word) => wordOf(word));
}

const longestValue = 4096;
