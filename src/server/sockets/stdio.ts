/**
 * Newline-delimited JSON in, newline-delimited JSON out (docs/development/protocol-notes.md#lines): for a
 * long-running process and for one process per event. Answers come in the order of the messages, and
 * nothing but answers is written.
 */
import { Readable, type Writable } from 'node:stream';
import { type Awaitable, whenThere } from '../../engine/awaitable.ts';
import { type Handler, type Reply, unreadableFrame } from '../../protocol/handle.ts';
import type { Limits } from '../limits/limits.ts';
import { openLineOutput } from '../lines/line-output.ts';
import { type Frame, LineSplitter } from '../lines/lines.ts';

/** Octets: a stream such as standard input, or anything that gives chunks. */
export type LineInput = Readable | AsyncIterable<Uint8Array>;

type LineLimits = Pick<Limits, 'maxMessageBytes'>;

/**
 * Answers every message of the input, and resolves when the input has ended and
 * the answers are handed to the system. When the reader of the output goes away
 * it stops, quietly; it rejects when reading or writing fails in another way.
 * The output stays open.
 */
export async function serveLines(
  input: LineInput,
  output: Writable,
  handler: Handler,
  limits: LineLimits,
): Promise<void> {
  const splitter = new LineSplitter(limits.maxMessageBytes);
  const out = openLineOutput(output, () => stopReading(input));
  const answerAll = async (frames: Iterable<Frame>) => {
    let pending = '';
    for (const frame of frames) {
      const line = answer(frame, handler);
      pending += typeof line === 'string' ? line : await line;
      if (pending.length < batchLength) continue;
      await out.write(pending);
      pending = '';
      if (out.gone) return;
    }
    if (pending !== '') await out.write(pending);
  };
  try {
    for await (const chunk of input) {
      await answerAll(splitter.push(chunk));
      if (out.gone) return;
    }
    await answerAll(splitter.end());
  } catch (error) {
    // Reading ended on purpose, or writing failed: the flush below finds out which.
    if (!out.gone) throw error;
  }
  await out.flush();
}

/**
 * Answers the first message of the input with at most one line, and nothing for
 * a notification; then reads no further. Resolves like `serveLines`, with whether
 * there was a message at all; rejects like it.
 */
export async function serveOnce(
  input: LineInput,
  output: Writable,
  handler: Handler,
  limits: LineLimits,
): Promise<boolean> {
  const out = openLineOutput(output, () => stopReading(input));
  let found = false;
  try {
    const frame = await firstFrame(input, limits);
    found = frame !== undefined;
    const text = frame === undefined ? '' : await answer(frame, handler);
    if (text !== '') await out.write(text);
  } catch (error) {
    if (!out.gone) throw error;
  }
  await out.flush();
  return found;
}

/** Answers to short messages are written together; this many characters are enough for one write. */
const batchLength = 64 * 1024;

async function firstFrame(input: LineInput, limits: LineLimits): Promise<Frame | undefined> {
  const splitter = new LineSplitter(limits.maxMessageBytes);
  for await (const chunk of input) {
    for (const frame of splitter.push(chunk)) return frame;
  }
  for (const frame of splitter.end()) return frame;
  return undefined;
}

/** The line that answers a frame, with its newline; empty when there is no answer. */
function answer(frame: Frame, handler: Handler): Awaitable<string> {
  const reply = frame.kind === 'text' ? handler.handle(frame.text) : unreadableFrame(frame.problem);
  return whenThere(reply, lineOf);
}

const lineOf = (reply: Reply): string =>
  reply.kind === 'answer' || reply.kind === 'malformed' ? `${reply.body}\n` : '';

function stopReading(input: LineInput): void {
  if (input instanceof Readable) input.destroy();
}
