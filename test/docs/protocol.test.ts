/** The messages that docs/protocol.md shows are taken, and answered as it says. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decode } from '../../src/protocol/decode.ts';
import { withFolder } from '../cli/command.ts';
import { serving, urlIn } from '../cli/serve-here.ts';

const page = readFileSync('docs/protocol.md', 'utf8');

test('the first message is answered as printed', async () => {
  const [, policy = ''] = /^```policy\n([\s\S]*?)^```$/m.exec(readFileSync('README.md', 'utf8')) ?? [];
  const [, path = '', header = '', body = '', printed = ''] =
    /^curl -s http:\/\/127\.0\.0\.1:4517(\S+) -H '(.*)' -d '([^']*)'\n```[^`]*```json\n(.*)\n```$/m.exec(
      page,
    ) ?? [];
  const [name = '', value = ''] = header.split(': ');
  await withFolder({ 'first.policy': policy }, async (cwd) => {
    await serving(cwd, ['--policies', 'first.policy', '--port', '0'], async (ready) => {
      const asked = { method: 'POST', headers: { [name]: value }, body };
      const answer = await fetch(`${urlIn(ready)}${path}`, asked);
      expect([answer.status, await answer.text()]).toEqual([200, printed]);
    });
  });
});

test('the notification in docs/protocol.md is valid', () => {
  const text = /^```json\n(\{[^`]*"hooks\/observe"[^`]*)^```$/m.exec(page)?.[1] ?? '';
  expect(decode(JSON.parse(text))).toMatchObject({
    kind: 'observe',
    event: { type: 'tool.after', call: 'c-1' },
  });
});
