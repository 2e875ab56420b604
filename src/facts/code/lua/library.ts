/** What Lua's library, and Neovim's, does to files, programs and hosts. */
import { readLibrary } from '../evaluate/library.ts';

export const luaLibrary = readLibrary(`
io.open : open 0 1 => file
io.(lines input) vim.fn.readfile : read 0
dofile loadfile : read 0; load 0 => any
io.output lfs.(mkdir touch) : write 0
file.write : put 0
file.(close read lines) string.(rep sub gsub) text.format : => any
require : => module
posix.(exec execp) posix.unistd.(exec execp) : words 0 1
posix.(spawn popen) luv.spawn uv.spawn : run 0 1
posix.(unlink rmdir) posix.unistd.(unlink rmdir) posix.stdlib.remove : delete 0
posix.(kill signal.kill) : => signal 0 1
ffi.C.(execl execv execlp execvp execve popen unlink remove rename kill syscall) : unknown =functions_of_a_native_library_are_called
pl.utils.(execute executeex quote_arg) : shell 0
os.remove lfs.rmdir vim.fn.delete vim.loop.fs_unlink vim.uv.fs_unlink : delete 0
os.rename : move 0 1
lfs.chdir : cwd 0
lfs.dir : maybe read 0
lfs.link : link 1 0; hard-link 1 0; maybe read 0
vim.(loop.fs_symlink uv.fs_symlink) : link 1 0; maybe read 0
vim.(loop.fs_link uv.fs_link) : hard-link 1 0; maybe read 0
os.execute io.popen vim.fn.(system systemlist) ffi.C.system : shell 0
vim.system vim.fn.(jobstart termopen) : run 0
vim.cmd vim.api.(nvim_command nvim_exec nvim_exec2) : => vim-commands
vim.fn.writefile : write 1
vim.fn.expand : => expanded
load loadstring : eval 0 => function
pcall : => reversed-call
xpcall : => protected-call
getmetatable debug.getmetatable : => lua-metatable
debug.(getregistry setmetatable getupvalue setupvalue) : unknown =what_is_found_in_this_way_is_not_known
rawget : => getattr
select : => one-of
setmetatable : => inheriting
coroutine.(create wrap) : => first
coroutine.resume : => reversed-call
package.loadlib ffi.load : unknown =functions_of_a_native_library_are_called
os.getenv : => environment
os.tmpname : => temp-path
os.(time clock) math.random : => name
tostring : => first
string.char : => characters
string.format : => printf
string.lower : => lower
string.upper : => upper
string.reverse text.reverse : => reverse
table.concat : => lua-concat
ipairs pairs : => indexed
socket.connect socket.tcp.connect : send 0
http.request socket.http.request ssl.https.request : fetch 0
`);
