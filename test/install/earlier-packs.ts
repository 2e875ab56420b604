/** Packs as an earlier version of bylaw wrote them, with changes of a user. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/**
 * Changes new packs below a folder of policies so that a file is in each state; `added` are also new in this version.
 * Older are `mcp.policy` and, changed too, `git.policy`.
 */
export function earlierPacks(policies: string, added: readonly string[] = []): void {
  const place = (name: string): string => join(policies, 'packs', name);
  const recordFile = place('.bylaw-packs.json');
  const { files } = JSON.parse(readFileSync(recordFile, 'utf8')) as { files: Record<string, string> };
  const write = (name: string, text: string): void => writeFileSync(place(name), text);
  const textOf = (name: string): string => readFileSync(place(name), 'utf8');
  const older = (name: string): string => `${textOf(name)}# An older text.\n`;
  const gone = 'policy io.bylaw.gone\n';
  for (const name of ['mcp.policy', 'git.policy']) files[name] = digestOf(older(name));
  write('mcp.policy', older('mcp.policy'));
  for (const name of ['git.policy', 'cloud.policy']) write(name, `${textOf(name)}# Mine.\n`);
  for (const name of ['gone.policy', 'gone-changed.policy']) files[name] = digestOf(gone);
  write('gone.policy', gone);
  write('gone-changed.policy', `${gone}# Mine.\n`);
  for (const name of ['traces.policy', ...added]) {
    rmSync(place(name), { force: true });
    delete files[name];
  }
  rmSync(place('files.tests.policy'));
  writeFileSync(recordFile, JSON.stringify({ version: '0.0.9', files }));
}
