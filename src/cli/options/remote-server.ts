/** How commands for administrators name a server that they ask, and what they show of themselves: as the hook does. */
import { connectionOf, type RemoteReply, send } from '../../hook/remote-connection.ts';
import { type RemoteOptions, readRemoteOptions } from '../../hook/remote-options.ts';
import { CannotAsk, tokenOf } from '../../hook/remote-token.ts';
import { isAddress, readSecureAddress } from '../../host/machine/fetch-octets.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';
import { pathArg, textArg } from './options.ts';

export const remoteServerOptions = {
  server: textArg,
  'server-ca': pathArg,
  'server-certificate': pathArg,
  'server-key': pathArg,
  'token-file': pathArg,
  'token-command': textArg,
} as const;

export type RemoteServerValues = Readonly<Partial<Record<keyof typeof remoteServerOptions, string>>>;

/** `may`: the permission that the token needs. */
export const remoteServerHelp = (
  may: string,
): string => `  --server ADDRESS    a server that is asked, such as https://policy.acme.example:4517, and
                      http:// on this machine only
  --server-ca FILE    the authorities of its certificate in PEM, where Node.js does not know
                      them
  --server-certificate FILE, --server-key FILE
                      a certificate to show, where the server asks for one
  --token-file FILE, --token-command WORDS
                      a token that may \`${may}\`, where the server asks for one: a file,
                      or a program with its whole path that prints it, which no shell reads
                      (default: BYLAW_TOKEN in the environment)
`;

/** What follows “a token that may …” where a server does not take the one that was shown. */
export const tokenAdvice = (may: string): string =>
  `a token that may \`${may}\` is named with \`--token-file\`, or is in the environment as \`BYLAW_TOKEN\``;

/** A server that does not answer, or not as it should; the message is a sentence without an end. */
export class NoAnswer extends Error {}

/** A server that a command asks. */
export interface RemoteServer {
  /** Scheme, host and port, for messages. */
  readonly origin: string;
  /** Throws `NoAnswer`. */
  ask(
    path: string,
    limits: { readonly patience: number; readonly most: number; readonly signal?: AbortSignal },
  ): Promise<Exclude<RemoteReply, { kind: 'none' }>>;
}

/** Milliseconds for a program that prints the token. */
const patienceForToken = 10_000;

/** The server of the command line; undefined where none is named. Throws `UsageError`. */
export function remoteServerIn(
  values: RemoteServerValues,
  { cwd, env }: Pick<CommandContext, 'cwd' | 'env'>,
): RemoteServer | undefined {
  const options = readRemoteOptions(given(values), false);
  if (options === undefined) return undefined;
  if (typeof options === 'string') throw new UsageError(options);
  const address = addressOf(options.server);
  let connection: ReturnType<typeof connect> | undefined;
  return {
    origin: address.origin,
    async ask(path, limits) {
      try {
        connection ??= connect(options, cwd, env);
        const reply = await send(await connection, { path, ...limits });
        if (reply.kind === 'reply') return reply;
        throw new NoAnswer(`${address.origin} cannot be asked: ${reply.why}`);
      } catch (error) {
        if (error instanceof NoAnswer) throw error;
        if (error instanceof CannotAsk) throw new NoAnswer(`${address.origin} ${error.message}`);
        const why = error instanceof Error ? error.message : String(error);
        throw new NoAnswer(`${address.origin} cannot be asked: ${why}`);
      }
    },
  };
}

function given(values: RemoteServerValues): RemoteServerValues {
  const names = Object.keys(remoteServerOptions) as (keyof RemoteServerValues)[];
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
}

async function connect(options: RemoteOptions, cwd: string, env: CommandContext['env']) {
  return connectionOf(options, await tokenOf(options, cwd, env, patienceForToken, true), cwd);
}

/** Throws `UsageError`. */
function addressOf(server: string): URL {
  const address = readSecureAddress(isAddress(server) ? server : `https://${server}`, 'answers');
  if (typeof address !== 'string') return address;
  throw new UsageError(
    `\`--server\` takes the address of a server, such as \`https://bylaw.acme.example:4517\`, and \`http://\` for this machine only; not \`${server}\``,
  );
}
