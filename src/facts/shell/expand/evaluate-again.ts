/**
 * Text that the shell evaluates a second time: the values of variables in arithmetic, in subscripts and in
 * prompts. Commands in that text run. For an entirely unknown variable nothing is recorded, since scripts read
 * unknown numbers too often for that.
 */
import { joinPieces, type Piece, type Shape } from '../../../pattern/text/shape.ts';
import { spend } from '../budget.ts';
import type { Io, Shell, TextWithOrigins } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import type { Stream, Word } from '../word.ts';

/** The most names that are looked up for one expression. */
const mostNames = 50;

/** Runs what arithmetic runs: the commands in the text, and in the values of its names. */
export function evaluateAgain(value: TextWithOrigins, shell: Shell, state: ShellState, io: Io): void {
  const open: TextWithOrigins[] = [value];
  const seen = new Set<string>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const text = knownText(next.shape);
    spend(shell.budget, 1 + (text.length >> 4));
    if (runsCommand(text)) expandAgain(next, shell, state, io);
    for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) {
      if (seen.has(name)) continue;
      if (seen.size >= mostNames) {
        shell.unknown(
          'budget',
          value.shape.source,
          'it names more variables than are looked at',
          io.source.whole,
        );
        return;
      }
      seen.add(name);
      const held = state.get(name);
      if (held !== undefined) open.push(...[held].flat());
    }
    for (const [, name = ''] of text.matchAll(/\$\{?([1-9]\d{0,3}|[@*])/g)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const given = state.positional ?? [];
      open.push(...(/^\d/.test(name) ? given.slice(Number(name) - 1, Number(name)) : given));
    }
  }
}

/** Runs the commands in a text that is expanded as in double quotes; gives the result. */
export function expandAgain(value: TextWithOrigins, shell: Shell, state: ShellState, io: Io): Stream {
  const text = knownText(value.shape);
  let delimiter = 'E';
  while (text.includes(delimiter)) delimiter += 'E';
  const pieces = [
    { kind: 'text', text: `<<${delimiter}\n` } as const,
    ...value.shape.pieces,
    { kind: 'text', text: `\n${delimiter}\n` } as const,
  ];
  const script = { ...value, shape: joinPieces(pieces, value.shape.source) };
  return shell.runText(script, state.fork(), { ...io, depth: io.depth + 1 });
}

/** Does the same for a prompt, in which backslashes have more meanings. */
export function expandPrompt(value: TextWithOrigins, shell: Shell, state: ShellState, io: Io): Stream {
  const { pieces, source } = value.shape;
  if (knownText(value.shape).includes('\\'))
    shell.unknown('code', source, 'escapes with a backslash in a prompt are not followed', io.source.whole);
  // A glob is expanded already, so its result is plain text.
  const found = pieces.map((piece): Piece => (piece.kind === 'glob' ? { kind: 'any' } : piece));
  return expandAgain({ ...value, shape: joinPieces(found, source) }, shell, state, io);
}

/** Whether a text is a name with a subscript, which may contain commands: `a[$(ls)]`. */
function hasSubscript({ shape }: TextWithOrigins): boolean {
  const text = knownText(shape);
  return text.includes('[') && /^[A-Za-z_]\w*\[/.test(text);
}

const runsCommand = (text: string): boolean => /\$\(|`|\$\{/.test(text);

function knownText({ pieces }: Shape): string {
  let text = '';
  for (const piece of pieces) text += piece.kind === 'text' ? piece.text : ' ';
  return text;
}

/** Evaluates the subscripts among the words of a built-in: `unset 'a[$(ls)]'`. */
export function evaluateSubscripts(
  words: readonly Word[],
  shell: Shell,
  state: ShellState,
  io: Io,
): undefined {
  for (const word of words.filter(hasSubscript)) {
    // A subscript that is no number ends the shell.
    state.mayEnd();
    evaluateAgain(word, shell, state, io);
  }
  return undefined;
}
