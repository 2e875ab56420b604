// Rules on the kind of a tool, its name and one text field, and calls for them: what every server of `served-beside.mjs`
// is asked. The texts have 60 to 200 characters of ordinary words, `token`, `secret` and `key` among them, since such
// words make a log look closer.
import { randomFrom } from './random.mjs';

const words =
  'order cart price stock the of and for with label total check merge build token secret key user draft note item list review release'.split(
    ' ',
  );

const kindOf = (n) => (n % 2 === 0 ? 'other' : 'task');
const toolOf = (n) => `svc${n % 50}_run`;
const ticketOf = (n) => `ticket ${n} is closed`;

/**
 * The rules as plain tests, as the engines of `engines/` take them: every engine is given its fastest words for them.
 *
 * @param {number} count
 * @returns {import('./workloads.mjs').Rule[]}
 */
export const fieldRules = (count) =>
  Array.from({ length: count }, (_, n) => ({
    name: `rule-${n}`,
    clause: `kind is ${kindOf(n)} and tool is "${toolOf(n)}" and input.note contains "${ticketOf(n)}"`,
    tests: [
      { field: 'kind', value: kindOf(n) },
      { field: 'tool', value: toolOf(n) },
      { field: 'text', contains: ticketOf(n), like: `*${ticketOf(n)}*` },
    ],
  }));

/** The same rules as a policy of bylaw. */
export const fieldPolicy = (count) =>
  `policy com.example.served\n\n${fieldRules(count)
    .map(({ name, clause }) => `deny ${name}\n  when ${clause}\n  reason "Rule ${name}."\n`)
    .join('\n')}`;

/**
 * A request, and whether it is to be denied: one in twenty is. The others speak of the same ticket in other words.
 *
 * @param {string} run begins the id, so that no request is a retry of another
 * @param {number} index
 * @param {number} count how many rules there are
 */
export function fieldRequest(run, index, count) {
  const random = randomFrom(index);
  const n = Math.floor(random() * count);
  const isDenied = index % 20 === 10;
  const note = [
    ordinaryText(random),
    isDenied ? ticketOf(n) : `ticket ${n} was closed`,
    ordinaryText(random),
  ];
  const id = `${run}-${index}`;
  const event = {
    id,
    source: 'urn:example:laptop-7',
    type: 'tool.before',
    time: '2026-11-20T09:30:00Z',
    harness: { name: 'example-agent', version: '2.4.1' },
    session: { id: 'session-42', cwd: '/home/sam/shop', workspaceRoots: ['/home/sam/shop'] },
    call: { id: `call-${id}` },
    path: 'native',
    tool: { name: toolOf(n), kind: kindOf(n), origin: 'native', input: { note: note.join(' ') } },
  };
  const params = { protocolVersion: 'draft', event, capabilities: { effects: ['deny'] } };
  return { isDenied, text: JSON.stringify({ jsonrpc: '2.0', id, method: 'hooks/intercept', params }) };
}

/** 20 to 85 characters: two of them and a ticket are 60 to 200. */
function ordinaryText(random) {
  const length = 20 + Math.floor(random() * 65);
  let text = '';
  while (text.length < length) text += `${words[Math.floor(random() * words.length)]} `;
  return text.slice(0, length).trim();
}
