/**
 * Connects client and server until one of them ends. Messages of the client go through the gate; pending
 * requests get their answers here when the server has ended.
 */
import type { Readable } from 'node:stream';
import type { ClientOutput } from './client-output.ts';
import { OctetLines } from './octet-lines.ts';
import { resolvesWithin } from './resolves-within.ts';
import { longestLine, type Upstream, type UpstreamOptions } from './upstream.ts';

/** Milliseconds in which a starting server gives its name. */
const longestNaming = 60_000;

export interface RelayOptions extends UpstreamOptions {
  readonly input: Readable;
  /** Aborted, with the name of a signal, when the proxy has to end. */
  readonly stop: AbortSignal;
}

/** Whether the client, or a signal, ended the session; false if the server did. */
export async function relay(upstream: Upstream, options: RelayOptions): Promise<boolean> {
  const { input, output, gate, stop, notify } = options;
  // A failed input counts as ended.
  const reading = passOn(upstream, options).catch(() => {});
  const stopped = aborted(stop);
  const ending = await Promise.race([
    reading.then(() => 'client' as const),
    upstream.ended.then((sentence) => ({ sentence })),
    stopped.then(() => 'signal' as const),
  ]);
  if (ending === 'client') await Promise.race([upstream.close(undefined), stopped]);
  if (stop.aborted) await upstream.close(await stopped);
  input.destroy();
  const why = typeof ending === 'object' ? ending.sentence : 'the MCP server ended without an answer';
  const failAll = async (): Promise<boolean> => {
    const unanswered = gate.failAll(`${why.charAt(0).toUpperCase()}${why.slice(1)}.`);
    await answerAll(unanswered, output);
    return unanswered.length > 0;
  };
  const failed = failAll();
  // After a signal, do not wait for a client that may have stopped reading.
  if (stop.aborted) return true;
  await reading;
  // The last messages may have gone to a server that had ended.
  const areUnanswered = [await failed, await failAll()].includes(true);
  const isServersDoing = typeof ending === 'object' || areUnanswered;
  if (isServersDoing) await notify(why);
  return !isServersDoing;
}

async function answerAll(texts: readonly string[], output: ClientOutput): Promise<void> {
  for (const text of texts) {
    if (output.gone) return;
    await output.answer(text);
  }
  await output.flush();
}

/** Passes on every line of the client that may pass; resolves when there are no more. */
async function passOn(upstream: Upstream, { input, output, gate, notify }: RelayOptions): Promise<void> {
  const lines = new OctetLines(longestLine);
  const passAll = async (pieces: ReturnType<OctetLines['push']>): Promise<void> => {
    for (const piece of pieces) {
      if (!piece.whole && !piece.first) continue;
      // A client should wait by itself; an earlier call waits here.
      if (gate.naming !== undefined) await resolvesWithin(longestNaming, gate.naming);
      const { forwarded, answer, notice } = piece.whole ? gate.fromClient(piece.octets) : gate.tooLong();
      if (forwarded !== undefined) await upstream.send(forwarded);
      if (answer !== undefined) await output.answer(answer);
      if (notice !== undefined) await notify(notice);
    }
  };
  for await (const chunk of input) await passAll(lines.push(chunk));
  await passAll(lines.end());
}

function aborted(stop: AbortSignal): Promise<NodeJS.Signals> {
  const signal = (): NodeJS.Signals =>
    stop.reason === 'SIGINT' || stop.reason === 'SIGHUP' ? stop.reason : 'SIGTERM';
  return new Promise((resolve) => {
    if (stop.aborted) resolve(signal());
    else stop.addEventListener('abort', () => resolve(signal()), { once: true });
  });
}
