/**
 * Expands words as written into the words that the command gets: it removes quotes, and replaces variables,
 * substitutions, braces, tildes and globs by their values. An unknown value becomes an unknown piece of the
 * word's shape.
 */
import type {
  ArithmeticExpression,
  DoubleQuotedChild,
  ExtendedGlobPart,
  GlobPart,
  ParameterExpansionPart,
  Word as WordNode,
  WordPart,
} from 'unbash';
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
} from '../../../pattern/shape.ts';
import { costOfText, spend } from '../budget.ts';
import type { Io, Shell } from '../shell.ts';
import { choiceOf, isList, keyedList, keyOfValue } from '../state/choice.ts';
import { withText } from '../state/file-text.ts';
import { alternativesIn, wordsIn } from '../state/listed-words.ts';
import type { GlobOption, ShellState } from '../state/state.ts';
import {
  bounded,
  type GlobWays,
  lengthOf,
  longestText,
  mergeOrigins,
  type Origins,
  originsOfOne,
  type Sink,
  type Stream,
  type Word,
  wordOf,
  wordOfShape,
} from '../word.ts';
import { expandBraces } from './braces.ts';
import { findNames } from './disk-globs.ts';
import { evaluateAgain, expandPrompt } from './evaluate-again.ts';
import { blanks, isBlankSeparator, separatorsOf, splitFields } from './fields.ts';
import { globPieces } from './glob-pieces.ts';
import { applyOperation, lookUp, lookUpAll, maybeSeveral, nameShape, workingDirectory } from './parameter.ts';
import { unmark, withoutMarks } from './placeholder.ts';

/** Expands the words of a command. One word can become several, or none. */
export function expandWords(nodes: readonly WordNode[], shell: Shell, state: ShellState, io: Io): Word[] {
  return nodes.flatMap((node) => expandWord(node, shell, state, io));
}

/** Expands one word; the result may be several words. */
export function expandWord(node: WordNode, shell: Shell, state: ShellState, io: Io): readonly Word[] {
  if (node.parts === undefined) return [literalWord(node.text, node.value, shell, state)];
  const choices = expandBraces(node.parts);
  if (choices === undefined) return [{ ...wordOfShape(anyShape(node.text)), splits: true }];
  // The alternatives of braces are parsed on their own, so their offsets belong to another text.
  const inner = choices.length > 1 ? { ...io, source: { ...io.source, text: '', offset: undefined } } : io;
  const expansion = { shell, state, io: inner };
  const expand = (parts: readonly WordPart[]): readonly Word[] => {
    const builder = new Builder(node.text, true, shell, state);
    expandParts(parts, builder, expansion);
    return builder.words().flatMap((word) => findNames(word, shell, state, inner));
  };
  const [only] = choices;
  return choices.length === 1 && only !== undefined ? expand(only) : choices.flatMap(expand);
}

/** Expands a word that stays one word: in an assignment, in a redirection, behind `case`. */
export function expandSingle(node: WordNode, shell: Shell, state: ShellState, io: Io): Word {
  if (node.parts === undefined) return literalWord(node.text, node.value, shell, state);
  const builder = new Builder(node.text, false, shell, state);
  expandParts(node.parts, builder, { shell, state, io });
  return builder.words()[0] ?? wordOf('', node.text);
}

/** Expands the text of a here-document whose delimiter has no quotes. */
export function expandText(
  text: string,
  parts: readonly WordPart[] | undefined,
  shell: Shell,
  state: ShellState,
  io: Io,
): Word {
  if (parts === undefined) return literalWord(text, text, shell, undefined);
  const builder = new Builder(text, false, shell, state);
  for (const part of parts) expandQuoted(part, builder, { shell, state, io });
  return builder.words()[0] ?? wordOf('');
}

