/** The lists that tags of rules name entries of: techniques of MITRE ATT&CK, and the OWASP Top 10 for Agentic Applications. */
import { readFileSync } from 'node:fs';

export interface Technique {
  readonly id: string;
  readonly name: string;
  readonly tactics: readonly string[];
}

const tactics: Readonly<Record<string, string>> = {
  RE: 'Reconnaissance',
  IA: 'Initial Access',
  EX: 'Execution',
  PE: 'Persistence',
  PR: 'Privilege Escalation',
  DE: 'Defense Evasion',
  CA: 'Credential Access',
  DI: 'Discovery',
  LM: 'Lateral Movement',
  CO: 'Collection',
  CC: 'Command and Control',
  XF: 'Exfiltration',
  IM: 'Impact',
};

/** By their numbers. A sub-technique is named with its technique. */
export function techniques(): ReadonlyMap<string, Technique> {
  const all = new Map<string, Technique>();
  for (const line of readFileSync('test/docs/attack-techniques.txt', 'utf8').trim().split('\n')) {
    if (line.startsWith('#')) continue;
    const [, id = '', codes = '', own = ''] =
      /^(T\d{4}(?:\.\d{3})?) ([A-Z]{2}(?:,[A-Z]{2})*) (.+)$/.exec(line) ?? [];
    const above = all.get(id.split('.')[0] ?? '');
    const name = above === undefined ? own : `${above.name}: ${own}`;
    all.set(id, { id, name, tactics: codes.split(',').map((code) => tactics[code] ?? code) });
  }
  return all;
}

export const tacticNames: readonly string[] = Object.values(tactics);

/** The OWASP Top 10 for Agentic Applications of 2026. */
export const agenticRisks: ReadonlyMap<string, string> = new Map([
  ['asi01', 'Agent Goal Hijack'],
  ['asi02', 'Tool Misuse and Exploitation'],
  ['asi03', 'Identity and Privilege Abuse'],
  ['asi04', 'Agentic Supply Chain Vulnerabilities'],
  ['asi05', 'Unexpected Code Execution'],
  ['asi06', 'Memory and Context Poisoning'],
  ['asi07', 'Insecure Inter-Agent Communication'],
  ['asi08', 'Cascading Failures'],
  ['asi09', 'Human-Agent Trust Exploitation'],
  ['asi10', 'Rogue Agents'],
]);
