/** Runs scripts of PowerShell and `cmd.exe`: reads them, and runs their commands by the tables of their own dialect. */
import { joinPieces, staticText } from '../../../pattern/text/shape.ts';
import type { CodeFinding } from '../../code/values/finding.ts';
import { startOf } from '../../knowledge/notation/value-part.ts';
import type { ShellDialect } from '../dialect.ts';
import { hasUnknown, markUnknown } from '../expand/placeholder.ts';
import type { Io, Shell, TextWithOrigins } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import { setVariables } from '../use/scripts/set-variables.ts';
import { emptyStream, type Stream } from '../word.ts';
import { readDos } from './dos.ts';
import { readPowerShell } from './powershell.ts';
import { WindowsRun } from './windows-run.ts';
import type { WindowsCommand } from './windows-script.ts';
import { wordFrom } from './windows-words.ts';

/** Runs a script. Only in a script of one command does its success mean that the command has succeeded. */
export function runWindows(
  dialect: Exclude<ShellDialect, 'posix'>,
  script: TextWithOrigins,
  shell: Shell,
  state: ShellState,
  io: Io,
): Stream {
  const isOne = !/[;\r\n|&{]/.test((staticText(script.shape) ?? ';').trim());
  return shell.recorder.succeeding(shell.recorder.succeeds && isOne, () =>
    runScript(dialect, script, shell, state, io),
  );
}

function runScript(
  dialect: Exclude<ShellDialect, 'posix'>,
  script: TextWithOrigins,
  shell: Shell,
  state: ShellState,
  io: Io,
): Stream {
  const text = markUnknown(script, shell);
  if (text === undefined || hasUnknown(script.shape)) {
    const name = dialect === 'cmd' ? 'batch' : 'PowerShell';
    shell.unknown('code', script.shape.source, `a part of the ${name} script is not known`, io.source.whole);
  }
  if (text === undefined) return emptyStream;
  const read = dialect === 'powershell' ? readPowerShell(text) : readDos(text);
  const variables = [...read.findings, ...(dialect === 'cmd' ? variablesOf(read.commands) : [])];
  const given = setVariables(
    variables,
    (shape) => wordFrom(shape, shell, io.source.whole).shape,
    state,
    shell,
    io,
    io.source.whole,
  );
  const isWhole = staticText(script.shape) !== undefined;
  const output = new WindowsRun({ read, text, isWhole, dialect, shell, state, io }).run();
  for (const [name, held] of given) state.put(name, held);
  return output;
}

/** The variables that a batch file sets for the programs that it starts: `set x=y`. */
const variablesOf = (commands: readonly WindowsCommand[]): readonly CodeFinding[] =>
  commands.flatMap(({ program, words: [word], start, end }) => {
    const [, name, rest = ''] = /^([^=]+)=(.*)$/s.exec(word === undefined ? '' : startOf(word)) ?? [];
    if (word === undefined || name === undefined || !/^setx?$/i.test(staticText(program) ?? '')) return [];
    const value = joinPieces([{ kind: 'text', text: rest }, ...word.pieces.slice(1)], word.source);
    const about = { kind: 'variable', value, certain: true, start, end } as const;
    // Upper and lower case are the same there.
    return [name.toLowerCase(), name.toUpperCase()].map((each) => ({ ...about, name: each }));
  });
