/** Names of fields, headers and options whose values are secrets, however those look. */

/** In any notation: `api_key`, `apiKey`, `X-Api-Key`. */
const parts = [
  'password',
  'passwd',
  'passphrase',
  'secret',
  'apikey',
  'accesskey',
  'accountkey',
  'privatekey',
  'clientkey',
  'authorization',
  'credential',
  'cookie',
];
/** As a word of their own: `passenger` and `author` are nobody's secret. */
const words = new Set(['token', 'tokens', 'pass', 'auth', 'jwt', 'otp', 'bearer']);

const longestName = 128;

/** Whether a value with such a name is a secret. */
export function isSensitiveName(name: string): boolean {
  if (name.length > longestName) return false;
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (parts.some((part) => plain.includes(part))) return true;
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => words.has(word));
}

/** Whether a word of a command line is an option whose value, the next word, is a secret. */
export const isSensitiveOption = (word: string): boolean =>
  /^--?[A-Za-z]/.test(word) && !word.includes('=') && isSensitiveName(word);
