/** Programs that handle files and archives. */
export const files = `
cp,gcp : -a,--archive -r,-R,--recursive -f,--force -i,--interactive -n,--no-clobber -p --preserve[=text] -L -P -H -d -l,--link -s,--symbolic-link -u,--update[=text] -v,--verbose -t,--target-directory=target -S,--suffix=text -T,--no-target-directory -b,--backup[=text] -x --reflink[=text] --sparse=text --parents -c | source:copy* destination:target | recursive=-r,-R,--recursive,-a,--archive offline
cp given -t,--target-directory : -a,--archive -r,-R,--recursive -f,--force -i,--interactive -n,--no-clobber -p --preserve[=text] -L -P -H -d -l,--link -s,--symbolic-link -u,--update[=text] -v,--verbose -t,--target-directory=target -S,--suffix=text -T,--no-target-directory -b,--backup[=text] -x --reflink[=text] --sparse=text --parents -c | source:copy* | recursive=-r,-R,--recursive,-a,--archive offline
mv,gmv : -f,--force -i,--interactive -n,--no-clobber -v,--verbose -t,--target-directory=target -S,--suffix=text -T,--no-target-directory -u,--update[=text] -b,--backup[=text] | source:move* destination:target | recursive offline
mv given -t,--target-directory : -f,--force -i,--interactive -n,--no-clobber -v,--verbose -t,--target-directory=target -S,--suffix=text -T,--no-target-directory -u,--update[=text] -b,--backup[=text] | source:move* | recursive offline
rm,grm,srm : -r,-R,--recursive -f,--force -i -I --interactive[=text] -v,--verbose -d,--dir --one-file-system --no-preserve-root --preserve-root[=text] -P -x --help --version | path:delete+ | recursive=-r,-R,--recursive offline
rm given --help,--version : --help --version | path:text* | offline
rmdir : -p,--parents -v,--verbose --ignore-fail-on-non-empty | path:delete+ | offline
unlink : | path:delete | offline
trash,trash-put,gio-trash,rimraf,del-cli,safe-rm : -r -f -rf --glob | path:delete+ | recursive offline
trash-empty,trash-rm,trash-restore,trash-list : -f --all-users --trash-dir=text | path:text* | offline
shred : -u,--remove[=text] -n,--iterations=text -z,--zero -f,--force -v -s,--size=text -x,--exact | path:write+delete+ | offline
truncate : -s,--size=text -c,--no-create -r,--reference=read | path:write+ | offline
touch : -a -m -c,--no-create -t=text -d,--date=text -r,--reference=read -h | path:write+ | offline keeps=content
mkdir,gmkdir : -p,--parents -m,--mode=text -v,--verbose -Z | path:write+ | offline keeps=content
mktemp : -d,--directory -u,--dry-run -p,--tmpdir=text -t -q --suffix=text | template:text? | offline
ln,gln : -s,--symbolic -f,--force -n,--no-dereference -v,--verbose -r,--relative -T,--no-target-directory -t,--target-directory=target -S=text -i -b | source:copy? destination:target? | offline keeps=link
ln given -s,--symbolic : -s,--symbolic -f,--force -n,--no-dereference -v -r,--relative -T -h -i -b | source:read link:write? | offline keeps=link
ln given -t,--target-directory : -s,--symbolic -f,--force -n,--no-dereference -v,--verbose -r,--relative -T,--no-target-directory -t,--target-directory=target -S=text -i -b | source:copy* | offline keeps=link
install : -m,--mode=text -o,--owner=text -g,--group=text -d,--directory -D -t,--target-directory=target -v -p -s -C -b -c | source:copy* destination:target | offline
install given -t,--target-directory : -m,--mode=text -o,--owner=text -g,--group=text -d,--directory -D -t,--target-directory=target -v -p -s -C -b -c | source:copy* | offline
dd : if==read of==write bs==text count==text skip==text seek==text conv==text status==text iflag==text oflag==text ibs==text obs==text | word:text* | stdin=data offline keeps=input
chmod : -R,--recursive -v,--verbose -f,--silent,--quiet -c,--changes --reference=read -h | mode:text path:write+ | recursive=-R,--recursive offline keeps=content
chown : -R,--recursive -v,--verbose -f,--silent,--quiet -c,--changes --reference=read -h,--no-dereference --from=text -L -P -H | owner:text path:write+ | recursive=-R,--recursive offline keeps=content
chgrp : -R,--recursive -v -f -c,--changes --reference=read -h | group:text path:write+ | recursive=-R,--recursive offline keeps=content
chattr : -R -V -f | mode:text path:write+ | recursive=-R offline keeps=content
setfacl : -R,--recursive -m,--modify=text -x,--remove=text -b,--remove-all -k -d --restore=read | path:write+ | recursive=-R,--recursive offline keeps=content
getfacl : -R,--recursive -a -d -p | path:text+ | offline
umask : -S -p | mode:text? | offline
stat,gstat : -c,--format=literal -f -L -t --printf=text -x -s | path:text+ | offline
file : -b,--brief -i,--mime -L -z -m=read -f=read --mime-type --mime-encoding | path:read+ | offline
ls,gls,exa,eza,lsd : -l -a -A -h -t -r -S -R,--recursive -1 -d -F -G -i -n -s -c -u -U -X -C -p --color[=text] --sort=text --time=text --time-style=text --group-directories-first -I,--ignore=text -L=text -T,--tree --level=text --git | path:text* | offline
tree : -a -d -f -L=text -I=text -P=text -o=write -J -C -h -s --dirsfirst --noreport --gitignore --filelimit=text --prune | path:text* | offline
find,gfind : -H -L -P -maxdepth=text -mindepth=text -name=text -iname=text -path=text -ipath=text -wholename=text -type=text -size=text -mtime=text -mmin=text -newer=text -user=text -perm=text -regex=text -iregex=text -regextype=text -printf=text -not -o -or -a -and -delete -print -print0 -prune -exec -execdir -ok -okdir -empty -fprint=text -fls=text -executable | path:text* | offline expression
fd,fdfind : -H,--hidden -I,--no-ignore -u,--unrestricted --no-ignore-vcs --no-ignore-parent --no-require-git -t,--type=text -e,--extension=extension:text -E,--exclude=text -d,--max-depth=text --min-depth=text --exact-depth=text --prune -x,--exec=<each-file> -X,--exec-batch=<each-file> --batch-size=text -g,--glob --regex -F,--fixed-strings --and=text -a,--absolute-path -l,--list-details -L,--follow -p,--full-path -s,--case-sensitive -i,--ignore-case -0,--print0 --changed-within,--change-newer-than,--newer=text --changed-before,--change-older-than,--older=text -S,--size=text -o,--owner=text --format=literal -c,--color=text -j,--threads=text --max-buffer-time=text --max-results=text -1 -q,--quiet --show-errors -C,--base-directory=cwd --path-separator=text --search-path=path:text --strip-cwd-prefix[=text] --one-file-system,--mount,--xdev --ignore-file=read --hyperlink[=text] --ignore-contain=text --no-hidden --ignore --no-follow | pattern:literal? path:text* | offline
locate,mlocate,plocate : -i -l=text -n=text -c -b -r=text -d=read | pattern:literal+ | offline
du,gdu,ncdu,dust : -s -h -a -c -k -m -d,--max-depth=text -x --exclude=text --apparent-size -b -L -0 --time | path:text* | offline
df,gdf : -h -k -m -T -i -a -t=text -x=text --output[=text] | path:text* | offline
realpath,grealpath : -m -e -s -q --relative-to=text --relative-base=text -z | path:text+ | stdout=own offline
readlink,greadlink : -f -e -m -n -q -s -v -z | path:text+ | stdout=own offline
basename : -a -s,--suffix=text -z | path:text+ | offline
dirname : -z | path:text+ | offline
pathchk : | path:text+ | offline
cmp : -s -l -n=text -i=text -b | file:read+ | offline
diff,colordiff,gdiff : -u -U=text -c -C=text -r,--recursive -N -q,--brief -w -b -B -i -y -x,--exclude=text -I=text -s --color[=text] --strip-trailing-cr -W=text --label=literal -L=text --suppress-common-lines -a --unified[=text] | file:read+ | stdin=data recursive=-r,--recursive offline
diff3,sdiff : -m -A -E -e -x -3 -o=write | file:read+ | offline
patch : -p,--strip=text -i,--input=read -o,--output=write -d,--directory=cwd -R,--reverse -N,--forward --dry-run -b -f -s -E -r,--reject-file=write -F=text -z=text -u -l | file:read+write? patch:read? | stdin=data offline patches
rsync : --del --delete-during --delete-delay --delete-missing-args --ignore-errors --force --max-delete=text --max-size=text --min-size=text -f,--filter=literal -F -C -k -K -O -J -A -X -D --specials --devices --no-perms --no-owner --no-group --no-times -y --compare-dest=read --copy-dest=read -T=write --contimeout=text --address=text --sockopts=text -B=text --out-format=text --log-file-format=text -8 -4 -6 --append --append-verify --existing --size-only -I --dry --mkpath --early-input=read --write-batch=write --only-write-batch=write --read-batch=read --protocol=text --iconv=text --checksum-choice=text -m,--prune-empty-dirs -M,--remote-option=text --munge-links --copy-unsafe-links --safe-links --no-implied-dirs --usermap=text --groupmap=text --fake-super --super --list-only --open-noatime --old-args -s -a,--archive -v,--verbose -z,--compress -r,--recursive -n,--dry-run --delete --delete-after --delete-before --delete-excluded --exclude=text --include=text --exclude-from=read --include-from=read --files-from=read -e,--rsh=shell -P --progress --partial -u,--update -t -p -o -g -l,--links -L -H -x -h -c -i -q -S -W --port=text --password-file=read --log-file=write --bwlimit=text --stats --info=text --rsync-path=shell --backup-dir=write -b,--backup --link-dest=read --temp-dir=write --remove-source-files --chmod=text --chown=text -R,--relative --inplace --ignore-existing --timeout=text | source:remote-read* destination:remote-write | recursive keeps=source
rsync given -n,--dry-run,--list-only : | source:remote-read* destination:text | keeps=source
rsync given --delete,--del,--delete-before,--delete-during,--delete-delay,--delete-after,--delete-excluded : | source:remote-read* destination:<emptied-target> | recursive keeps=source
rsync given --remove-source-files : | source:<moved-source>* destination:remote-write | recursive keeps=source
tar,gtar,bsdtar : --remove-files -c,--create -x,--extract,--get -t,--list -r,--append -u,--update -z,--gzip -j,--bzip2 -J,--xz --zstd -v,--verbose -f,--file=read+write? -C,--directory=cwd -p -k -m -h -P -O,--to-stdout -a --exclude=text --exclude-from=read -T,--files-from=read -X=read --strip-components=text --transform=text --owner=text --group=text -I,--use-compress-program=shell --to-command=shell --checkpoint[=text] --checkpoint-action=config -F,--info-script,--new-volume-script=shell --rsh-command=shell --wildcards --no-same-owner --warning=text --mode=text --mtime=text -W -S -l -w -n -s=text | path:text* | stdin=data bundled
tar given --remove-files : --remove-files -f,--file=write | path:read+delete* | bundled recursive
tar given -c,--create,-r,--append,-u,--update : -c,--create -r,--append -u,--update -z,--gzip -j,--bzip2 -J,--xz --zstd -v,--verbose -f,--file=write -C,--directory=cwd -p -h -P -a --exclude=text --exclude-from=read -T,--files-from=read -X=read --transform=text --owner=text --group=text -I,--use-compress-program=shell --checkpoint[=text] --checkpoint-action=config --remove-files --exclude-vcs --mtime=text -S --rsh-command=shell | path:read* | bundled recursive
tar given -x,--extract,--get : -x,--extract,--get -z,--gzip -j,--bzip2 -J,--xz --zstd -v,--verbose -f,--file=read -C,--directory=cwd -p -k -m -P -O,--to-stdout -a --exclude=text --strip-components=text --strip=text --transform=text -I,--use-compress-program=shell --to-command=shell --checkpoint[=text] --checkpoint-action=config --wildcards --no-same-owner --overwrite --keep-newer-files --one-top-level[=text] | member:text* | stdin=data bundled writes=.
tar given -t,--list : -t,--list -z,--gzip -j,--bzip2 -J,--xz --zstd -v,--verbose -f,--file=read -C,--directory=cwd -a | member:text* | stdin=data bundled
zip : -TT,--unzip-command=shell -r,--recurse-paths -q -9 -e -j -u -x=text -i=text -P=text -m,--move -d -y -v -T -@ -s=text | archive:write path:read* | recursive=-r,--recurse-paths offline
zip given -m,--move : -r -q -m,--move -x=text -P=text | archive:write path:move* | recursive offline
unzip : -d=write -o -n -q -l -p -j -t -v -x=text -P=text -u -a -Z | archive:read member:text* | offline unpacks=-d,-l,-p,-t,-v,-Z
gzip,gunzip,pigz,bzip2,bunzip2,pbzip2,xz,unxz,lzma,zstd,unzstd,lz4,compress,uncompress : -d,--decompress -k,--keep -c,--stdout -f,--force -r,--recursive -l -t -v -q -1 -9 -T=text -S=text -n -N -o=write --rm -19 -3 | file:read+write* | stdin=data recursive=-r,--recursive offline
gzip given -c,--stdout,-t,-l : -d,--decompress -k,--keep -c,--stdout -t -l | file:read* | stdin=data offline
zcat,gzcat,bzcat,xzcat,zstdcat,zless,zmore,zgrep,xzgrep,bzgrep : -f -i -n -r -e=text -E | file:read* | stdin=data offline
7z,7za,7zr,7zz,p7zip : -sdel -p=text -o=write -mx=text -t=text -y -r -bd | command:text archive:read+write path:read* | recursive
7z given -sdel : -sdel -p=text -t=text -mx=text -m=text -y -r -bd | command:text archive:write path:read+delete* | recursive
rar,unrar : -p=text -o=text -y -r | command:text archive:read+write path:read* | offline
cpio : -i -o -p -d -m -v -u -F,--file=read+write -I=read -O=write -D,--directory=cwd --to-stdout --rsh-command=shell | pattern:literal* | stdin=data offline
ar,ranlib,gar : | operation:text archive:read+write file:read* | offline
jar : -c -x -t -u -f=read+write -C=cwd -e=text -m=read -v | file:read* | bundled offline recursive
split,csplit,gsplit : -l=text -b=text -n=text -d -a=text --additional-suffix=text --filter=shell | file:read prefix:write? | stdin=data offline
ditto : -c -k -x -V --sequesterRsrc --keepParent --rsrc -X | source:copy* destination:target | recursive offline keeps=source
mount,umount : -t=text -o=text -a -r -w -f -l -v --bind -n -L=text -U=text | device:location?? directory:text? |
lsof : -i[=text] -p=text -u=text -t -n -P -c=text +D=text -a -d=text -F[=text] -s | path:text* | offline
chflags,xattr : -r -d=text -w=text -c -l -p=text -R | word:text path:write* | recursive=-r,-R offline keeps=content
mkfifo,mknod : -m=text | path:write rest:text* | offline
link : | source:read link:write | offline keeps=link
lndir : -silent -ignorelinks -withrevinfo | source:read directory:write? | offline keeps=link
pv : -p -t -e -r -b -n -q -f -i=text -L=text -s=text -w=text -N=text -o,--output=write | file:read* | stdin=data stdout=input offline keeps=input
buffer : -i=read -o=write -S=text -s=text -z=text -m=text -p=text -u=text -B -t -Z -d | word:text* | stdin=data stdout=input offline keeps=input
mbuffer : -i=read -o=write -I=text -O=host -m=text -s=text -b=text -L -n=text -t -T=text -d -f -a=text -A=text -P=text -p=text -l=text -u=text -r=text -R=text -c -v=text -q -Q -e | word:text* | stdin=data stdout=input sendsStdin keeps=input
apply_patch,applypatch : | patch:text? | stdin=data offline patches
sync,updatedb : -f -d | path:text* | offline
rename,prename,file-rename : -n -v -f -s=text -d -e=code | expression:code file:read+write* | language=perl offline
mmv,vidir : -n -r | pattern:literal* | offline
mkfs,mkfs.ext2,mkfs.ext3,mkfs.ext4,mkfs.xfs,mkfs.btrfs,mkfs.vfat,mkfs.fat,mkfs.ntfs,mke2fs,mkswap,mkntfs,newfs : -t=text -F -L=text -b=text -m=text -f -n=text -c -q -O=text -T=text -E=text -I | device:write size:text? | offline
wipefs,blkdiscard : -a,--all -f,--force -n -o=text -t=text -v -s,--secure | device:write+ | offline
fdisk,sfdisk,gdisk,sgdisk,cfdisk,parted : -l -s -a=text -Z,--zap-all -o -n=text -t=text -d=text -u=text --script | device:write word:text* | offline
cryptsetup : -q -d,--key-file=read --type=text -s=text -c=text -h=text | action:text device:write rest:text* | offline
lvremove,vgremove,pvremove : -f,--force -y,--yes -t,--test -v,--verbose -q -S,--select=text --nohistory -A,--autobackup=text --config=text --profile=text --reportformat=text -d,--debug --noudevsync --commandprofile=text --driverloaded=text --devices=text --devicesfile=text | volume:<volume>* | offline
lvcreate,vgcreate,pvcreate : -f -y -L=text -n=text -l=text -s -T -V=text | volume:text+ | offline
hdiutil,diskutil : -volname=text -srcfolder=read -format=text -force -quiet | action:text word:text* | offline
`;
