// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are of shells.
/** What is too long to be read to its end is never taken for all that there is: what comes last may still be done. */
import { expect, test } from 'vitest';
import type { Decision } from '../../src/engine/decision.ts';
import type { JsonObject } from '../../src/facts/event/event.ts';
import { decide, decideCall } from './decide.ts';

const many = (count: number, one: (index: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(between);

const quoted = (text: string): string => `'${text.replaceAll("'", `'"'"'`)}'`;
const powershell = (script: string): Decision => decide(`pwsh -c ${quoted(script)}`);
const tool = (name: string, input: JsonObject, toolKind?: string): Decision =>
  decideCall({ kind: 'tool', name, toolKind, input });
const cmd = (script: string): Decision => tool('cmd', { command: script }, 'shell');

const metadata = 'http://169.254.169.254/';
/** `tool_name` in one of many spellings that mean the same field. */
const nameKey = (index: number): string =>
  [...'tool_name'].map((letter, at) => ((index >> at) & 1 ? letter.toUpperCase() : letter)).join('');

const calls: readonly (readonly [string, () => Decision])[] = [
  ['printf', () => decide(`printf '%s\\n' ${many(600, (n) => `a${n}`)} 'rm -rf ~/Documents' | bash`)],
  [
    'written files',
    () =>
      decide(
        `${many(30, (n) => `touch ${many(40, (m) => `/tmp/f${n}-${m}`)}`, '; ')}; echo 'rm -rf ~/Documents' > /tmp/z.sh; bash /tmp/z.sh`,
      ),
  ],
  [
    'variables of a makefile',
    () =>
      decide(
        `printf '%s\\n' ${many(250, (n) => `'a${n} = b'`)} 'a1 = rm -rf ~/Documents' 'all:' '\t$(a1)' > Makefile; make`,
      ),
  ],
  [
    'addresses',
    () => decide(`pip install --index-url "${many(30, (n) => `https://pypi.org/${n}`)} ${metadata}" x`),
  ],
  [
    'loaded files',
    () =>
      decide(
        `echo 'rm -rf ~/Documents' > /tmp/z.so; LD_PRELOAD=${many(10, (n) => `/lib/l${n}.so`)}:/tmp/z.so ls`,
      ),
  ],
  [
    'PowerShell: a list',
    () => powershell(`Remove-Item -Recurse -Force ${many(300, (n) => `a${n}`, ',')},$HOME`),
  ],
  [
    'PowerShell: a list in a variable',
    () => powershell(`$l = ${many(600, (n) => `'a${n}'`, ',')},$HOME; Remove-Item -Recurse -Force $l`),
  ],
  ['PowerShell: words', () => powershell(`Remove-Item -Recurse -Force ${many(2100, () => 'a')} $HOME`)],
  [
    'PowerShell: -split',
    () => powershell(`$l = '${many(600, () => 'a', ',')},/etc' -split ','; Remove-Item -Recurse -Force $l`),
  ],
  [
    'PowerShell: Split',
    () => powershell(`$l = '${many(600, () => 'a', ',')},/etc'.Split(','); Remove-Item -Recurse -Force $l`),
  ],
  ['PowerShell: -f', () => powershell(`iex ('${many(300, () => '{0} ', '')}; rm -r -fo {1}' -f 'a', $HOME)`)],
  [
    'PowerShell: what .NET does',
    () =>
      powershell(
        `${many(600, (n) => `[IO.File]::Delete('a${n}')`, '; ')}; [IO.Directory]::Delete($HOME, $true)`,
      ),
  ],
  [
    'PowerShell: what is tried',
    () =>
      powershell(
        `$x = 'a'; try { ${many(150, () => 'Get-Item y', '; ')}; $x = $HOME; Get-Item y; $x = 'b' } catch { rm -r -fo $x }`,
      ),
  ],
  [
    'PowerShell: what is not understood',
    () =>
      powershell(
        `if (Test-Path a) { ${many(120, () => '%%', '; ')} } else { & $y }; ${many(120, () => '} ')}`,
      ),
  ],
  ['cmd: a list', () => cmd(`for %i in (${many(80, (n) => `a${n}`)} %USERPROFILE%) do rd /s /q %i`)],
  [
    'cmd: arguments',
    () =>
      cmd(
        `@echo off\ncall :d ${many(30, (n) => `a${n}`)} C:\\Windows\nexit /b\n:d\n:n\nif "%1"=="" exit /b\nrd /s /q %1\nshift\ngoto n`,
      ),
  ],
  ['cmd: words', () => cmd(`rd /s /q ${many(2100, () => 'a')} %USERPROFILE%`)],
  [
    'addresses in a text',
    () => tool('WebFetch', { prompt: `${many(150, (n) => `https://a${n}.example/`)} ${metadata}` }),
  ],
  [
    'recipients',
    () =>
      tool('send_email', {
        to: `${many(150, (n) => `a@a${n}.example`, ', ')}, a@169.254.169.254`,
        body: 'x',
      }),
  ],
  ['a long path', () => decide(`some-tool /etc/${many(300, () => './', '')}shadow`)],
  [
    'parts that are not known',
    () => decide(`${many(150, (n) => `echo $(( $x${n} )); . ./f${n}`, '; ')}; rm -rf "$x"`),
  ],
  [
    'folders of a path in Ruby',
    () =>
      decide(
        `ruby -e 'a = "x"; ${many(30, (n) => `a = "y${n}" if c${n}`, '; ')}; a = "/etc" if d; FileUtils.rm_rf(Pathname.new("/").join(a))'`,
      ),
  ],
  [
    'directories',
    () =>
      tool('Bash', {
        command: 'rm -rf Documents',
        cwd: '/tmp/a',
        workdir: '/tmp/b',
        working_directory: '/tmp/c',
        directory: '/tmp/d',
        dir: '/tmp/e',
        working_dir: '~',
      }),
  ],
  [
    'variables of the call',
    () =>
      tool('Bash', {
        command: 'rm -rf $X',
        env: Object.fromEntries([...Array.from({ length: 300 }, (_, n) => [`A${n}`, 'b']), ['X', '/etc']]),
      }),
  ],
  [
    'calls in a call',
    () =>
      tool('call_tool', {
        ...Object.fromEntries(Array.from({ length: 40 }, (_, n) => [nameKey(n), `t${n}`])),
        TOOL_NAME: 'Bash',
        arguments: { command: 'rm -rf ~/Documents' },
      }),
  ],
];

test.each(calls)('%s', (_, call) => {
  const { effect, unsure } = call();
  expect(effect === 'deny' || unsure.length > 0).toBe(true);
});
