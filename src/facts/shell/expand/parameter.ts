/**
 * `$x`, `${x:-y}` and the like: the value of a parameter, as far as the script itself sets it. Values from the
 * environment are unknown, except for a few names with the same meaning everywhere.
 */
import type { ParameterOperation, Word as WordNode } from 'unbash';
import { showPathShape } from '../../../pattern/path/path-shape.ts';
import { anyShape, nameShape, type Piece, type Shape, staticText } from '../../../pattern/text/shape.ts';
import type { ShellState } from '../state/state.ts';
import { longestText, mergeOrigins, type Word, wordOf, wordOfShape } from '../word.ts';
import { compileAffix } from './glob-text.ts';

/** Variables whose value contains no slash. */
const plain: ReadonlySet<string> = new Set([
  ...['$', '!', '#', '?', '-', 'RANDOM', 'SECONDS', 'LINENO', 'UID', 'EUID', 'PPID', 'BASHPID', 'SRANDOM'],
  ...[
    'USER',
    'LOGNAME',
    'HOSTNAME',
    'HOSTTYPE',
    'EPOCHSECONDS',
    'EPOCHREALTIME',
    'SHLVL',
    'COLUMNS',
    'LINES',
  ],
  ...['GROUPS', 'OSTYPE', 'MACHTYPE', 'OPTIND'],
]);

/** Variables for the home, and for the directories below it that the XDG standard defines. */
const homes: ReadonlyMap<string, string> = new Map([
  ['HOME', ''],
  ['USERPROFILE', ''],
  ['XDG_CONFIG_HOME', '/.config'],
  ['XDG_DATA_HOME', '/.local/share'],
  ['XDG_CACHE_HOME', '/.cache'],
  ['XDG_STATE_HOME', '/.local/state'],
]);

const texts: ReadonlyMap<string, string> = new Map([
  ['IFS', ' \t\n'],
  ['TMPDIR', '/tmp'],
  ['TMP', '/tmp'],
  ['TEMP', '/tmp'],
  ['SHELL', '/bin/bash'],
]);

/** The value of a parameter; undefined if neither the script nor convention defines it. */
export function lookUpParameter(name: string, state: ShellState): Word | undefined {
  const set = state.get(name);
  if (set !== undefined) return isList(set) ? firstOf(set) : set;
  if (/^[1-9][0-9]*$/.test(name)) {
    if (state.positional === undefined) return undefined;
    return positionalAt(state.positional, Number(name) - 1, `$${name}`);
  }
  if (name === 'PWD') return workingDirectory(state);
  const home = homes.get(name);
  if (home !== undefined) {
    const rest: Piece[] = home === '' ? [] : [{ kind: 'text', text: home }];
    return wordOfShape({ pieces: [{ kind: 'home' }, ...rest], source: `$${name}` });
  }
  const text = texts.get(name);
  if (text !== undefined) return wordOf(text, `$${name}`);
  return plain.has(name) ? wordOfShape(nameShape(`$${name}`)) : undefined;
}

/** A positional parameter; unknown if a word before it may become several. */
function positionalAt(words: readonly Word[], index: number, source: string): Word | undefined {
  if (isMoved(words, index)) return wordOfShape(anyShape(source), mergeOrigins(...words));
  return words[index] ?? wordOf('', source);
}

const firstOf = (words: readonly Word[]): Word | undefined => (isMoved(words, 0) ? undefined : words[0]);

/**
 * Whether another word of a list may be at an index: one in front of it may become several, or it is in the list only if a
 * glob finds one name, or several.
 */
export const isMoved = (words: readonly Word[], index: number): boolean =>
  words.slice(0, index).some(maybeSeveral) || words[index]?.found !== undefined;

/** Whether a word may become several words, or none. */
export const maybeSeveral = ({ splits, shape, found }: Word): boolean =>
  splits || found !== undefined || shape.pieces.some(({ kind }) => kind === 'glob');

const isList = (value: Word | readonly Word[]): value is readonly Word[] => Array.isArray(value);

/** The current directory as a word; unknown if it floats. */
export function workingDirectory({ cwd, asked }: Pick<ShellState, 'cwd' | 'asked'>): Word {
  asked.note(cwd);
  if (cwd === undefined) return wordOfShape({ pieces: [{ kind: 'text', text: '.' }], source: '$PWD' });
  if (cwd.anchor === 'floating' || cwd.segments.some((each) => typeof each !== 'string')) {
    return wordOfShape(anyShape('$PWD'));
  }
  if (cwd.anchor === 'home') {
    const rest = cwd.segments.length === 0 ? '' : `/${cwd.segments.join('/')}`;
    const tail: Piece[] = rest === '' ? [] : [{ kind: 'text', text: rest }];
    return wordOfShape({ pieces: [{ kind: 'home' }, ...tail], source: '$PWD' });
  }
  return wordOf(showPathShape(cwd), '$PWD');
}

