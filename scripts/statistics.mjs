// Figures of repeated measurements: the one in the middle and how far the others lie from it. Plain functions of
// numbers; they measure nothing themselves.

/** @param {readonly number[]} values at least one */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value below which a share of the sorted values lies. */
export const percentile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** How far the values spread, as parts of their median: half of the way from the least to the most. */
export function spread(values) {
  return (Math.max(...values) - Math.min(...values)) / 2 / median(values);
}

/** The ratios of values that were measured in the same rounds. */
export const ratios = (values, others) => values.map((value, at) => value / others[at]);

/** Three digits that count, as people write them: `0.42 µs`, `13 ms`. */
export function time(nanoseconds) {
  const units = [
    ['ns', 1],
    ['µs', 1e3],
    ['ms', 1e6],
    ['s', 1e9],
  ];
  const [unit, size] = units.findLast(([, least]) => nanoseconds >= least) ?? units[0];
  return `${digits(nanoseconds / size)} ${unit}`;
}

/** A ratio as people write it: two digits that count, and whole numbers from ten on. */
export const digits = (value) =>
  value >= 10 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(2)));
