/**
 * A block of bylaw in a TOML file: lines between two marks, at the end of the
 * file. The rest of the file is neither read as TOML nor written; taking the
 * block away gives the file back as it was.
 */
import { isHookCommand, runsHook } from './command-line.ts';
import type { Edit, Finding, FoundHook, TomlForm } from './config-form.ts';

const first = '# >>> bylaw: written by `bylaw init`, taken away by `bylaw uninstall`';
const last = '# <<< bylaw';

/** The file with the block in it. `text` is undefined where there is no file. */
export function installBlock(text: string | undefined, form: TomlForm): Edit {
  const split = splitAt(text ?? '');
  if (!split.ok) return split;
  const { before, after } = split;
  const made = form.block(before + after);
  if ('problem' in made) return { ok: false, line: undefined, problem: made.problem };
  const block = [first, ...made.lines, last, ''].join('\n');
  // The line break in front belongs to the block, so that the file's own last line stays as it was.
  return { ok: true, text: `${before}${before === '' ? '' : '\n'}${block}${after}`, isEmpty: false };
}

/** The file without the block. */
export function removeBlock(text: string): Edit {
  const split = splitAt(text);
  if (!split.ok) return split;
  const rest = split.before + split.after;
  return { ok: true, text: rest, isEmpty: rest === '' && text !== '' };
}

/** The hooks in the block, and those that somebody wrote outside it. */
export function findInBlock(text: string): Finding {
  const hooks: FoundHook[] = [];
  let event: string | undefined;
  let matcher: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const table = /^\s*\[\[\s*hooks(?:\.(\w+))?\s*\]\]/.exec(line);
    if (table !== null) [event, matcher] = [table[1], undefined];
    const pair = /^\s*(event|matcher|command)\s*=\s*(".*"|'.*')\s*(?:#.*)?$/.exec(line);
    const value = pair?.[2] === undefined ? undefined : textOf(pair[2]);
    if (value === undefined) continue;
    if (pair?.[1] === 'event') event = value;
    else if (pair?.[1] === 'matcher') matcher = value;
    else if (isHookCommand({ kind: 'shell', text: value }))
      hooks.push({ event, matcher, command: { kind: 'shell', text: value }, entry: {} });
  }
  return { ok: true, hooks };
}

/** A text as TOML writes it; JSON's escapes are among its own. */
export const tomlText = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007F');

function textOf(literal: string): string | undefined {
  if (literal.startsWith("'")) return literal.slice(1, -1);
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

type Split =
  | { readonly ok: true; readonly before: string; readonly after: string }
  | (Edit & { readonly ok: false });

/** What stands before and after the block; where there is none, all stands before. */
function splitAt(text: string): Split {
  const start = text.indexOf(first);
  if (start < 0) {
    const line = text.split('\n').findIndex((each) => !/^\s*#/.test(each) && runsHook(each));
    if (line < 0) return { ok: true, before: text, after: '' };
    return {
      ok: false,
      line: line + 1,
      problem: 'a hook of bylaw stands here that `bylaw init` did not write; take it out first',
    };
  }
  const end = text.indexOf(last, start);
  if (end < 0) {
    const line = text.slice(0, start).split('\n').length;
    return { ok: false, line, problem: `the block of bylaw that begins here has no end, \`${last}\`` };
  }
  const rest = text.slice(end + last.length).replace(/^\r?\n/, '');
  const before = text.slice(0, start);
  return { ok: true, before: before.replace(/\r?\n$/, ''), after: rest };
}
