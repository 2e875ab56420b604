/**
 * The built-ins: what a command changes in the shell itself. That is its directory, its variables, its aliases
 * and functions, and the scripts that it runs in place. The tables read the program of the same name like any
 * other.
 */

import { anyShape, joinPieces, type Shape, staticText, textShape } from '../../../pattern/shape.ts';
import type { InputSpan } from '../../effect.ts';
import { spend } from '../budget.ts';
import { evaluateAgain, expandAgain, hasSubscript } from '../expand/evaluate-again.ts';
import { boundedWords, setNumbered } from '../expand/expand.ts';
import { separatorsOf, splitFields } from '../expand/fields.ts';
import { maybeSeveral } from '../expand/parameter.ts';
import type { Io, Shell } from '../shell.ts';
import { choiceOf, isList, keyedList, keyOfValue, type List, type Value } from '../state/choice.ts';
import { textsChanged, textsNow, withText } from '../state/file-text.ts';
import type { Loop, ShellState } from '../state/state.ts';
import { printfText } from '../use/printf-text.ts';
import { runRepeatedly } from '../use/repeated.ts';
import { runVariable } from '../use/running-variable.ts';
import {
  mergeOrigins,
  noOrigins,
  readingsOf,
  type Stream,
  unknownStream,
  type Word,
  wordOf,
  wordOfShape,
} from '../word.ts';
import { changeDirectory, popDirectory, pushDirectory } from './change-directory.ts';
import { operands, text } from './operands.ts';

type Builtin = (
  words: readonly Word[],
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
) => Stream | undefined;

/** `export A=b`, `local x=y`, `declare -x a`. Inside a function `local` and `declare` make a local variable. */
function declare(
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
  if (has('f') && (name === 'export' || has('x'))) state.exportsFunctions = true;
  const withholds = name === 'export' ? refers : words.some((word) => /^\+\w*x/.test(text(word) ?? ''));
  for (const word of operands(words)) {
    const [first, ...rest] = word.shape.pieces;
    evaluateSubscripts([word], shell, state, io);
    const [, reference, target] = refers && !withholds ? (/^(\w+)=(\w+)$/.exec(text(word) ?? '') ?? []) : [];
    if (reference !== undefined && target !== undefined && reference !== target) {
      if (state.references.size < mostNames) state.references.set(reference, target);
      else tooMany(shell, span);
      continue;
    }
    const [, variable, sign, start = ''] =
      first?.kind === 'text' ? (/^([A-Za-z_][A-Za-z0-9_]*)(\+?=|$)(.*)$/s.exec(first.text) ?? []) : [];
    if (variable === undefined) continue;
    const before = sign === '+=' ? state.get(variable) : undefined;
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
    const own =
      before === undefined
        ? []
        : (Array.isArray(before) ? (before[0] as Word) : (before as Word)).shape.pieces;
    const shape = joinPieces([...own, { kind: 'text', text: start }, ...rest], word.shape.source);
    const value = wordOfShape(shape, word);
    if (has('i')) {
      state.mayEnd();
      evaluateAgain(value, shell, state, io);
    }
    const held = state.held(variable);
    state.set(variable, word.list === undefined ? value : withWords(before, word.list));
    // Outside of functions `local` does nothing in most shells.
    if (name === 'local' && state.frame === undefined)
      state.put(variable, choiceOf([held, state.held(variable)], keyOfValue));
    if (name === 'readonly' || has('r')) state.keep(variable);
    runVariable(variable, state, shell, io, span);
  }
  return undefined;
}

/** An array with more words added at its end. */
function withWords(before: Value | undefined, words: List): List {
  if (before === undefined) return words;
  const all = [before, words].flat();
  return words.keyed || (isList(before) && before.keyed) ? keyedList(all) : all;
}

function setPositional(words: readonly Word[], state: ShellState): void {
  let at = 0;
  for (; at < words.length; at++) {
    const word = text(words[at]);
    if (word === '--' || word === '-') {
      at++;
      if (word === '--' || at < words.length) state.positional = words.slice(at);
      return;
    }
    // An unknown word may be an option, or the first parameter.
    if (word === undefined && words[at]?.shape.pieces[0]?.kind === 'any' && words[at]?.splits) {
      state.positional = undefined;
      return;
    }
    if (word === undefined || !/^[-+]./.test(word)) break;
    if (/^[-+]\w*o$/.test(word)) at++;
  }
  if (at < words.length) state.positional = words.slice(at);
}

