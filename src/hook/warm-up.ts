/**
 * Calls as agents make them all day, decided once before what V8 has compiled is
 * kept: the code that one call needs is not all that the next one does. What is
 * decided about them is not used.
 */
import type { PayloadRequest } from './read-request.ts';

const commands = [
  'npm test',
  'git add -A && git commit -m "Fix it"',
  'git push --force origin main',
  'cat README.md | grep -n build | head -20',
  'ls -la src; cd src && rm -rf build 2>/dev/null',
];

const call = (name: string, input: Readonly<Record<string, string>>): PayloadRequest => ({
  harness: 'claude-code',
  payload: JSON.stringify({
    session_id: 's',
    cwd: '/w/p',
    hook_event_name: 'PreToolUse',
    tool_name: name,
    tool_input: input,
    tool_use_id: 't',
  }),
  host: { env: {}, cwd: '/w/p' },
});

/** Payloads of such calls. */
export const usualCalls = (): readonly PayloadRequest[] => [
  ...commands.map((command) => call('Bash', { command })),
  call('Read', { file_path: '/w/p/src/index.ts' }),
  call('Edit', { file_path: '/w/p/src/index.ts', old_string: 'a', new_string: 'b' }),
  call('Grep', { pattern: 'main', path: 'src' }),
];
