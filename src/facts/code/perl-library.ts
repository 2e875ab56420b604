/** What Perl's functions and common modules do to files, programs and hosts. */
import { readLibrary } from './library.ts';

export const perlLibrary = readLibrary(`
open IO.File.new : => perl-open
sysopen : read 1; maybe write 1
opendir IO.Dir.new : maybe read 1
close binmode print printf say die warn push pop chomp chop split keys values sort reverse defined scalar ref bless length readline eof exists delete local sprintf_ sleep exit : => any
unlink POSIX.unlink POSIX.remove POSIX.rmdir : delete 0..
POSIX.rename : move 0 1
POSIX.open POSIX.creat : maybe write 0; read 0
POSIX.mkdir POSIX.mkfifo POSIX.chmod POSIX.chown POSIX.utime : maybe write 0..
POSIX.system : shell 0
POSIX.execl POSIX.execlp POSIX.execv POSIX.execvp POSIX.execve : words 0..
POSIX.chdir : cwd 0
rmdir : delete 0
rename File.Copy.move move mv File.Copy.mv : move 0 1
File.Copy.copy File.Copy.cp copy cp : copy 0 1
File.Copy.Recursive.dircopy dircopy rcopy : copy-tree 0 1
link symlink : write 1; maybe read 0
mkdir File.Path.make_path File.Path.mkpath make_path mkpath truncate : write 0..
chmod : write 1..
chown utime : write 2..
File.Path.remove_tree File.Path.rmtree remove_tree rmtree : delete-tree 0..
File.Slurp.read_file read_file slurp File.Slurper.read_text read_text read_binary : read 0
File.Slurp.write_file write_file write_text spew : write 0 -1
File.Find.find find finddepth : maybe read-tree 1..
chdir : cwd 0
glob File.Glob.bsd_glob bsd_glob : maybe read 0 => glob
do require : maybe read 0; maybe load-path 0
system exec : => perl-run
IPC.Open2.open2 open2 : words 2..
IPC.Open3.open3 open3 : words 3..
IPC.Run.run capture capturex systemx : words 0..
fork kill wait : => any
syscall : unknown =a_call_of_the_system_is_made_by_number
eval : eval 0
LWP.Simple.get LWP.Simple.getprint LWP.Simple.head getprint : connect 0
LWP.Simple.getstore getstore LWP.Simple.mirror : connect 0; write 1
LWP.UserAgent.new HTTP.Tiny.new WWW.Mechanize.new Mojo.UserAgent.new : => ref LWP.UserAgent
LWP.UserAgent.get LWP.UserAgent.head : connect 0
LWP.UserAgent.mirror : connect 0; write 1
LWP.UserAgent.post LWP.UserAgent.put LWP.UserAgent.patch LWP.UserAgent.post_form : send 0
LWP.UserAgent.request : => any
HTTP.Request.new : connect 1
IO.Socket.INET.new IO.Socket.SSL.new IO.Socket.IP.new : => perl-socket
Net.FTP.new Net.SMTP.new Net.SSH.Perl.new : send 0
connect : unknown =the_host_that_is_connected_to_is_not_known
MIME.Base64.decode_base64 decode_base64 MIME.Base64.decode : => decode-base64
pack : => perl-pack
chr : => characters
sprintf : => printf
join : => perl-join
lc : => lower
uc : => upper
reverse_ : => reverse
map grep : => any
shift : => shift
File.Spec.catfile File.Spec.catdir catfile catdir : => segments
File.Basename.dirname dirname : => parent
File.Basename.basename basename : => base-name
File.HomeDir.my_home : => home
Cwd.getcwd Cwd.cwd getcwd cwd : => here
Cwd.abs_path abs_path Cwd.realpath realpath : => first
File.Temp.tempdir tempdir File.Temp.newdir : => temp-path
File.Temp.tempfile tempfile File.Temp.new : => any
time rand int getppid : => name
DynaLoader.dl_load_file Inline.C : unknown =functions_of_a_native_library_are_called
Path.Tiny.path path : => object path-tiny
path-tiny.slurp path-tiny.slurp_utf8 path-tiny.lines path-tiny.slurp_raw : read self
path-tiny.spew path-tiny.spew_utf8 path-tiny.append path-tiny.touch path-tiny.mkpath path-tiny.append_utf8 : write self 0
path-tiny.remove : delete self
path-tiny.remove_tree : delete-tree self
path-tiny.copy : copy self 0
path-tiny.move : move self 0
path-tiny.child : => path-below
`);