/** The most traps; no honest call sets more. `mostNames` is the same for names. */
const mostTraps = 20;
/** The most repeated runs of a trap. What still changes after them becomes unknown. */
const mostRounds = 2;
const mostNames = 200;
/** Keywords, which begin a command that is not simple. */
const reserved: ReadonlySet<string> = new Set(
  'if then else elif fi for while until do done case esac in function select time { } ! [['.split(' '),
);

const tooMany = (shell: Shell, span: InputSpan): void =>
  shell.unknown('budget', '', 'it sets more names than are followed', span);

function defineAliases(words: readonly Word[], shell: Shell, state: ShellState, span: InputSpan): void {
  for (const word of words) {
    const [first, ...rest] = word.shape.pieces;
    const [, name, start = ''] = first?.kind === 'text' ? (/^([^=\s]+)=(.*)$/s.exec(first.text) ?? []) : [];
    if (name === undefined) continue;
    if (state.aliases.size >= mostNames) tooMany(shell, span);
    if (reserved.has(name))
      shell.unknown('code', name, 'an alias changes how the shell reads what follows', span);
    const shape = joinPieces([{ kind: 'text', text: start }, ...rest], word.shape.source);
    state.aliases.set(name, wordOfShape(shape, word));
  }
}

/**
 * `read a b`: the last name gets the rest of the line. If the input may be one of several texts, each of them
 * is a separate way.
 */
function readLine(words: readonly Word[], shell: Shell, state: ShellState, io: Io): void {
  const readings = readingsOf(io.stdin);
  if (readings === undefined) readOneLine(words, shell, state, io);
  else {
    const ways = readings.map((stdin) => {
      const way = state.fork();
      readOneLine(words, shell, way, { ...io, stdin });
      return way;
    });
    state.join(ways);
  }
}

function readOneLine(words: readonly Word[], shell: Shell, state: ShellState, io: Io): void {
  const values = new Set(['-p', '-d', '-n', '-N', '-t', '-u', '-i']);
  const names: string[] = [];
  let from = io.stdin;
  let isArray = false;
  for (let at = 0; at < words.length; at++) {
    const each = text(words[at]) ?? '';
    const descriptor = each === '-u' ? Number(text(words[at + 1]) ?? Number.NaN) : 0;
    if (descriptor !== 0) from = state.descriptors.get(descriptor) ?? unknownStream(noOrigins);
    if (values.has(each)) at++;
    else if (/^-\w*a$/.test(each)) isArray = true;
    else if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(each)) names.push(each);
  }
  // Options for another line end, or a length, are not followed.
  const isLine = !words.some((word) => /^-\w*[dnN]/.test(text(word) ?? ''));
  // If an earlier command has read from this input, the rest of it is unknown.
  const isFirst = from !== undefined && !shell.partlyRead.has(from);
  const read = isFirst && isLine ? withText(from, shell, io) : undefined;
  const input = read && staticText(read.shape);
  if (from !== undefined) shell.partlyRead.add(from);
  const isRaw = words.some((word) => /^-\w*r/.test(text(word) ?? ''));
  const line = isRaw ? input?.split('\n', 1)[0] : withoutEscapes(input?.split('\n', 1)[0]);
  spend(state.budget, (line?.length ?? 0) >> 3);
  const origins = mergeOrigins(from);
  if (names.length === 0) names.push('REPLY');
  const separators = separatorsOf(state);
  const parts =
    line === undefined || separators === undefined ? undefined : splitFields(line, separators, names.length);
  names.forEach((name, index) => {
    const shape = parts === undefined ? anyShape(`$${name}`) : textShape(parts[index] ?? '');
    if (!isArray) state.set(name, wordOfShape(shape, origins));
    else if (line === undefined || separators === undefined)
      state.set(name, wordOfShape(anyShape(`$${name}`), origins));
    else
      state.set(
        name,
        splitFields(line, separators, 1024).map((part) => wordOfShape(textShape(part), origins)),
      );
  });
}

