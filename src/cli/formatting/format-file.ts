/** One policy file in its canonical text, and what became of it. Nothing is printed here. */
import { readFileSync } from 'node:fs';
import { describeError } from '../../host/policy-files/policy-files.ts';
import { applyChanges, fileChange, writeProblem } from '../../install/file-change.ts';
import type { Diagnostic } from '../../language/diagnostic.ts';
import { formatSource } from '../../language/format/format.ts';
import type { Source } from '../../language/source.ts';
import type { FileToFormat } from './files-to-format.ts';

/** `name` is what people call the file. */
export type Formatting =
  | { readonly kind: 'same'; readonly name: string; readonly after: string }
  | { readonly kind: 'changed'; readonly name: string; readonly before: string; readonly after: string }
  /** A file that cannot be read or written, or that would not mean the same: a sentence without its full stop. */
  | { readonly kind: 'failed'; readonly name: string; readonly problem: string }
  /** A file with errors of syntax. */
  | { readonly kind: 'invalid'; readonly source: Source; readonly diagnostics: readonly Diagnostic[] };

/** Formats a file, and replaces it as a whole where `writes` and its text changes. */
export function formatFile({ name, path }: FileToFormat, writes: boolean): Formatting {
  const formatted = formatOctets(name, () => readFileSync(path));
  if (formatted.kind !== 'changed' || !writes) return formatted;
  const problem = writeProblem(path) ?? replace(path, formatted.before, formatted.after);
  return problem === undefined
    ? formatted
    : { kind: 'failed', name, problem: `${name} cannot be written: ${problem}` };
}

/** Formats what `read` gives, which can throw. */
export function formatOctets(name: string, read: () => Uint8Array): Formatting {
  let before: string;
  try {
    before = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read());
  } catch (error) {
    const why = error instanceof TypeError ? 'it is not UTF-8 text' : describeError(error);
    return { kind: 'failed', name, problem: `${name} cannot be read: ${why}` };
  }
  const source = { path: name, text: before };
  const formatted = formatSource(source);
  switch (formatted.kind) {
    case 'formatted':
      return formatted.text === before
        ? { kind: 'same', name, after: before }
        : { kind: 'changed', name, before, after: formatted.text };
    case 'invalid':
      return { kind: 'invalid', source, diagnostics: formatted.diagnostics };
    case 'unsafe':
      return {
        kind: 'failed',
        name,
        problem:
          `${name} was left as it is: its canonical text would not mean the same, ` +
          'which is an error of bylaw itself; please report it with the file',
      };
    default:
      return formatted satisfies never;
  }
}

function replace(path: string, before: string, after: string): string | undefined {
  // The time is that of backups, and there is none.
  const applied = applyChanges([fileChange(path, before, after)], '');
  return applied.ok ? undefined : applied.problem;
}
