/**
 * Ex commands of vi and similar editors: programs that they run (`:!`, `system()`), files that they read and write, and
 * scripts in other languages.
 */
import { anyShape, joinPieces, type Piece, type Shape, textShape } from '../../pattern/shape.ts';
import { bounded, type CodeFinding, cutOff, mostFindings } from './finding.ts';
import { expandHome } from './path-text.ts';
import { readWords, type ScriptWord, shapeOfWords } from './script-words.ts';

/** A script in another language inside an ex command. */
export type ScanInner = (language: string, code: string) => readonly CodeFinding[];

const noInner: ScanInner = () => [];

/** The limit of characters that are read of a line. */
const longestLine = 10_000;

export function scanVim(code: string, inner: ScanInner = noInner): readonly CodeFinding[] {
  const findings: CodeFinding[] = [];
  let at = 0;
  for (const line of code.split('\n')) {
    if (findings.length <= mostFindings) readLine(line.slice(0, longestLine), at, findings, inner, 0);
    if (line.length > longestLine)
      findings.push(cutOff('characters in a line', code, { start: at + longestLine, end: at + line.length }));
    at += line.length + 1;
  }
  return bounded(findings, code);
}

const modifiers =
  /^(?:sil(?:ent)?!?|verb(?:ose)?|noa(?:utocmd)?|kee\w*|unsilent|tab|vert(?:ical)?|bo\w*|to\w*|lefta\w*|abo\w*|\d*(?:bufdo|argdo|windo|tabdo|cdo|ldo)|try|if\s[^|]*|el(?:se)?|fu\w*!?\s[^|]*|au(?:tocmd)?!?\s+\S+\s+\S+|com(?:mand)?!?(?:\s+-\S+)*\s+\w+|[nvxsoilct]?(?:nore)?map!?\s+(?:<\w+>\s*)*\S+)(?=[\s!:]|$)\s*:?/;

