/** Every harness that bylaw knows: its id, what its events call it (`harness is "Claude Code"`), and other names that people use. */
interface HarnessNames {
  readonly name: string;
  readonly others: readonly string[];
}

const rows = {
  'claude-code': { name: 'Claude Code', others: ['claude', 'claudecode'] },
  codex: { name: 'Codex', others: ['codex-cli'] },
  cursor: { name: 'Cursor', others: ['cursor-agent'] },
  copilot: { name: 'GitHub Copilot', others: ['copilot-cli', 'github-copilot'] },
  vscode: { name: 'VS Code', others: ['vs-code'] },
  opencode: { name: 'OpenCode', others: ['kilo'] },
  'gemini-cli': { name: 'Gemini CLI', others: ['gemini'] },
  'qwen-code': { name: 'Qwen Code', others: ['qwen'] },
  kimi: { name: 'Kimi Code', others: ['kimi-code', 'kimi-cli'] },
  droid: { name: 'Factory Droid', others: ['factory', 'factory-droid'] },
  windsurf: { name: 'Windsurf', others: ['cascade'] },
  kiro: { name: 'Kiro', others: ['amazon-q'] },
  cline: { name: 'Cline', others: [] },
  goose: { name: 'Goose', others: [] },
  devin: { name: 'Devin CLI', others: [] },
  crush: { name: 'Crush', others: [] },
  antigravity: { name: 'Antigravity', others: ['agy'] },
  grok: { name: 'Grok Build', others: ['grok-build'] },
} as const satisfies Readonly<Record<string, HarnessNames>>;

export type HarnessName = keyof typeof rows;
export const harnessNames = Object.keys(rows) as readonly HarnessName[];
const table: Readonly<Record<HarnessName, HarnessNames>> = rows;

/** What events call a harness. */
export const titleOfHarness = (id: HarnessName): string => table[id].name;

/** The harness that a name means; undefined where there is none. */
export function harnessMeant(name: string): HarnessName | undefined {
  const plain = name.toLowerCase();
  return harnessNames.find((id) => id === plain || table[id].others.includes(plain));
}
