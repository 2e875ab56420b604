/**
 * The commands in a makefile that the call itself brings: recipes and calls of the
 * shell. Which targets are made is not asked: all of its recipes count. Variables
 * stand for their text; any others are left for the shell to know nothing of.
 */

const longestMakefile = 65_536;
const mostVariables = 200;
const longestValue = 2000;

/** The makefile's commands as a script for a shell; undefined where it is too long to be read. */
export function scriptOfMakefile(makefile: string): string | undefined {
  if (makefile.length > longestMakefile) return undefined;
  const variables = new Map<string, string>();
  const commands: string[] = [];
  for (const line of makefile.replace(/\\\n[ \t]*/g, ' ').split('\n')) {
    const [, name, operator, value = ''] = /^\s*([\w.-]+)\s*(::?:?=|[+?!]?=)\s*(.*)$/.exec(line) ?? [];
    if (line.startsWith('\t')) commands.push(expand(line.replace(/^[\t @+-]+/, ''), variables));
    else if (name !== undefined) {
      if (operator === '!=') commands.push(expand(value, variables));
      else {
        const text = expand(value, variables);
        // A long one is not known: texts that are made of texts grow without end.
        if (text.length > longestValue) variables.delete(name);
        else if (variables.has(name) || variables.size < mostVariables) variables.set(name, text);
      }
      commands.push(...shellCalls(value, variables));
    } else {
      const inline = line.startsWith('#') ? -1 : line.indexOf(';');
      if (inline > 0 && line.slice(0, inline).includes(':'))
        commands.push(expand(line.slice(inline + 1).replace(/^[\t @+-]+/, ''), variables));
      else commands.push(...shellCalls(line, variables));
    }
  }
  const script = commands.filter((each) => each.trim() !== '').join('\n');
  return script.length > longestMakefile ? undefined : script;
}

/** What `$(shell …)` runs outside of recipes. */
const shellCalls = (text: string, variables: ReadonlyMap<string, string>): readonly string[] =>
  text.startsWith('#')
    ? []
    : [...text.matchAll(/\$[({]shell\s([^(){}]*(?:\([^()]*\)[^(){}]*){0,20})[)}]/g)].map(([, command = '']) =>
        expand(command, variables),
      );

/** `$(X)` is its text, `$(shell x)` what `x` prints, and `$$` a dollar for the shell. */
function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$(?:\$|[({]shell\s|[({]([\w.-]+)[)}])/g, (found, name?: string) => {
    if (found === '$$') return '$';
    if (name === undefined) return found.startsWith('$(') ? '$(' : '${';
    const value = variables.get(name);
    return value === undefined ? `\${${name.replace(/\W/g, '_')}}` : value;
  });
}
