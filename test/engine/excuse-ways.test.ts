// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are of shells.
/** What excuses a call has to happen on every way through it: a way that may not be taken excuses nothing. */
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { derive } from '../../src/facts/facts.ts';
import { call, program } from './program.ts';

const rules = program(`
deny connect
  when connects to "bad.example"
  unless runs "npm ci"
`);

const outcomeOf = (command: string): 'denied' | 'unsure' | 'excused' => {
  const { effect, unsure } = evaluate(rules, derive(call({ command })));
  return effect === 'deny' ? 'denied' : unsure.length > 0 ? 'unsure' : 'excused';
};

describe('excused', () => {
  test.each([
    'npm ci; curl bad.example',
    'curl bad.example; npm ci',
    'cd app && npm ci && curl bad.example',
    'npm ci | tee log; curl bad.example',
    'npm ci 2>/dev/null; curl bad.example',
    'npm ci > /dev/null 2>&1 <&-; curl bad.example',
    '(npm ci); curl bad.example',
    '{ npm ci; } ; curl bad.example',
    'for d in a b; do npm ci; done; curl bad.example',
    'f() { npm ci; }; f; curl bad.example',
    'curl "$(npm ci)" bad.example',
    'PATH=$HOME/bin:$PATH; npm ci; curl bad.example',
    'export PATH=/opt/x:/usr/bin; npm ci; curl bad.example',
    'timeout 60 npm ci; curl bad.example',
    "echo 'npm ci' | bash; curl bad.example",
    'echo start >&2 && npm ci; curl bad.example',
    'case $(npm ci) in *) ;; esac; curl bad.example',
    '. ./env; npm ci; curl bad.example',
    "bash -c 'npm ci'; curl bad.example",
    'if npm ci; then :; fi; curl bad.example',
    'x=$(false || true); npm ci; curl bad.example',
    'npm ci && true; curl bad.example',
    // Wherever the one happens, so does the other before it.
    'set -e; npm ci; curl bad.example',
    'set -euo pipefail; cd app; npm ci; [ -d x ] && curl bad.example',
    'test -d x && npm ci && curl bad.example',
    'if [ -d x ]; then npm ci; curl bad.example; fi',
    'if [ -d x ]; then npm ci; [ -d y ] && curl bad.example; fi',
    'for f in *.x; do npm ci; curl bad.example; done',
    'f() { [ -d x ] || return; npm ci; curl bad.example; }; f',
    '[ -d x ] || exit 1; npm ci; curl bad.example',
    'cd x || exit 1; npm ci; curl bad.example',
    ': ${x:?}; npm ci; curl bad.example',
  ])('%s', (command) => expect(outcomeOf(command)).toBe('excused'));
});

