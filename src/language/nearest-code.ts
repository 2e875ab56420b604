/**
 * Suggestions for codes such as `io.bylaw.git.force-push`. They share long beginnings, so a code is near another only where each part
 * of it is.
 */
import { nearest } from './words.ts';

/**
 * A "did you mean" sentence with the code that ends with these parts, else the nearest, else one of another policy with the same name;
 * nothing where there is none.
 */
export function suggestedCode(code: string, codes: readonly string[]): string | undefined {
  const name = `.${code.split('.').at(-1)}`;
  const near =
    codes.find((each) => each.endsWith(`.${code}`)) ??
    nearest(code, codes.filter(isNear(code))) ??
    codes.find((each) => each.endsWith(name));
  return near === undefined ? undefined : `did you mean \`${near}\`?`;
}

const isNear = (code: string): ((other: string) => boolean) => {
  const wanted = code.split('.');
  return (other) => {
    const parts = other.split('.');
    return parts.length === wanted.length && wanted.every((part, at) => isSlipOf(part, parts[at] ?? ''));
  };
};

const isSlipOf = (part: string, other: string): boolean =>
  part === other || nearest(part, [other]) !== undefined;
