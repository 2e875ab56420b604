// The yardstick: a bare fastify that checks the same body by the same schema, with
// validators that Ajv compiled ahead, and sends it back. On a Unix socket, a path
// given as the argument, it does the same for lines: as little as can be written.

import { createServer } from 'node:net';
import process from 'node:process';
import { fastify } from 'fastify';
import { interceptBody, interceptValidators } from './intercept-schema.mjs';

const validators = interceptValidators();
const app = fastify();
app.setValidatorCompiler(validators);
app.post('/hooks', { schema: { body: interceptBody } }, async (request) => request.body);
const address = await app.listen({ port: 0, host: '127.0.0.1' });
const [socket] = process.argv.slice(2);
if (socket !== undefined) await echoLines(socket);
console.error(`ready: ${address}/hooks`);

function echoLines(path) {
  const isValid = validators({ schema: interceptBody });
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
