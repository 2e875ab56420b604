/** Users of the system by name, as `client.user` has them: what the system says of a process, and nothing that the environment does. */
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

let known: { readonly is: string | undefined } | undefined;

/** As whom this process runs; undefined where the system does not say. Never throws. */
export function ownUser(): string | undefined {
  known ??= { is: lookUp() };
  return known.is;
}

function lookUp(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    // A container can run as a number that no user has.
    return process.geteuid?.().toString();
  }
}

/** The name of the user with a number; the number itself where the machine's own list has no name for it. Never throws. */
export function userOf(id: number): string {
  if (id === process.geteuid?.()) return ownUser() ?? String(id);
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    const [name] = lines.map((line) => line.split(':')).find(([, , each]) => each === String(id)) ?? [];
    return name === undefined || name === '' ? String(id) : name;
  } catch {
    return String(id);
  }
}
