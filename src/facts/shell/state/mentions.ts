/**
 * Tests whether a command names a file, with its ending or without. `make` names no file, and reads one. A value may name
 * any file, except that of a variable for which `mayName` is false: its text is not known.
 */
export function namesFile(text: string, mayName: (variable: string) => boolean): (path: string) => boolean {
  const words = text.replace(/['"\\]/g, '');
  const isOpen = /[$`]/.test(
    text.replace(plainValue, (value, bare?: string, inBraces?: string) =>
      mayName(bare ?? inBraces ?? '') ? value : '',
    ),
  );
  return (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    // A command never contains an unknown name.
    if (/[*?[\u2026]/.test(name)) return false;
    if (isOpen) return true;
    const plain = name.replace(/(?<=.)\.\w+$/, '');
    if (hasName(words, plain)) return true;
    return readUnnamed.some(([file, program]) => file.test(path) && program.test(text));
  };
}

/** The value of one variable or positional parameter, whole or without one of its ends: `$x`, `${x}`, `${x%%,*}`. */
const plainValue = /\$(?:([A-Za-z]\w*|[@*\d])|\{([A-Za-z]\w*|[@*]|\d+)(?:[#%][^{}$`]*)?\})/g;

/** Files that programs look for by themselves, and those programs. */
const readUnnamed: readonly (readonly [file: RegExp, program: RegExp])[] = [
  [/makefile[^/]*$/i, /make/],
  [
    /\/\.git\/|\/\.gitconfig$|\/(?:pre|post|prepare|commit|applypatch|reference|sendemail)-[\w-]+$/,
    /\bgit\b/,
  ],
  [/\/\.?ssh\//, /ssh|scp|sftp|rsync|\bgit\b/],
  [/\/(?:package|composer)\.json$/, /npm|npx|yarn|bun|composer/],
  [/\/\.?justfile$/i, /\bjust\b/],
  [/\/taskfile[^/]*$/i, /\btask\b/i],
];

/** Every command that uses the value of a variable contains one of these. */
export const asksValues = /[$[]|\+=|\(\(|\blet\b|-v/;

/**
 * Whether a command may use the value of a variable: `$x`, `${x…}`, `x+=y`, and any name where arithmetic is
 * possible.
 */
export function mayUse(text: string, name: string): boolean {
  let isThere = false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (isNameCharacter(text[at + name.length])) continue;
    const before = text[at - 1];
    if (before === '$' || text.startsWith('+=', at + name.length)) return true;
    if (!isNameCharacter(before)) isThere = true;
  }
  return isThere && /\$\{|\(\(|\[|\blet\b|-v/.test(text);
}

/** Whether a text contains a name that is not part of a longer name. */
export function hasName(text: string, name: string): boolean {
  if (name === '') return true;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isNameCharacter(text[at - 1]) && !isNameCharacter(text[at + name.length])) return true;
  return false;
}

const isNameCharacter = (character: string | undefined): boolean =>
  character !== undefined && /\w/.test(character);

/** Words that use the stack of directories: `cd -`, `popd`, `~-`. */
export const asksStack = /\b(?:cd|chdir|popd|pushd|dirs)\b|~[-+\d]|OLDPWD/;
