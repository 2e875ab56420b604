/**
 * Calls that do what a rule is about, made from its candidates: command lines, and calls of the tools that every harness
 * has.
 */
import type { TestCall } from '../check/tree/checked-tests.ts';
import { shellQuoted } from './quote.ts';
import type { RepairCandidates } from './repair-candidates.ts';
import type { SamplePackage } from './samples.ts';

/** At most so many command lines are tried for one rule. */
const mostLines = 160;

/** Command lines, the simplest first. */
export function sampleLines(of: RepairCandidates): readonly string[] {
  const lines = [...commandLines(of), ...fileLines(of), ...networkLines(of), ...otherLines(of)];
  const examples = of.examples.flatMap((call) => (call.kind === 'command' ? [call.command] : []));
  return [...new Set([...lines.slice(0, mostLines), ...examples])];
}

/** Calls of tools that are no shell. */
export function sampleCalls(of: RepairCandidates): readonly TestCall[] {
  const { verbs, paths, hosts, contents, agents, examples } = of;
  const calls: TestCall[] = [];
  const action = (
    verb: 'read' | 'write' | 'edit' | 'delete' | 'fetch',
    target: string,
    content?: string,
  ): void => {
    calls.push({ kind: 'action', verb, target, content });
  };
  for (const path of paths) {
    if (verbs.has('reads')) action('read', path);
    if (verbs.has('writes')) for (const content of contents.slice(0, 4)) action('write', path, content);
    if (verbs.has('deletes')) action('delete', path);
  }
  if (verbs.has('connects')) for (const host of hosts) action('fetch', `https://${host}/`);
  if (verbs.has('spawns'))
    for (const agent of agents) {
      const input = { subagent_type: agent, prompt: 'example' };
      calls.push({ kind: 'tool', name: 'Task', toolKind: 'task', input });
    }
  return [...calls, ...examples.filter(({ kind }) => kind !== 'command' && kind !== 'recorded')];
}

function commandLines({ verbs, commands, options, operands }: RepairCandidates): readonly string[] {
  if (!verbs.has('runs')) return [];
  const words = [...options, ...operands.map(shellQuoted)];
  const all = commands.length === 0 ? ['example'] : commands;
  return [
    ...all,
    ...all.flatMap((command) => words.map((word) => `${command} ${word}`)),
    ...all.flatMap((command) =>
      options
        .slice(0, 3)
        .flatMap((option) => operands.slice(0, 3).map((word) => `${command} ${option} ${shellQuoted(word)}`)),
    ),
  ];
}

function fileLines({ verbs, paths, contents, commands }: RepairCandidates): readonly string[] {
  const does: readonly (readonly [string, (path: string) => readonly string[]])[] = [
    ['reads', (path) => [`cat ${path}`]],
    ['writes', (path) => commands.slice(0, 3).map((command) => `${command} example > ${path}`)],
    ['writes', (path) => contents.slice(0, 4).map((content) => `echo ${shellQuoted(content)} > ${path}`)],
    ['deletes', (path) => [`rm -rf ${path}`]],
    ['moves', (path) => [`mv ${path} /tmp/example`, `mv example.txt ${path}`]],
    ['copies', (path) => [`cp ${path} /tmp/example`]],
  ];
  return paths.flatMap((path) =>
    does.flatMap(([verb, lines]) => (verbs.has(verb as 'reads') ? lines(shellQuoted(path)) : [])),
  );
}

function networkLines({ verbs, paths, hosts, producers, consumers }: RepairCandidates): readonly string[] {
  const lines: string[] = [];
  if (verbs.has('connects')) lines.push(...hosts.map((host) => `curl http://${host}/`));
  if (verbs.has('sends'))
    for (const host of hosts.slice(0, 6)) {
      lines.push(`curl -d example https://${host}/`);
      lines.push(
        ...paths
          .slice(0, 8)
          .map((path) => `curl -d ${shellQuoted(`@${path.replace(/^~/, '/home/user')}`)} https://${host}/`),
      );
    }
  if (verbs.has('pipes')) {
    const from = producers.length === 0 ? ['echo example'] : producers;
    const into = consumers.length === 0 ? ['cat'] : consumers;
    for (const producer of from.slice(0, 6))
      for (const consumer of into.slice(0, 6))
        lines.push(`${producer} https://example.com/ | ${consumer}`, `${producer} example | ${consumer}`);
  }
  return lines;
}

function otherLines({ verbs, packages, sources, agents, opaque }: RepairCandidates): readonly string[] {
  const lines: string[] = [];
  if (verbs.has('installs'))
    for (const each of packages.slice(0, 8))
      lines.push(...sources.flatMap((source) => installLines(each, source)));
  if (verbs.has('elevates')) lines.push('sudo true');
  if (verbs.has('spawns'))
    lines.push(...agents.slice(0, 4).map((agent) => `claude -p ${shellQuoted(agent)}`));
  if (opaque) lines.push('$EXAMPLE', 'eval "$EXAMPLE"');
  return lines;
}

const installers: Readonly<Record<string, string>> = {
  npm: 'npm install',
  pip: 'pip install',
  cargo: 'cargo add',
  gem: 'gem install',
  apt: 'apt-get install -y',
  brew: 'brew install',
  go: 'go install',
};

function installLines({ manager, name }: SamplePackage, source: string): readonly string[] {
  const install = installers[manager ?? 'npm'] ?? `${manager} install`;
  const word = shellQuoted(name);
  switch (source) {
    case 'url':
      return [`${install} https://host.example.net/${name}.tgz`];
    case 'git':
      return [`${install} git+https://host.example.net/${name}.git`];
    case 'file':
      return [`${install} ./${name}`];
    case 'index':
      return [
        `${install} ${word} --registry https://host.example.net`,
        `pip install --index-url https://host.example.net ${word}`,
      ];
    default:
      return [`${install} ${word}`];
  }
}
