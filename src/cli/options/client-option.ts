/** `--client token=ci`: in a dry run, who asks. */
import { type Client, type ClientMember, clientMembers } from '../../facts/event/client.ts';
import { suggestion } from '../../language/words.ts';
import { clientWays, isOneOf } from '../../vocabulary/kinds.ts';
import { UsageError } from '../terminal/context.ts';
import { several, textArg } from './options.ts';

export const clientHelp = `  --client NAME=VALUE
                   who asks, as rules see it in \`client.…\`: \`token=ci\`, \`user=dana\`,
                   \`way=socket\`; given again for more. Records of a decision log say
                   it themselves
`;
export const clientOption = { client: several(textArg) } as const;

/** The client that options name, one member each; undefined where there are none. Throws `UsageError`. */
export function clientNamed(texts: readonly string[] | undefined): Client | undefined {
  if (texts === undefined) return undefined;
  const client = new Map<ClientMember, string>();
  for (const text of texts) {
    const [name, value] = readMember(text);
    if (client.has(name)) throw new UsageError(`\`--client\` names \`${name}\` twice`);
    client.set(name, value);
  }
  return Object.fromEntries(client);
}

function readMember(text: string): readonly [ClientMember, string] {
  const at = text.indexOf('=');
  const [name, value] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
  if (at < 1 || value === '')
    throw new UsageError(
      `\`--client\` takes what is proved, and by what: ${at < 0 && text !== '' ? `for the client of a token, \`--client token=${text}\`` : `such as \`token=ci\` or \`user=dana\`, not \`${text}\``}`,
    );
  if (!isOneOf(clientMembers, name))
    throw new UsageError(
      `\`--client\` knows no \`${name}\`; ${suggestion(name, clientMembers) ?? `a client has ${clientMembers.join(', ')}`}`,
    );
  if (name === 'way' && !isOneOf(clientWays, value))
    throw new UsageError(
      `no question comes by the way \`${value}\`; ${suggestion(value, clientWays) ?? `the ways are ${clientWays.join(', ')}`}`,
    );
  return [name, value];
}
