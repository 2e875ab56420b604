/** Builtins that give names a meaning: `export`, `declare` and `alias`. */
import { joinPieces } from '../../../pattern/text/shape.ts';
import type { InputSpan } from '../../effect/effect.ts';
import { mannersOf } from '../../knowledge/words/manners.ts';
import { evaluateAgain, evaluateSubscripts } from '../expand/evaluate-again.ts';
import { parameterValue } from '../expand/expand.ts';
import type { Io, Shell } from '../shell.ts';
import {
  choiceOf,
  isWordList,
  keyedList,
  keyOfValue,
  type List,
  mixedList,
  type VariableValue,
} from '../state/choice.ts';
import { anyVariable, type ShellState } from '../state/state.ts';
import { runVariable } from '../use/written/running-variable.ts';
import { mergeOrigins, type Word, wordOf, wordOfShape } from '../word.ts';
import { hasOpenName, operands, text } from './operands.ts';

/** `export A=b`, `local x=y`, `declare -x a`. Inside a function `local` and `declare` make a local variable. */
export function declare(
  name: string,
  words: readonly Word[],
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
): undefined {
  const has = (flag: string): boolean =>
    words.some((word) => new Set(/^-(\w+)$/.exec(text(word) ?? '')?.[1]).has(flag));
  const refers = has('n');
  // A later assignment to the variable ends the shell.
  if (name === 'readonly' || has('r')) state.mayEnd();
  const isLocal = name !== 'export' && name !== 'readonly' && !has('g');
  if (has('f') && (name === 'export' || has('x'))) state.setMode('exportsFunctions', true);
  const withholds = name === 'export' ? refers : words.some((word) => /^\+\w*x/.test(text(word) ?? ''));
  for (const word of operands(words)) {
    const [first, ...rest] = word.shape.pieces;
    evaluateSubscripts([word], shell, state, io);
    if (hasOpenName(word)) {
      state.setAnyVariable(word);
      if (!withholds && (name === 'export' || has('x') || state.modes.exportsAll))
        state.setMode('exportsAnyName', true);
      continue;
    }
    const [, reference, target] = refers && !withholds ? (/^(\w+)=(\w+)$/.exec(text(word) ?? '') ?? []) : [];
    if (reference !== undefined && target !== undefined && reference !== target) {
      if (state.references.size < mostShellNames) state.references.set(reference, target);
      else tooMany(shell, span);
      continue;
    }
    const [, variable, subscript, sign, start = ''] =
      first?.kind === 'text'
        ? (/^([A-Za-z_][A-Za-z0-9_]*)(\[[^\]]*\])?(\+?=|$)(.*)$/s.exec(first.text) ?? [])
        : [];
    if (variable === undefined) continue;
    if (refers && !withholds && sign === '=') {
      // `a[$(ls)]` is evaluated wherever the name is used.
      const meant = wordOfShape(
        joinPieces([{ kind: 'text', text: start }, ...rest], word.shape.source),
        word,
      );
      evaluateAgain(meant, shell, state, io);
      if (text(meant) === undefined) state.references.set(variable, anyVariable);
    }
    // `declare -a 'a=(…)'` reads the text again, as an array.
    if (word.list === undefined && start.startsWith('(') && (has('a') || has('A'))) {
      const again = { ...io, depth: io.depth + 1 };
      shell.runText({ ...word, shape: word.shape }, state, again);
      continue;
    }
    const listed = sign === '+=' ? state.get(variable) : undefined;
    const before =
      sign === '+=' ? (listed ?? parameterValue(variable, `$${variable}`, { shell, state, io })) : undefined;
    if (withholds) state.withhold(variable);
    else if (name === 'export' || has('x')) state.export(variable);
    if (isLocal && state.frame !== undefined && !has('f')) {
      state.makeLocal(variable);
      if (sign === '') {
        // Started programs get the value from outside of the function.
        const outer = state.exported.has(variable) ? state.held(variable) : undefined;
        state.set(variable, wordOf(''));
        if (outer !== undefined) state.put(variable, choiceOf([state.held(variable), outer], keyOfValue));
      }
    }
    if (has('i') || has('l') || has('u')) state.change(variable);
    if (sign === '') {
      if (name === 'readonly' || has('r')) state.keep(variable);
      continue;
    }
    const own = before === undefined || !isWordList(before) ? before : before[0];
    const pieces = [...(own?.shape.pieces ?? []), { kind: 'text', text: start } as const, ...rest];
    const value = wordOfShape(joinPieces(pieces, word.shape.source), mergeOrigins(own, word));
    if (has('i')) {
      state.mayEnd();
      evaluateAgain(value, shell, state, io);
    }
    const held = state.held(variable);
    // `declare 'a[1]=x'` sets one element, besides those that are there.
    if (subscript !== undefined)
      state.set(variable, mixedList([...[state.get(variable) ?? []].flat(), value]));
    else state.set(variable, word.list === undefined ? value : withWords(listed, word.list));
    // Outside of functions `local` does nothing in most shells.
    if (name === 'local' && state.frame === undefined)
      state.put(variable, choiceOf([held, state.held(variable)], keyOfValue));
    if (name === 'readonly' || has('r')) state.keep(variable);
    runVariable(variable, state, shell, io, span);
  }
  return undefined;
}

/** `setenv NAME VALUE` of csh is `export NAME=VALUE`. In another shell it may be a function, or nothing at all. */
export function setEnvironment(
  [name, value, ...more]: readonly Word[],
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
): void {
  if (name === undefined || more.length > 0) return;
  const pieces = [...name.shape.pieces, { kind: 'text', text: '=' } as const, ...(value?.shape.pieces ?? [])];
  const both = wordOfShape(joinPieces(pieces, name.shape.source), mergeOrigins(name, value));
  const isCsh = io.via.map((each) => mannersOf(each).echo).findLast((echo) => echo !== undefined) === 'csh';
  const run = (): void => declare('export', [both], shell, state, io, span);
  if (isCsh) run();
  else state.unsurely(run);
}

/** An array with more words added at its end. */
function withWords(before: VariableValue | undefined, words: List): List {
  if (before === undefined) return words;
  const all = [before, words].flat();
  return words.keyed || (isWordList(before) && before.keyed) ? keyedList(all) : all;
}

export const mostShellNames = 200;

export const tooMany = (shell: Shell, span: InputSpan): void =>
  shell.unknown('budget', '', 'it sets more names than are followed', span);

export function defineAliases(
  words: readonly Word[],
  shell: Shell,
  state: ShellState,
  span: InputSpan,
): void {
  for (const word of words) {
    if (hasOpenName(word))
      shell.unknown('code', word.shape.source, 'which name becomes an alias is not known', span);
    const [first, ...rest] = word.shape.pieces;
    const [, name, start = ''] = first?.kind === 'text' ? (/^([^=\s]+)=(.*)$/s.exec(first.text) ?? []) : [];
    if (name === undefined) continue;
    if (state.aliases.size >= mostShellNames) tooMany(shell, span);
    if (reserved.has(name))
      shell.unknown('code', name, 'an alias changes how the shell reads what follows', span);
    const shape = joinPieces([{ kind: 'text', text: start }, ...rest], word.shape.source);
    state.aliases.set(name, wordOfShape(shape, word));
  }
}

/** Keywords, which begin a command that is not simple. */
const reserved: ReadonlySet<string> = new Set(
  'if then else elif fi for while until do done case esac in function select time { } ! [['.split(' '),
);
