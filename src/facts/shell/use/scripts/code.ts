/**
 * Runs code in other languages, which is an argument of a command or its input. It turns the findings of
 * `scanCode` into effects of that command.
 */
import {
  isKnown,
  type PathShape,
  readPathShape,
  showPathShape,
} from '../../../../pattern/path/path-shape.ts';
import { type Shape, staticText, textShape } from '../../../../pattern/text/shape.ts';
import { scanCode } from '../../../code/scan.ts';
import type { CodeFinding } from '../../../code/values/finding.ts';
import { hasUnknown, markUnknown } from '../../expand/placeholder.ts';
import type { Io, Shell, TextWithOrigins } from '../../shell.ts';
import type { ShellState } from '../../state/state.ts';
import { noOrigins, type Origins } from '../../word.ts';
import { moduleFolders } from '../running/module-folders.ts';
import { mayBeBrought } from '../written/brought-files.ts';
import {
  addressesImported,
  isDataOf,
  mayBeWritten,
  modulesIn,
  runImported,
  runWritten,
} from '../written/written-module.ts';
import { applyFindings, shapesIn } from './apply-findings.ts';

/** Scans code that is at least partly known, and records what it does. */
export function runScannedCode(
  language: string,
  code: TextWithOrigins,
  shell: Shell,
  state: ShellState,
  io: Io,
  command: number | undefined,
): Origins {
  const span = io.source.whole;
  const text = markUnknown(code, shell, false);
  if (
    text === undefined ||
    (staticText(code.shape) === undefined && code.shape.pieces.every(({ kind }) => kind === 'any'))
  ) {
    shell.unknown('code', code.shape.source, `the ${language} code is not known`, span);
    return noOrigins;
  }
  if (hasUnknown(code.shape))
    shell.unknown('code', code.shape.source, `a part of the ${language} code is not known`, span);
  const folder = folderOf(shell.recorder.file);
  const scanned = scanCode(language, text, { folder, args: code.args, printsLast: code.printsLast });
  const isSilent = !mayWrite.test(text);
  const fileOf = (path: Shape): PathShape => readPathShape(shapesIn(shell, state)(path), state.cwd);
  const isBrought = (file: PathShape): boolean => !io.elsewhere && mayBeBrought(file, { shell, state });
  // What is brought may be a folder of that name, with code in it.
  const isData = (path: Shape): boolean =>
    !setsLoader.test(text) && isDataOf(language, fileOf(path), state) && !isBrought(fileOf(path));
  const findings = scanned.map((each) => {
    if (each.kind === 'load') return isData(each.path) ? readOf(each) : each;
    return isSilent ? asOpened(each, text) : each;
  });
  const printed = applyFindings(findings, shell, state, io, span, command);
  const places = [
    state.cwd,
    ...(folder === undefined ? [] : [readPathShape(folder, state.cwd)]),
    ...moduleFolders(language, state),
  ];
  for (const name of modulesIn(language, text))
    for (const place of places)
      if (place !== undefined) runImported(name, place, language, shell, state, io, command);
  for (const address of addressesImported(language, text)) takeAddress(address, shell, io, command);
  for (const finding of scanned)
    if (finding.kind === 'load') {
      const named = shapesIn(shell, state)(finding.path);
      takeAddress(staticText(named) ?? '', shell, io, command);
      const file = fileOf(finding.path);
      if (isBrought(file))
        shell.unknown('file', showPathShape(file), 'this module came from a network or an archive', span);
      if (!io.elsewhere && !isKnown(file) && mayBeWritten(file, shell, state))
        shell.unknown(
          'file',
          showPathShape(file),
          'it may load a file that the call or the session wrote',
          span,
        );
      runWritten(file, language, shell, state, io, command);
    }
  return printed;
}

/** Records that a script runs what an address gives. */
function takeAddress(text: string, shell: Shell, io: Io, command: number | undefined): void {
  if (io.elsewhere || !/^(?!file:)[a-z][\w+.-]*:(?:\/\/|text\/|application\/)/i.test(text)) return;
  const span = io.source.whole;
  shell.unknown('code', text, 'it runs what this address gives', span);
  if (text.includes('://')) shell.recorder.connect(textShape(text), { certain: false, span, command });
}

/**
 * The finding of a file that is opened for writing. If nothing in the script could write, the file is empty
 * afterwards.
 */
const asOpened = (finding: CodeFinding, text: string): CodeFinding =>
  finding.kind === 'path' &&
  finding.use === 'write' &&
  finding.content === undefined &&
  /^(?:\w+\.)?open\([^()]*,\s*(?:mode\s*=\s*)?['"]w[bt]?['"]/.test(
    text.slice(finding.start, finding.start + longestOpening),
  )
    ? { ...finding, content: '' }
    : finding;

const longestOpening = 500;
/** Words in scripts that may write to an open file. */
const mayWrite = /write|print|dump|save|copy|stdout/;

/** Words of scripts that may set how files are loaded. */
const setsLoader = /extensions|register|module|constructor|builtin/i;

/** A file that is loaded as data. */
const readOf = ({ path, certain, start, end }: CodeFinding & { readonly kind: 'load' }): CodeFinding => ({
  kind: 'path',
  use: 'read',
  path,
  target: undefined,
  recursive: false,
  content: undefined,
  certain,
  start,
  end,
});

/** The folder of a file, by its shown path. */
function folderOf(file: string | undefined): Shape | undefined {
  if (file === undefined) return undefined;
  const folder = file.slice(0, Math.max(0, file.lastIndexOf('/')));
  if (!folder.startsWith('~')) return textShape(folder === '' ? '/' : folder);
  return { pieces: [{ kind: 'home' }, { kind: 'text', text: folder.slice(1) }], source: folder };
}
