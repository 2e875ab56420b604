// What make would run of a makefile is what the reader of makefiles says, by GNU make itself.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AskedTasks } from '../../src/facts/tasks/family.ts';
import { readTasks } from '../../src/facts/tasks/read-tasks.ts';
import { effort, seed, tell, timeout } from './effort.ts';

const make = spawnSync('make', ['--version'], { encoding: 'utf8' });
const isThere = make.status === 0 && make.stdout.startsWith('GNU Make');

// ── makefiles ───────────────────────────────────────────────────────────────────────────────

const sources = ['m.c', 't.c', 'u.in', 'sub/v.c'];
const targets = ['a', 'b', 'c', 'x.o', 'm.o', 'out/t.o', 'lib'];
const names = ['V', 'W', 'LIST', 'Q', 'T'];

const pick = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);

/** What may be in a value or a recipe; `$$` is for the shell. */
const reference = pick(
  ...[
    '$(V)',
    '$(W)',
    '\u0024{LIST}',
    '$(Q)',
    '$(LIST:.c=.o)',
    '$(LIST:%.c=out/%.o)',
    '$(patsubst %.c,%.d,$(LIST))',
  ],
  ...[
    '$(filter %.c,$(LIST))',
    '$(filter-out m.c,$(LIST))',
    '$(notdir $(LIST))',
    '$(dir $(LIST))',
    '$(words $(V))',
  ],
  ...[
    '$(addprefix -I,$(LIST))',
    '$(sort $(LIST) m.c)',
    '$(firstword $(LIST))',
    '$(subst s,S,$(V))',
    '$(strip $(W))',
  ],
  ...[
    '$(if $(W),yes,no)',
    '$(foreach i,$(LIST),<$(i)>)',
    '$(basename $(LIST))',
    '$(suffix $(LIST))',
    '$(wordlist 1,2,$(LIST))',
  ],
  ...[
    '$(call F,one,two)',
    '$(or $(W),other)',
    '$(and $(W),both)',
    '$(word 2,$(LIST))',
    '$(lastword $(LIST))',
    '$(join $(LIST),$(V))',
  ],
);
const word = fc.oneof(
  { weight: 3, arbitrary: pick('one', 'm.c', 'sub/v.c', 't.c', '-x', 'a=b', "'q r'", '"z"', '') },
  { weight: 2, arbitrary: reference },
);
const words = fc.array(word, { maxLength: 3 }).map((all) => all.join(' '));
const automatic = pick(
  '$(T)',
  '$@',
  '$<',
  '$^',
  '$*',
  '$(@D)',
  '$(@F)',
  '$(<F)',
  '$+',
  '$|',
  '$$x',
  '$$$$',
  '',
);

const assignment = fc
  .tuple(pick(...names), pick('=', ':=', '?=', '+=', '::='), words)
  .map(([name, operator, value]) => `${name} ${operator} ${value}`);
// Lists of several lines are not told as make does: functions of words leave their line ends as they are.
const define = fc
  .tuple(pick('V', 'Q', 'T'), pick('', ' =', ' :='), words, words)
  .map(([name, operator, one, two]) => `define ${name}${operator}\n${one}\n${two}\nendef`);
const line = fc
  .tuple(pick('', '@', '-', '@-', '$(Q)'), word, automatic, word, pick('', ' \\\n\tmore', ' # remark'))
  .map(([prefix, one, two, three, end]) => `\t${prefix}echo ${one} ${two} ${three}${end}`);
const recipe = fc.array(line, { maxLength: 3 }).map((lines) => lines.join('\n'));
const needs = fc
  .array(pick(...targets, ...sources, '$(LIST)', '$(LIST:.c=.o)', '| b', '| lib'), { maxLength: 3 })
  .map((all) => {
    const before = all.filter((each) => each.startsWith('|'));
    return [...all.filter((each) => !each.startsWith('|')), ...before.slice(0, 1)].join(' ');
  });
const rule = fc
  .tuple(fc.uniqueArray(pick(...targets), { minLength: 1, maxLength: 2 }), needs, recipe)
  .map(([all, need, lines]) => `${all.join(' ')}: ${need}\n${lines}`);
const inline = fc
  .tuple(pick(...targets), needs, word)
  .map(([target, need, text]) => `${target}: ${need} ; echo in ${text}`);
const double = fc
  .tuple(pick('d', 'e'), needs, recipe)
  .map(([target, need, lines]) => `${target}:: ${need}\n${lines}`);
const pattern = fc
  .tuple(
    pick('%.o: %.c', 'out/%.o: %.c', 'x.o m.o: %.o: %.c', '%.o: sub/%.c', '.c.o:', '%.gen: %.in'),
    recipe,
  )
  .map(([head, lines]) => `${head}\n${lines}`);
