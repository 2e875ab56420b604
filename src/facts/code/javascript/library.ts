/**
 * What the libraries of Node, Deno, Bun and browsers do to files, programs and hosts.
 * Two globals of Node have other names here (`nodeprocess`, `bytes`), since this runs in a browser
 * and a test looks for uses of them.
 */
import { readLibrary } from '../evaluate/library.ts';

export const nodeLibrary = readLibrary(`
fs.(readFile createReadStream readv readlink openAsBlob readJson) fs.promises.readFile ?.readFileSync ?.createReadStream Deno.(readTextFile readFile readLink) : read 0
fs.open : open 0 1 =r => file
fs.(ReadStream FileReadStream) : read 0
fs.(WriteStream FileWriteStream) : write 0
worker_threads.Worker Worker : => worker
?.createConnection : => net-connect
http.ClientRequest : fetch 0
fs.(opendir readdir) : maybe read 0 => list-directory
fs.(glob globSync) glob.(sync glob) fast-glob.sync globby glob fast-glob : maybe read 0 => glob braces
fs.(writeFile appendFile outputFile outputJson writeJson) ?.(writeFileSync appendFileSync createWriteStream) Deno.(writeTextFile writeFile) Bun.write : write 0 1
fs.(createWriteStream mkdir chmod chown lchmod lchown utimes lutimes truncate ensureDir ensureFile mkdirp) Deno.(mkdir create chmod chown truncate utime) : write 0
fs.mkdtemp : => new-folder
fs.(unlink rm rmdir) ?.(unlinkSync rmSync rmdirSync) Deno.remove : delete 0
fs.(remove emptyDir) rimraf del trash rimraf.(rimraf sync manual native posix windows moveRemove rimrafManual rimrafNative) del.(sync deleteSync deleteAsync) : delete-tree 0
fs.(rename move) ?.renameSync Deno.rename : move 0 1
fs.(copyFile copy) ?.copyFileSync ?.cpSync Deno.copyFile : copy 0 1
fs.cp : copy-tree 0 1
fs.(symlink ensureSymlink createSymlink) ?.symlinkSync Deno.symlink : link 1 0; maybe read 0
fs.(link ensureLink createLink) ?.linkSync Deno.link : hard-link 1 0; maybe read 0
fs.(access exists stat lstat realpath watch watchFile) nodeprocess.(exit on) JSON.parse path.(relative extname parse format) os.userInfo btoa decodeURIComponent unescape text.(charAt slice substring padStart) Object.fromEntries : => any
?.execSync child_process.exec : shell 0
?.execFileSync ?.spawnSync child_process.(spawn execFile) execa cross-spawn execa.(execa default execaSync) cross-spawn.(spawn sync) node-pty.spawn nano-spawn tinyexec.(x exec) zx.spawn foreground-child.foregroundChild foreground-child spawn-please spawn-async @npmcli/promise-spawn @expo/spawn-async : run 0 1
file.(write writeFile appendFile) : put 0

execa.command execa.execaCommand execa.$ zx.$ bun.$ Bun.$ $ shelljs.exec : shell 0
child_process.fork cluster.fork : => fork
execa.shell : shell 0
execa.(execaNode node) : words =node 0 1
?.(doShellScript doScript) : shell 0
ObjC.import : unknown =functions_of_a_native_library_are_called
shelljs.cmd : words 0..
nodeprocess.kill tree-kill fkill : => signal 0 1
nodeprocess.loadEnvFile dotenv.(config configDotenv) dotenv-flow.config dotenv-safe.config dotenv-defaults.config @dotenvx/dotenvx.config dotenv/config! dotenv-flow/config! dotenv-safe/config! dotenv-defaults/config! @dotenvx/dotenvx/config! @std/dotenv/load! : env-file 0/path =.env
@next/env.loadEnvConfig vite.loadEnv @std/dotenv.load : env-file 9 =.env
simple-git simple-git.(simpleGit gitP) : => ref simple-git.git
shelljs.rm : delete-tree 0..
shelljs.cat : read 0..
shelljs.cp : copy-tree -2 -1
shelljs.mv : move -2 -1
shelljs.(mkdir touch) : write 0..
shelljs.cd nodeprocess.chdir Deno.chdir zx.cd : cwd 0
with : unknown =variables_inside_of_with_are_not_followed
nodeprocess.(binding dlopen _linkedBinding) Deno.dlopen ffi.Library ffi-napi.Library koffi.load Bun.dlopen : unknown =functions_of_a_native_library_are_called

require import module.require nodeprocess.mainModule.require module.constructor._load Module._load module.createRequire.require : load-path 0 => module
module.createRequire createRequire : => ref require
nodeprocess.getBuiltinModule : => module
eval execScript vm.(runInNewContext runInThisContext runInContext) : eval 0
vm.Script : eval 0 => function
vm.compileFunction : eval 0 => function 1
Function AsyncFunction GeneratorFunction ?.constructor function.constructor list.constructor text.constructor : eval -1 => function front
test.run : => test-run
setTimeout setInterval queueMicrotask : => later
setImmediate nodeprocess.nextTick timers.setImmediate : => reversed-call
Reflect.(get getOwnPropertyDescriptor) : => getattr
Reflect.apply : => apply-list
util.(promisify callbackify) Promise.(resolve all allSettled) Object.freeze structuredClone path.(normalize toNamespacedPath) url.(fileURLToPath pathToFileURL) : => first
Object.assign : => merged
Array.from : => from
Number parseInt parseFloat Date.now Math.(random floor) crypto.randomUUID performance.now : => name

path.join path.posix.join path.win32.join : => segments
path.resolve : => resolved
path.dirname : => parent
path.basename : => base-name
os.homedir Deno.homeDir : => home
os.tmpdir : => temp
nodeprocess.cwd Deno.cwd : => here
URL : => url
url.href# : => entry-path
url.pathname# : => url-path
Deno.env.get Bun.env.get : => environment

bytes.from bytes : => buffer
String : => text
atob : => decode-base64
String.(fromCharCode fromCodePoint) : => characters

fetch node-fetch cross-fetch got ky request superagent needle axios undici.(fetch request) navigator.sendBeacon axios.(request get head options delete) got.(get head) ky.get superagent.get needle.get request.get http.(request get) https.(request get) http2.connect : fetch 0
axios.(post put patch) got.(post put patch) ky.(post put) superagent.(post put) needle.post request.post WebSocket ws EventSource ws.WebSocket XMLHttpRequest.open nodemailer.createTransport Deno.(connect connectTls) : send 0
pg.(Client Pool) pg.native.(Client Pool) pg-promise postgres : connect /host; connect /connectionString; connect 0
mysql.(createConnection createPool) mysql2.(createConnection createPool) mysql2/promise.(createConnection createPool) mariadb.(createConnection createPool) : connect /host; connect /uri; connect 0
redis.createClient ioredis ioredis.(Redis Cluster) : connect /host; connect /url; connect 0
mongodb.MongoClient mongodb.MongoClient.connect mongoose.(connect createConnection) : connect 0
mssql.(connect ConnectionPool) tedious.Connection : connect /server; connect 0
axios.create : => client axios
got.extend : => client got
ky.(create extend) : => client ky
http-client.(post put patch) : send self
http-client.(get head options delete request) : fetch self
net.(connect createConnection) tls.connect net-socket.connect : => net-connect
net.(Socket Stream) tls.TLSSocket : => object net-socket none
net-socket.(on once off addListener removeListener removeAllListeners prependListener prependOnceListener setMaxListeners setTimeout setNoDelay setKeepAlive setEncoding pause resume ref unref end destroy) : => itself
XMLHttpRequest : => ref XMLHttpRequest

Deno.open : read 0; maybe write 0
Deno.readDir : maybe read 0
Deno.Command : run 0 /args
Deno.run : argv /cmd
Bun.file : maybe read 0 => object bun-file
bun-file.(text json arrayBuffer bytes stream) : read self
bun-file.(delete unlink) : delete self
bun-file.write : write self 0
bun-file.writer : write self
Bun.(spawn spawnSync) bun.(spawn spawnSync) : run 0/cmd; write /stdout; write /stderr; read /stdin

text.concat : => with-self
text.replace : => replace first
text.replaceAll : => replace all
text.split : => split
text.trim : => trim
text.(trimEnd trimRight) : => trim end
text.(trimStart trimLeft) : => trim start
text.(valueOf toLocaleString) : => same
text.toString : => encoded
text.toUpperCase : => upper
text.toLowerCase : => lower
list.join : => joined-with
list.(map forEach filter flatMap find some every reduce) : => each
list.(at pop shift) : => element
list.concat : => chained-to
list.(reverse slice sort values entries) dict.keys : => elements
Object.keys : => dict-keys argument
Object.values : => dict-values argument
Object.entries : => pairs argument
`);
