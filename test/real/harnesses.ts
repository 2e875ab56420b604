/**
 * The harnesses that can be had from npm: what to install, how to point each at the fake model, how to run it without a
 * person, and which columns it fails by its own doing. All files are in a throw-away home or workspace.
 */
import { join } from 'node:path';
import type { HarnessId } from '../../src/adapters/harnesses.ts';
import { harnessInstalls } from '../../src/harnesses/installs.ts';
import { type ColumnName, columns, type Problem } from './columns.ts';
import { call, prompt, type Step } from './model.ts';

/** Where a run takes place. */
export interface Place {
  /** The folder with `node_modules`. */
  readonly install: string;
  readonly home: string;
  readonly workspace: string;
  /** The URL of the fake model, without a path. */
  readonly base: string;
  /** A server for MCP, where the column has one. */
  readonly server: { readonly command: string; readonly args: readonly string[] } | undefined;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A file by its path from the home, or with `./` from the workspace; what is no text is written as JSON. */
export type Files = Readonly<Record<string, string | object>>;

export interface Harness {
  readonly name: string;
  /** What `bylaw init` calls it. */
  readonly id: HarnessId;
  /** The first is the one with the version. */
  readonly packages: readonly string[];
  /** The configuration that it has before `bylaw init`. */
  files(place: Place): Files;
  /** What is to be run once before the harness itself. */
  prepare?(place: Place): Command;
  run(place: Place): Command;
  /** A denial ends the whole run, and the model never reads it. */
  readonly endsOnDenial?: true;
  /** What the tool that starts a subagent needs beside its brief; undefined where there is none. */
  readonly subagent?: object;
  /** How a tool of an MCP server is called, where not by its name. */
  callMcp?(tool: string, input: object): readonly Step[];
  readonly rival: Rival;
  readonly limits?: Partial<Record<ColumnName, Limit>>;
}

/** Whether a harness has what a column is about: not all can post their hooks themselves. */
export const canTry = ({ id }: Harness, column: ColumnName): boolean =>
  columns[column].init !== 'posted' || harnessInstalls[id].check.posts !== undefined;

/** Another hook, which allows everything. */
export interface Rival {
  /** As in `Files`. */
  readonly file: string;
  /** What it prints. */
  readonly says?: object;
  /** The file with the hook in it; `script` is a program that prints `says`. */
  add(text: string, script: string): string;
}

/** What the harness does by itself, and cannot be changed from outside. */
export interface Limit {
  /** Exactly what the campaign sees. */
  readonly seen: readonly Problem[];
  /** A sentence with its evidence. */
  readonly why: string;
}

const bin = ({ install }: Place, name: string): string => join(install, 'node_modules', '.bin', name);

/** The server under the key that most take. */
const mcpServers = ({ server }: Place, more: object = {}): object =>
  server === undefined ? {} : { mcpServers: { 'my-notes': { ...server, ...more } } };

const mcpToml = ({ server }: Place): string =>
  server === undefined
    ? ''
    : `\n[mcp_servers.my-notes]\ncommand = ${JSON.stringify(server.command)}\nargs = ${JSON.stringify(server.args)}\n`;

/** Behind the hooks of an event in a JSON file. */
const hookIn =
  (event: string, entry: (script: string) => object): Rival['add'] =>
  (text, script) => {
    const settings = JSON.parse(text);
    settings.hooks[event].push(entry(script));
    return JSON.stringify(settings, null, 2);
  };
const handler = (command: string): object => ({ hooks: [{ type: 'command', command }] });
const forEveryTool = (command: string): object => ({ matcher: '*', ...handler(command) });

const allow = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'allow',
    permissionDecisionReason: 'fine',
  },
};

