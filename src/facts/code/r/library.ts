/** What R's functions do to files, programs and hosts. */
import { readLibrary } from '../evaluate/library.ts';

export const rLibrary = readLibrary(`
system shell pipe shell.exec : shell 0/command/cmd
system2 : run 0/command/cmd 1/args => r-streams
processx.run newprocess.new sys.(exec_wait exec_background exec_internal r_wait) : run 0/command/cmd 1/args
tools.pskill : => signal 0 1
gert.git_push : words =git =push; unknown =it_may_replace_commits /force
gert.git_reset_hard : words =git =reset =--hard
git2r.push : words =git =push; unknown =it_may_replace_commits /force
git2r.reset : maybe words =git =reset =--hard
readLines scan readRDS load read_csv read_file fromJSON read_excel read_tsv readBin readChar read.(csv csv2 table delim dcf) readr.(read_csv read_file read_lines read_tsv read_rds) jsonlite.(fromJSON read_json) readxl.read_excel arrow.read_parquet yaml.read_yaml rio.import file.show : => r-read
writeLines : write 1/con 0
save save.image : write /file
cat : => r-cat
write dput dump : write 1/file
sink : write 0/file
write.(csv table csv2) readr.(write_csv write_rds write_file) write_csv fwrite saveRDS write_json writeBin writeChar data.table.fwrite jsonlite.write_json arrow.write_parquet ggplot2.ggsave_ : write 1/file/con/path
ggsave pdf png svg jpeg tiff ggplot2.ggsave : write 0/filename/file
file.(create append) dir.create Sys.(chmod setFileTime) : write 0
unlink : => r-unlink
file.remove fs.file_delete : delete 0..
fs.dir_delete : delete-tree 0
file.rename fs.file_move : move 0/from 1/to
file.copy fs.file_copy : copy 0/from 1/to
fs.dir_copy : copy-tree 0 1
file.symlink : link 1/to 0/from; maybe read 0/from
file.link : hard-link 1/to 0/from; maybe read 0/from
list.(files dirs) dir fs.dir_ls : maybe read 0/path => list-entries
Sys.glob : maybe read 0 => glob
unzip untar : read 0; write-tree /exdir
zip tar : write 0; read /files
setwd : cwd 0
getwd : => here
Sys.getenv : => environment
dotenv.load_dot_env : env-file 0/file =.env
readRenviron : env-file 0/path
path.expand normalizePath basename_ : => expanded
file.path : => segments
dirname : => parent
basename : => base-name
paste0 : => concatenated
paste lapply_ : => any
sprintf : => printf
c list unlist : => r-vector
tempfile tempdir : => temp-path
as.character print invisible suppressWarnings suppressMessages rawToChar : => first
file gzfile bzfile xzfile : => r-open
url : connect 0 => url
sys.source source : read 0/file; load 0/file => r-read
devtools.(source_url source_gist) : connect 0; load 0
download.file curl.curl_download utils.download.file : connect 0/url; write 1/destfile
curl.curl_fetch_memory httr.GET GET httr2.request RCurl.getURL : fetch 0/url
httr.(POST PUT) POST PUT RCurl.postForm : send 0/url
install.packages utils.install.packages update.packages available.packages : connect /repos; maybe connect =https://cran.r-project.org
remotes.install_github devtools.install_github install_github pak.pak : connect =https://api.github.com
BiocManager.install : maybe connect =https://bioconductor.org
socketConnection : send 0/host
eval evalq eval.parent : => r-eval
parse str2expression str2lang : => r-parse
rlang.exec exec : => r-exec
do.call match.fun get get0 getFunction dynGet : => r-call
getExportedValue getFromNamespace getAnywhere : => r-member
call : => r-quoted-call
as.call : => r-made-call
quote bquote expression substitute : => object quoted none
data.table.fread fread : shell /cmd => r-read
dyn.load .C .Call .External library.dynam : unknown =functions_of_a_native_library_are_called
base64enc.base64decode : => decode-base64
intToUtf8 : => characters
lapply sapply vapply invisible_ purrr.(map walk) : => map list-first
Map mapply : => map
`);
