/** Commands of PowerShell that go to another directory, by a path among their words or from the pipe. */
import { anyShape, type Shape, showShape, staticText } from '../../../pattern/text/shape.ts';
import { bindParameters, lowerText, type Parameters, wordOfParameter } from './powershell-parameters.ts';
import type { PowerShellReader } from './powershell-reader.ts';
import type { PowerShellValue } from './powershell-value.ts';
import { unknown } from './text-reader.ts';
import { changesLocation } from './windows-script.ts';

const parameters: Parameters = {
  valued: ['path', 'literalpath', 'stackname'],
  positions: 1,
  switches: ['passthru'],
};

/** Where a command goes: the words that say it, and whether the place is not known all the same. */
interface Going {
  readonly words: readonly Shape[];
  readonly floats: boolean;
}

/** Follows a command to the directory that it goes to; undefined if it goes nowhere. */
export function goesTo(
  reader: PowerShellReader,
  name: string,
  words: readonly Shape[],
  input: PowerShellValue | undefined,
  start: number,
): Going | undefined {
  // Another drive has a directory of its own.
  if (/^[a-z]:$/.test(name)) return { words, floats: true };
  if (!changesLocation.has(name)) return undefined;
  const bound = bindParameters(words, parameters);
  const pops = name.startsWith('pop');
  const hasStack = bound.given.has('stackname');
  if (hasStack && !pops && !name.startsWith('push'))
    unknown(reader, start, 'which stack of directories is used is not known');
  if (pops) return { words: [], floats: hasStack };
  const path =
    wordOfParameter(bound, 'path') ?? wordOfParameter(bound, 'literalpath') ?? (input && pipedPath(input));
  if (path === undefined) return { words: [], floats: false };
  const text = lowerText(path);
  if (/^(?:alias|function|variable|env):/.test(text))
    unknown(reader, start, 'the names of commands and variables are changed as files');
  const others = bound.rest.filter((word) => !showShape(word).startsWith('-'));
  // `cd C:` goes to the directory where that drive was left, `cd +` to one that was left by `cd -`. A drive of more
  // letters may be any folder.
  const floats = /^(?:\w:|\+)$|^\w{2,}:(?!:)/.test(text);
  return { words: [path, ...others], floats };
}

/** The path that comes through the pipe; unknown if it is not one. */
function pipedPath({ items }: PowerShellValue): Shape {
  const [item] = items;
  return items.length === 1 && item !== undefined ? item : anyShape(staticText(item ?? anyShape('…')) ?? '…');
}
