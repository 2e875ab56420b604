/**
 * The lines of IPython that are no Python: `!command`, `x = !command`, `%magic`, `%%magic` and `name?`. Notebooks and the
 * tools that run their cells take them, and tools do not say whether they do. So each is read wherever a statement of
 * Python may begin. The Python around them is read as usual: blanks take their place, so that all offsets stay.
 */
import { anyShape, type Shape, textShape } from '../../../pattern/text/shape.ts';
import type { CodeFinding } from '../values/finding.ts';
import { concatShapes } from '../values/value.ts';

/** What is left for Python, of the same length, and the findings of the other lines. */
interface Cell {
  readonly python: string;
  readonly findings: readonly CodeFinding[];
}

/** One line: what Python still reads of it, and what it does. */
interface Line {
  readonly python: string;
  readonly findings: readonly CodeFinding[];
}

/** The place of a line in the cell. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Magics that only show something, or change how the notebook looks. */
const harmless = wordsOf(`
  alias_magic autoawait autocall autoindent automagic autoreload bookmark colors colours config connect_info
  dhist dirs doctest_mode gui hist history load_ext lsmagic magic matplotlib page pdb pdef pdoc pfile pinfo pinfo2
  pprint precision psearch psource pwd pylab quickref recall reload_ext reset reset_selective tb unalias unload_ext
  who who_ls whos xdel xmode html HTML latex markdown svg SVG
`);

/** Magics that run the Python behind their options. */
const timed = wordsOf('time timeit prun lprun mprun memit memray capture debug');

/** Magics that are commands of the same name. */
const commands = wordsOf('cat clear cp ldir less lf lk ll ln ls lx man mkdir more mv rm rmdir');

/** Magics for programs that install packages. */
const installers = wordsOf('pip conda mamba micromamba uv');

/** Cell magics whose program is not the name of the magic. */
const programs: ReadonlyMap<string, string> = new Map([
  ['pypy', 'pypy'],
  ['python', 'python'],
  ['python2', 'python2'],
  ['python3', 'python3'],
  ['bash', 'bash'],
  ['sh', 'sh'],
  ['zsh', 'zsh'],
  ['perl', 'perl'],
  ['ruby', 'ruby'],
  ['cmd', 'cmd'],
]);

const magicLine = /^([ \t]{0,200})(?:[\w.,[\] \t]{1,200}=[ \t]*)?(%%?|!!?)[ \t]*(\S.*)$/s;
/** In a debugger, `!` is before a statement of Python. */
const maybePython =
  /^[ \t]{0,200}!(?:import|from[ \t]+[\w.]+[ \t]+import)[ \t]|^[ \t]{0,200}![\w.]+\(.*\)[ \t]*$/;
