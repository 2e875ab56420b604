/** The file with a list that comes with bylaw, as a policy beside the packs imports it. */
import { shippedLists } from './shipped-lists.ts';

/** `packs/lists/secrets.policy` for `secrets`; undefined for a list of another name. */
export function shippedList(name: string): string | undefined {
  const [file] = Object.entries(shippedLists).find(([, lists]) => lists.includes(name)) ?? [];
  return file === undefined ? undefined : `packs/lists/${file}.policy`;
}
