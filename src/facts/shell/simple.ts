/**
 * A simple command as written: assignments, redirections and words. Its words
 * are expanded here; what the command then does is for `invoke.ts`.
 */
import type { Assignment, Command as CommandNode, Word as WordNode } from 'unbash';
import { joinPieces, staticText } from '../../pattern/shape.ts';
import { costOfText, spend } from './budget.ts';
import { evaluateAgain } from './evaluate-again.ts';
import { boundedWords, expandSingle, expandWord } from './expand.ts';
import { descriptorAt, keepRedirections, openRedirections, redirect, restore } from './redirect.ts';
import { runVariable } from './running-variable.ts';
import { type Io, type Shell, spanOf, withInput } from './shell.ts';
import { type ShellState, takeAll } from './state.ts';
import {
  bounded,
  emptyStream,
  lengthOf,
  mergeOrigins,
  originsOf,
  originsOfOne,
  type Stream,
  unknownStream,
  type Word,
  wordOf,
  wordOfShape,
} from './word.ts';

export function runSimple(node: CommandNode, shell: Shell, state: ShellState, io: Io): Stream {
  const redirections = openRedirections(node.redirects, shell, state, io);
  const inner = withInput(io, redirections.stdin ?? state.descriptors.get(0) ?? io.stdin);
  const assignments = assignmentsOf(node);
  const { name } = node;
  if (name === undefined) {
    for (const assignment of assignments) assign(assignment, shell, state, inner);
    // `$(<file)` is what the file holds; nobody reads what `<file` alone gives.
    const output = assignments.length === 0 ? redirections.stdin : undefined;
    return redirections.close(output ?? emptyStream, undefined);
  }
  const alias = aliasOf(name, state);
  if (alias !== undefined && io.depth < 30) {
    const rest = io.source.text.slice(name.end, node.end);
    const pieces = [...alias.shape.pieces, { kind: 'text', text: ` ${rest}` } as const];
    const text = wordOfShape(joinPieces(pieces, alias.shape.source), alias);
    const without = state.fork();
    without.aliases.delete(name.value);
    return shell.runText(text, without, { ...inner, source: { ...io.source, whole: spanOf(io, node) } });
  }
  const before = redirect(redirections, state);
  const words = wordsOf(node, name, shell, state, inner);
  restore(before, state);
  spend(shell.budget, words.length + originsOf(words) + originsOfOne(inner.stdin));
  const span = spanOf(io, node);
  const own = assignments.length === 0 ? state : state.fork();
  for (const assignment of assignments) {
    assign(assignment, shell, own, inner);
    runVariable(assignment.name, own, shell, inner, span);
  }
  const outside = redirect(redirections, own);
  const output = shell.runWords(words, own, inner, span);
  restore(outside, own);
  if (own !== state) {
    state.cwd = own.cwd;
    takeAll(own.functions, state.functions);
    // `IFS=: read a b`: what the command sets stays, and what was set for it does not.
    const given = new Set(assignments.map((each) => each.name));
    for (const [name, value] of own.variables) if (!given.has(name)) state.set(name, value);
  }
  // Whatever the command is, it could write what it has to what it is given to write to.
  for (const { sink } of words) if (sink?.fed === false) sink.feed(unknownStream(output));
  const [program] = words;
  if (words.length === 1 && program !== undefined && staticText(program.shape) === 'exec')
    keepRedirections(redirections, state);
  return redirections.close(output, output.from[0]);
}

const noAssignments: readonly Assignment[] = [];

const assignmentsOf = ({ prefix }: CommandNode): readonly Assignment[] =>
  prefix.length === 0
    ? noAssignments
    : prefix.filter((each): each is Assignment => each.type === 'Assignment');

/** The words of a command, expanded: those behind the program first, as a shell does. */
function wordsOf(
  node: CommandNode,
  name: WordNode,
  shell: Shell,
  state: ShellState,
  io: Io,
): readonly Word[] {
  const args: Word[] = [];
  for (const each of node.args) {
    if (each.type === 'Word' && each.parts === undefined) args.push(expandSingle(each, shell, state, io));
    else for (const word of argument(each, shell, state, io)) args.push(word);
  }
  const words: Word[] = [];
  for (const word of expandWord(name, shell, state, io)) words.push(opened(word, state, io));
  for (const word of boundedWords(args, 'its words')) words.push(opened(word, state, io));
  return words;
}

/** A word that names an open descriptor gives what that gives: `/dev/fd/3`. */
function opened(word: Word, state: ShellState, { stdin }: Io): Word {
  const descriptor = word.stream === undefined ? descriptorAt(staticText(word.shape)) : undefined;
  if (descriptor === undefined || descriptor < 3) return word;
  const stream = state.descriptors.get(descriptor) ?? unknownStream(mergeOrigins(stdin));
  return { ...word, stream, ...mergeOrigins(word, stream) };
}

/** `export A=b`: an assignment among the words of a command is a word for it. */
function argument(node: WordNode | Assignment, shell: Shell, state: ShellState, io: Io): readonly Word[] {
  if (node.type === 'Word') return expandWord(node, shell, state, io);
  const value = assignedWord(node, shell, state, io);
  const sign = node.append === true ? '+=' : '=';
  const pieces = [{ kind: 'text', text: `${node.name}${sign}` } as const, ...value.shape.pieces];
  return [{ ...value, shape: joinPieces(pieces, node.text) }];
}

function assignedWord(node: Assignment, shell: Shell, state: ShellState, io: Io): Word {
  if (node.value.type === 'Word') return expandSingle(node.value, shell, state, io);
  const words = node.value.elements.flatMap((each) => expandWord(each, shell, state, io));
  spend(shell.budget, words.length);
  return words[0] ?? wordOf('');
}

function assign(node: Assignment, shell: Shell, state: ShellState, io: Io): void {
  const { name, value } = node;
  if (value.type === 'ArrayValue') {
    const words = value.elements.flatMap((each) => expandWord(each, shell, state, io));
    const before = node.append === true ? (state.get(name) ?? []) : [];
    const all = [...(Array.isArray(before) ? before : [before as Word]), ...words];
    spend(shell.budget, all.length);
    state.set(name, boundedWords(all, `\${${name}[@]}`));
    return;
  }
  const word = expandSingle(value, shell, state, io);
  const before = node.append === true ? state.get(name) : undefined;
  if (node.index !== undefined) {
    const subscript = expandSingle(node.index, shell, state, io);
    evaluateAgain(subscript, shell, state, io);
    const index = Number(staticText(subscript.shape) ?? Number.NaN);
    const list = state.get(name);
    const words = list === undefined ? [] : Array.isArray(list) ? [...list] : [list as Word];
    spend(shell.budget, words.length >> 2);
    if (Number.isInteger(index) && index >= 0 && index <= words.length) words[index] = word;
    else words.push(word);
    state.set(name, words);
    return;
  }
  if (before === undefined || Array.isArray(before)) {
    state.set(name, word);
    return;
  }
  const first = before as Word;
  const shape = bounded(joinPieces([...first.shape.pieces, ...word.shape.pieces], node.text));
  spend(shell.budget, costOfText(lengthOf(shape)) + originsOf([first, word]));
  state.set(name, wordOfShape(shape, mergeOrigins(first, word)));
}

/** An alias holds for a name that is written plainly. */
function aliasOf({ parts, text, value }: WordNode, state: ShellState): Word | undefined {
  return parts === undefined && text === value ? state.aliases.get(value) : undefined;
}
