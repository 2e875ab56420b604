/** What a thread of a server runs first: it finds its part of the program. */
import { installedProgram } from '../../host/load/installed-program.ts';
import { keptCodeCounts } from '../kept-code-counts.ts';

interface Parts {
  deciding(): Promise<typeof import('./deciding-thread.ts')>;
}

const { argv, env } = process;
// The arguments are those of the server.
const mayKeep = keptCodeCounts(argv.slice(2), { cwd: process.cwd(), env });
const { parts } = installedProgram<Parts>({ env, isShort: false, mayKeep });
void parts.deciding().then(({ listen }) => listen());
