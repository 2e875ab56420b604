/** Names of the library of Node that do nothing to files, programs and hosts; Node has two other names here, as in `node-library.ts`. */
import { readOwnLibrary } from '../evaluate/own-library.ts';

export const nodeOwn = readOwnLibrary(`
  events.* assert.* querystring.* string_decoder.* bytes.* buffer.* perf_hooks.* punycode.* async_hooks.* zlib.* tty.* path.* os.* crypto.* test.* sys.*
  url.(parse format resolve domainToASCII domainToUnicode urlToHttpOptions Url URLSearchParams URL searchParams.* search hash host hostname port protocol origin toString toJSON)
  util.(debug debuglog deprecate format styleText formatWithOptions getSystemErrorMap getSystemErrorName inherits isArray isBoolean isBuffer isDeepStrictEqual isNull isNullOrUndefined isNumber isString isSymbol isUndefined isRegExp isObject isDate isError isFunction isPrimitive log stripVTControlCharacters toUSVString transferableAbortSignal transferableAbortController aborted parseEnv parseArgs TextDecoder TextEncoder MIMEType MIMEParams inspect) util.types.* util.inspect.*
  timers.(setInterval clearTimeout clearInterval clearImmediate setTimeout promises.setTimeout promises.setImmediate promises.setInterval promises.scheduler.wait)
  readline.(Interface clearLine clearScreenDown createInterface cursorTo emitKeypressEvents moveCursor promises.createInterface)
  stream.(isDestroyed isDisturbed isErrored isReadable isWritable Readable Writable Duplex Transform PassThrough duplexPair pipeline addAbortSignal finished destroy compose setDefaultHighWaterMark getDefaultHighWaterMark Stream) stream.promises.* stream.Readable.* stream.Writable.* stream.Duplex.* stream.Transform.* stream.web.* stream.consumers.*
  diagnostics_channel.(subscribe unsubscribe channel hasSubscribers tracingChannel)
  v8.(cachedDataVersionTag getHeapStatistics getHeapSpaceStatistics getHeapCodeStatistics setFlagsFromString Serializer Deserializer DefaultSerializer DefaultDeserializer deserialize serialize promiseHooks takeCoverage stopCoverage)
  fs.(access exists stat lstat fstat statfs realpath close read readv fsync fdatasync ftruncate write writev unwatchFile watch watchFile Dirent Stats Dir) fs.constants.* fs.realpath.native
  file.(close read readv stat sync datasync truncate writev readFile readLines createReadStream createWriteStream chmod chown utimes on once end pipe destroy emit cork uncork setEncoding)
  net-socket.(write end on once destroy setTimeout setNoDelay setKeepAlive pipe unref ref setEncoding pause resume)
  http.(createServer validateHeaderName validateHeaderValue setMaxIdleHTTPParsers Agent Server IncomingMessage ServerResponse OutgoingMessage) http.STATUS_CODES.* http.METHODS.* https.(createServer Agent) http2.(createServer createSecureServer getDefaultSettings)
  net.(BlockList SocketAddress createServer isIP isIPv4 isIPv6 Server getDefaultAutoSelectFamily setDefaultAutoSelectFamily) tls.(createServer createSecureContext getCiphers Server checkServerIdentity rootCertificates.*)
  vm.(createContext isContext measureMemory) module.(isBuiltin builtinModules findSourceMap syncBuiltinESMExports SourceMap) module.paths.* module.exports.* module.children.* module.builtinModules.*
  worker_threads.(MessagePort MessageChannel markAsUntransferable receiveMessageOnPort BroadcastChannel setEnvironmentData getEnvironmentData) worker_threads.parentPort.*
  dns.(getDefaultResultOrder setDefaultResultOrder getServers) cluster.(on once disconnect) cluster.worker.*
  nodeprocess.(uptime cpuUsage resourceUsage memoryUsage constrainedMemory availableMemory exit reallyExit hrtime getuid geteuid getgid getegid getgroups assert setUncaughtExceptionCaptureCallback hasUncaughtExceptionCaptureCallback emitWarning setSourceMapsEnabled abort umask initgroups setgroups setegid seteuid setgid setuid cwd on once off emit addListener removeListener removeAllListeners listeners listenerCount prependListener send disconnect getActiveResourcesInfo openStdin getMaxListeners setMaxListeners eventNames exitCode) nodeprocess.(stdout.* stdin.* stderr.* hrtime.* memoryUsage.* versions.* release.* features.* config.* argv.* execArgv.* version.* env.* platform.* arch.* title.* execPath.*)
  Deno.(exit cwd args build version pid memoryUsage stat lstat statSync realPath env osRelease hostname noColor isatty inspect addSignalListener test bench) Deno.env.* Deno.stdout.* Deno.stdin.* Deno.stderr.* Deno.args.*
  Bun.(sleep env version argv nanoseconds gc inspect hash CryptoHasher escapeHTML stringWidth deepEquals which) Bun.env.* Bun.argv.*
  constants.* child_process repl inspector trace_events wasi domain dgram
`);
