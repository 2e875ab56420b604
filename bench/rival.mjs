// What people would build instead of `bylaw serve`: fastify in front of another engine. It checks the same body by the
// same schema, decides, and writes a record of the decision before it answers: one JSON object on a line, with the hash
// of the line before, lines that come together in one write. It masks nothing. Run by `served-beside.mjs`:
//
//   node bench/rival.mjs ENGINE RULES LOG KEY CERTIFICATE
import { createHash } from 'node:crypto';
import { openSync, readFileSync, write } from 'node:fs';
import process from 'node:process';
import { fastify } from 'fastify';
import { interceptBody, interceptValidators } from './intercept-schema.mjs';
import { fieldRules } from './served-texts.mjs';

const [engine, count, logFile, keyFile, certificateFile] = process.argv.slice(2);
const { prepare } = await import(`./engines/${engine}.mjs`);
const rules = fieldRules(Number(count));
const { ask, decide } = prepare({ family: 'served', rules, fields: ['kind', 'tool', 'text'] });
const log = chainedLog(logFile);

const app = fastify({
  https: { key: readFileSync(keyFile), cert: readFileSync(certificateFile) },
});
app.setValidatorCompiler(interceptValidators());
app.post('/hooks', { schema: { body: interceptBody } }, async ({ body }) => {
  const { event } = body.params;
  const { name: tool, kind, input } = event.tool;
  const rule = decide(ask({ view: { kind, tool, text: input.note ?? '' } }));
  const effects =
    rule === undefined ? [] : [{ type: 'deny', reason: `Rule ${rule}.`, code: `com.example.served.${rule}` }];
  await log({ time: new Date().toISOString(), event, effects });
  return { jsonrpc: '2.0', id: body.id, result: { effects } };
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
console.error(`ready: ${address}/hooks`);

/** Appends records to a file, each with the hash of the one before. Resolves when the system has taken the record. */
function chainedLog(path) {
  const file = openSync(path, 'a');
  let previous = null;
  let pending = [];
  let writing = false;
  return (record) =>
    new Promise((resolve, reject) => {
      const line = JSON.stringify({ previous, ...record });
      previous = createHash('sha256').update(line).digest('hex');
      pending.push({ line, resolve, reject });
      if (!writing) setImmediate(flush);
      writing = true;
    });

  function flush() {
    const taken = pending;
    pending = [];
    write(file, `${taken.map(({ line }) => line).join('\n')}\n`, (error) => {
      for (const { resolve, reject } of taken) error === null ? resolve() : reject(error);
      if (pending.length > 0) flush();
      else writing = false;
    });
  }
}
