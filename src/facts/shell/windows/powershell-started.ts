/** Programs that PowerShell starts with a command of its own, which has the program and its words as parameters. */
import { type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { splitShape } from './powershell-net.ts';
import { bindParameters, type Parameters, wordOfParameter } from './powershell-parameters.ts';

const starting: Parameters = {
  valued: [
    ...[
      'filepath',
      'argumentlist',
      'credential',
      'workingdirectory',
      'redirectstandarderror',
      'redirectstandardinput',
    ],
    ...['redirectstandardoutput', 'verb', 'windowstyle', 'environment'],
  ],
  positions: 2,
  switches: ['loaduserprofile', 'nonewwindow', 'passthru', 'usenewenvironment', 'wait'],
};
const scheduled: Parameters = {
  valued: ['execute', 'argument', 'workingdirectory', 'id', 'cimsession', 'throttlelimit'],
  positions: 2,
  switches: ['asjob'],
};

/** The words of `Start-Process` and the like: its folder and files, the program, and then the words of the program. */
export function startedWords(name: string, words: readonly Shape[]): readonly Shape[] {
  const isTask = name === 'new-scheduledtaskaction';
  if (!isTask && !/^(?:start-process|saps|start)$/.test(name)) return words;
  const bound = bindParameters(words, isTask ? scheduled : starting);
  const { given, rest } = bound;
  const program = given.get(isTask ? 'execute' : 'filepath') ?? [];
  const others = kept.flatMap((parameter) => {
    const value = wordOfParameter(bound, parameter.toLowerCase());
    return value === undefined ? [] : [textShape(`-${parameter}`), value];
  });
  const list = given.get(isTask ? 'argument' : 'argumentlist') ?? [];
  const options = rest.filter((word) => /^-/.test(staticText(word) ?? ''));
  const loose = rest.filter((word) => !options.includes(word));
  return [...others, ...program, ...list.flatMap(splitShape), ...loose.flatMap(splitShape)];
}

/** The parameters that say where the program runs, and its files. */
const kept = [
  'Verb',
  'WorkingDirectory',
  'RedirectStandardInput',
  'RedirectStandardOutput',
  'RedirectStandardError',
];
