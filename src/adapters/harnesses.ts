/**
 * Every harness that bylaw knows: what people call it, and the variables by which it says to its hooks where they are. A hook
 * reads this table before anything else, so it has nothing that takes long to load; the rest of a harness is in its folder.
 */

interface HarnessRow {
  /** Other names that people use. */
  readonly otherNames: readonly string[];
  /** Only these variables of the environment are read. */
  readonly variables: readonly string[];
}

const rows = {
  'claude-code': { otherNames: ['claude', 'claudecode'], variables: ['CLAUDE_PROJECT_DIR'] },
  codex: { otherNames: ['codex-cli'], variables: [] },
  cursor: { otherNames: ['cursor-agent'], variables: ['CURSOR_PROJECT_DIR', 'CURSOR_VERSION'] },
  copilot: {
    otherNames: ['copilot-cli', 'github-copilot'],
    variables: ['COPILOT_PROJECT_DIR', 'COPILOT_CLI_BINARY_VERSION'],
  },
  vscode: { otherNames: ['vs-code'], variables: [] },
  opencode: { otherNames: ['kilo'], variables: [] },
  'gemini-cli': { otherNames: ['gemini'], variables: ['GEMINI_PROJECT_DIR', 'GEMINI_SESSION_ID'] },
  'qwen-code': { otherNames: ['qwen'], variables: ['QWEN_PROJECT_DIR'] },
  kimi: { otherNames: ['kimi-code', 'kimi-cli'], variables: [] },
  droid: { otherNames: ['factory', 'factory-droid'], variables: ['FACTORY_PROJECT_DIR'] },
  windsurf: { otherNames: ['cascade'], variables: [] },
  kiro: { otherNames: ['amazon-q'], variables: [] },
  cline: { otherNames: [], variables: [] },
  goose: { otherNames: [], variables: [] },
  devin: { otherNames: [], variables: ['DEVIN_PROJECT_DIR'] },
  crush: { otherNames: [], variables: ['CRUSH_PROJECT_DIR'] },
  antigravity: { otherNames: ['agy'], variables: [] },
  grok: { otherNames: ['grok-build'], variables: [] },
} as const satisfies Readonly<Record<string, HarnessRow>>;

/** As `bylaw hook` takes them. */
export type HarnessId = keyof typeof rows;
export const harnessIds = Object.keys(rows) as readonly HarnessId[];

const table: Readonly<Record<HarnessId, HarnessRow>> = rows;

/** The harness that a name means; undefined where there is none. */
export function harnessNamed(name: string): HarnessId | undefined {
  const plain = name.toLowerCase();
  return harnessIds.find((id) => id === plain || table[id].otherNames.includes(plain));
}

/** Holds the payload where Kiro's editor before 1.0 starts the hook, which then never closes standard input. */
export const payloadVariable = 'USER_PROMPT';

/** Says which trace the call belongs to, as `traceparent` of W3C Trace Context. */
export const traceVariable = 'TRACEPARENT';

/** All that is looked at of the environment of a hook. */
export const harnessVariables: readonly string[] = [
  ...harnessIds.flatMap((id) => table[id].variables),
  traceVariable,
  payloadVariable,
];
