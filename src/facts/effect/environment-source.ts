/**
 * Secrets in variables of the environment, as what a call sends: `$GITHUB_TOKEN` comes from `/proc/self/environ/GITHUB_TOKEN`.
 * No system has such a path. It has the variables below the file that they are in, so that a rule can name one of them.
 */
import { readPathShape } from '../../pattern/path/path-shape.ts';
import { joinPieces, type Piece } from '../../pattern/text/shape.ts';
import type { InputSpan, PathEffect } from './effect.ts';

/** Names of variables that may hold a secret. A rule says which of them do: `CACHE_KEY` is one of these names as well. */
const secretName =
  /(?:^|_)(?:TOKEN|SECRETS?|PASS|PASSWORD|PASSWD|PASSPHRASE|PWD|PW|PAT|KEY|APIKEY|CREDENTIALS?|AUTH|DSN)(?:_|$)|^(?:PG|MYSQL_?)P(?:ASSWORD|WD)$/;

const environment = '/proc/self/environ';

/** Whether a path is that of a single variable. */
export const isOfEnvironment = (path: string): boolean => path.startsWith(`${environment}/`);

/** Whether a path is that of all variables. */
export const isWholeEnvironment = (path: string): boolean => path === environment;

/** The source of all variables: what `env` prints. */
export const environmentSource = (span: InputSpan): PathEffect => ({
  ...sourceAt(environment, environment, span),
  recursive: true,
});

const sourceAt = (path: string, text: string, span: InputSpan, name?: Piece): PathEffect => ({
  kind: 'read',
  text,
  path: readPathShape(joinPieces([{ kind: 'text', text: path }, ...(name ? [name] : [])], path), undefined),
  others: [],
  recursive: false,
  content: undefined,
  certain: true,
  span,
  command: undefined,
});

/** The source of a variable whose name is not known. */
export const someVariable = (span: InputSpan): PathEffect => ({
  ...sourceAt(`${environment}/`, environment, span, { kind: 'name' }),
  certain: false,
});

/** The source of the lines of `NAME=value` that a search among all variables chooses by a text: `lines/TOKEN`. */
export const linesWith = (text: string, span: InputSpan): PathEffect =>
  sourceAt(`${environment}/lines/${text}`, text, span);

/** Whether a path is that of such lines. */
export const isOfLines = (path: string): boolean => path.startsWith(`${environment}/lines/`);

/** Whether a variable of this name may hold a secret. */
export const mayBeSecret = (name: string): boolean => name.length <= 200 && secretName.test(name);

/** The source of the value of a variable; undefined where its name is none of a secret. */
export function variableSource(name: string, span: InputSpan): PathEffect | undefined {
  return mayBeSecret(name) ? sourceAt(`${environment}/${name}`, `$${name}`, span) : undefined;
}
