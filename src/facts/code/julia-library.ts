/** What Julia's functions do to files, programs and hosts. */
import { readLibrary } from './library.ts';

export const juliaLibrary = readLibrary(`
run Base.run pipeline Base.pipeline open.cmd readchomp eachline.cmd success : => julia-run
Cmd : => julia-command
open : => julia-open
read readlines readline eachline readdlm CSV.read CSV.File JSON.parsefile TOML.parsefile include deserialize readbytes! mmap : => julia-read
write : => julia-write
rm : delete 0
mv Base.Filesystem.mv : move 0 1
cp : copy-tree 0 1
mkdir mkpath touch chmod chown CSV.write serialize writedlm : write 0
symlink hardlink : write 1; maybe read 0
readdir : maybe read 0 => list-directory
walkdir : maybe read-tree 0 => walk
cd : cwd 0
pwd : => here
homedir : => home
joinpath : => join
expanduser : => expanded
abspath normpath realpath string String : => concatenated
dirname : => parent
basename : => base-name
tempname mktempdir : => temp-path
tempdir : => temp
download Downloads.download : connect 0; write 1
HTTP.get HTTP.head HTTP.request : connect -1
HTTP.post HTTP.put HTTP.patch : send 0
connect Sockets.connect : send 0
eval Core.eval : => julia-eval
Meta.parse Meta.parseall : => first
include_string : eval -1
ccall Libdl.dlopen dlopen @ccall : unknown =functions_of_a_native_library_are_called
base64decode Base64.base64decode : => decode-base64
getfield getproperty : => getattr
get : => any
file.write : put 0
println print show : => any
`);