/** All words of `$@`, `$*` or an array; undefined if they are unknown. */
export function lookUpAll(name: string, state: ShellState): readonly Word[] | undefined {
  if (name === '@' || name === '*') return state.positional;
  const set = state.get(name);
  if (set === undefined) return undefined;
  return isList(set) ? set : [set];
}

export type ExpandOperand = (operand: WordNode) => Word;

/** Applies `:-`, `#`, `/` and the like to a value; the value is undefined if it is unknown. */
export function applyOperation(
  value: Word | undefined,
  operation: ParameterOperation,
  source: string,
  expand: ExpandOperand,
  assign: (value: Word) => void,
  ends: () => void,
): Word {
  const text = value === undefined ? undefined : staticText(value.shape);
  const unknown = (): Word => wordOfShape(anyShape(source), mergeOrigins(value));
  const changed = (result: string): Word => ({ ...wordOf(result, source), ...originsOf(value) });
  switch (operation.type) {
    case 'Default': {
      const operand = expand(operation.operand);
      const { operator } = operation;
      if (operator === '?' || operator === ':?') {
        ends();
        return value ?? unknown();
      }
      if (operator === '+' || operator === ':+') {
        const mayBeEmpty = operator === ':+' && value?.shape.pieces.every(({ kind }) => kind === 'any');
        if (value === undefined || (text === undefined && mayBeEmpty))
          return wordOfShape(anyShape(source), mergeOrigins(operand));
        return text === '' ? wordOf('', source) : operand;
      }
      if (value === undefined) {
        // The environment may set it to any value.
        const result = wordOfShape(anyShape(source), mergeOrigins(operand));
        if (operator.endsWith('=')) assign(result);
        return result;
      }
      if (text === '' && operator.startsWith(':')) return operand;
      return value;
    }
    case 'Remove': {
      const pattern = patternText(expand(operation.operand).shape);
      // The value of such a name never ends in a slash, so `${HOME%/}` is `$HOME`.
      const isDirectory = value?.shape.pieces[0]?.kind === 'home' && text === undefined;
      if (
        value !== undefined &&
        isDirectory &&
        pattern !== undefined &&
        /^\/+$/.test(pattern) &&
        operation.operator.startsWith('%')
      )
        return value;
      const find = pattern === undefined ? undefined : compileAffix(pattern);
      if (text === undefined || find === undefined) return unknown();
      const isStart = operation.operator.startsWith('#');
      const length = find(text, isStart ? 'start' : 'end', operation.operator.length === 2) ?? 0;
      if (length === 'unknown') return unknown();
      return changed(isStart ? text.slice(length) : text.slice(0, text.length - length));
    }
    case 'Replace': {
      const pattern = staticText(expand(operation.pattern).shape);
      const replacement = staticText(expand(operation.replacement).shape);
      if (text === undefined || pattern === undefined || replacement === undefined) return unknown();
      if (pattern === '' || /[*?[\]\\]/.test(pattern)) return unknown();
      switch (operation.operator) {
        case '//': {
          const parts = text.split(pattern);
          if (text.length + parts.length * replacement.length > longestText) return unknown();
          return changed(parts.join(replacement));
        }
        case '/#':
          return changed(text.startsWith(pattern) ? replacement + text.slice(pattern.length) : text);
        case '/%':
          return changed(text.endsWith(pattern) ? text.slice(0, -pattern.length) + replacement : text);
        default: {
          const at = text.indexOf(pattern);
          return changed(at < 0 ? text : text.slice(0, at) + replacement + text.slice(at + pattern.length));
        }
      }
    }
    case 'Slice': {
      const offset = Number(staticText(expand(operation.offset).shape)?.trim() ?? Number.NaN);
      const length =
        operation.length === undefined
          ? undefined
          : Number(staticText(expand(operation.length).shape)?.trim() ?? Number.NaN);
      if (text === undefined || !Number.isInteger(offset) || Number.isNaN(length ?? 0)) return unknown();
      const start = offset < 0 ? Math.max(0, text.length + offset) : offset;
      const end = length === undefined ? text.length : length < 0 ? text.length + length : start + length;
      return changed(text.slice(start, Math.max(start, end)));
    }
    case 'CaseModification': {
      if (text === undefined || operation.operand !== undefined) return unknown();
      const change = (part: string): string =>
        operation.operator.startsWith('^') ? part.toUpperCase() : part.toLowerCase();
      return changed(
        operation.operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1),
      );
    }
    case 'Transform':
    case 'Names':
    case 'Unknown':
      return unknown();
    default:
      return operation satisfies never;
  }
}

/** The text of a pattern behind `%` and `#`; undefined if it is unknown whether a character in it is a glob. */
function patternText({ pieces }: Shape): string | undefined {
  const texts = pieces.map((piece) => {
    if (piece.kind === 'glob') return piece.glob;
    return piece.kind === 'text' && !/[*?[\\]/.test(piece.text) ? piece.text : undefined;
  });
  return texts.includes(undefined) ? undefined : texts.join('');
}

const originsOf = (value: Word | undefined): Pick<Word, 'sources' | 'from'> => ({
  sources: value?.sources ?? [],
  from: value?.from ?? [],
});
