/** Managers of packages: what they install, and where from; what they publish; what they run. */

const pnpmInstall = `
  -D,--save-dev -P,--prod,--save-prod,--production -O,--save-optional -E,--save-exact --save-peer
  --save-catalog -g,--global --global-dir=text --frozen-lockfile --no-frozen-lockfile --lockfile-only
  --fix-lockfile --ignore-scripts --offline --prefer-offline --no-optional --shamefully-hoist
  --strict-peer-dependencies --side-effects-cache --resolution-only --dev -f,--force --allow-build=text
  --workspace --modules-dir=text --lockfile-dir=cwd --use-store-server --child-concurrency=text
  --network-concurrency=text --hoist-pattern=text --merge-git-branch-lockfiles --trust-lockfile --cpu=text
  --os=text --libc=text
`;

const pipIndex = `
  -i,--index-url,--pypi-url=index --extra-index-url=further-index --no-index -f,--find-links=further-index
`;

const pipInstall = `
  -r,--requirement=read -c,--constraint=read -e,--editable=package --no-deps -t,--target=write
  --platform=text --python-version=text --implementation=text --abi=text --user --root=text --prefix=text
  --src=text -U,--upgrade --upgrade-strategy=text --force-reinstall -I,--ignore-installed
  --ignore-requires-python --no-build-isolation --use-pep517 --no-use-pep517
  -C,--config-settings,--config-setting=text --global-option=text --compile --no-compile
  --no-warn-script-location --no-warn-conflicts --no-binary=text --only-binary=text --prefer-binary
  --require-hashes --progress-bar=text --root-user-action=text --report=write --no-clean --pre
  --break-system-packages --check-build-dependencies --dry-run --group=text
`;

const uv = `
  --directory=cwd --project=read --config-file=read --no-config -q,--quiet -v,--verbose --offline
  -n,--no-cache --cache-dir=text --color=text --native-tls --system-certs --no-progress
  --allow-insecure-host=text --managed-python --no-managed-python --no-python-downloads -p,--python=text
  --python-preference=text -h,--help
`;

const uvIndex = `
  --index=further-index --default-index=index -i,--index-url=index --extra-index-url=further-index -f,--find-links=further-index
  --no-index --index-strategy=text --keyring-provider=text
`;

const uvResolve = `
  -U,--upgrade -P,--upgrade-package=text --resolution=text --prerelease=text --pre --fork-strategy=text
  --exclude-newer=text --no-sources --reinstall --reinstall-package=text --link-mode=text
  --compile-bytecode --refresh --refresh-package=text --no-build --no-build-package=text --no-binary=text
  --no-binary-package=text --only-binary=text --no-build-isolation --no-build-isolation-package=text
  -C,--config-setting,--config-settings=text
`;

const uvProject = `
  --extra=text --all-extras --no-extra=text --group=text --no-group=text --only-group=text --all-groups
  --no-dev --dev --only-dev --no-default-groups --no-editable --frozen --locked --no-sync --active --exact
  --inexact --package=text --all-packages --isolated --script=read
`;

const conda = `
  -n,--name=text -p,--prefix=text -c,--channel=further-index --override-channels --use-local --file=read -y,--yes
  --dry-run -d --json -q,--quiet -v,--verbose --offline -k,--insecure --no-deps --only-deps --no-pin
  --freeze-installed --update-deps --update-all --force-reinstall --copy -m,--mkdir
  --strict-channel-priority --channel-priority=text --no-channel-priority -S,--satisfied-skip-solve
  --repodata-fn=text --solver=text --experimental=text --subdir=text --platform=text --rc-file=read
  --no-rc -r,--root-prefix=text --relocate-prefix=text --download-only --show-channel-urls
  -C,--use-index-cache --revision=text --no-default-packages --dev
`;

const gem = `
  -v,--version=text -s,--source=further-index --clear-sources -i,--install-dir=write -n,--bindir=write
  --document[=text] --no-document -N --user-install --no-user-install -f,--force --conservative
  --prerelease --pre -g,--file[=read] --without=text -P,--trust-policy=text --build-root=text
  --platform=text -E,--env-shebang -w,--wrappers --ignore-dependencies --minimal-deps --default --explain
  -l,--local -r,--remote -b,--both -B=text -p,--http-proxy=text -q,--quiet -V,--verbose --silent --norc
  --config-file=read --backtrace --debug --no-verbose --suggestions --with-extension=text
  --target-rbconfig=text
`;

const bundle = `
  --gemfile=read --path=write --without=text --with=text -j,--jobs=text --retry=text --deployment --frozen
  --local --full-index --no-cache --no-prune --quiet --redownload --force --clean --binstubs[=text]
  --shebang=text --standalone[=text] --system --trust-policy=text --prefer-local --target-rbconfig=text
  --verbose
`;

const cargoBuild = `
  -p,--package=text --workspace --all --exclude=text --lib --bin=text --bins --example=text --examples
  --test=text --tests --bench=text --benches --all-targets -F,--features=text --all-features
  --no-default-features -r,--release --profile=text -j,--jobs=text --keep-going --target=text
  --message-format=text --ignore-rust-version --timings[=text] --future-incompat-report --unit-graph
  --build-plan
`;

const go = `
  -C=cwd -a -n -p=text -race -msan -asan -cover -covermode=text -coverpkg=text -v -work -x -asmflags=text
  -buildmode=text -buildvcs[=text] -compiler=text -gccgoflags=text -gcflags=text -installsuffix=text
  -ldflags=text -linkshared -mod=text -modcacherw -modfile=read -overlay=read -pgo=text -pkgdir=text
  -tags=text -trimpath -toolexec=shell -json
`;

const composerInstall = `
  --prefer-source --prefer-dist --prefer-install=text --dry-run --dev --no-dev --no-autoloader --no-progress
  --no-install --no-audit --audit-format=text -o,--optimize-autoloader -a,--classmap-authoritative
  --apcu-autoloader --ignore-platform-req=text --ignore-platform-reqs --prefer-stable --prefer-lowest
  --no-suggest --download-only --no-blocking --no-security-blocking --minimal-changes -m
`;

const dotnet = `
  -c,--configuration=text -f,--framework=text -r,--runtime=text -o,--output=write -v,--verbosity=text
  --no-restore --no-build --no-dependencies --no-incremental --no-logo --nologo --interactive --force
  --self-contained[=text] --no-self-contained --version-suffix=text -a,--arch=text --os=text -p=text
  --property=text --artifacts-path=write --filter=literal -l,--logger=text --collect=text
  --results-directory=write -s,--settings=read -d,--diag=text --blame --blame-hang --blame-crash
  -t,--list-tests --disable-build-servers --source=index --ucr --use-current-runtime --tl[=text]
  -bl[=text] --manifest=text --include-symbols --include-source --test-adapter-path=text -e=text
`;

const brew = `
  -f,--force -v,--verbose -q,--quiet -d,--debug --formula,--formulae --cask,--casks --build-from-source -s
  --HEAD --fetch-HEAD --keep-tmp --ignore-dependencies --only-dependencies --cc=text --force-bottle
  --include-test --display-times --overwrite --appdir=write --no-quarantine --quarantine --adopt
  --skip-cask-deps --require-sha --no-binaries --binaries --zap -n,--dry-run -g,--greedy --language=text
  --fontdir=text --skip-post-install --skip-link --as-dependency --ask
`;

const apt = `
  -y,--yes,--assume-yes -q,--quiet -o,--option=text -c,--config-file=read
  -t,--target-release,--default-release=text -d,--download-only
  -s,--simulate,--just-print,--dry-run,--recon,--no-act -V,--verbose-versions -f,--fix-broken
  -m,--ignore-missing,--fix-missing --no-download --allow-unauthenticated --allow-downgrades
  --allow-remove-essential --allow-change-held-packages --force-yes --no-install-recommends
  --install-recommends --install-suggests --no-install-suggests --reinstall --purge --auto-remove
  --autoremove --only-upgrade --no-upgrade --trivial-only --no-remove --ignore-hold --print-uris
  --no-allow-insecure-repositories --allow-insecure-repositories --allow-releaseinfo-change
  --show-progress -a,--host-architecture=text -P,--build-profiles=text -b,--compile,--build
  -u,--show-upgraded -qq --with-new-pkgs --solver=text
`;

const nix = `
  --extra-experimental-features=text --experimental-features=text --option=text --impure --refresh --offline
  --accept-flake-config --no-write-lock-file --override-input=text --update-input=text --inputs-from=text
  --arg=text --argstr=text -L,--print-build-logs -v,--verbose --quiet --debug --show-trace
  -j,--max-jobs=text --cores=text -I=text --store=text --json --builders=text --keep-going -k --no-link
  --out-link,-o=write --substituters=text --extra-substituters=text --trusted-public-keys=text
  --recreate-lock-file --commit-lock-file --no-registries --log-format=text --no-sandbox --keep-failed -K
  --fallback -f,--file=read --expr=text --rebuild --system=text --eval-store=text --profile=text
`;

const winget = `
  --id=package --name=text --moniker=text -v,--version=text -s,--source=text --scope=text
  -a,--architecture=text --installer-type=text -e,--exact -i,--interactive -h,--silent --locale=text
  -o,--log=text --custom=text --override=text -l,--location=write --ignore-security-hash --allow-reboot
  --skip-dependencies --ignore-local-archive-malware-scan --dependency-source=text
  --accept-package-agreements --accept-source-agreements --header=literal -r,--rename=text
  --uninstall-previous --force --all,--recurse --include-unknown -u,--unknown --include-pinned
  -m,--manifest=read -q,--query=package --disable-interactivity --verbose --proxy=text --no-proxy
  --no-upgrade --product-code=text -n,--count=text --tag=text --cmd=text --command=text
  --upgrade-available
`;

const swift = `
  --package-path=cwd --scratch-path,--build-path=text -v,--verbose --very-verbose -q,--quiet
  --cache-path=text --config-path=text --security-path=text -j,--jobs=text -Xcc=text -Xswiftc=text
  -Xlinker=text -Xcxx=text --disable-sandbox --disable-automatic-resolution --force-resolved-versions
  --netrc-file=read --skip-update --replace-scm-with-registry --traits=text --build-system=text
  --sanitize=text --experimental-dump-xcframework
`;

