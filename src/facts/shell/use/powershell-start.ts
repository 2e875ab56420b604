/** Parameters of `pwsh` as people write them: PowerShell takes a slash for a dash, and every dash there is. */
import { joinPieces, type Shape } from '../../../pattern/shape.ts';

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

/** A word with the dash that PowerShell reads it with; the word itself where it is no parameter. */
export function withPlainDash(word: Shape): Shape {
  const [first, ...rest] = word.pieces;
  const [, sign = '', name = ''] =
    first?.kind === 'text' ? (/^([/\u2013\u2014\u2015])([A-Za-z]+)/.exec(first.text) ?? []) : [];
  if (first?.kind !== 'text' || sign === '') return word;
  // A path with slashes is no parameter: `/srv/x.ps1`.
  const isParameter =
    sign !== '/' ||
    (first.text.length === name.length + 1 && parameters.some((each) => each.startsWith(name.toLowerCase())));
  if (!isParameter) return word;
  return joinPieces([{ kind: 'text', text: `-${first.text.slice(1)}` }, ...rest], word.source);
}
