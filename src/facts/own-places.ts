/**
 * The places of bylaw and of the settings that decide whether a harness asks bylaw, as path patterns: the meaning of
 * `@bylaw`. Places that are the same on every machine are here. Those of one process are added where it runs
 * (`src/host/machine/own-places.ts`). The patterns cover the files of each harness that `src/install` writes and reads,
 * and the other files that decide whether hooks run.
 */
import { braceExpand } from 'minimatch';

const inEachHomeAndProject = [
  '.claude/settings{,.local}.json',
  '.claude/hooks/**',
  '.codex/{hooks.json,config.toml}',
  '.codex/*.config.toml',
  '.codex/hooks/**',
  '.cursor/hooks.json',
  '.cursor/hooks/**',
  '.github/hooks/**',
  '.github/copilot/settings{,.local}.json',
  '.copilot/{settings,config}.json',
  '.copilot/hooks/**',
  '.{opencode,kilo}/plugin{,s}/**',
  '.gemini/settings.json',
  '.gemini/hooks/**',
  '.gemini/config/hooks.json',
  '.qwen/settings.json',
  '.qwen/hooks/**',
  '.kimi{,-code}/config.toml',
  '.factory/{settings,settings.local,hooks}.json',
  '.factory/hooks/**',
  '.windsurf/hooks.json',
  '.kiro/hooks/**',
  '.cline/hooks/**',
  '.clinerules/hooks/**',
  '.agents/plugins/bylaw/**',
  '.agents/hooks.json',
  '.devin/{hooks.v1,config,config.local}.json',
  '.devin/hooks/**',
  '.grok/hooks/**',
  '.grok/config.toml',
];

const inProjects = ['{,.}crush.json', '{opencode,kilo}.json{,c}', '.bylaw', '.bylaw/**'];

const inHomes = [
  '.claude.json',
  '.gemini/trustedFolders.json',
  '.qwen/trustedFolders.json',
  // Whether the editor's extension and the command line run hooks at all.
  '.cline/data/globalState.json',
  '.grok/trust*',
  '.codeium/windsurf/hooks.json',
  'Documents/Cline/Hooks/**',
  '{.config,AppData/Roaming}/devin/config.json',
  '.config/crush/crush.json',
  '.local/share/crush/crush.json',
  'AppData/Local/crush/crush.json',
  '.config/goose/config.yaml',
  '.config/{opencode,kilo}/{opencode,kilo}.json{,c}',
  '.config/{opencode,kilo}/plugin{,s}/**',
  '.config/systemd/user/bylaw.{service,socket}',
  'Library/LaunchAgents/io.bylaw.serve.plist',
  // The hook treats these as folders of bylaw, wherever bylaw is installed.
  '.config/bylaw',
  '.config/bylaw/**',
  '.local/state/bylaw',
  '.local/state/bylaw/**',
  '.cache/bylaw',
  '.cache/bylaw/**',
];

const inSystems = [
  // The usual places of the programs, for scripts where the search path is not known: `rm "$(command -v node)"`.
  '/usr/bin/{bylaw,node}',
  '/etc/bylaw',
  '/etc/bylaw/**',
  '/run/user/*/bylaw.sock',
  '/{etc/claude-code,Library/Application Support/ClaudeCode}/**',
  'C:/Program{ Files,Data}/ClaudeCode/**',
  '/etc/codex/**',
  'C:/ProgramData/OpenAI/Codex/**',
  '/etc/github-copilot/**',
  'C:/ProgramData/GitHub/Copilot/**',
  '/{etc/cursor,Library/Application Support/Cursor}/hooks.json',
  '/{etc/gemini-cli,Library/Application Support/GeminiCli}/settings.json',
  'C:/ProgramData/gemini-cli/settings.json',
  '/{etc/qwen-code,Library/Application Support/QwenCode}/settings.json',
  'C:/ProgramData/qwen-code/settings.json',
  '/{etc/windsurf,Library/Application Support/Windsurf}/hooks.json',
  'C:/ProgramData/{Cursor,Windsurf}/hooks.json',
];

/** The places that are the same on every machine. */
export const usualPlaces: readonly string[] = [
  ...inEachHomeAndProject.flatMap((place) => [`~/${place}`, `**/${place}`]),
  ...inProjects.map((place) => `**/${place}`),
  ...inHomes.map((place) => `~/${place}`),
  ...inSystems,
].flatMap((place) => braceExpand(place));

/** Variables that move a folder of a harness or of bylaw, and the folder that each moves. */
export const movedFolders: Readonly<Record<string, string>> = {
  CLAUDE_CONFIG_DIR: '~/.claude',
  CODEX_HOME: '~/.codex',
  COPILOT_HOME: '~/.copilot',
  CLINE_HOOKS_DIR: '~/.cline/hooks',
  CRUSH_GLOBAL_CONFIG: '~/.config/crush',
  XDG_CONFIG_HOME: '~/.config',
  XDG_STATE_HOME: '~/.local/state',
  XDG_CACHE_HOME: '~/.cache',
  APPDATA: '~/AppData/Roaming',
};

/**
 * Where tests of policies have bylaw: its program and its node below `/opt/bylaw`, its policies below `/etc/bylaw`, and the
 * link that starts it in `/usr/local/bin`.
 */
export const placesInTests: readonly string[] = [
  '/opt/bylaw',
  '/opt/bylaw/**',
  '/usr/local/bin/bylaw',
  ...usualPlaces,
];

/** The folders that contain one of the places, up to the home or the root; none for a place that may be anywhere. */
export function foldersAbove(places: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const place of places) {
    if (place.startsWith('**/')) continue;
    let folder = place.replace(/\/\*\*$/, '');
    for (let end = folder.lastIndexOf('/'); end > 0; end = folder.lastIndexOf('/')) {
      folder = folder.slice(0, end);
      folders.add(/^[A-Za-z]:$/.test(folder) ? `${folder}/` : folder);
    }
    if (folder.startsWith('/')) folders.add('/');
  }
  return [...folders];
}
