/** Shells, interpreters, and programs that run other programs. */
export const shells = `
bash,sh,zsh,dash,ksh,mksh,ash,csh,tcsh,fish,rbash,yash,nu,elvish,xonsh : -c,--command=shell -l,--login -i -x -e -u -v -n -s -o=text -O=text +O=text --norc --noprofile --rcfile=source --init-file=source --posix -r -p -f -m -h -a -t -k | script:script? argument:text* | language=shell stdin=shell
bash given -c,--command : -c,--command=shell -l,--login -i -x -e -u -v -n -s -o=text -O=text --norc --noprofile --rcfile=source -r -p -f | argument:text* | language=shell
bash given -s : -s -l,--login -i -x -e -u -v -o=text -O=text --norc --noprofile | argument:text* | language=shell stdin=shell
eval : | script:shell-words |
source,. : | file:source argument:text* |
exec : -c -l -a=text | command:run |
command : -p -v -V | command:run |
command given -v,-V : -p -v -V | name:text* |
builtin : | command:run |
coproc : | command:run |
env,genv : -i,--ignore-environment -u,--unset=text -C,--chdir=cwd -S,--split-string=shell -0,--null -v,--debug --block-signal[=text] | assignment:env* command:run |
sudo,gsudo : -u,--user=text -g,--group=text -h,--host=text -p,--prompt=text -C,--close-from=text -D,--chdir=cwd -R,--chroot=text -T,--command-timeout=text -r=text -t=text -U,--other-user=text -A -b -E,--preserve-env[=text] -H,--set-home -i,--login -k -K -l,--list -n,--non-interactive -P -S,--stdin -s,--shell -v,--validate -e,--edit -V | assignment:env* command:run | elevates
doas : -u=text -C=text -a=text -n -s -L | command:run | elevates
su,runuser : -c,--command=shell -s,--shell=text -l,--login -m,-p,--preserve-environment -g,--group=text -G=text -w=text -f -P -u=text | user:text? argument:text* | elevates
pkexec : --user=text --disable-internal-agent --keep-cwd | command:run | elevates
sudoedit : -u=text -n | file:read+write+ | elevates
nohup,setsid,unbuffer,rlwrap,fakeroot,proxychains,proxychains4,torsocks,torify,tsocks,catchsegv,dbus-run-session,xvfb-run,cgexec,chronic,noti,eatmydata,stdoutisatty,faketty,winpty : -w,--wait -c,--ctty -f,--fork -p -r -q -a,--auto-servernum -s=text -n=text -e=text -i=text -b=text -g=text | command:run |
nice : -n,--adjustment=text | command:run |
ionice : -c,--class=text -n,--classdata=text -p=text -t | command:run |
chrt,taskset : -c,--cpu-list -p -a -r -f -i -b -o -R -v -T=text -P=text -D=text | mask:text command:run |
timeout,gtimeout : -s,--signal=text -k,--kill-after=text -v,--verbose --preserve-status --foreground -p -f | duration:text command:run |
time,gtime : -p -f,--format=text -o,--output=write -a,--append -v,--verbose -l -h | command:run |
stdbuf : -i,--input=text -o,--output=text -e,--error=text | command:run |
watch : -n,--interval=text -d,--differences[=text] -t,--no-title -g -e -c,--color -x,--exec -b -p -w | command:shell-words |
watch given -x,--exec : -n,--interval=text -d -t -g -e -c -x,--exec | command:run |
entr,reflex,watchexec,nodemon,chokidar : -r -c -d -p -s -n -a -w=text -e=text -x,--exec=shell -i=text --watch=text --ext=text --signal=text --delay=text | command:run |
script,scriptreplay : -c,--command=shell -q,--quiet -a,--append -e -f -t[=text] -O=write -I=write -r -k | file:write? command:text* |
xargs,gxargs : -0,--null -I=text -i[=text] --replace[=text] -n,--max-args=text -L,--max-lines=text -l[=text] -P,--max-procs=text -d,--delimiter=text -a,--arg-file=read -r,--no-run-if-empty -t,--verbose -p,--interactive -s,--max-chars=text -x -E=text -o,--open-tty -J=text -R=text -S=text | command:run | stdin=arguments
parallel,sem : -j,--jobs=text -a,--arg-file=read -I=text -k,--keep-order -n,-N,--max-args=text -L=text -m -X -P=text --bar --progress --eta --halt=text --joblog=write --results=write --tmpdir=text -S,--sshlogin=text -q --pipe --block=text --colsep,-C=text --dry-run --timeout=text --retries=text --ungroup -u --tag --will-cite --line-buffer --lb -0 --delay=text --nice=text --memfree=text -d=text --no-notice --verbose -t -v | command:run | stdin=arguments
chroot : --userspec=text --groups=text --skip-chdir | root:text command:run | elevates elsewhere
unshare,nsenter : -t,--target=text -m,--mount[=text] -u,--uts[=text] -i,--ipc[=text] -n,--net[=text] -p,--pid[=text] -U,--user[=text] -C,--cgroup[=text] -r,--map-root-user -f,--fork -a,--all -S,--setuid=text -G,--setgid=text --mount-proc[=text] -w,--wd[=text] -R=text -F | command:run |
busybox,toybox : --list --install | command:run |
flock : -n,--nb -x,-e,--exclusive -s,--shared -u -w,--timeout=text -E=text -o -c,--command=shell -F --verbose | file:text command:run |
flock given -c,--command : -n -x -s -u -w=text -E=text -c,--command=shell | file:text |
systemd-run : --user --scope --unit,-u=text -p,--property=text -t,--pty -P,--pipe --wait -q --uid=text --gid=text --on-active=text --on-calendar=text -d --working-directory=cwd -E,--setenv=text -G --slice=text --service-type=text -r --nice=text --description=text -S,--shell | command:run |
strace,ltrace,valgrind,heaptrack,dtruss : -f -ff -e=text -o=write -p=text -s=text -c -t -tt -T -y -v -q -n=text -u=text -k -r -S=text --tool=text --leak-check=text --track-origins=text --log-file=write | command:run |
caffeinate,systemd-inhibit : -d -i -m -s -u -t=text -w=text --what=text --who=text --why=text --mode=text | command:run |
direnv : | action:text? path:text* |
direnv exec : | directory:text command:run |
dotenv,dotenvx,env-cmd,cross-env : -f,-e=read --=text -o | assignment:env* command:run |
op,doppler,infisical,chamber,aws-vault,teller,envconsul,summon : -f=text --env-file=read --account=text --vault=text -c=text -p=text | word:text* |
op run : --env-file=read --no-masking | command:run |
op read/item/document/inject/whoami/signin/vault/user/account : --vault=text --fields=text --reveal --format=text -o,--out-file=write -i,--in-file=read --account=text -n --no-newline --title=text --category=text | word:text* |
doppler run : -p=text -c=text --project=text --config=text --command=shell | command:run |
infisical run : --env=text --path=text --command=shell | command:run |
chamber exec : | service:text command:run |
aws-vault exec : -d=text -n -j | profile:text command:run |
mise,rtx,asdf : -C=cwd -q -y -j=text -v | word:text* |
mise exec,x : -c,--command=shell -j=text | tool:text? command:run |
mise install/i/use : -f -g -y | package:package* | manager=mise
devbox : -c=cwd | word:text* |
devbox run : -c=cwd -e=text | command:run |
firejail,bwrap,proot,nsjail,systemd-nspawn : --private[=text] --net=text --quiet --noprofile --profile=text -R=text -b=text -r=text -w=text -q --unshare-all --unshare-net --share-net | command:run |
ssh-agent : -s -c -k -t=text -a=text -d -D | command:run |
screen : -d -m -dm -dmS=text -S=text -r=text -x -ls -X=text -L -c=source -s=text -t=text | command:run |
tmux : -L=text -S=text -f=source -2 -u | word:text* |
tmux new-session,new : -d -s=text -n=text -c=cwd -A -x=text -y=text -t=text -e=text | command:shell-words |
tmux new-window/neww/split-window/splitw/run-shell/run/respawn-pane/popup/display-popup : -d -h -v -b -n=text -c=cwd -t=text -l=text -p=text -e=text -k -E -w=text | command:shell-words |
tmux send-keys,send : -t=text -l -R -X | keys:shell-words |
if-shell : | command:shell-words |
python,python2,python3,py,pypy,pypy3,ipython,ipython3,micropython : -c=code -m=module:text -u -i -v -B -E -I -O -OO -q -s -S -W=text -X=text -x -b -d -V --version -h | script:script? argument:text* | language=python stdin=code
python given -c : -c=code -u -i -B -E -I -O -q -s -S -W=text -X=text | argument:text* | language=python stdin=data
python given -m : -m=module:text -u -i -B -E -I -O -q -s -S -W=text -X=text -c=text -r=read | argument:text* | language=python stdin=data
node,nodejs,iojs : -e,--eval=code -p,--print=code -r,--require=script -c,--check -i,--interactive --import=script --loader,--experimental-loader=script --input-type=text --inspect[=text] --max-old-space-size=text --test --watch --env-file=read --no-warnings --enable-source-maps --trace-warnings --test-name-pattern=text --experimental-strip-types --conditions,-C=text -v --version | script:script? argument:text* | language=node stdin=code
node given -e,--eval,-p,--print : -e,--eval=code -p,--print=code -r,--require=script --import=script --input-type=text --no-warnings --env-file=read -i | argument:text* | language=node stdin=data
deno : -A -q --quiet | script:script? argument:text* | language=node stdin=code
deno eval : -p,--print --ext=text -A | code:code |
deno run/test/bench/serve : -A,--allow-all --allow-net[=text] --allow-read[=text] --allow-write[=text] --allow-env[=text] --allow-run[=text] --import-map=read --config,-c=read --lock=read --reload[=text] -r --unstable --watch --no-check --node-modules-dir[=text] | script:script argument:text* | language=node
deno fmt/lint/check/cache/info/doc/task/compile/bundle/install/add/upgrade/types : -f -g -n=text -o=write -c=read --check | word:text* |
perl,perl5 : -e,-E=code -n -p -l[=text] -a -F=text -w -W -t -T -s -S -x -c -v -V -0[=text] -I=text -M=text -m=text -C=text -i[=text] | script:script? file:read* | language=perl stdin=code
perl given -i : -e,-E=code -n -p -l[=text] -a -F=text -w -0[=text] -I=text -M=text -i[=text] | file:read+write* | language=perl stdin=data
perl given -e,-E : -e,-E=code -n -p -l[=text] -a -F=text -w -0[=text] -I=text -M=text -m=text -C=text | file:read* | language=perl stdin=data
ruby,jruby,irb : -e=code -n -p -l -a -w -W[=text] -v -c -r=text -I=text -E=text -C=cwd -x -s -i[=text] | script:script? argument:text* | language=ruby stdin=code
ruby given -e : -e=code -n -p -l -a -w -r=text -I=text -E=text -i[=text] | argument:text* | language=ruby stdin=data
php,php-cli : -r,--run=code -f,--file=script -a -i -l,--syntax-check -m -S,--server=text -t=text -d=text -c=text -n -q -B=code -R=code -E=code -w -v | script:script? argument:text* | language=php stdin=code
php given -r,--run : -r,--run=code -d=text -n -q | argument:text* | language=php stdin=data
lua,luajit,luac : -e=code -l=text -i -v -E -W -o=write | script:script? argument:text* | language=lua stdin=code
Rscript,R,r,littler : -e=code --vanilla --slave --no-save -f=script -q --args | script:script? argument:text* | language=r stdin=code
julia : -e,-E,--eval=code -p=text -t=text --project[=text] -i -q -L=script | script:script? argument:text* | language=julia stdin=code
osascript : -e=code -l=text -s=text -i | script:script? argument:text* | language=osascript stdin=code
tclsh,expect,wish : -c=code -f=script -b=script -d | script:script? argument:text* | language=tcl stdin=code
elixir,iex,erl,escript,erlc : -e,--eval=code -eval=code -r=script -S=text -pa=text -noshell -s=text --no-halt --name=text --sname=text --cookie=text | script:script? argument:text* | language=elixir stdin=code
java,javaw,jshell,groovy,kotlin,kotlinc,scala,scala-cli,clojure,clj,bb,lein : -jar=script -cp,-classpath,--class-path=text -m,--module=text -p=text -e=code -version -Xmx=text -ea -M=text -X=text -A=text --enable-preview --add-opens=text | main:text? argument:text* | language=java
ghci,runghc,runhaskell,ocaml,sbcl,guile,racket,gforth,swipl,octave,gnuplot,maxima,gp,dart,crystal,nim,zig,v,janet,picolisp,chez,mit-scheme,csi,clisp : -e=code -c=code -l=script -r=text --eval=code -q -i -w -f=script --load=script --script=script --run | script:script? argument:text* | language=other
pwsh,powershell,pwsh-preview : -Command,-c=shell-words -EncodedCommand,-e,-ec,-enc=code -File,-f=script -NoProfile,-nop -NonInteractive,-noni -ExecutionPolicy,-ep,-ex,-exec=text -WindowStyle,-w=text -NoLogo,-nologo -WorkingDirectory,-wd=cwd -NoExit -Sta -Mta -OutputFormat,-o=text -InputFormat,-if=text -Version,-v=text -Login,-l | command:shell-words | language=powershell stdin=code
pwsh given -File,-f : -File,-f=script -NoProfile,-nop -ExecutionPolicy,-ep,-ex,-exec=text -NonInteractive -WindowStyle,-w=text -NoLogo | argument:text* | language=powershell stdin=data
pwsh given -Command,-c,-EncodedCommand,-e,-ec,-enc : -Command,-c=shell-words -EncodedCommand,-e,-ec,-enc=code -NoProfile,-nop -NonInteractive -ExecutionPolicy,-ep,-ex,-exec=text -WindowStyle,-w=text -NoLogo | argument:text* | language=powershell stdin=data
cmd : /c,/C=shell-words /k,/K=shell-words /s,/S /q,/Q /d,/D /v:on /e:on -c=shell-words | command:text* | language=cmd stdin=code
wsl : -d,--distribution=text -u,--user=text -e,--exec --cd=cwd | command:run |
`;
