/** What Ruby's library does to files, programs and hosts. */
import { readLibrary } from './library.ts';

export const rubyLibrary = readLibrary(`
File.open File.new : open 0 1 => file
open : => ruby-open
File.read File.binread File.readlines File.foreach IO.read IO.readlines IO.foreach IO.binread YAML.load_file YAML.safe_load_file JSON.load_file JSON.parse_file CSV.read CSV.foreach CSV.table Psych.load_file File.readlink Marshal.load_file load : read 0
File.write File.binwrite IO.write IO.binwrite : write 0 1
File.delete File.unlink Dir.rmdir Dir.delete Dir.unlink : delete 0..
File.rename FileUtils.mv FileUtils.move : move 0 1
File.symlink File.link FileUtils.ln FileUtils.ln_s FileUtils.ln_sf : write 1; maybe read 0
File.chmod File.lchmod FileUtils.chmod : write 1..
FileUtils.chmod_R : write-tree 1
File.chown FileUtils.chown FileUtils.chown_R : write 2..
File.truncate File.mkfifo Dir.mkdir FileUtils.mkdir FileUtils.mkdir_p FileUtils.makedirs FileUtils.mkpath FileUtils.touch : write 0
FileUtils.rm FileUtils.rm_f FileUtils.remove FileUtils.safe_unlink FileUtils.rmdir : delete 0
FileUtils.rm_r FileUtils.rm_rf FileUtils.rmtree FileUtils.remove_dir FileUtils.remove_entry FileUtils.remove_entry_secure FileUtils.remove_file : delete-tree 0
FileUtils.cp FileUtils.copy FileUtils.copy_file FileUtils.install IO.copy_stream FileUtils.copy_entry : copy 0 1
FileUtils.cp_r : copy-tree 0 1
FileUtils.cd FileUtils.chdir Dir.chdir : cwd 0
FileUtils.pwd Dir.pwd Dir.getwd : => here
Dir.glob Dir.[] : maybe read 0 => glob
Dir.entries Dir.children Dir.each_child Dir.foreach : => list-directory
Dir.home : => home
Dir.mktmpdir : => temp-path
Dir.tmpdir : => temp
Tempfile.new Tempfile.create Tempfile.open : => temp-file
File.join : => segments
File.expand_path File.absolute_path File.realpath : => expanded-in
File.dirname : => parent
File.basename : => base-name
File.exist? File.file? File.directory? File.size File.stat File.extname : => any
file.write file.puts file.print file.<< file.syswrite : put 0
file.read file.each_line file.gets file.close file.readlines : => any
Pathname Pathname.new Kernel.Pathname : => object Pathname
Pathname.read Pathname.readlines Pathname.binread Pathname.each_line : read self
Pathname.write Pathname.binwrite : write self 0
Pathname.open : open self 0 => file file self
Pathname.mkpath Pathname.mkdir Pathname.chmod : write self
Pathname.delete Pathname.unlink Pathname.rmdir : delete self
Pathname.rmtree : delete-tree self
Pathname.rename : move self 0
Pathname.join Pathname.+ : => pathname-below
Pathname.expand_path Pathname.realpath Pathname.to_s : => same
?.rmtree : delete-tree self
system exec spawn Kernel.system Kernel.exec Kernel.spawn Process.spawn Process.exec IO.popen PTY.spawn Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen2 Open3.popen2e Open3.popen3 Open3.pipeline sh : => ruby-run
Shell.system TTY.Command.run : => ruby-run
Kernel.\` : shell 0
syscall Fiddle.dlopen Fiddle.Function.new : unknown =functions_of_a_native_library_are_called
eval Kernel.eval ?.instance_eval ?.class_eval ?.module_eval binding.eval Binding.eval RubyVM.InstructionSequence.compile instance_eval TOPLEVEL_BINDING.eval : eval 0
send public_send __send__ ?.send ?.public_send ?.__send__ Kernel.send Kernel.public_send Object.send Object.__send__ Kernel.__send__ self.send : => send
FileUtils.send FileUtils.public_send FileUtils.__send__ File.send IO.send Dir.send File.public_send Dir.public_send : => send
method Kernel.method Object.method ?.method FileUtils.method File.method : => send method
?.const_get Object.const_get Kernel.const_get Module.const_get const_get : => const
Net.HTTP.get Net.HTTP.get_response Net.HTTP.get_print URI.open OpenURI.open_uri HTTParty.get Faraday.get RestClient.get HTTP.get Down.download Excon.get : connect 0
Net.HTTP.post Net.HTTP.post_form HTTParty.post HTTParty.put Faraday.post RestClient.post RestClient.put HTTP.post Excon.post : send 0
Net.HTTP.start Net.HTTP.new TCPSocket.new TCPSocket.open Socket.tcp Net.FTP.new Net.FTP.open Net.SSH.start Net.SMTP.start OpenSSL.SSL.SSLSocket.open UDPSocket.connect : send 0
Net.HTTP.Get.new Net.HTTP.Post.new : connect 0
URI URI.parse URI.join : => url
url.open url.read : connect self
url.host# url.hostname# url.to_s : => entry-path
url.path url.port : => any
SQLite3.Database.new : read 0; write 0
Base64.decode64 Base64.strict_decode64 Base64.urlsafe_decode64 : => decode-base64
ENV.fetch ENV.[] : => environment
Process.pid rand Time.now SecureRandom.hex SecureRandom.uuid : => name
load : read 0; load 0 => any
require_relative : maybe load 0 => any
require : maybe load-path 0 => any
puts print p pp printf raise sleep exit abort at_exit loop lambda proc : => any
Shellwords.split Shellwords.shellsplit : => split-words
Shellwords.escape Shellwords.shellescape Integer String : => first
text.unpack1 text.unpack : => ruby-unpack
list.pack : => ruby-pack
text.freeze text.to_s text.to_sym text.strip text.chomp text.dup text.force_encoding text.encode text.lstrip text.rstrip : => same
text.gsub text.sub text.tr text.gsub! text.sub! : => replace
text.split : => split
text.shellsplit : => split-words
text.upcase : => upper
text.downcase : => lower
text.reverse : => reverse
text.lines text.each_line : => any
text.constantize : => const
list.join : => joined-with
list.each list.map list.collect list.select list.reject list.flat_map list.each_with_index list.sort_by list.each_slice : => each
list.first list.last list.sample list.pop list.shift : => element
list.sort list.uniq list.compact list.flatten list.reverse list.to_a list.take list.drop : => elements
chr.chr : => any
dict.fetch dict.dig : => entry
dict.each : => pairs
`);
