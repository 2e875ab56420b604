/** A bundle from an address. */
import { type Fetched, FetchProblem, fetchOctets, readSecureAddress } from '../machine/fetch-octets.ts';
import { BundleProblem, mostBundleOctets } from './bundle-content.ts';

/** Milliseconds for all of it. */
const fetchPatience = 10_000;

/** The address, or why bundles are not taken from there, as a sentence without an end. */
export const readAddress = (text: string): URL | string => readSecureAddress(text, 'bundles');

/** Fetches what is there; undefined where it is still what `etag` names. Throws `BundleProblem`. */
export async function fetchBundle(
  address: URL,
  etag: string | undefined,
  patience = fetchPatience,
): Promise<Fetched | undefined> {
  try {
    return await fetchOctets(address, { etag, patience, most: mostBundleOctets });
  } catch (error) {
    throw error instanceof FetchProblem ? new BundleProblem(error.message) : error;
  }
}
