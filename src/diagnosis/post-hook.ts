/** Posts a payload as a harness does that needs no command for it: to the address, with the token, and with patience. */
import { type PostedLine, tokenVariable } from '../install/command-line.ts';
import type { Machine } from '../install/machine.ts';
import type { CommandRun } from './run-command.ts';

/** What came back, as if a command had printed it: only an answer that says that all went well ends well. Never rejects. */
export async function postHook(
  { url, authorization }: PostedLine,
  payload: string,
  { env }: Machine,
  patience: number,
): Promise<CommandRun> {
  const started = performance.now();
  const ended = (exitCode: number | undefined, stdout: string, stderr: string, late = false): CommandRun => {
    const milliseconds = Math.round(performance.now() - started);
    return { exitCode, stdout, stderr, late, milliseconds };
  };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: authorization.replace(`$${tokenVariable}`, env[tokenVariable] ?? ''),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    const body = await response.text();
    return response.ok ? ended(0, body, '') : ended(undefined, '', `the server answers ${response.status}`);
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return ended(undefined, '', 'no server answers at that port', isLate);
  }
}
