import { describe, expect, test } from 'vitest';
import {
  compileCommand,
  compileOperand,
  compileOption,
  longestCommandPattern,
} from '../../src/pattern/command.ts';
import { truthName } from '../../src/pattern/text/truth.ts';
import { command } from '../compile/effects.ts';

const judge = (pattern: string, call: string, exact = false): string => {
  const compiled = compileCommand(pattern);
  return compiled.pattern === undefined
    ? compiled.problem
    : truthName(compiled.pattern.test(command(call), exact));
};
const judgeOption = (option: string, call: string): string => {
  const compiled = compileOption(option);
  return compiled.pattern === undefined
    ? compiled.problem
    : truthName(compiled.pattern.test(command(call), false));
};

describe('a command pattern', () => {
  // biome-ignore format: a table.
  test.each([
    // Program and subcommands.
    ['git',              'git push',                  'yes'],
    ['git push',         'git push origin main',      'yes'],
    ['git push',         'git -C /repo push',         'yes'],
    ['git push',         'git commit -m push',        'no'],
    ['git push',         '/usr/bin/git push',         'yes'],
    ['git push',         'gitk push',                 'no'],
    ['g* push',          'git push',                  'yes'],
    ['git p*',           'git push',                  'yes'],
    ['git stash',        'git stash drop',            'yes'],
    ['git stash drop',   'git stash',                 'no'],
    ['git stash drop',   'git stash drop',            'yes'],
    ['npm install',      'npm i left-pad',            'yes'],
    ['npm i',            'npm i left-pad',            'yes'],
    ['npm publish',      'npm i publish',             'no'],
    // Then operands, in order.
    ['git push origin',      'git push origin main',  'yes'],
    ['git push origin main', 'git push -u origin main', 'yes'],
    ['git push origin',      'git push upstream',     'no'],
    ['git push origin',      'git push',              'no'],
    // Options anywhere, in every spelling.
    ['rm -rf',           'rm -rf build',              'yes'],
    ['rm -rf',           'rm -fr build',              'yes'],
    ['rm -rf',           'rm -r build -f',            'yes'],
    ['rm -rf',           'rm --recursive --force x',  'yes'],
    ['rm -rf',           'rm -r build',               'no'],
    ['git push --force', 'git push -f origin main',   'yes'],
    ['git push --force', 'git push origin main',      'no'],
    ['git commit -m',    'git commit -m x',           'yes'],
    ['git commit -m=wip', 'git commit -m wip',        'yes'],
    ['git commit -m=wip', 'git commit -m done',       'no'],
    // What is not known.
    ['git push',         '$X push',                   'unknown'],
    ['git push',         'foo/$X push',               'unknown'],
    ['git push',         'bin/tool$X push',           'unknown'],
    ['git push',         '$X/cat push',               'no'],
    ['git push',         'git $X',                    'unknown'],
    ['git push',         'git $X push',               'unknown'],
    ['git push',         'git $X commit',             'unknown'],
    ['git push',         'git commit $X',             'no'],
    ['git push',         'git commit -m a$X',         'no'],
    ['git push',         'git pu$X',                  'unknown'],
    ['git push',         'git st$X',                  'no'],
    ['git push --force', '$X push -uf a',             'unknown'],
    ['rm -rf',           '$X --recursive --force a',  'unknown'],
    ['rm -rf',           '$X -u a.py',                'no'],
    ['git push',         '$X a.py',                   'no'],
    ['git push --force', 'git push $X',               'unknown'],
    ['git push --force', 'git push a$X',              'no'],
    ['git push origin',  'git push $X',               'unknown'],
    ['git push origin',  'git push $X upstream',      'unknown'],
    ['git push origin',  'git push upstream $X',      'no'],
    ['git push origin',  'git push or$X',             'unknown'],
    // Unknown programs.
    ['acme deploy',      'acme deploy prod',          'yes'],
    ['acme deploy',      'acme --verbose deploy',     'yes'],
    ['acme deploy',      'acme --env prod deploy',    'unknown'],
    ['acme deploy',      'acme --env=prod deploy',    'yes'],
    ['acme deploy',      'acme --env=prod x deploy',  'no'],
    ['acme deploy',      'acme prod deploy',          'no'],
    ['acme deploy',      'acme -- deploy',            'yes'],
    ['acme deploy',      'acme $X',                   'unknown'],
    ['acme deploy app',  'acme $X',                   'unknown'],
    ['acme deploy',      'acme $X deploy',            'unknown'],
    ['acme deploy',      'acme status $X',            'no'],
    ['acme deploy app',  'acme deploy',               'no'],
    ['acme --force',     'acme --force=yes',          'yes'],
    ['acme -f',          'acme -xf a',                'yes'],
    ['acme -f',          'acme -prefix a',            'unknown'],
    ['acme -f',          'acme -- -f',                'no'],
    ['acme -delete',     'acme . -delete',            'yes'],
    // A path is compared as it is written.
    ['./gradlew',        './gradlew build',           'yes'],
    ['./gradlew',        'gradlew build',             'no'],
    ['gradlew',          './gradlew build',           'yes'],
  ])('`%s` and `%s`: %s', (pattern, call, expected) => {
    expect(judge(pattern, call)).toBe(expected);
  });

  test('case, and `.exe`, count only where a match excuses', () => {
    expect(judge('GIT push', 'git push')).toBe('yes');
    expect(judge('git.exe push', 'git push')).toBe('yes');
    expect(judge('GIT push', 'git push', true)).toBe('no');
    expect(judge('git push', 'git push', true)).toBe('yes');
    expect(judge('rm -R', 'rm -r x')).toBe('yes');
    expect(judge('acme -F', 'acme -f')).toBe('no');
  });

  test('what is no command is said in a sentence', () => {
    expect(judge('', 'git')).toBe('it is empty');
    expect(judge('  ', 'git')).toBe('it is empty');
    expect(judge('--force', 'git')).toBe('it must begin with the name of a program');
    expect(judge('a\u0007', 'git')).toBe('it has a control character in it');
    expect(judge('a'.repeat(longestCommandPattern + 1), 'git')).toContain('at most');
  });
});

