/**
 * AppleScript: `do shell script`, scripts that Terminal runs, and files that the Finder deletes. Keystrokes could do
 * anything.
 */
import { anyShape, type Shape, textShape } from '../../pattern/text/shape.ts';
import { bounded, type CodeFinding, mostFindings } from './values/finding.ts';
import { readWords, type ScriptWord, shapeOfWords } from './values/script-words.ts';
import { concatShapes } from './values/value.ts';

export function scanAppleScript(code: string, depth = 0): readonly CodeFinding[] {
  const comment = /--[^\n]*|#[^\n]*|\(\*(?:[^*]|\*(?!\)))*(?:\*\)|$)|\xac\s*\n/y;
  const words = readWords(code, { '"': 'back-slash' }, comment);
  const findings: CodeFinding[] = [];
  const names = new Map<string, Shape>();
  words.forEach((word, index) => {
    if (word.kind !== 'name' || findings.length > mostFindings) return;
    if (word.text === 'set') remember(words, index, names, code);
    const found = commandAt(words, index, names, code, depth);
    findings.push(...found);
  });
  return bounded(findings, code);
}

const says = (words: readonly ScriptWord[], index: number, ...texts: readonly string[]): boolean =>
  texts.every(
    (text, offset) =>
      words[index + offset]?.kind === 'name' && words[index + offset]?.text.toLowerCase() === text,
  );

function commandAt(
  words: readonly ScriptWord[],
  index: number,
  names: ReadonlyMap<string, Shape>,
  code: string,
  depth: number,
): readonly CodeFinding[] {
  const word = words[index];
  if (word === undefined) return [];
  const operand = (from: number): { shape: Shape; base: { certain: true; start: number; end: number } } => {
    const to = endOfOperand(words, from);
    const end = words[to - 1]?.end ?? word.end;
    return {
      shape: shapeAt(words.slice(from, to), names, code),
      base: { certain: true, start: word.start, end: Math.max(end, word.end) },
    };
  };
  if (says(words, index, 'do', 'shell', 'script')) {
    const { shape, base } = operand(index + 3);
    const started = { cwd: undefined, stdin: undefined };
    if (!elevated(words, index)) return [{ kind: 'shell', text: shape, ...started, ...base }];
    return [
      {
        kind: 'run',
        words: [...['sudo', 'sh', '-c'].map((text) => textShape(text)), shape],
        ...started,
        ...base,
      },
    ];
  }
  if (says(words, index, 'do', 'script')) {
    const { shape, base } = operand(index + 2);
    return [{ kind: 'shell', text: shape, cwd: undefined, stdin: undefined, ...base }];
  }
  if (says(words, index, 'run', 'script')) {
    const next = words[index + 2];
    const end = next?.end ?? word.end;
    if (next?.kind === 'text' && depth < 3 && endOfOperand(words, index + 2) === index + 3) {
      return scanAppleScript(next.text, depth + 1).map((finding) => ({ ...finding, start: word.start, end }));
    }
    return [
      {
        kind: 'unknown',
        text: code.slice(word.start, end),
        why: 'a script that is not known is run',
        certain: true,
        start: word.start,
        end,
      },
    ];
  }
  if (says(words, index, 'keystroke') || says(words, index, 'key', 'code')) {
    const why = 'keys are pressed for the user';
    return [
      {
        kind: 'unknown',
        text: code.slice(word.start, word.end),
        why,
        certain: true,
        start: word.start,
        end: word.end,
      },
    ];
  }
  if (says(words, index, 'posix', 'file')) return fileAt(words, index, operand(index + 2));
  return [];
}

/** The effect of a file on its line, by the words before it. */
function fileAt(
  words: readonly ScriptWord[],
  index: number,
  { shape, base }: { shape: Shape; base: { certain: true; start: number; end: number } },
): readonly CodeFinding[] {
  const line: string[] = [];
  for (let at = index - 1; at >= 0 && at > index - 30 && words[at]?.kind !== 'line'; at--)
    line.push(words[at]?.text.toLowerCase() ?? '');
  const use = line.includes('delete')
    ? 'delete'
    : line.includes('read')
      ? 'read'
      : line.includes('write') || line.includes('access')
        ? 'write'
        : undefined;
  if (use === undefined) return [];
  return [
    {
      kind: 'path',
      use,
      path: shape,
      target: undefined,
      recursive: use === 'delete',
      content: undefined,
      ...base,
    },
  ];
}

const operandEnds = /^(?:with|without|in|as|to|to|then|end|tell|of|and|or|user|password|altering|given|end)$/;

function endOfOperand(words: readonly ScriptWord[], from: number): number {
  let at = from;
  for (; at < words.length && at < from + 100; at++) {
    const word = words[at];
    if (word?.kind === 'line') break;
    const isForm = word?.text === 'of' && words[at - 1]?.text === 'form';
    if (word?.kind === 'name' && operandEnds.test(word.text.toLowerCase()) && !isForm) break;
  }
  return at;
}

function elevated(words: readonly ScriptWord[], index: number): boolean {
  for (let at = index; at < words.length && at < index + 200 && words[at]?.kind !== 'line'; at++) {
    if (says(words, at, 'administrator', 'privileges')) return true;
  }
  return false;
}

/** `set x to "…"`. */
function remember(
  words: readonly ScriptWord[],
  index: number,
  names: Map<string, Shape>,
  code: string,
): void {
  const name = words[index + 1];
  if (name?.kind !== 'name' || words[index + 2]?.text !== 'to') return;
  const value = shapeAt(words.slice(index + 3, endOfOperand(words, index + 3)), names, code);
  names.set(name.text, names.has(name.text) ? anyShape(name.text) : value);
}

/** Texts joined with `&`; any other expression is unknown. */
function shapeAt(words: readonly ScriptWord[], names: ReadonlyMap<string, Shape>, code: string): Shape {
  const source = code.slice(
    words[0]?.start ?? 0,
    Math.min(words[words.length - 1]?.end ?? 0, (words[0]?.start ?? 0) + 200),
  );
  if (words.length === 0) return anyShape(source);
  const parts = words.filter(({ kind, text }) => kind !== 'mark' || !'&()'.includes(text));
  return concatShapes(
    [shapeOfWords(parts, source, (word) => names.get(word.text) ?? anyShape(word.text))],
    source,
  );
}
