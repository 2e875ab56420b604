/**
 * Secrets in variables of the environment, as what a call sends: `$GITHUB_TOKEN` comes from `/proc/self/environ/GITHUB_TOKEN`.
 * No system has such a path. It has the variables below the file that they are in, so that a rule can name one of them.
 */
import { readPathShape } from '../../pattern/path/path-shape.ts';
import { textShape } from '../../pattern/text/shape.ts';
import type { InputSpan, PathEffect } from './effect.ts';

/** Names of variables that may hold a secret. A rule says which of them do: `CACHE_KEY` is one of these names as well. */
const secretName =
  /(?:^|_)(?:TOKEN|SECRETS?|PASS|PASSWORD|PASSWD|PASSPHRASE|PWD|PW|PAT|KEY|APIKEY|CREDENTIALS?|AUTH|DSN)(?:_|$)|^(?:PG|MYSQL_?)P(?:ASSWORD|WD)$/;

const environment = '/proc/self/environ';

/** Whether a path is that of a single variable. */
export const isOfEnvironment = (path: string): boolean => path.startsWith(`${environment}/`);

/** The source of all variables: what `env` prints. */
export const environmentSource = (span: InputSpan): PathEffect => ({
  ...sourceAt(environment, environment, span),
  recursive: true,
});

const sourceAt = (path: string, text: string, span: InputSpan): PathEffect => ({
  kind: 'read',
  text,
  path: readPathShape(textShape(path), undefined),
  others: [],
  recursive: false,
  content: undefined,
  certain: true,
  span,
  command: undefined,
});

/** Whether a variable of this name may hold a secret. */
export const mayBeSecret = (name: string): boolean => name.length <= 200 && secretName.test(name);

/** The source of the value of a variable; undefined where its name is none of a secret. */
export function variableSource(name: string, span: InputSpan): PathEffect | undefined {
  return mayBeSecret(name) ? sourceAt(`${environment}/${name}`, `$${name}`, span) : undefined;
}
