/** Colours for a terminal, or none. */
const codes = {
  bold: '1',
  faint: '2',
  red: '31',
  green: '32',
  yellow: '33',
  blue: '34',
  cyan: '36',
  'bold red': '1;31',
  'bold green': '1;32',
} as const;

export type Colour = keyof typeof codes;
export type Paint = (colour: Colour, text: string) => string;

/** An empty text stays empty. */
export const painter =
  (isColoured: boolean): Paint =>
  (colour, text) =>
    isColoured && text !== '' ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text;
