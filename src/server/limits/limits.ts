/**
 * The bounds of the server, in one place. Sizes are in octets and times in
 * milliseconds; each is a default that a caller may change, and none can be
 * switched off: a bound of zero would mean "none" to Node in some places.
 */
export interface Limits {
  /** The largest message, over HTTP or as one line: enough for any tool call, and small enough to parse at once. */
  readonly maxMessageBytes: number;
  /** The largest line on the Unix socket, which carries the whole payload of a harness's hook. */
  readonly maxLineBytes: number;
  /** The largest single upload; senders in use stop at 64 MiB. */
  readonly maxUploadBytes: number;
  /** All uploads together; when it is reached, further ones answer 507 and events go on. */
  readonly maxStoredBytes: number;
  /** The same without tokens, when anybody on the machine may upload. */
  readonly maxStoredAnonymousBytes: number;
  /** The request line and the headers of one HTTP request. */
  readonly maxHeaderBytes: number;
  /** Connections at once, for TCP and for the Unix socket each; further ones are closed without an answer. */
  readonly maxConnections: number;
  /** A worker thread decides messages with more characters: shorter ones may take long too, but most do not. */
  readonly maxLoopCharacters: number;
  /**
   * A second worker thread decides messages with more characters than this, so that the shorter ones do not
   * wait for them.
   */
  readonly maxLaneCharacters: number;
  /** Messages that are being decided or wait for their record, on all connections together; further ones are refused. */
  readonly maxAnswering: number;
  /** The same for one HTTP connection, so that a client that sends requests without waiting for answers leaves room for others. */
  readonly maxAnsweringEach: number;
  /** Bodies of messages that are being read over HTTP, all together; further ones are refused. */
  readonly maxReadingBytes: number;
  /** From the start of a request until its headers are complete. */
  readonly headersTimeout: number;
  /** For the body of a message: the harness itself gives up after seconds. */
  readonly messageTimeout: number;
  /** For a whole request with an upload; no request lasts longer than this. */
  readonly uploadTimeout: number;
  /** How long a connection may be silent during a request. */
  readonly connectionTimeout: number;
  /** How long an HTTP connection may be idle between two requests. */
  readonly keepAliveTimeout: number;
  /** How often Node looks for requests past `headersTimeout` and `uploadTimeout`. */
  readonly connectionsCheckingInterval: number;
  /** How long the rest of a refused body is read and discarded, so that the client can read its answer. */
  readonly lingerTimeout: number;
  /** From the first octet of a line on the Unix socket until its newline. */
  readonly lineTimeout: number;
  /** How long the Unix socket may be idle between two lines: enough for a person who thinks. */
  readonly lineIdleTimeout: number;
  /** How long a closing server waits for running calls. */
  readonly closeTimeout: number;
}

const kibi = 1024;
const mebi = 1024 * kibi;
const second = 1000;
const minute = 60 * second;

export const defaultLimits: Limits = {
  maxMessageBytes: mebi,
  maxLineBytes: 20 * mebi,
  maxUploadBytes: 64 * mebi,
  maxStoredBytes: 10 * 1024 * mebi,
  maxStoredAnonymousBytes: 256 * mebi,
  maxHeaderBytes: 16 * kibi,
  maxConnections: 1024,
  maxLoopCharacters: 4 * kibi,
  maxLaneCharacters: 128 * kibi,
  maxAnswering: 512,
  maxAnsweringEach: 16,
  maxReadingBytes: 128 * mebi,
  headersTimeout: 10 * second,
  messageTimeout: 10 * second,
  uploadTimeout: 5 * minute,
  connectionTimeout: 30 * second,
  keepAliveTimeout: 65 * second,
  connectionsCheckingInterval: 2 * second,
  lingerTimeout: 3 * second,
  lineTimeout: 10 * second,
  lineIdleTimeout: 60 * minute,
  closeTimeout: 5 * second,
};
