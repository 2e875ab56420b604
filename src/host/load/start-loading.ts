/** The process that reads policies for another one, which is started with its order: see `load-apart.ts`. */
import { resolve } from 'node:path';
import { ownsAll } from '../machine/owns-all.ts';
import { installedProgram } from './installed-program.ts';
import type { Order } from './load-apart.ts';

interface Parts {
  reading(): Promise<typeof import('./loading-process.ts')>;
}

const order: Order = JSON.parse(process.argv[2] ?? '');
const mayKeep = ownsAll(order.named.map((path) => resolve(order.cwd, path)));
const { parts, keep } = installedProgram<Parts>({ env: process.env, isShort: true, mayKeep });
parts.reading().then(({ readForAnother }) => {
  process.exitCode = readForAnother(order);
  keep();
});
