/**
 * The key of a log whose inputs are hashed: random, made once, readable for its owner only. It is beside
 * the log, so somebody who compares two logs can get both. Without the key, a guess cannot be tested.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const keyName = 'key';
const keyLength = 32;

/** Reads the key of a log's folder, and makes one if there is none. Throws. */
export function loadKey(folder: string): Buffer {
  const file = join(folder, keyName);
  try {
    writeFileSync(file, randomBytes(keyLength), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const key = readFileSync(descriptor);
    if (key.length !== keyLength)
      throw new Error(`\`${keyName}\` has ${key.length} octets, not ${keyLength}`);
    return key;
  } finally {
    closeSync(descriptor);
  }
}

/** `hmac:` and 32 hexadecimal digits. */
export function digestWith(key: Buffer, text: string): string {
  return `hmac:${createHmac('sha256', key).update(text).digest('hex').slice(0, 32)}`;
}
