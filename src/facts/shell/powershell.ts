/**
 * Scripts of PowerShell → their commands. Statements, pipelines, script blocks and
 * subexpressions are followed; blocks count as if they ran. Variables are followed where
 * they are given texts; what else they hold is not known. Text that is run as a script
 * is read again where it is known.
 */
import { command, script } from './powershell-command.ts';
import { members, postfix, primary, variable } from './powershell-expression.ts';
import { type Grammar, type Reader, unknown } from './powershell-reader.ts';
import {
  block,
  callFunction,
  definition,
  statement,
  statements,
  uncalled,
  written,
} from './powershell-statement.ts';
import { longestWindowsScript, type WindowsScript } from './windows-script.ts';

export { decodePowerShell } from './powershell-text.ts';

const grammar: Grammar = {
  block,
  callFunction,
  command,
  definition,
  members,
  postfix,
  primary,
  script,
  statement,
  statements,
  variable,
  written,
};

export function readPowerShell(text: string): WindowsScript {
  const end = Math.min(text.length, longestWindowsScript);
  const reader: Reader = {
    text,
    end,
    grammar,
    commands: [],
    unknowns: [],
    findings: [],
    names: new Map(),
    aliases: new Map(),
    functions: new Map(),
    called: new Set(),
    inside: undefined,
    turns: { scripts: 0 },
    at: 0,
    depth: 0,
  };
  statements(reader, undefined);
  uncalled(reader);
  if (end < text.length) unknown(reader, end, 'the script is too long to be read as a whole', text.length);
  const { commands, unknowns, findings } = reader;
  return { commands, unknowns, findings };
}