/** Runs the commands inside arithmetic. It gives no value, since the result is a number. */
export function expandArithmetic(
  expression: ArithmeticExpression | undefined,
  shell: Shell,
  state: ShellState,
  io: Io,
): void {
  const open: (ArithmeticExpression | undefined)[] = [expression];
  while (open.length > 0) {
    const next = open.pop();
    if (next === undefined) continue;
    switch (next.type) {
      case 'ArithmeticBinary':
        if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(next.operator)) setNumber(next.left, state);
        open.push(next.left, next.right);
        break;
      case 'ArithmeticUnary':
        if (next.operator === '++' || next.operator === '--') setNumber(next.operand, state);
        open.push(next.operand);
        break;
      case 'ArithmeticTernary':
        open.push(next.test, next.consequent, next.alternate);
        break;
      case 'ArithmeticGroup':
        open.push(next.expression);
        break;
      case 'ArithmeticCommandExpansion':
        if (next.script !== undefined) shell.runScript(next.script, state.subshell(), io);
        break;
      case 'ArithmeticWord': {
        const builder = new Builder(next.value, false, shell, state);
        expandParts(next.parts ?? [], builder, { shell, state, io });
        const [word = wordOf(next.value)] = builder.words();
        evaluateAgain(word, shell, state, io);
        break;
      }
      default:
        next satisfies never;
    }
  }
}

