// A folder of policies for a server that has much to know: the policies that ship
// with bylaw, and as many generated rules of seven sorts as are missing to a number.
// None of the generated ones hits the calls of `call-mix.mjs`, but many look at them.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What each sort demands; `n` makes every rule one of its own. */
const sorts = {
  'a kind and a tool name': (n) => `when kind is mcp\n  when tool is "retired_tool_${n}"`,
  'a glob of a tool name': (n) => `when tool is "legacy_${n}_*"`,
  'an MCP server': (n) => `when mcp server is "old-server-${n}"`,
  'a glob of a path': (n) => `when reads or writes "**/vault-${n}/**"`,
  'a host': (n) => `when connects to "*.zone-${n}.example.net"`,
  'a regular expression': (n) => `when any text in input matches /(?i)deploy[-_]target[= ]+prod${n}\\b/`,
  'a command': (n) => `when runs "tool-${n} delete" with --force`,
};

/** Labels and a limit of sessions, and rules that ask for them; some calls of `call-mix.mjs` set a label, and no more are denied. */
export const rememberingRules = `policy com.example.memory

list secret-files = paths "~/.aws/**", "**/package.json"

label secret-seen on session lasts 30m
  when reads @secret-files and it succeeded

label hammering on session lasts 10m
  when denied 100 times within 5m by "com.example.memory.*"

limit shell-rate to 1000 shell per 10m per session

deny exfil-after-secret
  while secret-seen
  when connects to "*.example.net"
  when unsure note

deny while-hammering
  while hammering
  when kind is shell
  when unsure note
`;

/**
 * Copies the policies at `shipped` to `folder` and adds generated ones until there are
 * `count` rules; with fewer than ship, all are generated. Returns a line that says what there is.
 */
export function writeManyRules(folder, shipped, count) {
  const known = countRules(shipped);
  const withShipped = count >= known;
  if (withShipped) cpSync(shipped, folder, { recursive: true });
  const missing = withShipped ? count - known : count;
  const makers = Object.values(sorts);
  const rules = Array.from({ length: missing }, (_, n) => {
    const condition = makers[n % makers.length](n);
    return `deny generated-${n}\n  ${condition}\n  when unsure note\n  reason "This is the generated rule ${n}."\n`;
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'generated.policy'), `policy com.example.generated\n\n${rules.join('\n')}`);
  return `${withShipped ? known : 0} rules that ship with bylaw and ${missing} generated ones, as many of each sort: ${Object.keys(sorts).join(', ')}`;
}

/** The rules in the policies of a folder. */
const countRules = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.policy'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/^deny /gm) ?? []).length;
