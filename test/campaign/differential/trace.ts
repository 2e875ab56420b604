/**
 * What a tracer saw of a script: the files that it opened to read, the programs that ran, where it connected to, and whether
 * it went where nothing is.
 * A call that is interrupted by another is in two lines.
 */

/** One program that ran. */
export interface Ran {
  readonly path: string;
  readonly words: readonly string[];
  /** The program that started it; undefined for the shell of the script itself. */
  readonly by: string | undefined;
}

export interface Seen {
  readonly reads: readonly string[];
  readonly ran: readonly Ran[];
  /** Addresses, each as written down. */
  readonly connects: readonly string[];
  /** Whether a shell did not find a directory that it was to go to. */
  readonly isLost: boolean;
}

/** Puts the two halves of interrupted calls together: `[process, call]`. */
function* callsIn(lines: readonly string[]): Generator<readonly [string, string]> {
  const begun = new Map<string, string>();
  for (const line of lines) {
    const [, process = '', call = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(call);
    if (call.endsWith('<unfinished ...>')) begun.set(process, call.slice(0, -'<unfinished ...>'.length));
    else if (resumed === null) yield [process, call];
    else yield [process, (begun.get(process) ?? '').trimEnd() + (resumed[1] ?? '').replace(/\)\s+=/, ') =')];
  }
}

/** What a script could have written: programs read of the system what they need. A here-document is in a file for a moment. */
const isOwn = (path: string): boolean => /^\/(?:home|tmp)\//.test(path) && !path.startsWith('/tmp/sh-thd');

/** A text as the tracer quotes it. */
const unquote = (quoted: string): string =>
  Buffer.from(
    quoted.replace(/\\([0-7]{1,3}|.)/g, (_, code: string) => {
      if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
      return { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v' }[code] ?? code;
    }),
    'latin1',
  ).toString('utf8');

const texts = (list: string): readonly string[] =>
  [...list.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => unquote(text));

const childOf = (call: string): string | undefined =>
  /^(?:clone3?|v?fork)\(.*= (\d+)(?:<[^>]*>)?$/.exec(call)?.[1];

/** Which process started each: a child may run before the call that made it returns. */
function parentsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const [process, call] of callsIn(lines)) {
    const child = childOf(call);
    if (child !== undefined) parents.set(child, process);
  }
  return parents;
}

/** The shell of a script has no name here, as it is the tracer's own. */
const isShell = (program: string | undefined): boolean =>
  program === undefined || /^(?:ba|da)?sh$/.test(program);

/** Opens a file for something else than what it holds, or to find its own way. */
const isOwnWork = (program: string | undefined, path: string): boolean =>
  program === 'flock' || program === 'df' || /\/\.git(?:\/|config$)/.test(path);

/** Reads the lines of one script. Its own shell, and what starts that, is not in it. */
export function readTrace(lines: readonly string[]): Seen {
  const reads = new Set<string>();
  const connects = new Set<string>();
  const ran: Ran[] = [];
  const programs = new Map<string, string>();
  const parents = parentsOf(lines);
  const programOf = (process: string): string | undefined => {
    // A number that is used again may make a process its own ancestor.
    const passed = new Set<string>();
    for (
      let each: string | undefined = process;
      each !== undefined && !passed.has(each);
      each = parents.get(each)
    ) {
      const program = programs.get(each);
      if (program !== undefined) return program;
      passed.add(each);
    }
    return undefined;
  };
  let started = 0;
  let isLost = false;
  for (const [process, call] of callsIn(lines)) {
    const child = childOf(call);
    const parent = programOf(process);
    if (child !== undefined && parent !== undefined && !programs.has(child)) programs.set(child, parent);
    const executed = /^execve\("((?:[^"\\]|\\.)*)", \[(.*)\], .*\) = 0$/.exec(call);
    if (executed !== null) {
      const path = unquote(executed[1] ?? '');
      const by = programOf(process);
      // What `system` of the C library starts is started by the program that calls it.
      programs.set(process, (path === '/bin/sh' ? by : undefined) ?? path.slice(path.lastIndexOf('/') + 1));
      // The first two are what starts the shell, and the shell.
      if (++started > 2) ran.push({ path, words: texts(executed[2] ?? ''), by });
    }
    if (started < 2) continue;
    if (/^chdir\(.*= -1 /.test(call) && isShell(programOf(process))) isLost = true;
    const opened = /^open(?:at)?\(.*, O_RDONLY([^ ,)]*).*\) = \d+<(.*)>$/.exec(call);
    if (
      opened !== null &&
      isOwn(opened[2] ?? '') &&
      !isOwnWork(programOf(process), opened[2] ?? '') &&
      !/O_DIRECTORY|O_PATH|O_EXCL/.test(opened[1] ?? '')
    )
      reads.add(unquote(opened[2] ?? ''));
    const [, port, address] =
      /^connect\(.*sin_port=htons\((\d+)\), sin_addr=inet_addr\("([^"]*)"\)/.exec(call) ?? [];
    if (address !== undefined && port !== '53') connects.add(address);
  }
  return { reads: [...reads], ran, connects: [...connects], isLost };
}
