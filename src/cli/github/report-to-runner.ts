/**
 * What a step hands on to GitHub's runner besides annotations: its outputs, and a table on the page
 * of the run. The runner names a file for each in the environment; without them nothing is written.
 */
import { appendFileSync } from 'node:fs';
import { describeError } from '../../host/policy-files/policy-files.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';
import type { Annotation } from './annotation.ts';

interface StepReport {
  /** What the command was, such as `bylaw check`. */
  readonly title: string;
  /** One line that counts. */
  readonly sum: string;
  readonly annotations: readonly Annotation[];
  readonly outputs: Readonly<Record<string, number>>;
}

/** Rows of the table; annotations beyond are counted. The whole page may have no more than 1 MiB. */
const mostRows = 100;
const longestCell = 500;

/** Appends to the files that the runner names. Throws `UsageError` where one cannot be written. */
export function reportToRunner(report: StepReport, { env }: CommandContext): void {
  const outputs = Object.entries(report.outputs).map(([name, count]) => `${name}=${count}\n`);
  append(env.GITHUB_OUTPUT, outputs.join(''));
  append(env.GITHUB_STEP_SUMMARY, summaryOf(report));
}

function append(file: string | undefined, text: string): void {
  if (file === undefined || file === '') return;
  try {
    appendFileSync(file, text);
  } catch (error) {
    throw new UsageError(`the runner's file \`${file}\` cannot be written: ${describeError(error)}`);
  }
}

function summaryOf({ title, sum, annotations }: StepReport): string {
  const rows = annotations.slice(0, mostRows).map(({ severity, title: code, message, place }) => {
    const line = place?.lines?.line;
    const where = place === undefined ? '' : `${place.file}${line === undefined ? '' : `:${line}`}`;
    return `| ${[severity, code, where, firstLine(message)].map(plain).join(' | ')} |\n`;
  });
  const table =
    rows.length === 0 ? '' : `| | code | place | message |\n| --- | --- | --- | --- |\n${rows.join('')}\n`;
  const more = annotations.length - rows.length;
  return `### ${title}\n\n${table}${more > 0 ? `And ${more} more.\n\n` : ''}${plain(sum)}\n\n`;
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line.length > longestCell ? `${line.slice(0, longestCell - 1)}…` : line;
}

/** Text that is no markup, whatever it holds. */
const plain = (text: string): string =>
  text.replace(/[^\p{L}\p{N} .,;/-]/gu, (character) => `&#${character.codePointAt(0)};`);
