/** The codes that the source can give a diagnostic, read from the source itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../src/', import.meta.url));

const reported =
  /\b(?:errorAt|warningAt|reportError|reportWarning|report)\(\s*(?:(?:context|here|\{[^}]*\}),\s*)?'([a-z]+(?:-[a-z]+)*)'/g;

/** Codes that the files of some folders of `src` give, in the order of the alphabet. */
export function codesOf(folders: readonly string[]): string[] {
  const codes = new Set<string>();
  for (const folder of folders) {
    for (const name of readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.includes('generated')) continue;
      for (const [, code = ''] of readFileSync(join(source, folder, name), 'utf8').matchAll(reported)) {
        codes.add(code);
      }
    }
  }
  return [...codes].sort();
}
