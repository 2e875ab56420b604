/** VS Code: its Copilot reads the hook file of the command line, and takes other answers. */
import { join } from 'node:path';
import type { HarnessInstall } from '../../install/harness-install.ts';
import { claudePayload, probeTime } from '../../install/harness-install.ts';
import { copilot, decides, observes } from '../copilot/install.ts';

export const vscode: HarnessInstall = {
  ...copilot,
  id: 'vscode',
  name: 'VS Code',
  programs: ['code', 'code-insiders', 'codium'],
  traces: ({ home, project }) => ({
    user: [join(home, '.vscode'), join(home, '.config', 'Code')],
    project: [join(project, '.vscode')],
  }),
  check: {
    decides,
    observes,
    everyTool: copilot.check.everyTool,
    payload: (shellCommand, cwd) => ({
      ...claudePayload('run_in_terminal', shellCommand, cwd, {
        timestamp: probeTime,
        transcript_path: join(cwd, 'bylaw-doctor.json'),
        tool_use_id: 'call_bylaw__vscode-doctor',
      }),
      tool_input: { command: shellCommand, explanation: 'bylaw doctor', goal: '', isBackground: false },
    }),
    answers: { denies: ['claude', 'exit-2'], neutral: ['object', 'empty'] },
  },
  next: () => ['Start VS Code again; its Copilot reads the same hook file as the command line.'],
  holes: [
    'Since autumn 2026 the target of a session decides which hooks run; those of the agent inside the editor are on their way out. (VS Code hooks reference)',
    'An exit code other than 2, and a timeout, let the call pass; a policy of the company can switch hooks off. (VS Code hooks reference)',
    'A denial in another shape had no effect while approvals were bypassed. (microsoft/vscode#322227)',
  ],
};
