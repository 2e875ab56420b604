/**
 * Annotations as GitHub's runner reads them: lines on standard output that begin with `::error`, `::warning` or
 * `::notice`. The runner takes any such line as a command, so whatever comes from a policy is
 * escaped, and no report in this form has a line that begins with text of a user.
 */
import { isAbsolute, join, relative, sep } from 'node:path';
import type { SourcePlace } from '../../check/tree/source-place.ts';
import type { Diagnostic } from '../../language/diagnostic.ts';
import { printable, type SourceLookup } from '../../language/render.ts';
import { indexLines, type Span } from '../../language/source.ts';
import type { CommandContext } from '../terminal/context.ts';

/** One annotation: what it says, and where. */
export interface Annotation {
  readonly severity: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
  /** Absent for what is about no place in a file. */
  readonly place?: AnnotatedPlace;
}

interface AnnotatedPlace {
  /** From the top of the checkout, with `/`. */
  readonly file: string;
  /** Absent where the file could not be read. */
  readonly lines?: { readonly line: number; readonly endLine: number; readonly columns?: Columns };
}

type Columns = { readonly col: number; readonly endColumn: number };

/** Where policies were read from, as far as places need it. */
interface Placing {
  readonly root: string;
  readonly lookup: SourceLookup;
}

/** What is wrong in a policy file. `more` are lines below the message. */
export function annotationOf(
  { code, severity, message, path, span, notes, help }: Diagnostic,
  placing: Placing,
  context: CommandContext,
  more: readonly string[] = [],
): Annotation {
  const noted = notes.map((note) => {
    const { file, lines } = placeOf(note.path, note.span, placing, context);
    return `note: ${note.message} (${lines === undefined ? file : `${file}:${lines.line}`})`;
  });
  const lines = [message, ...noted, ...(help === undefined ? [] : [`help: ${help}`]), ...more];
  return {
    severity: severity === 'note' ? 'notice' : severity,
    title: code,
    message: lines.map(printable).join('\n'),
    place: placeOf(path, span, placing, context),
  };
}

/** What is to be known of a place in a policy, where nothing is wrong. */
export const noticeOf = (
  message: string,
  { path, span }: SourcePlace,
  placing: Placing,
  context: CommandContext,
): Annotation => ({
  severity: 'notice',
  title: 'announced-rule',
  message: printable(message),
  place: placeOf(path, span, placing, context),
});

/** The command for one annotation, without a line end. */
export function workflowCommand({ severity, title, message, place }: Annotation): string {
  const { line, endLine, columns } = place?.lines ?? {};
  const properties = {
    file: place?.file,
    line,
    endLine,
    // The runner takes columns only of what lies on one line.
    ...columns,
    title,
  };
  const shown = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${escapeProperty(String(value))}`,
  );
  return `::${severity} ${shown.join(',')}::${escapeMessage(message)}`;
}

function placeOf(
  path: string,
  span: Span,
  { root, lookup }: Placing,
  context: CommandContext,
): AnnotatedPlace {
  const file = inCheckout(join(root, path), context);
  const source = lookup(path);
  if (source === undefined) return { file };
  const index = indexLines(source.text);
  const start = index.positionAt(span.start);
  const end = index.positionAt(span.end);
  const columns = start.line === end.line ? { columns: { col: start.column, endColumn: end.column } } : {};
  return { file, lines: { line: start.line, endLine: end.line, ...columns } };
}

/** GitHub knows files by their place in the checkout; one outside of it keeps its whole name. */
function inCheckout(file: string, { cwd, env }: CommandContext): string {
  const named = [env.GITHUB_WORKSPACE, cwd].flatMap((top) => {
    if (top === undefined || top === '') return [];
    const path = relative(top, file);
    return path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path) ? [] : [path];
  });
  return (named[0] ?? file).split(sep).join('/');
}

const escapeMessage = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
