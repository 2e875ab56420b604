/** Texts that a shell of Windows could be given: any characters, and pieces of its language in any order. */
import fc from 'fast-check';
import { anyCharacter } from '../../any-character.ts';

const dosPieces = [
  'del a',
  '%x%',
  '%%i',
  '!y!',
  '^',
  '"',
  '(',
  ')',
  '&',
  '&&',
  '||',
  '|',
  '>',
  '<',
  '2>&1',
  '\n',
  'if exist ',
  'for %i in (',
  ') do ',
  'set x=',
  'call ',
  'start ',
  'rem ',
  ':',
  '@',
  ' else ',
  '/s',
  ',',
  '=',
];

const powerShellPieces = [
  '$x',
  '=',
  '(',
  ')',
  '{',
  '}',
  '"',
  "'",
  '`',
  '|',
  '& ',
  ';',
  '\n',
  '@(',
  '@{',
  "@'\n",
  '$(',
  '[a]::b(',
  '-join ',
  'iex ',
  'foreach ($y in ',
  'function f',
  'Remove-Item a',
  ',',
  '#',
  '<#',
  '%',
  '>',
  '.x',
  '--%',
  '::',
  '\u2019',
];

const textOf = (pieces: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((each) => each.join('')),
  );

export const dosText = textOf(dosPieces);
export const powerShellText = textOf(powerShellPieces);
