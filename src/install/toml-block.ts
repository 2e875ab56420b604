/**
 * A block of bylaw in a TOML file: lines between two marks, at the end of the
 * file. Only these lines are written and taken away. Before and after, the file is
 * read as TOML, and an edit that would come to anything but the old content and
 * the block is refused: one mistake costs the harness the whole file.
 */
import { isHookCommand, isOwnCommand } from './command-line.ts';
import type { Edit, FoundHook, FoundHooks, TomlForm } from './config-form.ts';
import { isSum, isTable, readTomlText, type TomlTable, tablesIn, textIn, tomlMember } from './toml-value.ts';

const first = '# >>> bylaw: written by `bylaw init`, taken away by `bylaw uninstall`';
const last = '# <<< bylaw';

type Problem = Edit & { readonly ok: false };

/** The file with the block in it. `text` is undefined where there is no file. */
export function installBlock(text: string | undefined, form: TomlForm): Edit {
  const split = splitAt(text ?? '');
  if (!split.ok) return split;
  const { before, after, rest } = split;
  const made = form.block(split.value, rest);
  if ('problem' in made) return { ok: false, line: lineOf(text ?? '', made.at), problem: made.problem };
  const block = [first, ...made.lines, last, ''].join('\n');
  // The line break in front belongs to the block, so that the file's own last line stays as it was.
  const next = `${before}${before === '' ? '' : '\n'}${block}${after}`;
  const [sum, added] = [readTomlText(next), readTomlText(block)];
  if (sum.ok && added.ok && isSum(sum.value, split.value, added.value))
    return { ok: true, text: next, isEmpty: false };
  const problem = `nothing can be added to it without changing what it says; add by hand where it fits: ${made.lines.filter((line) => line !== '').join(' | ')}`;
  return after.trim() === ''
    ? { ok: false, line: lineOf(text ?? '', writtenThere), problem }
    : { ok: false, line: lineBehind(before, block), problem: strayLines };
}

const writtenThere = /^[ \t]*(?:\[\[?[ \t]*)?["']?(?:hooks|features)\b/m;

const strayLines =
  'what is below the block of bylaw belongs to the last table in it; move it above the block';

/** The file without the block. */
export function removeBlock(text: string): Edit {
  const split = splitAt(text);
  if (!split.ok) return split;
  const { rest, block, before } = split;
  if (block === '') return { ok: true, text, isEmpty: false };
  const [sum, added] = [readTomlText(text), readTomlText(block)];
  // A file that only the block keeps from being read is fixed by taking it away.
  if (sum.ok && !(added.ok && isSum(sum.value, split.value, added.value)))
    return { ok: false, line: lineBehind(before, block), problem: strayLines };
  return { ok: true, text: rest, isEmpty: rest === '' };
}

/** The hooks of bylaw in the file, in the block and outside it. */
export function findInBlock(text: string): FoundHooks {
  const reading = readTomlText(text);
  return reading.ok ? { ok: true, hooks: hooksIn(reading.value) } : reading;
}

/** Hooks in a list that names their events, or in lists of groups below the names of events. */
function hooksIn(root: TomlTable): readonly FoundHook[] {
  const hooks = tomlMember(root, 'hooks');
  if (Array.isArray(hooks))
    return tablesIn(hooks).flatMap((hook) => found(hook, textIn(hook, 'event'), textIn(hook, 'matcher')));
  if (!isTable(hooks)) return [];
  return Object.keys(hooks).flatMap((event) =>
    tablesIn(tomlMember(hooks, event)).flatMap((group) =>
      tablesIn(tomlMember(group, 'hooks')).flatMap((hook) => found(hook, event, textIn(group, 'matcher'))),
    ),
  );
}

function found(
  hook: TomlTable,
  event: string | undefined,
  matcher: string | undefined,
): readonly FoundHook[] {
  const text = textIn(hook, 'command');
  if (text === undefined) return [];
  const command = { kind: 'shell', text } as const;
  return isHookCommand(command) ? [{ event, matcher, command, entry: {}, isOwn: isOwnCommand(command) }] : [];
}

/** A text as TOML writes it; JSON's escapes are among its own. */
export const tomlText = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007F');

interface Split {
  readonly ok: true;
  readonly before: string;
  /** Empty where there is none. */
  readonly block: string;
  readonly after: string;
  /** The file without the block, and what it says. */
  readonly rest: string;
  readonly value: TomlTable;
}

/** What is before and after the block; where there is none, all is before. */
function splitAt(text: string): Split | Problem {
  const start = text.indexOf(first);
  const end = start < 0 ? 0 : text.indexOf(last, start);
  const startLine = text.slice(0, start).split('\n').length;
  if (end < 0)
    return {
      ok: false,
      line: startLine,
      problem: `the block of bylaw that begins here has no end, \`${last}\``,
    };
  const block = start < 0 ? '' : text.slice(start, end + last.length);
  const foreign = block === '' ? -1 : block.split(/\r?\n/).slice(1, -1).findIndex(isForeign);
  if (foreign >= 0)
    return {
      ok: false,
      line: startLine + 1 + foreign,
      problem: 'this line in the block of bylaw is not from `bylaw init`; move it out of the block',
    };
  const before = start < 0 ? text : text.slice(0, start).replace(/\r?\n$/, '');
  const after = start < 0 ? '' : text.slice(end + last.length).replace(/^\r?\n/, '');
  const rest = `${before}${after === '' || before === '' || before.endsWith('\n') ? '' : '\n'}${after}`;
  const reading = readTomlText(rest);
  if (!reading.ok) {
    const whole = readTomlText(text);
    return { ...reading, line: whole.ok ? undefined : whole.line };
  }
  if (hooksIn(reading.value).some(({ isOwn }) => isOwn))
    return {
      ok: false,
      line: lineOf(rest, /^(?![ \t]*#).*bylaw(?:\.\w+)?["'\\]*\s+["'\\]*hook/m),
      problem: 'a hook of bylaw is here that `bylaw init` did not write; take it out first',
    };
  return { ok: true, before, block, after, rest, value: reading.value };
}

/** Whether a line between the marks is none that bylaw writes there. */
function isForeign(line: string): boolean {
  if (line === '' || /^\[features\]$|^\[hooks\]$|^\[\[hooks(?:\.\w+){0,1}(?:\.hooks)?\]\]$/.test(line))
    return false;
  const pair =
    /^(hooks|managed_dir|windows_managed_dir|type|event|command|timeout) = ("(?:[^"\\]|\\.)*"|true|\d+)$/.exec(
      line,
    );
  if (pair === null) return true;
  if (pair[1] !== 'command') return false;
  const reading = readTomlText(line);
  const text = reading.ok ? textIn(reading.value, 'command') : undefined;
  return text === undefined || !isOwnCommand({ kind: 'shell', text });
}

/** The line, counted from one, at which a pattern that begins a line is found. */
function lineOf(text: string, pattern: RegExp | undefined): number | undefined {
  const at = pattern === undefined ? -1 : text.search(pattern);
  return at < 0 ? undefined : text.slice(0, at).split('\n').length;
}

const lineBehind = (before: string, block: string): number =>
  `${before}${before === '' ? '' : '\n'}${block}`.replace(/\n$/, '').split('\n').length + 1;