/** `start`: the offset of the line in the script. */
function readLine(
  line: string,
  start: number,
  findings: CodeFinding[],
  inner: ScanInner,
  depth: number,
): void {
  let rest = line;
  for (let turn = 0; turn < 20; turn++) {
    const before = rest;
    rest = rest.replace(/^[\s:|]+/, '');
    rest = rest.replace(/^(?:[%.$\d,;+*-]|'[<>\w]|\/(?:[^/\\]|\\.){0,200}\/)+\s*(?=[a-zA-Z!&])/, '');
    rest = rest.replace(/^(?:g(?:lobal)?!?|v(?:global)?)([/#?,])(?:(?!\1)[^\\]|\\.){0,500}\1/, '');
    rest = rest.replace(modifiers, '');
    if (rest === before) break;
  }
  if (rest === '' || rest.startsWith('"')) return;
  const hasRange = /[%.$\d]\s*$/.test(line.slice(0, line.length - rest.length));
  const offset = start + line.length - rest.length;
  const base = { certain: true, start: Math.min(offset, start + line.length), end: start + line.length };
  const shell = (text: string, isFed = false): void => {
    // `%` is the file that is edited.
    const parts = text
      .replace(/<(?:CR|cr|Enter)>.*$/s, '')
      .trim()
      .split(/(?<!\\)%(?::\w)*|(?<!\S)#\d*(?!\S)/);
    const shape = joinPieces(
      parts.flatMap((part, index): readonly Piece[] => [
        ...(index === 0 ? [] : [{ kind: 'any' } as const]),
        { kind: 'text', text: part },
      ]),
      text,
    );
    const stdin = isFed ? anyShape('the text of the buffer') : undefined;
    findings.push({ kind: 'shell', text: shape, cwd: undefined, stdin, ...base });
  };
  const path = (
    use: 'read' | 'write' | 'delete',
    text: string | Shape,
    recursive = false,
    certain = true,
  ): void => {
    const shape = typeof text === 'string' ? expandHome(textShape(text.trim())) : text;
    findings.push({
      kind: 'path',
      use,
      path: shape,
      target: undefined,
      recursive,
      content: undefined,
      ...base,
      certain,
    });
  };
  if (rest.startsWith('!')) {
    shell(rest.slice(rest.startsWith('!!') ? 2 : 1), hasRange || rest.startsWith('!!'));
    return;
  }
  const command = /^([a-zA-Z]+\d?)(!?)\s*/.exec(rest);
  const name = command?.[1] ?? '';
  const all = rest.slice(command?.[0].length ?? 0);
  if (isShort(name, 'write', 1) || isShort(name, 'read', 1)) {
    const reads = name.startsWith('r');
    if (all.startsWith('!') || (command?.[2] === '!' && reads)) {
      shell(all.replace(/^!/, ''), !reads);
      return;
    }
    const operand = firstOperand(all.replace(/^(?:\+\+\S+\s+)*(?:>>)?\s*/, ''));
    if (operand !== '') path(reads ? 'read' : 'write', operand);
    readNext(all, start + line.length, line, findings, inner, depth, start);
    return;
  }
  if (/^(?:term(?:inal)?|make|gr(?:ep)?|lgrep|grepadd)$/.test(name)) {
    const program = /^ter/.test(name) ? '' : name.startsWith('m') ? 'make ' : 'grep ';
    if (program !== '' || all !== '') shell(`${program}${all.replace(/^(?:\+\+\S+\s+)*/, '')}`);
    return;
  }
  const language = languageOf(name);
  if (language !== undefined) {
    for (const finding of inner(language, all))
      findings.push({ ...finding, start: base.start, end: base.end });
    return;
  }
  if (isShort(name, 'execute', 3)) {
    const words = readWords(all, { "'": 'doubled', '"': 'back-slash' }, /\s+/y);
    const texts = words.filter(({ kind }) => kind === 'text');
    if (depth < 3 && texts.length === words.length) {
      const inside: CodeFinding[] = [];
      readLine(texts.map(({ text }) => text).join(' '), 0, inside, inner, depth + 1);
      for (const finding of inside) findings.push({ ...finding, start: base.start, end: base.end });
    } else if (/[!]|system|delete|writefile/.test(all) || texts.length === 0) {
      findings.push({ kind: 'unknown', text: rest, why: 'a command that is put together is run', ...base });
    }
    return;
  }
  if (isShort(name, 'normal', 4)) {
    const typed = all.split(':').slice(1).join(':');
    if (typed !== '' && depth < 3) readLine(typed, base.start, findings, inner, depth + 1);
    return;
  }
  const setsProgram = /^set?(?:[lg](?:ocal|lobal)?)?$/.test(name)
    ? namesProgram.test(all)
    : name === 'let' && assignsProgram.test(all);
  if (setsProgram || name === 'tcl') {
    findings.push({ kind: 'unknown', text: rest, why: 'what this has Vim run is not followed', ...base });
    return;
  }
  const use = fileCommand(name);
  if (use !== undefined) {
    const operand = firstOperand(all.replace(/^(?:\+\S*\s+|>+\s*)*/, ''));
    if (operand !== '' && /^(?:so|source|luafile|py3?file)$/.test(name))
      findings.push({ kind: 'load', path: expandHome(textShape(operand)), ends: false, ...base });
    if (operand !== '' && use === 'cwd')
      findings.push({ kind: 'cwd', path: expandHome(textShape(operand)), perhaps: false, ...base });
    else if (operand !== '' && use !== 'cwd') path(use, operand);
    // A later `w` without a name writes what is edited.
    if (operand !== '' && isEdited.test(name)) path('write', operand, false, false);
    readNext(all, start + line.length, line, findings, inner, depth, start);
    return;
  }
  functions(rest, findings, base, path);
  readNext(rest, start + line.length, line, findings, inner, depth, start);
}

/** Settings that name a program. */
const namesProgram =
  /\b(?:sh(?:ell)?|makeprg|mp|grepprg|gp|equalprg|ep|formatprg|fp|keywordprg|kp|printexpr|pexpr)=/;

/** `let &shell = 'x'`. */
const assignsProgram =
  /^&(?:[lg]:)?(?:sh(?:ell)?|makeprg|mp|grepprg|gp|equalprg|ep|formatprg|fp|keywordprg|kp|printexpr|pexpr)\b/;

/** The text after a bar is a separate command. */
function readNext(
  rest: string,
  end: number,
  line: string,
  findings: CodeFinding[],
  inner: ScanInner,
  depth: number,
  start: number,
): void {
  const bar = barOf(rest);
  if (bar < 0 || depth > 30 || line === '') return;
  const next = rest.slice(bar + 1);
  readLine(next, Math.max(start, end - next.length), findings, inner, depth + 1);
}

/** The first bar outside of quotes. */
function barOf(text: string): number {
  let quote: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (quote !== undefined) quote = character === quote ? undefined : quote;
    else if (character === "'" || character === '"') quote = character;
    else if (character === '|' && text[at + 1] !== '|' && text[at - 1] !== '|') return at;
  }
  return -1;
}

const firstOperand = (text: string): string =>
  /^(?:\\.|[^\s|\\])+/.exec(text)?.[0].replace(/\\(.)/g, '$1') ?? '';

const isShort = (name: string, full: string, least: number): boolean =>
  name.length >= least && full.startsWith(name);

/** Commands that make a file the one that is edited. */
const isEdited =
  /^(?:e|edi?t?|f|file|sp|split|vs|vsp|vsplit|tabe|tabedit|tabnew|new|vne|vnew|badd|arge|argedit|diffs|diffsplit)$/;

function fileCommand(name: string): 'read' | 'write' | 'cwd' | undefined {
  if (
    /^(?:e|edi?t?|f|file|sp|split|vs|vsp|vsplit|tabe|tabedit|tabnew|new|vne|vnew|so|source|fin|find|view?|sview|badd|arge|argedit|cf|cfile|luafile|pyfile|py3file|diffs|diffsplit)$/.test(
      name,
    )
  )
    return 'read';
  if (
    /^(?:wq|x|xit|exi|exit|sav|saveas|up|update|wn|mks|mksession|mk|mkexrc|mkv|mkvimrc|redir|wundo|wviminfo|wv|wshada)$/.test(
      name,
    )
  )
    return 'write';
  return /^(?:cd|chd|chdir|lcd|tcd)$/.test(name) ? 'cwd' : undefined;
}

function languageOf(name: string): string | undefined {
  if (/^(?:py|python|py3|python3|pyx|pythonx|pydo|py3do)$/.test(name)) return 'python';
  if (/^(?:lua|luado)$/.test(name)) return 'lua';
  if (/^(?:rub|ruby|rubyd|rubydo)$/.test(name)) return 'ruby';
  return /^(?:pe|perl|perld|perldo)$/.test(name) ? 'perl' : undefined;
}

const doing = new Map<string, 'shell' | 'read' | 'write' | 'delete' | 'rename' | 'unknown'>([
  ['system', 'shell'],
  ['systemlist', 'shell'],
  ['job_start', 'shell'],
  ['jobstart', 'shell'],
  ['term_start', 'shell'],
  ['termopen', 'shell'],
  ['readfile', 'read'],
  ['readblob', 'read'],
  ['writefile', 'write'],
  ['delete', 'delete'],
  ['mkdir', 'write'],
  ['rename', 'rename'],
  ['libcall', 'unknown'],
  ['libcallnr', 'unknown'],
  ['feedkeys', 'unknown'],
]);

/** `call('system', […])`, `function('system')`: the function is a value, and is called with anything. */
function doneByName(
  { text }: ScriptWord,
  name: ScriptWord | undefined,
  behind: ScriptWord | undefined,
): 'unknown' | undefined {
  if (!/^(?:call|function|funcref)$/.test(text)) return undefined;
  const isKnown = name?.kind === 'text' && /^[,)]$/.test(behind?.text ?? '');
  return isKnown && !doing.has(name.text) ? undefined : 'unknown';
}

/** Calls of functions in an expression: `call system('ls')`. */
function functions(
  text: string,
  findings: CodeFinding[],
  base: { certain: boolean; start: number; end: number },
  path: (use: 'read' | 'write' | 'delete', shape: Shape, recursive?: boolean) => void,
): void {
  const words = readWords(text, { "'": 'doubled', '"': 'back-slash' }, /\s+/y);
  words.forEach((word, index) => {
    const isCall = word.kind === 'name' && words[index + 1]?.text === '(';
    const does = isCall
      ? (doing.get(word.text) ?? doneByName(word, words[index + 2], words[index + 3]))
      : undefined;
    if (does === undefined || findings.length > mostFindings) return;
    const args = argumentsAt(words, index + 2, text);
    const [first = anyShape(text), second] = args;
    if (does === 'shell')
      findings.push({ kind: 'shell', text: first, cwd: undefined, stdin: undefined, ...base });
    else if (does === 'unknown')
      findings.push({
        kind: 'unknown',
        text,
        why: 'keys, native code or a function by its name are run',
        ...base,
      });
    else if (does === 'rename') {
      findings.push({
        kind: 'path',
        use: 'move',
        path: first,
        target: second,
        recursive: false,
        content: undefined,
        ...base,
      });
    } else if (does === 'write' && word.text === 'writefile') path('write', second ?? anyShape(text));
    else path(does, first, does === 'delete' && second !== undefined);
  });
}

/** The limit of words in a call; what follows is unknown. */
const longestCall = 200;

function argumentsAt(words: readonly ScriptWord[], from: number, source: string): readonly Shape[] {
  const args: Shape[] = [];
  let current: ScriptWord[] = [];
  let depth = 0;
  for (let at = from; at < words.length && at < from + longestCall; at++) {
    const word = words[at];
    if (word === undefined) break;
    const isMark = word.kind === 'mark';
    if (isMark && '([{'.includes(word.text)) depth++;
    if (isMark && ')]}'.includes(word.text) && --depth < 0) break;
    if (isMark && word.text === ',' && depth === 0) {
      args.push(shapeOfArgument(current, source));
      current = [];
    } else current.push(word);
  }
  if (words.length >= from + longestCall && depth >= 0) return [...args, anyShape(source), anyShape(source)];
  if (current.length > 0) args.push(shapeOfArgument(current, source));
  return args;
}

function shapeOfArgument(words: readonly ScriptWord[], source: string): Shape {
  const parts = words.filter(
    ({ kind, text }) =>
      !(kind === 'mark' && '.()'.includes(text)) && text !== 'expand' && text !== 'shellescape',
  );
  return expandHome(shapeOfWords(parts, source, (word) => anyShape(word.text)));
}
