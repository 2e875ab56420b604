// npm links the commands of dependencies, not of the package itself: this makes
// `node_modules/.bin/bylaw` (and so `npx bylaw`) work in a clone after a build.
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'dist', 'bylaw.cjs');
const link = join(root, 'node_modules', '.bin', 'bylaw');

chmodSync(target, 0o755);
mkdirSync(dirname(link), { recursive: true });
rmSync(link, { force: true });
symlinkSync(relative(dirname(link), target), link);
