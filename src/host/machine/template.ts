/** Texts that commands write, as files of the package in their own languages: units, scripts, a style sheet. */
import { readFileSync } from 'node:fs';
import { packageFile } from './package-files.ts';

/** A file of `templates` with a value for each `{{name}}` in it. */
export const fillTemplate = (file: string, values: Readonly<Record<string, string>> = {}): string =>
  readFileSync(packageFile(`templates/${file}`), 'utf8').replace(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => values[name] ?? '',
  );
