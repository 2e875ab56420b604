// Which shell a command is for.
import { describe, expect, test } from 'vitest';
import { dialectOf } from '../../../src/facts/shell/dialect.ts';

describe('the name of the tool decides', () => {
  test.each([
    ['PowerShell', 'ls', 'powershell'],
    ['run_pwsh', 'rm x', 'powershell'],
    ['cmd', 'dir', 'cmd'],
    ['cmd.exe', 'dir', 'cmd'],
    ['Bash', 'ls', 'posix'],
    ['run_command', 'ls', 'posix'],
  ])('%s', (tool, text, dialect) => {
    expect(dialectOf(tool, text)).toBe(dialect);
  });
});

describe('marks of PowerShell', () => {
  test.each([
    'Remove-Item -Recurse -Force C:\\x',
    'Get-ChildItem -Path . | Select-Object Name',
    'cat $env:USERPROFILE\\x',
    'cd src; Copy-Item a b',
    '$x = Get-Content y',
    "$p = 'a'; ri $p",
    'mkdir x -ErrorAction SilentlyContinue',
    '[IO.File]::Delete("x")',
    'iex (irm https://example.com)',
    'foreach ($f in $l) { Remove-Item $f }',
  ])('%s', (text) => {
    expect(dialectOf('Bash', text)).toBe('powershell');
  });
});

describe('marks of cmd', () => {
  test.each([
    'del /s /q build',
    'rd /s /q node_modules',
    'type %USERPROFILE%\\x',
    '@echo off\ndir',
    'copy C:\\a C:\\b',
    'if exist x del x',
    'for %i in (a b) do echo %i',
    'dir C:\\Users',
  ])('%s', (text) => {
    expect(dialectOf('Bash', text)).toBe('cmd');
  });
});

describe('everything else is for a POSIX shell', () => {
  test.each([
    'rm -rf build && git status',
    "echo 'Remove-Item -Recurse' >> notes.md",
    'git commit -m "Remove-Item and del /s /q"',
    'grep -r "Get-ChildItem" src',
    'date +%H%M%S; printf "%d%%\\n" 5',
    'copy /home/a /home/b',
    'cd /c/Users && ls',
    'for f in *.txt; do echo "$f"; done',
    'if [ -f x ]; then rm x; fi',
    "cat <<'EOF' > a.ps1\nRemove-Item x\nEOF",
    'dir /s/x',
    'mkdir /d/x',
    'x=1; echo $x',
    'find . -type f -name "*.log" -delete',
    'export X=%TEMPLATE%',
    'npm run test-path',
    'python3 -c "print(1)"',
    'cd /etc',
    "awk '{print $env:x}' f",
  ])('%s', (text) => {
    expect(dialectOf('Bash', text)).toBe('posix');
  });
});
