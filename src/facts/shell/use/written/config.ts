/**
 * Settings that are given with a command and make its program run another: `git -c alias.x='!cmd'`, `ssh -o
 * ProxyCommand=cmd`, `tar --checkpoint-action=exec=cmd`.
 */
import { readPathShape } from '../../../../pattern/path/path-shape.ts';
import { joinPieces, type Shape, staticText } from '../../../../pattern/text/shape.ts';
import type { ShellState } from '../../state/state.ts';
import type { Word } from '../../word.ts';
import { unknownInput, wordOf, wordOfShape } from '../../word.ts';
import { hasFileMark, onAnyFile } from '../running/on-files.ts';
import { runProgramsBelow } from '../running/programs-below.ts';
import type { Running } from '../running/running.ts';
import { runWritten } from './written-module.ts';

/** Settings whose value is a shell command. */
const running: readonly RegExp[] = [
  /^core\.(?:pager|sshcommand|editor|fsmonitor|askpass|gitproxy|alternaterefscommand)$/i,
  /^(?:sequence\.editor|diff\.external|gpg\.(?:[a-z]+\.)?(?:program|defaultkeycommand)|interactive\.difffilter)$/i,
  /^(?:web\.browser|instaweb\.httpd|imap\.tunnel|gc\.recentobjectshook|sendemail\.smtpserver)$/i,
  /^(?:pager|diff|merge|difftool|mergetool|browser|man|guitool|sendemail|trailer|credential|filter|remote|uploadpack|submodule|tar|hook)\..*\.?(?:command|cmd|driver|textconv|helper|clean|smudge|process|program|uploadpack|receivepack|vcs|path|update)$/i,
  /^pager\.[a-z]+$/i,
  /^credential\.helper$/i,
  /^uploadpack\.packobjectshook$/i,
  /^(?:proxycommand|localcommand|remotecommand|knownhostscommand|authorizedkeyscommand|exec|to-command)$/i,
  // Settings of other programs: `apt`, `hg`, `cargo`, `php`, and the units of `systemd`.
  /^(?:apt|dpkg|rpm)::(?:.*::)?(?:pre|post)-(?:invoke|install-pkgs)(?:-success)?(?:::)?$|^dir::bin::/i,
  /^acquire::.*::proxy-auto-detect$/i,
  /^(?:ui\.(?:ssh|editor|merge)|pager\.pager|hooks\..*|extdiff\.cmd\..*|config:tunnels:.*)$/i,
  /^(?:build\.rustc.*|target\..*\.(?:linker|runner)|doc\.browser|registry\.global-credential-providers)$/i,
  /^(?:exec(?:start|stop|reload|condition)(?:pre|post)?|sendmail_path|ssh_command|sftp\.command|xauthlocation)$/i,
  /^(?:ui\.(?:editor|pager|diff\.tool)|fix\.tools\..*\.command)$/i,
];

/** Whether the value of a setting is a command, judged by its name. */
export const runsByName = (name: string): boolean => running.some((pattern) => pattern.test(name));

/** Settings whose command is given files as its words, and those where `%f` and the like are files. */
const onFiles = /^(?:diff\.external|diff\..*\.(?:textconv|command)|extdiff\.cmd\..*)$/i;
const marked = /^(?:filter|merge)\./i;

/** Settings whose value is a file or a folder of files that the program runs or loads. */
const loading =
  /^(?:core\.hookspath|init\.templatedir|include\.path|includeif\..*\.path|extensions\..*|pkcs11provider|securitykeyprovider|auto_(?:prepend|append)_file|(?:zend_)?extension|so_path)$/i;

/** Settings whose value is a file that the program reads or writes. */
const reading = /^(?:commit\.template|core\.(?:attributesfile|excludesfile)|dir::etc::.*)$/i;
const writing = /^(?:userknownhostsfile|controlpath|error_log)$/i;

