/** Names that people use for a harness. */
import { type HarnessId, harnessIds } from './adapter.ts';

const otherNames: Readonly<Record<string, HarnessId>> = {
  claude: 'claude-code',
  claudecode: 'claude-code',
  'codex-cli': 'codex',
  'cursor-agent': 'cursor',
  'copilot-cli': 'copilot',
  'github-copilot': 'copilot',
  'vs-code': 'vscode',
  kilo: 'opencode',
  gemini: 'gemini-cli',
  qwen: 'qwen-code',
  'kimi-code': 'kimi',
  'kimi-cli': 'kimi',
  factory: 'droid',
  'factory-droid': 'droid',
  cascade: 'windsurf',
  'amazon-q': 'kiro',
  agy: 'antigravity',
  'grok-build': 'grok',
};

/** The harness that a name means; undefined where there is none. */
export function harnessNamed(name: string): HarnessId | undefined {
  const plain = name.toLowerCase();
  if (Object.hasOwn(otherNames, plain)) return otherNames[plain];
  return harnessIds.find((id) => id === plain);
}
