/**
 * `bylaw.yaml`: a file of configuration as its sections. The code that knows a section reads it: the layers by
 * `layers-file.ts`, the settings of a server by the command. `docs/bylaw.schema.json` says the same for editors.
 */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { type Diagnostic, errorAt } from '../../language/diagnostic.ts';
import type { Source, Span } from '../../language/source.ts';
import { suggestion } from '../../language/words.ts';
import { wordsIn } from '../../vocabulary/words-in.ts';
import { NoSuchPath } from '../machine/no-such-path.ts';
import { readRegularFile } from '../machine/regular-file.ts';
import type { ConfigReading } from './yaml-entries.ts';
import { readYamlTree, type YamlEntry, type YamlNode } from './yaml-tree.ts';

/** What a file of configuration can have: policies, and what belongs to a server. */
export const configSections = wordsIn(
  'policies layers bundle clients budget listen tls tokens oauth limits content memory cluster',
  'telemetry log service-log watch disk tolerate-missing-harness',
);

export type ConfigSection = (typeof configSections)[number];

export interface OpenConfigFile {
  readonly source: Source;
  /** Absolute. */
  readonly path: string;
  /** Grows while its sections are read. */
  readonly problems: Diagnostic[];
  /** Where the file as a whole is pointed at. */
  readonly span: Span;
  /** The sections that it has; none where it cannot be read at all. */
  readonly sections: ReadonlyMap<ConfigSection, YamlEntry>;
}

/** Opens a file. Throws `NoSuchPath`; all else that is wrong is among its problems. */
export function openConfigFile(named: string, cwd: string): OpenConfigFile {
  const path = resolve(cwd, named);
  if (!existsSync(path)) throw new NoSuchPath(named, cwd);
  const shown = relative(cwd, path).split(sep).join('/');
  const problems: Diagnostic[] = [];
  const source = { path: shown, text: readText(path, shown, problems) };
  const { tree, problems: found } = readYamlTree(source.text);
  const file = { source, path, problems, span: tree.span, sections: new Map<ConfigSection, YamlEntry>() };
  const reading = configReading(file);
  for (const { span, message } of found) reading.fail(span, message);
  reportTabs(reading, source.text);
  if (problems.length === 0) readSections(reading, tree, file.sections);
  return file;
}

/** YAML has no tabs before what a line says, and takes such a line for one of another depth. */
function reportTabs(reading: ConfigReading, text: string): void {
  const [found] = text.matchAll(/^[ ]*\t[ \t]*(?=[^\s#])/gm);
  if (found === undefined) return;
  const start = found.index + found[0].indexOf('\t');
  reading.fail(
    { start, end: start + 1 },
    'a tab is before this line',
    'indent with spaces: YAML takes no tabs there',
  );
}

/** What reads a section of a file, and adds its problems to those of the file. */
export const configReading = ({ path, source, problems }: OpenConfigFile): ConfigReading => ({
  folder: dirname(path),
  fail(span, message, help) {
    // A section can be read more than once.
    const isSaid = problems.some((each) => each.message === message && each.span.start === span.start);
    if (!isSaid) problems.push(errorAt('invalid-config', source.path, span, message, { help }));
    return undefined;
  },
});

/** In octets: thousands of layers. */
const largest = 1024 * 1024;

function readText(path: string, shown: string, problems: Diagnostic[]): string {
  try {
    const octets = readRegularFile(path);
    if (octets.length > largest)
      throw new Error(`it has ${octets.length} octets, and at most ${largest} are read`);
    return new TextDecoder('utf-8', { fatal: true }).decode(octets);
  } catch (error) {
    const why = error instanceof TypeError ? 'it is not UTF-8 text' : String(error);
    problems.push(errorAt('unreadable-file', shown, { start: 0, end: 0 }, `the file cannot be read: ${why}`));
    return '';
  }
}

/** What other programs call a section. */
const otherNames: ReadonlyMap<string, ConfigSection> = new Map([
  ...['http', 'https', 'server', 'port', 'host', 'address', 'socket'].map(
    (name) => [name, 'listen'] as const,
  ),
  ...['logs', 'logging', 'audit'].map((name) => [name, 'log'] as const),
  ...['metrics', 'tracing', 'otel'].map((name) => [name, 'telemetry'] as const),
  ...['rules', 'policy'].map((name) => [name, 'policies'] as const),
  ...['auth', 'users'].map((name) => [name, 'clients'] as const),
]);

/** `http:` for `listen:`, and `log.dir:` for a line below `log:`. */
function helpForSection(key: string): string | undefined {
  const [first = '', ...rest] = key.split('.');
  const section = configSections.find((each) => each === first) ?? otherNames.get(first.toLowerCase());
  if (rest.length > 0 && section !== undefined)
    return `settings are lines of their own below their section: \`${section}:\`, and indented in the next line \`${rest.join('.')}:\``;
  return suggestion(key, configSections) ?? (section && `did you mean \`${section}\`?`);
}

function readSections(reading: ConfigReading, tree: YamlNode, sections: Map<ConfigSection, YamlEntry>): void {
  if (tree.kind !== 'map') {
    reading.fail(
      tree.span,
      'the file has no sections',
      'it names policies with `layers:` or `policies:`, and says with `listen:` and others how they are served',
    );
    return;
  }
  for (const entry of tree.entries) {
    const section = configSections.find((each) => each === entry.key);
    if (section !== undefined) sections.set(section, entry);
    else {
      const all = `the sections are ${configSections.map((each) => `\`${each}\``).join(', ')}`;
      reading.fail(entry.span, `there is no section \`${entry.key}\``, helpForSection(entry.key) ?? all);
    }
  }
}
