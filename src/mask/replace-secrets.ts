/**
 * Secrets in texts: the expressions that find them, each compiled when a text first
 * has its sign. In a reason this is a courtesy, not a rule; in the decision log it
 * is what `masked` means.
 */
import { RE2JS } from 're2js';
import {
  type CredentialFormat,
  credentialFormats,
  formatSign,
  namedCredentials,
  shapeSign,
} from './credential-formats.ts';
import { replaceBlocks } from './replace-blocks.ts';
import { replaceCommandSecrets } from './replace-command-secrets.ts';
import { isSensitiveName } from './sensitive-name.ts';

const compiled = new Map<string, RE2JS>();

/** Replaces what looks like a secret, or is where commands have one, by a mark. */
export function replaceSecrets(text: string): string {
  const plain = text.replace(fullWidth, narrow);
  const replaced = replaceInPlain(plain);
  return replaced === plain ? text : replaced;
}

/** Letters and signs as wide as those of Chinese and Japanese, which are read as the usual ones. */
const fullWidth = /[\uff01-\uff5e]/g;
const narrow = (wide: string): string => String.fromCharCode(wide.charCodeAt(0) - 0xfee0);

function replaceInPlain(text: string): string {
  // Secrets with a known format come first: the search for words would cut them up, and then they would no longer have
  // that format.
  const hasFormat = formatSign.test(text) || shapeSign.test(text);
  const formed = hasFormat ? replaceFormats(text, credentialFormats) : text;
  const named = replaceCommandSecrets(formed);
  const once = replaceFormats(replaceEncodedNames(replaceBlocks(named)), namedCredentials);
  // A value of an address ends sooner than one of a name, which may take what is left of it.
  return once === named ? once : replaceFormats(once, namedCredentials);
}

const encodedName = /([?&;])([\w.~-]{0,64}%[0-9a-f]{2}[\w.~%-]{0,64})=([^&\s"'#\\<>]+)/gi;

/** Parameters of addresses whose names are written with `%`, which no expression can read. */
const replaceEncodedNames = (text: string): string =>
  text.replace(encodedName, (whole, sign: string, name: string) =>
    isSensitiveName(decoded(name)) ? `${sign}${name}=[redacted]` : whole,
  );

const decoded = (name: string): string =>
  name.replace(/%([0-7][0-9a-f])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

function replaceFormats(text: string, formats: readonly CredentialFormat[]): string {
  let result = text;
  for (const { sign, expression, replacement } of formats) {
    if (!sign.test(result)) continue;
    let format = compiled.get(expression);
    if (format === undefined) {
      format = RE2JS.compile(expression);
      compiled.set(expression, format);
    }
    result = replaceMatches(result, format, replacement);
  }
  return result;
}

/** Replaces each match, unless its value is a mark already or only names a variable. */
function replaceMatches(text: string, format: RE2JS, replacement: string): string {
  const matcher = format.matcher(text);
  let result = '';
  let at = 0;
  while (matcher.find()) {
    const whole = matcher.group() ?? '';
    const before = matcher.groupCount() > 0 ? (matcher.group(1) ?? '') : '';
    if (whole.startsWith(before) && noSecret.test(whole.slice(before.length))) continue;
    const instead = replacement.replace(/\$(\d)/g, (_, group: string) => matcher.group(Number(group)) ?? '');
    result += text.slice(at, matcher.start()) + instead;
    at = matcher.end();
  }
  return at === 0 ? text : result + text.slice(at);
}

/** `$TOKEN`, `${token}`, and a mark, with the signs of a shell that may follow. */
const noSecret = /^(?:\$[A-Z_][A-Z0-9_]*|\$\{[A-Za-z_]\w*\}|\[redacted\])[;,)\]}"'`|&]*$/;
