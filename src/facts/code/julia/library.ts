/** What Julia's functions do to files, programs and hosts. */
import { readLibrary } from '../evaluate/library.ts';

export const juliaLibrary = readLibrary(`
pipeline Base.pipeline : => julia-pipeline
map foreach asyncmap : => map
invokelatest Base.invokelatest : => reversed-call
invoke : => later-call
IOBuffer : => first
Downloads.request : send 0
run readchomp success Base.run open.cmd eachline.cmd : => julia-run
Cmd : => julia-command
open : => julia-open
read readlines readline eachline readdlm include deserialize readbytes! mmap CSV.(read File) JSON.parsefile TOML.parsefile : => julia-read
write : => julia-write
rm : delete 0
mv Base.Filesystem.mv : move 0 1
cp : copy-tree 0 1
mkdir mkpath touch chmod chown serialize writedlm CSV.write : write 0
symlink : link 1 0; maybe read 0
hardlink : hard-link 1 0; maybe read 0
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
HTTP.(get head request) : connect -1
HTTP.(post put patch) connect Sockets.connect : send 0
eval Core.eval : => julia-eval
Meta.(parse parseall) : => first
include_string : eval -1
ccall dlopen @ccall Libdl.dlopen : unknown =functions_of_a_native_library_are_called
base64decode Base64.base64decode : => decode-base64
getfield getproperty : => getattr
get println print show : => any
file.write : put 0
`);
