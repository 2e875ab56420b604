/** Durations as people say them: `5 minutes`, `2 hours`. */

const steps: readonly { readonly name: string; readonly milliseconds: number }[] = [
  { name: 'day', milliseconds: 86_400_000 },
  { name: 'hour', milliseconds: 3_600_000 },
  { name: 'minute', milliseconds: 60_000 },
  { name: 'second', milliseconds: 1000 },
];

/** A duration in whole units, rounded down, of which there are at least two where that is possible: `90 minutes`. */
export function durationInWords(milliseconds: number): string {
  const unit =
    steps.find((step) => milliseconds >= 2 * step.milliseconds || milliseconds === step.milliseconds) ??
    steps[steps.length - 1];
  if (unit === undefined) return '';
  const count = Math.max(0, Math.floor(milliseconds / unit.milliseconds));
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}
