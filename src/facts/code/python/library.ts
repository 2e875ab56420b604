/** What Python's library does to files, programs and hosts. */
import { readLibrary } from '../evaluate/library.ts';

export const pythonLibrary = readLibrary(`
open io.open codecs.open : open 0/file/path 1/mode => file
gzip.(open GzipFile) bz2.(open BZ2File) lzma.(open LZMAFile) io.FileIO wave.open aifc.open sunau.open : open 0/name/file/filename 1/mode =r => file
tarfile.open zipfile.(ZipFile PyZipFile) tarfile.TarFile.open tarfile.TarFile : open 0/name/file/filename 1/mode =r => file archive
archive.(write add writepy) : read-tree 0/name/filename
archive.gettarinfo : maybe read 0/name
archive.extract archive._extract_member : => archive-member
archive.extractall : => archive-members
archive.open archive.extractfile : => object file none
io.open_code tokenize.open linecache.updatecache xml.etree.ElementTree.(parse iterparse) xml.dom.minidom.parse xml.dom.pulldom.parse xml.sax.parse netrc.netrc tomllib.load_file : read 0/file/path/source/filename_or_stream => object xml-tree none
xml.etree.ElementTree.ElementTree : maybe read 1/file => object xml-tree none
xml-tree.write : write 0/file_or_filename
xml-tree.parse : read 0/source
xml.etree.ElementTree.canonicalize : read /from_file
configparser.(ConfigParser RawConfigParser SafeConfigParser) : => object config-parser none
config-parser.read : read 0/filenames
filecmp.cmp : read 0/f1; read 1/f2
filecmp.(cmpfiles dircmp) : maybe read-tree 0/a; maybe read-tree 1/b
ssl.create_default_context ssl._create_unverified_context ssl._create_stdlib_context : read /cafile; maybe read-tree /capath; read /certfile; read /keyfile => object ssl-context none
ssl.SSLContext : => object ssl-context none
ssl.wrap_socket : read 1/keyfile; read 2/certfile; read /ca_certs
ssl.get_server_certificate : connect 0/addr; read /ca_certs
ssl-context.load_verify_locations : read 0/cafile; maybe read-tree 1/capath
ssl-context.load_cert_chain : read 0/certfile; read 1/keyfile
ssl-context.load_dh_params : read 0/path
ssl-context.keylog_filename= : write 0
modulefinder.ModuleFinder : => object module-finder none
module-finder.(run_script load_file) : read 0/pathname
tabnanny.check : read-tree 0/file
imghdr.what sndhdr.(what whathdr) tarfile.is_tarfile zipfile.(is_zipfile Path) : read 0/file/filename/name/root
lib2to3.refactor.(RefactoringTool MultiprocessRefactoringTool) : => object refactoring none
refactoring.(refactor refactor_file refactor_dir) : read-tree 0; maybe write-tree 0
binhex.(binhex hexbin) : read 0/inp; write 1/out
pkgutil.get_data : read 1/resource
warnings.(formatwarning showwarning warn_explicit) : maybe read 2/filename
traceback.FrameSummary : maybe read 0/filename
zoneinfo.reset_tzpath : maybe read-tree 0/to
os.open : read 0/path@dir_fd; maybe write 0/path@dir_fd => object descriptor 0 dir_fd
os.(fdopen stat access) file.(close flush seek) os.path.(splitext exists isfile isdir getsize getmtime) len isinstance setattr delattr shlex.join text.(startswith endswith find count index) list.(append extend insert remove sort reverse index) : => any
file.(write writelines) : put 0
file.name# entry.(path# name#) : => entry-path
os.(remove unlink rmdir removedirs) : delete 0/path@dir_fd
shutil.rmtree : delete-tree 0/path@dir_fd
os.(rename replace renames) shutil.move : move 0/src@src_dir_fd 1/dst@dst_dir_fd
os.symlink : link 1/dst@dir_fd 0/src; maybe read 0/src
os.link : hard-link 1/dst@dst_dir_fd 0/src@src_dir_fd; maybe read 0/src@src_dir_fd
shutil.(copy copy2 copyfile copymode copystat) : copy 0/src 1/dst
shutil.copytree : copy-tree 0/src 1/dst
shutil.make_archive : maybe read-tree 2/root_dir =.; maybe read-tree 3/base_dir => with-ending
shutil.unpack_archive : read 0/filename; write-tree 1/extract_dir =.
shutil.chown os.(chmod chown lchown utime truncate mkfifo mknod) : write 0/path@dir_fd
os.(mkdir makedirs) : write 0/name/path@dir_fd
os.chdir contextlib.chdir : cwd 0/path
os.fchdir : cwd-of 0/fd
os.chroot : root 0/path
logging.basicConfig : write 5/filename
logging.FileHandler logging.handlers.WatchedFileHandler : write 0/filename
logging.handlers.(RotatingFileHandler TimedRotatingFileHandler) : write 0/filename; unknown =which_files_are_replaced_is_not_known
argparse.ArgumentParser : unknown =files_that_arguments_name_are_read /fromfile_prefix_chars
shelve.(open DbfilenameShelf) dbm.open dbm.dumb.open dbm.gnu.open dbm.ndbm.open : write 0/filename/file; read 0/filename/file => with-ending
os.(walk fwalk) : maybe read-tree 0/top => walk
os.listdir : => list-directory
os.scandir : => entries
glob.(glob iglob) : maybe read 0/pathname => glob
str bytearray memoryview : => text
bytes : => buffer
type types.new_class : => subclass 1
glob.escape os.path.normpath os.(fspath fsencode fsdecode) list tuple iter tqdm shlex.quote pipes.quote tqdm.tqdm copy.(copy deepcopy) typing.cast : => first
os.path.join : => join
os.path.expanduser : => expanded
os.path.expandvars : => variables-expanded
os.path.(abspath realpath) pathlib.Path.(resolve absolute) : => absolute
os.path.relpath : => relative
sorted reversed set frozenset list.(copy pop) dict.keys : => elements
os.path.dirname : => parent
os.path.basename pathlib.Path.(name# stem# suffix#) : => base-name
os.(getcwd getcwdb) os.path.curdir : => here
os.environ.(get setdefault pop) os.getenv : => environment
os.putenv : variable 0/name 1/value
os.getpid int float hash id round sum hex oct bin time.(time time_ns) uuid.(uuid4 uuid1) random.(randint random) secrets.token_hex uuid.uuid4.hex# : => name
range : => names
tempfile.mkdtemp : => temp-path none 2 tmp
tempfile.mktemp : => temp-path name 2 tmp
tempfile.mkstemp : => temp-files 2 tmp
tempfile.TemporaryDirectory : => temp-path temp-directory 2 tmp
temp-directory.name# : => entry-path
temp-directory.name= : maybe delete-tree 0
temp-directory.cleanup : maybe delete-tree self
tempfile.gettempdir : => temp
tempfile.(NamedTemporaryFile TemporaryFile) : => temp-path temp-file 6 tmp
tempfile.SpooledTemporaryFile : => temp-path temp-file 7 tmp
temp-file.name# : => entry-path
temp-file.write : => any
io.(StringIO BytesIO) : => object buffer none
enumerate : => enumerated
zip : => zipped
map filter : => map
functools.partial : => partial
functools.reduce : => fold
concurrent.futures.ThreadPoolExecutor.submit ?.submit ?.run_in_executor atexit.register signal.signal asyncio.to_thread : => reversed-call
threading.(Thread Timer) multiprocessing.(Process Pool) : => target

pathlib.(Path PosixPath PurePath WindowsPath) : => path
pathlib.Path.home : => path-home
pathlib.Path.cwd : => path-here
pathlib.Path.expanduser : => path-expanded
pathlib.Path.(as_posix __str__ readlink) : => same
text.(encode decode) : => encoded
pathlib.Path.(joinpath __truediv__) : => path-below
pathlib.Path.with_name : => path-sibling
pathlib.Path.(with_suffix with_stem relative_to with_segments) : => path-any
pathlib.Path.parent# : => path-parent
pathlib.Path.iterdir : => path-children
pathlib.Path.glob : => path-glob
pathlib.Path.(rglob walk) : => path-deep-glob
pathlib.Path.open : open self 0/mode => file file self
pathlib.Path.(read_text read_bytes) ?.read_text ?.read_bytes : read self
pathlib.Path.(write_text write_bytes) ?.write_text ?.write_bytes : write self 0/data
pathlib.Path.(touch mkdir chmod lchmod) : write self
pathlib.Path.(unlink rmdir) ?.unlink ?.rmdir : delete self
pathlib.Path.rmtree ?.rmtree : delete-tree self
pathlib.Path.(rename replace move move_into) : move self 0/target
pathlib.Path.(copy copy_into) : copy self 0/target
pathlib.Path.symlink_to ?.symlink_to : link self 0/target; maybe read 0/target
pathlib.Path.hardlink_to ?.hardlink_to : hard-link self 0/target; maybe read 0/target
pathlib.Path.link_to : hard-link 0/target self; maybe read self

os.(system popen) subprocess.(getoutput getstatusoutput) commands.(getoutput getstatusoutput) asyncio.create_subprocess_shell popen2.popen2 platform.popen pexpect.runu ?.(system popen getoutput) : shell 0/command/cmd
subprocess.(run call check_call check_output Popen) psutil.Popen : run 0/args /- 2/executable
sh.Command plumbum.local.get : => program
plumbum.(SshMachine machines.SshMachine machines.paramiko_machine.ParamikoMachine) : send 0/host => ref plumbum.local
pygit2.Repository pygit2.init_repository : => ref pygit2.repo
pygit2.repo.(reset checkout) : maybe words =git =reset =--hard
git.(Repo Repo.init) : => ref git.repo
git.Repo.clone_from : words =git =clone 0/url 1/to_path => ref git.repo
git.repo.git.execute : words 0/command
git.repo.(clone clone_from) : words =git =clone 0 => ref git.repo
git.(Git cmd.Git) : => ref git.repo.git
git.repo.(remote create_remote) : => ref git.repo.remotes.origin
git.repo.head.reset git.HEAD.reset : unknown =it_may_discard_changes /working_tree
git.repo.delete_head git.repo.index.(checkout remove) : unknown =it_may_discard_changes /force; unknown =it_may_delete_files /working_tree
dulwich.porcelain.clone : words =git =clone 0/source 1/target
invoke.(run sudo) invoke.context.(run sudo) fabric.connection.local : shell 0/command
invoke.Context invoke.context.Context : => ref invoke.context
fabric.connection.(run sudo shell) paramiko.client.exec_command asyncssh.connection.(run create_process) : words =ssh =remote 0/command
fabric.connection.put paramiko.sftp.(put putfo) : words =scp 0/local/localpath =remote:x
fabric.connection.get paramiko.sftp.(get getfo) : write 1/local/localpath
fabric.(Group SerialGroup ThreadingGroup) : send 0.. => ref fabric.connection
paramiko.client.open_sftp paramiko.SFTPClient.from_transport : => ref paramiko.sftp
pexpect.(spawn run spawnu) pexpect.popen_spawn.PopenSpawn : run 0/command 1/args
pexpect.replwrap.(bash zsh) : => ref pexpect.shell
pexpect.replwrap.REPLWrapper : run 0/cmd_or_spawn => ref pexpect.shell
pexpect.shell.(run_command run_command_async) : shell 0/command
asyncio.create_subprocess_exec : words 0..
pty.spawn : run 0/argv
os.(execl execlp execle execlpe) : exec 0/file/path 1..
os.(execv execvp execve execvpe) : exec 0/path/file 1/argv/args
os.(posix_spawn posix_spawnp) : exec 0/path/file 1/argv/args; unknown =which_files_are_opened_is_not_known /file_actions
os.(spawnl spawnlp spawnle spawnlpe) : exec 1/file/path 2..
os.(spawnv spawnvp spawnve spawnvpe) : exec 1/file/path 2/args
os.(kill killpg) : => signal 0 1
psutil.Process : => object psutil-one
psutil.(process_iter pids) psutil-one.(children parents) : => psutil-all
psutil-one.parent : => object psutil-one none
psutil-one.(kill terminate suspend send_signal) : words =kill =-9 self
os.startfile : connect 0/url
webbrowser.(open open_new open_new_tab) : connect 0/url; words =python3 =-m =webbrowser 0/url
webbrowser.(get GenericBrowser BackgroundBrowser) : run 0/using/name; unknown =which_address_the_program_gets_is_not_known => ref webbrowser
webbrowser.register : => ref webbrowser
ctypes.(CDLL PyDLL WinDLL) ctypes.cdll.(LoadLibrary ?) cffi.FFI.dlopen : unknown =functions_of_a_native_library_are_called
ctypes.CDLL.system : shell 0

compile : eval 0/source => function
eval exec : eval 0
timeit.(timeit repeat) : eval 0/stmt 1/setup
?.(run_cell run_cell_async run_cell_magic run_line_magic safe_execfile safe_execfile_ipy) : unknown =a_cell_of_a_notebook_is_run
yaml.(load load_all) : => yaml-load
torch.load : maybe read 0/f => pickled weights_only false
numpy.load : read 0/file => pickled allow_pickle true
breakpoint builtins.breakpoint sys.breakpointhook : unknown =a_debugger_reads_commands,_or_a_function_that_a_variable_names_is_called
pickle.(load loads Unpickler) dill.(load loads) cloudpickle.(load loads) jsonpickle.(decode loads) yaml.(unsafe_load unsafe_load_all) : unknown =objects_that_are_loaded_may_run_anything
runpy.run_path execfile : read 0/path_name; load 0/path_name
__import__ importlib.(import_module __import__ reload) : => module
getattr : => getattr
globals locals vars : => names-of-script
joblib.load pandas.read_pickle : maybe read 0/file/filename/filepath_or_buffer; unknown =objects_that_are_loaded_may_run_anything

base64.(b64decode urlsafe_b64decode standard_b64decode) binascii.a2b_base64 : => decode-base64
bytes.fromhex bytearray.fromhex binascii.unhexlify codecs.decode.hex : => decode-hex
codecs.(decode encode) : => rot13
chr : => characters
shlex.split : => split-words
operator.add : => concatenated
itertools.chain : => chained

urllib.request.urlopen urllib2.urlopen urllib.urlopen requests.(get head options delete) httpx.(get head options delete stream) : fetch 0/url
urllib.request.Request urllib2.Request : fetch 0/url => request
urllib.request.urlretrieve urllib.urlretrieve wget.download : connect 0/url; write 1/filename/out
requests.(post put patch) httpx.(post put patch) : send 0/url
requests.request httpx.request aiohttp.request urllib3.request : fetch 1/url
requests.(Session session) : => ref requests
httpx.(Client AsyncClient) aiohttp.ClientSession : => ref httpx
urllib3.PoolManager : => ref urllib3
httplib2.Http : => ref httplib2
httplib2.request : fetch 0/uri
http.client.(HTTPSConnection HTTPConnection) httplib.(HTTPSConnection HTTPConnection) : connect 0/host => object http-connection 0
http-connection.request : send self
websocket.(create_connection WebSocketApp) websockets.connect aiohttp.ws_connect : send 0/url/uri
socket.socket : => object socket none
socket.(connect connect_ex) ?.connect_ex : send 0/address
socket.create_connection asyncio.open_connection : send 0/address/host
asyncio.(get_event_loop get_running_loop new_event_loop) : => object loop none
socket.sendto : send 1
ftplib.(FTP FTP_TLS) smtplib.(SMTP SMTP_SSL LMTP) imaplib.(IMAP4 IMAP4_SSL) poplib.(POP3 POP3_SSL) nntplib.(NNTP NNTP_SSL) telnetlib.Telnet : send 0/host => object net-client none
net-client.(connect open) : send 0/host
http-connection.(send putrequest endheaders) : send self
paramiko.SSHClient : => ref paramiko.client
paramiko.client.connect paramiko.Transport : send 0/hostname/host
fabric.Connection fabric.connection.Connection : send 0/host => ref fabric.connection
boto3.(client resource) : send =amazonaws.com

psycopg2.connect psycopg.connect psycopg.(Connection AsyncConnection).connect asyncpg.(connect create_pool) pg8000.connect pg8000.dbapi.connect aiopg.(connect create_pool) psycopg_pool.(ConnectionPool AsyncConnectionPool) : connect /host; connect 0/dsn/conninfo
pymysql.connect pymysql.connections.Connection MySQLdb.connect mysql.connector.connect mysql.connector.MySQLConnection aiomysql.(connect create_pool) mariadb.connect : connect 0/host
redis.(Redis StrictRedis) redis.asyncio.Redis redis.cluster.RedisCluster : connect 0/host
redis.from_url redis.Redis.from_url redis.asyncio.from_url : connect 0/url
pymongo.(MongoClient AsyncMongoClient) motor.motor_asyncio.AsyncIOMotorClient pymongo.mongo_client.MongoClient : connect 0/host
pymssql.connect : connect 0/server
clickhouse_connect.get_client clickhouse_driver.Client : connect 0/host
sqlite3.(connect Connection) sqlite3.dbapi2.(connect Connection) : => sqlite
sqlite.(execute executemany executescript) : => sql
sqlite.(cursor __enter__) : => same
pandas.(read_csv read_json read_excel read_parquet read_table read_feather read_xml) : read 0/filepath_or_buffer/path_or_buf/io/path
?.(to_csv to_excel to_parquet to_pickle to_feather) : write 0/path_or_buf/excel_writer/path
dotenv.(load_dotenv main.load_dotenv) environ.Env.read_env environs.Env.read_env : env-file 0/dotenv_path/path/env_file =.env
dotenv.(dotenv_values get_key) : read 0/dotenv_path =.env
decouple.config : maybe read 9 =.env => any
numpy.(loadtxt genfromtxt fromfile) PIL.Image.open yaml.safe_load_file cv2.imread toml.load_file linecache.(getlines getline) : read 0/file/fname/fp/filename/f/dotenv_path
fileinput.(input FileInput) : => file-input
numpy.(save savetxt savez) cv2.imwrite torch.save_to : write 0/file/fname/filename
?.savefig : write 0/fname
?.extractall : write-tree 0/path =.
send2trash send2trash.send2trash : delete-tree 0..

text.format : => formatted
text.replace : => replace
text.join : => joined
text.(split splitlines) : => split
text.strip : => trim
text.lstrip : => trim start
text.rstrip : => trim end
text.upper : => upper
text.(lower casefold) : => lower
dict.(get pop setdefault) : => entry
dict.items : => pairs
dict.values : => dict-values
`);
