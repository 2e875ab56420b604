/** `cmake -E remove x`: what other programs do, under names of its own. */
import { type Shape, staticText, textShape } from '../../pattern/shape.ts';
import { commandText } from './command-text.ts';

/** What `cmake -E` calls programs that are known by other names. */
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

/** The command that a tool of `cmake` and its words come to, as text for a shell. */
export function toolCommand(tool: Shape, words: readonly Shape[]): Shape {
  const meant = tools.get(staticText(tool) ?? '')?.map((word) => textShape(word)) ?? [tool];
  return commandText([...meant, ...words], tool.source);
}
