/** The three ways to write into a configuration, behind one set of names. */
import { createScanner } from 'jsonc-parser';
import type { ConfigForm, Edit, FoundHooks } from './config-form.ts';
import { findEntries, installEntries, removeEntries } from './json-entries.ts';
import { findInFile, installFile, isAsWritten, removeFile } from './own-file.ts';
import { findInBlock, installBlock, removeBlock } from './toml-block.ts';

/** The file with the hook of bylaw in it; the same text where it is there already. */
export function putHook(text: string | undefined, form: ConfigForm): Edit {
  switch (form.kind) {
    case 'json':
      return installEntries(text, form);
    case 'toml':
      return installBlock(text, form);
    case 'file':
      return installFile(text, form);
    default:
      return form satisfies never;
  }
}

/** The file without it; the same text where there is none. */
export function takeHook(text: string, form: ConfigForm): Edit {
  switch (form.kind) {
    case 'json':
      return removeEntries(text, form);
    case 'toml':
      return removeBlock(text);
    case 'file':
      return removeFile(text, form);
    default:
      return form satisfies never;
  }
}

/** The hooks of bylaw that the file has. */
export function find(text: string, form: ConfigForm): FoundHooks {
  switch (form.kind) {
    case 'json':
      return findEntries(text, form);
    case 'toml':
      return findInBlock(text);
    case 'file':
      return findInFile(text, form);
    default:
      return form satisfies never;
  }
}

/** Whether a file that bylaw replaces or deletes whole has something in it that bylaw did not write. */
export const hasMore = (text: string, form: ConfigForm): boolean =>
  form.kind === 'file' && !isAsWritten(text, form);

/** Whether two texts differ in their layout only. */
export function isSameText(one: string, other: string, form: ConfigForm): boolean {
  return one === other || (form.kind === 'json' && tokensOf(one) === tokensOf(other));
}

/** The tokens of a JSON text, with comments and without blanks and line breaks. */
function tokensOf(text: string): string {
  const body = text.replace(/^\ufeff/, '');
  const scanner = createScanner(body, false);
  const tokens: string[] = [];
  for (;;) {
    scanner.scan();
    const length = scanner.getTokenLength();
    // Only the end has no length.
    if (length === 0) return tokens.join('\n');
    const token = body.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + length);
    if (token.trim() !== '') tokens.push(token);
  }
}
