// Which files a command executes: a `?` stands behind one of which the path is not known, or that may not be executed.
import { describe, expect, test } from 'vitest';
import { derive, type Facts } from '../../../src/facts/facts.ts';
import { isKnown, showPathShape } from '../../../src/pattern/path/path-shape.ts';
import { eventOf } from '../../../src/scenario/call.ts';

const shell = (command: string): Facts => derive(eventOf({ kind: 'command', command }, new Map()));

function executed({ effects }: Facts): string {
  const files = effects.executed.map(({ path, certain, command = -1 }) => {
    const shown = showPathShape(path).replace(/^\/home\/user\/project\//, '');
    const by = effects.commands[command]?.program;
    return `${shown}${certain && isKnown(path) && path.anchor !== 'floating' ? '' : '?'}${by === shown.replace(/^.*\//, '') ? '' : ` by ${by}`}`;
  });
  return [...new Set(files)].join(', ');
}

describe.each(
  Object.entries({
    'a program named by its path': [
      ['./a.sh', 'a.sh'],
      ['bin/tool --flag', 'bin/tool'],
      ['/opt/x/run', '/opt/x/run'],
      ['~/bin/tool', '~/bin/tool'],
      ['cd sub && ./a.sh', 'sub/a.sh'],
      ['chmod +x a.sh && ./a.sh > out.txt', 'a.sh'],
      ['(./a.sh); if ./b.sh; then ./c.sh; fi', 'a.sh, b.sh, c.sh'],
      ['for f in a b; do ./$f.sh; done', 'a.sh, b.sh'],
      ['f() { ./a.sh; }; f', 'a.sh'],
      ['git clone https://h.example/r && r/install.sh', 'r/install.sh'],
    ],
    'a program by its name alone is looked for elsewhere': [
      ['tool', ''],
      ['npm test', ''],
      ['git status', ''],
      ['\\ls', ''],
      ['r\\m -rf /srv', ''],
    ],
    'scripts of shells': [
      ['bash a.sh', 'a.sh by bash'],
      ['bash -x a.sh b.sh', 'a.sh by bash'],
      ['zsh -- a.sh', 'a.sh by zsh'],
      ['/bin/bash a.sh', '/bin/bash, a.sh by bash'],
      ['source a.sh', 'a.sh by source'],
      ['. ./a.sh', 'a.sh by source'],
      ['cd sub && bash a.sh', 'sub/a.sh by bash'],
      ['bash -c "./a.sh; bash b.sh"', 'a.sh, b.sh by bash'],
    ],
    'what shells are given to read': [
      ['bash < a.sh', 'a.sh by bash'],
      ['bash -s < a.sh', 'a.sh by bash'],
      ['cat a.sh | sh', 'a.sh by sh'],
      ['cat a.sh b.sh | bash -s -- x', 'a.sh by bash, b.sh by bash'],
      ['sh -c "$(cat a.sh)"', 'a.sh by sh'],
      ['eval "$(cat a.sh)"', 'a.sh by eval'],
      ['bash <(cat a.sh)', 'a.sh by bash'],
      ['bash a.sh < input.txt', 'a.sh by bash'],
      ['curl https://x.example | sh', ''],
    ],
    'scripts of other interpreters': [
      ['python x.py', 'x.py by python'],
      ['python3 -u x.py arg.py', 'x.py by python'],
      ['node x.js', 'x.js by node'],
      ['ruby x.rb', 'x.rb by ruby'],
      ['perl x.pl', 'x.pl by perl'],
      ['php x.php', 'x.php by php'],
      ['deno run x.ts', 'x.ts by deno'],
      ['java -jar x.jar', 'x.jar by java'],
      ['awk -f x.awk', 'x.awk by awk'],
    ],
    'behind other commands': [
      ['sudo -u bob ./a.sh', 'a.sh'],
      ['sudo bash a.sh', 'a.sh by bash'],
      ['env A=1 ./a.sh', 'a.sh'],
      ['nohup timeout 5 ./a.sh &', 'a.sh'],
      ['exec ./a.sh', 'a.sh'],
      ['xargs ./a.sh', 'a.sh'],
      ['find . -name x -exec ./a.sh {} \\;', 'a.sh'],
      ["find . -name '*.sh' -exec bash {} \\;", '…/*.sh? by bash'],
      ['find d -exec sh {} \\;', 'd by sh, d/…/*? by sh'],
      ['/usr/bin/env python3 x.py', '/usr/bin/env, x.py by python'],
    ],
    'what a program looks for by itself': [
      ['make', 'GNUmakefile? by make, makefile? by make, Makefile? by make'],
      ['make -C sub all', 'sub/GNUmakefile? by make, sub/makefile? by make, sub/Makefile? by make'],
      ['make -f a.mk', 'a.mk by make'],
      ['make -f - < a.mk', 'a.mk by make'],
      ['make -n', 'GNUmakefile? by make, makefile? by make, Makefile? by make'],
      ['python -m tool.main', 'tool/main.py? by python, tool/main/__main__.py? by python'],
      ['node -r ./a x.js', 'a by node, a.*? by node, a/index.*? by node, x.js by node'],
      ['ruby -r ./a.rb x.rb', 'x.rb by ruby, a.rb by ruby'],
      ['go run a.go', 'a.go by go'],
      ['bun run a.ts && bun run build', 'a.ts by bun'],
      ['crontab a', 'a by crontab'],
      ['crontab -l', ''],
      ['at -f a now', 'a by at'],
    ],
    'what variables make a program load': [
      ['BASH_ENV=a bash -c :', 'a by bash'],
      ['BASH_ENV=a sh -c :', ''],
      ['export BASH_ENV=a; bash x', 'a by bash, x by bash'],
      ['env BASH_ENV=a bash x', 'a by bash, x by bash'],
      ['ENV=a sh', 'a? by sh'],
      ['LD_PRELOAD=./a.so:./b.so ls', 'a.so by ls, b.so by ls'],
      ['NODE_OPTIONS="--require ./a.js" node x.js', 'a.js? by node, x.js by node, a.js by node'],
      ['BASH_ENV= bash x', 'x by bash'],
    ],
    'a search path that the call sets': [
      ['PATH=.:$PATH tool', 'tool?'],
      ['PATH=$PWD/bin:$PATH tool', 'bin/tool?'],
      ['export PATH="$PATH:/opt/x"; tool', '/opt/x/tool?'],
      ['PATH=:$PATH tool', 'tool?'],
      ['PATH=$X:$PATH tool', '…/tool?'],
      ['PATH=bin:$PATH ./tool', 'tool'],
    ],
    'code that loads files': [
      ['node -e "require(\'./a.js\')"', 'a.js by node'],
      ['node -e "require(\'fs\')"', ''],
      ['python -c "import runpy; runpy.run_path(\'a.py\')"', 'a.py by python'],
      ['php -r "include \'a.php\';"', 'a.php by php'],
      ['ruby -e "load \'a.rb\'"', 'a.rb by ruby'],
    ],
    'files made of others in the same call': [
      ['cp a.sh b.sh && bash b.sh', 'b.sh by bash, a.sh by bash'],
      ['mv a.sh b.sh; ./b.sh', 'b.sh, a.sh by b.sh'],
      ['cat a.sh > b.sh; sh b.sh', 'b.sh by sh, a.sh by sh'],
      ['ln -s a.sh b.sh; ./b.sh', 'b.sh, a.sh by b.sh'],
    ],
    'what cannot be told': [
      ['"$DIR"/a.sh', '…/a.sh?'],
      ['bash "$X"', '…? by bash'],
      ['bash *.sh', '*.sh? by bash'],
      ['ssh host ./a.sh', '…/a.sh?'],
      ['$X a', ''],
    ],
    'reading is no executing': [
      ['cat a.sh', ''],
      ['vim a.sh', ''],
      ['grep x a.sh', ''],
      ['echo ./a.sh', ''],
      ["git commit -m 'run ./a.sh'", ''],
    ],
    Windows: [
      ['powershell -File x.ps1', 'x.ps1 by powershell'],
      ['pwsh -Command "& .\\x.ps1"', 'x.ps1'],
      ['powershell.exe .\\\\x.ps1', '.\\x.ps1 by powershell, x.ps1'],
    ],
  } satisfies Readonly<Record<string, readonly (readonly [string, string])[]>>),
)('%s', (_, cases) => {
  test.each(cases)('%s', (command, expected) => {
    expect(executed(shell(command))).toBe(expected);
  });
});

test('a tool that is PowerShell itself', () => {
  const event = eventOf(
    { kind: 'tool', name: 'PowerShell', toolKind: 'shell', input: { command: '.\\x.ps1; & "C:\\t\\y.ps1"' } },
    new Map(),
  );
  expect(derive(event).effects.executed.map(({ text }) => text)).toEqual(['./x.ps1', 'C:\\t\\y.ps1']);
});

test('a program that is found is not known', () => {
  const { effects } = shell('find . -type f -exec {} \\;');
  expect(effects.unknowns.map(({ why }) => why)).toEqual(['the program is not known']);
});

test('a program that is not known executes nothing that is known, and leaves word', () => {
  const { effects } = shell('$X a.sh');
  expect(effects.executed).toEqual([]);
  expect(effects.unknowns).toHaveLength(1);
});
