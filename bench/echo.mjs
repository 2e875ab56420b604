// The yardstick: a bare fastify that checks the same body by the same schema, with
// validators that Ajv compiled ahead, and sends it back. On a Unix socket, a path
// given as the argument, it does the same for lines: as little as can be written.

import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fastify } from 'fastify';
import { formats } from './bylaw.mjs';

const folder = new URL('../src/protocol/schemas/', import.meta.url);
const schemas = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
const ajv = new Ajv2020({
  schemas,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  ownProperties: true,
});
for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check);

/** What `hooks/intercept` of the draft is: the envelope, the params and the event in them. */
const body = {
  type: 'object',
  required: ['jsonrpc', 'id', 'method', 'params'],
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: 'string' },
    method: { const: 'hooks/intercept' },
    params: {
      $ref: 'draft.json#/$defs/intercept',
      required: ['protocolVersion', 'event'],
      properties: { protocolVersion: { const: 'draft' }, event: { $ref: 'draft.json#/$defs/toolBefore' } },
    },
  },
};

const app = fastify();
app.setValidatorCompiler(({ schema }) => ajv.compile(schema));
app.post('/hooks', { schema: { body } }, async (request) => request.body);
const address = await app.listen({ port: 0, host: '127.0.0.1' });
const [socket] = process.argv.slice(2);
if (socket !== undefined) await echoLines(socket);
console.error(`ready: ${address}/hooks`);

function echoLines(path) {
  const isValid = ajv.compile(body);
  const server = createServer((connection) => {
    let pending = '';
    connection.setEncoding('utf8');
    connection.on('error', () => connection.destroy());
    connection.on('data', (chunk) => {
      const lines = (pending + chunk).split('\n');
      pending = lines.pop();
      let answers = '';
      for (const line of lines) {
        const message = JSON.parse(line);
        answers += isValid(message) ? `${JSON.stringify(message)}\n` : '{"error":"not valid"}\n';
      }
      connection.write(answers);
    });
  });
  return new Promise((resolve) => server.listen(path, resolve));
}
