/**
 * Reads scripts of PowerShell and gives their commands. It follows statements, pipelines, script blocks and
 * subexpressions. Every block is a way that the script may take. Where ways join, a variable may have the value
 * of any of them, and a statement is read once for each combination of the values that it uses
 * (`windows-state.ts`). Variables are followed if they are set to texts; other values are unknown. A known text
 * that runs as a script is read as a script.
 */
import { assignmentSign, readAssigned } from './powershell-assignment.ts';
import { readPowerShellCommand } from './powershell-command.ts';
import { primary, readExpression, variable } from './powershell-expression.ts';
import { script } from './powershell-follow.ts';
import { blockValue, call, mayCall, readBlock, uncalled } from './powershell-function.ts';
import { callMember, members, readPostfix } from './powershell-member.ts';
import { written } from './powershell-pipeline.ts';
import { emptyState, type PowerShellGrammar, type PowerShellReader } from './powershell-reader.ts';
import { inBrackets, readStatement, readStatements } from './powershell-statement.ts';
import { givenUp, matchHere } from './text-reader.ts';
import { longestWindowsScript, type WindowsScript } from './windows-script.ts';

const grammar: PowerShellGrammar = {
  assigned: readAssigned,
  assignment: (reader) =>
    matchHere(reader, assignmentSign) === undefined ? undefined : readAssigned(reader),
  block: readBlock,
  blockValue,
  call,
  callMember,
  command: readPowerShellCommand,
  expression: readExpression,
  inBrackets,
  mayCall,
  members,
  postfix: readPostfix,
  primary,
  script,
  statement: readStatement,
  statements: readStatements,
  variable,
  written,
};

/** Reads a script of PowerShell. What it cannot read is in `unknowns`. */
export function readPowerShell(text: string): WindowsScript {
  const end = Math.min(text.length, longestWindowsScript);
  const reader: PowerShellReader = {
    text,
    end,
    grammar,
    commands: [],
    unknowns: [],
    findings: [],
    state: emptyState(),
    way: undefined,
    defined: new Set(),
    called: new Set(),
    loops: [],
    returning: undefined,
    trying: undefined,
    outer: undefined,
    given: new Map(),
    inside: undefined,
    skips: false,
    turns: { scripts: 0, steps: 0 },
    around: { assignments: 0, brackets: 0 },
    namespaces: [],
    classes: new Set(),
    places: [],
    at: 0,
    depth: 0,
  };
  readStatements(reader, undefined);
  uncalled(reader);
  if (end < text.length) givenUp(reader, end, 'the script is too long to be read as a whole', text.length);
  const { commands, unknowns, findings, places } = reader;
  return { commands, unknowns, findings, places };
}
