/** When the next file of a log begins, and which files are kept. */
/** The size and age of a file before the next one begins, and how many are kept. */
export interface Rotation {
  /** Octets. */
  readonly maxSize: number;
  /** Milliseconds. */
  readonly maxAge: number;
  /** Files, at least 2. */
  readonly keep: number;
}

export const defaultRotation: Rotation = {
  maxSize: 64 * 1024 * 1024,
  maxAge: 7 * 24 * 60 * 60 * 1000,
  keep: 32,
};
