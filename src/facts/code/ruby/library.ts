/** What Ruby's library does to files, programs and hosts. */
import { readLibrary } from '../evaluate/library.ts';

export const rubyLibrary = readLibrary(`
File.(open new) : open 0 1/mode/flags => file
open : => ruby-open
File.(read binread readlines foreach readlink) YAML.(load_file safe_load_file) JSON.(load_file parse_file) CSV.(read foreach table) Psych.load_file load : read 0
File.(write binwrite) : write 0 1
IO.(read readlines foreach binread) : read 0 => ruby-pipe
IO.(write binwrite) : write 0 1 => ruby-pipe
CLEAN.(include add << push concat) CLOBBER.(include add << push concat) : => rake-clean
Rake.Cleaner.cleanup_files : delete-tree 0
Class.new : => subclass
IO.pipe : => ruby-ends
IO.sysopen CSV.open : open 0 1/mode/flags => file
File.(utime lutime) : write 2..
Logger.new : maybe write 0
PStore.new YAML.Store.new : write 0; maybe delete 0
Zlib.GzipWriter.open : write 0
Zlib.GzipReader.open : read 0
ERB.new : unknown =templates_are_not_followed
RubyVM.InstructionSequence.(compile_file load_iseq_) : load 0
RubyVM.InstructionSequence.new : eval 0
autoload : maybe load-path 1
ARGV.(replace << push unshift concat append) : maybe read 0..; maybe write 0..
Marshal.load : unknown =objects_that_are_loaded_may_run_anything
Pathname.truncate Pathname.utime : write self
Pathname.make_symlink : link self 0; maybe read 0
Pathname.make_link : hard-link self 0; maybe read 0
?.reopen : maybe write 0
ObjectSpace.define_finalizer : => any
PTY.getpty : => ruby-run
Open3.(pipeline pipeline_r pipeline_w pipeline_rw pipeline_start) : => ruby-pipeline
Process.kill : => signal 1 0
TTY.Command.new : => ref TTY.Command
binding.receiver : => ref self
text.to_proc : => symbol-proc
Git.(open clone init bare) : => ref git-gem
git-gem.reset_hard : words =git =reset =--hard
Rugged.Repository.new : => ref rugged
rugged.(reset checkout_head checkout_index) : maybe words =git =reset =--hard
rugged.(push remotes.push) : words =git =push 0 1
text.(<< concat) : => ruby-concat
File.(delete unlink) Dir.(rmdir delete unlink) : delete 0..
File.rename FileUtils.(mv move) : move 0 1
File.symlink FileUtils.(ln_s ln_sf symlink ln_sr) : link 1 0; maybe read 0
File.link FileUtils.(ln link) : hard-link 1 0; maybe read 0
File.(chmod lchmod) FileUtils.chmod : write 1..
FileUtils.chmod_R : write-tree 1
File.chown FileUtils.(chown chown_R) : write 2..
File.(truncate mkfifo) Dir.mkdir FileUtils.(mkdir mkdir_p makedirs mkpath touch) : write 0
FileUtils.(rm rm_f remove safe_unlink rmdir) : delete 0
FileUtils.(rm_r rm_rf rmtree remove_dir remove_entry remove_entry_secure remove_file) : delete-tree 0
FileUtils.(cp copy copy_file install copy_entry) IO.copy_stream : copy 0 1
FileUtils.cp_r : copy-tree 0 1
FileUtils.(cd chdir) Dir.chdir : cwd 0
Dir.chroot : root 0
FileUtils.pwd Dir.(pwd getwd) : => here
Dir.(glob []) : maybe read 0 => glob braces
Dir.(entries children each_child foreach) : => list-directory
Dir.home : => home
Dir.mktmpdir : => temp-path none 1
Dir.tmpdir : => temp
Tempfile.(new create open) : => temp-path file 1
File.join : => segments
File.(expand_path absolute_path realpath) : => expanded-in
File.dirname : => parent
File.basename : => base-name
File.(exist? file? directory? size stat extname) file.(read each_line gets close readlines) url.(path port) puts print p pp printf raise sleep exit abort at_exit loop text.(lines each_line) chr.chr : => any
file.(write puts print << syswrite) : put 0
Pathname Pathname.new Kernel.Pathname : => object Pathname
Pathname.(read readlines binread each_line) : read self
Pathname.(write binwrite) : write self 0
Pathname.open : open self 0/mode/flags => file file self
Pathname.(mkpath mkdir chmod) : write self
Pathname.(delete unlink rmdir) : delete self
Pathname.rmtree ?.rmtree : delete-tree self
Pathname.rename : move self 0
Pathname.(sub sub_ext parent dirname basename cleanpath relative_path_from) : => object Pathname none
Pathname.(join +) : => pathname-below
Pathname.(expand_path realpath) : => absolute
Pathname.to_s text.(freeze to_s to_sym dup force_encoding encode) : => same
system exec spawn sh Kernel.(system exec spawn) Process.(spawn exec) IO.popen PTY.spawn Open3.(capture2 capture2e capture3 popen2 popen2e popen3) Shell.system TTY.Command.(run run!) : => ruby-run
Kernel.\` \` : shell 0
syscall Fiddle.dlopen Fiddle.Function.new : unknown =functions_of_a_native_library_are_called
eval instance_eval Kernel.eval ?.(instance_eval class_eval module_eval) binding.eval Binding.eval RubyVM.InstructionSequence.compile TOPLEVEL_BINDING.eval : eval 0
send public_send __send__ ?.(send public_send __send__) Kernel.(send public_send __send__) Object.(send __send__) self.send FileUtils.(send public_send __send__) File.(send public_send) IO.send Dir.(send public_send) : => send
method Kernel.method Object.method ?.method FileUtils.method File.method : => send method
?.const_get Object.const_get Kernel.const_get Module.const_get const_get text.constantize : => const
Net.HTTP.(get get_response get_print) URI.open OpenURI.open_uri HTTParty.get Faraday.get RestClient.get HTTP.get Down.download Excon.get Net.HTTP.Get.new Net.HTTP.Post.new : connect 0
PG.(connect) PG.Connection.(new open connect) : connect /host; connect 0
Mysql2.Client.new Trilogy.new Redis.new : connect /host; connect /url
Sequel.connect Mongo.Client.new ActiveRecord.Base.establish_connection : connect /host; connect 0
Net.HTTP.(post post_form start new) HTTParty.(post put) Faraday.post RestClient.(post put) HTTP.post Excon.post TCPSocket.(new open) Socket.tcp Net.FTP.(new open) Net.SSH.start Net.SMTP.start OpenSSL.SSL.SSLSocket.open UDPSocket.connect : send 0
URI URI.(parse join) : => url
url.(open read) : connect self
url.(host# hostname# to_s) : => entry-path
SQLite3.Database.new : read 0; write 0
Base64.(decode64 strict_decode64 urlsafe_decode64) : => decode-base64
ENV.(fetch []) : => environment
Process.pid rand Time.now SecureRandom.(hex uuid) : => name
Dotenv.(load load! overload overload! overwrite overwrite!) dotenv/load! dotenv/auto! dotenv.load! : env-file 0 =.env
Dotenv.parse : read 0 =.env
load : read 0; load 0 => any
require_relative : maybe load 0 => any
require : maybe load-path 0 => any
Shellwords.(split shellsplit) text.shellsplit : => split-words
Shellwords.(escape shellescape) Integer : => first
String : => text
format sprintf Kernel.(format sprintf) : => ruby-format
proc lambda Kernel.(proc lambda) Proc.new : => block
text.(unpack1 unpack) : => ruby-unpack
list.pack : => ruby-pack
text.strip : => trim
text.lstrip : => trim start
text.(rstrip chomp) : => trim end
text.(gsub gsub!) : => replace all
text.(sub sub!) : => replace first
text.split : => split
text.upcase : => upper
text.downcase : => lower
text.reverse : => reverse
list.join : => joined-with
list.(each map collect select reject flat_map each_with_index sort_by each_slice) : => each
list.replace : maybe read 0..
list.(first last sample pop shift) : => ruby-element
list.(sort uniq compact flatten reverse to_a take drop) : => elements
dict.fetch : => entry
dict.dig list.dig : => dig
dict.each : => pairs
`);