/** A line as `read` without `-r` reads it; undefined if a backslash joins lines, or keeps words together. */
const withoutEscapes = (line: string | undefined): string | undefined =>
  line === undefined || /\\(?:[\s:]|$)/.test(line) ? undefined : line.replace(/\\(.)/g, '$1');

/** Evaluates the subscripts among the words of a built-in: `unset 'a[$(ls)]'`. */
function evaluateSubscripts(words: readonly Word[], shell: Shell, state: ShellState, io: Io): undefined {
  for (const word of words.filter(hasSubscript)) {
    // A subscript that is no number ends the shell.
    state.mayEnd();
    evaluateAgain(word, shell, state, io);
  }
  return undefined;
}

/** `compgen -W '$(…)'` expands its words; `-C` and `mapfile -C` run a command. */
function runNamed(
  words: readonly Word[],
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
  name: string,
): void {
  words.forEach((word, index) => {
    const [, option, attached] = /^-(W|C)(.*)$/s.exec(text(word) ?? '') ?? [];
    const value = attached === '' ? words[index + 1] : word;
    if (option === undefined || value === undefined) return;
    const skipped = attached === '' ? 0 : 2;
    const [first, ...rest] = value.shape.pieces;
    const pieces =
      first?.kind === 'text' ? [{ kind: 'text', text: first.text.slice(skipped) } as const, ...rest] : [];
    const given = { ...value, shape: joinPieces(pieces, value.shape.source) };
    if (option === 'W') expandAgain(given, shell, state, inner(io, name, span));
    else {
      // The command gets unknown words.
      const way = state.fork();
      way.positional = undefined;
      const called = [...given.shape.pieces, { kind: 'text', text: ' "$@"' } as const];
      const call = { ...given, shape: joinPieces(called, given.shape.source) };
      const its = { ...inner(io, name, span), stdin: undefined };
      runRepeatedly(shell, state, () => void shell.runText(call, way, its));
      // Only `mapfile` runs it in this very shell: once for each line, so perhaps never.
      if (name === 'compgen' || name === 'complete') return;
      const before = state.fork();
      if (!way.isLike(before)) runAgain(way, before, (again) => shell.runText(call, again, its));
      way.positionals = state.positionals;
      state.join([state.fork(), way]);
    }
  });
}

/** `shopt -s dotglob`, `setopt globdots`. An option with an unknown name may be any of them. */
function turnOptions(words: readonly Word[], on: boolean, state: ShellState): void {
  for (const word of operands(words)) {
    const name = text(word);
    if (name !== undefined) state.turn(name, on);
    else if (on) for (const each of ['dotglob', 'nocaseglob', 'xpg_echo']) state.turn(each, true);
  }
}

/** `hash -p /bin/rm ls`: from here on `ls` is another program. `-r` removes all such programs, `-d` some. */
function setPlace(words: readonly Word[], shell: Shell, state: ShellState, span: InputSpan): void {
  if (words.some((word) => /^-\w*r/.test(text(word) ?? '-r'))) state.places.clear();
  if (words.some((word) => /^-\w*d/.test(text(word) ?? '')))
    for (const word of operands(words)) state.places.delete(text(word) ?? '');
  const at = words.findIndex((word) => /^-\w*p$/.test(text(word) ?? ''));
  const place = words[at + 1];
  if (at < 0 || place === undefined) return;
  if (state.places.size >= mostNames) tooMany(shell, span);
  for (const word of words.slice(at + 2)) {
    const name = text(word);
    if (name !== undefined) state.places.set(name, place);
  }
}