const helpLine = /^[ \t]{0,200}(?:\?{1,2}[ \t]*[\w.*]+|%{0,2}[\w.*]+\?{1,2})[ \t]{0,50}(?:;[ \t]{0,50})?$/;
/** A command without its `%`, as IPython allows. */
const plainCommand =
  /^([ \t]{0,200})((?:cd|cat|clear|cp|ldir|less|lf|lk|ll|ln|ls|lx|man|mkdir|more|mv|rm|rmdir)[ \t]+(?=[~\w"'$*]|\.{0,2}\/\S|\.\w|-\w)(?!(?:in|is|and|or|not|if|as)\b).*)$/s;
/** `%run` without its `%`. */
const plainRun = /^[ \t]{0,200}run[ \t]+((?:-\w+[ \t]+){0,8}["']?[\w./~-]+\.(?:i?py|ipynb)\b.*)$/s;
/** A magic as an exported notebook writes it. */
const exportedMagic =
  /^([ \t]{0,200})get_ipython\(\)\.run_line_magic\((["'])(\w+)\2,[ \t]*(["'])([^"'\\]*)\4\)[ \t]*$/;

/** A quick look: most Python has none of these lines. */
const mayHaveLines =
  /^[ \t]{0,200}(?:[\w.,[\] \t]{1,200}=[ \t]*)?[!%]|\?[ \t]{0,50}(?:;[ \t]{0,50})?$|^[ \t]{0,200}\?|\.run_line_magic\(|^[ \t]{0,200}(?:cd|cat|clear|cp|ldir|less|lf|lk|ll|ln|ls|lx|man|mkdir|more|mv|rm|rmdir|run)[ \t]/m;

/** Splits a script into its Python and into the lines of IPython; undefined if it has none of these. */
export function readCell(code: string): Cell | undefined {
  if (!mayHaveLines.test(code)) return undefined;
  const whole = wholeCell(code);
  if (whole !== undefined) return whole;
  const findings: CodeFinding[] = [];
  let python = '';
  let open = nothingOpen;
  for (const line of linesOf(code)) {
    const text = line.endsWith('\n') ? line.slice(0, -1) : line;
    const read = open === nothingOpen ? readLine(text, python.length) : undefined;
    if (read === undefined) open = openAfter(text, open);
    findings.push(...(read?.findings ?? []));
    python += read === undefined ? line : read.python + line.slice(text.length);
  }
  return { python, findings };
}

/** Lines with their ends. One of IPython goes on behind a backslash at its end. */
function linesOf(code: string): readonly string[] {
  const lines: string[] = [];
  for (const line of code.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const before = lines.at(-1);
    const goesOn = before?.endsWith('\\\n') === true && magicLine.test(before);
    if (goesOn) lines[lines.length - 1] = before + line;
    else lines.push(line);
  }
  return lines;
}

/** The findings of both parts in the order of the script. */
export const inOrder = (findings: readonly CodeFinding[]): readonly CodeFinding[] =>
  [...findings].sort((a, b) => a.start - b.start);

/** A cell that a magic of its first line reads. */
function wholeCell(code: string): Cell | undefined {
  const match = /^(\s*)%%[ \t]*(!|[\w.]+)([^\n]*)\n?/.exec(code);
  if (match === null) return undefined;
  const [{ length }, before = '', name = '', rest = ''] = match;
  const place = { start: before.length, end: code.length };
  const body = code.slice(length);
  if (timed.has(name)) {
    const inner = readCell(body) ?? { python: body, findings: [] };
    const moved = inner.findings.map((each) => ({
      ...each,
      start: each.start + length,
      end: each.end + length,
    }));
    return { python: blank(code.slice(0, length)) + inner.python, findings: moved };
  }
  return { python: blank(code), findings: cellFindings(name, rest.trim(), body, place) };
}

function cellFindings(name: string, rest: string, body: string, place: Place): readonly CodeFinding[] {
  if (harmless.has(name)) return [];
  if (name === 'sx' || name === 'system' || name === '!') return [shell(`${rest}\n${body}`, place)];
  if (name === 'writefile' || name === 'file') return [written(rest, body, place)];
  const words = rest.split(/\s+/).filter((word) => word !== '');
  const program = programs.get(name);
  const started = name === 'script' ? words : program === undefined ? undefined : [program, ...words];
  if (started === undefined) return [unknownMagic(name, place)];
  const [first, ...args] = started.filter((word) => !ofScriptMagic.test(word));
  if (first === undefined) return [unknownMagic(name, place)];
  return [
    {
      ...{ kind: 'run', words: [first, ...args].map((word) => inserted(word)), cwd: undefined },
      ...{ stdin: textShape(body), certain: true, ...place },
    },
  ];
}

/** Options of the magic itself, in front of those of the program. */
const ofScriptMagic = /^--(?:bg|out|err|proc|no-raise-error)$/;

function written(rest: string, content: string, place: Place): CodeFinding {
  const appends = /^(?:-a|--append)\s/.test(rest);
  const name = rest.replace(/^(?:-a|--append)\s+/, '').replace(/^(["'])(.*)\1$/, '$2');
  return {
    ...{ kind: 'path', use: 'write', path: inserted(name), target: undefined, recursive: false },
    ...{ content: appends ? undefined : content, certain: true, ...place },
  };
}

/** A line of IPython; undefined for one of Python. */
function readLine(text: string, start: number): Line | undefined {
  const place = { start, end: start + text.length };
  if (helpLine.test(text)) return { python: blank(text), findings: [] };
  const plain = plainCommand.exec(text);
  if (plain !== null) return { python: blank(text), findings: commandFindings(plain[2] ?? '', place) };
  const run = plainRun.exec(text);
  if (run !== null) return { python: blank(text), findings: runFindings(run[1] ?? '', place) };
  const exported = exportedMagic.exec(text);
  if (exported !== null) {
    const [, indent = '', , name = '', , rest = ''] = exported;
    return { python: passing(text, indent), findings: lineFindings('%', name, rest, place) };
  }
  const match = magicLine.exec(text);
  if (match === null) return undefined;
  const [, indent = '', sign = '', rest = ''] = match;
  if (sign.startsWith('!')) {
    // The mark becomes a statement of its own, so that the offsets stay.
    const python = maybePython.test(text) ? text.replace('!', ';') : passing(text, indent);
    return { python, findings: [shell(rest, place)] };
  }
  const [, name = '', given = ''] = /^([\w.]*)\s*(.*)$/s.exec(rest) ?? [];
  if (sign === '%' && timed.has(name)) return { python: timedPython(text, indent, given), findings: [] };
  return { python: passing(text, indent), findings: lineFindings(sign, name, given, place) };
}

/** The statement behind `%time` and its options, in the same place. */
function timedPython(text: string, indent: string, given: string): string {
  const statement = given.replace(/^(?:-\w+(?:[ \t]+\d+)?[ \t]+)*/, '');
  const before = text.length - statement.length - indent.length;
  return `${indent}0;${' '.repeat(before - 2)}${statement}`;
}

function lineFindings(sign: string, name: string, rest: string, place: Place): readonly CodeFinding[] {
  if (sign === '%%') return [unknownMagic(name, place)];
  if (harmless.has(name) && !commands.has(name)) return [];
  if (name === 'sx' || name === 'system' || name === 'sc') return [shell(rest, place)];
  if (name === 'run') return runFindings(rest, place);
  if (name === 'env' || name === 'set_env') return [environment(rest, place)];
  if (name === 'cd' || commands.has(name)) return commandFindings(`${name} ${rest}`, place);
  return installers.has(name) ? [shell(`${name} ${rest}`, place)] : [unknownMagic(name, place)];
}

/** `%run [options] file arguments`: the file is Python, IPython or a notebook. */
function runFindings(rest: string, place: Place): readonly CodeFinding[] {
  const [, quoted, args = ''] = /^(?:-\S+\s+)*("[^"]*"|'[^']*'|\S+)(.*)$/s.exec(rest) ?? [];
  const file = quoted?.replace(/^(["'])(.*)\1$/, '$2');
  if (file === undefined || /^-m\s/.test(rest)) return [unknownMagic('run', place)];
  if (!file.endsWith('.ipynb'))
    return [
      {
        ...{
          kind: 'run',
          words: ['python3', file, ...args.split(/\s+/).filter((word) => word !== '')].map((word) =>
            inserted(word),
          ),
          cwd: undefined,
        },
        ...{ stdin: undefined, certain: true, ...place },
      },
    ];
  return [unknownMagic('run', place)];
}

function environment(rest: string, place: Place): CodeFinding {
  const [, name, value = ''] = /^(\w+)(?:\s*=\s*|\s+)(.*)$/s.exec(rest) ?? [];
  if (name !== undefined) return { kind: 'variable', name, value: inserted(value), certain: true, ...place };
  return shell(/^\w+$/.test(rest) ? `printenv ${rest}` : 'env', place);
}

/** A command that IPython itself has: `cd` moves all that follows. */
function commandFindings(text: string, place: Place): readonly CodeFinding[] {
  const folder = /^cd\s+(?:-q\s+)?(.*?)\s*$/s.exec(text)?.[1];
  if (folder === undefined) return [shell(text, place)];
  const path = folder === '' ? '~' : folder.replace(/^(["'])(.*)\1$/, '$2');
  const shape: Shape = /^~(?=\/|$)/.test(path)
    ? { pieces: [{ kind: 'home' }, { kind: 'text', text: path.slice(1) }], source: path }
    : inserted(path);
  return [
    { kind: 'cwd', path: /^-/.test(path) ? anyShape(path) : shape, perhaps: true, certain: true, ...place },
  ];
}

const shell = (text: string, place: Place): CodeFinding => ({
  ...{ kind: 'shell', text: inserted(text), cwd: undefined, stdin: undefined, certain: true },
  ...place,
});

const unknownMagic = (name: string, place: Place): CodeFinding => ({
  ...{
    kind: 'unknown',
    text: `%${name}`,
    why: `what the magic \`%${name.slice(0, 100)}\` does is not known`,
  },
  ...{ certain: true, ...place },
});

/** A text in which IPython puts the values of `{expression}`. What may be a program of awk stays as it is. */
function inserted(text: string): Shape {
  const parts = text.split(/(?<![${])(\{[^{}$;,\s][^{}$;,]*\})(?!\})/);
  if (parts.length === 1) return textShape(text);
  return concatShapes(
    parts.map((part, index) => (index % 2 === 0 ? textShape(part) : anyShape(part))),
    text,
  );
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** A statement without effects, so that a block with nothing else stays one. The name of an assignment stays unknown. */
function passing(text: string, indent: string): string {
  const target = /^[ \t]*[\w.,[\] \t]{1,200}=(?=[ \t]*[%!])/.exec(text)?.[0];
  const python = target === undefined ? `${indent}0` : `${target}_`;
  return python.slice(0, text.length) + blank(text.slice(python.length));
}

/** What a line of Python leaves open for the next: a text in three quotes, brackets, or a line that goes on. */
interface Open {
  readonly quote: string;
  readonly depth: number;
  readonly continues: boolean;
}

const nothingOpen: Open = { quote: '', depth: 0, continues: false };

function openAfter(line: string, before: Open): Open {
  let { quote, depth } = before;
  const parts = /\\.|"""|'''|["'#()[\]{}]/gs;
  for (const [part] of line.matchAll(parts)) {
    if (quote !== '') {
      if (part === quote) quote = '';
    } else if (part === '#') break;
    else if (/^["']/.test(part)) quote = part;
    else if ('([{'.includes(part)) depth++;
    else if (')]}'.includes(part)) depth = Math.max(0, depth - 1);
  }
  const continues = /\\$/.test(line);
  // A text in single quotes ends with its line.
  if (quote.length === 1 && !continues) quote = '';
  return quote === '' && depth === 0 && !continues ? nothingOpen : { quote, depth, continues };
}
