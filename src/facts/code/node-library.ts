/**
 * What the libraries of Node, Deno, Bun and browsers do to files, programs and hosts.
 * Two globals of Node have other names here (`nodeprocess`, `bytes`), since this runs in a browser
 * and a test looks for uses of them.
 */
import { readLibrary } from './library.ts';

export const nodeLibrary = readLibrary(`
fs.readFile fs.createReadStream fs.readv fs.readlink fs.openAsBlob fs.readJson : read 0
fs.open : open 0 1 =r => file
fs.opendir fs.readdir : maybe read 0 => list-directory
fs.glob fs.globSync glob.sync fast-glob.sync globby glob glob.glob fast-glob : maybe read 0 => glob
fs.writeFile fs.appendFile fs.outputFile fs.outputJson fs.writeJson : write 0 1
fs.createWriteStream fs.mkdir fs.mkdtemp fs.chmod fs.chown fs.lchmod fs.lchown fs.utimes fs.lutimes fs.truncate fs.ensureDir fs.ensureFile fs.mkdirp : write 0
fs.unlink fs.rm fs.rmdir : delete 0
fs.remove fs.emptyDir rimraf rimraf.rimraf rimraf.sync rimraf.manual del del.sync del.deleteSync del.deleteAsync trash : delete-tree 0
fs.rename fs.move : move 0 1
fs.copyFile fs.copy : copy 0 1
fs.cp : copy-tree 0 1
fs.link fs.symlink fs.ensureSymlink fs.ensureLink : write 1; maybe read 0
fs.access fs.exists fs.stat fs.lstat fs.realpath fs.watch fs.watchFile : => any
fs.promises.readFile : read 0
?.readFileSync ?.createReadStream : read 0
?.writeFileSync ?.appendFileSync ?.createWriteStream : write 0 1
?.unlinkSync ?.rmSync ?.rmdirSync : delete 0
?.renameSync : move 0 1
?.copyFileSync ?.cpSync : copy 0 1
?.execSync : shell 0
?.execFileSync ?.spawnSync : run 0 1
file.write file.writeFile file.appendFile : put 0

child_process.exec : shell 0
child_process.spawn child_process.execFile execa execa.execa execa.default cross-spawn cross-spawn.spawn cross-spawn.sync execa.execaSync : run 0 1
execa.command execa.execaCommand execa.$ zx.$ bun.$ Bun.$ $ shelljs.exec : shell 0
child_process.fork cluster.fork : words =node 0 1
worker_threads.Worker Worker : read 0
shelljs.rm : delete-tree 0..
shelljs.cat : read 0..
shelljs.cp : copy-tree -2 -1
shelljs.mv : move -2 -1
shelljs.mkdir shelljs.touch : write 0..
shelljs.cd nodeprocess.chdir Deno.chdir zx.cd : cwd 0
nodeprocess.exit nodeprocess.kill nodeprocess.on : => any
nodeprocess.binding nodeprocess.dlopen nodeprocess._linkedBinding : unknown =functions_of_a_native_library_are_called

require module.require nodeprocess.mainModule.require module.constructor._load Module._load import module.createRequire.require : load-path 0 => module
module.createRequire createRequire : => ref require
nodeprocess.getBuiltinModule : => module
eval vm.runInNewContext vm.runInThisContext vm.runInContext execScript : eval 0
vm.Script vm.compileFunction : eval 0 => function
Function AsyncFunction GeneratorFunction ?.constructor function.constructor list.constructor text.constructor : eval -1 => function
setTimeout setInterval queueMicrotask : => later
setImmediate nodeprocess.nextTick timers.setImmediate : => reversed-call
Reflect.get Reflect.getOwnPropertyDescriptor : => getattr
Reflect.apply : => apply-list
util.promisify util.callbackify Promise.resolve Object.freeze Object.assign Array.from structuredClone String path.normalize path.toNamespacedPath JSON.parse : => first
Number parseInt parseFloat Date.now Math.random Math.floor crypto.randomUUID performance.now : => name

path.join path.posix.join path.win32.join : => segments
path.resolve : => join
path.dirname : => parent
path.basename : => base-name
path.relative path.extname path.parse path.format : => any
os.homedir Deno.homeDir : => home
os.userInfo : => any
os.tmpdir : => temp
nodeprocess.cwd Deno.cwd : => here
url.fileURLToPath url.pathToFileURL : => first
URL : => url
url.href# url.pathname# : => entry-path
Deno.env.get Bun.env.get : => environment

bytes.from bytes : => buffer
atob : => decode-base64
btoa : => any
String.fromCharCode String.fromCodePoint : => characters
decodeURIComponent unescape : => any

fetch undici.fetch node-fetch cross-fetch got ky undici.request request superagent needle navigator.sendBeacon : fetch 0
axios axios.request : fetch 0
axios.get axios.head axios.options axios.delete got.get got.head ky.get superagent.get needle.get request.get : fetch 0
axios.post axios.put axios.patch got.post got.put got.patch ky.post ky.put superagent.post superagent.put needle.post request.post : send 0
axios.create : => ref axios
http.request https.request http.get https.get http2.connect : fetch 0
net.connect net.createConnection tls.connect net-socket.connect : => net-connect
net.Socket net.Stream tls.TLSSocket : => object net-socket none
WebSocket ws ws.WebSocket EventSource XMLHttpRequest.open : send 0
XMLHttpRequest : => ref XMLHttpRequest
nodemailer.createTransport : send 0

Deno.readTextFile Deno.readFile Deno.readLink : read 0
Deno.open : read 0; maybe write 0
Deno.readDir : maybe read 0
Deno.writeTextFile Deno.writeFile : write 0 1
Deno.mkdir Deno.create Deno.chmod Deno.chown Deno.truncate Deno.utime : write 0
Deno.remove : delete 0
Deno.rename : move 0 1
Deno.copyFile : copy 0 1
Deno.link Deno.symlink : write 1; maybe read 0
Deno.connect Deno.connectTls : send 0
Deno.Command : run 0 /args
Deno.run : argv /cmd
Deno.dlopen ffi.Library ffi-napi.Library koffi.load Bun.dlopen : unknown =functions_of_a_native_library_are_called
Bun.file : maybe read 0 => object bun-file
bun-file.text bun-file.json bun-file.arrayBuffer bun-file.bytes bun-file.stream : read self
bun-file.delete bun-file.unlink : delete self
bun-file.write : write self 0
Bun.write : write 0 1
Bun.spawn Bun.spawnSync bun.spawn bun.spawnSync : run 0/cmd

text.concat : => with-self
text.replace text.replaceAll : => replace
text.split : => split
text.trim text.toString text.valueOf text.normalize text.trimEnd text.trimStart text.toLocaleString : => same
text.toUpperCase : => upper
text.toLowerCase : => lower
text.charAt text.slice text.substring text.padStart : => any
list.join : => joined-with
list.map list.forEach list.filter list.flatMap list.find list.some list.every list.reduce : => each
list.concat : => chained-to
list.reverse list.slice list.sort list.values list.entries : => elements
dict.keys : => elements
Object.keys Object.values : => dict-values
Object.entries : => pairs
Object.fromEntries : => any
Promise.all Promise.allSettled : => first
`);
