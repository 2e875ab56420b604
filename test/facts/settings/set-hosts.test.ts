/**
 * Files of settings, commands, and the hosts that these then mean, as text: UPDATE=1 writes the cases anew, for a person to
 * read. A file begins with `--- PATH`, a command with `$`; commands run in `/home/user/project`.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writtenDisk } from '../../../src/facts/disk/written-disk.ts';
import { derive } from '../../../src/facts/facts.ts';
import { showShape } from '../../../src/pattern/text/shape.ts';
import { eventOf } from '../../../src/scenario/call.ts';

const file = new URL('set-hosts.txt', import.meta.url);

/** The connections, what is sent, what runs behind the command itself, and what is not known. */
function shown(command: string, files: ReadonlyMap<string, string>): readonly string[] {
  const disk = writtenDisk(new Map([...files].map(([path, text]) => [path, { text }])), '/home/user');
  const { effects } = derive(eventOf({ kind: 'command', command }, new Map()), undefined, undefined, {
    disk,
  });
  const sure = (certain: boolean): string => (certain ? '' : '? ');
  return [
    ...effects.connects.map(
      ({ certain, text, from }) => `${sure(certain)}connects ${text}${from === undefined ? '' : `, ${from}`}`,
    ),
    ...effects.sends.map(
      ({ certain, host }) => `${sure(certain)}sends to ${JSON.stringify(host.text ?? host)}`,
    ),
    ...effects.commands
      .filter((each) => each.file !== undefined)
      .map(
        ({ program, args, certain }) => `${sure(certain)}runs ${[program, ...args.map(showShape)].join(' ')}`,
      ),
    ...effects.unknowns.map(({ text, why }) => `unknown ${text}: ${why}`),
  ];
}

/** The files up to the first command. */
function filesOf(part: string): ReadonlyMap<string, string> {
  const files = (/^.*?(?=^\$ )/ms.exec(part)?.[0] ?? part).split(/^--- /m).slice(1);
  return new Map(
    files.map((each) => {
      const end = each.indexOf('\n');
      const path = each.slice(0, end);
      return [path.startsWith('/') ? path : `/home/user/${path}`, each.slice(end + 1)] as const;
    }),
  );
}

const parts = readFileSync(file, 'utf8').split(/^# /m).slice(1);
const written = parts.map((part) => {
  const [title = '', ...lines] = part.trimEnd().split('\n');
  const first = lines.findIndex((line) => line.startsWith('$ '));
  const given = lines.slice(0, first).join('\n');
  const files = filesOf(given);
  const commands = lines.slice(first).filter((line) => line.startsWith('$ '));
  const answers = commands.map((line) => [line, ...shown(line.slice(2), files)].join('\n'));
  return { title, expected: lines.join('\n'), found: [given, ...answers].join('\n') };
});

if (process.env.UPDATE === '1')
  writeFileSync(file, written.map(({ title, found }) => `# ${title}\n${found}\n`).join('\n'));

describe('hosts that settings name', () => {
  test.each(written)('$title', ({ expected, found }) => {
    expect(found).toBe(process.env.UPDATE === '1' ? found : expected);
  });
});

/** What the programs themselves say of the same files. */
describe('hosts that settings name, by the programs', () => {
  const asked = [
    [
      'kubectl',
      'kubectl delete ns x',
      ['config', 'view', '--minify', '-o', 'jsonpath={.clusters[0].cluster.server}'],
    ],
    [
      'kubectl',
      'kubectl --context dev -n web delete pod x',
      ['--context', 'dev', 'config', 'view', '--minify', '-o', 'jsonpath={.clusters[0].cluster.server}'],
    ],
    ['docker', 'docker rm -f db', ['context', 'inspect', '--format', '{{.Endpoints.docker.Host}}', 'prod']],
    ['npm', 'npm install left-pad', ['config', 'get', 'registry']],
  ] as const;

  test.each(asked)('%s: %s', (program, command, words) => {
    if (spawnSync(program, ['--help']).error !== undefined) return;
    const files = filesOf(parts.find((part) => part.includes(`$ ${command}\n`)) ?? '');
    const folder = mkdtempSync(join(tmpdir(), 'bylaw-settings-'));
    try {
      for (const [path, text] of files) {
        // Docker finds a context by the hash of its name.
        const place = path.replace('/home/user/', '').replace('/91/', `/${hashOf('prod')}/`);
        mkdirSync(dirname(join(folder, place)), { recursive: true });
        writeFileSync(join(folder, place), text);
      }
      const env = { PATH: process.env.PATH, HOME: folder };
      const cwd = join(folder, 'project');
      mkdirSync(cwd, { recursive: true });
      const said = spawnSync(program, words, { cwd, env, encoding: 'utf8' }).stdout.trim();
      const host = new URL(said).host;
      expect(shown(command, files).filter((line) => line.startsWith('connects '))).toContainEqual(
        expect.stringContaining(`//${host},`),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
