/** The output of a PowerShell command, if it is a path or the words of the command. */
import { anyShape, type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { concat, joinWindowsPath } from '../use/text/powershell-text.ts';
import { bindParameters, wordOfParameter } from './powershell-parameters.ts';
import { fixed, here, type PowerShellReader, settled } from './powershell-reader.ts';
import { processType, serviceType } from './powershell-types.ts';
import { anyValue, listOfItems, oneValue, type PowerShellValue } from './powershell-value.ts';
import { windowsVariable } from './windows-environment.ts';

/** The output of a command. A path that it finds stays that path if the script goes to another directory. */
export function outputOfCommand(
  reader: PowerShellReader,
  name: string,
  words: readonly Shape[],
  input: PowerShellValue | undefined,
  source: string,
): PowerShellValue {
  const operands = words.filter((each) => !/^-[A-Za-z]/.test(staticText(each) ?? ''));
  switch (name) {
    case 'join-path': {
      const bound = bindParameters(words, {
        valued: ['path', 'childpath', 'additionalchildpath'],
        positions: 3,
        switches: ['resolve'],
      });
      const [path, child] = [wordOfParameter(bound, 'path'), wordOfParameter(bound, 'childpath')];
      if (path === undefined || child === undefined) return anyValue(source);
      return oneValue(
        joinWindowsPath([path, child, ...(bound.given.get('additionalchildpath') ?? [])], source),
      );
    }
    case 'write-output':
    case 'echo':
    case 'write':
      if (operands.length === 0) return input ?? anyValue(source);
      return operands.length === 1 && operands[0] !== undefined
        ? oneValue(operands[0])
        : listOfItems(operands);
    case 'resolve-path':
    case 'rvpa':
    case 'convert-path':
    case 'get-item':
    case 'gi':
      return {
        ...found(reader, operands, input, source),
        ...(/item|^gi$/.test(name) ? { type: 'io.fileinfo' } : {}),
      };
    case 'get-childitem':
    case 'gci':
    case 'dir':
    case 'ls': {
      const [first] = operands;
      if (first === undefined) return oneValue(anyShape(source));
      const isDeep = words.some((each) => /^-(?:r|depth)/i.test(staticText(each) ?? ''));
      const item: Shape = isDeep ? anyShape('') : { pieces: [{ kind: 'name' }], source: '' };
      return oneValue(concat([fixed(reader, first), textShape('/'), item], source));
    }
    case 'get-location':
    case 'pwd':
    case 'gl':
      return words.length === 0 ? oneValue(here(reader, source)) : anyValue(source);
    case 'get-wmiobject':
    case 'gwmi':
    case 'get-ciminstance':
    case 'gcim':
      return { ...anyValue(source), type: 'management.managementobject' };
    case 'where-object':
    case 'where':
    case '?':
    case 'sort-object':
    case 'sort':
      return input?.type === serviceType || input?.type === processType
        ? { ...anyValue(source), ...pathsOf(input), type: input.type }
        : anyValue(source);
    case 'get-service':
    case 'gsv':
      return objectsOf(serviceType, operands, input, source);
    case 'get-process':
    case 'gps':
    case 'ps':
      return objectsOf(processType, operands, input, source);
    case 'get-date':
    case 'get-random':
      return oneValue({ pieces: [{ kind: 'name' }], source });
    default:
      return anyValue(source);
  }
}

/** What `Get-Item` and the like give: the paths, or the value of a variable. */
function found(
  reader: PowerShellReader,
  operands: readonly Shape[],
  input: PowerShellValue | undefined,
  source: string,
): PowerShellValue {
  const [first, ...others] = operands;
  if (first === undefined)
    return input === undefined ? anyValue(source) : { ...anyValue(source), ...pathsOf(input) };
  const [, drive, name = ''] =
    /^(env|variable|function|alias|hk\w+|cert|wsman):[\\/]?(.*)$/i.exec(staticText(first) ?? '') ?? [];
  if (drive === undefined) {
    const paths = operands.map((path) => fixed(reader, path));
    return others.length === 0 && paths[0] !== undefined ? oneValue(paths[0]) : listOfItems(paths);
  }
  if (drive.toLowerCase() !== 'env') return anyValue(source);
  const known = settled(reader, reader.state.names.get(`env:${name.toLowerCase()}`), source);
  return known ?? oneValue(windowsVariable(name, source));
}

/** Services or processes, by what names them. */
const objectsOf = (
  type: string,
  operands: readonly Shape[],
  input: PowerShellValue | undefined,
  source: string,
): PowerShellValue => ({
  ...(operands.length > 0 ? listOfItems(operands) : { ...anyValue(source), ...(input && pathsOf(input)) }),
  isList: operands.length > 1,
  type,
});

/** Paths that come through the pipe as they are. */
const pathsOf = ({ items, isList }: PowerShellValue): Partial<PowerShellValue> =>
  items.length === 0 ? {} : { items, isList };
