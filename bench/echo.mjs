// The yardstick: a bare fastify that parses the same body and sends it back.
import { fastify } from 'fastify';

const app = fastify();
app.post('/hooks', async (request) => request.body);
const address = await app.listen({ port: 0, host: '127.0.0.1' });
console.error(`ready: ${address}/hooks`);
