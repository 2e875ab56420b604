// The calls that the servers of `serve.mjs` are asked about, in a fixed order: what an
// agent at work does, one call in twenty of it denied.

const place = { cwd: '/home/sam/shop', workspaceRoots: ['/home/sam/shop'] };

const read = (path) => native('Read', 'file_read', { file_path: path });
const shell = (command) => native('Bash', 'shell', { command });
const edit = (path, before, after) =>
  native('Edit', 'file_edit', { file_path: path, old_string: before, new_string: after });
const mcp = (server, tool, input) => ({
  name: `mcp__${server}__${tool}`,
  kind: 'mcp',
  origin: 'mcp',
  input,
  mcp: {
    server: { id: server },
    toolName: tool,
    provenance: 'runtime',
    connection: { transport: 'stdio', command: 'npx', args: ['-y', server], cwd: place.cwd },
  },
});

function native(name, kind, input) {
  return { name, kind, origin: 'native', input };
}

const code = `export function total(items) {
  return items.reduce((sum, { price, count }) => sum + price * count, 0);
}
`;

/**
 * Twenty calls: nine reads, five shell commands (one denied), four edits, two of MCP.
 * `n` is in what each is about, so that the same path or command was never seen before.
 */
const tools = [
  (n) => read(`src/orders/create-order-${n}.ts`),
  (n) => shell(`npm test -- --run test/cart-${n}.test.ts 2>&1 | tail -40`),
  (n) => read(`test/cart-${n}.test.ts`),
  (n) => edit(`src/cart/total-${n}.ts`, code, code.replace('sum + price', 'sum + (price ?? 0)')),
  (n) => read(`src/cart/total-${n}.ts`),
  (n) => shell(`git status --short && git diff --stat HEAD~${n}`),
  (n) => read(`packages/shop-${n}/package.json`),
  (n) => mcp('github', 'get_issue', { owner: 'example', repo: 'shop', issue_number: n }),
  (n) => read(`docs/checkout-${n}.md`),
  (n) => edit(`docs/checkout-${n}.md`, '## Totals', '## Totals and rounding'),
  (n) => read(`src/orders/totals-${n}.ts`),
  (n) => shell(`rg -n "createOrder${n}" src test | head -50`),
  (n) => read(`src/orders/index-${n}.ts`),
  (n) => edit(`src/orders/totals-${n}.ts`, code, `${code}\nexport const none = total([]);\n`),
  (n) => read(`packages/shop-${n}/tsconfig.json`),
  (n) => shell(`git push --force origin main-${n}`),
  (n) => read(`docs/notes-${n}/README.md`),
  (n) =>
    mcp('browser', 'open_page', { url: `https://docs.example.com/checkout/${n}?from=cart`, width: 1280 }),
  (n) => edit(`test/cart-${n}.test.ts`, 'expect(sum).toBe(4)', 'expect(sum).toBe(5)'),
  (n) => shell(`sed -n 1,120p src/orders/create-order-${n}.ts`),
];

export const callMix =
  '20 calls in turn: 9 reads of files, 5 shell commands (one of them denied), 4 edits, 2 calls of MCP tools, each about a path or command of its own';

/** The text of the how many-th request; each is an event of its own, so that none is answered as a retry. */
export function requestText(run, index, sessions = 1) {
  const id = `${run}-${index}`;
  const event = {
    id,
    source: 'urn:example:laptop-7',
    type: 'tool.before',
    time: '2026-11-20T09:30:00Z',
    harness: { name: 'example-agent', version: '2.4.1' },
    session: { id: `session-${42 + (index % sessions)}`, ...place },
    call: { id: `call-${id}` },
    path: 'native',
    tool: tools[index % tools.length](index),
  };
  const params = { protocolVersion: 'draft', event, capabilities: { effects: ['deny'] } };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'hooks/intercept', params });
}
