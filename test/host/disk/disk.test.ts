/** The disk of this machine: what it says of what is there, and what it does not touch, wait for or follow. */
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longestFile, mostNames } from '../../../src/facts/disk/disk.ts';
import { DiskView } from '../../../src/facts/disk/disk-view.ts';
import { derive } from '../../../src/facts/facts.ts';
import { openDisk } from '../../../src/host/disk/disk.ts';
import { pathShapeOfText, showPathShape } from '../../../src/pattern/path/path-shape.ts';
import { textShape } from '../../../src/pattern/text/shape.ts';
import { tries } from '../../campaign/effort.ts';
import { shellEvent } from '../../variants/shell-event.ts';

let folder = '';
const at = (...names: readonly string[]): string => join(folder, ...names);

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-disk-')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const disk = openDisk();

describe('what is there', () => {
  test('files, folders, links, and what is none of these', () => {
    writeFileSync(at('a.txt'), 'text');
    mkdirSync(at('d'));
    symlinkSync('a.txt', at('l'));
    expect(spawnSync('mkfifo', [at('pipe')]).status).toBe(0);
    expect(disk.entry(at('a.txt'))).toEqual({ is: 'file' });
    expect(disk.entry(at('d'))).toEqual({ is: 'folder' });
    expect(disk.entry(at('l'))).toEqual({ is: 'link', to: 'a.txt' });
    expect(disk.entry(at('pipe'))).toEqual({ is: 'other' });
    expect(disk.entry(at('none'))).toEqual({ is: 'absent' });
    linkSync(at('a.txt'), at('b.txt'));
    expect(disk.entry(at('a.txt'))).toEqual({ is: 'file', hasOtherNames: true });
    rmSync(at('b.txt'));
    expect(disk.entry(at('a.txt', 'below'))).toEqual({ is: 'absent' });
    expect(disk.names(at('d'))).toEqual([]);
    expect(disk.names(at('none'))).toEqual([]);
    expect(disk.text(at('a.txt'))).toEqual({ is: 'text', text: 'text' });
    expect(disk.text(at('none'))).toEqual({ is: 'absent' });
  });

  test('a pipe is neither opened nor waited for', () => {
    expect(disk.text(at('pipe'))).toEqual({ is: 'unknown', why: 'it is no plain file' });
  });

  test('a file is read up to its bound, and a program is no text', () => {
    writeFileSync(at('long'), 'x'.repeat(longestFile));
    expect(disk.text(at('long')).is).toBe('text');
    appendFileSync(at('long'), 'x');
    expect(disk.text(at('long'))).toEqual({ is: 'unknown', why: 'it has more than 64 KiB' });
    writeFileSync(at('binary'), Buffer.from([0x7f, 0x45, 0, 1]));
    expect(disk.text(at('binary'))).toEqual({ is: 'binary' });
    writeFileSync(at('program'), Buffer.alloc(longestFile + 1));
    expect(disk.text(at('program'))).toEqual({ is: 'binary' });
  });

  test.runIf(process.platform !== 'win32')('a folder into which others may put things', () => {
    mkdirSync(at('open'));
    chmodSync(at('open'), 0o777);
    mkdirSync(at('sticky'));
    chmodSync(at('sticky'), 0o1777);
    expect(disk.entry(at('open'))).toEqual({ is: 'folder', isShared: true });
    expect(disk.entry(at('sticky'))).toEqual({ is: 'folder' });
    expect(disk.entry('/')).toEqual({ is: 'folder' });
  });

  test.runIf(process.platform !== 'win32')('where programs are looked for', () => {
    expect(openDisk('/usr/bin::bin').searchPath).toEqual(['/usr/bin', '.', 'bin']);
    expect(openDisk('').searchPath).toEqual(['.']);
    expect(openDisk().searchPath).toContain('/usr/bin');
  });

  test.runIf(process.platform !== 'win32')('what others may put on the search path is not known', () => {
    writeFileSync(at('open', 'git'), '');
    const unknownsOf = (command: string): readonly string[] =>
      derive(shellEvent(command, at('d')), undefined, undefined, {
        disk: openDisk(`/usr/bin:${at('open')}`),
      }).effects.unknowns.map(({ why }) => why);
    expect(unknownsOf('git status')).toEqual([`others may put another program into ${at('open')}`]);
    expect(unknownsOf('ls')).toEqual([]);
  });

  test('a zero behind the first line hides nothing', () => {
    writeFileSync(at('zero.sh'), 'rm -rf x\n\0');
    expect(disk.text(at('zero.sh'))).toEqual({ is: 'text', text: 'rm -rf x\n' });
  });

  test('the empty device is an empty file', () => {
    expect(disk.entry('/dev/null')).toEqual({ is: 'file' });
    expect(disk.text('/dev/null')).toEqual({ is: 'text', text: '' });
  });

  test.runIf(process.platform === 'linux')('a name that is no UTF-8 is not taken for another', () => {
    spawnSync('bash', ['-c', "ln -sfn $'n\\xff' odd; ln -s /srv $'n\\xff'"], { cwd: folder });
    expect(disk.entry(at('odd'))).toEqual({ is: 'unknown' });
    const view = new DiskView(disk);
    view.reals(
      textShape('odd/x'),
      pathShapeOfText(folder, undefined),
      pathShapeOfText(at('odd', 'x'), undefined),
      true,
    );
    expect(view.unknownPath).toBe(at('odd'));
    spawnSync('bash', ['-c', "rm -f odd $'n\\xff'"], { cwd: folder });
  });

  test('a folder of more names than are told is not read to its end', () => {
    mkdirSync(at('many'));
    writeFileSync(at('many', '0'), '');
    // Other names of one file are made sooner than files.
    for (let name = 1; name <= mostNames; name++) linkSync(at('many', '0'), at('many', `${name}`));
    expect(disk.names(at('many'))).toBeUndefined();
    rmSync(at('many', '0'));
    expect(disk.names(at('many'))).toHaveLength(mostNames);
  });

  test.runIf(process.platform !== 'win32')('a file that grows is read no further than its bound', () => {
    const line = 'x'.repeat(99);
    const writer = spawn('sh', ['-c', `while :; do echo ${line}; done > '${at('growing')}'`]);
    try {
      const lengths: number[] = [];
      for (let is = 'absent'; is !== 'unknown'; ) {
        const read = disk.text(at('growing'));
        is = read.is;
        if (read.is === 'text') lengths.push(read.text.length);
      }
      expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(longestFile);
    } finally {
      writer.kill('SIGKILL');
    }
  });

  // Nothing is forbidden to the super-user.
  test.runIf(process.getuid?.() !== 0)('what may not be read is not known', () => {
    writeFileSync(at('closed'), 'x');
    chmodSync(at('closed'), 0);
    expect(disk.text(at('closed'))).toEqual({ is: 'unknown', why: 'it may not be read' });
  });

  test.each(['/proc/self/environ', '/dev/zero', '/dev/stdin', '/sys/kernel'])(
    '%s is not looked at',
    (path) => {
      expect(disk.entry(path)).toEqual({ is: 'unseen' });
      expect(disk.text(path)).toEqual({ is: 'unseen' });
      expect(disk.names(path)).toBeUndefined();
    },
  );
});

