/**
 * Names of tools in the notation that one harness uses for permissions. No tool has such a name, or only in that harness; and
 * no MCP server or tool has the name that a harness makes of the two.
 *
 *     when tool is "Bash(git push:*)"
 *     when mcp "github" tool "mcp__github__create_issue"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type { CheckedCompare, CheckedRule } from '../tree/checked.ts';
import { plainPatterns } from '../tree/plain-patterns.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import { questionsOf } from '../tree/walk.ts';
import { placeOfPattern } from '../values/pattern-place.ts';

export const findForeignNames = ({ when, unless }: CheckedRule): readonly Diagnostic[] =>
  [...when, ...unless]
    .flatMap(questionsOf)
    .flatMap((part) =>
      part.kind === 'compare' && isNamed(part) && part.operator === 'is' ? foreignIn(part) : [],
    );

const isNamed = ({ field }: CheckedCompare): boolean =>
  ['tool', 'mcp.server', 'mcp.tool'].includes(field.entry.id);

const foreignIn = ({ field, patterns, place }: CheckedCompare): readonly Diagnostic[] =>
  plainPatterns(patterns).flatMap((pattern) => {
    if (pattern.kind !== 'name') return [];
    const own = placeOfPattern(pattern) ?? place;
    return field.entry.id === 'tool' ? foreign(pattern.value, own) : joined(pattern.value, own);
  });

/** The name of a server or of its tool, with what a harness puts in front. */
function joined(name: string, { path, span }: SourcePlace): readonly Diagnostic[] {
  const [, server = '', tool = ''] = joinedName.exec(name) ?? [];
  if (server === '') return [];
  return [
    warningAt(
      'foreign-name',
      path,
      span,
      `\`${name}\` is what some harnesses make of a server and its tool`,
      {
        help: `write \`${mcpMatch(server, tool)}\``,
      },
    ),
  ];
}

/** `mcp__jira__create_issue` */
const joinedName = /^mcp__([^_*]+(?:_[^_*]+)*)(?:__(.*))?$/;

function foreign(name: string, { path, span }: SourcePlace): readonly Diagnostic[] {
  const permission = /^([A-Za-z]+)\((.*)\)$/s.exec(name);
  if (permission !== null) {
    const [, tool = '', what = ''] = permission;
    return [
      warningAt(
        'foreign-name',
        path,
        span,
        `no tool is called \`${name}\`: it is a permission of Claude Code`,
        { help: adviceFor(tool, what) },
      ),
    ];
  }
  const [, server, tool = ''] = joinedName.exec(name) ?? [];
  if (server === undefined) return [];
  return [
    warningAt('foreign-name', path, span, `only some harnesses call a tool \`${name}\``, {
      help: `write \`${mcpMatch(server, tool)}\`, which holds whatever the harness makes of the two names`,
    }),
  ];
}

const mcpMatch = (server: string, tool: string): string =>
  tool === '' || tool === '*' ? `mcp server is "${server}"` : `mcp "${server}" tool "${tool}"`;

/** How what a permission is about is written in a rule. */
function adviceFor(tool: string, what: string): string {
  const bare = what.replace(/(?::|\s)?\*$/, '').trim();
  const verb = verbs[tool.toLowerCase()];
  if (verb === undefined || bare === '')
    return `the tool alone is \`tool is "${tool}"\`; what it is given is below \`input\``;
  if (verb === 'connects to') return `write \`connects to "${what.replace(/^domain:/, '')}"\``;
  return `write \`${verb} "${verb === 'runs' ? bare : what}"\`, which holds whatever tool does it`;
}

const verbs: Readonly<Record<string, string>> = {
  bash: 'runs',
  shell: 'runs',
  read: 'reads',
  edit: 'writes',
  multiedit: 'writes',
  write: 'writes',
  webfetch: 'connects to',
};
