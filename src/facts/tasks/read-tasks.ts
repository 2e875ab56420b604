/** The readers of all families: what their files say that runs. */
import { readPlaybook } from './ansible.ts';
import { readCompose } from './compose.ts';
import { readComposer } from './composer.ts';
import { readDeno } from './deno.ts';
import type { AskedTasks, ReadTasks } from './family.ts';
import { readJust } from './just.ts';
import { readMake } from './make.ts';
import { readNpm } from './npm.ts';
import { readPyproject } from './pyproject.ts';
import { readConftest, readCurlConfig, readEnvrc, readInvoke, readNox } from './settings.ts';
import { readTaskfile } from './taskfile.ts';
import { readTox } from './tox.ts';

const readers: Readonly<Record<string, ReadTasks>> = {
  npm: readNpm,
  deno: readDeno,
  make: readMake,
  bmake: readMake,
  just: readJust,
  taskfile: readTaskfile,
  composer: readComposer,
  tox: readTox,
  nox: readNox,
  invoke: readInvoke,
  fabric: readInvoke,
  pyproject: readPyproject,
  poe: readPyproject,
  hatch: readPyproject,
  pixi: readPyproject,
  pipenv: readPyproject,
  pytest: readConftest,
  direnv: readEnvrc,
  compose: readCompose,
  'compose-alone': readCompose,
  playbook: readPlaybook,
  'curl-config': readCurlConfig,
};

export const readTasks = (family: string, text: string, asked: AskedTasks): ReturnType<ReadTasks> =>
  readers[family]?.(text, asked);