describe('where paths lead', () => {
  test('links in a circle lead nowhere', () => {
    symlinkSync('two', at('one'));
    symlinkSync('one', at('two'));
    const view = new DiskView(disk);
    expect(view.entry(pathShapeOfText(at('one', 'x'), undefined))).toBe('absent');
    expect(view.text(pathShapeOfText(at('two'), undefined))).toEqual({ is: 'absent' });
  });

  test('as the system itself says, through links and steps back', () => {
    const names = ['a', 'b', 'c'];
    const tree = at('tree');
    const path = fc.array(fc.constantFrom(...names, '..', '.'), { minLength: 1, maxLength: 5 });
    const link = fc.record({
      in: fc.constantFrom('', 'a', 'b', 'a/b'),
      name: fc.constantFrom('x', 'y', 'z'),
      to: fc.array(fc.constantFrom(...names, 'x', 'y', '..'), { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(
        fc.array(link, { maxLength: 6 }),
        fc.array(path, { minLength: 5, maxLength: 5 }),
        (links, paths) => {
          rmSync(tree, { recursive: true, force: true });
          for (const one of names)
            for (const two of names) mkdirSync(join(tree, one, two), { recursive: true });
          for (const { in: where, name, to } of links) {
            const place = join(tree, where, name);
            rmSync(place, { force: true });
            symlinkSync(to.join('/'), place);
          }
          const view = new DiskView(disk);
          const base = pathShapeOfText(tree, undefined);
          for (const steps of [
            ...paths,
            ...links.map(({ in: where, name }) => [where, name, ...(paths[0] ?? [])]),
          ]) {
            const text = steps.filter((step) => step !== '').join('/');
            const written = pathShapeOfText(text, base);
            const led = view.reals(textShape(text), base, written, true)[0] ?? written;
            let real: string | undefined;
            try {
              real = realpathSync.native(`${tree}/${text}`);
            } catch {
              // What is not there has no real path.
            }
            if (real !== undefined) expect(showPathShape(led)).toBe(real);
          }
        },
      ),
      { numRuns: tries(30) },
    );
  });

  test('as much is asked as one call may ask, and then nothing is known', () => {
    const view = new DiskView(disk);
    const entries = Array.from({ length: 400 }, (_, n) =>
      view.entry(pathShapeOfText(at(`n${n}`), undefined)),
    );
    expect(entries[0]).toBe('absent');
    expect(entries.at(-1)).toBe('unknown');
    expect(view.isSpent).toBe(true);
  });
});
