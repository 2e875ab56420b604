/**
 * What a server says of itself on standard error: a time and a level before each text, or an object of JSON for each, for programs that
 * gather logs. What is decided is not here but in the decision log. What keeps a server from starting is for who starts it, and is
 * there unchanged; a warning is not, because the server goes on.
 */
import { Writable } from 'node:stream';
import type { ServiceLogFormat } from '../settings/table.ts';
import { type Level, levelNumbers } from '../terminal/context.ts';

export interface ServiceLog extends Writable {
  readonly isTTY: boolean;
  /** Takes `<4>` before a text for its level, as systemd does. */
  readonly takesLevels: true;
  /** From now on all texts have a time and a level. */
  begin(): void;
}

type Tell = (level: Level, text: string) => string;

/** `now`: milliseconds since 1970. */
export async function openServiceLog(
  stderr: Writable & { readonly isTTY?: boolean },
  format: ServiceLogFormat,
  now: () => number,
): Promise<ServiceLog> {
  const tell: Tell = format === 'json' ? await jsonLines(now) : textLines(now);
  let isPlain = format === 'text';
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      const [level, text] = levelOf(String(chunk));
      const isForStarter = isPlain && level !== 'warning';
      stderr.write(isForStarter ? `${text}\n` : tell(level, text.replace(/^bylaw: /, '')), () => done());
    },
  });
  const begin = (): void => {
    isPlain = false;
  };
  return Object.assign(stream, {
    // Colours are for people.
    isTTY: format === 'text' && stderr.isTTY === true,
    takesLevels: true as const,
    begin,
  });
}

/** The level of a text, and the text without it and without its last line break. */
function levelOf(chunk: string): readonly [Level, string] {
  const [, digit, text = ''] = /^(?:<([0-7])>)?([\s\S]*?)\n?$/.exec(chunk) ?? [];
  const known = Object.entries(levelNumbers).find(([, number]) => String(number) === digit);
  return [(known?.[0] as Level | undefined) ?? 'info', text];
}

/** `error[…]` of a diagnostic says what the level has said already. */
const withoutLevel = (text: string): string => text.replace(/^(?:error|warning|note)\[([a-z-]+)\]:/, '$1:');

const textLines =
  (now: () => number): Tell =>
  (level, text) =>
    `${new Date(now()).toISOString()} ${level.padEnd(7)} ${withoutLevel(text)}\n`;

async function jsonLines(now: () => number): Promise<Tell> {
  const { default: pino } = await import('pino');
  let line = '';
  const destination = {
    write(written: string) {
      line = written;
    },
  };
  const logger = pino(
    {
      base: { service: 'bylaw', pid: process.pid },
      timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
      // The words are those of the lines for people.
      formatters: { level: (label) => ({ level: label === 'warn' ? 'warning' : label }) },
    },
    destination,
  );
  return (level, text) => {
    logger[level === 'warning' ? 'warn' : level](text);
    return line;
  };
}
