/**
 * Names of tools in the notation that one harness uses for permissions. No tool has such a name, or only in that harness.
 *
 *     when tool is "Bash(git push:*)"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type { CheckedCompare, CheckedRule, SourcePlace } from '../checked.ts';
import { placeOfPattern } from '../pattern-place.ts';
import { plainPatterns } from '../plain-patterns.ts';
import { questionsOf } from '../walk.ts';

export const findForeignNames = ({ when, unless }: CheckedRule): readonly Diagnostic[] =>
  [...when, ...unless]
    .flatMap(questionsOf)
    .flatMap((part) =>
      part.kind === 'compare' && part.field.entry.id === 'tool' && part.operator === 'is'
        ? foreignIn(part)
        : [],
    );

const foreignIn = ({ patterns, place }: CheckedCompare): readonly Diagnostic[] =>
  plainPatterns(patterns).flatMap((pattern) =>
    pattern.kind === 'name' ? foreign(pattern.value, placeOfPattern(pattern) ?? place) : [],
  );

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
  const [, server, tool = ''] = /^mcp__([^_*]+(?:_[^_*]+)*)(?:__(.*))?$/.exec(name) ?? [];
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
