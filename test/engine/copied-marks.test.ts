// Labels on files follow copies, moves and links of them from one call to the next.
import { describe, expect, test } from 'vitest';
import { Engine } from '../../src/engine/engine.ts';
import type { Event } from '../../src/facts/event/event.ts';
import { openVolatileStore } from '../../src/store/memory/volatile.ts';
import { call, program } from './program.ts';
import { digest, hour, minute } from './setting.ts';

const rules = (lasts: string, ending: string): string => `
label down on file lasts ${lasts}
  when runs "curl" and writes any path${ending}
label own on file lasts ${lasts}
  when tool "Write" and writes any path and it succeeded
deny runs
  when runs any file labelled down
watch runs-own
  when runs any file labelled own
deny perhaps-runs
  severity high
  when tool "Careful"
  when runs any file labelled down
  when unsure deny
deny deletes
  when runs "rm"
  when deletes any path
  unless path labelled own
`;

class Session {
  readonly #engine: Engine;
  #now = 1_000_000;
  #ids = 0;

  constructor(ending = ' and it succeeded', lasts = '2h') {
    const memory = { store: openVolatileStore({}), now: () => this.#now, digest };
    this.#engine = new Engine({ program: program(rules(lasts, ending)), memory, keptAnswers: 0 });
  }

  /** A command that is decided and, unless it is denied, ends so; `unknown`: its end is not reported. */
  run(command: string, ends: 'ok' | 'error' | 'unknown' = 'ok', name = 'Bash'): Session {
    const id = `c${++this.#ids}`;
    const input = name === 'Write' ? { file_path: command, content: '' } : { command };
    const event: Event = { ...call(input, { id, name }), call: id };
    const typed: Event =
      name === 'Write' || event.tool === undefined
        ? event
        : { ...event, tool: { ...event.tool, kind: 'shell' } };
    if (this.#engine.decide(typed).effect === 'deny' || ends === 'unknown') return this;
    const { outcome: _, ...raw } = typed.raw;
    const type = ends === 'ok' ? 'tool.after' : 'tool.error';
    this.#engine.observe({ ...typed, id: `${id}-end`, type, raw: { ...raw, type } });
    return this;
  }

  wait(time: number): Session {
    this.#now += time;
    return this;
  }

  /** Whether it is the label that denies, and whether it would where a rule that is unsure denies too. */
  asks(command: string): 'yes' | 'unsure' | 'no' {
    const ask = (name: string): string => {
      const event = call({ command }, { id: `q${++this.#ids}`, name });
      const tool = event.tool && { ...event.tool, kind: 'shell' };
      return this.#engine.decide({ ...event, tool, call: undefined }).effect;
    };
    return ask('Bash') === 'deny' ? 'yes' : ask('Careful') === 'deny' ? 'unsure' : 'no';
  }
}

const download = 'curl -o a.sh https://x.example/a';

describe('what is done with a labelled file in one call, and run in the next', () => {
  test.each([
    ['cp a.sh b.sh', './b.sh', 'yes'],
    ['cp a.sh b', 'sh b', 'yes'],
    ['cp a.sh d/', 'sh d/a.sh', 'yes'],
    ['cp a.sh d', 'sh d/a.sh', 'yes'],
    ['cp -t d a.sh x', 'sh d/a.sh', 'yes'],
    ['mv a.sh b.sh', 'bash b.sh', 'yes'],
    ['mv a.sh d', 'bash d/a.sh', 'yes'],
    ['ln -s a.sh b', './b', 'yes'],
    ['ln a.sh b', './b', 'yes'],
    ['ln -s "$PWD/a.sh" d/', 'd/a.sh', 'yes'],
    ['install -m755 a.sh b', './b', 'yes'],
    ['rsync a.sh b', './b', 'yes'],
    ['cat a.sh > b', 'sh b', 'yes'],
    ['dd if=a.sh of=b', 'sh b', 'yes'],
    ['tee b < a.sh', 'sh b', 'yes'],
    ['cat a.sh | tee b', 'sh b', 'yes'],
    ['cp a.sh b; mv b c', 'sh c', 'yes'],
    ["python -c \"import shutil; shutil.copy('a.sh', 'b')\"", 'sh b', 'yes'],
    ['cat a.sh x > b', 'sh b', 'unsure'],
    ['cat a.sh >> b', 'sh b', 'unsure'],
    ['head -n 9 a.sh > b', 'sh b', 'unsure'],
    ['cp *.sh d/', 'sh d/a.sh', 'unsure'],
    ['cp "$F" b', 'sh b', 'unsure'],
    ['cp a.sh "$F"', 'sh b', 'unsure'],
    ['mv a.sh d', 'bash d/other.sh', 'unsure'],
    ['cp a.sh d', 'bash d/other.sh', 'no'],
    ['cp x b', 'sh b', 'no'],
    ['cp "$F" "$G"', 'sh b', 'unsure'],
    ['grep x a.sh > b', 'sh b', 'unsure'],
    ['cat a.sh', 'sh b', 'no'],
    ['chmod +x a.sh', 'sh b', 'no'],
  ])('%s, then %s: %s', (first, second, expected) => {
    expect(new Session().run(download).run(first).asks(second)).toBe(expected);
  });

  test('folders with all that is in them', () => {
    const session = new Session().run('curl -o r/sub/a.sh https://x.example/a');
    expect(session.run('cp -r r s').asks('sh s/sub/a.sh')).toBe('yes');
    expect(session.asks('sh s/r/sub/a.sh')).toBe('yes');
    expect(session.asks('sh s/sub/b.sh')).toBe('no');
    expect(session.run('mv s t').asks('cd t/sub && ./a.sh')).toBe('yes');
  });

  test('in the order in which it is done', () => {
    expect(new Session().run(download).run('cp b c; cp a.sh b; cp b c').asks('sh c')).toBe('yes');
    expect(new Session().run(download).run('cp b c; cp a.sh b').asks('sh c')).toBe('no');
  });

  test('from one copy to the next', () => {
    const session = new Session().run(download).run('cp a.sh b').run('mv b c').run('ln -s c d');
    expect(session.asks('sh d')).toBe('yes');
  });
});

test.each([
  [' and it succeeded', 'unknown', 'unsure'],
  [' and it succeeded', 'error', 'unsure'],
  [' and it succeeded or unknown', 'unknown', 'yes'],
  [' and it succeeded or unknown', 'error', 'unsure'],
  ['', 'unknown', 'yes'],
] as const)('a label that is set by a download%s; the copy ends with %s: %s', (ending, ends, expected) => {
  const session = new Session(ending).run(download).run('cp a.sh b', ends);
  expect(session.asks('sh b')).toBe(expected);
});

test('a copy has the label as long as its source would have had it, and no longer', () => {
  const session = new Session().run(download).wait(hour).run('cp a.sh b');
  expect(session.wait(hour - minute).asks('sh b')).toBe('yes');
  expect(session.run('cp b c').asks('sh c')).toBe('yes');
  expect(session.wait(minute).asks('sh c')).toBe('no');
});

test('a copy of an older file does not end the label of a younger one', () => {
  const session = new Session().run(download).wait(hour).run('curl -o b https://x.example/b');
  expect(
    session
      .run('cp a.sh b')
      .wait(hour + minute)
      .asks('sh b'),
  ).toBe('yes');
});

test('what labels the file in the same call labels its copy', () => {
  const session = new Session().run('curl -o a.sh https://x.example/a; cp a.sh b; ln b c');
  expect(session.asks('sh c')).toBe('yes');
});

describe('a label that excuses', () => {
  const deletes = (session: Session, path: string): string => session.asks(`rm -f ${path}`);

  test('is on the copy of a file that has it', () => {
    const session = new Session().run('/repo/a', 'ok', 'Write').run('cp a b');
    expect(deletes(session, 'a')).toBe('no');
    expect(deletes(session, 'b')).toBe('no');
    expect(deletes(session, 'c')).toBe('yes');
  });

  test('is not on what a call that failed, or of which nobody tells, may have made', () => {
    const own = (): Session => new Session().run('/repo/a', 'ok', 'Write');
    expect(deletes(own().run('cp a b', 'error'), 'b')).toBe('yes');
    expect(deletes(own().run('cp a b', 'unknown'), 'b')).toBe('yes');
    expect(deletes(own().run('cat a x > b'), 'b')).toBe('yes');
    expect(deletes(own().run('cp "$F" b'), 'b')).toBe('yes');
  });

  test('is not on a folder into which the file was copied', () => {
    const session = new Session().run('/repo/a', 'ok', 'Write').run('cp a src');
    expect(session.asks('rm -r src')).toBe('yes');
    expect(session.asks('rm src/other')).toBe('yes');
  });
});

test('a flood of copies loses none of them, and is not slow', () => {
  const session = new Session();
  const files = Array.from({ length: 60 }, (_, index) => `curl -o r/${index}.sh https://x.example/a`);
  session.run(files.join('; '));
  const copies = Array.from({ length: 20 }, (_, index) => `cp -r r s${index}`);
  session.run(copies.join('; '));
  expect(session.asks('sh s0/0.sh')).not.toBe('no');
  expect(session.asks('sh s19/59.sh')).not.toBe('no');
});