/** The model as OpenCode and its descendants name it. */
const provider = ({ base }: Place): object => ({
  provider: {
    fake: {
      npm: '@ai-sdk/openai-compatible',
      name: 'fake',
      options: { baseURL: `${base}/v1`, apiKey: 'none' },
      models: { 'fake-model': { name: 'fake', tool_call: true, limit: { context: 128_000, output: 8000 } } },
    },
  },
  model: 'fake/fake-model',
  small_model: 'fake/fake-model',
  autoupdate: false,
  share: 'disabled',
});
const localMcp = ({ server }: Place): object =>
  server === undefined
    ? {}
    : { mcp: { 'my-notes': { type: 'local', command: [server.command, ...server.args], enabled: true } } };
const otherPlugin = 'export const Other = async () => ({ "tool.execute.before": async () => {} });\n';

const openSearch = (tool: RegExp, query: string): Step => call(tool, { query });

export const harnesses = {
  'claude-code': {
    name: 'Claude Code',
    id: 'claude-code',
    packages: ['@anthropic-ai/claude-code-linux-x64'],
    files: (place) => ({ '.claude.json': mcpServers(place) }),
    run: ({ install, base }) => ({
      file: join(install, 'node_modules/@anthropic-ai/claude-code-linux-x64/claude'),
      args: ['-p', prompt, '--dangerously-skip-permissions', '--max-turns', '12'],
      env: {
        ANTHROPIC_BASE_URL: base,
        ANTHROPIC_API_KEY: 'sk-ant-none',
        ANTHROPIC_MODEL: 'claude-sonnet-4-5',
        IS_SANDBOX: '1',
        ENABLE_TOOL_SEARCH: 'false',
        DISABLE_AUTOUPDATER: '1',
        DISABLE_TELEMETRY: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
    }),
    subagent: { subagent_type: 'general-purpose', run_in_background: false },
    rival: { file: '.claude/settings.json', says: allow, add: hookIn('PreToolUse', forEveryTool) },
  },
  codex: {
    name: 'Codex',
    id: 'codex',
    packages: ['@openai/codex'],
    files: (place) => ({
      '.codex/config.toml': `model = "fake-model"
model_provider = "fake"

[model_providers.fake]
name = "fake"
base_url = "${place.base}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"

[projects."${place.workspace}"]
trust_level = "trusted"
${mcpToml(place)}`,
    }),
    // A hook that is not trusted is skipped. A person trusts it; the flag does that here.
    run: (place) => ({
      file: bin(place, 'codex'),
      args: [
        ...['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
        ...['--dangerously-bypass-hook-trust', prompt],
      ],
      env: { FAKE_KEY: 'none' },
    }),
    subagent: {},
    rival: { file: '.codex/hooks.json', says: allow, add: hookIn('PreToolUse', handler) },
  },
  'gemini-cli': {
    name: 'Gemini CLI',
    id: 'gemini-cli',
    packages: ['@google/gemini-cli'],
    files: (place) => ({
      '.gemini/settings.json': {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        ...mcpServers(place, { trust: true }),
      },
      // Without a person's trust no hook of the project runs.
      '.gemini/trustedFolders.json': { [place.workspace]: 'TRUST_FOLDER' },
    }),
    run: (place) => ({
      file: bin(place, 'gemini'),
      args: ['-p', prompt, '--yolo', '-m', 'gemini-2.5-pro'],
      env: {
        GOOGLE_GEMINI_BASE_URL: place.base,
        GEMINI_API_KEY: 'none',
        GEMINI_TELEMETRY_ENABLED: 'false',
      },
    }),
    subagent: { agent_name: 'generalist' },
    rival: {
      file: '.gemini/settings.json',
      says: { decision: 'allow' },
      add: hookIn('BeforeTool', forEveryTool),
    },
  },
  'qwen-code': {
    name: 'Qwen Code',
    id: 'qwen-code',
    packages: ['@qwen-code/qwen-code', 'node@22'],
    files: (place) => ({
      '.qwen/settings.json': {
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
        ...mcpServers(place, { trust: true }),
      },
    }),
    run: (place) => ({
      file: bin(place, 'qwen'),
      args: ['-p', prompt, '--yolo', '--auth-type', 'openai'],
      env: { OPENAI_BASE_URL: `${place.base}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: 'fake-model' },
    }),
    subagent: { subagent_type: 'general-purpose' },
    callMcp: (tool, input) => [
      openSearch(/^tool_search$/, `select:mcp__my-notes__${tool}`),
      call(/^tool_call$/, { name: `mcp__my-notes__${tool}`, arguments: input }),
    ],
    rival: { file: '.qwen/settings.json', says: allow, add: hookIn('PreToolUse', forEveryTool) },
  },
  opencode: {
    name: 'OpenCode',
    id: 'opencode',
    packages: ['opencode-ai'],
    files: (place) => ({
      '.config/opencode/opencode.json': { ...provider(place), ...localMcp(place) },
    }),
    run: (place) => ({
      file: bin(place, 'opencode'),
      args: ['run', '-m', 'fake/fake-model', prompt],
      env: {
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      },
    }),
    subagent: { subagent_type: 'general' },
    rival: { file: '.config/opencode/plugins/other.js', add: () => otherPlugin },
  },
  kilo: {
    name: 'Kilo',
    id: 'opencode',
    packages: ['@kilocode/cli-linux-x64'],
    files: (place) => ({
      '.config/kilo/kilo.json': { ...provider(place), ...localMcp(place), permission: { bash: 'allow' } },
    }),
    run: ({ install }) => ({
      file: join(install, 'node_modules/@kilocode/cli-linux-x64/bin/kilo'),
      args: ['run', '-m', 'fake/fake-model', '--auto', prompt],
      env: {
        KILO_DISABLE_AUTOUPDATE: '1',
        KILO_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
      },
    }),
    subagent: { subagent_type: 'general' },
    rival: { file: '.config/kilo/plugin/other.ts', add: () => otherPlugin },
  },
  copilot: {
    name: 'GitHub Copilot',
    id: 'copilot',
    packages: ['@github/copilot'],
    files: (place) => ({
      '.copilot/mcp-config.json': mcpServers(place, { type: 'local', tools: ['*'] }),
      // Without a person's trust no hook of the project runs.
      '.copilot/config.json': { trustedFolders: [place.workspace] },
    }),
    run: (place) => ({
      file: bin(place, 'copilot'),
      args: ['-p', prompt, '--allow-all-tools', '--allow-all-paths', '--no-color'],
      env: {
        COPILOT_PROVIDER_BASE_URL: `${place.base}/v1`,
        COPILOT_PROVIDER_API_KEY: 'none',
        COPILOT_MODEL: 'gpt-4.1',
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
      },
    }),
    subagent: { agent_type: 'task', mode: 'sync', name: 'steps' },
    rival: {
      file: '.copilot/hooks/bylaw.json',
      says: { permissionDecision: 'allow' },
      add: hookIn('preToolUse', (bash) => ({ type: 'command', bash, timeoutSec: 20 })),
    },
    limits: {
      'MCP by name': {
        seen: ['the denied tool ran'],
        why: 'the payload has `my-notes-publish` and nothing else, which does not say where the name of the server ends: the rule is unsure, and passes unless it says `when unsure deny`',
      },
    },
  },
  cline: {
    name: 'Cline',
    id: 'cline',
    packages: ['cline'],
    files: (place) => ({ '.cline/data/settings/cline_mcp_settings.json': mcpServers(place) }),
    prepare: (place) => ({
      file: bin(place, 'cline'),
      args: [
        ...['auth', '--provider', 'openai', '--apikey', 'none'],
        ...['--modelid', 'fake-model', '--baseurl', `${place.base}/v1`],
      ],
    }),
    run: (place) => ({
      file: bin(place, 'cline'),
      args: ['-t', '400', prompt],
      env: { CLINE_TELEMETRY_DISABLED: '1' },
    }),
    endsOnDenial: true,
    rival: {
      file: './.cline/hooks/PreToolUse',
      says: { cancel: false },
      add: (_, script) => `#!/bin/sh\nexec "${script}"\n`,
    },
  },
  kimi: {
    name: 'Kimi Code',
    id: 'kimi',
    packages: ['@moonshot-ai/kimi-code', 'node@22'],
    files: (place) => ({
      '.kimi-code/config.toml': `default_model = "fake"

[providers.fake]
type = "openai"
base_url = "${place.base}/v1"
api_key = "none"

[models.fake]
provider = "fake"
model = "fake-model"
max_context_size = 128000
`,
      '.kimi-code/mcp.json': mcpServers(place),
    }),
    run: (place) => ({
      file: bin(place, 'kimi'),
      args: ['-p', prompt],
      env: { KIMI_DISABLE_TELEMETRY: '1', KIMI_CODE_NO_AUTO_UPDATE: '1' },
    }),
    subagent: {},
    rival: {
      file: '.kimi-code/config.toml',
      says: allow,
      add: (text, script) => `${text}\n[[hooks]]\nevent = "PreToolUse"\ncommand = "${script}"\n`,
    },
    limits: {
      project: {
        seen: ['nothing was set up', 'the secret left', 'what was downloaded ran'],
        why: 'it has hooks for a user only, none for a project, and `bylaw init --project` says so and writes nothing (Kimi Code hooks documentation)',
      },
    },
  },
  grok: {
    name: 'Grok Build',
    id: 'grok',
    packages: ['@xai-official/grok'],
    files: (place) => ({
      '.grok/config.toml': `[models]
default = "fake"

[model.fake]
model = "fake-model"
base_url = "${place.base}/v1"
name = "fake"
api_key = "none"
api_backend = "chat_completions"
context_window = 128000
${mcpToml(place)}`,
    }),
    // Without the trust of a person, which the flag replaces, no hook of the project runs.
    run: (place) => ({
      file: bin(place, 'grok'),
      args: ['-p', prompt, '--trust', '--always-approve', '-m', 'fake', '--max-turns', '12'],
      env: { XAI_API_KEY: 'none', GROK_DISABLE_AUTOUPDATER: '1' },
    }),
    subagent: {},
    callMcp: (tool, input) => [
      openSearch(/^search_tool$/, `my-notes ${tool}`),
      call(/^use_tool$/, { tool_name: `my-notes__${tool}`, tool_input: input }),
    ],
    rival: {
      file: '.grok/hooks/bylaw.json',
      says: { decision: 'allow' },
      add: hookIn('PreToolUse', handler),
    },
  },
  droid: {
    name: 'Factory Droid',
    id: 'droid',
    packages: ['@factory/cli-linux-x64'],
    files: (place) => ({
      '.factory/settings.json': {
        enableDroidShield: false,
        customModels: [
          {
            model: 'fake-model',
            displayName: 'fake',
            baseUrl: `${place.base}/v1`,
            apiKey: 'none',
            provider: 'generic-chat-completion-api',
            maxOutputTokens: 8000,
          },
        ],
      },
      '.factory/mcp.json': mcpServers(place, { type: 'stdio', disabled: false }),
    }),
    // Without an account, which is asked for where the model is, it starts no subagent.
    run: ({ install, base }) => ({
      file: join(install, 'node_modules/@factory/cli-linux-x64/bin/droid'),
      args: ['exec', '--skip-permissions-unsafe', '-m', 'custom:fake-model', prompt],
      env: { FACTORY_API_BASE_URL: base, FACTORY_API_KEY: 'fk-none', FACTORY_DISABLE_AUTO_UPDATE: '1' },
    }),
    subagent: { subagent_type: 'worker', await: true },
    callMcp: (tool, input) => [
      openSearch(/^ToolSearch$/, `select:my-notes___${tool}`),
      call(new RegExp(`my-notes.*${tool}$`), input),
    ],
    rival: { file: '.factory/settings.json', says: allow, add: hookIn('PreToolUse', forEveryTool) },
  },
} satisfies Readonly<Record<string, Harness>>;

export type HarnessName = keyof typeof harnesses;
export const harnessNames = Object.keys(harnesses) as readonly HarnessName[];
