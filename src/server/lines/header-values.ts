/**
 * The headers as they were sent. Node's `headers` keeps the first of two equal
 * names or joins them; where two would be a contradiction, both must be seen.
 */

/** Every value that was sent under the name (in lower case), in order; `rawHeaders` is Node's flat list. */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i]!;
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(rawHeaders[i + 1]!);
  }
  return values;
}

/** Whether a Content-Type says that a text is in another encoding than UTF-8. */
export const isOtherCharset = (contentType: string): boolean =>
  [...contentType.matchAll(/;\s*charset\s*=\s*"?([^";]*)/gi)].some(
    ([, charset = '']) => !/^utf-?8$/i.test(charset.trim()),
  );

/** The media type of a Content-Type in lower case, without its parameters. */
export function mediaType(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}
