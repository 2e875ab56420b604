/** Shells, interpreters, and programs that run other programs. */
export const shells = `
bash,sh,zsh,dash,ksh,mksh,ash,csh,tcsh,rbash,yash,elvish,oksh,loksh,pdksh,ksh93,rksh,rzsh,posh,osh,ysh,brush : -c -l,--login -i,--interactive -x -e -u -v -n -s,--stdin -o=text -O=text +O=text +o=text --norc --noprofile --rcfile=source --init-file=source --posix -r,--restricted -p -f -m -h -a -t -k --verbose --version --help --debugger -D --dump-strings --emulate=text | script:script? argument:text* | language=shell stdin=shell
bash given -c : | script:shell argument:text* | language=shell
bash given -s : | argument:text* | language=shell stdin=shell
fish,nu,xonsh : -c,--command,--commands=shell -C,--init-command=shell -l,--login -i,--interactive -n,--no-execute -N,--no-config,--no-rc,--no-std-lib -P,--private -d,--debug=text -o,--debug-output=write -f,--features=text -e,--execute=shell -p,--profile=text --config=source --env-config=source --rc=source -D=text | script:script? argument:text* | language=shell stdin=shell
fish given -c,--command,--commands : | argument:text* | language=shell
eval : | script:shell-words |
source,. : | file:source argument:text* |
exec : -c -l -a=text | command:run |
command : -p -v -V | command:run |
command given -v,-V : -p -v -V | name:text* |
builtin : | command:run |
coproc : | command:run |
env,genv : -i,--ignore-environment -u,--unset=text -C,--chdir=cwd -S,--split-string=shell-words -0,--null -v,--debug --block-signal[=text] | assignment:env* command:run |
sudo,gsudo : -u,--user=text -g,--group=text -h,--host=text -p,--prompt=text -C,--close-from=text -D,--chdir=cwd -R,--chroot=text -T,--command-timeout=text -r=text -t=text -U,--other-user=text -A -b -E,--preserve-env[=text] -H,--set-home -i,--login -k -K -l,--list -n,--non-interactive -P -S,--stdin -s,--shell -v,--validate -e,--edit -V | assignment:env* command:run | elevates
sudo given -s,--shell,-i,--login : | assignment:env* command:run | elevates alone=shell
doas : -u=text -C=text -a=text -n -s -L | command:run | elevates alone=shell
su,runuser : -c,--command,--session-command=shell -s,--shell=text -l,--login -m,-p,--preserve-environment -g,--group=text -G,--supp-group=text -w,--whitelist-environment=text -f,--fast -P,--pty -T,--no-pty -u,--user=text | user:text? argument:text* | elevates alone=shell
runuser given -u,--user : -u,--user=text -g,--group=text -G,--supp-group=text | command:run | elevates
pkexec : --user=text --disable-internal-agent --keep-cwd | command:run | elevates
sudoedit : -u=text -n | file:read+write+ | elevates
nohup,setsid,unbuffer,rlwrap,fakeroot,fakechroot,proxychains,proxychains4,torsocks,torify,tsocks,catchsegv,dbus-run-session,dbus-launch,xvfb-run,cgexec,chronic,noti,eatmydata,stdoutisatty,faketty,winpty,grc,primusrun,optirun,gamemoderun,mangohud,prime-run,steam-run,pasuspender,dumb-init,tini,catatonit,nocache : -w,--wait -c,--ctty -f,--fork -p -r -q -a,--auto-servernum -s=text -n=text -e=text -i=text -b=text -g=text | command:run |
faketime : -f -m --exclude-monotonic -p=text --date-prog=text | time:text command:run |
linux32,linux64,i386,x86_64 : -R,--addr-no-randomize -v,--verbose -B,--32bit -3 | command:run |
setarch : -R,--addr-no-randomize -v,--verbose -B,--32bit -3 | arch:text command:run |
trickle,retry,aoss,padsp : -s -u=text -d=text -t=text -w=text -l=text -v --delay=text --times=text --until=text | command:run |
daemonize,daemon : -a -c=cwd -e=write -E=text -l=text -L=text -o=write -p=write -u=text -v -n,--name=text -r,--respawn --chdir=cwd --user=text --stdout=write --stderr=write --output=write --pidfile=write | command:run |
start-stop-daemon : -S,--start -K,--stop -T,--status -x,--exec=run -a,--startas=run -p,--pidfile=text -c,--chuid=text -u,--user=text -g,--group=text -d,--chdir=cwd -b,--background -m,--make-pidfile -n,--name=text -s,--signal=text -o,--oknodo -q,--quiet -v,--verbose -R,--retry=text | argument:text* |
setpriv : --reuid,--ruid,--euid=text --regid,--rgid,--egid=text --clear-groups --keep-groups --init-groups --groups=text --inh-caps=text --ambient-caps=text --bounding-set=text --securebits=text --no-new-privs,--nnp --reset-env --pdeathsig=text --selinux-label=text --apparmor-profile=text -d,--dump --list-caps | command:run | elevates
gosu,su-exec,setuidgid,s6-setuidgid,s6-applyuidgid,envuidgid,s6-envuidgid : -u=text -g=text -G=text -U -z | user:text command:run | elevates
chpst,softlimit,s6-softlimit : -u=text -U=text -b=text -e=read -/=text -C=cwd -n=text -l=write -L=write -v -P -0 -1 -2 -m=text -d=text -o=text -p=text -f=text -c=text -t=text -a=text -r=text -s=text -h -H | command:run |
setlock,envdir,s6-envdir,s6-setlock : -n -N -x -X -i -I | path:read command:run |
run0 : -u,--user=text -g,--group=text --nice=text -D,--chdir=cwd --setenv=text --background=text --machine=text --unit=text --slice=text --slice-inherit --property=text --description=literal --pty --pipe --shell-prompt-prefix=text --via-shell --lightweight=text | command:run | elevates alone=shell
capsh : --print --drop=text --caps=text --uid=text --user=text --gid=text --groups=text --chroot=text --keep=text --secbits=text --shell=text --noamb --addamb=text --inh=text --iab=text --mode=text --decode=text --supports=text | |
capsh given --,== : --drop=text --caps=text --uid=text --user=text --gid=text | argument:text* script:shell | language=shell stdin=shell
choom : -n,--adjust=text -p,--pid=text | command:run |
prlimit : -p,--pid=text -o,--output=text --noheadings --raw --verbose -c,--core[=text] -d,--data[=text] -e,--nice[=text] -f,--fsize[=text] -i,--sigpending[=text] -l,--memlock[=text] -m,--rss[=text] -n,--nofile[=text] -q,--msgqueue[=text] -r,--rtprio[=text] -s,--stack[=text] -t,--cpu[=text] -u,--nproc[=text] -v,--as[=text] -x,--locks[=text] -y,--rttime[=text] | command:run |
cpulimit : -l,--limit=text -p,--pid=text -e,--exe=text -P,--path=text -b,--background -f,--foreground -i,--include-children -z,--lazy -q,--quiet -v,--verbose | command:run |
distrobox-enter : -n,--name=text -r,--root -nw,--no-workdir -H -T,--no-tty -a,--additional-flags=text -e,--exec | name:text? command:run | alone=shell
distrobox-host-exec,host-spawn,flatpak-spawn : --host --watch-bus --sandbox --no-network --clear-env --latest-version --env=text --directory=cwd --forward-fd=text --verbose -v -q -Y,--yes --sandbox-expose=text --sandbox-expose-ro=text -pty --no-pty -cwd,--cwd=cwd -env=text | command:run |
ld-linux-x86-64.so,ld-linux-x86-64.so.2,ld-linux-aarch64.so.1,ld-linux-armhf.so.3,ld-linux.so.2,ld-linux.so,ld64.so.2,ld-musl-x86_64.so.1,ld-musl-aarch64.so.1,ld.so : --list --verify --inhibit-cache --library-path=text --inhibit-rpath=text --audit=script --preload=script --argv0=text | command:run |
numactl : -i,--interleave=text -w,--weighted-interleave=text -N,--cpunodebind=text -C,--physcpubind=text -m,--membind=text -l,--localalloc -b,--balancing -p,--preferred=text -P,--preferred-many=text -H,--hardware -s,--show -a,--all -c,--cpubind=text | command:run |
nice : -n,--adjustment=text | command:run |
ionice : -c,--class=text -n,--classdata=text -p,--pid=text -P,--pgid=text -u,--uid=text -t,--ignore | command:run |
chrt,taskset : -c,--cpu-list -p,--pid -a,--all-tasks -r,--rr -f,--fifo -i,--idle -b,--batch -o,--other -R,--reset-on-fork -v,--verbose -m,--max -T,--sched-runtime=text -P,--sched-period=text -D,--sched-deadline=text -d,--deadline | mask:text command:run |
timeout,gtimeout : -s,--signal=text -k,--kill-after=text -v,--verbose --preserve-status --foreground -p -f | duration:text command:run |
time,gtime : -p -f,--format=literal -o,--output=write -a,--append -v,--verbose -l -h | command:run |
stdbuf : -i,--input=text -o,--output=text -e,--error=text | command:run |
watch : -n,--interval=text -d,--differences[=text] -t,--no-title -g -e -c,--color -x,--exec -b -p -w | command:shell-words |
watch given -x,--exec : -n,--interval=text -d -t -g -e -c -x,--exec | command:run |
entr,reflex,watchexec,nodemon,chokidar : -r -c -d -p -s -n -a -w=text -e=text -x,--exec=shell -i=text --watch=text --ext=text --signal=text --delay=text | command:run |
script,scriptreplay : -c,--command=shell -q,--quiet -a,--append -e -f -t[=text] -O=write -I=write -r -k | file:write? command:text* |
xargs,gxargs : -0,--null -I=text -i[=text] --replace[=text] -n,--max-args=text -L,--max-lines=text -l[=text] -P,--max-procs=text -d,--delimiter=text -a,--arg-file=read -r,--no-run-if-empty -t,--verbose -p,--interactive -s,--max-chars=text -x -E=text -o,--open-tty -J=text -R=text -S=text | command:run | stdin=arguments
parallel,sem : -j,--jobs=text -a,--arg-file=read -I=text -k,--keep-order -n,-N,--max-args=text -L=text -m -X -P=text --bar --progress --eta --halt=text --joblog=write --results=write --tmpdir=text -S,--sshlogin=text -q --pipe --block=text --colsep,-C=text --dry-run --timeout=text --retries=text --ungroup -u --tag --will-cite --line-buffer --lb -0 --delay=text --nice=text --memfree=text -d=text --no-notice --verbose -t -v | command:run | stdin=arguments alone=shell each
chroot : --userspec=text --groups=text --skip-chdir | root:text command:run | elevates elsewhere
unshare,nsenter : -t,--target=text -m,--mount[=text] -u,--uts[=text] -i,--ipc[=text] -n,--net[=text] -p,--pid[=text] -U,--user[=text] -C,--cgroup[=text] -r,--map-root-user -f,--fork -a,--all -S,--setuid=text -G,--setgid=text --mount-proc[=text] -w,--wd[=text] -R=text -F | command:run |
busybox,toybox : --list --install | command:run |
flock : -n,--nb -x,-e,--exclusive -s,--shared -u -w,--timeout=text -E=text -o -c,--command=shell -F --verbose | file:text command:run |
flock given -c,--command : -n -x -s -u -w=text -E=text -c,--command=shell | file:text |
systemd-run : --user --scope --unit,-u=text -p,--property=text -t,--pty -P,--pipe --wait -q --uid=text --gid=text --on-active=text --on-calendar=text -d --working-directory=cwd -E,--setenv=text -G --slice=text --service-type=text -r --nice=text --description=literal -S,--shell | command:run |
strace,ltrace,valgrind,heaptrack,dtruss : -f -ff -e=text -o=write -p=text -s=text -c -t -tt -T -y -v -q -n=text -u=text -k -r -S=text --tool=text --leak-check=text --track-origins=text --log-file=write | command:run |
caffeinate,systemd-inhibit : -d -i -m -s -u -t=text -w=text --what=text --who=text --why=text --mode=text | command:run |
direnv : | action:text? path:text* |
direnv exec : | directory:text command:run |
dotenv,dotenvx,env-cmd,cross-env : -f,-e=read -o,--overload | assignment:env* command:run |
dotenv run : -f,--env-file=read -e,--env=text -fv,--env-vault-file=read -fk=read --overload -q,--quiet -v,--verbose --convention=text --strict | command:run |
op,doppler,infisical,chamber,aws-vault,teller,envconsul,summon : -f=text --env-file=read --account=text --vault=text -c=text -p=text | word:text* |
op run : --env-file=read --no-masking --environment=text --account=text | command:run |
op read/item/document/inject/whoami/signin/vault/user/account : --vault=text --fields=text --reveal --format=literal -o,--out-file=write -i,--in-file=read --account=text -n --no-newline --title=literal --category=text | word:text* |
doppler run : -p=text -c=text --name-transformer=text --preserve-env[=text] --fallback=text --mount=text --project=text --config=text --command=shell | command:run |
infisical run : --env=text --path=text --command=shell | command:run |
sops : -d,--decrypt -e,--encrypt -i,--in-place -r,--rotate --extract=text --set=text --output=write --input-type=text --output-type=text -k,--kms=text -p,--pgp=text -a,--age=text --config=read --ignore-mac -s -v | file:read+write?* | stdin=data
sops decrypt/encrypt/rotate/edit/set/unset/filestatus/publish/updatekeys/groups/keyservice : -i,--in-place --extract=text --output=write --input-type=text --output-type=text -k,--kms=text -p,--pgp=text -a,--age=text -y,--yes | file:read+write?* | stdin=data
sops exec-env : --background --pristine --user=text --same-process | file:read command:shell |
sops exec-file : --background --pristine --no-fifo --user=text --filename=text --input-type=text --output-type=text | file:read command:shell |
chamber exec : -b,--backend=text --pristine --strict | service:text command:run |
aws-vault exec : -d,--duration=text -n,--no-session -j,--json -r,--region=text -t,--mfa-token=text -s,--server -x,--ecs-server --lazy --stdout --prompt=text | profile:text command:run |
mise,rtx,asdf : -C,--cd=cwd -q,--quiet -y,--yes -j,--jobs=text -v,--verbose -E,--env=text | word:text* |
mise exec,x : -c,--command=shell -j,--jobs=text --raw | command:run | dashes
asdf exec : | command:run |
asdf install/update/plugin/latest : | word:text* | registry=asdf
mise install/i/use : -f -g -y | package:package* | manager=mise registry=mise
devbox : -c=cwd | word:text* |
devbox run : -c=cwd -e=text | command:run |
firejail,bwrap,proot,nsjail,systemd-nspawn : --private[=text] --net=text --quiet --noprofile --profile=text -R=text -b=text -r=text -w=text -q --unshare-all --unshare-net --share-net | command:run |
bwrap : --args=text --unshare-all --unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup --share-net --uid=text --gid=text --hostname=text --chdir=text --ro-bind,--bind,--dev-bind,--ro-bind-try,--bind-try,--dev-bind-try,--symlink,--setenv,--file,--bind-data,--ro-bind-data,--chmod,--bind-fd,--ro-bind-fd=text,text --overlay-src=text --unsetenv=text --clearenv --lock-file=text --sync-fd=text --cap-add=text --cap-drop=text --proc=text --dev=text --tmpfs=text --dir=text --mqueue=text --perms=text --size=text --die-with-parent --new-session --as-pid-1 --argv0=text --level-prefix --remount-ro=text --exec-label=text --file-label=text --seccomp=text --add-seccomp-fd=text --info-fd=text | command:run |
proot : -r,--rootfs=text -b,--bind,-m,--mount=literal -q,--qemu=text -w,--pwd,--cwd=text -v,--verbose=text -0,--root-id -i,--change-id=text -S=text -R=text -k,--kernel-release=text --kill-on-exit --link2symlink -V,--version -h,--help | command:run |
ssh-agent : -s -c -k -t=text -a=text -d -D | command:run |
screen : -d -m -dm -dmS=text -S=text -r=text -x -ls -X=text -L -c=source -s=text -t=text | command:run |
tmux : -L=text -S=text -f=source -2 -u | word:text* |
tmux new-session,new : -d -s=text -n=text -c=cwd -A -x=text -y=text -t=text -e=text | command:shell-words |
tmux new-window/neww/split-window/splitw/run-shell/run/respawn-pane/popup/display-popup : -d -h -v -b -n=text -c=cwd -t=text -l=text -p=text -e=text -k -E -w=text | command:shell-words |
tmux send-keys,send : -t=text -l -R -X | keys:shell-words |
if-shell : | command:shell-words |
python,python2,python3,py,pypy,pypy3,ipython,ipython3,micropython : -c=code -m=module:<module> -u -i -v -B -E -I -O -OO -q -s -S -W=text -X=text -x -b -d -V --version -h | script:script? argument:text* | language=python stdin=code
python given -c : -c=code -u -i -B -E -I -O -q -s -S -W=text -X=text | argument:text* | language=python stdin=data
python given -m : -m=module:<module> -u -i -B -E -I -O -q -s -S -W=text -X=text -c=text -r=read | argument:text* | language=python stdin=data
pdb,cProfile,profile,pdb3,trace,pyinstrument,scalene,viztracer,memory_profiler,kernprof,debugpy,py-spy : -c,--command=text -m=module:<module> -o,--outfile,--output=write -s,--sort=text -t,--trace --count --listfuncs --ignore-dir=text -C,--coverdir=write -f=write -r -l -v --listen=literal --wait-for-client | script:script argument:text* | language=python
runpy : | module:<module> argument:text* |
timeit : -n,--number=text -r,--repeat=text -s,--setup=code -p,--process -v,--verbose -u,--unit=text | statement:code* | language=python
idlelib : -c=code -r=script -e -h -i -n -s -t=text | word:text* | language=python stdin=code
json.tool : --sort-keys --no-ensure-ascii --json-lines --indent=text --tab --no-indent --compact | file:read? output:write? | stdin=data
http.server,SimpleHTTPServer,http-server,serve,live-server,httpd,webfsd,darkhttpd,miniserve,simple-http-server,static-web-server,browser-sync : -d,--directory,-t,--root,--docroot=<served> -b,--bind,--host,-a,--address=literal -p,--port,-l,--listen=literal --cgi -c[=text] -s,--single -o,--open -S,--tls --ssl --cors -C,--cert=read -K,--key=read -P,--proxy=url -n --protocol=text -q -v -h=<served> -w=text -e=text -i,--index=text -g -u,--upload-files[=text] --no-clipboard --config=read | path:read* | recursive=? reads=.
zipfile : -c,--create -e,--extract -l,--list -t,--test --metadata-encoding=text | archive:read path:text* |
zipfile given -c,--create : | archive:write path:read+ | recursive
zipfile given -e,--extract : | archive:read target:write | 
tarfile : -c,--create -e,--extract -l,--list -t,--test -v,--verbose --filter=literal | archive:read path:text* |
tarfile given -c,--create : | archive:write path:read+ | recursive
tarfile given -e,--extract : | archive:read target:write? | 
zipapp : -o,--output=write -p,--python=text -m,--main=text -c,--compress --info | source:read |
ensurepip,compileall,py_compile,pyclbr,tabnanny,doctest,calendar,ast,dis,tokenize,symtable,pickletools,site,sysconfig,this,antigravity,inspect,mimetypes,webbrowser : -v,--verbose -q,--quiet -f -b -s -p=text -k=text -t=text --system-site-packages --symlinks --copies --clear --upgrade --without-pip --prompt=text --upgrade-deps --user --default-pip --altinstall -m=text -a -o=text -e -n -i --exact | word:text* |
venv : --system-site-packages --symlinks --copies --clear --upgrade --without-pip --prompt=text --upgrade-deps --without-scm-ignore-files | directory:write+ |
node,nodejs,iojs : -e,--eval=code -p,--print=code -pe=code -r,--require=script -c,--check -i,--interactive --import=script --loader,--experimental-loader=script --input-type=text --inspect[=text] --max-old-space-size=text --test --watch --env-file=read --no-warnings --enable-source-maps --trace-warnings --test-name-pattern=text --experimental-strip-types --conditions,-C=text -v --version | script:script? argument:text* | language=node stdin=code
node given -e,--eval,-p,--print,-pe : -e,--eval=code -p,--print=code -pe=code -r,--require=script --import=script --input-type=text --no-warnings --env-file=read -i | argument:text* | language=node stdin=data
deno : -A -q --quiet | script:script? argument:text* | language=node stdin=code
deno eval : -p,--print --ext=text -A | code:code |
deno run/test/bench/serve : -A,--allow-all --allow-net[=text] --allow-read[=text] --allow-write[=text] --allow-env[=text] --allow-run[=text] --import-map=read --config,-c=read --lock=read --reload[=text] -r --unstable --watch --no-check --node-modules-dir[=text] | script:script argument:text* | language=node
deno fmt/lint/check/doc/task/bundle/types : -f -g -n=text -o=write -c=read --check | word:text* |
deno cache/info/compile/install/add/upgrade : -f -g -n=text -o=write -c=read --check | word:text* | registry=deno
perl,perl5 : -e,-E=code -n -p -l[=text] -a -F=text -w -W -t -T -s -S -x -c -v -V -0[=text] -I=text -M=text -m=text -C=text -i[=text] | script:script? file:read* | language=perl stdin=code
perl given -i : -e,-E=code -n -p -l[=text] -a -F=text -w -0[=text] -I=text -M=text -i[=text] | file:read+write* | language=perl stdin=data
perl given -e,-E : -e,-E=code -n -p -l[=text] -a -F=text -w -0[=text] -I=text -M=text -m=text -C=text | file:read* | language=perl stdin=data
ruby,jruby,irb : -e=code -n -p -l -a -w -W[=text] -v -c -r=text -I=text -E=text -C=cwd -x -s -i[=text] | script:script? argument:text* | language=ruby stdin=code
ruby given -i : -i[=text] | file:read+write* | language=ruby stdin=data
ruby given -n,-p : | file:read* | language=ruby stdin=data
ruby given -e : -e=code -n -p -l -a -w -r=text -I=text -E=text -i[=text] | argument:text* | language=ruby stdin=data
php,php-cli : -r,--run=code -f,--file=script -a -i -l,--syntax-check -m -S,--server=literal -t,--docroot=<served> -d=text -c=text -n -q -B=code -R=code -E=code -w -v | script:script? argument:text* | language=php stdin=code
php given -r,--run : -r,--run=code -d=text -n -q | argument:text* | language=php stdin=data
php given -S,--server : -S,--server=literal -t,--docroot=<served> -d=text -c=text -n | script:script? | language=php recursive=? reads=.
lua,luajit,luac : -e=code -l=text -i -v -E -W -o=write | script:script? argument:text* | language=lua stdin=code
Rscript,R,r,littler : -e=code --vanilla --slave --no-save -f=script -q --args | script:script? argument:text* | language=r stdin=code
julia : -e,-E,--eval=code -p=text -t=text --project[=text] -i -q -L=script | script:script? argument:text* | language=julia stdin=code
osascript : -e=code -l=text -s=text -i | script:script? argument:text* | language=osascript stdin=code
tclsh,expect,wish : -c=code -f=script -b=script -d | script:script? argument:text* | language=tcl stdin=code
elixir,iex,erl,escript,erlc : -e,--eval=code -eval=code -r=script -S=text -pa=text -noshell -s=text --no-halt --name=text --sname=text --cookie=text | script:script? argument:text* | language=elixir stdin=code
java,javaw,jshell,groovy,kotlin,kotlinc,scala,scala-cli,clojure,clj,bb,lein : -jar=script -cp,-classpath,--class-path=text -m,--module=text -p=text -e=code -version -Xmx=text -ea -M=text -X=text -A=text --enable-preview --add-opens=text | main:text? argument:text* | language=java registry=jvm
ghci,runghc,runhaskell,ocaml,sbcl,guile,racket,gforth,swipl,octave,gnuplot,maxima,gp,dart,crystal,nim,zig,v,janet,picolisp,chez,mit-scheme,csi,clisp : -e=code -c=code -l=script -r=text --eval=code -q -i -w -f=script --load=script --script=script --run | script:script? argument:text* | language=other
dart pub : --offline --dry-run --force | action:text package:text* | registry=pub
pwsh,powershell,pwsh-preview : -Command,-c=shell-words -EncodedCommand,-e,-ec,-enc=code -File,-f=script -NoProfile,-nop -NonInteractive,-noni -ExecutionPolicy,-ep,-ex,-exec=text -WindowStyle,-w=text -NoLogo,-nologo -WorkingDirectory,-wd=cwd -NoExit -Sta -Mta -OutputFormat,-o=text -InputFormat,-if=text -Version,-v=text -Login,-l | command:shell-words | language=powershell stdin=code
pwsh given -File,-f : -File,-f=script -NoProfile,-nop -ExecutionPolicy,-ep,-ex,-exec=text -NonInteractive -WindowStyle,-w=text -NoLogo | argument:text* | language=powershell stdin=data
pwsh given -Command,-c,-EncodedCommand,-e,-ec,-enc : -Command,-c=shell-words -EncodedCommand,-e,-ec,-enc=code -NoProfile,-nop -NonInteractive -ExecutionPolicy,-ep,-ex,-exec=text -WindowStyle,-w=text -NoLogo | argument:text* | language=powershell stdin=data
cmd : /c,/C,/r,/R=shell-words /k,/K=shell-words /s,/S /q,/Q /d,/D /v:on /e:on -c=shell-words | command:text* | language=cmd stdin=code
wsl : -d,--distribution=text -u,--user=text -e,--exec --cd=cwd | command:run |
`;
