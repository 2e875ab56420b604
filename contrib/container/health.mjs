// Asks the server in this container for its health: exit code 0 for healthy, 1 for not. With a token that
// may `read-metrics` in the file it learns of every problem. Without one the server answers 401, which only
// says that it answers, and that counts as well.
import { readFileSync } from 'node:fs';

const { BYLAW_HEALTH_URL: url = 'http://127.0.0.1:4517/health' } = process.env;
const { BYLAW_HEALTH_TOKEN_FILE: file = '/etc/bylaw/health-token' } = process.env;

try {
  const token = readToken();
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(4000) });
  const isWell = response.ok || (response.status === 401 && token === undefined);
  console.log(`${response.status} ${(await response.text()).trim()}`);
  process.exitCode = isWell ? 0 : 1;
} catch (error) {
  console.log(`${url}: ${error.cause?.code ?? error.message}`);
  process.exitCode = 1;
}

/** Undefined if there is no file. */
function readToken() {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
