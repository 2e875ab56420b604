/** Names of fields, headers, options and variables whose values are secrets, however those look. */
import { wordsIn } from '../vocabulary/words-in.ts';

/** In any notation: `api_key`, `apiKey`, `X-Api-Key`. */
const parts = wordsIn(
  'password passwd passphrase passcode secret apikey accesskey accountkey privatekey clientkey',
  'authorization credential cookie',
);
/** Only as whole words: `passenger` and `author` are no secrets. */
const words = new Set(['token', 'tokens', 'pass', 'auth', 'jwt', 'otp', 'bearer']);

const longestName = 128;

const foldedName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether a value with such a name is a secret. */
export function isSensitiveName(name: string): boolean {
  if (name.length > longestName) return false;
  const plain = foldedName(name);
  if (parts.some((part) => plain.includes(part)) || /[a-z]_pwd$/i.test(name)) return true;
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => words.has(word));
}

/** Whether a word of a command line is an option whose value, the next word, is a secret. */
export const isSensitiveOption = (word: string): boolean =>
  /^--?[A-Za-z]/.test(word) && !word.includes('=') && isSensitiveName(word);

/** What a name says of its value where it ends so: where the secret is, and not the secret. */
const about =
  /_(?:FILE|PATH|DIR|HOME|SOCK|URL|URI|HOST|PORT|USER|USERNAME|NAME|ID|TYPE|METHOD|MODE|TTL|TIMEOUT|EXPIRY|ENABLED|LENGTH|LIMIT|COUNT|VERSION|PROVIDER|REGION)$/;

/** Whether a variable or an option with such a name, in front of `=`, holds a secret. */
export function isSecretVariable(name: string): boolean {
  if (/existing/i.test(name)) return false;
  if (/(?:[a-z0-9]P|\.p)ass$/.test(name)) return true;
  // In small letters too much has such a word in its name: `auth=none`, `max_tokens=4096`.
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) return parts.some((part) => foldedName(name).endsWith(part));
  if (about.test(name) || /TOKENS$/.test(name)) return false;
  return isSensitiveName(name) || /_(?:KEY|PW|PASSWD|PSWD|PAT|CREDS?|SAS|SIG|SIGNATURE)$/.test(name);
}

/** Whether the lines below such a name in a file of settings are a secret. */
export const isSecretKey = (name: string): boolean =>
  parts.some((part) => foldedName(name).endsWith(part)) ||
  /(?:^|[._-])(?:pass|token|pwd)$|[a-z]Token$/i.test(name);

/** Whether a header with such a name holds a secret; a proxy's and a service's own ones too. */
export const isTellingHeader = (name: string): boolean =>
  isSensitiveName(name) || /(?:^|-)(?:key|session|sessionid|signature|csrf|xsrf|sid)(?:-|$)/i.test(name);
