/** Colours of an explanation: none where they are not wanted. */
export interface Paint {
  readonly strong: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly doubtful: (text: string) => string;
  readonly mark: (text: string) => string;
  readonly faint: (text: string) => string;
}

export function painter(color: boolean): Paint {
  const paint =
    (code: string) =>
    (text: string): string =>
      color ? `\u001b[${code}m${text}\u001b[0m` : text;
  return {
    strong: paint('1'),
    bad: paint('1;31'),
    doubtful: paint('33'),
    mark: paint('36'),
    faint: paint('2'),
  };
}
