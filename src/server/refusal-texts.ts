/**
 * What to do about a request that was refused before its message was read, for the author of the client.
 * The texts repeat nothing of it.
 */
export const refusalTexts: Readonly<Record<number, string>> = {
  404: 'Nothing is here: messages go to POST /hooks, and uploads, where they are taken, to POST /content.\n',
  405: 'This path takes the method that Allow names, and no other.\n',
  408: 'The message did not come in time: send all of it at once.\n',
  413: 'The message is too large: send less, or have --max-body raised.\n',
  415: 'Send one header Content-Type: application/json, and no Content-Encoding.\n',
  503: 'There is too much to do: try again after the seconds that Retry-After says.\n',
};

export const textType = 'text/plain; charset=utf-8';