describe('an option pattern', () => {
  // biome-ignore format: a table.
  test.each([
    ['--force',        'git push -uf origin',            'yes'],
    ['-f',             'git push --force',               'yes'],
    ['--force',        'git push --force-with-lease',    'no'],
    ['--force',        'git push $X',                    'unknown'],
    ['-rf',            'rm -r -f x',                     'yes'],
    ['-rf',            'rm -f x',                        'no'],
    ['-rf',            'rm -f $X',                       'unknown'],
    ['-o=ci.skip',     'git push -o ci.skip',            'yes'],
    ['-o=ci.*',        'git push -o ci.skip',            'yes'],
    ['-o=ci.*',        'git push -o $X',                 'unknown'],
    ['-o=ci.*',        'git push -o other',              'no'],
    ['--push-option=ci', 'git push --push-option=ci',    'yes'],
    ['--env=prod',     'acme --env=prod',                'yes'],
    ['--env=prod',     'acme --env=dev',                 'no'],
    ['of=/dev/*',      'acme if=x of=/dev/sda',          'yes'],
  ])('`%s` and `%s`: %s', (option, call, expected) => {
    expect(judgeOption(option, call)).toBe(expected);
  });

  test('what is no option is said in a sentence', () => {
    expect(judgeOption('force', 'git')).toContain('begins with a dash');
    expect(judgeOption('-a -b', 'git')).toContain('a single word');
  });
});

test('an operand pattern looks at every operand, and at nothing else', () => {
  const operand = compileOperand('+*');
  const of = (call: string): string => truthName(operand.test(command(call), false));
  expect(of('git push origin +main')).toBe('yes');
  expect(of('git push origin main')).toBe('no');
  expect(of('git push -o +x origin')).toBe('no');
  expect(of('git push $X')).toBe('unknown');
  expect(of('git push origin a$X')).toBe('no');
});

test('a command of very many words is compared in good time', () => {
  const many = command(`acme ${'--x a '.repeat(20_000)}`);
  const words = compileCommand(`acme ${'b '.repeat(300)}`);
  expect(words.pattern && truthName(words.pattern.test(many, false))).toBe('no');
  const known = command(`git push ${'a '.repeat(20_000)}`);
  const operands = compileCommand(`git push ${'a '.repeat(300)}`);
  expect(operands.pattern && truthName(operands.pattern.test(known, false))).toBe('yes');
});

describe('an option that excuses', () => {
  // biome-ignore format: a table.
  test.each([
    ['git clean -n',                      'git clean -fd -n',                         'yes'],
    ['git clean -n',                      'git clean -fd',                            'no'],
    // However often it is given.
    ['kubectl delete --dry-run=client',   'kubectl delete ns a --dry-run=client',     'yes'],
    ['kubectl delete --dry-run=client',   'kubectl delete ns a --dry-run=client --dry-run=none', 'unknown'],
    ['kubectl delete --dry-run=client',   'kubectl delete ns a --dry-run=none --dry-run=client', 'unknown'],
    ['kubectl delete --dry-run=client',   'kubectl delete ns a --dry-run=none',       'no'],
    // Whatever switches it off.
    ['kubectl delete --dry-run',          'kubectl delete ns a --dry-run=server',     'yes'],
    ['kubectl delete --dry-run',          'kubectl delete ns a --dry-run=none',       'unknown'],
    ['npm publish --dry-run',             'npm publish --dry-run=true',               'yes'],
    ['npm publish --dry-run',             'npm publish --dry-run=false',              'unknown'],
    ['npm publish --dry-run',             'npm publish --dry-run --no-dry-run',       'unknown'],
    ['acme --dry-run',                    'acme --dry-run x',                         'yes'],
    ['acme --dry-run',                    'acme --dry-run no',                        'unknown'],
    ['acme --dry-run',                    'acme --dry-run=$X',                        'unknown'],
    ['acme --out',                        'acme --out --no-colors',                   'yes'],
  ])('%s of %s: %s', (pattern, call, expected) => expect(judge(pattern, call, true)).toBe(expected));
});
