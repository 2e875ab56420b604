// bylaw as the benches measure it: bundled from the sources, all of it once in a process.
import { importSource } from '../scripts/import-source.mjs';

/** What the benches use of bylaw. */
export const modules = `
  export { check, compile, createHandler, decodeEvent, Engine, evaluate, parse } from './src/index.ts';
  export { run } from './src/cli/run.ts';
  export { deriveFor } from './src/compile/program.ts';
  export { emptyMemory } from './src/engine/memory.ts';
  export { loadPolicies } from './src/host/load/load.ts';
  export { withLog } from './src/host/decision-log/logged.ts';
  export { digest, openMemory, openServerMemory } from './src/host/remembering.ts';
  export { decodeText } from './src/protocol/decode.ts';
  export { formats } from './src/protocol/formats.ts';
  export { openImmediateLog } from './src/store/decision-log/open-immediate-log.ts';
  export { openLog } from './src/store/decision-log/open-log.ts';
  export { openMemoryStore } from './src/store/memory/embedded.ts';
  export { openVolatileStore } from './src/store/memory/volatile.ts';`;

export const {
  check,
  compile,
  createHandler,
  decodeEvent,
  decodeText,
  deriveFor,
  digest,
  emptyMemory,
  Engine,
  evaluate,
  formats,
  loadPolicies,
  openImmediateLog,
  openLog,
  openMemory,
  openMemoryStore,
  openServerMemory,
  openVolatileStore,
  parse,
  run,
  withLog,
} = await importSource(modules);
