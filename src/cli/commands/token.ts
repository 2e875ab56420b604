/** `bylaw token`: a new bearer token, and the line that configures it. */
import { createHash, randomBytes } from 'node:crypto';
import { type Command, exitCodes, UsageError, write } from '../context.ts';
import { parseOptions } from '../options.ts';

export const token: Command = {
  name: 'token',
  summary: 'make a bearer token and the entry that configures it',
  help: `Usage: bylaw token SCOPE

Makes a random bearer token for a harness or team and prints it once, with the
entry for the file that \`bylaw serve --tokens FILE\` reads. Only the digest goes
into the file; the token itself is kept by whoever uses it.

Example:
  bylaw token team-a

The file has the entries of both kinds, for messages and for uploads:
  {"events": [{"sha256": "…", "scope": "team-a"}], "uploads": []}

Exit codes: 0 fine, 3 wrong usage.
`,
  async run(args, context) {
    const { positionals } = parseOptions(token, args, {});
    const [scope] = positionals;
    if (scope === undefined || scope.trim() === '' || positionals.length > 1) {
      throw new UsageError('name the scope that the token stands for: `bylaw token team-a`');
    }
    const secret = randomBytes(32).toString('base64url');
    const sha256 = createHash('sha256').update(secret).digest('hex');
    await write(context.stdout, `token:  ${secret}\nentry:  ${JSON.stringify({ sha256, scope })}\n`);
    return exitCodes.fine;
  },
};
