// Writes a folder of many policies with rules of every sort, as large teams have
// them: a hundred rules a file, each with a reason, one in five with a test inside.
// The same count gives the same text.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const perFile = 100;

/** One rule of each sort: its condition, and a call that it denies. */
const sorts = [
  (n) => [`kind is shell and tool is "Bash-${n}"`, undefined],
  (n) => [`tool is "team-${n}-*"`, `tool "team-${n}-run"`],
  (n) => [`kind is other and tool is "Export${n}"`, `tool "Export${n}" kind other`],
  (n) => [`input.dataset is "ledger-${n}"`, `tool "Query" { dataset: "ledger-${n}" }`],
  (n) => [`writes "/srv/team-${n}/**"`, `write "/srv/team-${n}/notes.txt"`],
  (n) => [`reads "**/secrets-${n}/*.{pem,key}"`, `read "/w/secrets-${n}/a.pem"`],
  (n) => [`connects to "api-${n}.example.com"`, `"curl https://api-${n}.example.com/v1"`],
  (n) => [`connects to "*.zone-${n}.example.net"`, `"curl https://a.zone-${n}.example.net/"`],
  (n) => [`any text in input.query matches /(?i)\\bdrop\\s+table\\s+ledger_${n}\\b/`, undefined],
  (n) => [`runs "deploy-${n} apply" with --force`, `"deploy-${n} apply --force"`],
];

const ruleOf = (n) => {
  const [condition, call] = sorts[n % sorts.length](n);
  const test = call !== undefined && n % 5 === Math.floor(n / 10) % 5 ? `  test\n    denies ${call}\n` : '';
  return `deny rule-${n}\n  when ${condition}\n  reason "Rule ${n} keeps what team ${n % 97} owns from being changed by mistake."\n${test}`;
};

/** Fills a folder, which must not be there yet. */
export function writeManyRules(folder, count) {
  mkdirSync(folder, { recursive: true });
  for (let file = 0; file * perFile < count; file++) {
    const rules = Array.from({ length: Math.min(perFile, count - file * perFile) }, (_, at) =>
      ruleOf(file * perFile + at),
    );
    const text = `policy com.example.many.part-${file}\n\n${rules.join('\n')}`;
    writeFileSync(join(folder, `part-${String(file).padStart(4, '0')}.policy`), text);
  }
}
