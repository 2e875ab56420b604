/**
 * Reads scripts of PowerShell and gives their commands. It follows statements, pipelines, script blocks and
 * subexpressions. Every block is a way that the script may take. Where ways join, a variable may have the value
 * of any of them, and a statement is read once for each combination of the values that it uses
 * (`windows-state.ts`). Variables are followed if they are set to texts; other values are unknown. A known text
 * that runs as a script is read as a script.
 */

import { assigned, assignment } from './powershell-assignment.ts';
import { command } from './powershell-command.ts';
import { expression, primary, variable } from './powershell-expression.ts';
import { script } from './powershell-follow.ts';
import { block, blockValue, call, mayCall, uncalled } from './powershell-function.ts';
import { callMember, members, postfix } from './powershell-member.ts';
import { written } from './powershell-pipeline.ts';
import { emptyState, type Grammar, type Reader } from './powershell-reader.ts';
import { inBrackets, statement, statements } from './powershell-statement.ts';
import { givenUp, match } from './text-reader.ts';
import { longestWindowsScript, type WindowsScript } from './windows-script.ts';

const grammar: Grammar = {
  assigned,
  assignment: (reader) => (match(reader, assignment) === undefined ? undefined : assigned(reader)),
  block,
  blockValue,
  call,
  callMember,
  command,
  expression,
  inBrackets,
  mayCall,
  members,
  postfix,
  primary,
  script,
  statement,
  statements,
  variable,
  written,
};

/** Reads a script of PowerShell. What it cannot read is in `unknowns`. */
export function readPowerShell(text: string): WindowsScript {
  const end = Math.min(text.length, longestWindowsScript);
  const reader: Reader = {
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
    namespaces: [],
    classes: new Set(),
    places: [],
    at: 0,
    depth: 0,
  };
  statements(reader, undefined);
  uncalled(reader);
  if (end < text.length) givenUp(reader, end, 'the script is too long to be read as a whole', text.length);
  const { commands, unknowns, findings, places } = reader;
  return { commands, unknowns, findings, places };
}
