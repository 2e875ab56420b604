/**
 * Variables that Windows sets for every user, as far as their values are alike. The folder for temporary files
 * becomes `/tmp`, wherever it is.
 */
import { type Shape, textShape } from '../../../pattern/text/shape.ts';

const home = (below: string, source: string): Shape => ({
  pieces: [{ kind: 'home' }, ...(below === '' ? [] : [{ kind: 'text', text: below } as const])],
  source,
});

const belowHome = new Map([
  ['userprofile', ''],
  ['home', ''],
  ['homepath', ''],
  ['appdata', '/AppData/Roaming'],
  ['localappdata', '/AppData/Local'],
  ['onedrive', '/OneDrive'],
]);

const texts = new Map([
  ['temp', '/tmp'],
  ['tmp', '/tmp'],
  ['systemroot', 'C:/Windows'],
  ['windir', 'C:/Windows'],
  ['systemdrive', 'C:'],
  ['programfiles', 'C:/Program Files'],
  ['programfiles(x86)', 'C:/Program Files (x86)'],
  ['programdata', 'C:/ProgramData'],
  ['allusersprofile', 'C:/ProgramData'],
  ['public', 'C:/Users/Public'],
  ['comspec', 'C:/Windows/System32/cmd.exe'],
  ['homedrive', ''],
  ['cd', '.'],
  ['pwd', '.'],
]);

/**
 * The value of a variable of the environment, in whose name upper and lower case are the same. Where it differs from user to
 * user, it is an unknown text that has the name.
 */
export function windowsVariable(name: string, source: string): Shape {
  const key = name.toLowerCase();
  const below = belowHome.get(key);
  if (below !== undefined) return home(below, source);
  const text = texts.get(key);
  if (text !== undefined) return textShape(text, source);
  return { pieces: [{ kind: 'any', variable: name.toUpperCase() }], source };
}
