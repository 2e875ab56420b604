// The licences of the packages that are in the bundles: each requires that its notice goes with its code
// goes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * @param {readonly string[]} inputs the paths of what is in the bundles, below the root
 * @returns the notices as one text: each licence once, below the packages that have it and their copyright lines;
 *   throws where a package has no licence
 */
export function noticesOf(inputs) {
  const bundled = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const folders = new Set([...bundled, ...generators]);
  const packages = new Map();
  for (const { title, owners, terms } of [...folders].sort().map(readNotice))
    packages.set(terms, [...(packages.get(terms) ?? []), [title, ...owners].join('\n')]);
  const sections = [...packages].map(([terms, of]) => `---\n${[...new Set(of)].join('\n\n')}\n\n${terms}\n`);
  return `bylaw contains the following packages.\n\n${sections.join('\n')}`;
}

/** What parts of generated sources are from. */
const generators = ['node_modules/peggy'];

/** What a package contains besides its own code, from its documents. */
const contents = { tldts: 'It contains the Public Suffix List (https://publicsuffix.org/list/, MPL-2.0).' };

/** Packages that name a licence and have no text of it. */
const withoutText = { 'abstract-logging': 'https://opensource.org/license/mit' };

function readNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  if (license === undefined) throw new Error(`${name} is bundled, and has no licence`);
  const file = readdirSync(join(root, folder)).find((each) =>
    /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i.test(each),
  );
  const lines = file === undefined ? [] : readFileSync(join(root, folder, file), 'utf8').split(/\r?\n/);
  const owners = lines.filter((line) => /^\s*copyright \(c\)/i.test(line)).map((line) => line.trim());
  const terms = lines.filter((line) => !/^\s*copyright \(c\)/i.test(line)).join('\n');
  // It is bylaw's own licence, whose text is in the package once.
  if (license === 'Apache-2.0')
    return {
      title: `${name} ${version} (${license})`,
      owners,
      terms: 'The terms are those of the file LICENSE.',
    };
  // Licences that differ only in line breaks are the same.
  const paragraphs = terms.split(/\n\s*\n/).map((each) => each.trim().replace(/\s+/g, ' '));
  const text = paragraphs.filter(Boolean).join('\n\n') || withoutText[name];
  if (text === undefined) throw new Error(`${name} is bundled, and has no text of its licence`);
  return {
    title: `${name} ${version} (${license})`,
    owners: name in contents ? [...owners, contents[name]] : owners,
    terms: text,
  };
}