/** Sets what arithmetic assigns to an unknown number; the old value stays possible, since that part may not run. */
function setNumber(target: ArithmeticExpression, state: ShellState): void {
  const [, name, subscript] =
    target.type === 'ArithmeticWord' ? (/^([A-Za-z_]\w*)(\[)?/.exec(target.value) ?? []) : [];
  if (name !== undefined) setNumbered(name, subscript !== undefined, state);
}

/** Does the same for a name, or for an element of an array. */
export function setNumbered(name: string, isElement: boolean, state: ShellState): void {
  const number = wordOfShape({ pieces: [{ kind: 'name' }], source: `$${name}` });
  const before = state.get(name);
  if (isElement) state.set(name, keyedList([...(before === undefined ? [] : [before].flat()), number]));
  else state.put(name, choiceOf([state.held(name), number], keyOfValue));
}

interface Expansion {
  readonly shell: Shell;
  readonly state: ShellState;
  readonly io: Io;
}

/** A word without quotes and expansions, perhaps with a tilde. */
function literalWord(text: string, value: string, shell: Shell, state: ShellState | undefined): Word {
  const tilde = state === undefined ? undefined : tildesOf(value, text, state);
  if (tilde !== undefined || shell.placeholders.length === 0) return tilde ?? wordOf(value, text);
  const { pieces, origins } = unmark([{ kind: 'text', text: value }], shell);
  return wordOfShape(joinPieces(pieces, withoutMarks(text)), origins);
}

/**
 * Expands a word that begins with a tilde, or has one behind the `=` or a `:` of an assignment; undefined for
 * any other word.
 */
function tildesOf(value: string, text: string, state: ShellState): Word | undefined {
  if (text.startsWith('~')) return expandTilde(value, text, state);
  // All readers of paths take a tilde as the usual home, so only another home needs expansion here.
  if (text !== value || !/[=:]~/.test(text) || state.get('HOME') === undefined) return undefined;
  const start = /^[A-Za-z_]\w*\+?=/.exec(text)?.[0] ?? '';
  const pieces = text
    .slice(start.length)
    .split(':')
    .flatMap((part, at): readonly Piece[] => [
      { kind: 'text', text: at === 0 ? '' : ':' },
      ...((part.startsWith('~') ? expandTilde(part, part, state)?.shape.pieces : undefined) ?? [
        { kind: 'text', text: part },
      ]),
    ]);
  return wordOfShape(joinPieces([{ kind: 'text', text: start }, ...pieces], text));
}

/** Expands `~`, `~/a`, `~alice/a`, `~+/a`; undefined if the word does not begin that way. */
function expandTilde(value: string, source: string, state: ShellState): Word | undefined {
  const [, prefix = '', rest = ''] = /^~([^/]*)(.*)$/s.exec(value) ?? [];
  if (prefix === '+') {
    const here = lookUp('PWD', state) ?? workingDirectory(state);
    return wordOfShape(joinPieces([...here.shape.pieces, { kind: 'text', text: rest }], source));
  }
  // `~-` is the previous directory, `~1` a place in the stack of directories.
  if (/^(?:-|[-+]?\d+)$/.test(prefix)) return wordOfShape(anyShape(source));
  if (!/^[A-Za-z0-9._-]*$/.test(prefix)) return undefined;
  const own = prefix === '' ? state.get('HOME') : undefined;
  const home: readonly Piece[] = own === undefined || isList(own) ? [{ kind: 'home' }] : own.shape.pieces;
  return wordOfShape(joinPieces([...home, { kind: 'text', text: rest }], source));
}

/** The most words that one expansion gives; with more, all of them are unknown. */
const mostExpanded = 1024;
/** The most words of one command, which is more: many commands get thousands of files. */
export const mostArguments = 3072;

/** These words, or one unknown word in place of too many. */
export function boundedWords(words: readonly Word[], source: string, most = mostExpanded): readonly Word[] {
  if (words.length <= most) return words;
  // `invoke` records that the command has too many words.
  return [{ ...wordOfShape(anyShape(source), mergeOrigins(...words)), splits: true, many: true }];
}

/** Builds words from pieces: one word, or several if an expansion without quotes contains blanks. */
class Builder {
  readonly #source: string;
  readonly #splitting: boolean;
  readonly #shell: Shell;
  readonly #state: ShellState;
  readonly #words: Word[] = [];
  #pieces: Piece[] = [];
  #origins: Origins[] = [];
  #stream: Stream | undefined;
  #sink: Sink | undefined;
  #present = false;
  #splits = false;
  /** The listing that is all of the word so far, as a word; and the one that a part of it is a line of. */
  #listing: Word | undefined;
  #among: Word['among'];
  /**
   * Set if the word has an unquoted `[` that is still open: it is written there, or comes from an expansion. A
   * `]` of the other kind would close it.
   */
  #open: 'written' | 'expanded' | undefined;

  constructor(source: string, splitting: boolean, shell: Shell, state: ShellState) {
    this.#source = withoutMarks(source);
    this.#splitting = splitting;
    this.#shell = shell;
    this.#state = state;
  }

  add(pieces: readonly Piece[], origins?: Origins & Partial<Word>): void {
    if (pieces.length > 0)
      this.#listing =
        this.#pieces.length === 0 && origins?.listed !== undefined && origins.shape !== undefined
          ? (origins as Word)
          : undefined;
    this.#among = origins?.among ?? this.#among;
    const length = pieces.length === 1 && pieces[0]?.kind === 'text' ? pieces[0].text.length : 0;
    if (!spend(this.#shell.budget, 1 + costOfText(length) + pieces.length + originsOfOne(origins))) {
      // The budget is used up, and the caller records that.
      this.#pieces = [{ kind: 'any' }];
      this.#origins = [];
      this.#present = true;
      this.#splits = this.#splitting;
      return;
    }
    for (const piece of pieces) this.#pieces.push(piece);
    if (origins !== undefined && originsOfOne(origins) > 0) this.#origins.push(origins);
    if (pieces.length > 0) this.#present = true;
  }

  /** A quoted part makes a word even if it is empty. */
  quote(): void {
    this.#present = true;
  }

  stream(stream: Stream): void {
    this.#stream = stream;
  }

  sink(sink: Sink): void {
    this.#sink = sink;
  }

  /** Adds a value without quotes around it. The shell splits it at separators, and expands its globs. */
  addUnquoted(value: Word, separators: string | undefined): void {
    if (!this.#splitting) {
      this.add(value.shape.pieces, value);
      return;
    }
    for (const piece of value.shape.pieces) {
      if (piece.kind === 'text') this.#addFields(piece.text, value, separators);
      else {
        // A name or a home has no blanks, but it may contain other separators.
        const isCut = (piece.kind === 'home' || piece.kind === 'name') && /\S/.test(separators ?? '/');
        if (piece.kind === 'any' || isCut) this.#splits = true;
        const found = piece.kind === 'glob' && this.#state.globs.size > 0;
        this.add([isCut ? { kind: 'any' } : found ? asFound(piece, this.#state.globs) : piece], value);
      }
    }
  }

  #addFields(text: string, origins: Origins, separators: string | undefined): void {
    if (separators === undefined) {
      this.#splits = true;
      this.add([{ kind: 'any' }], origins);
      return;
    }
    const fields = splitFields(text, separators, mostExpanded + 2);
    if (isBlankSeparator(text[0], separators)) this.end();
    for (const [index, field] of fields.entries()) {
      if (index > 0) this.end();
      if (this.#words.length > mostExpanded) break;
      if (field === '') this.quote();
      this.add(this.#globsOf(field), origins);
    }
    if (fields.length > 0 && separators.includes(text[text.length - 1] ?? '\0')) this.end();
  }

  /** Adds text that is written without quotes. */
  addWritten(text: string, value: string): void {
    const closes = this.#splitting && this.#open === 'expanded' && text.includes(']');
    if (this.#open === undefined && text.includes('[')) this.#open = 'written';
    this.add(closes ? [{ kind: 'any' }] : value === '' ? [] : [{ kind: 'text', text: value }]);
  }

  /** Adds a glob; an unknown piece if the glob closes a bracket that an expansion has opened. */
  addGlob(glob: string, origins?: Origins): void {
    const closes = this.#open === 'expanded' && glob.includes(']');
    this.add([closes ? { kind: 'any' } : asFound({ kind: 'glob', glob }, this.#state.globs)], origins);
  }

  /** The pieces of a value without quotes; an unknown piece if it closes a bracket in front of it. */
  #globsOf(field: string): readonly Piece[] {
    if (this.#open !== undefined && field.includes(']')) return [{ kind: 'any' }];
    const pieces = globPieces(field);
    if (pieces.some((piece) => piece.kind === 'text' && piece.text.includes('['))) this.#open = 'expanded';
    return pieces.map((piece) => (piece.kind === 'glob' ? asFound(piece, this.#state.globs) : piece));
  }

  /** Ends the current word. */
  end(): void {
    this.#finish();
  }

  /** Adds several words in quotes. The first one joins the text before them, the last one the text behind them. */
  addWords(words: readonly Word[]): void {
    for (const [index, word] of words.entries()) {
      if (index > 0) this.#finish();
      if (this.#words.length > mostExpanded) break;
      this.quote();
      this.add(word.shape.pieces, word);
    }
  }

  words(): readonly Word[] {
    this.#finish();
    return boundedWords(this.#words, this.#source);
  }

  /** The words of a command that a listing becomes: one of its lines, or each of them if nothing quotes it. */
  #listedWords(word: Word): readonly Word[] {
    if (word.listed === undefined || !this.#splitting) return [word];
    const several = alternativesIn(word);
    const glob: GlobWays = { count: several?.length ?? 0 };
    if (several !== undefined) return several.map((each, at) => ({ ...each, found: { glob, on: [at] } }));
    return (this.#splits && separatorsOf(this.#state) === blanks ? wordsIn(word) : undefined) ?? [word];
  }

  #finish(): void {
    if (!this.#present) return;
    const { pieces, origins } = unmark(this.#pieces, this.#shell);
    const { sources, from } =
      this.#origins.length === 0 ? mergeOrigins(origins) : mergeOrigins(...this.#origins, origins);
    const word: Word = {
      shape: bounded(joinPieces(pieces, this.#source)),
      splits: this.#splits,
      sources,
      from,
      stream: this.#stream,
      sink: this.#sink,
      ...(this.#listing === undefined ? {} : { listed: this.#listing.listed }),
      ...(this.#among === undefined ? {} : { among: this.#among }),
    };
    for (const each of this.#listedWords(word)) this.#words.push(each);
    this.#listing = undefined;
    this.#among = undefined;
    this.#pieces = [];
    this.#origins = [];
    this.#present = false;
    this.#splits = false;
    this.#open = undefined;
  }
}

/** A glob as the shell matches it with these options. `@(.a|b)` itself says whether it may begin with a dot. */
function asFound({ glob }: Piece & { readonly kind: 'glob' }, options: ReadonlySet<GlobOption>): Piece {
  const found = options.has('nocaseglob') ? '*' : glob;
  return options.has('dotglob') || glob.includes('(')
    ? { kind: 'glob', glob: found }
    : { kind: 'glob', glob: found, visible: true };
}

function expandParts(parts: readonly WordPart[], builder: Builder, expansion: Expansion): void {
  parts.forEach((part, index) => {
    if (index === 0 && part.type === 'Literal' && part.text.startsWith('~')) {
      const tilde = expandTilde(part.value, part.text, expansion.state);
      // In `~$X/a` the name of the user is unknown, but it is the home of some user.
      if (tilde !== undefined) {
        builder.add(tilde.shape.pieces, tilde);
        return;
      }
    }
    expandPart(part, builder, expansion);
  });
}

function expandPart(part: WordPart, builder: Builder, expansion: Expansion): void {
  switch (part.type) {
    case 'Literal':
      builder.addWritten(part.text, part.value);
      return;
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      builder.quote();
      builder.add(part.value === '' ? [] : [{ kind: 'text', text: part.value }]);
      return;
    case 'DoubleQuoted':
    case 'LocaleString':
      // A `"$@"` without parameters gives no word.
      if (part.parts.length === 0 || !part.parts.every((child) => isEmptyList(child, expansion)))
        builder.quote();
      for (const child of part.parts) expandQuoted(child, builder, expansion);
      return;
    case 'Glob':
    case 'ExtendedGlob':
      addPattern(part, builder, expansion);
      return;
    case 'BraceExpansion':
      builder.add([{ kind: 'text', text: part.text }]);
      return;
    case 'SimpleExpansion': {
      const name = part.text.slice(1);
      if (name === '@' || name === '*') addAll(name, part.text, false, builder, expansion);
      else builder.addUnquoted(parameterValue(name, part.text, expansion), separatorsOf(expansion.state));
      return;
    }
    case 'ParameterExpansion':
      if (isAll(part)) addAll(arrayName(part), part.text, false, builder, expansion);
      else builder.addUnquoted(expandParameter(part, expansion), separatorsOf(expansion.state));
      return;
    case 'CommandExpansion':
      builder.addUnquoted(runSubstitution(part, expansion), separatorsOf(expansion.state));
      return;
    case 'ArithmeticExpansion':
      // A value that is no number, or a division by zero, ends the shell.
      expansion.state.mayEnd();
      expandArithmetic(part.expression, expansion.shell, expansion.state, expansion.io);
      builder.add([{ kind: 'name' }]);
      return;
    case 'ProcessSubstitution': {
      const { shell, state, io } = expansion;
      const { script } = part;
      builder.quote();
      builder.add([{ kind: 'text', text: '/dev/fd/' }, { kind: 'name' }]);
      checkReprint(part.text, shell, io);
      if (script === undefined) return;
      if (part.operator === '>') {
        builder.sink(sinkOf((stdin) => shell.runScript(script, shellFor(state), { ...io, stdin })));
        return;
      }
      const stream = shell.runScript(script, state.subshell(), io);
      builder.stream(stream);
      builder.add([], stream);
      return;
    }
    default:
      part satisfies never;
  }
}

/** Adds a pattern, whose parts may be quoted or expansions. If a part is unknown, the whole pattern is. */
function addPattern(part: GlobPart | ExtendedGlobPart, builder: Builder, expansion: Expansion): void {
  if (part.parts === undefined || part.parts.every(({ type }) => type === 'Literal')) {
    builder.addGlob(part.text);
    return;
  }
  const inner = part.parts.map((each) => patternOfPart(each, expansion));
  const open = part.type === 'Glob' ? '[' : `${part.operator}(`;
  const close = part.type === 'Glob' ? ']' : ')';
  const origins = mergeOrigins(...inner.map(({ word }) => word));
  if (inner.every(({ pattern }) => pattern !== undefined)) {
    const glob = `${open}${inner.map(({ pattern }) => pattern).join('')}${close}`;
    builder.addGlob(glob, origins);
  } else builder.addUnquoted({ ...wordOfShape(anyShape(part.text), origins), splits: true }, undefined);
}

/** The text of one part of a pattern, with quoted characters escaped. Commands in it run. */
function patternOfPart(
  part: WordPart,
  { shell, state, io }: Expansion,
): { readonly word: Word | undefined; readonly pattern: string | undefined } {
  if (part.type === 'Literal' || (part.type === 'Glob' && part.kind !== 'bracket')) {
    return { word: undefined, pattern: part.text };
  }
  const builder = new Builder(part.text, false, shell, state);
  expandPart(part, builder, { shell, state, io });
  const [word] = builder.words();
  const text = word === undefined ? '' : staticText(word.shape);
  if (part.type === 'Glob' || part.type === 'ExtendedGlob') {
    const glob = word?.shape.pieces.map((piece) => (piece.kind === 'glob' ? piece.glob : undefined));
    return { word, pattern: glob?.includes(undefined) === false ? glob.join('') : undefined };
  }
  const isQuoted = isQuote(part);
  // An expansion without quotes may close the pattern, or become several words.
  const isPlain = text !== undefined && (isQuoted || /^\w*$/.test(text));
  return { word, pattern: isPlain ? text.replace(/[^\w]/g, '\\$&') : undefined };
}

const isQuote = ({ type }: WordPart): boolean =>
  type === 'SingleQuoted' || type === 'DoubleQuoted' || type === 'AnsiCQuoted' || type === 'LocaleString';

function sinkOf(run: (stdin: Stream) => Stream): Sink {
  const sink: Sink = {
    fed: false,
    feed(stream) {
      sink.fed = true;
      return run(stream);
    },
  };
  return sink;
}

/** A fork of the shell that takes its standard input from `io`, and not from its own redirections. */
function shellFor(state: ShellState): ShellState {
  const inner = state.subshell();
  inner.open(0, undefined);
  return inner;
}

function expandQuoted(part: DoubleQuotedChild | WordPart, builder: Builder, expansion: Expansion): void {
  switch (part.type) {
    case 'SimpleExpansion': {
      const name = part.text.slice(1);
      if (name === '@') addAll(name, part.text, true, builder, expansion);
      else if (name === '*') builder.add(joinAll(name, part.text, expansion).pieces);
      else {
        const value = parameterValue(name, part.text, expansion);
        builder.add(value.shape.pieces, value);
      }
      return;
    }
    case 'ParameterExpansion': {
      if (isAll(part)) {
        const name = arrayName(part);
        if (name === '*' || part.index?.text === '*') builder.add(joinAll(name, part.text, expansion).pieces);
        else addAll(name, part.text, true, builder, expansion);
        return;
      }
      const value = expandParameter(part, expansion);
      builder.add(value.shape.pieces, value);
      return;
    }
    case 'CommandExpansion': {
      const value = runSubstitution(part, expansion);
      builder.add(value.shape.pieces, value);
      return;
    }
    case 'Literal':
      builder.add(part.value === '' ? [] : [{ kind: 'text', text: part.value }]);
      return;
    default:
      expandPart(part, builder, expansion);
  }
}

const parameterValue = (name: string, source: string, { state }: Expansion): Word =>
  lookUp(name, state) ?? wordOfShape(anyShape(source));

/** Whether a part is `$@` or `${a[@]}` with a list that is known to be empty. */
function isEmptyList(part: WordPart, { state }: Expansion): boolean {
  if (part.type === 'SimpleExpansion') return part.text === '$@' && lookUpAll('@', state)?.length === 0;
  if (part.type !== 'ParameterExpansion' || !isAll(part)) return false;
  const isEach = part.index === undefined ? part.parameter === '@' : part.index.text === '@';
  return isEach && lookUpAll(arrayName(part), state)?.length === 0;
}

/** `${a[@]}`, `${@}`: all words of a list, unchanged. */
const isAll = ({ index, parameter, prefix, operation }: ParameterExpansionPart): boolean =>
  prefix === undefined &&
  operation === undefined &&
  (index === undefined ? parameter === '@' || parameter === '*' : index.text === '@' || index.text === '*');

const arrayName = ({ parameter }: ParameterExpansionPart): string => parameter;

function addAll(name: string, source: string, quoted: boolean, builder: Builder, { state }: Expansion): void {
  const words = lookUpAll(name, state);
  if (words === undefined) {
    builder.addUnquoted({ ...wordOfShape(anyShape(source)), splits: true }, separatorsOf(state));
    return;
  }
  if (quoted) builder.addWords(words);
  else
    words.forEach((word, index) => {
      if (index > 0) builder.end();
      builder.addUnquoted(word, separatorsOf(state));
    });
}

function joinAll(name: string, source: string, { state }: Expansion): Shape {
  const words = lookUpAll(name, state);
  if (words === undefined || !spend(state.budget, words.length)) return anyShape(source);
  const between: Piece = { kind: 'text', text: separatorsOf(state)?.slice(0, 1) ?? ' ' };
  const pieces = words.flatMap((word, index): readonly Piece[] =>
    index === 0 ? word.shape.pieces : [between, ...word.shape.pieces],
  );
  return joinPieces(pieces, source);
}

function expandParameter(part: ParameterExpansionPart, expansion: Expansion): Word {
  const { shell, state, io } = expansion;
  const source = part.text;
  if (part.prefix === '#') return wordOfShape(nameShape(source));
  let name = part.parameter;
  if (part.prefix === '!') {
    const target = lookUp(name, state);
    const text = target === undefined ? undefined : staticText(target.shape);
    // If the reference names no variable, the shell ends.
    if (text === undefined || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) {
      state.mayEnd();
      // A name with a subscript is evaluated.
      if (target !== undefined) evaluateAgain(target, shell, state, io);
      return wordOfShape(anyShape(source));
    }
    name = text;
  }
  const index = part.index === undefined ? 0 : expandSubscript(part.index, shell, state, io);
  const all = part.index === undefined ? undefined : lookUpAll(name, state);
  // An index that is no number ends the shell.
  if (!Number.isInteger(index) && !(all !== undefined && 'keyed' in all)) state.mayEnd();
  const value = part.index === undefined ? lookUp(name, state) : elementAt(index, all);
  if (part.operation === undefined) return value ?? wordOfShape(anyShape(source));
  const length = value === undefined ? 0 : Math.min(lengthOf(value.shape), longestText);
  // A pattern with many parts compares each character many times.
  const cost = part.operation.type === 'Remove' ? length : length >> 4;
  if (!spend(shell.budget, cost)) return wordOfShape(anyShape(source));
  // `${x@P}` is expanded as a prompt, in which commands run.
  if (part.operation.type === 'Transform' && part.operation.operand.text === 'P') {
    const prompt = value ?? wordOfShape(anyShape(source));
    return wordOfShape(withoutLineEnd(expandPrompt(prompt, shell, state, io).shape), prompt);
  }
  if (part.operation.type === 'Slice') {
    // A negative length ends the shell.
    state.mayEnd();
    for (const each of [part.operation.offset, part.operation.length])
      if (each !== undefined) evaluateAgain(expandSingle(each, shell, state, io), shell, state, io);
  }
  return applyOperation(
    value,
    part.operation,
    source,
    // The shell expands it only if the variable is set, or only if it is not.
    (operand) => state.unsurely(() => expandSingle(operand, shell, state, io)),
    (assigned) => state.set(name, assigned),
    // `${x:?}` ends the shell if `x` is not set.
    () => {
      state.mayEnd();
    },
  );
}

/** The element of an array at an index; undefined if its place is unknown. */
function elementAt(index: number, words: readonly Word[] | undefined): Word | undefined {
  if (words === undefined || !Number.isInteger(index) || 'keyed' in words) return undefined;
  // A word that may become several makes the places after it unknown; from the end, the places before it.
  const before = index < 0 ? words.slice(index).slice(1) : words.slice(0, index);
  return before.some(maybeSeveral) ? undefined : words.at(index);
}

/** The index of a subscript; not a number if it is unknown. Commands in the subscript run. */
export function expandSubscript(node: WordNode, shell: Shell, state: ShellState, io: Io): number {
  checkReprint(node.text, shell, io);
  const subscript = expandSingle(node, shell, state, io);
  evaluateAgain(subscript, shell, state, io);
  return Number(staticText(subscript.shape) ?? Number.NaN);
}

/**
 * Records an unknown if bash may change the meaning of these commands: it prints them again before it runs
 * them, and then moves the text behind a here-document.
 */
function checkReprint(text: string, { unknown }: Shell, { source }: Io): void {
  if (text.includes('<<') && goesOnBehind(text))
    unknown(
      'code',
      text.slice(0, 200),
      'a shell reads the text behind this here-document differently',
      source.whole,
    );
}

/** Whether there is text behind the end of a here-document. With very many here-documents the answer is yes. */
function goesOnBehind(text: string): boolean {
  let left = mostDocuments;
  for (const { 1: word, index } of text.matchAll(/<<-?\s*\\?["']?(\w+)/g)) {
    if (left-- === 0) return true;
    const end = text.indexOf(`${word}\n`, text.indexOf('\n', index));
    const behind = end < 0 ? '' : text.slice(end + (word ?? '').length).trimStart();
    if (behind !== '' && !/^[)`]/.test(behind)) return true;
  }
  return false;
}

/** The most here-documents of one substitution that are checked. */
const mostDocuments = 20;

/** The output of a command as a word, without the line ends at its end. */
function runSubstitution(
  part: { readonly text: string; readonly script: Parameters<Shell['runScript']>[0] | undefined },
  { shell, state, io }: Expansion,
): Word {
  if (part.script === undefined) {
    return wordOfShape(anyShape(part.text));
  }
  checkReprint(part.text, shell, io);
  const stream = withText(shell.runScript(part.script, state.subshell(), io), shell, io);
  const text = staticText(stream.shape);
  // The shell removes zero bytes.
  const shape =
    text === undefined
      ? withoutLineEnd(stream.shape)
      : wordOf(text.replaceAll('\0', '').replace(/\n+$/, '')).shape;
  return {
    shape: { ...shape, source: part.text },
    splits: false,
    sources: stream.sources,
    from: stream.from,
    ...(stream.listed === undefined ? {} : { listed: stream.listed }),
  };
}

function withoutLineEnd(shape: Shape): Shape {
  const last = shape.pieces[shape.pieces.length - 1];
  if (last?.kind !== 'text') return shape;
  return joinPieces(
    [...shape.pieces.slice(0, -1), { kind: 'text', text: last.text.replace(/\n+$/, '') }],
    showShape(shape),
  );
}
