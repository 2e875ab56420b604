/** Fills a folder with so many rules of every sort. */
export function writeManyRules(folder: string, count: number): void;
