/** Lists of words, written as texts: `wordsIn('when unless', 'reason')` is `['when', 'unless', 'reason']`, also in its type. */

type Word<Line extends string> = Line extends `${infer First} ${infer Rest}` ? First | Word<Rest> : Line;

/** The words of some lines, which are separated by one blank each. */
export const wordsIn = <const Lines extends readonly string[]>(
  ...lines: Lines
): readonly Word<Lines[number]>[] => lines.flatMap((line) => line.split(' ')) as Word<Lines[number]>[];
