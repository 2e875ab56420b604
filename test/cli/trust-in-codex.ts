/** Writes into config.toml what Codex writes when a person trusts the hooks of hooks.json. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Handler {
  readonly command: string;
  readonly timeout: number;
}

/** `folder` is the `.codex` of a user, `hooks` the file that is trusted; `events` are all where none are named. */
export function trustInCodex(
  folder: string,
  hooks = join(folder, 'hooks.json'),
  events?: readonly string[],
): void {
  const file: { hooks: Record<string, { hooks: Handler[] }[]> } = JSON.parse(readFileSync(hooks, 'utf8'));
  const lines = Object.entries(file.hooks)
    .filter(([event]) => events?.includes(event) ?? true)
    .flatMap(([event, groups]) =>
      groups.flatMap((group, at) =>
        group.hooks.flatMap(({ command, timeout }, index) => {
          const label = event.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
          const text = `{"event_name":"${label}","hooks":[{"async":false,"command":${JSON.stringify(command)},"timeout":${timeout},"type":"command"}]}`;
          const digest = createHash('sha256').update(text).digest('hex');
          return [
            `[hooks.state."${hooks}:${label}:${at}:${index}"]`,
            `trusted_hash = "sha256:${digest}"`,
            '',
          ];
        }),
      ),
    );
  writeFileSync(join(folder, 'config.toml'), lines.join('\n'));
}
