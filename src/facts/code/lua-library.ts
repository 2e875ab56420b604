/** What Lua's library, and Neovim's, does to files, programs and hosts. */
import { readLibrary } from './library.ts';

export const luaLibrary = readLibrary(`
io.open : open 0 1 => file
io.lines io.input dofile loadfile : read 0
io.output : write 0
file.write : put 0
file.close file.read file.lines : => any
os.remove lfs.rmdir : delete 0
os.rename : move 0 1
lfs.mkdir lfs.touch : write 0
lfs.chdir : cwd 0
lfs.dir : maybe read 0
lfs.link : write 1; maybe read 0
os.execute io.popen vim.fn.system vim.fn.systemlist : shell 0
vim.system vim.fn.jobstart vim.fn.termopen : run 0
vim.cmd vim.api.nvim_command vim.api.nvim_exec vim.api.nvim_exec2 : => vim-commands
vim.fn.delete vim.loop.fs_unlink vim.uv.fs_unlink : delete 0
vim.fn.writefile : write 1
vim.fn.readfile : read 0
vim.fn.expand : => expanded
load loadstring : eval 0 => function
pcall xpcall : => reversed-call
require : => any
package.loadlib ffi.load : unknown =functions_of_a_native_library_are_called
ffi.C.system : shell 0
os.getenv : => environment
os.tmpname : => temp-path
os.time os.clock math.random : => name
tostring : => first
string.char : => characters
string.format : => printf
string.lower : => lower
string.upper : => upper
string.reverse text.reverse : => reverse
string.rep string.sub string.gsub : => any
text.format : => any
table.concat : => lua-concat
ipairs pairs : => indexed
socket.connect socket.tcp.connect : send 0
http.request socket.http.request ssl.https.request : fetch 0
`);