/** Runs the program that a setting names. An alias of `git` becomes the command that it means. */
export function runConfig(program: string, value: Shape, words: readonly Word[], at: Running): void {
  const [first, ...rest] = value.pieces;
  if (first?.kind !== 'text') return;
  const [, name, start = ''] = /^\s*([A-Za-z0-9_.:/()"-]+)\s*[= ]\s*(.*)$/s.exec(first.text) ?? [];
  if (name === undefined) return;
  const { shell, io, span } = at;
  const inner = {
    ...io,
    stdin: unknownInput,
    via: [...io.via, program],
    depth: io.depth + 1,
    source: { ...io.source, whole: span },
  };
  const alias = /^alias\.(.+)$/i.exec(name)?.[1];
  if (alias !== undefined) {
    runAlias(program, alias, joinPieces([{ kind: 'text', text: start }, ...rest], value.source), words, at);
    return;
  }
  const given = joinPieces([{ kind: 'text', text: start }, ...rest], value.source);
  const about = { path: given, base: at.base, certain: io.certain, span, command: at.command };
  if (loading.test(name)) shell.recorder.execute(given, at.base, about);
  // `auto_prepend_file=data:;base64,…`
  if (loading.test(name) && /^["']?[a-z][a-z0-9+.-]+:/i.test(start))
    shell.unknown('code', value.source, 'the code of an address is not known', span);
  if (/^auto_(?:prepend|append)_file$/i.test(name))
    runWritten(readPathShape(given, at.base), 'php', shell, there(at), inner, at.command);
  if (/^(?:pkcs11provider|securitykeyprovider|(?:zend_)?extension|so_path)$/i.test(name))
    runWritten(readPathShape(given, at.base), 'other', shell, there(at), inner, at.command);
  if (/^init\.templatedir$/i.test(name))
    runProgramsBelow(readPathShape(given, at.base), shell, there(at), inner, span);
  if (loading.test(name) || reading.test(name)) shell.recorder.path({ ...about, use: 'read' });
  if (writing.test(name)) shell.recorder.path({ ...about, use: 'write' });
  if (!runsByName(name)) return;
  const command = start.startsWith('!') ? start.slice(1) : start;
  if (/^credential\.helper$/i.test(name) && !/^[!/~]/.test(start)) return;
  const text = joinPieces([{ kind: 'text', text: command }, ...rest], value.source);
  const takesFiles = onFiles.test(name) || (marked.test(name) && hasFileMark(text));
  at.outputs.push(shell.runText(wordOfShape(takesFiles ? onAnyFile(text) : text), there(at), inner));
}

/** The shell in the directory that an option selects: `git -C dir -c alias.x=…`. */
function there({ state, base }: Running): ShellState {
  const own = state.fork();
  own.cwd = base;
  return own;
}

function runAlias(program: string, alias: string, value: Shape, words: readonly Word[], at: Running): void {
  const { shell, io, span } = at;
  const use = words.findIndex(({ shape }) => staticText(shape) === alias);
  if (use < 0 || io.depth > 30) return;
  const after = words.slice(use + 1);
  const text = staticText(value);
  const inner = {
    ...io,
    via: [...io.via, program],
    depth: io.depth + 5,
    source: { ...io.source, whole: span },
  };
  if (text === undefined || text.startsWith('!')) {
    const [first, ...rest] = value.pieces;
    const head =
      first?.kind === 'text' ? [{ kind: 'text', text: first.text.slice(1) } as const, ...rest] : value.pieces;
    const tail = after.flatMap(({ shape }) => [{ kind: 'text', text: ' ' } as const, ...shape.pieces]);
    at.outputs.push(
      shell.runText(wordOfShape(joinPieces([...head, ...tail], value.source)), there(at), inner),
    );
    return;
  }
  const expanded = text
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => wordOf(part));
  at.outputs.push(shell.runWords([wordOf(program), ...expanded, ...after], there(at), inner, span));
}
