/** Processes that change memories, from test/store/memory/count-events.ts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { EmbeddedMemoryStore } from '../../../src/store/memory/embedded.ts';
import { events, reading } from './sample.ts';

export interface Writer {
  readonly child: ChildProcess;
  /** What it said that it did; complete when the promise is fulfilled. */
  readonly said: string[];
  readonly ended: Promise<void>;
}

/** Starts one: the path of the bundled program, its folder and name, how often it changes something, and in what way. */
export function startWriter(
  [program, folder, name, times, way = 'one by one']: readonly [
    string,
    string,
    string,
    number,
    ('one by one' | 'grouped')?,
  ],
  onLine?: (writer: Writer) => void,
): Writer {
  const child = spawn(process.execPath, [program, folder, name, `${times}`, way], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  const lines = createInterface({ input: child.stdout });
  // The last lines may be read when the process has ended.
  const ended = Promise.all([once(child, 'close'), once(lines, 'close')]).then(() => undefined);
  const writer = { child, said, ended };
  lines.on('line', (line) => {
    said.push(line);
    onLine?.(writer);
  });
  return writer;
}

export const eventsOf = (store: EmbeddedMemoryStore, key: string): string[] =>
  store.change([key], reading).flatMap((memory) => events(memory));
