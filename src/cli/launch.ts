/**
 * The command `bylaw`. A hook is started before every call of an agent, so
 * nothing but what it needs is loaded for it.
 */
import { runHook } from '../hook/run-hook.ts';

if (process.argv[2] === 'hook') runHook(process.argv.slice(3));
else
  import('./start-command.ts')
    .then(({ startCommand }) => startCommand())
    .catch((error: unknown) => {
      // 1 would say that a policy has warnings, or that a call is denied.
      process.stderr.write(`bylaw: the installation is broken; install it again\n${String(error)}\n`);
      process.exitCode = 2;
    });
