/** Decides whether a command is for a POSIX shell, PowerShell or `cmd.exe`. In doubt it is for a POSIX shell. */

export type ShellDialect = 'posix' | 'powershell' | 'cmd';

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
const verbs = wordSet(`
  add clear close compress convert convertfrom convertto copy disable enable enter exit expand
  export format get import install invoke join measure mount move new out read receive register
  remove rename reset resolve restart restore resume save select send set show sort split start
  stop suspend tee test trace uninstall unregister update wait where foreach write
`);
const nouns = wordSet(`
  item childitem content location object process service webrequest restmethod expression command
  string path itemproperty variable host output error job module package executionpolicy acl date
  help member alias session type eventlog winevent computer random unique scheduledtask localuser
  localgroupmember netfirewallrule mppreference disk volume partition csv json xml html table list
  null file event wmiobject ciminstance credential securestring history archive drive psdrive
  filehash encodedcommand
`);

/** Whether a cmdlet is where a command can be: at the start, behind a separator, in brackets. */
function hasCmdlet(code: string): boolean {
  for (const [, verb = '', noun = ''] of code.matchAll(
    /(?:^|[\n;|&({=])[ \t]*([A-Za-z]+)-([A-Za-z]+)(?![\w-])/g,
  )) {
    if (verbs.has(verb.toLowerCase()) && nouns.has(noun.toLowerCase())) return true;
  }
  return false;
}

const powershellMarks: readonly RegExp[] = [
  /\$env:[A-Za-z_]/i,
  /(?:^|\s)-ErrorAction\s/i,
  /^\s*\$[A-Za-z_]\w*\s*=\s*(?:["'@$([]|New-|Get-)/,
  /\[(?:System\.)?(?:IO\.|Net\.|Text\.|Convert|Environment|Diagnostics\.)[\w.]*\]::/i,
  /^\s*(?:&\s+["'$].*|\[[A-Za-z.]+\]::)/,
  /(?:^|[;|\n]\s*)(?:iex|iwr|irm|gci)\s+[-$("']/i,
  /@['"]\r?\n/,
];
const cmdMarks: readonly RegExp[] = [
  /(?:^|[\n&|(])\s*@?(?:del|erase|rd|xcopy|attrib)(?:\s+[^\s/]\S*)?\s*(?:\/[a-z])+(?=\s|$)/i,
  /(?:^|[\n&|(])\s*@?(?:rmdir|copy|move|dir)(?:\s+[^\s/]\S*){0,2}\s+\/[a-z](?=\s|$)/i,
  /%(?:USERPROFILE|HOMEPATH|APPDATA|LOCALAPPDATA|TEMP|TMP|SYSTEMROOT|WINDIR|PROGRAMFILES|USERNAME|COMSPEC|SYSTEMDRIVE|CD|ERRORLEVEL)(?::[^%\n]{0,40})?%/i,
  /(?:^|\n)\s*@?echo\s+off\b/i,
  /(?:^|[\n&|(])\s*@?(?:del|erase|rd|rmdir|md|mkdir|copy|move|ren|rename|type|dir|cd|pushd)\s+(?:\/[a-z]\s+)*"?[A-Za-z]:\\/i,
  /(?:^|[\n&|(])\s*(?:if\s+(?:not\s+)?exist\s|for\s+(?:\/[a-z]\s+)?%%?[a-z]\s+in\s)/i,
];

/** The dialect by the name of the tool, or else by constructs that only one shell has. */
export function dialectOf(toolName: string, text: string): ShellDialect {
  const name = toolName.toLowerCase();
  if (/powershell|pwsh/.test(name)) return 'powershell';
  if (/(?:^|[^a-z])cmd(?:\.exe)?(?:$|[^a-z])|command_?prompt/.test(name)) return 'cmd';
  // Quotes and here-documents hold data, which says nothing about the shell.
  const code = unquoted(text.slice(0, 4000));
  if (/^\s*(?:#!|(?:if|while|until)\s+\[|for\s+\w+\s+in\s|export\s|source\s)/.test(code)) return 'posix';
  if (hasCmdlet(code) || powershellMarks.some((mark) => mark.test(code))) return 'powershell';
  if (cmdMarks.some((mark) => mark.test(code))) return 'cmd';
  return 'posix';
}

/** The text up to a here-document, with quoted parts blanked. */
function unquoted(text: string): string {
  const start = text.search(/<<-?\s*['"\\]?\w/);
  const code = start < 0 ? text : text.slice(0, start);
  return code.replace(
    /'[^']*'|"[^"]*"/g,
    (quoted) => `${quoted[0]}${quoted.slice(1, 4).match(/^[A-Za-z]:\\/)?.[0] ?? ''}${quoted[0]}`,
  );
}
