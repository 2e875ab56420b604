/** What Perl's functions and common modules do to files, programs and hosts. */
import { readLibrary } from '../evaluate/library.ts';

export const perlLibrary = readLibrary(`
open IO.File.new : => perl-open
sysopen : read 1; maybe write 1
<> : => perl-input
opendir IO.Dir.new : maybe read 1
close binmode print printf say die warn push pop chomp chop split keys values sort reverse defined scalar ref bless length readline eof exists delete local sprintf_ sleep exit fork wait map grep : => any
tempfile tempdir File.Temp.(tempfile new tempdir newdir) : => perl-temp
LWP.UserAgent.request : unknown =which_host_is_asked_is_not_known
kill POSIX.kill : => signal 1 0
readpipe : shell 0 => any
File.Compare.(compare compare_text) : read 0; read 1
Digest.(new MD5.new SHA.new SHA1.new) : => object digest none
digest.(add add_bits reset clone) : => itself
digest.addfile ?.addfile : => perl-digest
digest.load : read 0
digest.dump : write 0
IO.File.open FileHandle.open : => perl-open
FileHandle.new : => perl-open
unlink POSIX.(unlink remove rmdir) : delete 0..
POSIX.rename rename move mv File.Copy.(move mv) : move 0 1
POSIX.(open creat) : maybe write 0; read 0
POSIX.(mkdir mkfifo chmod chown utime) : maybe write 0..
POSIX.system : shell 0
POSIX.(execl execlp execv execvp execve) IPC.Run.run capture capturex systemx : words 0..
POSIX.chdir chdir : cwd 0
rmdir : delete 0
File.Copy.(copy cp) copy cp : copy 0 1
File.Copy.Recursive.dircopy dircopy rcopy : copy-tree 0 1
symlink : link 1 0; maybe read 0
link POSIX.link : hard-link 1 0; maybe read 0
chroot : root 0
mkdir truncate : write 0
make_path mkpath File.Path.(make_path mkpath) : write 0..
chmod : write 1..
chown utime : write 2..
File.Path.(remove_tree rmtree) remove_tree rmtree : delete-tree 0..
File.Slurp.read_file read_file slurp read_text read_binary File.Slurper.read_text : read 0
File.Slurp.write_file write_file write_text spew : write 0 -1
File.Find.(find finddepth) find finddepth : maybe read-tree 1.. => perl-find
glob bsd_glob File.Glob.bsd_glob : maybe read 0 => glob words
tie : maybe read 2..; maybe write 2.. => perl-tie
dbmopen : unknown =a_database_is_written
do require : maybe read 0; maybe load-path 0
system exec : => perl-run
IPC.Open2.open2 open2 : words 2..; maybe shell 2
IPC.Open3.open3 open3 : words 3..; maybe shell 3
syscall : unknown =a_call_of_the_system_is_made_by_number
eval : eval 0
LWP.Simple.(get getprint head) getprint LWP.UserAgent.(get head) : connect 0
LWP.Simple.(getstore mirror) getstore LWP.UserAgent.mirror : connect 0; write 1
LWP.UserAgent.new HTTP.Tiny.new WWW.Mechanize.new Mojo.UserAgent.new : => ref LWP.UserAgent
LWP.UserAgent.(post put patch post_form) Net.FTP.new Net.SMTP.new Net.SSH.Perl.new : send 0
HTTP.Request.new : connect 1
Git.repository : => ref Git
Git.(command command_noisy command_oneline command_input_pipe command_output_pipe command_bidi_pipe) : words =git 0..
DBI.(connect connect_cached) : connect 0
IO.Socket.INET.new IO.Socket.SSL.new IO.Socket.IP.new IO.Socket.INET6.new Net.(POP3 NNTP HTTP Ping Telnet).new : => perl-socket
IO.Socket.UNIX.new : maybe write 1
connect : unknown =the_host_that_is_connected_to_is_not_known
MIME.Base64.(decode_base64 decode) decode_base64 : => decode-base64
pack : => perl-pack
chr : => characters
sprintf : => printf
join : => perl-join
lc : => lower
uc : => upper
reverse_ : => reverse
shift : => shift
File.Spec.(catfile catdir) catfile catdir : => segments
File.Basename.dirname dirname : => parent
File.Basename.basename basename : => base-name
File.HomeDir.my_home : => home
Cwd.(getcwd cwd) getcwd cwd : => here
Cwd.(abs_path realpath) abs_path realpath : => absolute
time rand int getppid : => name
DynaLoader.dl_load_file Inline.C : unknown =functions_of_a_native_library_are_called
Path.Tiny.path path : => object path-tiny
path-tiny.(slurp slurp_utf8 lines slurp_raw) : read self
path-tiny.(spew spew_utf8 append touch mkpath append_utf8) : write self 0
path-tiny.remove : delete self
path-tiny.remove_tree : delete-tree self
path-tiny.copy : copy self 0
path-tiny.move : move self 0
path-tiny.child : => path-below
`);
