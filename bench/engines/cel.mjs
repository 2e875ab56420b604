// Rules as expressions of the Common Expression Language, for the engines that take it.

/**
 * @param {readonly import('../workloads.mjs').Test[]} tests
 * @param {(text: string, pattern: string) => string} matches the engine's fastest way to write that a text matches
 * @param {(field: string) => string} variable how a field of the event is named
 */
export function celOf(tests, matches = methodMatches, variable = (field) => field) {
  return tests
    .map(({ field, value, contains, pattern }) => {
      if (value !== undefined) return `${variable(field)} == ${JSON.stringify(value)}`;
      if (contains !== undefined) return `${variable(field)}.contains(${JSON.stringify(contains)})`;
      return matches(variable(field), JSON.stringify(pattern));
    })
    .join(' && ');
}

const methodMatches = (text, pattern) => `${text}.matches(${pattern})`;

/**
 * The patterns of the rules, compiled once: for engines that compile one at each test unless they are given a
 * function of their own.
 * @returns {(text: string, pattern: string) => boolean}
 */
export function compiledPatterns(rules) {
  const sources = rules.flatMap(({ tests }) => tests.flatMap(({ pattern }) => pattern ?? []));
  const compiled = new Map(sources.map((source) => [source, new RegExp(source)]));
  return (text, pattern) => compiled.get(pattern).test(text);
}
