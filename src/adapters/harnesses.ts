/**
 * The variables by which each harness says to its hooks where they are, and how a name is understood. A hook
 * reads this table before anything else, so it has nothing that takes long to load; the rest of a harness is in its folder.
 */
import { type HarnessName, harnessMeant, harnessNames } from '../vocabulary/harness-names.ts';

/** The variables of each. Only these variables of the environment are read. */
const variables: Readonly<Record<HarnessId, readonly string[]>> = {
  'claude-code': ['CLAUDE_PROJECT_DIR'],
  codex: [],
  cursor: ['CURSOR_PROJECT_DIR', 'CURSOR_VERSION'],
  copilot: ['COPILOT_PROJECT_DIR', 'COPILOT_CLI_BINARY_VERSION'],
  vscode: [],
  opencode: [],
  'gemini-cli': ['GEMINI_PROJECT_DIR', 'GEMINI_SESSION_ID'],
  'qwen-code': ['QWEN_PROJECT_DIR'],
  kimi: [],
  droid: ['FACTORY_PROJECT_DIR'],
  windsurf: [],
  kiro: [],
  cline: [],
  goose: [],
  devin: ['DEVIN_PROJECT_DIR'],
  crush: ['CRUSH_PROJECT_DIR'],
  antigravity: [],
  grok: [],
};

/** As `bylaw hook` takes them. */
export type HarnessId = HarnessName;
export const harnessIds: readonly HarnessId[] = harnessNames;

/** The harness that a name means; undefined where there is none. */
export const harnessNamed: (name: string) => HarnessId | undefined = harnessMeant;

/** Holds the payload where Kiro's editor before 1.0 starts the hook, which then never closes standard input. */
export const payloadVariable = 'USER_PROMPT';

/** Says which trace the call belongs to, as `traceparent` of W3C Trace Context. */
export const traceVariable = 'TRACEPARENT';

/** All that is looked at of the environment of a hook. */
export const harnessVariables: readonly string[] = [
  ...harnessIds.flatMap((id) => variables[id]),
  traceVariable,
  payloadVariable,
];
