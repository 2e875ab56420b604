/** Scripts of PowerShell and `cmd.exe`: their commands, read by the tables of their own dialect. */
import { anyShape, type Shape, staticText } from '../../pattern/shape.ts';
import type { InputSpan } from '../effect.ts';
import { spend } from './budget.ts';
import { applyFindings } from './code.ts';
import { readDos } from './dos.ts';
import { hasUnknown, markUnknown, unmark } from './placeholder.ts';
import { readPowerShell } from './powershell.ts';
import { pipedPaths } from './powershell-pipe.ts';
import { keep } from './redirect.ts';
import { type Dialect, type Io, isSpent, type Shell, type Text } from './shell.ts';
import type { ShellState } from './state.ts';
import { emptyStream, noOrigins, type Stream, type Word } from './word.ts';

export function runWindows(
  dialect: Exclude<Dialect, 'posix'>,
  script: Text,
  shell: Shell,
  state: ShellState,
  io: Io,
): Stream {
  const text = markUnknown(script, shell);
  const { whole } = io.source;
  if (text === undefined || hasUnknown(script.shape)) {
    shell.unknown(
      script.shape.source,
      `a part of the ${dialect === 'cmd' ? 'batch' : 'PowerShell'} script is not known`,
      whole,
    );
  }
  if (text === undefined) return emptyStream;
  const { commands, unknowns, findings } = dialect === 'powershell' ? readPowerShell(text) : readDos(text);
  const spanOf = (start: number, end: number): InputSpan =>
    io.source.offset === undefined || staticText(script.shape) === undefined
      ? whole
      : { field: io.source.field, start: io.source.offset + start, end: io.source.offset + end };
  const outputs: Stream[] = [];
  for (const [index, { program, words, start, end, stdin, redirects, certain }] of commands.entries()) {
    const span = spanOf(start, end);
    spend(shell.budget, words.length);
    if (isSpent(shell, span)) break;
    const input = stdin === undefined ? undefined : outputs[stdin];
    const inner: Io = {
      ...io,
      stdin: input,
      certain: io.certain && certain,
      source: { ...io.source, whole: span },
    };
    const output = shell.runWords(
      [wordFrom(program, shell), ...words.map((word) => wordFrom(word, shell))],
      state,
      inner,
      span,
      dialect,
    );
    outputs.push(output);
    const files = dialect === 'powershell' ? pipedPaths(commands, index) : undefined;
    for (const path of files?.paths ?? (files === undefined ? [] : [anyShape('…')])) {
      shell.recorder.path({
        use: files?.use ?? 'delete',
        path: wordFrom(path, shell).shape,
        base: state.cwd,
        certain: inner.certain && files?.certain === true,
        span,
        command: output.from[0],
        recursive: true,
      });
    }
    for (const { use, path } of redirects) {
      if (/^(?:nul|\$null)$/i.test(staticText(path) ?? '')) continue;
      const [effect] = shell.recorder.path({
        use,
        path: withSlashes(path),
        base: state.cwd,
        certain: inner.certain,
        span,
        command: output.from[0],
      });
      if (effect !== undefined && use === 'write') keep(effect, output, false, state);
    }
  }
  for (const { text: part, why, start, end } of unknowns) shell.unknown(part, why, spanOf(start, end));
  applyFindings(findings, shell, state, io, whole, undefined);
  return outputs[outputs.length - 1] ?? emptyStream;
}

function wordFrom(shape: Shape, shell: Shell): Word {
  const { pieces, origins } = unmark(shape.pieces, shell);
  return { ...noOrigins, ...origins, shape: withSlashes({ ...shape, pieces }), splits: false };
}

/** A path whose back-slashes separate, with slashes: `~\.ssh\id_rsa`. Words that are no paths, and those on a drive, stay as they are. */
function withSlashes(shape: Shape): Shape {
  const text = staticText(shape);
  const isPath =
    shape.pieces[0]?.kind === 'home' ||
    (text !== undefined && text.length < 1000 && /^[\w.-]+(?:\\[\w.@ -]+)+\\?$/.test(text));
  if (!isPath) return shape;
  const pieces = shape.pieces.map((piece) =>
    piece.kind === 'text' ? { ...piece, text: piece.text.replaceAll('\\', '/') } : piece,
  );
  return { ...shape, pieces };
}
