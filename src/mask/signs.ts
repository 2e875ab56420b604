/**
 * What shows that a text could hold a secret that has no form of its own. What looks closer is loaded only for a text
 * with one of these, or of the signs of credential-formats.ts.
 */
import { secretArgumentSign } from '../facts/knowledge/notation/secret-arguments.ts';

/**
 * One of these is in every text with a secret that only its place in a command shows: a variable that is given a value,
 * a setting of a package manager, or the name of a program that takes secrets.
 */
export const commandSigns: readonly RegExp[] = [
  /[A-Za-z0-9_]=|:_/,
  /\b(?:setenv|setx|ENV)\b|\bset\b[\s\S]{0,8}-/,
  secretArgumentSign,
];

/** In every text of YAML with a secret below its name: the end of such a name, and a line that is indented. */
export const blockSign =
  /(?:pass|word|wd|phrase|code|secret|token|key|credential|authorization|cookie)[._-]{0,8}["']?:[ \t]{0,8}(?:[|>][+-]?[0-9]?[+-]?[ \t]{0,8})?\r?\n[ \t]/i;
