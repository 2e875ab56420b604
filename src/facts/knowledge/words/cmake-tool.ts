/** `cmake -E remove x`: tools of cmake that do what other programs do. */
import { type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { commandText } from '../notation/command-text.ts';

/** Tools of `cmake -E`, and the programs that do the same under another name. */
const tools: ReadonlyMap<string, readonly string[]> = new Map([
  ['copy', ['cp']],
  ['copy_if_different', ['cp']],
  ['copy_directory', ['cp', '-r']],
  ['copy_directory_if_different', ['cp', '-r']],
  ['create_symlink', ['ln', '-s']],
  ['create_hardlink', ['ln']],
  ['rename', ['mv']],
  ['remove', ['rm', '-f']],
  ['remove_directory', ['rm', '-rf']],
  ['make_directory', ['mkdir', '-p']],
  ['compare_files', ['cmp']],
  ['chdir', ['env', '-C']],
]);

/** The command that does the same as a tool of `cmake` with its words, as text for a shell. */
export function toolCommand(tool: Shape, words: readonly Shape[]): Shape {
  const meant = tools.get(staticText(tool) ?? '')?.map((word) => textShape(word)) ?? [tool];
  return commandText([...meant, ...words], tool.source);
}
