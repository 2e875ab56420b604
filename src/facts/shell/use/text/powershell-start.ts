/** Reads the parameters of `pwsh`, in which PowerShell accepts a slash or any kind of dash. */
import { joinPieces, type Shape } from '../../../../pattern/text/shape.ts';

const parameters = [
  ...[
    'command',
    'commandwithargs',
    'cwa',
    'configurationname',
    'custompipename',
    'encodedcommand',
    'ec',
    'enc',
  ],
  ...[
    'encodedarguments',
    'executionpolicy',
    'ep',
    'ex',
    'file',
    'help',
    'inputformat',
    'interactive',
    'login',
  ],
  ...['noexit', 'nologo', 'noninteractive', 'noprofile', 'noprofileloadtime', 'outputformat', 'mta', 'sta'],
  ...['settingsfile', 'sshservermode', 'version', 'windowstyle', 'workingdirectory', 'wd'],
];

/** A parameter with a plain dash; any other word unchanged. */
export function withPlainDash(word: Shape): Shape {
  const [first, ...rest] = word.pieces;
  const [, sign = '', name = ''] =
    first?.kind === 'text' ? (/^([/\u2013\u2014\u2015])([A-Za-z]+)/.exec(first.text) ?? []) : [];
  if (first?.kind !== 'text' || sign === '') return word;
  // A path with several slashes is not a parameter: `/srv/x.ps1`.
  const isParameter =
    sign !== '/' ||
    (first.text.length === name.length + 1 && parameters.some((each) => each.startsWith(name.toLowerCase())));
  if (!isParameter) return word;
  return joinPieces([{ kind: 'text', text: `-${first.text.slice(1)}` }, ...rest], word.source);
}