/** `printf -v x FORMAT`, also `-vx`. Setting one element makes the whole array unknown. */
function printfVariable(words: readonly Word[], state: ShellState): void {
  const [, attached] = /^-v(.*)/s.exec(text(words[0]) ?? '') ?? [];
  const name = attached === '' ? text(words[1]) : attached;
  if (name === undefined) return;
  const behind = words.slice(attached === '' ? 2 : 1);
  const plain = name.replace(/\[.*/s, '');
  const shape = plain === name ? printfText(behind, true) : undefined;
  state.set(plain, wordOfShape(shape ?? anyShape(`$${plain}`), mergeOrigins(...words)));
}

/** `eval a b`: the joined words are a script, which runs in this very shell. */
function evaluate(words: readonly Word[], shell: Shell, state: ShellState, io: Io, span: InputSpan): Stream {
  const rest = text(words[0]) === '--' ? words.slice(1) : words;
  const pieces = rest.flatMap(({ shape }, index): Shape['pieces'] =>
    index === 0 ? shape.pieces : [{ kind: 'text', text: ' ' }, ...shape.pieces],
  );
  const script = wordOfShape(
    joinPieces(pieces, rest.map(({ shape }) => shape.source).join(' ')),
    mergeOrigins(...rest),
  );
  return shell.runText(script, state, inner(io, 'eval', span));
}

const inner = (io: Io, program: string, span: InputSpan): Io => ({
  ...io,
  via: [...io.via, program],
  depth: io.depth + 1,
  source: { ...io.source, whole: span },
});

/**
 * Runs a command again on a way that has run it once, until it changes nothing more. What still changes at the
 * end becomes unknown.
 */
function runAgain(way: ShellState, before: ShellState, run: (again: ShellState) => unknown): void {
  for (let rounds = 0; rounds < mostRounds && way.end === undefined; rounds++) {
    const again = way.branch();
    run(again);
    if (again.isLike(way)) break;
    way.join([way.fork(), again]);
    if (rounds === mostRounds - 1) way.widen(before);
  }
}

/**
 * `trap 'command' EXIT` runs the command when the shell ends, or when a signal comes. That may be at once, so
 * what the command sets may be set from here on. It may also be after any later command, with the variables and the
 * files of that moment.
 */
function trap(words: readonly Word[], shell: Shell, state: ShellState, io: Io, span: InputSpan): undefined {
  const [action, ...signals] = operands(words);
  if (action === undefined || words.length < 2 || text(action) === '-' || text(action) === '')
    return undefined;
  const its = { ...inner(io, 'trap', span), stdin: undefined };
  const way = state.branch();
  const before = state.fork();
  const texts = textsNow(shell, state);
  shell.runText(action, way, its);
  // At the end of the shell it runs once. For other signals it may run again and again.
  if (signals.some((signal) => !/^(?:EXIT|0)$/i.test(text(signal) ?? '')))
    runAgain(way, before, (again) => shell.runText(action, again, its));
  if (way.end !== undefined || !way.isLike(before)) {
    state.join([before, way]);
    // It may run before any command.
    for (const [changed, held] of way.variables)
      if (before.variables.get(changed) !== held) state.keep(changed, held);
  }
  let seen = { state: before, texts };
  const later = (then: ShellState): void => {
    if (then.isLike(seen.state) && !textsChanged(seen.texts, shell, then)) return;
    const way = then.branch();
    // What the trap itself changes is no later state of the script, and it runs no other trap.
    way.traps = [];
    const shown = then.fork();
    shell.recorder.succeeding(false, () => shell.runText(action, way, its));
    seen = { state: shown, texts: textsNow(shell, then) };
  };
  if (state.traps.length < mostTraps) state.traps = [...state.traps, later];
  else tooMany(shell, span);
  return undefined;
}

/**
 * `exit`, `return`, `break`, `continue`: this way ends here. It goes on behind the function or loop that it
 * leaves.
 */
function leave(
  name: 'exit' | 'return' | 'break' | 'continue',
  words: readonly Word[],
  state: ShellState,
): void {
  if (name === 'exit') state.end = 'exit';
  // `return` ends a function or a sourced script. Outside of these it does nothing, as `break` and `continue`
  // outside of loops.
  else if (name === 'return') {
    if (state.returning === undefined) return;
    state.returning.push(state.fork());
    state.end = 'return';
  } else if (state.loops.length > 0) {
    for (const { broken, continued } of loopsLeft(words, state))
      (name === 'break' ? broken : continued).push(state.fork());
    state.end = 'loop';
  }
}

/**
 * The loop that `break 2` leaves. A level that does not exist means the outermost loop; an unknown level may be
 * any.
 */
function loopsLeft([levels]: readonly Word[], { loops }: ShellState): readonly Loop[] {
  const count = levels === undefined ? 1 : Number(text(levels) ?? Number.NaN);
  if (!Number.isInteger(count) || count < 1) return loops;
  return loops.slice(Math.max(0, loops.length - count)).slice(0, 1);
}

/** Options of the shell that have a letter. */
const optionOf: ReadonlyMap<string, string> = new Map([
  ['a', 'allexport'],
  ['C', 'noclobber'],
  ['e', 'errexit'],
  ['n', 'noexec'],
  ['P', 'physical'],
  ['u', 'nounset'],
]);

/** What `let` assigns: `x=1`, `x[1]+=1`, `x++`, `--x`. */
const assigning =
  /([A-Za-z_]\w*)(\[[^\]]*\])?(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)([A-Za-z_]\w*)/g;

