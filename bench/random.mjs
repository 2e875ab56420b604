// Numbers that look like chance and are the same in every run: a generator with a seed (mulberry32).
// Good enough to spread events; not for anything that must not be guessed.

/**
 * @param {number} seed an integer; the same one gives the same numbers
 * @returns {() => number} the next number, from 0 to less than 1
 */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
