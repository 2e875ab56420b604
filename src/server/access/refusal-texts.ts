/**
 * What to do about a request that was refused before its message was read, for the author of the client.
 * The texts repeat nothing of it.
 */
export const refusalTexts: Readonly<Record<number, string>> = {
  404: 'There is nothing at this path: send messages to POST /hooks, and uploads, if the server accepts them, to POST /content.\n',
  408: 'The message did not come in time: send all of it at once.\n',
  413: 'The message is too large: send less, or start the server with a larger --max-body.\n',
  415: 'Send one header Content-Type: application/json, in UTF-8, and no Content-Encoding.\n',
  503: 'The server is overloaded: try again after the seconds in Retry-After.\n',
};

/** Each path has one method. */
export const otherMethod = (allowed: string): string => `This path accepts only ${allowed}.\n`;

export const textType = 'text/plain; charset=utf-8';