const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...['cd', 'chdir'].map(
    (name) =>
      [
        name,
        (words: readonly Word[], shell: Shell, state: ShellState) =>
          void changeDirectory(words, shell, state),
      ] as const,
  ),
  ['pushd', (words, shell, state) => void pushDirectory(words, shell, state)],
  ['popd', (words, _shell, state) => void popDirectory(words, state)],
  ...['export', 'declare', 'typeset', 'local', 'readonly'].map(
    (name) =>
      [
        name,
        (words: readonly Word[], shell: Shell, state: ShellState, io: Io, span: InputSpan) =>
          declare(name, words, shell, state, io, span),
      ] as const,
  ),
  // The shell becomes the program, so nothing of this shell follows.
  [
    'exec',
    (words, _shell, state) => {
      if (operands(words).length > 0) state.end = 'exit';
      return undefined;
    },
  ],
  ...(['exit', 'return', 'break', 'continue'] as const).map(
    (name) =>
      [
        name,
        (words: readonly Word[], _shell: Shell, state: ShellState) => void leave(name, words, state),
      ] as const,
  ),
  [
    'unset',
    (words, shell, state, io) => {
      evaluateSubscripts(words, shell, state, io);
      const isReference = words.some((word) => text(word) === '-n');
      for (const word of operands(words)) {
        const name = text(word) ?? '';
        if (isReference) state.references.delete(name);
        else {
          // Without one of its elements, the indices of the others are unknown.
          const array = /^([A-Za-z_]\w*)\[/.exec(name)?.[1];
          const held = array === undefined ? undefined : state.get(array);
          if (array !== undefined && held !== undefined) state.set(array, keyedList([held].flat()));
          state.unset(name);
          state.functions.delete(name);
        }
      }
      return undefined;
    },
  ],
  [
    'set',
    (words, _shell, state) => {
      words.forEach((word, at) => {
        // An unknown word may be any of them.
        if (text(word) === undefined && !words.slice(0, at).some((each) => text(each) === '--'))
          state.mayEnd();
        const [, sign, letters = ''] = /^([-+])(\w+)$/.exec(text(word) ?? '') ?? [];
        for (const letter of letters) {
          const option = letter === 'o' ? text(words[at + 1]) : optionOf.get(letter);
          if (option !== undefined) state.turn(option, sign === '-');
        }
      });
      setPositional(words, state);
      return undefined;
    },
  ],
  [
    'shift',
    (words, _shell, state) => {
      const count = words.length === 0 ? 1 : Number(text(words[0]) ?? Number.NaN);
      // A word that may become several may be shifted in part.
      const several = state.positional?.findIndex(maybeSeveral) ?? -1;
      const kept = several < 0 ? count : Math.min(count, several);
      state.positional = Number.isInteger(count) ? state.positional?.slice(Math.max(0, kept)) : undefined;
      return undefined;
    },
  ],
  // Files cannot become longer than the limit.
  [
    'ulimit',
    ([first], _shell, state) => {
      if (!/^-[HS]*[^HSf]/.test(text(first) ?? '')) state.turn('noclobber', true);
      return undefined;
    },
  ],
  ['alias', (words, shell, state, _io, span) => void defineAliases(words, shell, state, span)],
  [
    'unalias',
    (words, _shell, state) => {
      for (const word of words) state.aliases.delete(text(word) ?? '');
      return undefined;
    },
  ],
  [
    'read',
    (words, shell, state, io) => {
      evaluateSubscripts(words, shell, state, io);
      readLine(words, shell, state, io);
      return undefined;
    },
  ],
  ...['test', '[', 'wait'].map((name) => [name, evaluateSubscripts] as const),
  [
    'let',
    (words, shell, state, io) => {
      for (const word of words) {
        evaluateAgain(word, shell, state, io);
        for (const [, name, element, other] of (text(word) ?? '').matchAll(assigning))
          setNumbered(name ?? other ?? '', element !== undefined, state);
      }
      return undefined;
    },
  ],
  ...['compgen', 'complete'].map(
    (name) =>
      [
        name,
        (words: readonly Word[], shell: Shell, state: ShellState, io: Io, span: InputSpan) =>
          void runNamed(words, shell, state, io, span, name),
      ] as const,
  ),
  [
    'shopt',
    (words, _shell, state) => void turnOptions(words, !words.some((word) => text(word) === '-u'), state),
  ],
  ['setopt', (words, _shell, state) => void turnOptions(words, true, state)],
  ['unsetopt', (words, _shell, state) => void turnOptions(words, false, state)],
  ['hash', (words, shell, state, _io, span) => void setPlace(words, shell, state, span)],
  [
    'fc',
    (words, shell, _state, _io, span) => {
      const lists = words.some((word) => /^-\w*l/.test(text(word) ?? ''));
      if (!lists) shell.unknown('code', 'fc', 'what it runs again of the history is not known', span);
      return undefined;
    },
  ],
  [
    'enable',
    (words, shell, _state, _io, span) => {
      const loads = words.some((word) => /^-\w*f/.test(text(word) ?? ''));
      if (loads) shell.unknown('code', 'enable', 'what the loaded library does is not known', span);
      return undefined;
    },
  ],
  ...['mapfile', 'readarray'].map(
    (name) =>
      [
        name,
        (words: readonly Word[], shell: Shell, state: ShellState, io: Io, span: InputSpan) => {
          runNamed(words, shell, state, io, span, name);
          evaluateSubscripts(words, shell, state, io);
          const last = text(operands(words).at(-1)) ?? 'MAPFILE';
          // `-d`, `-n`, `-s` and `-O` change which lines are kept, and where.
          const isWhole = !words.some((word) => /^-\w*[dnsOu]/.test(text(word) ?? ''));
          const read = isWhole ? withText(io.stdin, shell, io) : undefined;
          const input = read && staticText(read.shape);
          spend(state.budget, (input?.length ?? 0) >> 3);
          if (input === undefined) state.set(last, wordOfShape(anyShape(`$${last}`), mergeOrigins(io.stdin)));
          else
            state.set(
              last,
              boundedWords(
                linesIn(input).map((line) => ({ ...line, ...mergeOrigins(io.stdin) })),
                `\${${last}[@]}`,
              ),
            );
          return undefined;
        },
      ] as const,
  ),
  [
    'printf',
    (words, shell, state, io) => {
      if (text(words[0])?.startsWith('-v') === true) evaluateSubscripts(words.slice(0, 2), shell, state, io);
      printfVariable(words, state);
      return undefined;
    },
  ],
  ['eval', evaluate],
  ['trap', trap],
  [
    'getopts',
    (words, _shell, state) => {
      state.set(text(words[1]) ?? 'opt', wordOfShape({ pieces: [{ kind: 'name' }], source: '$opt' }));
      state.set('OPTARG', unknownWord('$OPTARG'));
      return undefined;
    },
  ],
]);

const linesIn = (input: string): readonly Word[] =>
  input
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => wordOf(line));

const unknownWord = (source: string): Word => wordOfShape(anyShape(source), unknownStream(mergeOrigins()));

/**
 * The function that runs a built-in; undefined for other names. It gives what the built-in prints, if that
 * differs from the output of the program of that name.
 */
export const builtinOf = (name: string): Builtin | undefined => builtins.get(name);

/** Built-ins whose script this module runs. The tables must not run it a second time. */
export const runsItself: ReadonlySet<string> = new Set(['eval', 'trap']);