export const packages = `
npm,cnpm : --registry=index --@scope:registry=index --prefix=cwd -C=cwd -g,--global --location=text
  -w,--workspace=text -ws,--workspaces --include-workspace-root --userconfig=text --globalconfig=read
  --cache=text --loglevel=text -d -dd -ddd -q,--quiet -s,--silent --json -l,--long -y,--yes -f,--force
  --dry-run --otp=text --tag=text --access=text --scope=text --omit=text --include=text --only=text
  --production --prod --save-prefix=text -D,--save-dev -S,--save -P,--save-prod -O,--save-optional
  -E,--save-exact -B,--save-bundle --no-save --save-peer --legacy-peer-deps --strict-peer-deps
  --ignore-scripts --foreground-scripts --no-audit --no-fund --prefer-offline --prefer-online --offline
  --package-lock-only --no-package-lock --no-optional --install-strategy=text --install-links
  --before=text --script-shell=text --node-options=text --engine-strict --cafile=read --proxy=url
  --https-proxy=url --maxsockets=text --fetch-retries=text --fetch-timeout=text --depth=text
  --audit-level=text --if-present --workspaces-update[=text] --os=text --cpu=text --libc=text -v,--version
  --cidr=text --auth-type=text --editor=text --diff=text --searchlimit=text
  --message=literal --preid=text | argument:text* |
npm install,i,in,ins,inst,insta,instal,add,isnt,isnta,isntal,isntall : | package:package* | manager=npm
  installs
npm ci,clean-install,ic,install-clean,isntall-clean : | | manager=npm installs
npm install-test,it/install-ci-test,cit,clean-install-test,sit : | package:package* | manager=npm installs
npm update,up,upgrade,udpate : | package:package* | manager=npm installs
npm prune/rebuild,rb/link,ln/fund/ls,list,la,ll/explain,why/query/sbom  : --sbom-format=text | name:text* |
npm dedupe,ddp/find-dupes/audit/doctor/outdated  : --sbom-format=text | name:text* | registry=npm
npm audit fix : | | manager=npm installs
npm uninstall,un,unlink,remove,rm,r : | package:text+ |
npm run,run-script,rum,urn : | script:text argument:text* |
npm exec,x : --package=package -c,--call=shell | package:package+run? | manager=npm undashes
npm exec,x given --package : --package=package -c,--call=shell | command:run? | manager=npm undashes
npm exec,x given -c,--call : --package=package -c,--call=shell | argument:text* | manager=npm
npm explore : --shell=text | package:text command:run | dashes
npm init,create,innit : --init-author-name=text --init-author-url=literal --init-author-email=literal --init-license=text --init-version=text
  --init-module=script | package:package? argument:text* | manager=npm
npm publish : --provenance --provenance-file=read | path:upload? | connects=registry.npmjs.org reads=. registry=npm
npm unpublish : | package:text? | registry=npm
npm deprecate/undeprecate : | package:text message:literal? | registry=npm
npm dist-tag,dist-tags : | action:text package:text? tag:text? | registry=npm
npm config,c set : | setting:text* |
npm config,c get/delete,rm,del/list,ls : | setting:text* |
npm set : | setting:text* |
npm get : | setting:text* |
npm pack : --pack-destination=write | package:image?* |
npm version,verison : -m,--message=literal --allow-same-version --no-git-tag-version --no-commit-hooks --sign-git-tag | version:literal? |
npm view,info,show,v/search,find,s,se/ping/whoami/login,adduser,add-user/logout/star/stars/unstar/team/access/token/profile/owner,author/org/hook/diff : | argument:text* | registry=npm
npm pkg : | action:text setting:literal* |
npx : -y,--yes -n,--no --no-install -p,--package=package -c,--call=shell -w,--workspace=text
  --registry=index --prefix=cwd --cache=text -q,--quiet --ignore-existing --node-arg=text
  --node-options=text --shell=text --userconfig=text --prefer-offline --prefer-online --offline
  --loglevel=text --legacy-peer-deps -v,--version | package:package+run? | manager=npm
npx given -p,--package : -y,--yes -p,--package=package -c,--call=shell -n,--no --no-install
  -w,--workspace=text --registry=index --prefix=cwd --cache=text -q,--quiet --ignore-existing
  --node-arg=text --node-options=text --shell=text --userconfig=text --prefer-offline --prefer-online
  --offline --loglevel=text --legacy-peer-deps -v,--version | command:run? | manager=npm
npx given -c,--call : -y,--yes -p,--package=package -c,--call=shell -n,--no --no-install
  -w,--workspace=text --registry=index --prefix=cwd --cache=text -q,--quiet --ignore-existing
  --node-arg=text --node-options=text --shell=text --userconfig=text --prefer-offline --prefer-online
  --offline --loglevel=text --legacy-peer-deps -v,--version | argument:text* | manager=npm
npx ~ npm exec
pnpm : -C,--dir=cwd -w,--workspace-root -r,--recursive -F,--filter=literal --filter-prod=text
  --registry=index --store-dir=text --virtual-store-dir=text --reporter=text --loglevel=text -s,--silent
  --color --no-color --config=text --stream --aggregate-output --fail-if-no-match --ignore-workspace
  --use-stderr --test-pattern=text --changed-files-ignore-pattern=text --userconfig=text --prefix=cwd
  --parallel --if-present --no-bail --bail[=text] --workspace-concurrency=text --resume-from=text
  --sequential --include-workspace-root | argument:text* |
pnpm install,i : ${pnpmInstall} | package:package* | manager=npm installs
pnpm add : ${pnpmInstall} | package:package+ | manager=npm installs
pnpm update,up,upgrade : ${pnpmInstall} -i,--interactive -L,--latest | package:package* | manager=npm
  installs
pnpm ci,clean-install,ic,install-clean/fetch/install-test,it/dedupe/import/rebuild,rb/prune :
  ${pnpmInstall} --check | argument:text* | manager=npm installs
pnpm remove,rm,uninstall,un : -D,--save-dev -O,--save-optional -P,--save-prod -g,--global
  --global-dir=text | package:text+ |
pnpm run,run-script : | script:text argument:text* |
pnpm exec : -c,--shell-mode --report-summary | command:run |
pnpm exec given -c,--shell-mode : | command:shell-words |
pnpm dlx : -c,--shell-mode --package=package --allow-build=text | package:package+run | manager=npm
pnpm dlx given --package : -c,--shell-mode --package=package --allow-build=text | command:run |
  manager=npm
pnpm create : --allow-build=text | package:package argument:text* | manager=npm
pnpm publish : --tag=text --access=text --no-git-checks --dry-run --force --json --otp=text
  --publish-branch=text --report-summary --provenance --ignore-scripts | path:upload? |
  connects=registry.npmjs.org reads=.
pnpm deploy : -P,--prod -D,--dev --legacy --no-optional | target:write |
pnpm patch/patch-commit/patch-remove/link,ln/unlink,dislink/list,ls,la,ll/why/licenses/logout/root/bin/init/store/config,c/env/server/doctor/pack/setup/approve-builds/ignored-builds/cat-file/cat-index/find-hash/catalog/unpublish/deprecate/dist-tag/owner/version/help/completion/cache  : -D,--dev -P,--prod -g,--global --json --long --depth=text --fix --audit-level=text --edit-dir=text
  --pack-destination=write --ignore=text | argument:text* |
pnpm self-update  : -D,--dev -P,--prod -g,--global --json --long --depth=text --fix --audit-level=text --edit-dir=text
  --pack-destination=write --ignore=text | argument:text* | registry=npm
pnpm outdated/audit/view,info,show/search/login/whoami  : -D,--dev -P,--prod -g,--global --json --long --depth=text --fix --audit-level=text --edit-dir=text
  --pack-destination=write --ignore=text | argument:text* | registry=npm
pnpx,bunx : -c,--shell-mode -p,--package=package --bun -y,--yes --no-install --verbose -s,--silent |
  package:package+run | manager=npm
pnpx given -p,--package : -p,--package=package --bun --verbose --silent -s -c,--shell-mode -y,--yes
  --no-install | command:run | manager=npm
bun : -e,--eval=code -p,--print=code --cwd=cwd --env-file=read -r=script --preload=script --watch --hot
  --bun --silent -i -b | script:script? argument:text* | language=node
bun run/test/build/pm/init/link/unlink : --cwd=cwd --silent --filter=literal
  --bun --outdir=write --outfile=write --target=text --watch | word:text* |
bun create/upgrade/outdated/update : --cwd=cwd --silent --filter=literal
  --bun --outdir=write --outfile=write --target=text --watch | word:text* | registry=bun
bun install/i/add/a : -d,-D,--dev -g,--global --registry=index -p,--production --frozen-lockfile -E
  --cwd=cwd | package:package* | manager=npm installs
bun publish : --access=text --tag=text --dry-run | word:text* | registry=bun
bun x = bunx
pnpx ~ pnpm dlx
yarn,yarnpkg : --cwd=cwd --registry=index -s,--silent --json --verbose --cache-folder=text
  --modules-folder=text --network-timeout=text --network-concurrency=text --mutex=text --use-yarnrc=read
  --proxy=text --https-proxy=text --non-interactive --offline --prefer-offline --frozen-lockfile
  --no-lockfile --pure-lockfile --ignore-scripts --ignore-engines --ignore-platform --ignore-optional
  --check-files --flat --force --har --link-duplicates --production[=text] --prod[=text] --immutable
  --immutable-cache --check-cache --inline-builds --mode=text --refresh-lockfile --no-bin-links
  --skip-integrity-check --update-checksums --preferred-cache-folder=text -v,--version --scope=text
  --severity=text --environment=text --from=text
  --jobs=text --include=text --exclude=text | script:text? argument:text* | alone-registry=yarn
yarn install : | | manager=npm installs
yarn add : -D,--dev -P,--peer -O,--optional -E,--exact -T,--tilde -C,--caret
  -W,--ignore-workspace-root-check --audit -i,--interactive --cached --prefer-dev -F,--fixed |
  package:package+ | manager=npm installs
yarn global add : --prefix=cwd --exact -E --latest | package:package+ | manager=npm
yarn global remove/bin/list/dir/upgrade : --prefix=text | package:text* |
yarn upgrade/up/upgrade-interactive : -L,--latest -P,--pattern=literal -S,--scope=text -C,--caret -T,--tilde
  -E,--exact -i,--interactive -R,--recursive -F,--fixed | package:package* | manager=npm installs
yarn remove/unlink : -A,--all -W,--ignore-workspace-root-check | package:text+ |
yarn run : -T,--top-level -B,--binaries-only --inspect[=text] --inspect-brk[=text] | script:text?
  argument:text* |
yarn exec : | command:run |
yarn dlx : -p,--package=package -q,--quiet | package:package+run | manager=npm
yarn dlx given -p,--package : -p,--package=package -q,--quiet | command:run | manager=npm
yarn create : | package:package argument:text* | manager=npm
yarn publish : --access=text --tag=text --new-version=text --message=literal --otp=text --major --minor
  --patch | path:upload? | connects=registry.yarnpkg.com reads=.
yarn npm publish : --access=text --tag=text --otp=text --tolerate-republish --provenance | |
  connects=registry.yarnpkg.com reads=.
yarn workspace : | workspace:text command:text argument:text* |
yarn cache/config/set/plugin/policies/link/list/why/autoclean/bin/check/dedupe/explain/generate-lock-entry/help/init/licenses/logout/node/owner/pack/patch/patch-commit/rebuild/search/stage/tag/team/test/start/build/lint/dev/unplug/version/versions/constraints  : -H,--home -o,--out=write -f,--filename=write -y,--yes -2 -p,--private -w,--workspace -u,--update
  -s,--save | argument:text* |
yarn info/outdated/audit/import/login  : -H,--home -o,--out=write -f,--filename=write -y,--yes -2 -p,--private -w,--workspace -u,--update
  -s,--save | argument:text* | registry=yarn
yarn plugin import : --checksums[=text] | plugin:package | manager=npm
corepack : | argument:text* |
corepack enable/disable/pack/cache : --activate --all -g,--global
  --install-directory=write -o,--output[=text] --json | manager:text* |
corepack prepare/use/up/install/hydrate : --activate --all -g,--global
  --install-directory=write -o,--output[=text] --json | manager:text* | registry=corepack
node-gyp : -C,--directory=cwd --target=text --arch=text --dist-url=url --nodedir=read --devdir=text
  --ensure --debug --release -j,--jobs=text --python=text --proxy=text --msvs_version=text | command:text*
  |
nvm,fnm,n : --version --arch=text --log-level=text --node-dist-mirror=url --reinstall-packages-from=text
  --shell=text | version:text? |
nvm run/exec : --using=text --silent --lts[=text] | version:text command:run? |
nvm install,i/install-latest-npm/ls-remote,list-remote/upgrade : --lts[=text] --latest-npm -s -b --no-progress --default | version:text? | registry=node
n latest/lts/current/stable : | | registry=node
volta : --format=literal | argument:text* |
volta install/pin : | package:package+ | manager=npm
volta run : --node=text --npm=text --pnpm=text --yarn=text --env=text --bundled-npm --no-yarn |
  command:run |
pip,pip3 : -q,--quiet -v,--verbose --log=write --no-input --proxy=url --retries=text --timeout=text
  --exists-action=text --trusted-host=text --cert=read --client-cert=read --cache-dir=text --no-cache-dir
  --disable-pip-version-check --no-color --isolated --require-virtualenv --python=text --use-feature=text
  --use-deprecated=text -h,--help -V,--version --debug --keyring-provider=text | argument:text* |
pip install : ${pipIndex} ${pipInstall} | package:package* | manager=pip installs
pip download/wheel : ${pipIndex} ${pipInstall} -d,--dest=write -w,--wheel-dir=write | package:package* |
  manager=pip installs
pip uninstall : -r,--requirement=read -y,--yes --break-system-packages --root-user-action=text |
  package:text* |
pip config : --global --user --site --editor=text | action:text setting:text* |
pip list/freeze/show/check/inspect/cache/hash/debug/completion/help/lock : ${pipIndex}
  -r,--requirement=read --format=literal -o,--outdated -u,--uptodate -l,--local --not-required --files
  --path=text --exclude=text --user --editable --all --pre -a,--algorithm=text | argument:text* |
pip index/search : ${pipIndex}
  -r,--requirement=read --format=literal -o,--outdated -u,--uptodate -l,--local --not-required --files
  --path=text --exclude=text --user --editable --all --pre -a,--algorithm=text | argument:text* | registry=pip
pip-compile,pip-sync : ${pipIndex} -o,--output-file=write -U,--upgrade -P,--upgrade-package=text
  --generate-hashes --allow-unsafe --strip-extras --resolver=text --extra=text --all-extras
  -c,--constraint=read --no-header --no-annotate --annotation-style=text -q -v -n,--dry-run
  --pip-args=text --python-executable=text | requirements:read* | registry=pip
pipx : -q,--quiet -v,--verbose --global --pip-args=text --python=text --skip=text | argument:text* |
pipx install : ${pipIndex} --pip-args=text --include-deps --force --suffix=text --python=text
  --preinstall=text --editable -e --system-site-packages --skip-maintenance --fetch-missing-python |
  package:package+ | manager=pip
pipx inject : ${pipIndex} --pip-args=text --include-apps --include-deps --force -r,--requirement=read
  --with-suffix | environment:text package:package* | manager=pip
pipx run : ${pipIndex} --spec=package --pip-args=text --python=text --no-cache --path --pypackages
  --with=text | package:package+run | manager=pip
pipx run given --spec : ${pipIndex} --spec=package --pip-args=text --python=text --no-cache --path
  --pypackages --with=text | command:run | manager=pip
pipx runpip : | environment:text argument:text* |
uv : ${uv} --format=literal --exclude=text --depth=text | argument:text* |
uv pip install : ${uvIndex} ${uvResolve} -r,--requirements,--requirement=read
  -c,--constraints,--constraint=read --overrides,--override=read -b,--build-constraints=read
  -e,--editable=package --extra=text --all-extras --group=text --system --break-system-packages
  --target=write -t=write --prefix=text --no-deps --require-hashes --dry-run --strict
  --python-version=text --python-platform=text --user | package:package* | manager=pip installs
uv pip sync : ${uvIndex} ${uvResolve} -c,--constraints,--constraint=read --system --break-system-packages
  --target=write --prefix=text --dry-run --strict --require-hashes --allow-empty-requirements |
  requirements:read+ | manager=pip installs
uv pip compile : ${uvIndex} ${uvResolve} -o,--output-file=write -c,--constraints,--constraint=read
  --overrides,--override=read --extra=text --all-extras --generate-hashes --no-header --universal
  --python-version=text --python-platform=text --no-strip-extras --annotation-style=text
  --custom-compile-command=text --emit-index-url | requirements:read+ | registry=uv
uv pip uninstall : -r,--requirements=read --system --break-system-packages --target=text --prefix=text
  --dry-run | package:text* |
uv add : ${uvIndex} ${uvResolve} ${uvProject} -r,--requirements,--requirement=read -c,--constraints=read
  --optional=text --rev=text --tag=text --branch=text --editable --raw --bounds=text --raw-sources --lfs
  --marker=text -m=text --workspace --no-workspace | package:package* | manager=pip installs
uv remove : ${uvIndex} ${uvResolve} ${uvProject} --optional=text -m=text --marker=text | package:text+ |
uv sync : ${uvIndex} ${uvResolve} ${uvProject} --no-install-project --no-install-workspace
  --no-install-package=text --check --dry-run --output-format=text --no-install-local | | manager=pip
  installs
uv lock : ${uvIndex} ${uvResolve} --check --locked --frozen --dry-run --script=read | | registry=uv
uv run : ${uvIndex} ${uvResolve} ${uvProject} --with=package --with-editable=package
  --with-requirements=read --env-file=read --no-env-file -m,--module -s --gui-script --no-project |
  command:run | manager=pip registry=uv
uv run given -m,--module : ${uvIndex} ${uvResolve} ${uvProject} --with=package --with-editable=package
  --with-requirements=read --env-file=read -m,--module=text --no-project --no-env-file -s --gui-script |
  argument:text* | manager=pip registry=uv
uv tool run : ${uvIndex} ${uvResolve} --from=package --with=package -w=package --with-editable=package
  --with-requirements=read --env-file=read --isolated | package:package+run | manager=pip
uv tool run given --from : ${uvIndex} ${uvResolve} --from=package --with=package -w=package
  --with-editable=package --with-requirements=read --isolated --env-file=read | command:run | manager=pip
uv tool install : ${uvIndex} ${uvResolve} --from=package -w,--with=package --with-requirements=read
  --with-editable=package --with-executables-from=text -e,--editable --force | package:package |
  manager=pip
uv build : ${uvIndex} ${uvResolve} -o,--out-dir=write --sdist --wheel --package=text --all-packages
  --build-constraints=read --require-hashes --list --force-pep517 | source:read? | registry=uv
uv publish : --index=text -u,--username=text -p,--password=text -t,--token=text --publish-url=url
  --check-url=url --trusted-publishing=text --keyring-provider=text --dry-run | file:upload* |
  connects=upload.pypi.org reads=dist
uv venv : ${uvIndex} --system-site-packages --seed --allow-existing -c,--clear --prompt=text --relocatable
  --link-mode=text --no-project | path:write? |
uv python uninstall/list/find/pin/dir/update-shell : -i,--install-dir=write --mirror=url
  --pypy-mirror=text --default -r,--reinstall -f,--force --all --rm --global --resolved --all-versions
  --show-version --system --script=read | version:text* |
uv python install/upgrade : -i,--install-dir=write --mirror=url
  --pypy-mirror=text --default -r,--reinstall -f,--force --all --rm --global --resolved --all-versions
  --show-version --system --script=read | version:text* | registry=git
uv init/tree/export/version/cache/self/help/format/auth/generate-shell-completion : ${uvResolve}
  ${uvProject} --name=text --app --lib --bare --vcs=text --build-backend=text --no-readme --no-workspace
  -o,--output-file=write --format=literal --no-hashes --no-emit-project --no-emit-package=text --bump=text
  -d,--depth=text --invert --outdated --short --dry-run --token=text --force | argument:text* |
uvx : ${uv} ${uvIndex} ${uvResolve} --from=package -w,--with=package --with-editable=package
  --with-requirements=read --env-file=read --isolated -V,--version | package:package+run | manager=pip
uvx given --from : ${uv} ${uvIndex} ${uvResolve} --from=package -w,--with=package --with-editable=package
  --with-requirements=read --isolated --env-file=read -V,--version | command:run | manager=pip
poetry : -C,--directory=cwd -P,--project=read -q,--quiet -v -vv -vvv --verbose -n,--no-interaction
  --no-plugins --no-cache --ansi --no-ansi -V,--version | argument:text* |
poetry add : -G,--group=text -D,--dev -e,--editable -E,--extras=text --optional --python=text
  --platform=text --markers=text --source=text --allow-prereleases --dry-run --lock | package:package+ |
  manager=pip installs
poetry install/sync : --without=text --with=text --only=text --sync --no-root --no-directory --dry-run
  -E,--extras=text --all-extras --all-groups --only-root --compile --no-dev --remove-untracked | |
  manager=pip installs
poetry update : --without=text --with=text --only=text --sync --dry-run --lock --no-dev | package:text* |
  manager=pip installs
poetry remove : -G,--group=text -D,--dev --dry-run --lock | package:text+ |
poetry run : | command:run |
poetry shell : | |
poetry publish : -r,--repository=text -u,--username=text -p,--password=text --cert=read --client-cert=read
  --dist-dir=upload --build --dry-run --skip-existing | | connects=upload.pypi.org reads=dist
poetry build : -f,--format=literal -o,--output=write --clean --config-settings=text --local-version=text | |
poetry self add : -e,--editable -E,--extras=text --source=text --allow-prereleases --dry-run |
  package:package+ | manager=pip
poetry self update/show/sync/install : --preview --dry-run --outdated --latest | word:text* | registry=pip
poetry source add : -p,--priority=text --default --secondary | name:text url:index? |
poetry config : --list --unset --local --migrate | key:text? value:text* |
poetry check/show/export/env/cache/version/init/new/about/self/source/list/python/help :
  --no-update --regenerate -t,--tree -l,--latest -o,--outdated -T,--top-level --without=text --with=text
  --only=text -f,--format=literal --output=write --without-hashes --with-credentials --all --name=text
  --description=literal --author=literal --python=text --dependency=text --dev-dependency=text --license=text
  --src --readme=text --full-path -p,--path -e,--executable -s,--short --dry-run --next-phase --lock
  --strict | argument:text* |
poetry lock/search :
  --no-update --regenerate -t,--tree -l,--latest -o,--outdated -T,--top-level --without=text --with=text
  --only=text -f,--format=literal --output=write --without-hashes --with-credentials --all --name=text
  --description=literal --author=literal --python=text --dependency=text --dev-dependency=text --license=text
  --src --readme=text --full-path -p,--path -e,--executable -s,--short --dry-run --next-phase --lock
  --strict | argument:text* | registry=pip
pdm : -c,--config=read -p,--project=cwd -v,--verbose -q,--quiet -I,--ignore-python --no-cache --pep582 |
  argument:text* |
pdm add : -d,--dev -G,--group=text -e,--editable=package -u,--unconstrained --no-sync --no-self --no-lock
  --prerelease --dry-run --save-compatible --save-exact -x,--no-isolation -L,--lockfile=read --venv=text |
  package:package* | manager=pip installs
pdm install/sync/update : -d,--dev -G,--group=text --prod,--production --no-default --no-self
  --no-editable --check --frozen-lockfile --dry-run --clean -L,--lockfile=read --venv=text --fail-fast -x
  --top -u,--unconstrained --no-lock | package:text* | manager=pip installs
pdm run : -s,--site-packages -l,--list -j,--json --recreate --venv=text --dry-run | command:run |
pdm publish : -r,--repository=text -u,--username=text -P,--password=text -S,--sign -i,--identity=text
  -c,--comment=literal --no-build --skip-existing --ca-certs=read -d,--dest=upload | |
  connects=upload.pypi.org reads=dist
pdm remove/build/list/show/init/new/use/venv/config/cache/export/import/info/self/plugin/fix/python/completion  : -d,--dest=write -G,--group=text -f,--format=literal -o,--output=write --no-hashes --without-hashes
  --python=text -n,--non-interactive --dist --no-sdist --no-wheel --refresh --tree --json | argument:text*
  |
pdm lock/search/outdated  : -d,--dest=write -G,--group=text -f,--format=literal -o,--output=write --no-hashes --without-hashes
  --python=text -n,--non-interactive --dist --no-sdist --no-wheel --refresh --tree --json | argument:text*
  | registry=pip
hatch : -e,--env=text -p,--project=text -v,--verbose -q,--quiet --color --no-color --interactive
  --data-dir=text --cache-dir=text --config=read --retries=text --python=text | argument:text* |
hatch run : -i,--include=text -x,--exclude=text -f,--filter=literal --force-continue --ignore-compat |
  command:run | registry=pip
hatch env create/run/show/prune : | word:text* | registry=pip
hatch publish : -u,--user=text -a,--auth=text -r,--repo=text -n,--no-prompt --initialize-auth
  -o,--option=text -p,--publisher=text --ca-cert=read --client-cert=read -y,--yes | file:upload* |
  connects=upload.pypi.org reads=dist
hatch build : -t,--target=text --hooks-only --no-hooks --ext -c,--clean --clean-hooks-after --clean-only |
  location:write? |
twine : | argument:text* |
twine upload : -r,--repository=text --repository-url=url -s,--sign --sign-with=text -i,--identity=text
  -u,--username=text -p,--password=text --non-interactive -c,--comment=literal --config-file=read
  --skip-existing --cert=read --client-cert=read --verbose --disable-progress-bar --attestations |
  file:upload+ | connects=upload.pypi.org
twine check/register : --strict | file:read* |
flit : -f,--ini-file=read -V,--version --repository=text --pypirc=text --debug | argument:text* |
flit publish : --format=literal --setup-py --no-setup-py | | connects=upload.pypi.org reads=.
flit install : -s,--symlink --pth-file --deps=text --user --env --python=text --extras=text --only-deps |
  | manager=pip installs
flit build/init : --format=literal --setup-py --no-setup-py | |
pipenv : --python=text --where --venv --rm --pypi-mirror=index -v,--verbose -q,--quiet --site-packages
  --bare --three --clear --categories=text | argument:text* |
pipenv install : -d,--dev -r,--requirements=read -e,--editable=package -i,--index=index --deploy --system
  --skip-lock --ignore-pipfile --pre --categories=text --extra-pip-args=text -c,--code=text |
  package:package* | manager=pip installs
pipenv sync/update/upgrade : -d,--dev --pre -i,--index=index --categories=text --outdated --lock-only
  --dry-run | package:text* | manager=pip installs
pipenv run : | command:run |
conda,mamba,micromamba : -h,--help -V,--version -v,--verbose | argument:text* |
conda install : ${conda} | package:package* | manager=conda installs
conda create : ${conda} --clone=text | package:package* | manager=conda
conda update/upgrade : ${conda} --all | package:package* | manager=conda
conda remove/uninstall : ${conda} --all --keep-env --features --force-remove | package:text* |
conda env create : ${conda} -f=read | name:text? | manager=conda installs
conda env update : ${conda} -f=read --prune | name:text? | manager=conda installs
conda env remove : ${conda} | |
conda env list/export/config : ${conda} -f=write --from-history --no-builds --ignore-channels |
  argument:text* |
conda run : -n,--name=text -p,--prefix=text --dev --debug-wrapper-scripts --cwd=cwd --no-capture-output
  --live-stream -e=text -a=text | command:run |
conda activate/deactivate/list/info/config/clean/init/build/package/shell/self-update/compare/doctor/rename/notices/tos/content-trust  : ${conda} -f,--force -e,--export -a,--all -i --add=text --set=text --remove=text --append=text
  --prepend=text --get=text --show --show-sources --describe --system --env --stdin --shell=text -s=text |
  argument:text* |
conda search/repoquery  : ${conda} -f,--force -e,--export -a,--all -i --add=text --set=text --remove=text --append=text
  --prepend=text --get=text --show --show-sources --describe --system --env --stdin --shell=text -s=text |
  argument:text* | registry=conda
conda config given --add,--prepend,--append : --add=text --prepend=text --append=text --set=text
  --remove=text --system --env --file=write | value:text* |
pixi : -v,--verbose -q,--quiet --color=text --no-progress --manifest-path=read --environment=text
  --channel=text --platform=text --feature=text --format=literal | argument:text* |
pixi add : -m=text --pypi --editable --git=package -f,--feature=text -p,--platform=text --host --build
  --no-install --no-lockfile-update --branch=text --tag=text --rev=text -s,--subdir=text |
  package:package+ | manager=conda installs
pixi install/update/upgrade/reinstall : -e,--environment=text -a,--all --frozen --locked -n,--dry-run
  --json --skip=text | package:text* | manager=conda installs
pixi run : -e,--environment=text --frozen --locked --clean-env --skip-deps -x,--executable | command:run |
pixi exec : -s,--spec=package -w,--with=package -c,--channel=further-index -p,--platform=text --force-reinstall
  --list[=text] | command:run | manager=conda
pixi global install/add/update/upgrade/sync : -c,--channel=further-index -e,--environment=text --expose=text
  --with=text -p,--platform=text -g,--git=text --force-reinstall | package:package* | manager=conda
virtualenv : -p,--python=text --system-site-packages --clear --no-pip --no-setuptools --no-wheel
  --prompt=text --symlinks --copies --always-copy --no-download --download --no-seed --pip=text
  --setuptools=text --wheel=text --activators=text -q -v --app-data=text --creator=text --discovery=text
  --seeder=text --no-vcs-ignore --upgrade-embed-wheels | path:write |
pyenv,rbenv,nodenv,goenv,jenv,plenv,phpenv,tfenv : | argument:text* |
pyenv exec : | command:run |
pyenv install/update : -f,--force -s,--skip-existing -l,--list -v,--verbose | version:text* | registry=pyenv
gem : -h,--help -v,--version | argument:text* |
gem install,i : ${gem} | package:package* | manager=gem installs
gem update/fetch : ${gem} --system[=text] | package:package* | manager=gem registry=gem
gem uninstall : ${gem} -a,--all -x,--executables -I | package:text+ |
gem push : -k,--key=text --host=url --otp=text -a=text --attestation=read | file:upload |
  connects=rubygems.org
gem yank : -v,--version=text --platform=text -k,--key=text --host=url --otp=text | package:text |
gem sources : -a,--add=index -r,--remove=text -l,--list -c,--clear-all -u,--update -f,--force
  -p,--prepend=text --append=text | |
gem owner : -k,--key=text -a,--add=text -r,--remove=text --host=url --otp=text | package:text |
gem build : -o,--output=write -C=cwd --force --strict --platform=text | gemspec:read? |
gem exec : -v,--version=text -g,--gem=package --conservative --prerelease | package:package+run |
  manager=gem
gem search/outdated/specification/info : -r,--remote -l,--local -a,--all -d,--details -e,--exact -v,--version=text -i,--installed --prerelease | name:text* | registry=gem
gem list given -r,--remote,-b,--both : -r,--remote -b,--both -a,--all | name:text* | registry=gem
bundle,bundler : --gemfile=read --verbose --no-color --retry=text --add-platform=text
  --remove-platform=text --lockfile=text --test=text --ci=text | argument:text* | manager=gem installs
bundle install : ${bundle} | | manager=gem installs
bundle update/upgrade : ${bundle} -a,--all -g,--group=text --source=text --ruby --bundler[=text] --patch
  --minor --major --strict --conservative | gem:text* | manager=gem installs
bundle add : -v,--version=text -g,--group=text -s,--source=index -r,--require=text --skip-install
  --optimistic --strict --git=package --github=package --path=text --branch=text --ref=text --glob=text |
  package:package+ | manager=gem installs
bundle exec,e,ex,exe : --keep-file-descriptors | command:run |
cargo : -q,--quiet -v,--verbose -vv --color=text --frozen --locked --offline --config=text -Z=text -C=cwd
  --manifest-path=read --target-dir=text -h,--help -V,--version --lockfile-path=read --vers=text
  --token=text --index=text --registry=text --add=text --remove=text
  --package=text --message-format=text | argument:text* |
cargo install : ${cargoBuild} --version,--vers=text --git=package --branch=text --tag=text --rev=text
  --path=package --root=write --index=index --registry=index -f,--force --no-track --list --debug
  -n,--dry-run | package:package* | manager=cargo
cargo add : --dev --build --optional --no-optional --default-features --no-default-features
  -F,--features=text --rename=text --git=package --branch=text --tag=text --rev=text --path=package
  --registry=index -p,--package=text --target=text -n,--dry-run --public --no-public --ignore-rust-version
  | package:package* | manager=cargo
cargo remove,rm : --dev --build --target=text -p,--package=text -n,--dry-run | package:text+ |
cargo uninstall : -p,--package=text --bin=text --root=text | package:text* |
cargo publish : ${cargoBuild} --dry-run -n --token=text --index=index --registry=index --no-verify
  --allow-dirty | | connects=crates.io reads=.
cargo login/logout/owner/yank : --registry=index --index=index -a,--add=text -r,--remove=text --vers,--version=text --undo -l,--list --token=text | word:text* | registry=cargo
cargo build,b/check,c/test,t/bench/doc,d/rustdoc/rustc/clippy/fix/nextest/miri/udeps/llvm-cov/expand/watch
  : ${cargoBuild} --no-run --doc --no-fail-fast --open --no-deps --document-private-items --fix
  --allow-dirty --allow-staged --allow-no-vcs --broken-code --edition --artifact-dir=write --out-dir=write
  -x,--exec=text -s,--shell=shell -w=text --html --lcov --output-path=write -E=text --nocapture |
  argument:text* | registry=cargo
cargo clean : -p,--package=text --doc -r,--release --profile=text --target=text -n,--dry-run | |
  deletes=target recursive
cargo run,r : ${cargoBuild} | argument:text* | registry=cargo
cargo new/init : --vcs=text --bin --lib --edition=text --name=text --registry=text | path:write? |
cargo update : -p,--package=text --aggressive --recursive --precise=text -w,--workspace -n,--dry-run
  --breaking | package:text* | registry=cargo
cargo tree/metadata/locate-project/verify-project/package/pkgid/report/read-manifest/version/help/deny/machete/config  : ${cargoBuild} -e,--edges=text -i,--invert=text --prune=text --depth=text --prefix=text --no-dedupe
  -d,--duplicates --charset=text -f,--format=literal --format-version=text --filter-platform=text --no-deps
  --limit=text --registry=text --index=text -l,--list --no-verify --allow-dirty --versioned-dirs
  -s,--sync=read | argument:text* |
cargo fetch/generate-lockfile/vendor/search/info/audit/outdated  : ${cargoBuild} -e,--edges=text -i,--invert=text --prune=text --depth=text --prefix=text --no-dedupe
  -d,--duplicates --charset=text -f,--format=literal --format-version=text --filter-platform=text --no-deps
  --limit=text --registry=text --index=text -l,--list --no-verify --allow-dirty --versioned-dirs
  -s,--sync=read | argument:text* | registry=cargo
cargo binstall : -y,--no-confirm --version=text --git=package --force --root=write --install-path=write
  --targets=text --strategies=text --index=index --registry=index | package:package+ | manager=cargo
rustup : -v,--verbose -q,--quiet --profile=text --toolchain=text --component=text --target=text
  --path=text | argument:text* |
rustup self uninstall : -y | |
rustup which : --toolchain=text | command:text |
rustup run : --install | toolchain:text command:run |
rustup update/check/install : --force --no-self-update | toolchain:text* | registry=rustup
rustup toolchain/target/component install,add : --profile=text -c,--component=text -t,--target=text --toolchain=text --allow-downgrade --force --no-self-update | name:text* | registry=rustup
go : | argument:text* |
go build : ${go} -o=write | package:text* | registry=go
go install : ${go} | package:package* | manager=go installs
go get : ${go} -t -u[=text] -tool | package:package* | manager=go
go run : ${go} -exec=shell | target:read argument:text* | registry=go
go test : ${go} -run=text -bench=text -benchmem -benchtime=text -blockprofile=write -blockprofilerate=text
  -c -count=text -coverprofile=write -cpu=text -cpuprofile=write -exec=shell -failfast -fullpath
  -fuzz=text -fuzztime=text -fuzzminimizetime=text -list=text -memprofile=write -memprofilerate=text
  -mutexprofile=write -mutexprofilefraction=text -o=write -outputdir=write -parallel=text -short
  -shuffle=text -skip=text -timeout=text -trace=write -vet=text -args -artifacts | package:text* | registry=go
go vet : ${go} -c=text -vettool=text -fix -diff | package:text* | registry=go
go fmt/fix : ${go} | package:text* |
go generate : ${go} -run=text -skip=text | package:text* | registry=go
go list : ${go} -f=text -deps -e -export -find -m -test -compiled -u -versions -retracted -reuse=read |
  package:text* | registry=go
go mod verify/init/edit : ${go} -e -go=text -compat=text -diff -o=write -m
  -vendor -require=text -droprequire=text -replace=text -dropreplace=text -exclude=text -dropexclude=text
  -retract=text -fmt -print -module=text -reuse=read -tool=text | argument:text* |
go mod tidy/download/vendor/graph/why : ${go} -e -go=text -compat=text -diff -o=write -m
  -vendor -require=text -droprequire=text -replace=text -dropreplace=text -exclude=text -dropexclude=text
  -retract=text -fmt -print -module=text -reuse=read -tool=text | argument:text* | registry=go
go work init/use/sync/edit/vendor : ${go} -r -use=text -dropuse=text -replace=text -dropreplace=text -fmt
  -print -o=write | argument:text* |
go env : -w -u -json -changed | variable:text* |
go clean : ${go} -cache -i -modcache -r -testcache -fuzzcache | package:text* |
go tool : -n -modfile=read | tool:text? argument:text* |
composer : -d,--working-dir=cwd -q,--quiet -v,--verbose -vv -vvv -n,--no-interaction --no-plugins
  --no-scripts --no-cache --profile --ansi --no-ansi | argument:text* |
composer install,i : ${composerInstall} | | manager=composer installs
composer update,u,upgrade : ${composerInstall} --with=text -W,--with-all-dependencies
  -w,--with-dependencies --lock --root-reqs -i,--interactive --bump-after-update[=text] | package:text* |
  manager=composer installs
composer require,r : ${composerInstall} -W,--with-all-dependencies -w --sort-packages --fixed --no-update
  --update-no-dev -u | package:package* | manager=composer installs
composer remove,rm,uninstall : ${composerInstall} --unused --no-update -W -w | package:text+ |
composer global : | command:text argument:text* |
composer global require : ${composerInstall} | package:package* | manager=composer
composer create-project : ${composerInstall} -s,--stability=text --repository=index --repository-url=index
  --add-repository --keep-vcs --remove-vcs --ask | package:package path:write? version:text? |
  manager=composer installs
composer run-script,run/exec : --timeout=text --dev --no-dev -l,--list | script:text? argument:text* |
composer config : -g,--global -e,--editor -a,--auth --unset -l,--list -f,--file=write --absolute -j,--json
  -m,--merge --append --source | setting:text* |
composer show,info/validate/dump-autoload,dumpautoload/init/status/why,depends/why-not,prohibits/fund/licenses/clear-cache,clearcache,cc/suggests/archive/bump/check-platform-reqs/home,browse/about/list/reinstall  : -o,--optimize -a,--classmap-authoritative -D,--direct -t,--tree -f,--format=literal --no-dev --strict
  --dir=write --file=text --apcu --rollback --locked --abandoned=text --ignore=text | argument:text* |
composer outdated/search/audit/self-update,selfupdate/diagnose  : -o,--optimize -a,--classmap-authoritative -D,--direct -t,--tree -f,--format=literal --no-dev --strict
  --dir=write --file=text --apcu --rollback --locked --abandoned=text --ignore=text | argument:text* | registry=composer
mvn,mvnw,mvnd : -f,--file=read -s,--settings=read -gs,--global-settings=read -D=text
  -P,--activate-profiles=text -pl,--projects=text -am,--also-make -amd,--also-make-dependents
  -rf,--resume-from=text -T,--threads=text -o,--offline -q,--quiet -X,--debug -e,--errors -B,--batch-mode
  -U,--update-snapshots -N,--non-recursive -nsu,--no-snapshot-updates -ntp,--no-transfer-progress
  -fae,--fail-at-end -ff,--fail-fast -fn,--fail-never -l,--log-file=write -t,--toolchains=read
  -C,--strict-checksums -c -v,--version -V,--show-version -up -llr -itr,--ignore-transitive-repositories |
  goal:text* | registry=maven
gradle,gradlew : -b,--build-file=read -c,--settings-file=read -p,--project-dir=cwd -I,--init-script=read
  -D,--system-prop=text -P,--project-prop=text -g,--gradle-user-home=text -x,--exclude-task=text
  -m,--dry-run --offline --no-daemon --daemon --parallel --max-workers=text --build-cache --no-build-cache
  --configuration-cache --no-configuration-cache --configure-on-demand --console=text --continue --info -i
  -q,--quiet -d,--debug -s,--stacktrace -S,--full-stacktrace --scan --no-scan --refresh-dependencies
  --rerun-tasks --stop --status -t,--continuous -u --write-locks --update-locks=text --include-build=read
  --project-cache-dir=text --tests=text -w,--warn --warning-mode=text --priority=text --profile -a
  --no-rebuild --dependency-verification=text -M,--write-verification-metadata=text | task:text* | registry=gradle
dotnet : -d,--diagnostics --info --list-sdks --list-runtimes --version --additionalprobingpath=text
  --additional-deps=text --depsfile=read --runtimeconfig=read --fx-version=text --roll-forward=text
  --project=text --configuration=text --id=text | file:script? argument:text* | language=dotnet
dotnet build/clean/publish/pack/test/msbuild/vstest : ${dotnet} | project:read* | registry=nuget
dotnet run : ${dotnet} --project=read --launch-profile=text -lp=text --file=read --no-launch-profile
  --environment=text | argument:text* | registry=nuget
dotnet exec : | file:script argument:text* | language=dotnet
dotnet restore : ${dotnet} --packages=text --lock-file-path=text --use-lock-file --locked-mode
  --ignore-failed-sources --force-evaluate --configfile=read | project:read? | manager=nuget installs
dotnet add package : ${dotnet} --version=text --package-directory=text -n --prerelease | package:package |
  manager=nuget installs
dotnet package add : ${dotnet} --project=read --version=text --prerelease | package:package |
  manager=nuget installs
dotnet tool install : ${dotnet} -g,--global --tool-path=write --local --tool-manifest=text --version=text
  --add-source=further-index --configfile=read --create-manifest-if-needed --prerelease --allow-downgrade
  --nuget-source=index --skip-sign-check | package:package* | manager=nuget
dotnet tool update : ${dotnet} -g,--global --tool-path=write --local --tool-manifest=text --version=text
  --add-source=further-index --configfile=read --create-manifest-if-needed --prerelease --allow-downgrade
  --nuget-source=index --skip-sign-check | package:package* | manager=nuget
dotnet workload install : ${dotnet} -g,--global --tool-path=write --local --tool-manifest=text
  --version=text --add-source=further-index --configfile=read --create-manifest-if-needed --prerelease
  --allow-downgrade --nuget-source=index --skip-sign-check | package:package* | manager=nuget
dotnet workload update : ${dotnet} -g,--global --tool-path=write --local --tool-manifest=text
  --version=text --add-source=further-index --configfile=read --create-manifest-if-needed --prerelease
  --allow-downgrade --nuget-source=index --skip-sign-check | package:package* | manager=nuget
dotnet new install : ${dotnet} -g,--global --tool-path=write --local --tool-manifest=text --version=text
  --add-source=further-index --configfile=read --create-manifest-if-needed --prerelease --allow-downgrade
  --nuget-source=index --skip-sign-check | package:package* | manager=nuget
dotnet new update : ${dotnet} -g,--global --tool-path=write --local --tool-manifest=text --version=text
  --add-source=further-index --configfile=read --create-manifest-if-needed --prerelease --allow-downgrade
  --nuget-source=index --skip-sign-check | package:package* | manager=nuget
dotnet tool run/exec : ${dotnet} | command:run |
dotnet tool uninstall/list/restore/search : ${dotnet} -g,--global --tool-path=text --local
  --tool-manifest=read | argument:text* |
dotnet nuget push : -s,--source=url -k,--api-key=text -sk,--symbol-api-key=text -ss,--symbol-source=url
  -t,--timeout=text -n,--no-symbols --no-service-endpoint --skip-duplicate --interactive | file:upload+ |
  connects=api.nuget.org
dotnet nuget delete : -s,--source=url -k,--api-key=text --non-interactive --no-service-endpoint
  --interactive | package:text version:text |
dotnet nuget add/remove/update/enable/disable/list/locals/verify/sign/trust/config/why : -n,--name=text
  -u,--username=text -p,--password=text --store-password-in-clear-text --valid-authentication-types=text
  --configfile=read -c,--clear -l,--list --format=literal -s,--source=text | argument:text* |
dotnet
  dev-certs/ef/new/sln,solution/list/remove/reference/format/watch/user-secrets/sdk/workload/package/help/completions/store/build-server/fsi/add
  : ${dotnet} -n,--name=text -lang,--language=text --project=text --startup-project=text --context=text
  --check --trust --clean -ep=text --export-path=write --password=text | argument:text* |
dotnet ef database drop : ${dotnet} --project=text --startup-project=text --context=text --dry-run
  --connection=text -i,--idempotent | argument:text* |
dotnet ef database update : ${dotnet} --project=text --startup-project=text --context=text --dry-run
  --connection=text -i,--idempotent | argument:text* |
dotnet ef migrations add : ${dotnet} --project=text --startup-project=text --context=text --dry-run
  --connection=text -i,--idempotent | argument:text* |
dotnet ef migrations remove : ${dotnet} --project=text --startup-project=text --context=text --dry-run
  --connection=text -i,--idempotent | argument:text* |
dotnet ef migrations list : ${dotnet} --project=text --startup-project=text --context=text --dry-run
  --connection=text -i,--idempotent | argument:text* |
dotnet ef migrations script : ${dotnet} --project=text --startup-project=text --context=text --dry-run
  --connection=text -i,--idempotent | argument:text* |
dotnet ef dbcontext scaffold : ${dotnet} --project=text --startup-project=text --context=text --dry-run
  --connection=text -i,--idempotent | argument:text* |
nuget : | argument:text* |
nuget install : -Source=index -OutputDirectory=write -Version=text -ConfigFile=read -Prerelease
  -NonInteractive -ExcludeVersion -NoCache -Verbosity=text -Framework=text -SolutionDirectory=text
  -PackagesDirectory=text | package:package* | manager=nuget
nuget restore : -Source=index -PackagesDirectory=write -ConfigFile=read -SolutionDirectory=text
  -NonInteractive -NoCache -Verbosity=text -MSBuildVersion=text | file:read? | manager=nuget installs
nuget push : -Source=url -ApiKey=text -SymbolSource=text -SymbolApiKey=text -Timeout=text -ConfigFile=read
  -NonInteractive -SkipDuplicate -NoSymbols -Verbosity=text | file:upload key:text? |
  connects=api.nuget.org
nuget delete : -Source=url -ApiKey=text -NonInteractive | package:text version:text key:text? |
nuget pack/sources/setapikey/config/locals/sign/verify/add/init/spec/help/trusted-signers/client-certs  : -Source=text -Name=text -UserName=text -Password=text -Version=text -OutputDirectory=write
  -Properties=text -Symbols -ConfigFile=read -Set=text -clear -list -NonInteractive -Verbosity=text |
  argument:text* |
nuget list/update/search  : -Source=text -Name=text -UserName=text -Password=text -Version=text -OutputDirectory=write
  -Properties=text -Symbols -ConfigFile=read -Set=text -clear -list -NonInteractive -Verbosity=text |
  argument:text* | registry=nuget
cpan,cpanm,cpm : -i -f,--force -n,--notest -t -T -l,--local-lib=write -L,--local-lib-contained=write
  -S,--sudo -v,--verbose -q,--quiet --installdeps --from=index --mirror=further-index --mirror-only
  --cpanfile=read --self-upgrade --reinstall --interactive --look --info -M=text -I=text --uninstall -U
  --dev -g --with-develop --with-recommends | package:package* | manager=cpan
luarocks : --server=index --only-server=index --only-sources=text --dev --namespace=text --lua-dir=text
  --lua-version=text --tree=write --local --global --verbose --timeout=text --project-tree=text
  --pack-binary-rock --arch=text --scope=text | argument:text* |
luarocks install/build : --force --force-fast --no-doc --only-deps --deps-mode=text --keep --pin
  --branch=text --sign --verify --no-install --check-lua-versions | package:package* version:text? |
  manager=luarocks installs
luarocks make : --only-deps --pin --deps-mode=text | rockspec:read? | manager=luarocks installs
luarocks download/search/unpack : --all --source --rockspec --arch=text | package:text version:text? | registry=luarocks
luarocks upload : --skip-pack --api-key=text --temp-key=text --force --sign | rockspec:upload file:upload?
  | connects=luarocks.org
luarocks remove/purge : --force --force-fast --tree=text --deps-mode=text --old-versions | package:text? |
mix : --repo=text --step=text --to=text --prefix=text | argument:text* |
mix deps.get/deps.update/local.hex/local.rebar/archive.install/escript.install : --all --only=text
  --target=text --force --if-missing --check-locked | package:text* | manager=hex installs
mix archive.install given --force,hex : --force | archive:text* | manager=hex installs
mix hex.publish/hex.retire/hex.owner/hex.user/hex.organization/hex.config/hex.repo : --yes --dry-run
  --replace --revert=text --organization=text --key=text --message=literal | argument:text* | connects=hex.pm
mix run : -e,--eval=code -r,--require=script -p=text --no-halt --no-start --no-compile --no-mix-exs |
  file:script? argument:text* | language=elixir
mix cmd : --app=text --cd=cwd | command:shell-words |
mix
  compile/test/format/new/clean/deps/deps.clean/deps.unlock/deps.tree/deps.compile/credo/dialyzer/phx.server/phx.new/phx.gen.schema/phx.gen.context/phx.gen.html/phx.gen.live/phx.routes/release/docs/help/xref/app.start/app.config/hex.info/hex.outdated/hex.audit/escript.build/eval/profile.fprof/local/local.phx/archive/archive.build
  : --check-formatted --dry-run --trace --cover --only=text --exclude=text --include=text --seed=text
  --max-failures=text --stale --failed --force --warnings-as-errors --all --unused --overwrite
  --path=write --strict --umbrella --sup --module=text --app=text | argument:text* |
hex,rebar3 : --suite=text --case=text --group=text --module=text --dir=text --sname=text --name=text
  --config=text --profile=text | argument:text* | registry=hex
hex as : | profiles:text argument:text* |
hex hex publish : --yes -y --repo=text -r=text --organization=text --app=text -a=text --revert=text -f | |
  connects=hex.pm
cabal : -v,--verbose[=text] --store-dir=text --config-file=read --project-file=read --http-transport=text
  | argument:text* |
cabal install : -j,--jobs[=text] --lib --installdir=write --install-method=text --overwrite-policy=text
  -w,--with-compiler=text -f,--flags=text --only-dependencies --constraint=text --enable-tests
  --disable-tests --package-env=text --ghc-options=text -O=text | package:package* | manager=cabal
  installs
cabal upload : --publish -d,--documentation -u,--username=text -p,--password=text
  -P,--password-command=text -t,--token=text --candidate | file:upload+ | connects=hackage.haskell.org
cabal haddock/init/configure/freeze/info/list/check/sdist/clean/gen-bounds/exec/path/list-bin/user-config/report/help  : -j,--jobs[=text] -w,--with-compiler=text -f,--flags=text --enable-tests --disable-tests
  --enable-profiling --constraint=text --test-options=text --ghc-options=text --builddir=text -O=text
  --index-state=text -o,--output-directory=write | argument:text* |
cabal build,v2-build/run/test/repl/bench/update/fetch/get,unpack/outdated  : -j,--jobs[=text] -w,--with-compiler=text -f,--flags=text --enable-tests --disable-tests
  --enable-profiling --constraint=text --test-options=text --ghc-options=text --builddir=text -O=text
  --index-state=text -o,--output-directory=write | argument:text* | registry=cabal
stack : --resolver=text --snapshot=text --compiler=text --stack-yaml=read --system-ghc --no-system-ghc
  --install-ghc --nix --docker --work-dir=text --stack-root=text -j,--jobs=text --verbosity=text
  -v,--verbose --silent --color=text --arch=text --local-bin-path=write --allow-different-user |
  argument:text* |
stack install : --flag=text --fast --force-dirty --test --no-test --ghc-options=text --copy-bins
  --dependencies-only --only-dependencies | package:package* | manager=stack installs
stack exec : --package=package --cwd=cwd --plain --no-ghc-package-path --rts-options=text | command:run |
  manager=stack
stack runghc/runhaskell/script : --package=package --cwd=cwd --optimize --compile --ghc-options=text |
  file:script argument:text* | language=haskell manager=stack
stack ghci/repl/new/init/clean/purge/list/ls/path/upload/sdist/templates/config/dot/eval/query/ghc/hoogle/uninstall  : --flag=text --fast --pedantic --file-watch --test --no-test --test-arguments=text --ta=text --coverage
  --ghc-options=text --exec=shell --full --omit-packages --force | argument:text* |
stack build/test/bench/run/haddock/setup/update/upgrade/unpack  : --flag=text --fast --pedantic --file-watch --test --no-test --test-arguments=text --ta=text --coverage
  --ghc-options=text --exec=shell --full --omit-packages --force | argument:text* | registry=stack
opam : -y,--yes --switch=text --root=text --color=text -v,--verbose -q,--quiet --cli=text --jobs=text
  -j=text --debug-level=text --no --confirm-level=text --json=text --git-version --assume-depexts
  --no-depexts --kind=text --compiler=text --packages=text --shell=text | argument:text* |
opam install : --deps-only --with-test --with-doc --with-dev-setup --locked -t -d --destdir=write
  --working-dir --inplace-build --unlock-base --best-effort --formula=text --update-invariant |
  package:package* | manager=opam installs
opam reinstall/upgrade : -a,--all --best-effort | package:text* | manager=opam
opam exec : --set-switch --set-root | command:run |
opam update/search/show : --all --development --repositories | word:text* | registry=opam
brew : -v,--verbose -d,--debug -q,--quiet -h,--help --prefix[=text] --cache[=text] --repository[=text]
  --version --prune=text --env=text | argument:text* |
brew install : ${brew} | package:package+ | manager=brew
brew reinstall/upgrade,up : ${brew} | package:package* | manager=brew registry=brew
brew uninstall,remove,rm : ${brew} | package:text+ |
brew tap : --custom-remote --force --repair --shallow --eval-all | name:text? url:index? | registry=gh
brew update/fetch/search/livecheck : --desc -v,--verbose -f,--force --cask --formula --deps | word:text* | registry=brew
brew untap : -f,--force | name:text+ |
brew bundle : --file=read -g,--global --no-upgrade --no-lock --cleanup --describe -f,--force -a,--all
  --formula --cask --tap | argument:text* | manager=brew installs
brew services : --all --file=read --json --sudo-service-user=text | action:text? formula:text* |
apt,apt-get,aptitude,apt-fast : ${apt} | argument:text* |
apt install : | package:package* | manager=apt
apt update : | | registry=apt
apt reinstall : | package:package+ | manager=apt
apt build-dep/satisfy/source/download : --arch-only --indep-only --only-source --dsc-only --tar-only |
  package:package* | manager=apt
apt upgrade/dist-upgrade/full-upgrade/safe-upgrade/dselect-upgrade : | package:text* | manager=apt
  installs
apt remove/purge/autoremove/autopurge : | package:text* |
add-apt-repository,apt-add-repository : -y,--yes -r,--remove -u,--update -n,--no-update -P,--ppa=text
  -C,--cloud=text -U,--uri=index -S,--sourceslist=text -c,--component=text -p,--pocket=text
  -s,--enable-source -L,--list --login -m,--massive-debug | repository:index* | registry=launchpad
apt-key : | argument:text* |
apt-key add : | file:read |
apt-key adv : --keyserver=host --recv-keys=text --recv=text --fetch-keys=url --keyring=read |
  argument:text* |
apt-key del/list/export/exportall/update/net-update/finger : --keyring=read | argument:text* |
apt-cache,apt-mark,apt-config,apt-file : ${apt} -n,--names-only --full -i,--important --installed
  --recurse -x | argument:text* |
dpkg : -i,--install -r,--remove -P,--purge -l,--list -L,--listfiles -S,--search -s,--status -p
  -c,--contents -I,--info -x,--extract -X -e,--control -b,--build -C,--audit --unpack --configure
  -a,--pending --force-all --force-depends --force-overwrite --force-confold --force-confnew
  --force-confdef -R,--recursive --root=write --admindir=text --instdir=text --add-architecture=text
  --remove-architecture=text --print-architecture --get-selections --set-selections --clear-selections
  --no-act --dry-run --simulate -E -G -O -B --verify -V --ignore-depends=text
  --print-foreign-architectures --compare-versions | argument:text* |
dpkg given -i,--install,--unpack : -i,--install --unpack -R,--recursive --force-all -E -G -r,--remove
  -P,--purge -l,--list -L,--listfiles -S,--search -s,--status -p -c,--contents -I,--info -x,--extract -X
  -e,--control -b,--build -C,--audit --configure -a,--pending --force-depends --force-overwrite
  --force-confold --force-confnew --force-confdef --root=write --admindir=text --instdir=text
  --add-architecture=text --remove-architecture=text --print-architecture --get-selections
  --set-selections --clear-selections --no-act --dry-run --simulate -O -B --verify -V
  --ignore-depends=text --print-foreign-architectures --compare-versions | package:package+ | manager=apt
dpkg given -x,--extract,-X,-e,--control : -x,--extract -X -e,--control -i,--install -r,--remove -P,--purge
  -l,--list -L,--listfiles -S,--search -s,--status -p -c,--contents -I,--info -b,--build -C,--audit
  --unpack --configure -a,--pending --force-all --force-depends --force-overwrite --force-confold
  --force-confnew --force-confdef -R,--recursive --root=write --admindir=text --instdir=text
  --add-architecture=text --remove-architecture=text --print-architecture --get-selections
  --set-selections --clear-selections --no-act --dry-run --simulate -E -G -O -B --verify -V
  --ignore-depends=text --print-foreign-architectures --compare-versions | archive:read directory:write? |
dpkg given -c,--contents,-I,--info : -c,--contents -I,--info -i,--install -r,--remove -P,--purge -l,--list
  -L,--listfiles -S,--search -s,--status -p -x,--extract -X -e,--control -b,--build -C,--audit --unpack
  --configure -a,--pending --force-all --force-depends --force-overwrite --force-confold --force-confnew
  --force-confdef -R,--recursive --root=write --admindir=text --instdir=text --add-architecture=text
  --remove-architecture=text --print-architecture --get-selections --set-selections --clear-selections
  --no-act --dry-run --simulate -E -G -O -B --verify -V --ignore-depends=text
  --print-foreign-architectures --compare-versions | archive:read |
dpkg given -b,--build : -b,--build -i,--install -r,--remove -P,--purge -l,--list -L,--listfiles
  -S,--search -s,--status -p -c,--contents -I,--info -x,--extract -X -e,--control -C,--audit --unpack
  --configure -a,--pending --force-all --force-depends --force-overwrite --force-confold --force-confnew
  --force-confdef -R,--recursive --root=write --admindir=text --instdir=text --add-architecture=text
  --remove-architecture=text --print-architecture --get-selections --set-selections --clear-selections
  --no-act --dry-run --simulate -E -G -O -B --verify -V --ignore-depends=text
  --print-foreign-architectures --compare-versions | directory:read archive:write? | recursive
dpkg-reconfigure : -f,--frontend=text -p,--priority=text -a,--all -u,--unseen-only --force --no-reload |
  package:text+ |
yum,dnf,microdnf,tdnf,dnf5 : -y,--assumeyes,--yes --assumeno -q,--quiet -v,--verbose -c,--config=read
  -d,--debuglevel=text -e,--errorlevel=text --enablerepo=text --disablerepo=text --repo,--repoid=text
  --repofrompath=further-index --exclude,-x=text --excludepkgs=text --installroot=write --nogpgcheck
  --no-gpgchecks --releasever=text --setopt=text --skip-broken --allowerasing -b,--best --nobest --no-best
  --noautoremove --downloadonly --downloaddir,--destdir=write -C,--cacheonly --color=text
  --disableplugin=text --enableplugin=text --noplugins --nodocs --security --bugfix --advisory=text
  --cve=text --refresh --forcearch=text --setopt=text --comment=literal --disableexcludes=text
  --rpmverbosity=text -R,--randomwait=text -t,--tolerant --use-host-config | argument:text* |
yum install,in/localinstall/reinstall,rei/downgrade,dg/install-n/install-na/install-nevra/swap :
  --allow-downgrade | package:package+ | manager=dnf
yum groupinstall,groupsinstall : --with-optional | group:text+ | manager=dnf
yum group install : --with-optional | group:text+ | manager=dnf
yum upgrade,update,up/upgrade-minimal,update-minimal/distro-sync,dsync/system-upgrade/offline-upgrade :
  --minimal | argument:text* | manager=dnf installs
yum remove,erase,rm/autoremove/groupremove : --oldinstallonly --duplicates | package:text* |
yum config-manager : --add-repo=index --set-enabled --set-disabled --save --dump --dump-variables |
  argument:text* |
yum config-manager addrepo : --from-repofile=index --id=text --set=text --save-filename=text --overwrite |
  |
yum copr enable : --hub=text | repository:index argument:text* | registry=copr
yum builddep : -D=text --spec --srpm | package:package+ | manager=dnf
yum list,ls/provides,whatprovides/repoquery,rq/repolist/repoinfo/repo/check/clean/history,hist/module/group/copr/mark/alias/deplist/download/needs-restarting/versionlock/updateinfo/shell/reposync/environment/advisory/leaves/changelog/help/offline  : --installed --available --all --showduplicates --whatprovides=text --whatrequires=text --qf=text
  --queryformat=text --resolve --source --url -l --list --requires --userinstalled --newest-only
  -p,--download-path=write | argument:text* |
yum search,se/info,if/check-update,check-upgrade/makecache,mc  : --installed --available --all --showduplicates --whatprovides=text --whatrequires=text --qf=text
  --queryformat=text --resolve --source --url -l --list --requires --userinstalled --newest-only
  -p,--download-path=write | argument:text* | registry=dnf
rpm : -q,--query -a,--all -l,--list -f,--file -p,--package -i,--install,--info -U,--upgrade -F,--freshen
  -e,--erase -v,--verbose -h,--hash -V,--verify -K,--checksig -c,--configfiles -d,--docfiles -R,--requires
  --provides --changelog --scripts -s,--state --qf,--queryformat=text --nodeps --force --replacepkgs
  --replacefiles --oldpackage --test --noscripts --nosignature --nodigest --nogpgcheck --root,-r=write
  --dbpath=text --prefix=text --relocate=text --excludepath=text --whatprovides=text --whatrequires=text
  --define,-D=text --eval,-E=text --rebuilddb --initdb --import --last --justdb --allmatches |
  package:text* |
rpm given -i,--install,-U,--upgrade,-F,--freshen : -i,--install -U,--upgrade -F,--freshen -v -h --nodeps
  --force -q,--query -a,--all -l,--list -f,--file -p,--package --info -e,--erase --verbose --hash
  -V,--verify -K,--checksig -c,--configfiles -d,--docfiles -R,--requires --provides --changelog --scripts
  -s,--state --qf,--queryformat=text --replacepkgs --replacefiles --oldpackage --test --noscripts
  --nosignature --nodigest --nogpgcheck --root,-r=write --dbpath=text --prefix=text --relocate=text
  --excludepath=text --whatprovides=text --whatrequires=text --define,-D=text --eval,-E=text --rebuilddb
  --initdb --import --last --justdb --allmatches | package:package+ | manager=dnf
rpm given -q,--query,-V,--verify,-K,--checksig,--import : -q,--query -a -l -f -p -i --qf=text -V -K
  --import --all --list --file --package --install,--info -U,--upgrade -F,--freshen -e,--erase
  -v,--verbose -h,--hash --verify --checksig -c,--configfiles -d,--docfiles -R,--requires --provides
  --changelog --scripts -s,--state --queryformat=text --nodeps --force --replacepkgs --replacefiles
  --oldpackage --test --noscripts --nosignature --nodigest --nogpgcheck --root,-r=write --dbpath=text
  --prefix=text --relocate=text --excludepath=text --whatprovides=text --whatrequires=text
  --define,-D=text --eval,-E=text --rebuilddb --initdb --last --justdb --allmatches | argument:text* |
zypper : -n,--non-interactive -q,--quiet -v,--verbose --no-gpg-checks --gpg-auto-import-keys
  -p,--plus-repo=further-index --root,-R=write --installroot=text -c,--config=read --no-refresh --no-cd
  --no-remote --releasever=text -t,--type=text -r,--repo=text -f,--force -l,--auto-agree-with-licenses
  -D,--dry-run -d,--download-only --download=text -y,--no-confirm --from=text --replacefiles
  --allow-downgrade --allow-unsigned-rpm --no-recommends --recommends --details -u,--clean-deps -s -i
  --oldpackage --capability -C | argument:text* |
zypper install,in/source-install,si/install-new-recommends,inr : | package:package* | manager=zypper
zypper update,up/dist-upgrade,dup/patch : | package:text* | manager=zypper installs
zypper remove,rm : | package:text+ |
zypper addrepo,ar : -f,--refresh -p,--priority=text -e,--enable -g,--gpgcheck -G,--no-gpgcheck --name=text
  | uri:index alias:text? |
zypper refresh,ref/search,se/info,if/list-updates,lu : -f,--force -r,--repo=text -s,--details -i,--installed-only | word:text* | registry=zypper
pacman,yay,paru,pamac,trizen : -S,--sync -U,--upgrade -R,--remove -Q,--query -D,--database -F,--files
  -T,--deptest -y,--refresh -u,--sysupgrade -s,--recursive,--search -c,--clean,--cascade -n,--nosave
  -d,--nodeps -i,--info -l,--list -o,--owns -q,--quiet -m,--foreign -e,--explicit -t,--unneeded
  -w,--downloadonly -k,--check -p,--print -g,--groups -v,--verbose --noconfirm --confirm --needed --asdeps
  --asexplicit --overwrite=text --ignore=text --ignoregroup=text --root,-r=write -b,--dbpath=text
  --cachedir=text --config=read --arch=text --gpgdir=text --logfile=write --noscriptlet --noprogressbar
  --disable-download-timeout --sysroot=text --dbonly --hookdir=text --aur --repo --devel --color=text |
  argument:text* |
pacman given -R,--remove : -R,--remove -s,--recursive -c,--cascade -n,--nosave -d,--nodeps -u,--unneeded
  --noconfirm --print -p -S,--sync -U,--upgrade -Q,--query -D,--database -F,--files -T,--deptest
  -y,--refresh --sysupgrade --search --clean -i,--info -l,--list -o,--owns -q,--quiet -m,--foreign
  -e,--explicit -t -w,--downloadonly -k,--check -g,--groups -v,--verbose --confirm --needed --asdeps
  --asexplicit --overwrite=text --ignore=text --ignoregroup=text --root,-r=write -b,--dbpath=text
  --cachedir=text --config=read --arch=text --gpgdir=text --logfile=write --noscriptlet --noprogressbar
  --disable-download-timeout --sysroot=text --dbonly --hookdir=text --aur --repo --devel --color=text |
  package:text+ |
pacman given -Q,--query,-F,--files,-T,--deptest,-D,--database : -Q,--query -F,--files -T -D,--database
  -s,--search -i -l -o -q -m -e -t -u -k -d -S,--sync -U,--upgrade -R,--remove --deptest -y,--refresh
  --sysupgrade --recursive -c,--clean,--cascade -n,--nosave --nodeps --info --list --owns --quiet
  --foreign --explicit --unneeded -w,--downloadonly --check -p,--print -g,--groups -v,--verbose
  --noconfirm --confirm --needed --asdeps --asexplicit --overwrite=text --ignore=text --ignoregroup=text
  --root,-r=write -b,--dbpath=text --cachedir=text --config=read --arch=text --gpgdir=text --logfile=write
  --noscriptlet --noprogressbar --disable-download-timeout --sysroot=text --dbonly --hookdir=text --aur
  --repo --devel --color=text | argument:text* |
pacman given -s,--search,-i,--info,-g,--groups,-c,--clean,-l,--list : -S -s,--search -i,--info -g
  -c,--clean -l -y -q --sync -U,--upgrade -R,--remove -Q,--query -D,--database -F,--files -T,--deptest
  --refresh -u,--sysupgrade --recursive --cascade -n,--nosave -d,--nodeps --list -o,--owns --quiet
  -m,--foreign -e,--explicit -t,--unneeded -w,--downloadonly -k,--check -p,--print --groups -v,--verbose
  --noconfirm --confirm --needed --asdeps --asexplicit --overwrite=text --ignore=text --ignoregroup=text
  --root,-r=write -b,--dbpath=text --cachedir=text --config=read --arch=text --gpgdir=text --logfile=write
  --noscriptlet --noprogressbar --disable-download-timeout --sysroot=text --dbonly --hookdir=text --aur
  --repo --devel --color=text | argument:text* |
pacman given -S,--sync : -S,--sync -y,--refresh -u,--sysupgrade -w,--downloadonly --noconfirm --needed
  --asdeps --ignore=text --overwrite=text -U,--upgrade -R,--remove -Q,--query -D,--database -F,--files
  -T,--deptest -s,--recursive,--search -c,--clean,--cascade -n,--nosave -d,--nodeps -i,--info -l,--list
  -o,--owns -q,--quiet -m,--foreign -e,--explicit -t,--unneeded -k,--check -p,--print -g,--groups
  -v,--verbose --confirm --asexplicit --ignoregroup=text --root,-r=write -b,--dbpath=text --cachedir=text
  --config=read --arch=text --gpgdir=text --logfile=write --noscriptlet --noprogressbar
  --disable-download-timeout --sysroot=text --dbonly --hookdir=text --aur --repo --devel --color=text |
  package:package* | manager=pacman installs
pacman given -U,--upgrade : -U,--upgrade --noconfirm --needed --asdeps --overwrite=text -S,--sync
  -R,--remove -Q,--query -D,--database -F,--files -T,--deptest -y,--refresh -u,--sysupgrade
  -s,--recursive,--search -c,--clean,--cascade -n,--nosave -d,--nodeps -i,--info -l,--list -o,--owns
  -q,--quiet -m,--foreign -e,--explicit -t,--unneeded -w,--downloadonly -k,--check -p,--print -g,--groups
  -v,--verbose --confirm --asexplicit --ignore=text --ignoregroup=text --root,-r=write -b,--dbpath=text
  --cachedir=text --config=read --arch=text --gpgdir=text --logfile=write --noscriptlet --noprogressbar
  --disable-download-timeout --sysroot=text --dbonly --hookdir=text --aur --repo --devel --color=text |
  package:package+ | manager=pacman
makepkg : -s,--syncdeps -i,--install -c,--clean -C -f,--force -r,--rmdeps -o,--nobuild -e -d -A -g -p=read
  --noconfirm --skipinteg --skipchecksums --skippgpcheck --needed --sign --key=text --config=read
  --nocheck --noextract --printsrcinfo | argument:text* | manager=pacman installs
apk : -p,--root=write -X,--repository=further-index --repositories-file=read -q,--quiet -v,--verbose
  -i,--interactive -f,--force --allow-untrusted --no-cache --no-network --no-progress --purge
  -U,--update-cache --wait=text --keys-dir=text --cache-dir=text --arch=text -t,--virtual=text
  -u,--upgrade -l,--latest -s,--simulate --initdb --no-chown --no-scripts --force-overwrite
  --force-broken-world --cache-max-age=text --print-arch -a,--available --no-commit-hooks
  --progress-fd=text -r,--rdepends | argument:text* |
apk add : | package:package* | manager=apk
apk upgrade : --self-upgrade-only --prune --ignore | package:text* | manager=apk installs
apk del : | package:text+ |
apk info/list/fix/cache/policy/stats/audit/dot/index/manifest/verify/version/convdb/mkndx/mkpkg/extract/query/adbdump  : -e,--exact -L,--contents -R,--depends -I,--installed -o,--output=write -d,--description -w,--webpage
  -W,--who-owns | argument:text* |
apk update/search/fetch  : -e,--exact -L,--contents -R,--depends -I,--installed -o,--output=write -d,--description -w,--webpage
  -W,--who-owns | argument:text* | registry=apk
emerge : -a,--ask -v,--verbose -p,--pretend -u,--update -D,--deep -N,--newuse -U,--changed-use
  -1,--oneshot -C,--unmerge -c,--depclean -P,--prune -s,--search -S,--searchdesc -f,--fetchonly
  -k,--usepkg -K,--usepkgonly -g,--getbinpkg -G,--getbinpkgonly -n,--noreplace -q,--quiet[=text] -t,--tree
  -w,--select[=text] -j,--jobs[=text] --sync --info --with-bdeps=text --autounmask[=text]
  --autounmask-write --autounmask-continue --keep-going[=text] --exclude=text --root=write --config
  --resume --skipfirst --load-average=text --backtrack=text --buildpkg | package:package* |
  manager=portage
emerge given -C,--unmerge,-c,--depclean,-P,--prune,-s,--search,-S,--searchdesc,--sync,--info :
  -C,--unmerge -c,--depclean -P -s -S --sync --info -a -p -v --ask --verbose --pretend -u,--update
  -D,--deep -N,--newuse -U,--changed-use -1,--oneshot --prune --search --searchdesc -f,--fetchonly
  -k,--usepkg -K,--usepkgonly -g,--getbinpkg -G,--getbinpkgonly -n,--noreplace -q,--quiet[=text] -t,--tree
  -w,--select[=text] -j,--jobs[=text] --with-bdeps=text --autounmask[=text] --autounmask-write
  --autounmask-continue --keep-going[=text] --exclude=text --root=write --config --resume --skipfirst
  --load-average=text --backtrack=text --buildpkg | package:text* |
nix : ${nix} --to=text --older-than=text --from=text --apply=text --write-to=text --commands=text
  --type=text --templates=text --max=text | argument:text* |
nix profile install : --priority=text --all | package:package* | manager=nix
nix profile add : --priority=text --all | package:package* | manager=nix
nix profile upgrade : --priority=text --all | package:package* | manager=nix
nix run : | package:package? argument:text* | manager=nix
nix shell/develop : -i,--ignore-environment --keep=text -u,--unset=text -k=text -s=text -c,--command=run
  --redirect=text --phase=text --build --configure --install --check --unpack | package:package* |
  manager=nix
nix build : --dry-run --print-out-paths | package:text* | registry=nix
nix flake update/lock/show/check/metadata/clone/archive : --commit-lock-file --update-input=text | flake:text* | registry=nix
nix-env : ${nix} -p=text -q,--query -a,--available -P,--attr-path -s,--status --rollback
  -S,--switch-profile=text -G,--switch-generation=text --list-generations --delete-generations
  --description --compare-versions -A,--attr=text --dry-run | argument:text* |
nix-env given -i,--install,-u,--upgrade : -i,--install -u,--upgrade -A,--attr=package -f,--file=read
  -E,--from-expression --from-profile=text -r,--remove-all --dry-run --always --leq -b,--prebuilt-only
  -p,--profile=text --preserve-installed -iA=package ${nix} -q,--query -a,--available -P,--attr-path
  -s,--status --rollback -S,--switch-profile=text -G,--switch-generation=text --list-generations
  --delete-generations --description --compare-versions | package:package* | manager=nix registry=nix
nix-env given -iA : -iA=package -f,--file=read ${nix} -p=text -q,--query -a,--available -P,--attr-path
  -s,--status --rollback -S,--switch-profile=text -G,--switch-generation=text --list-generations
  --delete-generations --description --compare-versions -A,--attr=text --dry-run | package:package* |
  manager=nix registry=nix
nix-env given -e,--uninstall : -e,--uninstall --dry-run -p,--profile=text ${nix} -q,--query -a,--available
  -P,--attr-path -s,--status --rollback -S,--switch-profile=text -G,--switch-generation=text
  --list-generations --delete-generations --description --compare-versions -A,--attr=text | package:text+
  |
nix-shell : ${nix} -p,--packages=package -i=text --run=shell --command=shell --pure --keep=text
  --exclude=text -A,--attr=text -E=text | argument:text* | manager=nix
nix-shell given -p,--packages : ${nix} -p,--packages=package --run=shell --command=shell --pure
  --keep=text -E=text -i=text --exclude=text -A,--attr=text | package:package* | manager=nix
nix-build,nix-store,nix-instantiate,nix-channel,nix-collect-garbage,nix-prefetch-url,nix-copy-closure,nix-hash,home-manager,nixos-rebuild,darwin-rebuild
  : ${nix} -A,--attr=text -E=text -d,--delete-old --delete-older-than=text --dry-run -r,--realise
  -q,--query --gc --delete --add=text --remove=text --update --flake=text --target-host=host
  --build-host=host --use-remote-sudo --sudo --rollback --upgrade -b=text --to --from --gzip |
  argument:text* | registry=nix
snap : | argument:text* |
snap install : --channel=text --stable --beta --edge --candidate --classic --devmode --dangerous
  --jailmode --revision=text --name=text --no-wait --unaliased --cohort=text --transaction=text --prefer
  --ignore-validation | package:package+ | manager=snap
snap refresh : --channel=text --stable --beta --edge --candidate --classic --list --time --hold[=text]
  --unhold --amend --revision=text --no-wait | package:text* | manager=snap installs
snap remove : --purge --revision=text --no-wait --terminate | package:text+ |
snap run : --shell --hook=text --revision=text --trace-exec | command:run |
snap list/revert/enable/disable/connect/disconnect/connections/interfaces/services/start/stop/restart/logs/set/get/unset/alias/unalias/aliases/login/logout/whoami/ack/known/changes/tasks/abort/watch/version/save/restore/saved/forget/warnings/okay/prefer/switch/model/reboot/pack/try/wait/debug/help/components/quota/validate/create-cohort/export-snapshot/import-snapshot/check-snapshot  : --all --channel=text --revision=text --basename=text --target-directory=write -n=text -f --no-wait |
  argument:text* |
snap find/info/download  : --all --channel=text --revision=text --basename=text --target-directory=write -n=text -f --no-wait |
  argument:text* | registry=snap
flatpak : --user --system --installation=text -v,--verbose --version --supported-arches --columns=text |
  argument:text* |
flatpak install : -y,--assumeyes --noninteractive --from --bundle --reinstall --or-update --runtime --app
  --arch=text --no-deps --no-related --gpg-file=read --no-pull --no-deploy --subpath=text --include-sdk
  --sideload-repo=further-index | remote:text? package:package* | manager=flatpak
flatpak update : -y,--assumeyes --noninteractive --commit=text --force-remove --appstream --no-deps
  --no-related --arch=text --subpath=text | package:text* | manager=flatpak installs
flatpak uninstall,remove : -y,--assumeyes --noninteractive --all --unused --delete-data --force-remove
  --keep-ref --arch=text | package:text* |
flatpak remote-add : --if-not-exists --from --gpg-import=read --no-gpg-verify --title=literal
  --default-branch=text --collection-id=text --disable --prio=text --subset=text | name:text url:index |
flatpak run : --command=text --branch=text --arch=text --devel --filesystem=text --nofilesystem=text
  --socket=text --share=text --unshare=text --device=text --env=text --env-fd=text --talk-name=text
  --own-name=text --persist=text --cwd=text --file-forwarding -p=text --parent-pid=text --die-with-parent
  --sandbox --no-session-bus | application:text argument:text* |
flatpak override : --filesystem=text --nofilesystem=text --socket=text --nosocket=text --share=text
  --unshare=text --device=text --env=text --talk-name=text --reset --show | application:text? |
port : -v -d -q -n -R -u -f -o -s -b -c -k -p -t -y -N -D=text -F=text | argument:text* |
port install : | package:package+ | manager=port
port upgrade/selfupdate/sync : | argument:text* | manager=port
choco,chocolatey : -y,--yes,--confirm -f,--force -v,--verbose -d,--debug -r,--limit-output --noop
  -s,--source=index --version=text --pre,--prerelease --params,--package-parameters=text
  --ia,--install-arguments=text -x86,--forcex86 -i,--ignore-dependencies -n,--skip-scripts -u,--user=text
  -p,--password=text --allow-empty-checksums --ignore-checksums --no-progress
  --timeout,--execution-timeout=text -m,--allow-multiple --allow-downgrade -x,--force-dependencies
  -a,--all-versions --exact -e -l,--local-only --id-only --except=text --fail-on-unfound --proxy=text
  --cache-location=text --not-silent --accept-license -k,--key=text --name=text --value=text |
  argument:text* |
choco install : | package:package+ | manager=choco
choco upgrade : | package:package+ | manager=choco
choco uninstall : | package:text+ |
choco push : -k,--api-key=text -t=text | file:upload? | connects=push.chocolatey.org
choco source add : -n,--name=text --priority=text --bypass-proxy --allow-self-service | |
scoop : | argument:text* |
scoop install : -g,--global -i,--independent -k,--no-cache -s,--skip-hash-check,--skip
  -u,--no-update-scoop -a,--arch=text | package:package+ | manager=scoop
scoop update : -g,--global -f,--force -i,--independent -k,--no-cache -q,--quiet -s,--skip -a,--all |
  package:package* | manager=scoop registry=scoop
scoop uninstall : -g,--global -p,--purge | package:text+ |
scoop bucket add : | name:text repository:index? |
winget : | argument:text* |
winget install,add/upgrade,update : ${winget} | package:package? | manager=winget
winget uninstall,remove,rm : ${winget} --purge --preserve | package:text? |
winget source add : -n,--name=text -a,--arg=index -t,--type=text --trust-level=text --header=literal
  --accept-source-agreements --explicit | name:text? url:index? type:text? |
winget import : -i,--import-file=read --ignore-unavailable --ignore-versions --no-upgrade
  --accept-package-agreements --accept-source-agreements | file:read? | manager=winget installs
winget
  search,find/show,view/list,ls/source/hash/validate/settings/features/export/configure/download/pin/repair/dscv3/mcp/error
  : ${winget} --output=write -f,--file=read -d,--download-directory=write | argument:text* |
pod : --sources=text --swift-version=text | argument:text* |
pod install/update : --repo-update --no-repo-update --project-directory=cwd --clean-install --deployment
  --verbose --silent --sources=text --exclude-pods=text | pod:text* | manager=cocoapods installs
carthage : | argument:text* |
carthage archive/copy-frameworks/version/validate :
  --platform=text --use-xcframeworks --no-use-binaries --cache-builds --project-directory=cwd --use-ssh
  --use-submodules --no-build --configuration=text --new-resolver --output=write | dependency:text* |
carthage bootstrap/update/checkout/build/outdated/fetch :
  --platform=text --use-xcframeworks --no-use-binaries --cache-builds --project-directory=cwd --use-ssh
  --use-submodules --no-build --configuration=text --new-resolver --output=write | dependency:text* | registry=gh
swift : -e=code -target=text -I=text -L=text -D=text -F=text -frontend -v --version
  --allow-writing-to-directory=text --allow-network-connections=text --type=text --name=text --url=text
  --from=text | file:script? argument:text* | language=swift
swift build/test : ${swift} -c,--configuration=text --product=text --target=text --static-swift-stdlib
  --filter=literal --skip=text --parallel --enable-code-coverage --num-workers=text --xunit-output=write
  --show-bin-path --arch=text --triple=text --sdk=read --toolset=text --swift-sdk=text -l,--list-tests |
  argument:text* | registry=swift
swift run : ${swift} -c,--configuration=text --skip-build | product:text? argument:text* | registry=swift
swift package resolve/update : ${swift} | argument:text* | manager=swift installs
sdk : | argument:text* |
sdk use,u/default,d/uninstall,rm/current,c/env/home/version,v/broadcast,b/help/offline/flush/config  : --force | candidate:text? version:text? path:text? |
sdk install,i/list,ls/upgrade,ug/selfupdate/update  : --force | candidate:text? version:text? path:text? | registry=sdkman
helm-docs : -c,--chart-search-root=read -t,--template-files=read -o,--output-file=write -d,--dry-run
  -i=text -l=text -s=text -f=text | |
nuxi,degit,tiged,giget : -f,--force -v,--verbose --mode=text -c,--cache --offline --template=text -t=text
  | source:text argument:text* | registry=gh
clawhub,smithery : --client=text --config=text --key=text | action:text package:package? | manager=skill
vcpkg,conan : --remote=text --triplet=text | argument:text* |
vcpkg install : --triplet=text --overlay-ports=text --overlay-triplets=text --clean-after-build --recurse
  --feature=text --x-install-root=write -b,--build=text -s,--settings=text -o,--options=text
  -pr,--profile=text -of,--output-folder=write --requires=package -r,--remote=index -u,--update
  -g,--generator=text -l,--lockfile=read --tool-requires=package --deployer=text -c,--conf=text |
  package:package* | manager=vcpkg installs
vcpkg remote add : --index=text --insecure --force | name:text url:index |
tlmgr : --repository=index --repo=index -v -q --usermode --usertree=text --dry-run -n --gui
  --package-logfile=write | argument:text* |
tlmgr install : --reinstall --no-depends --force --with-doc --with-src --file | package:package+ |
  manager=tlmgr
tlmgr update : --all --self --list --force --reinstall-forcibly-removed --exclude=text | package:text* |
  manager=tlmgr installs
pkg,pkgin,pkg_add : -y,--yes -f -q -v -j=text -c=text -r=text -C=read -o=text -R=text -4 -6 -N |
  argument:text* |
pkg install,add : -A -M -U -n | package:package+ | manager=pkg
pkg upgrade : -n | package:text* | manager=pkg installs
pkg update/search/fetch/audit : -f -a -y -r=text | word:text* | registry=pkg
pkg delete,remove,autoremove,uninstall : -a -n -x -g | package:text* |
proto : -g --activate --silent --install-if-missing --default --lts --use-on-cd
  --reinstall-packages-from=text | action:text word:text* |
prebuild-install,electron-rebuild,patch-package,npm-check,ncu,npm-check-updates,depcheck,npm-run-all,run-s,run-p,wsrun,zx,wireit
  : -u -g -i -t=text -f=text -w -p -c -n=text -k -s=text -C=text --names=text --kill-others --success=text
  -e=code | word:text* |
lerna,nx,turbo,rush,changeset,changesets,semantic-release,release-it,standard-version,np,bumpp,auto :
  --scope=text --ignore=text --since=text --filter=literal -t,--target=text -p,--projects=text
  --parallel[=text] --concurrency=text --skip-nx-cache --base=text --head=text --affected --no-cache
  --force --dry-run --ci --all --output-style=text --token=text --cache-dir=text --graph[=text] -y --yes
  --snapshot[=text] --tag=text | action:text word:text* |
lerna publish : -y,--yes --dry-run --dist-tag=text --conventional-commits | bump:text* |
  connects=registry.npmjs.org
rye : -C,--directory=cwd -P,--project=cwd -n,--no-interaction -q -v -vv -vvv --no-ansi --no-plugins
  -p=text -e,--env=text | action:text? word:text* |
rye run : -l,--list --pyproject=read | command:run |
rye install : --extra=text -p,--python=text --git=package --path=text -f,--force | package:package | manager=pip
easy_install,nimble,shards,spago,elm,dub,carton,ppm,raco,roswell,quicklisp : -i -n -f -q -l=text -L=text
  --local --notest --dev -y --yes --global --server=index --only-server=index --repo=text --from=index
  --save-dev --force --all --enable-tests -j=text --resolver=text --test --bench | action:text
  package:text* | registry=misc
rustup-init : +nightly -y -q -v --default-toolchain=text --profile=text -t=text -c=text --toolchain=text
  --component=text --no-modify-path --force --no-self-update | action:text? word:text* |
ant,sbt,mill,boot,leiningen : -f,-buildfile=read -D=text -q -v -lib=text -mem=text -batch --client -J=text
  | target:text* | registry=jvm
paket : -Source=index -ApiKey=text -OutputDirectory=write -Version=text -NonInteractive -ConfigFile=read
  -SkipDuplicate | action:text word:text* |
nala : -y,--yes,--assume-yes -q,--quiet -qq -o=text -c=read -t,--target-release,--default-release=text
  -d,--download-only -f,--fix-broken -m --no-install-recommends --install-suggests --reinstall
  --allow-downgrades --allow-unauthenticated --allow-insecure-repositories --force-yes --only-upgrade
  --purge -s,--simulate,--dry-run -u -V -b --no-upgrade --allow-change-held-packages --fix-missing
  --trivial-only --print-uris -a=text --auto-remove --no-remove -v=text | action:text? word:text* | registry=apt
dpkg-query,dpkg-deb,debconf-set-selections,update-alternatives,dpkg-buildpackage,lintian,debuild : -y -q
  -f=text -W -l -L -s -S -x -c -b -I -n -r --remove -P=text --fsys-tarfile --install --set --config --auto
  --frontend=text -p=text --info --contents --list --search --status --recv-keys --keyserver=host |
  word:text* |
urpmi : -y,--assumeyes -q,--quiet -v -x,--exclude=text --enablerepo=text --disablerepo=text --nogpgcheck
  --setopt=text --repo,--repoid=text --repofrompath=further-index -c=read --installroot=write --releasever=text
  --best --allowerasing --skip-broken --downloadonly --nobest --refresh -C --security --advisory=text
  -n,--non-interactive --no-gpg-checks --gpg-auto-import-keys --no-recommends -t=text -r=text -f |
  action:text? word:text* |
rpmbuild,rpm2cpio : -i,--install -U,--upgrade -F -e,--erase -q,--query -a -l -f=text -p -v -h -V --nodeps
  --force --import=text --test -K --root=text --dbpath=text --eval=text --qf=text --queryformat=text
  --oldpackage --replacepkgs --noscripts -ba -bb -bs --define=text | word:text* |
xbps-install,eopkg,swupd,opkg,slackpkg,guix,flox,pkgx,aqua,eget,ubi,stew : -a -y -v -u -q -D -N -1 -f -S
  -R=index -r=text -i --repository=index --force --yes | action:text package:text* | registry=linux
devenv,cachix : -i,--install=text -iA=text -e -u -q -f,--file=read -A,--attr=text -E,--expr=text -I=text
  -p=text -o,--out-link=write --option=text --extra-experimental-features=text --impure --no-link
  --arg=text --argstr=text --substituters=index --flake=text --refresh -d --delete-old -L
  --print-build-logs -j=text --cores=text --show-trace --json --accept-flake-config --override-input=text
  --profile=text | action:text? word:text* |
mint,mas,xcodes,tuist,flutter,fvm,sdkmanager,rvm,tgenv,jabba,sdkman,luaenv,swiftenv,swiftly,ghcup,juliaup,zvm,gvm,kerl,phpbrew,evm
  : -y -f -v -q -g --force --platform=text --release --debug -d=text --device-id=text -t=text
  --target=text --flavor=text --dart-define=text --no-pub --build-number=text --build-name=text --list
  --licenses --sdk_root=text --channel=text | action:text? word:text* |
flutter pub/packages : --offline --dry-run --force --major-versions | action:text package:text* | registry=pub
flutter upgrade/downgrade/precache/create/run/build/test : --force --offline | word:text* | registry=pub
swiftc : -c,--configuration=text --package-path=cwd --build-path,--scratch-path=write --product=text
  --target=text -Xswiftc=text -Xcc=text -Xlinker=text --filter=literal -v --enable-test-discovery --parallel
  --skip=text -e=code -o=write -O -g -I=text -L=text -l=text -module-name=text -sdk=text --show-bin-path
  --disable-sandbox | action:text? word:text* |
code,codium,cursor,subl,zed,idea,webstorm,pycharm,windsurf,positron : -r,--reuse-window -n,--new-window
  -g,--goto -d,--diff -w,--wait -a,--add --install-extension=package --uninstall-extension=text
  --list-extensions --force --disable-extensions --user-data-dir=write --extensions-dir=write
  --profile=text --locate-shell-integration-path=text --version --status --verbose --remote=text
  --folder-uri=text --file-uri=text --command=text | path:text* | manager=vscode
vsce,ovsx,web-ext,amo : -p=text -o=write --pat=text --packagePath=upload --no-dependencies --yarn
  --target=text --pre-release -i=upload --source-dir=read --channel=text --api-key=text --api-secret=text
  | action:text word:text* |
vsce publish : -p=text --pat=text --packagePath=upload --no-dependencies --pre-release --target=text |
  version:text? | connects=marketplace.visualstudio.com
shx : -s,--silent --negate | command:run |
concurrently : -n,--names=text -k,--kill-others --kill-others-on-fail -c,--prefix-colors=text -p,--prefix=text -s,--success=text -r,--raw -g,--group -m,--max-processes=text --restart-tries=text --restart-after=text -P,--passthrough-arguments --hide=text --timings --default-input-target=text -i,--handle-input --no-color -l=text -t=text --cwd=cwd | command:shell* |
`;
