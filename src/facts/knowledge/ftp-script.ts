/**
 * Commands of clients for file transfer: `lftp -c 'open host; put file'`, `tftp host -c put file`, `smbclient -c 'put
 * file'`. Reads which files are sent and which are received; a remote name is no path on this machine.
 */
import { joinPieces, type Shape, showShape, staticText, textShape } from '../../pattern/shape.ts';
import { part, unknownPart, type ValuePart } from './value-part.ts';

/** The limit of commands that are read. */
const mostCommands = 200;
const longestScript = 10_000;

/** The values in such commands. If a part is unknown, the known parts are still read. */
export function ftpScript(value: Shape): readonly ValuePart[] {
  const text = staticText(value) ?? showShape(value);
  if (text.length > longestScript) return [unknownPart(value)];
  const commands = text.split(/;|\n|&&|\|\|/).map((each) => each.trim());
  const rest = commands.length > mostCommands ? [unknownPart(value)] : [];
  return [...commands.slice(0, mostCommands).flatMap(readCommand), ...rest];
}

function readCommand(text: string): readonly ValuePart[] {
  if (text.startsWith('!')) return [part(textShape(text.slice(1)), 'shell')];
  const [name = '', ...words] = (text.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []).map((word) =>
    word.replace(/^(["'])(.*)\1$/s, '$2'),
  );
  const operands = words.filter((word) => !word.startsWith('-'));
  const [first, second] = operands.map((word) => textShape(word));
  switch (name.toLowerCase()) {
    case 'put':
    case 'send':
    case 'reput':
    case 'append':
      return first === undefined ? [] : [sent(first, words)];
    case 'mput':
      return operands.map((word) => sent(textShape(word), words));
    case 'get':
    case 'recv':
    case 'reget':
    case 'pget':
      return first === undefined ? [] : [...remote(first), part(second ?? fileName(first), 'write')];
    case 'mget':
      return [...operands.flatMap((word) => remote(textShape(word))), part(textShape('.'), 'write')];
    case 'mirror':
      if (!words.some((word) => word === '--reverse' || /^-[A-Za-z]*R/.test(word)))
        return [
          ...remote(first),
          part(second ?? textShape('.'), 'into'),
          ...(deletes.test(text) ? [part(allBelow(second ?? textShape('.')), 'delete')] : []),
        ];
      return [
        part(first ?? textShape('.'), 'upload'),
        ...(takes(words) ? [part(allBelow(first ?? textShape('.')), 'delete')] : []),
      ];
    case 'open':
    case 'connect':
      return first === undefined ? [] : [part(first, 'host')];
    case 'lcd':
      return first === undefined ? [] : [part(first, 'cwd')];
    case 'local':
      return words.length === 0 ? [] : [part(textShape(words.join(' ')), 'shell')];
    case 'source':
      return first === undefined ? [] : [part(first, 'read')];
    default:
      return [];
  }
}

/** The host of a remote name that is an address. */
const remote = (name: Shape | undefined): readonly ValuePart[] =>
  name !== undefined && /^[a-z]+:\/\//i.test(staticText(name) ?? '') ? [part(name, 'url')] : [];

/** Whether what is sent is deleted afterwards. */
const takes = (words: readonly string[]): boolean =>
  words.some((word) => /^-[A-Za-z]*E|^--(?:Remove|Move)/.test(word));

const sent = (path: Shape, words: readonly string[]): ValuePart =>
  takes(words) ? part(path, 'upload', 'delete') : part(path, 'upload');

const allBelow = ({ pieces, source }: Shape): Shape =>
  joinPieces([...pieces, { kind: 'text', text: '/' }, { kind: 'glob', glob: '**' }], source);

/** With this, `mirror` deletes what the other side does not have. */
const deletes = /\s(?:-[A-Za-z]*e|--delete)\b/;

const fileName = (path: Shape): Shape => textShape((staticText(path) ?? '').replace(/^.*[/\\]/s, ''));
