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
  ParameterOperation,
  Word as WordNode,
  WordPart,
} from 'unbash';
import {
  anyShape,
  joinPieces,
  nameShape,
  type Shape,
  showShape,
  staticText,
} from '../../../pattern/text/shape.ts';
import { someVariable, variableSource } from '../../effect/environment-source.ts';
import { spend } from '../budget.ts';
import type { Io, Shell } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import {
  lengthOf,
  longestText,
  mergeOrigins,
  type Sink,
  type Stream,
  type Word,
  wordOf,
  wordOfShape,
} from '../word.ts';
import { expandBraces } from './braces.ts';
import { evaluateAgain, expandPrompt } from './evaluate-again.ts';
import { separatorsOf } from './fields.ts';
import { withText } from './file-text.ts';
import { addAll, addJoined, isAll, isEachOf, isEmptyList, listIn } from './list.ts';
import { findWords } from './option-names.ts';
import { applyOperation, isMoved, lookUpAll, lookUpParameter } from './parameter.ts';
import { unmark, withoutMarks } from './placeholder.ts';
import { checkReprint } from './reprint.ts';
import { setNumber } from './set-number.ts';
import { expandTilde, tildesOf } from './tilde.ts';
import { Builder } from './word-builder.ts';

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
    return builder.words().flatMap((word) => findWords(word, shell, state, inner));
  };
  const [only] = choices;
  return choices.length === 1 && only !== undefined ? expand(only) : choices.flatMap(expand);
}

/** Expands a word that stays one word: in an assignment, in a redirection, behind `case`. */
export function expandSingle(node: WordNode, shell: Shell, state: ShellState, io: Io): Word {
  if (node.parts === undefined) return literalWord(node.text, node.value, shell, state, true);
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

interface Expansion {
  readonly shell: Shell;
  readonly state: ShellState;
  readonly io: Io;
}

/** A word without quotes and expansions, perhaps with a tilde. */
function literalWord(
  text: string,
  value: string,
  shell: Shell,
  state: ShellState | undefined,
  isValue = false,
): Word {
  const tilde = state === undefined ? undefined : tildesOf(value, text, state, isValue);
  if (tilde !== undefined || shell.placeholders.length === 0) return tilde ?? wordOf(value, text);
  const { pieces, origins } = unmark([{ kind: 'text', text: value }], shell);
  return wordOfShape(joinPieces(pieces, withoutMarks(text)), origins);
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
      if (part.parts.length === 0 || !part.parts.every((child) => isEmptyList(child, expansion.state)))
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
      if (name === '@' || name === '*')
        addAll({ name, joiner: name, source: part.text }, false, builder, expansion.state);
      else builder.addUnquoted(parameterValue(name, part.text, expansion), separatorsOf(expansion.state));
      return;
    }
    case 'ParameterExpansion':
      if (isAll(part)) addAll(listIn(part), false, builder, expansion.state);
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
      if (name === '@') addAll({ name, joiner: name, source: part.text }, true, builder, expansion.state);
      else if (name === '*') {
        addJoined({ name, joiner: name, source: part.text }, builder, expansion.state);
      } else {
        const value = parameterValue(name, part.text, expansion);
        builder.add(value.shape.pieces, value);
      }
      return;
    }
    case 'ParameterExpansion': {
      if (isAll(part)) {
        const list = listIn(part);
        if (list.joiner === '*') addJoined(list, builder, expansion.state);
        else addAll(list, true, builder, expansion.state);
        return;
      }
      const value = expandParameter(part, expansion);
      // `"${a[@]:1}"` and `"${a[@]@k}"` are several words, or none.
      if (isEachOf(part) && builder.splitting)
        builder.addUnquoted({ ...value, shape: anyShape(part.text), splits: true }, undefined);
      else builder.add(value.shape.pieces, value);
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

/** The value of a variable: what the script sets, else what the environment may have. */
export const parameterValue = (name: string, source: string, expansion: Expansion): Word =>
  lookUpParameter(name, expansion.state) ?? fromEnvironment(name, source, expansion);

/** The value of a variable that the script does not set. */
function fromEnvironment(name: string, source: string, { state, io }: Expansion): Word {
  const secret = variableSource(state.meant(name), io.source.whole);
  const { sourced } = state;
  return wordOfShape(anyShape(source), { sources: secret ? [secret, ...sourced] : sourced, from: [] });
}

function expandParameter(part: ParameterExpansionPart, expansion: Expansion): Word {
  const { shell, state, io } = expansion;
  const source = part.text;
  if (part.prefix === '#') return wordOfShape(nameShape(source));
  let name = part.parameter;
  if (part.prefix === '!') {
    const target = lookUpParameter(name, state);
    const text = target === undefined ? undefined : staticText(target.shape);
    // If the reference names no variable, the shell ends.
    if (text === undefined || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) {
      state.mayEnd();
      // A name with a subscript is evaluated.
      if (target !== undefined) evaluateAgain(target, shell, state, io);
      const isName = part.index === undefined && part.operation === undefined;
      const sources = isName ? [someVariable(io.source.whole)] : [];
      return wordOfShape(anyShape(source), { sources, from: [] });
    }
    name = text;
  }
  const index = part.index === undefined ? 0 : expandSubscript(part.index, shell, state, io);
  const all = part.index === undefined ? undefined : lookUpAll(name, state);
  // An index that is no number ends the shell.
  if (!Number.isInteger(index) && !(all !== undefined && 'keyed' in all)) state.mayEnd();
  const value = part.index === undefined ? lookUpParameter(name, state) : elementAt(index, all);
  const unset = value === undefined ? fromEnvironment(name, source, expansion) : undefined;
  if (part.operation === undefined) return value ?? unset ?? wordOfShape(anyShape(source));
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
  const result = applyOperation(
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
  return unset === undefined || showsNothing(part.operation)
    ? result
    : { ...result, ...mergeOrigins(result, unset) };
}

/** Whether a result has nothing of the value, as in `${x:+a}`, or a few letters at one end: `${x:0:3}`. */
function showsNothing(operation: ParameterOperation): boolean {
  if (operation.type === 'Default') return operation.operator.endsWith('+');
  // Each letter, or all of them, become another one.
  if (operation.type === 'Replace')
    return (
      operation.operator === '//' &&
      /^[?*]$/.test(operation.pattern.text) &&
      /^[^&$`\\]*$/.test(operation.replacement.text)
    );
  if (operation.type !== 'Slice') return false;
  const { offset, length } = operation;
  const isStart = offset.text.trim() === '0' && /^\s*[1-4]\s*$/.test(length?.text ?? '');
  return isStart || (length === undefined && /^\s*-[1-4]\s*$/.test(offset.text));
}

/** The element of an array at an index; undefined if its place is unknown. */
function elementAt(index: number, words: readonly Word[] | undefined): Word | undefined {
  if (words === undefined || !Number.isInteger(index) || 'keyed' in words) return undefined;
  const [from, at] = index < 0 ? [[...words].reverse(), -1 - index] : [words, index];
  return isMoved(from, at) ? undefined : from[at];
}

/** The index of a subscript; not a number if it is unknown. Commands in the subscript run. */
export function expandSubscript(node: WordNode, shell: Shell, state: ShellState, io: Io): number {
  checkReprint(node.text, shell, io);
  const subscript = expandSingle(node, shell, state, io);
  evaluateAgain(subscript, shell, state, io);
  return Number(staticText(subscript.shape) ?? Number.NaN);
}

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
    ...(text !== undefined || stream.paths === undefined ? {} : { paths: stream.paths }),
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
