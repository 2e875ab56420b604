// The part of a page that a program writes, between two comments; the rest is left as it is.

/**
 * @param {string} page
 * @param {string} name of the comments: `<!-- name:begin -->` and `<!-- name:end -->`
 * @param {string} text what shall stand between them
 * @throws where the page has not both comments in this order
 */
export function betweenMarkers(page, name, text) {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The page has no \`${begin}\` with \`${end}\` after it.`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}
