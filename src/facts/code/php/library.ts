/** What PHP's functions do to files, programs and hosts; names in lower case. */
import { readLibrary } from '../evaluate/library.ts';

export const phpLibrary = readLibrary(`
file_get_contents file readfile fpassthru parse_ini_file show_source highlight_file php_strip_whitespace simplexml_load_file md5_file sha1_file gzfile readgzfile get_headers getimagesize : => php-read
include include_once require require_once : load 0 => php-read
hash_file hash_hmac_file hash_update_file : read 1
file_exists is_file is_dir is_link is_readable is_writable is_writeable is_executable filesize filemtime fileatime filectime fileperms fileowner filegroup fileinode filetype stat lstat : => php-stat
file_put_contents : write 0 1
fopen gzopen bzopen splfileobject : => php-open
fwrite fputs fputcsv : => php-put
unlink rmdir : delete 0
rename move_uploaded_file : move 0 1
copy : => php-copy
symlink : link 1 0; maybe read 0
link : hard-link 1 0; maybe read 0
mkdir touch chmod chown chgrp lchown posix_mkfifo posix_mknod : write 0
tempnam : => temp-path none 0
error_log : maybe write 2
ini_set ini_alter : => php-ini
chdir : cwd 0
chroot : root 0
opendir scandir dir : maybe read 0 => list-directory
recursivedirectoryiterator directoryiterator filesystemiterator : maybe read-tree 0 => list-entries
strval : => text
recursiveiteratoriterator escapeshellarg escapeshellcmd intval array_values : => first
glob : maybe read 0 => glob
exec shell_exec system passthru popen : shell 0
proc_open : run 0 => php-proc
process : argv 0
process.(fromshellcommandline run start) : shell 0
pcntl_exec : run 0 1
posix_kill : => signal 0 1
ffi.(cdef load) dl : unknown =functions_of_a_native_library_are_called
mail : send =mail
eval assert create_function : eval -1
preg_replace : => php-preg
call_user_func call_user_func_array forward_static_call forward_static_call_array : => send function
array_map : => map
array_filter array_walk array_walk_recursive array_reduce usort uasort uksort iterator_apply callbackfilteriterator : => map list-first
fiber : => php-callback 0
preg_replace_callback mb_ereg_replace_callback : => php-callback 1
array_udiff array_uintersect array_diff_ukey array_diff_uassoc array_intersect_ukey array_intersect_uassoc array_udiff_assoc array_uintersect_assoc array_udiff_uassoc array_uintersect_uassoc : => php-callback -1
preg_replace_callback_array : => php-callbacks
reflectionfunction : => php-reflection
closure.fromcallable : => php-reflection
text.(invoke invokeargs __invoke) : => php-invoke
register_shutdown_function register_tick_function : => reversed-call
ob_start set_error_handler set_exception_handler spl_autoload_register header_register_callback session_set_save_handler : => php-callback 0
base64_decode : => decode-base64
hex2bin : => decode-hex
chr : => characters
strrev : => reverse
str_rot13 : => php-rot13
gzinflate gzuncompress gzdecode curl_exec pdo text.then : => any
str_replace : => php-replace
implode join : => imploded
explode : => php-explode
sprintf : => printf
strtolower : => lower
strtoupper : => upper
trim : => trim
ltrim : => trim start
rtrim chop : => trim end
array_unique array_reverse : => elements
dirname : => parent
basename : => base-name
getcwd : => here
realpath : => absolute
getenv : => environment
putenv : variable 0/assignment
sys_get_temp_dir : => temp
uniqid time microtime rand mt_rand getmypid count strlen random_int : => name
curl_init : connect 0 => object curl
curl_setopt : => php-curl
pdo pg_connect pg_pconnect : connect 0
fsockopen pfsockopen stream_socket_client ssh2_connect ftp_connect ftp_ssl_connect mysqli mysqli_connect : send 0
socket_connect : send 1
sqlite3 : read 0; write 0
define : => php-define
`);
