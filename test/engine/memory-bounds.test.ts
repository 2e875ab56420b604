// How much an engine remembers, and what leaves first.
import { describe, expect, test } from 'vitest';
import { largestMemory } from '../../src/engine/bound-memory.ts';
import { openVolatileStore } from '../../src/store/memory/volatile.ts';
import { bash, call, Setting } from './setting.ts';

describe('bounds', () => {
  const rules = `
label likely on session lasts 7d
  when tool "Read" and it succeeded or unknown
label sure on session lasts 7d
  when tool "Read" and it succeeded
deny a while likely when tool "A"
deny b while sure when tool "B"`;

  test('calls that are settled leave first, and are not forgotten for that; of those that wait 64 are kept, and the rest count as if the news had come', () => {
    const setting = new Setting(rules);
    for (let id = 0; id < 100; id++) {
      setting.ask(call('X', `settled ${id}`));
      if (id % 2 === 0) setting.tell(call('X', `settled ${id}`), 'ok');
    }
    const { calls, forgotten } = setting.memory('session', call('X', ''));
    expect([calls.length, calls[0]?.call, forgotten]).toEqual([32, expect.stringContaining('settled 68'), 0]);
    for (let id = 0; id < 100; id++) setting.ask(call('Read', `waiting ${id}`));
    const later = setting.memory('session', call('X', ''));
    expect(later.calls.filter(({ marks }) => marks.length > 0)).toHaveLength(64);
    expect(later.forgotten).toBe(36);
    for (let id = 0; id < 100; id++) setting.tell(call('Read', `waiting ${id}`), 'error');
    expect([setting.ask(call('A', 'a')), setting.ask(call('B', 'b'))]).toEqual(['a', 'b']);
  });

  test('a memory never has more than 64 KiB, and the last to leave are labels, limits and denials', () => {
    const setting = new Setting(`${rules}
limit rate to 1000 mcp per 31d per session
deny long when tool "Long" reason "${'x'.repeat(1900)}"`);
    setting.ask(call('Read', 'first'));
    for (let id = 0; id < 200; id++) {
      setting.ask(call('Long', `${id} ${'i'.repeat(500)}`));
      setting.ask(call('Read', `${id} ${'i'.repeat(500)}x`));
    }
    const memory = setting.memory('session', call('X', ''));
    const size = JSON.stringify(memory).length;
    expect(size).toBeLessThanOrEqual(largestMemory);
    expect(size).toBeGreaterThan(largestMemory / 3);
    expect(memory.denials).toHaveLength(128);
    expect(memory.forgotten).toBeGreaterThan(0);
    expect(setting.ask(call('A', 'a'))).toBe('a');
  });

  test('a flood of other denials and labels takes away no denial that a rule counts, and no label of a file', () => {
    const labels = Array.from(
      { length: 60 },
      (_, id) =>
        `label own-${id} on file lasts 7d when writes any path\nlabel seen-${id} on session lasts 7d when tool "Bash"`,
    );
    const setting = new Setting(`${labels.join('\n')}
label downloaded on file lasts 2h
  when writes any path and runs "curl"
deny strict when runs any file labelled downloaded when unsure deny
deny reading when tool "Read"
deny many when tool "Other" and denied 3 times within 1d by "com.example.reading"
deny flood when tool "Flood"`);
    setting.ask(bash('curl -o a/b.sh https://x.example.net', '1'));
    for (let id = 0; id < 3; id++) setting.ask(call('Read', `read ${id}`));
    for (let id = 0; id < 100; id++) setting.ask(call('Flood', `flood ${id}`));
    for (let id = 0; id < 20; id++)
      setting.ask(bash(`echo x > d${id}/e/f.txt; echo y > g/h${id}/i.txt`, `write ${id}`));
    expect(setting.memory('session', call('X', '')).forgotten).toBeGreaterThan(0);
    expect(setting.ask(bash('sh a/b.sh', '2'))).toBe('strict');
    expect(setting.ask(call('Other', '3'))).toBe('many');
  });

  test('a call too large to be kept sets all that would have waited for news', () => {
    const setting = new Setting(rules, openVolatileStore());
    setting.ask(call('Read', 'i'.repeat(70_000)));
    expect(setting.memory('session', call('X', ''))).toMatchObject({ calls: [], forgotten: 1 });
    expect([setting.ask(call('A', 'a')), setting.ask(call('B', 'b'))]).toEqual(['a', 'b']);
  });

  test('of very many files the folders have the label, where any file may be the one', () => {
    const setting = new Setting(`
label downloaded on file lasts 2h
  when writes any path and runs "curl" and it succeeded
deny strict when runs any file labelled downloaded when unsure deny`);
    const many = Array.from({ length: 300 }, (_, id) => `-o d/${id}/f${id}.sh https://x.example.net`).join(
      ' ',
    );
    const download = bash(`curl ${many}`, '1');
    setting.ask(download);
    setting.tell(download, 'ok');
    expect(setting.memory('session', download)).toMatchObject({ forgotten: 0 });
    expect(setting.ask(bash('bash d/299/f299.sh', '2'))).toBe('strict');
    expect(setting.ask(bash('bash e/299.sh', '3'))).toBeUndefined();
  });

  test('the oldest of too many files make place for their folder', () => {
    const setting = new Setting(`
label downloaded on file lasts 2h
  when writes any path and runs "curl"
deny sure when runs any file labelled downloaded
deny strict when runs any file labelled downloaded when unsure deny`);
    for (let id = 0; id < 20; id++) {
      const some = Array.from({ length: 30 }, (_, at) => `-o d${id}/${at}.sh https://x.example.net`).join(
        ' ',
      );
      const download = bash(`curl ${some}`, `${id}`);
      setting.ask(download);
      setting.tell(download, 'ok');
    }
    const { files, forgotten } = setting.memory('session', bash('', ''));
    expect(files.length).toBeLessThanOrEqual(512);
    expect(forgotten).toBeGreaterThan(80);
    expect(setting.ask(bash('bash d19/7.sh', 'a'))).toBe('strict');
    expect(setting.decide(bash('bash d19/7.sh', 'b')).matched.map(({ code }) => code)).toContain(
      'com.example.sure',
    );
    expect(setting.decide(bash('bash d0/7.sh', 'c')).matched).toEqual([]);
    expect(setting.ask(bash('bash d0/7.sh', 'd'))).toBe('strict');
    expect(setting.ask(bash('bash e/7.sh', 'e'))).toBeUndefined();
  });

  test('outcomes of calls that nobody asked about, and times of calls that ran all the same, are bounded', () => {
    const setting = new Setting(
      'limit few to 2 mcp per 31d per session\nlabel x on session lasts 1m when it failed\ndeny y while x when tool "Y"',
    );
    for (let id = 0; id < 100; id++) setting.tell(call('X', `${id}`), 'ok');
    expect(setting.memory('session', call('X', '')).early).toHaveLength(32);
    for (let id = 0; id < 400; id++) {
      const event = call('X', `mcp ${id}`);
      const mcp = { ...event, tool: { ...event.tool!, kind: 'mcp' } };
      setting.ask(mcp);
      setting.tell(mcp, 'ok');
    }
    const [counted] = setting.memory('session', call('X', '')).counts;
    expect(counted?.times.length).toBeLessThan(270);
  });
});
