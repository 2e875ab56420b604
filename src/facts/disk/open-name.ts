/** Names that are only partly known, as the memory of a session keeps them: `*` for any characters. */
import { DEEP, type Step } from '../../pattern/path/path-shape.ts';

/** The last name of a path, with `*` for what is not known. */
export const nameOfStep = (step: Step | undefined): string =>
  typeof step === 'string'
    ? step
    : step === undefined || step === DEEP
      ? '*'
      : step.tokens.map((token) => (typeof token === 'string' ? token : '*')).join('');

/** A step of a path for such a name. */
export function stepOfName(name: string): Step {
  const [first = '', ...rest] = name.split('*');
  return rest.length === 0
    ? name
    : { tokens: [first, ...rest.flatMap((part) => [{ glob: '*' }, part])].filter((part) => part !== '') };
}

/** Whether a name may be the one that is kept: its known beginning and its known end are the same. */
export function matchesName(name: string, kept: string): boolean {
  const first = kept.indexOf('*');
  if (first < 0) return name === kept;
  return name.startsWith(kept.slice(0, first)) && name.endsWith(kept.slice(kept.lastIndexOf('*') + 1));
}
