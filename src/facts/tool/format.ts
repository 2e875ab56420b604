/**
 * The format of the tables of tools. A header says whose tools follow. A line names tools, their kind, and the use of
 * each field:
 *
 *     native
 *     Write create_file (file_write): write file_path path; content content file_text
 *     mcp filesystem
 *     move_file: move source; target destination
 *
 * `?` after a use makes it only possible; `if FIELD`, `if FIELD=A|B` and `unless …` say when it counts (`unless
 * url,urls`: if neither is present). Indentation means nothing, `#` starts a comment. A mistake in a built-in table is a
 * bug of bylaw, and throws.
 */
import { isKind, type Kind } from '../../vocabulary/kinds.ts';
import {
  type FieldSteps,
  type PathsOf,
  type ToolEntry,
  type ToolTables,
  type ToolUse,
  type ToolUseName,
  toolUseNames,
  type UseCondition,
  type WordTemplate,
} from './entry.ts';
import { nameKey } from './name-key.ts';

/** A line of a table, parsed as far as a search by name needs. */
export interface ToolLine {
  /** The keys of its tools (`nameKey`), with a space before and after each. */
  readonly names: string;
  readonly kind: Kind;
  readonly paths: PathsOf;
  /** As written. */
  readonly uses: string;
}

/** The lines of a table, each below its header. */
export interface ToolLines {
  readonly native: readonly ToolLine[];
  readonly servers: readonly ServerLines[];
}

export interface ServerLines {
  /** As in `ServerEntry`. */
  readonly servers: readonly (readonly string[])[];
  readonly lines: readonly ToolLine[];
}

/** Reads a table; throws with the line if it is not in the format. */
export function readToolTables(text: string): ToolTables {
  const { native, servers } = cutToolTables(text);
  return {
    native: native.map(readToolLine),
    servers: servers.map(({ servers, lines }) => ({ servers, tools: lines.map(readToolLine) })),
  };
}

/** Cuts a table into its lines without parsing their fields; throws like `readToolTables`. */
export function cutToolTables(text: string): ToolLines {
  const native: ToolLine[] = [];
  const servers: { servers: readonly (readonly string[])[]; lines: ToolLine[] }[] = [];
  let section: ToolLine[] | undefined;
  let paths: PathsOf = 'here';
  for (const raw of text.split('\n')) {
    const line = raw.replace(/(?:^|\s)#.*$/, '').trim();
    if (line === '') continue;
    const header = /^(native|mcp)(?:\s+([^:(]*?))?(?:\s*\(paths (here|repository|elsewhere)\))?$/.exec(line);
    if (header !== null) {
      paths = (header[3] ?? 'here') as PathsOf;
      if (header[1] === 'native') section = native;
      else {
        const names = (header[2] ?? '').split(/\s+/).filter((name) => name !== '');
        if (names.length === 0) throw new Error(`no server is named: ${line}`);
        section = [];
        servers.push({
          servers: names[0] === '*' ? [] : names.map((name) => name.split('-')),
          lines: section,
        });
      }
      continue;
    }
    if (section === undefined) throw new Error(`a tool comes before the first header: ${line}`);
    section.push(cutLine(line, section === native, paths));
  }
  return { native, servers };
}

function cutLine(line: string, isNative: boolean, paths: PathsOf): ToolLine {
  const match = /^([^:(]+?)\s*(?:\(([a-z_]+)\))?:\s*(.*)$/.exec(line);
  const [, names = '', kind = isNative ? '' : 'mcp', uses = ''] = match ?? [];
  if (match === null || !isKind(kind)) throw new Error(`not a tool of a known kind: ${line}`);
  return { names: ` ${names.split(/\s+/).map(nameKey).join(' ')} `, kind, paths, uses };
}

/** Parses the rest of a line; throws for an unknown use. */
export function readToolLine({ names, kind, paths, uses }: ToolLine): ToolEntry {
  return {
    names: names.trim().split(' '),
    kind,
    paths,
    uses: uses
      .split(';')
      .map((use) => use.trim())
      .filter((use) => use !== '')
      .map((use) => readUse(use, names)),
  };
}

function readUse(text: string, names: string): ToolUse {
  const match = /^([a-z-]+)(\??)(?:\s+(.*?))??(?:\s+(if|unless)\s+(\S+))?$/.exec(text);
  const [, name = '', possible, rest = '', when, condition = ''] = match ?? [];
  if (match === null || !isUse(name)) throw new Error(`\`${text}\` is no use of a field, of:${names}`);
  const words = rest.split(/\s+/).filter((word) => word !== '');
  const isTemplate = name === 'words' || name === 'connect';
  return {
    name,
    certain: possible !== '?',
    fields: isTemplate ? [] : readFields(words),
    words: isTemplate ? words.map(readTemplate) : [],
    condition: when === undefined ? undefined : readCondition(condition, when === 'unless'),
  };
}

const isUse = (name: string): name is ToolUseName => (toolUseNames as readonly string[]).includes(name);

/** Removes spellings with the same key. */
function readFields(words: readonly string[]): readonly FieldSteps[] {
  const fields = words.map(readSteps);
  return [...new Map(fields.map((steps) => [steps.join('.'), steps] as const)).values()];
}

/** `edits[].path` → `edits`, `[]`, `path`. */
const readSteps = (text: string): FieldSteps =>
  text
    .replaceAll('[]', '.[]')
    .split('.')
    .filter((step) => step !== '')
    .map((step) => (step === '[]' ? step : nameKey(step)));

/** `push`, `{remote}`, `{+command}` (split into words), `{--force=force}` (if true), `{--namespace:namespace}` (with its value). */
function readTemplate(text: string): WordTemplate {
  const inner = /^\{(.*)\}$/.exec(text)?.[1];
  if (inner === undefined) return { kind: 'text', text };
  const [, option, sign, field = inner] = /^(-[^=:]*)([=:])(.*)$/.exec(inner) ?? [];
  if (option === undefined) {
    const isSplit = field.startsWith('+');
    return { kind: isSplit ? 'split' : 'field', field: readSteps(isSplit ? field.slice(1) : field) };
  }
  return { kind: sign === '=' ? 'flag' : 'option', text: option, field: readSteps(field) };
}

function readCondition(text: string, negated: boolean): UseCondition {
  const [fields = '', values] = text.split('=');
  return { fields: fields.split(',').map(readSteps), values: values?.split('|').map(nameKey), negated };
}