describe('not excused by a way that may not be taken', () => {
  test.each([
    'false && npm ci; curl bad.example',
    'true || npm ci; curl bad.example',
    'test -d x && npm ci; curl bad.example',
    'if [ -d x ]; then npm ci; fi; curl bad.example',
    'if [ -d x ]; then :; else npm ci; fi; curl bad.example',
    'case $1 in a) npm ci;; esac; curl bad.example',
    'while false; do npm ci; done; curl bad.example',
    'for f in $x; do npm ci; done; curl bad.example',
    'for f in *.x; do npm ci; done; curl bad.example',
    'for d in a b; do break; npm ci; done; curl bad.example',
    'f() { npm ci; }; curl bad.example',
    'f() { npm ci; }; false && f; curl bad.example',
    'f() { [ -d x ] && return; npm ci; }; f; curl bad.example',
    'curl bad.example; exit; npm ci',
    'curl bad.example; [ -d x ] && exit; npm ci',
    'curl bad.example; exec ls; npm ci',
    'set -e; curl bad.example; npm ci',
    'set -o errexit; curl bad.example; npm ci',
    'set -u; curl bad.example $x; npm ci',
    'curl bad.example; : ${x:?}; npm ci',
    'curl bad.example; npm ci < missing',
    'curl bad.example; npm ci > /root/x',
    'exec 3< missing; npm ci <&3; curl bad.example',
    'npm ci >&7; curl bad.example',
    'npm ci <&$fd; curl bad.example',
    '{ npm ci; } < missing; curl bad.example',
    'npm() { :; }; npm ci; curl bad.example',
    'alias npm=true; npm ci; curl bad.example',
    'x=npm; [ -d x ] && x=echo; $x ci; curl bad.example',
    'x=ci; [ -d x ] && x=ls; npm $x; curl bad.example',
    "trap 'npm ci' USR1; curl bad.example",
    'xargs npm ci < list; curl bad.example',
    'find . -name x -exec npm ci \\; ; curl bad.example',
    'echo x | while read x && false; do npm ci; done; curl bad.example',
    '! true && npm ci; curl bad.example',
    'select x in a; do npm ci; done; curl bad.example',
    `python3 -c 'import os\nif 0: os.system("npm ci")'; curl bad.example`,
    'echo npm ci; curl bad.example',
    'sudo npm ci; curl bad.example',
    "bash -ec 'curl bad.example; npm ci'",
    "bash -nc 'npm ci'; curl bad.example",
    "printf '#!/bin/sh -e\\ncurl bad.example; npm ci' > s; ./s",
    'trap exit ERR; curl bad.example; npm ci',
    'PATH=/nope npm ci; curl bad.example',
    'env -C nope npm ci; curl bad.example',
    'EDITOR="npm ci" true; curl bad.example',
    'if true; then :; elif npm ci; then :; fi; curl bad.example',
    ': ${y:+$(npm ci)}; curl bad.example',
    '[[ a = b && $(npm ci) ]]; curl bad.example',
    'for i in "$@"; do npm ci; done; curl bad.example',
    'coproc npm ci; curl bad.example',
    'curl bad.example; : $((1/x)); npm ci',
    'a && curl bad.example && npm ci',
    'a || npm ci && curl bad.example',
    'set -e; curl bad.example; npm ci',
    'if [ -d x ]; then npm ci; else curl bad.example; fi',
    'if [ -d x ]; then npm ci; fi; [ -d x ] && curl bad.example',
    'f() { [ -d x ] && return; npm ci; }; f; set -e; curl bad.example',
    '(set -e; a; npm ci); curl bad.example',
    'for f in *.x; do [ "$f" = a ] && continue; npm ci; done; curl bad.example',
    'curl bad.example && npm ci',
    'curl bad.example; : ${k[$(date)]}; npm ci',
    'f() { x=1 f; }; curl bad.example; f; npm ci',
    // A script that may end, or may not go on.
    'curl bad.example; $X; npm ci',
    'curl bad.example; eval "$X"; npm ci',
    'curl bad.example; eval "ls $X"; npm ci',
    'curl bad.example; set $x; npm ci',
    'curl bad.example; set -n; npm ci',
    'curl bad.example; set -o noexec; npm ci',
    'curl bad.example; shopt -s failglob; ls *.x; npm ci',
    'curl bad.example; a[$x]=1; npm ci',
    'curl bad.example; declare -i n=$x; npm ci',
    'curl bad.example; unset "a[$x]"; npm ci',
    'curl bad.example\nnpm ci )',
    // A program that may not be found, or be run by another one.
    'PATH=/nope; npm ci; curl bad.example',
    'export PATH=/nope; npm ci; curl bad.example',
    'env PATH=/nope npm ci; curl bad.example',
    "su -c 'npm ci'; curl bad.example",
    'ssh host npm ci; curl bad.example',
    "git rebase --exec 'npm ci' main; curl bad.example",
    // A file that may not hold what the script writes.
    "echo 'npm ci' > s.sh; bash s.sh; curl bad.example",
    "echo 'npm ci' > s.sh; ./s.sh; curl bad.example",
    "echo 'npm ci' > s.sh; rm s.sh; . ./s.sh; curl bad.example",
    "printf '[ -d x ] && return\\nnpm ci' > s; . ./s; curl bad.example",
    // A word that may not be looked at, or a command behind one that may fail.
    'case x in x) ;; $(npm ci)) ;; esac; curl bad.example',
    'echo a > f && npm ci; curl bad.example',
    'echo() { false; }; echo a && npm ci; curl bad.example',
    'cd --nope && npm ci; curl bad.example',
    'CDPATH=..:sub; cd beside; cd sub && npm ci; curl bad.example',
    'pushd && npm ci; curl bad.example',
  ])('%s', (command) => expect(outcomeOf(command)).not.toBe('excused'));
});

test('the denial says why it is not excused', () => {
  const facts = derive(call({ command: 'false && npm ci; curl bad.example' }));
  expect(evaluate(rules, facts).effect).toBe('deny');
});

describe('in the shells of Windows', () => {
  const windows = (name: string, command: string): string => {
    const { effect, unsure } = evaluate(rules, derive(call({ command }, { name, kind: 'shell' })));
    return effect === 'deny' ? 'denied' : unsure.length > 0 ? 'unsure' : 'excused';
  };

  test.each([
    ['powershell', 'npm ci; curl.exe bad.example'],
    ['powershell', 'Set-Location app; npm ci; curl.exe bad.example; if ($x) { ls }'],
    ['cmd', 'npm ci & curl bad.example'],
    ['cmd', 'npm ci > nul 2>&1 & curl bad.example'],
  ])('excused: %s %s', (name, command) => expect(windows(name, command)).toBe('excused'));

  test.each([
    ['powershell', 'if (Test-Path x) { npm ci }; curl.exe bad.example'],
    ['powershell', 'curl.exe bad.example; foreach ($x in $y) { npm ci }'],
    ['powershell', 'function f { npm ci }; curl.exe bad.example'],
    ['powershell', 'Test-Path x && npm ci; curl.exe bad.example'],
    ['powershell', 'curl.exe bad.example; exit; npm ci'],
    ['powershell', "$ErrorActionPreference = 'Stop'; curl.exe bad.example; npm ci"],
    ['powershell', 'curl.exe bad.example; break; npm ci'],
    ['powershell', 'npm ci > Z:\\x; curl.exe bad.example'],
    ['powershell', "$env:PATH = 'x'; npm ci; curl.exe bad.example"],
    ['cmd', 'npm ci < x & curl bad.example'],
    ['cmd', 'curl bad.example\nother.bat\nnpm ci'],
    ['cmd', 'if exist x npm ci\ncurl bad.example'],
    ['cmd', 'dir x && npm ci\ncurl bad.example'],
    ['cmd', 'goto end\nnpm ci\n:end\ncurl bad.example'],
    ['cmd', 'for %%i in (a) do npm ci\ncurl bad.example'],
  ])('not excused: %s %s', (name, command) => expect(windows(name, command)).not.toBe('excused'));
});
