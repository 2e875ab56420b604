/** Reads the words of a command by the tables: which program they name, and which of its forms they have. */
import { type Shape, staticText } from '../../../pattern/text/shape.ts';
import { readArguments } from '../../knowledge/words/arguments.ts';
import { isPowerShell } from '../../knowledge/words/find-program.ts';
import type { Invocation } from '../../knowledge/words/invocation.ts';
import { mannersOf } from '../../knowledge/words/manners.ts';
import type { ShellDialect } from '../dialect.ts';
import type { Io, Shell } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import type { Word } from '../word.ts';
import { isOfWindows, isOutsideOfWindows, isPathLike } from './named-program.ts';
import { isOfShell } from './scripts/program-file.ts';
import { withPlainDash } from './text/powershell-start.ts';

/** The words of a command, as the tables read them. */
export interface ReadCommand {
  readonly invocation: Invocation;
  /** The program is named by a path. */
  readonly isPath: boolean;
  /** A program of POSIX may have the name that the tables of Windows were asked for. */
  readonly mayBePosix: boolean;
}

/** `program`: the name that the first word has; `words`: those behind it. */
export function readCommand(
  program: string,
  first: Word,
  words: readonly Word[],
  shell: Shell,
  state: ShellState,
  io: Io,
  dialect: ShellDialect,
): ReadCommand {
  const args = words.map(({ shape }) => shape);
  const shapes = isPowerShell(program) ? args.map(withPlainDash) : args;
  const isPath = isPathLike(first.shape, shell);
  const table = dialect === 'powershell' && isOfWindows(first.shape) ? 'cmd' : dialect;
  // A folder of its own may hold the program of POSIX with that name: `C:\Git\usr\bin\find.exe`. So may the search path.
  const mayBeOther =
    (table !== dialect && isOutsideOfWindows(first.shape)) ||
    (table === 'powershell' && !isPath && mayBeNative(program, args));
  const mayBePosix = mayBeOther && readArguments(shell.knowledge, program, shapes, 'posix').known;
  const exact = readArguments(shell.knowledge, program, shapes, table);
  // Some file systems ignore case, so that `RM` is `rm`.
  const lower = exact.known ? program : program.toLowerCase();
  const folded = lower === program ? exact : readArguments(shell.knowledge, lower, shapes, table);
  const matched = folded.known ? folded : exact;
  const isScript = !matched.known && isPath && isReadScript(first, shell, state, io);
  return { invocation: isScript ? asScript(matched) : matched, isPath, mayBePosix };
}

/**
 * Whether a name may be that of a program, which is an alias of PowerShell on other machines. A parameter such as `-Recurse`
 * is for a command of PowerShell.
 */
function mayBeNative(program: string, args: readonly Shape[]): boolean {
  if (mannersOf(program.toLowerCase()).unaliased === undefined) return false;
  return !args.some((arg) => /^-[A-Z][a-z]/.test(staticText(arg) ?? ''));
}

/** Whether a program is a shell script on the disk. Its text then says what it does with its words. */
function isReadScript({ shape }: Word, shell: Shell, state: ShellState, { elsewhere }: Io): boolean {
  const { disk } = shell.recorder;
  if (!disk.isThere || elsewhere) return false;
  const content = disk.text(disk.opened(shape, state.cwd, state.resolve(shape)));
  return content.is === 'text' && isOfShell(content.text, shell);
}

/** The same command without the possible reads and writes of an unknown program. */
const asScript = (invocation: Invocation): Invocation => ({
  ...invocation,
  values: invocation.values.map((value) => ({
    ...value,
    uses: value.uses.filter(({ name, certain }) => certain || (name !== 'read' && name !== 'write')),
  })),
});
