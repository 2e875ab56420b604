// The licences of the packages that are in the bundles: each asks that its notice goes where its code goes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * @param {readonly string[]} inputs the paths of what is in the bundles, below the root
 * @returns the notices as one text, each package once; throws where a package has no licence
 */
export function noticesOf(inputs) {
  const folders = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const sections = [...folders].map(notice).sort();
  return `bylaw contains the following packages.\n\n${[...new Set(sections)].join('\n')}`;
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, folder)).find((each) =>
    /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i.test(each),
  );
  if (license === undefined) throw new Error(`${name} is bundled, and has no licence`);
  const text = file === undefined ? '' : readFileSync(join(root, folder, file), 'utf8').trim();
  return `---\n${name} ${version} (${license})\n\n${text}\n`;
}
