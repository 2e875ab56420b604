// A process that changes memories: FOLDER, its name, how often, and `grouped` where some changes come at once. It says
// each change when it is done.
import { writeSync } from 'node:fs';
import { openMemoryStore } from '../../../src/store/memory/embedded.ts';
import { openGroupedStore } from '../../../src/store/memory/grouped.ts';
import { counting } from './sample.ts';

const [folder = '', name = '', times, way] = process.argv.slice(2);
const isGrouped = way === 'grouped';
const store = isGrouped ? openGroupedStore({ folder }) : openMemoryStore({ folder });
const atOnce = isGrouped ? 4 : 1;
for (let time = 0; time < Number(times); time += atOnce) {
  const group = Array.from({ length: Math.min(atOnce, Number(times) - time) }, (_, index) => time + index);
  await Promise.all(
    group.map(async (each) => {
      const event = `${name} ${each}`;
      await store.change([name, 'shared'], counting(event));
      writeSync(1, `${event}\n`);
    }),
  );
}
await store.close();
