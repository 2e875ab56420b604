/**
 * Sed: commands that run something (`e`, `s///e`) and files that it reads or writes (`r`, `R`, `w`, `W`, `s///w`). Files
 * that are edited in place are on the command line, not here.
 */
import { anyShape, textShape } from '../../../pattern/text/shape.ts';
import { bounded, type CodeFinding, mostFindings } from '../values/finding.ts';
import { concatShapes } from '../values/value.ts';
import { sedCommandShape, sedReplacementShape } from './sed-text.ts';

interface Reader {
  readonly code: string;
  readonly findings: CodeFinding[];
  /** Brackets hide a delimiter, as in GNU sed. */
  readonly hides: boolean;
  at: number;
}

/** Some versions of sed end a pattern at a delimiter in brackets, and others do not: both readings count. */
export function scanSed(code: string): readonly CodeFinding[] {
  const found = scan(code, true);
  if (!code.includes('[')) return found;
  const seen = new Set(found.map((each) => JSON.stringify(each)));
  return bounded([...found, ...scan(code, false).filter((each) => !seen.has(JSON.stringify(each)))], code);
}

function scan(code: string, hides: boolean): readonly CodeFinding[] {
  const reader: Reader = { code, findings: [], hides, at: 0 };
  while (reader.at < code.length && reader.findings.length <= mostFindings) {
    const before = reader.at;
    skipAddresses(reader);
    readCommand(reader);
    if (reader.at === before) reader.at++;
  }
  return bounded(reader.findings, code);
}

function skipAddresses(reader: Reader): void {
  const { code, hides } = reader;
  for (;;) {
    const character = code[reader.at];
    if (character === undefined) return;
    if (character === '/') reader.at = delimited(code, reader.at + 1, '/', hides);
    else if (character === '\\' && code[reader.at + 1] !== undefined) {
      reader.at = delimited(code, reader.at + 2, code[reader.at + 1] ?? '', hides);
    } else if (/[\s;0-9,$~+!{}IM]/.test(character)) reader.at++;
    else return;
  }
}

/** The place after the delimiter that ends a pattern; brackets may hide one. */
function delimited(code: string, from: number, delimiter: string, hides: boolean): number {
  for (let at = from; at < code.length; at++) {
    const character = code[at];
    if (character === '\\') at++;
    else if (hides && character === '[') at = endOfBrackets(code, at);
    else if (character === delimiter) return at + 1;
    else if (character === '\n') return at;
  }
  return code.length;
}

/** The end of `[^]a/]` or `[[:alpha:]/]`; its start if it does not end. */
function endOfBrackets(code: string, start: number): number {
  brackets.lastIndex = start;
  const found = brackets.exec(code)?.[0];
  return found === undefined ? start : start + found.length - 1;
}

const brackets = /\[\^?\]?(?:\[([:.=])[^\]\n]*\1\]|[^\]\n])*\]/y;

const restOfLine = ({ code, at }: Reader): number => {
  const end = code.indexOf('\n', at);
  return end < 0 ? code.length : end;
};

function readCommand(reader: Reader): void {
  const { code } = reader;
  const start = reader.at;
  const command = code[start];
  if (command === undefined) return;
  reader.at++;
  switch (command) {
    case 's':
      substitute(reader, start);
      return;
    case 'y': {
      const delimiter = code[reader.at] ?? '';
      reader.at = delimited(code, delimited(code, reader.at + 1, delimiter, false), delimiter, false);
      return;
    }
    case 'r':
    case 'R':
    case 'w':
    case 'W':
      file(reader, start, command.toLowerCase() === 'r' ? 'read' : 'write');
      return;
    case 'e':
      execute(reader, start);
      return;
    case 'a':
    case 'i':
    case 'c':
      skipText(reader);
      return;
    case '#':
    case ':':
    case 'b':
    case 't':
    case 'T': {
      const semicolon = command === '#' ? -1 : code.indexOf(';', reader.at);
      const end = restOfLine(reader);
      reader.at = semicolon >= 0 && semicolon < end ? semicolon : end;
      return;
    }
    default:
  }
}

/** The text of a command goes on after a line that ends with a back-slash. */
function skipText(reader: Reader): void {
  for (;;) {
    const end = restOfLine(reader);
    const goesOn = reader.code[end - 1] === '\\';
    reader.at = Math.min(end + 1, reader.code.length);
    if (!goesOn || end >= reader.code.length) return;
  }
}

function file(reader: Reader, start: number, use: 'read' | 'write'): void {
  const end = restOfLine(reader);
  const path = reader.code.slice(reader.at, end).trim();
  reader.at = end;
  // Sed has these open itself. Any other name of a descriptor is opened anew.
  const own = use === 'read' ? /^\/dev\/stdin$/ : /^\/dev\/std(?:out|err)$/;
  if (path === '' || own.test(path)) return;
  const about = { target: undefined, recursive: false, content: undefined, certain: true, start, end };
  reader.findings.push({ kind: 'path', use, path: textShape(path), ...about });
}

function execute(reader: Reader, start: number): void {
  const { code } = reader;
  let end = restOfLine(reader);
  // The text goes on after a line that ends with a back-slash.
  while (end < code.length && /(?<!\\)(?:\\\\)*\\$/.test(code.slice(reader.at, end)))
    end = restOfLine({ ...reader, at: end + 1 });
  const text = code
    .slice(reader.at, end)
    .trim()
    .replace(/^;.*$|^\}.*$/s, '');
  reader.at = end;
  const base = { cwd: undefined, stdin: undefined, certain: true, start, end };
  reader.findings.push({
    kind: 'shell',
    text: text === '' ? anyShape('the pattern space') : sedCommandShape(text),
    ...base,
  });
}

function substitute(reader: Reader, start: number): void {
  const { code, hides } = reader;
  const delimiter = code[reader.at] ?? '';
  if (delimiter === '' || delimiter === '\n') return;
  const patternStart = reader.at + 1;
  const patternEnd = delimited(code, patternStart, delimiter, hides);
  let replacementEnd = patternEnd;
  while (replacementEnd < code.length && code[replacementEnd] !== delimiter) {
    replacementEnd += code[replacementEnd] === '\\' ? 2 : 1;
  }
  reader.at = Math.min(replacementEnd + 1, code.length);
  const flags = /[a-zA-Z0-9]*/y;
  flags.lastIndex = reader.at;
  const all = flags.exec(code)?.[0] ?? '';
  const writes = all.indexOf('w');
  const given = writes < 0 ? all : all.slice(0, writes);
  reader.at += given.length;
  if (given.includes('e')) {
    const pattern = code.slice(patternStart, Math.max(patternStart, patternEnd - 1));
    const replacement = sedReplacementShape(code.slice(patternEnd, replacementEnd), delimiter);
    // The text around the match is a part of the command too.
    const before = /^(?:\^|(?:\\?\()?\.\*)/.test(pattern) ? [] : [anyShape('')];
    const behind = /(?:\$|\.\*(?:\\?\))?)$/.test(pattern) ? [] : [anyShape('')];
    const text = concatShapes([...before, replacement, ...behind], replacement.source);
    reader.findings.push({
      kind: 'shell',
      text,
      cwd: undefined,
      stdin: undefined,
      certain: true,
      start,
      end: reader.at,
    });
  }
  if (writes >= 0) {
    reader.at++;
    file(reader, start, 'write');
  }
}
