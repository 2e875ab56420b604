/** Lines of a log as GitHub's runner reads them: its commands, unescaped, and the rest. */

interface ReadAnnotation {
  readonly command: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: string;
  readonly endLine?: string;
  readonly col?: string;
  readonly endColumn?: string;
  readonly title?: string;
}

export function readAnnotations(log: string): {
  readonly annotations: readonly ReadAnnotation[];
  readonly rest: readonly string[];
} {
  const annotations: ReadAnnotation[] = [];
  const rest: string[] = [];
  for (const line of log.split(/\r\n|\r|\n/)) {
    const match = /^\s*::(\w[\w-]*)(?: (.*?))?::(.*)$/s.exec(line);
    if (match === null) {
      if (line !== '') rest.push(line);
      continue;
    }
    const [, command = '', properties = '', message = ''] = match;
    const pairs = properties.split(',').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [] : [[pair.slice(0, at), unescapeProperty(pair.slice(at + 1))] as const];
    });
    annotations.push({ command, message: unescapeMessage(message), ...Object.fromEntries(pairs) });
  }
  return { annotations, rest };
}

const unescapeMessage = (text: string): string =>
  text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');

const unescapeProperty = (text: string): string =>
  unescapeMessage(text.replaceAll('%3A', ':').replaceAll('%2C', ','));
