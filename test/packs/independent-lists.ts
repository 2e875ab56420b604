/**
 * Calls that were written down by people who had not seen the rules: attacks by goal, and days of ordinary work. Their
 * lists are in `independent/`, a folder for each time that somebody wrote them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitDoubled } from '../../src/adapters/mcp-name.ts';
import type { Program } from '../../src/compile/program.ts';
import { evaluate } from '../../src/engine/evaluate.ts';
import { derive } from '../../src/facts/facts.ts';
import type { Json } from '../../src/language/json.ts';
import { decodeEvent } from '../../src/protocol/decode-event.ts';

export interface Answer {
  readonly list: string;
  /** The goal of an attack, or the day. */
  readonly group: string;
  readonly isBad: boolean;
  readonly line: string;
  /** The rule that denies it. */
  readonly code: string | undefined;
  /** The rules that are unsure of it. */
  readonly unsure: readonly string[];
}

/** The answers of these policies to all calls of the lists in a folder, by their text alone. */
export function answersOf(program: Program, folder: string): readonly Answer[] {
  return readdirSync(folder)
    .sort()
    .flatMap((list) =>
      readdirSync(join(folder, list))
        .sort()
        .map((file) => [list, file] as const),
    )
    .flatMap(([list, file]) => {
      let group = '';
      return readFileSync(join(folder, list, file), 'utf8')
        .split('\n')
        .flatMap((line): readonly Answer[] => {
          group = /^# (?:goal|day): *(\S+)/.exec(line)?.[1] ?? group;
          if (line.trim() === '' || line.startsWith('#')) return [];
          const { effect, code, unsure } = decisionOf(program, line);
          const of = { list, group, isBad: file.startsWith('bad-'), line };
          const unsureOf = unsure.map((rule) => rule.code);
          return [{ ...of, code: effect === 'deny' ? code : undefined, unsure: unsureOf }];
        });
    });
}

const cwd = '/home/dev/shop';

function decisionOf(program: Program, line: string): ReturnType<typeof evaluate> {
  const event = {
    id: 'a',
    type: 'tool.before',
    session: { id: 's', cwd, workspaceRoots: [cwd] },
    tool: toolOf(line),
  };
  const decoded = decodeEvent(event);
  if (!decoded.ok) throw new Error(`${line}: ${decoded.problem.problem}`);
  return evaluate(program, derive(decoded.event, program.knowledge));
}

/** A call of a tool by its name and input, or else a command. */
function toolOf(line: string): Json {
  const [, name, input] = /^([A-Za-z_][\w-]*) (\{.*\})$/.exec(line) ?? [];
  if (name === undefined || input === undefined)
    return { name: 'Bash', kind: 'shell', input: { command: line } };
  const mcp = splitDoubled(name);
  return {
    name,
    input: JSON.parse(input) as Json,
    ...(mcp === undefined ? {} : { origin: 'mcp', mcp: { server: { id: mcp.server }, toolName: mcp.tool } }),
  };
}
