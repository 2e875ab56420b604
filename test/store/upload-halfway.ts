// A process that uploads to FOLDER: three texts, then half of one that never ends. It tells its parent of each.
import { createHash } from 'node:crypto';
import { openContentStore } from '../../src/store/content.ts';

const [directory = ''] = process.argv.slice(2);
const store = await openContentStore({ directory, maxBytes: 1e6, maxTotalBytes: 1e7, maxAge: 1e9 });
const put = (text: string, stream: AsyncIterable<Buffer>) =>
  store.put('team', text.length, createHash('sha256').update(text).digest('hex'), stream);

async function* whole(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

async function* half(): AsyncGenerator<Buffer> {
  yield Buffer.from('never ');
  process.send?.({ half: true });
  await new Promise(() => setInterval(() => {}, 1000));
}

for (const text of ['first', 'second', 'third']) {
  const stored = await put(text, whole(text));
  if (!stored.ok) throw new Error(stored.problem);
  process.send?.({ text, ref: stored.receipt.ref });
}
await put('never complete', half());
