/**
 * What a file of Go runs, as far as it is plain: the commands that it starts by texts. It reads no expressions, so a file that
 * uses anything else with an effect is not known.
 */

/** The commands as lines of a shell; undefined if the file may do something else. */
export function goCommandsIn(text: string): string | undefined {
  const code = text.replace(
    /("(?:[^"\\\n]|\\.)*"|`[^`]*`)|\/\/[^\n]*|\/\*.*?\*\//gs,
    (_, inQuotes?: string) => inQuotes ?? '',
  );
  const imports = [...code.matchAll(/^\s*import\s*(\((.*?)\)|[^\n]*)/gms)].flatMap(([, named = '']) =>
    [...named.matchAll(/(?:([\w.]+)\s+)?["`]([^"`]+)["`]/g)].map(([, as, path = '']) => ({ as, path })),
  );
  if (
    imports.some(
      ({ as, path }) => (as !== undefined && as !== '_' && isEffective(path)) || isClosed.test(path),
    )
  )
    return undefined;
  for (const [, module = '', name = ''] of code.matchAll(/(?<![\w.])(os|exec|http|net|ioutil)\.(\w+)/g))
    if (!(harmless[module] ?? []).includes(name)) return undefined;
  const lines: string[] = [];
  for (const { index } of code.matchAll(/\bexec\.Command/g)) {
    const [, given] =
      /^exec\.Command(?:Context\(\s*[\w.()]+\s*,|\()\s*((?:"(?:[^"\\\n]|\\.)*"|`[^`]*`|\s*,\s*)+)\)/.exec(
        code.slice(index),
      ) ?? [];
    if (given === undefined) return undefined;
    const words = [...given.matchAll(/"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g)].map(
      ([, escaped, raw]) =>
        raw ?? (escaped ?? '').replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign),
    );
    lines.push(words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' '));
  }
  return lines.join('\n');
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Modules with effects that are not read at all. */
const isClosed = /^(?:C|syscall|plugin|unsafe|net\/(?:rpc|smtp|textproto)|golang\.org\/x\/sys\/.*)$/;

/** Modules of which only some functions have no effect. */
const isEffective = (path: string): boolean => /^(?:os|os\/exec|net|net\/http|io\/ioutil)$/.test(path);

/** What has no effect of such a module, or is read. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  os: 'Args Exit Getenv LookupEnv Stdin Stdout Stderr IsNotExist IsExist ErrNotExist ErrExist File FileMode FileInfo DirEntry TempDir MkdirTemp CreateTemp Getpid Hostname Signal Interrupt PathError PathSeparator DevNull'.split(
    ' ',
  ),
  exec: ['Command', 'CommandContext', 'Cmd', 'LookPath', 'ErrNotFound', 'ExitError'],
  http: 'Handler HandlerFunc HandleFunc Handle Request ResponseWriter Error NewServeMux ServeMux Cookie Header StatusText StatusOK StatusCreated StatusAccepted StatusNoContent StatusBadRequest StatusUnauthorized StatusForbidden StatusNotFound StatusMethodNotAllowed StatusConflict StatusInternalServerError MethodGet MethodPost MethodPut MethodPatch MethodDelete NotFound Redirect SetCookie StripPrefix MaxBytesReader TimeoutHandler'.split(
    ' ',
  ),
  net: ['IP', 'ParseIP', 'ParseCIDR', 'JoinHostPort', 'SplitHostPort', 'IPNet', 'Error'],
  ioutil: ['ReadAll', 'Discard', 'NopCloser'],
};
