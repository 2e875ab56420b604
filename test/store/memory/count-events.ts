// A process that changes memories: FOLDER, its name, how often. It says each change when it is done.
import { writeSync } from 'node:fs';
import { openMemoryStore } from '../../../src/store/memory/embedded.ts';
import { counting } from './sample.ts';

const [folder = '', name = '', times] = process.argv.slice(2);
const store = openMemoryStore({ folder });
for (let time = 0; time < Number(times); time++) {
  const event = `${name} ${time}`;
  store.change([name, 'shared'], counting(event));
  writeSync(1, `${event}\n`);
}
store.close();
