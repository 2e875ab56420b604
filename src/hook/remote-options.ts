/** What the command line of a hook says of a server on another machine. Files are as given. */

export interface RemoteOptions {
  /** `policy.acme.example:4517`, with or without `https://` in front. */
  readonly server: string;
  /** Certificates of the authorities that the server may have one of; undefined for those that Node.js knows. */
  readonly ca: string | undefined;
  /** What the hook shows of itself in the handshake. */
  readonly certificate: string | undefined;
  readonly key: string | undefined;
  /** A file with the token, or a program that prints it, with its arguments; neither for the environment. */
  readonly tokenFile: string | undefined;
  readonly tokenCommand: readonly string[] | undefined;
  /** What decides where the server cannot be reached: nothing, so that the call is denied, or the last bundle that was verified here. */
  readonly unreachable: 'deny' | 'last-bundle';
}

/** The end of what a hook says where the server is away and a bundle decides. */
export const lastBundleDecides = '; the last bundle decides';

/** Where hooks of other machines post to. */
export const remoteHookPath = '/hook';

/** The options without their dashes. */
export const remoteFlags = [
  'server',
  'server-ca',
  'server-certificate',
  'server-key',
  'token-file',
  'token-command',
  'unreachable',
] as const;
export type RemoteFlag = (typeof remoteFlags)[number];

/** Undefined where no server is named; a sentence without an end where something does not go together. */
export function readRemoteOptions(
  given: Readonly<Partial<Record<RemoteFlag, string>>>,
  hasBundle: boolean,
): RemoteOptions | string | undefined {
  const { server, unreachable = 'deny' } = given;
  if (server === undefined) {
    const [stray] = Object.keys(given);
    return stray && `\`--${stray}\` is about a server on another machine; name it with \`--server\``;
  }
  if (unreachable !== 'deny' && unreachable !== 'last-bundle')
    return `\`--unreachable\` takes deny or last-bundle, not \`${unreachable}\``;
  if ((unreachable === 'last-bundle') !== hasBundle)
    return '`--unreachable last-bundle` and `--bundle PLACE --bundle-key FILE` belong together';
  if ((given['server-certificate'] === undefined) !== (given['server-key'] === undefined))
    return '`--server-certificate` and `--server-key` belong together';
  if (given['token-file'] !== undefined && given['token-command'] !== undefined)
    return '`--token-file` and `--token-command` exclude each other';
  const command = given['token-command'] === undefined ? undefined : wordsOf(given['token-command']);
  if (typeof command === 'string') return command;
  return {
    server,
    ca: given['server-ca'],
    certificate: given['server-certificate'],
    key: given['server-key'],
    tokenFile: given['token-file'],
    tokenCommand: command,
    unreachable,
  };
}

/** A program and its arguments: words with blanks between, or a list of JSON. No shell reads them. */
function wordsOf(text: string): readonly string[] | string {
  const words = text.startsWith('[') ? listIn(text) : text.split(' ').filter((word) => word !== '');
  const isWhole = /^(?:\/|[A-Za-z]:[\\/])/.test(words?.[0] ?? '');
  return words !== undefined && isWhole
    ? words
    : '`--token-command` takes a program with its whole path and its arguments, with blanks between or as a list of JSON';
}

function listIn(text: string): readonly string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}
