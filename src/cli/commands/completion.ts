/** `bylaw completion`: what makes a shell complete command lines of bylaw. */
import { fillTemplate } from '../../host/machine/template.ts';
import { offer } from '../completion/offers.ts';
import { withParts } from '../options/parts.ts';
import {
  type CliCommand,
  type CommandPart,
  type Commands,
  type ExitCode,
  exitCodes,
  write,
} from '../terminal/context.ts';

/** Each has a script in `templates`, which asks the very program that is typed, with the words before the cursor. */
const shells = ['bash', 'zsh', 'fish'];

/** The command for a table of commands, in which it is itself. */
export const completionOf = (commands: Commands): CliCommand => ({
  name: 'completion',
  summary: 'complete commands, options and files in bash, zsh or fish',
  help: `Usage: bylaw completion bash|zsh|fish
       bylaw completion words -- WORD…

Prints a script for the shell. It completes commands, options, values of options
that are one of a few, harnesses, files and folders. The script asks bylaw, so that it
stays right when bylaw is updated.

  words    what the script asks: what can take the place of the last WORD, one a
           line; \`:paths\` or \`:folders\` where files or folders of the disk can

Examples:
  echo 'source <(bylaw completion bash)' >> ~/.bashrc
  echo 'source <(bylaw completion zsh)' >> ~/.zshrc
  bylaw completion fish > ~/.config/fish/completions/bylaw.fish

Exit codes: 0 fine, 3 wrong usage.
`,
  ...withParts('completion', {
    ...Object.fromEntries(
      shells.map((shell) => [shell, async () => scriptOf(fillTemplate(`completion.${shell}`))]),
    ),
    words: async () => wordsOf(commands),
  }),
});

const scriptOf = (script: string): CommandPart => ({
  options: {},
  async run(_, { stdout }): Promise<ExitCode> {
    await write(stdout, script);
    return exitCodes.fine;
  },
});

const wordsOf = (commands: Commands): CommandPart => ({
  options: {},
  async run(args, { stdout }): Promise<ExitCode> {
    const { words, about, paths } = await offer(args[0] === '--' ? args.slice(1) : args, commands);
    const lines = words.map((word) => (about[word] === undefined ? word : `${word}\t${about[word]}`));
    if (paths !== 'none') lines.push(paths === 'all' ? ':paths' : ':folders');
    await write(stdout, lines.map((line) => `${line}\n`).join(''));
    return exitCodes.fine;
  },
});
