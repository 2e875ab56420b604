/** Programs that read, filter and edit texts. */
export const texts = `
cat,gcat,tac,nl,bat,batcat : -n,--number -A,--show-all -b -e -E -s -t -T -u -v -l,--language=text --style=text -p --paging=text -r=text --color=text --pager=shell --paging=text --diff --theme=text --wrap=text -f --file-name=text | file:read* | stdin=data stdout=own offline
less,more,most,pg : -N -S -R -F -X -i -n -p=text -o=write -O=write +=<less-command> -K -M -e | file:read* | stdin=data offline
head,ghead,tail,gtail : -n,--lines=text -c,--bytes=text -q,--quiet -v,--verbose -f,--follow[=text] -F -r --pid=text -z -s=text --retry | file:read* | stdin=data stdout=own offline
wc,gwc : -l,--lines -w,--words -c,--bytes -m,--chars -L --files0-from=read | file:read* | stdin=data offline
sort,gsort : -r -n -u -k,--key=text -t,--field-separator=text -o,--output=write -h -f -b -M -V -R -s -z -c -m -d -g -i -S=text -T=text --parallel=text --compress-program=shell --files0-from=read | file:read* | stdin=data stdout=own offline
uniq : -c -d -u -i -f=text -s=text -w=text -z | file:read? output:write? | stdin=data stdout=own offline
cut : -d,--delimiter=text -f,--fields=text -c,--characters=text -b=text -s --complement --output-delimiter=text -z | file:read* | stdin=data offline
paste : -d,--delimiters=text -s -z | file:read* | stdin=data offline
join,comm : -t=text -1 -2 -3 -j=text -a=text -o=text -e=text -i --check-order | file:read* | stdin=data offline
tr : -d,--delete -s,--squeeze-repeats -c,--complement -C -t | set:text* | stdin=data offline
rev,fold,fmt,expand,unexpand,column,pr,iconv : -w=text -s -t -n -c=text -f=text -o=text -N=text | file:read* | stdin=data offline
dos2unix,unix2dos : -k -q -n | file:read+write* | stdin=data offline
grep,egrep,fgrep,ggrep : -i,--ignore-case -v,--invert-match -n,--line-number -r,--recursive -R,--dereference-recursive -l,--files-with-matches -L,--files-without-match -c,--count -o,--only-matching -w,--word-regexp -x,--line-regexp -E,--extended-regexp -F,--fixed-strings -P,--perl-regexp -G -q,--quiet,--silent -s,--no-messages -h -H -a,--text -z -Z -b -U -e,--regexp=literal -f,--file=read -A,--after-context=text -B,--before-context=text -C,--context=text -m,--max-count=text --include=text --exclude=text --exclude-dir=text --exclude-from=read --color[=text] --colour[=text] -d=text -D=text --label=literal --line-buffered -I --binary-files=text | pattern:literal file:read* | stdin=data recursive=-r,-R,--recursive,--dereference-recursive offline
grep given -e,--regexp,-f,--file : -i -v -n -r,--recursive -R -l -c -o -w -x -E -F -P -q -s -h -H -a -e,--regexp=literal -f,--file=read -A=text -B=text -C=text -m=text --include=text --exclude=text --exclude-dir=text --color[=text] -I | file:read* | stdin=data recursive=-r,-R,--recursive offline
grep given -r,-R,--recursive,--dereference-recursive : | pattern:literal file:read* | recursive reads=. offline
rg,ripgrep,ag,ack,ugrep : -i -S -v -n -N -l -L -c -o -w -x -F -P -U -q -s -h -H -a -z -u -uu -uuu -. -e,--regexp=literal -f,--file=read -g,--glob=text --iglob=text -t,--type=text -T,--type-not=text -A,--after-context=text -B,--before-context=text -C,--context=text -m,--max-count=text -d,--max-depth=text --hidden --no-ignore --files --json --stats --pre=shell --pager=shell --sort=text --color=text --colors=text -r,--replace=text -M,--max-columns=text -j,--threads=text --ignore-file=read --no-heading --heading --vimgrep --multiline --passthru -p --type-add=text --ignore=text --ignore-dir=text -E=text | pattern:literal path:read* | stdin=data recursive=? reads=. offline
rg given -e,--regexp : | path:read* | stdin=data recursive=? reads=. offline
rg given --files : --files -g,--glob=text --hidden -t,--type=text --no-ignore -. -u | path:text* | offline
sed,gsed : -n,--quiet,--silent -e,--expression=code -f,--file=script -E,-r,--regexp-extended -s,--separate -z -u -l=text --posix --debug | script:code file:read* | language=sed stdin=data offline
sed given -i,--in-place : -n,--quiet -i,--in-place[=text] -e,--expression=code -f,--file=script -E,-r,--regexp-extended -s -z | script:code file:read+write* | language=sed offline
sed given -e,--expression,-f,--file : -n -e,--expression=code -f,--file=script -E,-r -s -z -u | file:read* | language=sed stdin=data offline
sd : -p,--preview -F,-s,--string-mode -f,--flags=text -n=text | find:text replace:text file:read+write* | stdin=data offline
awk,gawk,mawk,nawk,goawk : -F,--field-separator=text -v,--assign=text -f,--file=script -i,--include=script -e,--source=code -o=write -b -c -n -S --posix --lint -O | program:code file:read* | language=awk stdin=data offline
awk given -i,--include,--inplace : | program:code file:read+write?* | language=awk stdin=data offline
awk given -f,--file,-e,--source : -F=text -v=text -f,--file=script -e,--source=code -i=script | file:read* | language=awk stdin=data offline
jq,gojq,jaq : -r,--raw-output -c,--compact-output -s,--slurp -n,--null-input -e,--exit-status -S,--sort-keys -R,--raw-input -j -M -C -a --tab --arg=text,text --argjson=text,text --slurpfile=text,read --rawfile=text,read --argfile=text,read --args --jsonargs -f,--from-file=read -L=read --indent=text --stream --seq | filter:text file:read* | stdin=data offline
yq,dasel,tomlq,xq,fx,gron,jo,miller,mlr,csvkit,csvcut,csvgrep,csvsql,in2csv,xsv,qsv : -r -i,--inplace -o=text -p=text -P -e -n -s -y -f=text -c=text -d=text --arg=text | expression:text file:read+write?* | stdin=data offline
xmllint,xmlstarlet,xsltproc,tidy : --format --noout --xpath=text --schema=read --output=write -o=write --html | file:read* | stdin=data
base64,base32,gbase64,basenc : -d,-D,--decode -w,--wrap=text -i=read -o=write --ignore-garbage -b=text | file:read? | stdin=data offline
xxd : -r,-revert -p,-ps -l=text -s=text -c=text -g=text -n=text -C -A=text -t=text -j=text -N=text -v -e=text -u -i -b | file:read? output:write? | stdin=data offline
od : -A,--address-radix=text -t,--format=literal -j,--skip-bytes=text -N,--read-bytes=text -w,--width[=text] -S,--strings[=text] -v -a -b -c -d -f -i -l -o -s -x -C | file:read* | stdin=data offline
hexdump,hd : -b -c -C -d -o -x -v -n,--length=text -s,--skip=text -e,--format=literal -f,--format-file=read -L,--color[=text] | file:read* | stdin=data offline
strings : -n=text -a -t=text -e=text | file:read* | stdin=data offline
md5sum,sha1sum,sha224sum,sha256sum,sha384sum,sha512sum,shasum,md5,cksum,b2sum,sum,crc32,xxhsum : -c,--check -a=text -b -t -q -r -s=text --tag --status --quiet --ignore-missing | file:read* | stdin=data offline
tee,gtee : -a,--append -i,--ignore-interrupts -p --output-error[=text] | file:write* | stdin=data stdout=input offline
sponge : -a | file:write? | stdin=data offline keeps=input
echo : -n -e -E | text:text* | stdout=arguments offline
printf : -v=text | format:text argument:text* | stdout=arguments offline
yes,seq,gseq,factor,shuf,jot : -s=text -w -f=text -n=text -e -i=text -r -o=write | value:text* | stdin=data offline
test,[ : | word:text* | offline
expr,bc,dc,let,true,false,:,sleep,usleep,tput,reset,clear,stty,tty,tset : -l -q -e=text -f=read | word:text* | stdin=data offline
date,cal,ncal,uptime,w,arch,nproc,getconf,locale,tzselect,hostid : -u -d,--date=text -r,--reference=text -f=text -s,--set=text -I[=text] -R -j -v=text +%s --iso-8601[=text] --rfc-3339=text | word:text* | offline
pwd,dirs,times,jobs,fg,bg,wait,disown,hash,type,history,fc,ulimit,suspend,logout,exit,return,break,continue,shift,getopts,bind,complete,compgen,compopt,enable,help,caller,shopt,read,mapfile,readarray,unset,set,unalias,alias,export,declare,typeset,local,readonly,cd,chdir,pushd,popd,trap : -p -P -L -r -n -a -t -f -x -i -A -g -l -s -q -u -k -e -c -d -o -v -m -w | word:text* | offline
which,whereis,whence,where,command-not-found : -a -s -p -v -b -m -w | name:text* | offline
man,info,tldr,apropos,whatis,cheat : -k -f -a -P,--pager=shell -M=text -s=text -l | page:text* | offline
vim,vi,nvim,gvim,view,ex,vimdiff : -c,--cmd=code +=code -S=script -u=source? -R -n -e -s=read -E -es -d -p -o -O --headless --noplugin --clean -i=text -N -T=text -l=script | file:read+write* | language=vim stdin=data
emacs,emacsclient : --batch -q -Q -nw -l,--load=script --eval=code --execute=code -f=text --script=script -t -e=code -n -c | file:read+write* | language=elisp
ed,red : -s,--quiet,--silent -p,--prompt=text -G,--traditional -l,--loose-exit-status -r,--restricted -E -v,--verbose | file:read+write? | language=vim stdin=code offline
nano,pico,micro,helix,hx,joe,mcedit : -w -l -c -B -v -s -p=text | file:read+write* | stdin=data offline
xclip,xsel,wl-copy,pbcopy,clip : -selection=text -sel=text -i -o -b -n -p -t=text | file:read* | stdin=data offline
pbpaste,wl-paste : -n -t=text | word:text* | offline
pandoc : -f,--from=text -t,--to=text -o,--output=write -s --template=read --filter=literal --lua-filter=script --metadata=text -V=text --pdf-engine=text --standalone --wrap=text --toc --extract-media=write | file:read* | stdin=data
convert,magick,mogrify,identify,ffmpeg,ffprobe,sox,pdftotext,pdftoppm,pdfunite,qpdf,gs,exiftool,optipng,jpegoptim,cwebp,rsvg-convert,inkscape : -i=read -y -n -c=text -r=text -f=text -vf=text -af=text -c:v=text -c:a=text -b:v=text -b:a=text -ss=text -t=text -to=text -resize=text -quality=text -density=text -crop=text -q=text -layout -v=text -loglevel=text -filter_complex=text -map=text -vn -an -preset=text -crf=text -o=write -hide_banner -show_entries=text -of=text -sDEVICE=text -sOutputFile=write -dNOPAUSE -dBATCH | file:read+write?* | stdin=data
aspell,hunspell,spell,look,cspell : -l=text -d=text -a -c=text | file:read* | stdin=data offline
cloc,tokei,scc,wdiff,delta,diff-so-fancy,glow,mdcat : -e=text --exclude-dir=text --json -o=write --by-file | path:read* | stdin=data
`;
