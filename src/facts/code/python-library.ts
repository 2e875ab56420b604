/** What Python's library does to files, programs and hosts. */
import { readLibrary } from './library.ts';

export const pythonLibrary = readLibrary(`
open io.open codecs.open : open 0/file/path 1/mode => file
gzip.open bz2.open lzma.open tarfile.open zipfile.ZipFile tarfile.TarFile.open : open 0/name/file/filename 1/mode =r => file
os.open : read 0/path; maybe write 0/path
os.fdopen : => any
file.write file.writelines : put 0
file.name# : => entry-path
file.close file.flush file.seek : => any
os.remove os.unlink os.rmdir os.removedirs : delete 0/path
shutil.rmtree : delete-tree 0/path
os.rename os.replace os.renames shutil.move : move 0/src 1/dst
os.link os.symlink : write 1/dst; maybe read 0/src
shutil.copy shutil.copy2 shutil.copyfile shutil.copymode shutil.copystat : copy 0/src 1/dst
shutil.copytree : copy-tree 0/src 1/dst
shutil.make_archive : read-tree 2/root_dir; write 0/base_name
shutil.unpack_archive : read 0/filename; write-tree 1/extract_dir
shutil.chown os.chmod os.chown os.lchown os.utime os.truncate os.mkfifo os.mknod : write 0/path
os.mkdir os.makedirs : write 0/name/path
os.chdir contextlib.chdir : cwd 0/path
logging.basicConfig : write 5/filename
logging.FileHandler logging.handlers.RotatingFileHandler logging.handlers.TimedRotatingFileHandler logging.handlers.WatchedFileHandler : write 0/filename
shelve.open dbm.open dbm.dumb.open dbm.gnu.open dbm.ndbm.open : write 0/filename/file; read 0/filename/file
os.walk os.fwalk : maybe read-tree 0/top => walk
os.listdir : => list-directory
os.scandir : => entries
glob.glob glob.iglob : maybe read 0/pathname => glob
glob.escape : => first
entry.path# entry.name# : => entry-path
os.path.join : => join
os.path.expanduser os.path.expandvars : => expanded
os.path.abspath os.path.realpath os.path.normpath os.fspath os.path.relpath str bytes os.fsencode os.fsdecode shlex.quote pipes.quote list tuple iter tqdm tqdm.tqdm copy.copy copy.deepcopy typing.cast : => first
sorted reversed set frozenset : => elements
os.path.dirname : => parent
os.path.basename : => base-name
os.path.splitext : => any
os.path.exists os.path.isfile os.path.isdir os.path.getsize os.path.getmtime os.stat os.access len isinstance : => any
os.getcwd os.getcwdb os.path.curdir : => here
os.environ.get os.getenv os.environ.setdefault os.environ.pop : => environment
os.getpid int float hash id time.time time.time_ns uuid.uuid4 uuid.uuid1 random.randint random.random secrets.token_hex round sum hex oct bin : => name
range : => names
uuid.uuid4.hex# : => name
tempfile.mkdtemp tempfile.mktemp tempfile.TemporaryDirectory : => temp-path
tempfile.gettempdir : => temp
tempfile.NamedTemporaryFile tempfile.TemporaryFile tempfile.SpooledTemporaryFile : => temp-file
tempfile.mkstemp : => any
io.StringIO io.BytesIO : => object buffer none
enumerate : => enumerated
zip : => zipped
map : => map
filter : => map
functools.partial functools.reduce concurrent.futures.ThreadPoolExecutor.submit ?.submit ?.run_in_executor atexit.register signal.signal asyncio.to_thread : => reversed-call
threading.Thread multiprocessing.Process threading.Timer multiprocessing.Pool : => target

pathlib.Path pathlib.PosixPath pathlib.PurePath pathlib.WindowsPath : => path
pathlib.Path.home : => path-home
pathlib.Path.cwd : => path-here
pathlib.Path.expanduser : => path-expanded
pathlib.Path.resolve pathlib.Path.absolute pathlib.Path.as_posix pathlib.Path.__str__ pathlib.Path.readlink : => same
pathlib.Path.joinpath pathlib.Path.__truediv__ : => path-below
pathlib.Path.with_name : => path-sibling
pathlib.Path.with_suffix pathlib.Path.with_stem pathlib.Path.relative_to pathlib.Path.with_segments : => path-any
pathlib.Path.parent# : => path-parent
pathlib.Path.name# pathlib.Path.stem# pathlib.Path.suffix# : => base-name
pathlib.Path.iterdir : => path-children
pathlib.Path.glob : => path-glob
pathlib.Path.rglob pathlib.Path.walk : => path-deep-glob
pathlib.Path.open : open self 0/mode => file file self
pathlib.Path.read_text pathlib.Path.read_bytes ?.read_text ?.read_bytes : read self
pathlib.Path.write_text pathlib.Path.write_bytes ?.write_text ?.write_bytes : write self 0/data
pathlib.Path.touch pathlib.Path.mkdir pathlib.Path.chmod pathlib.Path.lchmod : write self
pathlib.Path.unlink pathlib.Path.rmdir ?.unlink ?.rmdir : delete self
pathlib.Path.rmtree ?.rmtree : delete-tree self
pathlib.Path.rename pathlib.Path.replace : move self 0/target
pathlib.Path.copy pathlib.Path.copy_into : copy self 0/target
pathlib.Path.move pathlib.Path.move_into : move self 0/target
pathlib.Path.symlink_to pathlib.Path.hardlink_to pathlib.Path.link_to : write self; maybe read 0/target

os.system os.popen subprocess.getoutput subprocess.getstatusoutput commands.getoutput commands.getstatusoutput asyncio.create_subprocess_shell popen2.popen2 platform.popen pexpect.runu : shell 0/command/cmd
?.system ?.popen ?.getoutput : shell 0/command/cmd
subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen sh.Command : run 0/args
pexpect.spawn pexpect.run pexpect.spawnu : run 0/command 1/args
asyncio.create_subprocess_exec : words 0..
pty.spawn : run 0/argv
os.execl os.execlp os.execle os.execlpe : words 1..
os.execv os.execvp os.execve os.execvpe os.posix_spawn os.posix_spawnp : argv 1/args
os.spawnl os.spawnlp os.spawnle os.spawnlpe : words 2..
os.spawnv os.spawnvp os.spawnve os.spawnvpe : argv 2/args
os.startfile webbrowser.open : connect 0/url
os.kill os.killpg : => any
ctypes.CDLL ctypes.cdll.LoadLibrary ctypes.PyDLL ctypes.WinDLL cffi.FFI.dlopen ctypes.cdll.? : unknown =functions_of_a_native_library_are_called
ctypes.CDLL.system : shell 0

compile : eval 0/source => function
eval exec code.interact timeit.timeit timeit.repeat : eval 0/source/stmt
runpy.run_path execfile : read 0/path_name; load 0/path_name
__import__ importlib.import_module importlib.__import__ importlib.reload : => module
getattr operator.attrgetter : => getattr
globals locals vars : => names-of-script
setattr delattr : => any
pickle.loads pickle.load marshal.loads dill.loads joblib.load : maybe read 0/file/filename

base64.b64decode base64.urlsafe_b64decode base64.standard_b64decode binascii.a2b_base64 : => decode-base64
bytes.fromhex bytearray.fromhex binascii.unhexlify codecs.decode.hex : => decode-hex
codecs.decode codecs.encode : => rot13
chr : => characters
shlex.split : => split-words
shlex.join : => any
operator.add : => concatenated
itertools.chain : => chained

urllib.request.urlopen urllib2.urlopen urllib.urlopen : fetch 0/url
urllib.request.Request urllib2.Request : fetch 0/url => request
urllib.request.urlretrieve urllib.urlretrieve wget.download : connect 0/url; write 1/filename/out
requests.get requests.head requests.options requests.delete httpx.get httpx.head httpx.options httpx.delete httpx.stream : fetch 0/url
requests.post requests.put requests.patch httpx.post httpx.put httpx.patch : send 0/url
requests.request httpx.request aiohttp.request : fetch 1/url
requests.Session requests.session : => ref requests
httpx.Client httpx.AsyncClient : => ref httpx
aiohttp.ClientSession : => ref httpx
urllib3.PoolManager : => ref urllib3
urllib3.request : fetch 1/url
httplib2.Http : => ref httplib2
httplib2.request : fetch 0/uri
http.client.HTTPSConnection http.client.HTTPConnection httplib.HTTPSConnection httplib.HTTPConnection : connect 0/host => object http-connection 0
http-connection.request : send self
websocket.create_connection websockets.connect websocket.WebSocketApp aiohttp.ws_connect : send 0/url/uri
socket.socket : => object socket none
socket.connect socket.connect_ex ?.connect_ex : send 0/address
socket.create_connection asyncio.open_connection telnetlib.Telnet : send 0/address/host
socket.sendto : send 1
ftplib.FTP ftplib.FTP_TLS smtplib.SMTP smtplib.SMTP_SSL imaplib.IMAP4_SSL poplib.POP3_SSL : send 0/host
paramiko.SSHClient : => ref paramiko.client
paramiko.client.connect paramiko.Transport fabric.Connection : send 0/hostname/host
boto3.client boto3.resource : send =amazonaws.com

sqlite3.connect : => sqlite
pandas.read_csv pandas.read_json pandas.read_excel pandas.read_parquet pandas.read_table pandas.read_pickle pandas.read_feather pandas.read_xml : read 0/filepath_or_buffer/path_or_buf/io/path
?.to_csv ?.to_excel ?.to_parquet ?.to_pickle ?.to_feather : write 0/path_or_buf/excel_writer/path
numpy.load numpy.loadtxt numpy.genfromtxt numpy.fromfile PIL.Image.open yaml.safe_load_file cv2.imread torch.load configparser.ConfigParser.read toml.load_file dotenv.dotenv_values dotenv.load_dotenv linecache.getlines linecache.getline fileinput.FileInput : read 0/file/fname/fp/filename/f/dotenv_path
fileinput.input : read 0/files; maybe write 0/files
numpy.save numpy.savetxt numpy.savez cv2.imwrite torch.save_to : write 0/file/fname/filename
?.savefig : write 0/fname
zipfile.extractall tarfile.extractall ?.extractall : write-tree 0/path
send2trash.send2trash : delete-tree 0

text.format : => formatted
text.replace : => replace
text.join : => joined
text.split text.splitlines : => split
text.strip text.lstrip text.rstrip text.encode text.decode text.expandtabs : => trim
text.upper : => upper
text.lower text.casefold : => lower
text.startswith text.endswith text.find text.count text.index : => any
list.append list.extend list.insert list.remove list.sort list.reverse list.index : => any
list.copy list.pop : => elements
dict.get dict.pop dict.setdefault : => entry
dict.items : => pairs
dict.keys : => elements
dict.values : => dict-values
`);
