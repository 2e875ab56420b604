/**
 * The built-ins: what a command changes in the shell itself. That is its directory, its variables, its aliases
 * and functions, and the scripts that it runs in place. The tables read the program of the same name like any
 * other.
 */
import { pathShapeOfText } from '../../../pattern/path/path-shape.ts';
import { anyShape, joinPieces, staticText, textShape } from '../../../pattern/text/shape.ts';
import type { InputSpan } from '../../effect/effect.ts';
import { spend } from '../budget.ts';
import { evaluateAgain, evaluateSubscripts, expandAgain } from '../expand/evaluate-again.ts';
import { withText } from '../expand/file-text.ts';
import { maybeSeveral } from '../expand/parameter.ts';
import { setNumbered } from '../expand/set-number.ts';
import { boundedWords } from '../expand/word-builder.ts';
import type { Io, Shell } from '../shell.ts';
import { isWordList, keyedList, unknownVariable } from '../state/choice.ts';
import type { ShellState } from '../state/state.ts';
import { runRepeatedly } from '../use/running/repeated.ts';
import { printfText } from '../use/text/printf-text.ts';
import { mergeOrigins, type Stream, unknownStream, type Word, wordOfShape } from '../word.ts';
import { changeDirectory, popDirectory, pushDirectory } from './change-directory.ts';
import { declare, defineAliases, mostShellNames, setEnvironment, tooMany } from './declare.ts';
import { evalWords, inner, runAgain, trap } from './eval-and-trap.ts';
import { leave } from './leave.ts';
import { hasOpenName, literal, operands, text } from './operands.ts';
import { assignLine, wordPerLine } from './read-line.ts';

type Builtin = (
  words: readonly Word[],
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
) => Stream | undefined;

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
  if (state.places.size >= mostShellNames) tooMany(shell, span);
  for (const word of words.slice(at + 2)) {
    const name = text(word);
    if (name !== undefined) state.places.set(name, place);
  }
}

/** `printf -v x FORMAT`, also `-vx`. Setting one element makes the whole array unknown. */
function printfVariable(words: readonly Word[], state: ShellState): void {
  const [, attached] = /^-v(.*)/s.exec(text(words[0]) ?? '') ?? [];
  const name = attached === '' ? text(words[1]) : attached;
  if (name === undefined) {
    if (attached === '') state.setAnyVariable(wordOfShape(anyShape('-v'), mergeOrigins(...words)));
    return;
  }
  const behind = words.slice(attached === '' ? 2 : 1);
  const plain = name.replace(/\[.*/s, '');
  const shape = plain === name ? printfText(behind, true) : undefined;
  state.set(plain, wordOfShape(shape ?? anyShape(`$${plain}`), mergeOrigins(...words)));
}

/** `unset 'a[1]'`. Without one of its elements, the indices of the others are unknown. */
function unsetElement(name: string, subscript: string, state: ShellState): void {
  const held = state.get(name);
  if (held === undefined) return;
  const words = [held].flat();
  const index = /^-?\d+$/.test(subscript) ? Number(subscript) : Number.NaN;
  const at = index < 0 ? words.length + index : index;
  const isKnown = isWordList(held) && !held.keyed && Number.isInteger(at) && !words.some(maybeSeveral);
  if (subscript === '@' || subscript === '*') state.set(name, []);
  else if (isKnown) state.set(name, keyedList(words.filter((_, each) => each !== at)));
  else state.set(name, unknownVariable(name, [held]));
}

/** Letters of options that dash does not know: it ends there with an error. */
const ofBash = /[BHPThkrt]/;

/** Options of the shell that have a letter. */
const optionOf: ReadonlyMap<string, string> = new Map([
  ['a', 'allexport'],
  ['C', 'noclobber'],
  ['e', 'errexit'],
  ['H', 'histexpand'],
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
  ['setenv', (words, shell, state, io, span) => void setEnvironment(words, shell, state, io, span)],
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
        if (hasOpenName(word)) {
          state.setAnyVariable();
          state.unsetAnyFunction();
          continue;
        }
        const name = literal(word) ?? '';
        if (isReference) state.references.delete(name);
        else {
          const [, array, subscript] = /^([A-Za-z_]\w*)\[(.*)\]$/s.exec(name) ?? [];
          if (array !== undefined) unsetElement(array, subscript ?? '', state);
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
        if (ofBash.test(letters)) state.mayFail();
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
  // Functions of ksh and zsh in files of the same names, which the call may have written.
  [
    'autoload',
    (words, shell, state, io, span) => {
      for (const path of state.files.paths) {
        const isNamed = operands(words).some((word) => path.endsWith(`/${text(word)}`));
        const content = isNamed ? state.file(pathShapeOfText(path, undefined)) : undefined;
        if (content === undefined) continue;
        const about = { certain: false, base: undefined, span, command: undefined };
        shell.recorder.path({ ...about, use: 'read', path: textShape(path) });
        shell.runText(content, state.branch(), { ...io, certain: false, depth: io.depth + 1 });
      }
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
      assignLine(words, shell, state, io);
      return undefined;
    },
  ],
  ...['test', '[', 'wait'].map((name) => [name, evaluateSubscripts] as const),
  [
    'let',
    (words, shell, state, io) => {
      for (const word of words) {
        evaluateAgain(word, shell, state, io);
        if (hasOpenName(word) && word.shape.pieces.length > 1) state.setAnyVariable();
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
          const into = operands(words).at(-1);
          const last = text(into) ?? 'MAPFILE';
          if (into !== undefined && hasOpenName(into))
            state.setAnyVariable(wordOfShape(anyShape(into.shape.source), mergeOrigins(io.stdin)));
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
                wordPerLine(input).map((line) => ({ ...line, ...mergeOrigins(io.stdin) })),
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
  ['eval', evalWords],
  ['trap', trap],
  [
    'getopts',
    (words, _shell, state) => {
      if (words[1] !== undefined && hasOpenName(words[1])) state.setAnyVariable();
      state.set(text(words[1]) ?? 'opt', wordOfShape({ pieces: [{ kind: 'name' }], source: '$opt' }));
      state.set('OPTARG', unknownWord('$OPTARG'));
      return undefined;
    },
  ],
]);

const unknownWord = (source: string): Word => wordOfShape(anyShape(source), unknownStream(mergeOrigins()));

/**
 * The function that runs a built-in; undefined for other names. It gives what the built-in prints, if that
 * differs from the output of the program of that name.
 */
export const builtinOf = (name: string): Builtin | undefined => builtins.get(name);

/** Built-ins whose script this module runs. The tables must not run it a second time. */
export const runsItself: ReadonlySet<string> = new Set(['eval', 'trap']);
