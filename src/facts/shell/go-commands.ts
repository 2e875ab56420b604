/**
 * What a file of Go runs, as far as it is plain: the commands that it starts by texts. Expressions are not read, so a file
 * that may have any other effect is not known. Neither is a file with a module that is not read.
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
    !imports.every(
      ({ as, path }) => withoutEffect.test(path) || (as === undefined && Object.hasOwn(read, path)),
    )
  )
    return undefined;
  for (const [, module = '', name = ''] of code.matchAll(/(?<![\w.])(os|exec|http)\.(\w+)/g))
    if (!moduleNames.get(module)?.has(name)) return undefined;
  if (changesCommand.test(code)) return undefined;
  const lines: string[] = [];
  for (const { index } of code.matchAll(/\bexec\.Command/g)) {
    const words = wordsOfCall(code.slice(index));
    if (words === undefined) return undefined;
    lines.push(words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' '));
  }
  return lines.join('\n');
}

/** The words of `exec.Command("a", "b")`; undefined where one is no plain text. */
function wordsOfCall(code: string): readonly string[] | undefined {
  const [, given] =
    /^exec\.Command(?:Context\(\s*[\w.()]+\s*,|\()\s*((?:"(?:[^"\\\n]|\\.)*"|`[^`]*`|\s*,\s*)+)\)/.exec(
      code,
    ) ?? [];
  if (given === undefined || /\\[^ntr"\\]/.test(given.replace(/`[^`]*`/g, ''))) return undefined;
  return [...given.matchAll(/"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g)].map(
    ([, escaped, raw]) =>
      raw ?? (escaped ?? '').replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign),
  );
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** A command that is made or changed by its parts, or gets its input in the program. */
const changesCommand =
  /(?<!\*)\bexec\.Cmd\b|\.(?:Args|Path|Stdin|Env|Dir|SysProcAttr)\s*=(?!=)|\.StdinPipe\b/;

/** Modules that touch no file, host or process, and those with which tests compare. */
const withoutEffect =
  /^(?:bufio|bytes|cmp|context|errors|flag|fmt|html(?:\/template)?|io|iter|log|maps|path(?:\/filepath)?|embed|io\/fs|reflect|regexp|slices|sort|strconv|strings|sync(?:\/atomic)?|testing(?:\/quick|\/fstest|\/iotest)?|text\/(?:template|tabwriter|scanner)|time|unicode(?:\/\w+)?|container\/\w+|encoding(?:\/\w+)?|hash(?:\/\w+)?|math(?:\/\w+)*|net\/(?:url|netip|http\/httptest)|crypto\/(?:aes|hmac|md5|rand|sha1|sha256|sha512|subtle)|os\/signal|github\.com\/stretchr\/testify\/(?:assert|require)|github\.com\/google\/go-cmp\/cmp(?:\/cmpopts)?)$/;

/** Of these modules the names without an effect, and those that are read. */
const read: Readonly<Record<string, string>> = {
  os: 'Args Exit Getenv LookupEnv Stdin Stdout Stderr IsNotExist IsExist ErrNotExist ErrExist File FileMode FileInfo DirEntry TempDir MkdirTemp CreateTemp Getpid Hostname Signal Interrupt PathError PathSeparator DevNull',
  'os/exec': 'Command CommandContext Cmd LookPath ErrNotFound ExitError',
  'net/http':
    'Handler HandlerFunc HandleFunc Handle Request ResponseWriter Error NewServeMux ServeMux Cookie Header StatusText StatusOK StatusCreated StatusAccepted StatusNoContent StatusBadRequest StatusUnauthorized StatusForbidden StatusNotFound StatusMethodNotAllowed StatusConflict StatusInternalServerError MethodGet MethodPost MethodPut MethodPatch MethodDelete NotFound Redirect SetCookie StripPrefix MaxBytesReader TimeoutHandler',
};

const moduleNames: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(read).map(([path, names]) => [path.replace(/^.*\//, ''), new Set(names.split(' '))]),
);
