/**
 * What files of Terraform run and write on this machine: the command of `local-exec`, the program of the data source
 * `external`, and the name of a `local_file`. Everything else is done by providers, on other machines.
 */
import { joinPieces, type Piece, type Shape } from '../../pattern/text/shape.ts';
import { bounded, type CodeFinding } from './values/finding.ts';

/** A setting with a text, a here-document or a list; or with an expression, whose value is not known. */
const setting =
  /\b(command|program|filename)\s*=(?!=)\s*(?:"((?:[^"\\]|\\.)*)"\s*(?=[\n}]|$)|<<-?\s*(\w+)[ \t]*\n([\s\S]*?)\n[ \t]*\3\b|\[([^\]]*)\]|[^\n]+)/g;

/** The blocks in which a setting counts. */
const blocks: Readonly<Record<string, RegExp>> = {
  command: /"local-exec"/,
  program: /"external"/,
  filename: /"local_(?:sensitive_)?file"/,
};

export function scanTerraform(code: string): readonly CodeFinding[] {
  const findings: CodeFinding[] = [];
  for (const match of code.matchAll(setting)) {
    const [all, name = '', text, , body, list] = match;
    if (blocks[name]?.test(code) !== true) continue;
    const about = { certain: true, start: match.index, end: match.index + all.length } as const;
    const start = { cwd: undefined, stdin: undefined };
    const value = text === undefined ? body : unescaped(text);
    const isExpression = text === undefined && body === undefined && list === undefined;
    const isOpenList =
      name === 'program' && list !== undefined && !/^(?:\s|,|"(?:[^"\\]|\\.)*")*$/.test(list);
    // An interpreter gives the text another meaning than a shell does.
    const isForAnother = name === 'command' && list === undefined && /\binterpreter\s*=/.test(code);
    if (isExpression || isOpenList || isForAnother) {
      const what = name === 'filename' ? 'which file Terraform writes' : 'what Terraform runs';
      findings.push({ kind: 'unknown', text: name, why: `${what} is not known`, ...about });
    } else if (name === 'program') {
      const words = [...(list ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) =>
        unescaped(word),
      );
      if (words.length > 0) findings.push({ kind: 'run', words: words.map(shapeOf), ...start, ...about });
    } else if (value === undefined) continue;
    else if (name === 'command') findings.push({ kind: 'shell', text: shapeOf(value), ...start, ...about });
    else
      findings.push({
        ...{ kind: 'path', use: 'write', path: shapeOf(value), target: undefined, recursive: false },
        ...{ content: undefined, ...about },
      });
  }
  return bounded(findings, code);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const unescaped = (text: string): string => text.replace(/\\(.)/gs, (_, one: string) => escapes[one] ?? one);

/** A text in which `${…}` and `%{…}` are not known. */
function shapeOf(text: string): Shape {
  const pieces = text
    .split(/((?<![$%])[$%]\{[^}]*\})/)
    .map((part, at): Piece => (at % 2 > 0 ? { kind: 'any' } : { kind: 'text', text: part }));
  return joinPieces(pieces, text);
}