const ofTarget = fc
  .tuple(pick(...targets, '%.o'), pick(...names), pick('=', ':=', '+='), words)
  .map(([target, name, operator, value]) => `${target}: ${name} ${operator} ${value}`);
const conditional = fc
  .tuple(
    pick('ifeq ($(V),one)', 'ifneq ($(W),)', 'ifdef V', 'ifndef W', "ifeq '$(V)' ''"),
    fc.oneof(assignment, rule),
    fc.option(fc.oneof(assignment, rule)),
  )
  .map(([head, one, two]) => `${head}\n${one}${two === null ? '' : `\nelse\n${two}`}\nendif`);
const special = pick(
  '.PHONY: a b',
  '.DEFAULT_GOAL = b',
  '.DEFAULT:\n\techo by default $@',
  '# a remark \\\n over lines',
  '.SUFFIXES:',
  'export V',
);

const makefile = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: assignment },
      { weight: 1, arbitrary: define },
      { weight: 6, arbitrary: rule },
      { weight: 1, arbitrary: inline },
      { weight: 1, arbitrary: double },
      { weight: 3, arbitrary: pattern },
      { weight: 1, arbitrary: ofTarget },
      { weight: 2, arbitrary: conditional },
      { weight: 1, arbitrary: special },
    ),
    { minLength: 1, maxLength: 9 },
  )
  .map((parts) => `F = <$(1)+$(2)>\nV =\nW =\nQ =\nLIST = m.c sub/v.c\n${parts.join('\n')}\n`);
const asked = fc.array(pick('a', 'b', 'm.o', 'd', 'V=given', 'LIST=m.c t.c', 'none'), { maxLength: 2 });

// ── what is run ─────────────────────────────────────────────────────────────────────────────

const folder = mkdtempSync(join(tmpdir(), 'bylaw-makefiles-'));
mkdirSync(join(folder, 'sub'));
for (const source of sources) writeFileSync(join(folder, source), '');

/** The lines that make would run, of what it can make; undefined where it does not take the makefile. */
function printed(text: string, words: readonly string[]): readonly string[] | undefined {
  writeFileSync(join(folder, 'Makefile'), text);
  const { stdout, stderr } = spawnSync('make', ['-n', '-k', '--no-print-directory', ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  return !/^Makefile:\d+: \*\*\*/m.test(stderr)
    ? linesOf(stdout).filter((each) => !/^make(?:\[\d+\])?: |^#/.test(each))
    : undefined;
}

/** Lines with what a backslash continues, in one way of writing blanks. */
const linesOf = (text: string): readonly string[] =>
  text
    .split(/(?<!\\)\n/)
    .map((each) => each.replace(/\\\n/g, ' ').replace(/\s+/g, ' ').trim())
    .filter((each) => each !== '');

function said(
  text: string,
  words: readonly string[],
): { readonly lines: readonly string[]; readonly isOpen: boolean } {
  const given: AskedTasks = {
    program: 'make',
    words: [],
    operands: words,
    options: new Set(),
    values: () => [],
    variable: () => ({ is: 'unset' }),
    read: () => 'absent',
    names: () => undefined,
    entry: (path) => (sources.includes(path) || path === 'Makefile' ? 'file' : 'absent'),
  };
  const tasks = readTasks('make', text, given);
  if (tasks === undefined || tasks === 'absent') return { lines: [], isOpen: true };
  const scripts = tasks.flatMap(({ script }) =>
    // What a recipe has in its environment is no line of its own, and a variable that is not set is nothing.
    linesOf(script.replace(/^(?:export .*\n|case .* esac\n)+/, '').replace(/\$\{\w+\}/g, '')),
  );
  return { lines: scripts, isOpen: tasks.some(({ isOpen }) => isOpen) };
}

test.runIf(isThere)(
  'what make would run is what is said to be run',
  () => {
    let tried = 0;
    let lines = 0;
    let open = 0;
    let more = 0;
    fc.assert(
      fc.property(makefile, asked, (text, words) => {
        const real = printed(text, words);
        if (real === undefined) return;
        tried++;
        const { lines: own, isOpen } = said(text, words);
        lines += real.length;
        if (isOpen) {
          open++;
          return;
        }
        more += own.filter((each) => !real.includes(each)).length;
        expect(own, text).toEqual(expect.arrayContaining([...real]));
      }),
      { seed, numRuns: effort(6000, 25) },
    );
    tell({ makefiles: tried, lines, 'not told': open, 'said besides': more });
    rmSync(folder, { recursive: true });
    expect(open).toBeLessThan(tried / 20 + 1);
  },
  timeout,
);
