/**
 * Code in other languages, inside a command or on its standard input: what
 * `scanCode` finds becomes effects like those of the command itself.
 */
import { type PathShape, readPathShape } from '../../pattern/path-shape.ts';
import { type Shape, staticText, textShape } from '../../pattern/shape.ts';
import type { CodeFinding } from '../code/finding.ts';
import { scanCode } from '../code/scan.ts';
import type { InputSpan, PathEffect } from '../effect.ts';
import { hasUnknown, markUnknown, unmark } from './placeholder.ts';
import { sendAll } from './redirect.ts';
import { type Io, isSpent, type Shell, type Text } from './shell.ts';
import type { ShellState } from './state.ts';
import { noOrigins, streamOf, type Word, wordOf, wordOfShape } from './word.ts';

/** Reads code that is known at least in part. */
export function runScannedCode(
  language: string,
  code: Text,
  shell: Shell,
  state: ShellState,
  io: Io,
  command: number | undefined,
): void {
  const span = io.source.whole;
  const text = markUnknown(code, shell);
  if (
    text === undefined ||
    (staticText(code.shape) === undefined && code.shape.pieces.every(({ kind }) => kind === 'any'))
  ) {
    shell.unknown(code.shape.source, `the ${language} code is not known`, span);
    return;
  }
  if (hasUnknown(code.shape))
    shell.unknown(code.shape.source, `a part of the ${language} code is not known`, span);
  applyFindings(scanCode(language, text), shell, state, io, span, command);
}

/** Records what was found in a script, in its order. */
export function applyFindings(
  findings: readonly CodeFinding[],
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
  command: number | undefined,
): void {
  const inner = state.fork();
  let base: PathShape | undefined = state.cwd;
  const reads: PathEffect[] = [];
  const connected: {
    finding: CodeFinding & { kind: 'connect' };
    host: ReturnType<Shell['recorder']['connect']>;
  }[] = [];
  for (const finding of findings) {
    if (isSpent(shell, span)) return;
    const certain = io.certain && finding.certain;
    const about = { certain: certain && !io.elsewhere, span, command };
    switch (finding.kind) {
      case 'path': {
        const effects = shell.recorder.path({
          ...about,
          use: finding.use,
          path: known(finding.path, shell),
          target:
            finding.target === undefined
              ? undefined
              : { path: known(finding.target, shell), into: 'perhaps' },
          base,
          recursive: finding.recursive,
          content: finding.content,
        });
        for (const effect of effects) {
          if (effect.kind === 'read') reads.push(effect);
          if (effect.kind === 'write' && finding.content !== undefined) {
            state.write(effect.path, { shape: textShape(finding.content), isFile: false, ...noOrigins });
          }
        }
        break;
      }
      case 'shell':
        inner.cwd = finding.cwd === undefined ? base : readPathShape(known(finding.cwd, shell), base);
        shell.runText(wordOfShape(known(finding.text, shell)), inner, {
          ...io,
          certain,
          stdin: finding.stdin === undefined ? undefined : streamOf(known(finding.stdin, shell)),
          depth: io.depth + 1,
        });
        break;
      case 'run':
        inner.cwd = finding.cwd === undefined ? base : readPathShape(known(finding.cwd, shell), base);
        shell.runWords(
          finding.words.map((word) => wordFrom(word, shell)),
          inner,
          {
            ...io,
            certain,
            stdin: finding.stdin === undefined ? undefined : streamOf(known(finding.stdin, shell)),
            depth: io.depth + 1,
          },
          span,
        );
        break;
      case 'connect':
        connected.push({ finding, host: shell.recorder.connect(known(finding.url, shell), about) });
        break;
      case 'cwd':
        base = readPathShape(known(finding.path, shell), base);
        break;
      case 'unknown':
        shell.unknown(finding.text, finding.why, span);
        break;
      default:
        finding satisfies never;
    }
  }
  for (const { finding, host } of connected) {
    if (host === undefined) continue;
    const about = { certain: false, span, command };
    // Which of the files that it reads goes there is not followed through the code.
    if (finding.sends || reads.length > 0) {
      sendAll(
        { shape: textShape(''), isFile: false, sources: reads, from: [] },
        host,
        { ...about, certain: finding.sends && reads.length === 0 && io.certain },
        shell,
      );
    }
  }
}

function known(shape: Shape, shell: Shell): Shape {
  if (shell.placeholders.length === 0) return shape;
  return { ...shape, pieces: unmark(shape.pieces, shell).pieces };
}

function wordFrom(shape: Shape, shell: Shell): Word {
  const text = staticText(shape);
  return text === undefined || shell.placeholders.length > 0
    ? wordOfShape(known(shape, shell))
    : wordOf(text);
}
