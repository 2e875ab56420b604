/**
 * What a script does to files, programs and hosts, as far as its text shows it; the script is never run. Calls in
 * functions, branches and loops count as done. Printed text and comments have no effects. Code that could do anything
 * is an unknown finding, and so is an unknown language.
 */
import { scanAppleScript } from './apple-script.ts';
import { scanAwk } from './awk.ts';
import { scanBc } from './bc.ts';
import { interpret } from './evaluate/interpret.ts';
import type { Language, ScriptContext } from './evaluate/runtime.ts';
import { julia, lua, node, perl, php, python, r, ruby } from './languages.ts';
import { inOrder, readCell } from './python/ipython.ts';
import { scanSed } from './sed/sed.ts';
import { scanSql } from './sql/sql.ts';
import { scanTerraform } from './terraform.ts';
import type { CodeFinding } from './values/finding.ts';
import { scanVim } from './vim/vim.ts';

type Scan = (code: string, context: ScriptContext) => readonly CodeFinding[];

const expressions =
  (language: Language): Scan =>
  (code, context) =>
    interpret(language, code, context);

/** Python, which may contain lines of IPython. */
function scanPython(code: string, context: ScriptContext): readonly CodeFinding[] {
  const cell = readCell(code);
  if (cell === undefined) return interpret(python, code, context);
  return inOrder([...interpret(python, cell.python, context), ...cell.findings]);
}

/** Scripts of macOS are AppleScript, or JavaScript with the objects of applications. */
function scanOpenScript(code: string, context: ScriptContext): readonly CodeFinding[] {
  const isJavaScript = /\bApplication(?:\s*\.\s*currentApplication)?\s*\(|\bObjC\s*\./.test(code);
  return isJavaScript ? interpret(node, code, context) : scanAppleScript(code);
}

const scans: ReadonlyMap<string, Scan> = new Map<string, Scan>([
  ['python', scanPython],
  ['ipython', scanPython],
  ['node', expressions(node)],
  ['typescript', expressions(node)],
  ['deno', expressions(node)],
  ['bun', expressions(node)],
  ['perl', expressions(perl)],
  ['ruby', expressions(ruby)],
  ['php', expressions(php)],
  ['lua', expressions(lua)],
  ['r', expressions(r)],
  ['julia', expressions(julia)],
  ['awk', scanAwk],
  ['bc', scanBc],
  ['sed', scanSed],
  ['vim', (code) => scanVim(code, scanCode)],
  ['osascript', scanOpenScript],
  ['sql', scanSql],
  ['hcl', scanTerraform],
]);

/** The languages that are supported. */
export const scanLanguages: readonly string[] = [...scans.keys()];

/** The limit of a script in UTF-16 units; the rest is not read. */
export const longestCode = 65_536;

/**
 * The findings of a script, in the order of its calls. Characters from U+E000 to U+EFFF can mark unknown parts of
 * `code`. In quoted texts they stay in the findings; in other places each gives an unknown finding with that character
 * as its text. Never throws.
 */
export function scanCode(
  language: string,
  code: string,
  context: ScriptContext = {},
): readonly CodeFinding[] {
  const scan = scans.get(language);
  if (scan === undefined) {
    return [unknownFrom(code, 0, `scripts of the language \`${language}\` are not read`)];
  }
  if (code.length <= longestCode) return scan(code, context);
  const line = code.lastIndexOf('\n', longestCode);
  const end = line > longestCode / 2 ? line : longestCode;
  return [
    ...scan(code.slice(0, end), context),
    unknownFrom(code, end, 'the script is too long to be read as a whole'),
  ];
}

const unknownFrom = (code: string, start: number, why: string): CodeFinding => ({
  kind: 'unknown',
  text: code.slice(start, start + 200),
  why,
  certain: true,
  start,
  end: code.length,
});
