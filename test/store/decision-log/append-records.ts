// A process that appends to a log: FOLDER, a name, how many records, `stay` or `hook`, largest file, files to keep.
import { openImmediateLog } from '../../../src/store/decision-log/open-immediate-log.ts';
import { openLog } from '../../../src/store/decision-log/open-log.ts';

const [folder = '', name, count, how, maxSize, keep] = process.argv.slice(2);
const start = {
  bylaw: '0.1.0',
  by: how === 'stay' ? 'serve' : 'hook',
  policies: 'a'.repeat(64),
  inputs: 'masked',
} as const;
const rotation = { maxSize: Number(maxSize), maxAge: 1e12, keep: Number(keep) };
const options = { folder, start, whenFull: 'block', rotation } as const;
const entry = (index: number) =>
  ({ type: 'evicted', memories: index, padding: `${name} ${'x'.repeat(index % 700)}` }) as const;

if (how === 'stay') {
  const log = await openLog(options);
  for (let index = 0; index < Number(count); ) {
    const group: (Promise<void> | undefined)[] = [];
    for (let size = 1 + (index % 5); size > 0 && index < Number(count); size--)
      group.push(log.append(entry(index++)));
    await Promise.all(group);
  }
  await log.close();
} else {
  for (let index = 0; index < Number(count); index++)
    openImmediateLog({ stays: false, ...options }).append(entry(index));
}
