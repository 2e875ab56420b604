/** Variables that make a program run something: `GIT_SSH_COMMAND='…' git fetch`, `BASH_ENV=x bash`. */
import { staticText } from '../../../pattern/shape.ts';
import type { InputSpan } from '../../effect.ts';
import { expandPrompt } from '../expand/evaluate-again.ts';
import type { Io, Shell } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import type { Word } from '../word.ts';

/** Variables whose value is a command that the program, or the shell, runs. */
const running: ReadonlySet<string> = new Set([
  ...[
    'GIT_SSH_COMMAND',
    'GIT_EXTERNAL_DIFF',
    'GIT_PAGER',
    'GIT_EDITOR',
    'GIT_SEQUENCE_EDITOR',
    'GIT_ASKPASS',
  ],
  ...['GIT_PROXY_COMMAND', 'GIT_SSH', 'PAGER', 'MANPAGER', 'SYSTEMD_PAGER', 'EDITOR', 'VISUAL', 'BROWSER'],
  ...[
    'SUDO_ASKPASS',
    'SSH_ASKPASS',
    'PROMPT_COMMAND',
    'LESSOPEN',
    'LESSCLOSE',
    'FCEDIT',
    'RSYNC_RSH',
    'CVS_RSH',
  ],
  ...['PS4', 'TAR_OPTIONS', 'SUDO_EDITOR', 'KUBE_EDITOR', 'BUNDLE_EDITOR', 'FZF_DEFAULT_COMMAND'],
]);

/** Of these, the ones that are a prompt: what is substituted in them is run. */
const expanded: ReadonlySet<string> = new Set(['PS4']);

/** Variables whose value names a file that is run before the program. */
const loading: ReadonlySet<string> = new Set([
  'BASH_ENV',
  'ENV',
  'LD_PRELOAD',
  'PYTHONSTARTUP',
  'DYLD_INSERT_LIBRARIES',
]);

/** Runs what a variable makes a program run. */
export function runVariable(name: string, state: ShellState, shell: Shell, io: Io, span: InputSpan): void {
  if (!running.has(name) && !loading.has(name)) return;
  const value = state.get(name);
  const word = Array.isArray(value) ? value[0] : (value as Word | undefined);
  if (word === undefined || staticText(word.shape) === '') return;
  if (loading.has(name)) {
    shell.recorder.path({
      use: 'read',
      path: word.shape,
      base: state.cwd,
      certain: io.certain,
      span,
      command: undefined,
    });
    return;
  }
  const inner = {
    ...io,
    stdin: undefined,
    via: [...io.via, name],
    source: { ...io.source, whole: span },
  };
  // Whether the program comes to it is not known.
  if (expanded.has(name)) expandPrompt(word, shell, state.branch(), inner);
  else shell.runText(word, state.branch(), inner);
}
