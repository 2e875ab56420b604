// The options of a script. `--help` prints the comment at the beginning of the script, which says what it does and takes; an option
// that it does not have is said in one line.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * @template {import('node:util').ParseArgsOptionsConfig} Options
 * @param {string} script the `import.meta.url` of the script
 * @param {Options} options as `parseArgs` takes them
 */
export function readOptions(script, options) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } });
    if (values.help !== true) return values;
  } catch (error) {
    console.error(`${error.message.split('. ')[0]}; see --help`);
    process.exit(3);
  }
  const [comment = ''] = /^(?:\/\/.*\n)+/.exec(readFileSync(fileURLToPath(script), 'utf8')) ?? [];
  console.log(comment.replaceAll(/^\/\/ ?/gm, '').trimEnd());
  process.exit(0);
}
