/** Compilers, builders, test runners, linters, and what else works on a project. */

export const builds = `
gofmt,gofumpt : -cpuprofile=write -d -e -l -r=text -s -w -extra -lang=text -modpath=text | file:read* |
gofmt given -w : -cpuprofile=write -d -e -l -r=text -s -w -extra -lang=text -modpath=text |
  file:read+write* |
goimports : -cpuprofile=write -d -e -l -local=text -srcdir=text -format-only -v -w | file:read* |
goimports given -w : -d -e -l -local=text -srcdir=text -format-only -v -w -cpuprofile=write |
  file:read+write* |
golangci-lint : -c,--config=read --no-config --color=text -v,--verbose --cpu-profile-path=write
  --mem-profile-path=write | argument:text* |
golangci-lint run : --timeout=text -E,--enable=text -D,--disable=text --enable-only=text --default=text
  --enable-all --disable-all --fast --fast-only -p,--presets=text --tests[=text] --build-tags=text
  --skip-dirs=text --skip-files=text --exclude=text --new -n --new-from-rev=text
  --new-from-merge-base=text --new-from-patch=read --whole-files --fix --out-format=text
  --output.text.path=text --output.json.path=write --print-issued-lines --max-issues-per-linter=text
  --max-same-issues=text -j,--concurrency=text --modules-download-mode=text --issues-exit-code=text
  --path-mode=text --path-prefix=text --show-stats[=text] --allow-parallel-runners --go=text
  --uniq-by-line --sort-results | package:text* |
golangci-lint fmt : -E,--enable=text -d,--diff --diff-colored --stdin | file:write?+read* |
eslint,eslint_d,oxlint,xo : -c,--config=read --fix --fix-dry-run --fix-type=text --ext=text
  --ignore-path=read --ignore-pattern=text --no-ignore --no-eslintrc --no-config-lookup -f,--format=literal
  -o,--output-file=write --quiet --max-warnings=text --cache --cache-location=write --cache-strategy=text
  --rule=text --parser=text --parser-options=text --plugin=text --rulesdir=read
  --resolve-plugins-relative-to=text --global=text --env=text --report-unused-disable-directives
  --report-unused-disable-directives-severity=text --no-inline-config --stdin --stdin-filename=text
  --color --no-color --no-error-on-unmatched-pattern --print-config=read --debug --init --flag=text
  --stats --concurrency=text --suppress-all --suppress-rule=text --prune-suppressions
  --suppressions-location=write -D=text -A=text -W=text --tsconfig=read --import-plugin | file:read* |
eslint given --fix,--fix-type,--fix-suggestions,--fix-dangerously : --fix --fix-type=text
  --fix-suggestions --fix-dangerously -c,--config=read --fix-dry-run --ext=text --ignore-path=read
  --ignore-pattern=text --no-ignore --no-eslintrc --no-config-lookup -f,--format=literal
  -o,--output-file=write --quiet --max-warnings=text --cache --cache-location=write --cache-strategy=text
  --rule=text --parser=text --parser-options=text --plugin=text --rulesdir=read
  --resolve-plugins-relative-to=text --global=text --env=text --report-unused-disable-directives
  --report-unused-disable-directives-severity=text --no-inline-config --stdin --stdin-filename=text
  --color --no-color --no-error-on-unmatched-pattern --print-config=read --debug --init --flag=text
  --stats --concurrency=text --suppress-all --suppress-rule=text --prune-suppressions
  --suppressions-location=write -D=text -A=text -W=text --tsconfig=read --import-plugin | file:read+write*
  |
prettier,prettierd : -c,--check -l,--list-different -w,--write --config=read --no-config
  --config-precedence=text --find-config-path=text --ignore-path=read --ignore-unknown -u --parser=text
  --plugin=text --print-width=text --tab-width=text --use-tabs --no-semi --single-quote --quote-props=text
  --trailing-comma=text --prose-wrap=text --end-of-line=text --no-editorconfig --cache
  --cache-location=write --cache-strategy=text --log-level=text --loglevel=text --stdin-filepath=text
  --arrow-parens=text --no-bracket-spacing --no-color --no-error-on-unmatched-pattern --with-node-modules
  --insert-pragma --require-pragma --file-info=text --support-info --embedded-language-formatting=text
  --jsx-single-quote --bracket-same-line --experimental-ternaries | file:read* | stdin=data
prettier given -w,--write : -w,--write -c,--check -l,--list-different --config=read --no-config
  --config-precedence=text --find-config-path=text --ignore-path=read --ignore-unknown -u --parser=text
  --plugin=text --print-width=text --tab-width=text --use-tabs --no-semi --single-quote --quote-props=text
  --trailing-comma=text --prose-wrap=text --end-of-line=text --no-editorconfig --cache
  --cache-location=write --cache-strategy=text --log-level=text --loglevel=text --stdin-filepath=text
  --arrow-parens=text --no-bracket-spacing --no-color --no-error-on-unmatched-pattern --with-node-modules
  --insert-pragma --require-pragma --file-info=text --support-info --embedded-language-formatting=text
  --jsx-single-quote --bracket-same-line --experimental-ternaries | file:read+write* |
ruff : --config=read --isolated -q,--quiet -s,--silent -v,--verbose --target-version=text --exclude=text
  --extend-exclude=text --respect-gitignore --no-respect-gitignore --force-exclude -n,--no-cache
  --cache-dir=text --stdin-filename=text --preview --no-preview --diff --extension=text --line-length=text
  -e,--exit-zero --exit-non-zero-on-fix --color=text --output-format=text | argument:text* |
ruff check : --fix --no-fix --unsafe-fixes --no-unsafe-fixes --fix-only --select=text --ignore=text
  --extend-select=text --per-file-ignores=text --extend-per-file-ignores=text --fixable=text
  --unfixable=text --output-format=text -o,--output-file=write --statistics --add-noqa[=text] --show-files
  --show-settings -w,--watch --ignore-noqa --show-fixes | file:read* | stdin=data
ruff check given --fix,--fix-only,--add-noqa : --fix --unsafe-fixes --fix-only --select=text --ignore=text
  --extend-select=text --add-noqa[=text] --output-format=text --no-fix --no-unsafe-fixes
  --per-file-ignores=text --extend-per-file-ignores=text --fixable=text --unfixable=text
  -o,--output-file=write --statistics --show-files --show-settings -w,--watch --ignore-noqa --show-fixes |
  file:read+write* |
ruff format : --check --range=text --output-format=text | file:read+write* |
ruff format given --check,--diff : --check --range=text --output-format=text | file:read* |
black,isort,yapf,autopep8,autoflake,docformatter,pyupgrade : -c,--check,--check-only -d,--diff
  -l,--line-length=text -t,--target-version=text -S,--skip-string-normalization -q,--quiet -v,--verbose
  --config=read --settings-path=read --sp=read --profile=text --include=text --exclude=text
  --extend-exclude=text --force-exclude --fast --safe --preview --stdin-filename=text -i,--in-place
  -r,--recursive -a,--aggressive --select=text --ignore=text --max-line-length=text --style=text
  -p,--project=text --src=text --float-to-top --remove-all-unused-imports --remove-unused-variables
  --py3-plus --py38-plus --py39-plus --py310-plus --py311-plus --workers=text -W=text --color --no-color
  --filter-files --skip=text --skip-glob=text | file:read+write* | stdin=data
black given --check,--check-only,-c : --check,--check-only -c=text --diff -l=text -d --line-length=text
  -t,--target-version=text -S,--skip-string-normalization -q,--quiet -v,--verbose --config=read
  --settings-path=read --sp=read --profile=text --include=text --exclude=text --extend-exclude=text
  --force-exclude --fast --safe --preview --stdin-filename=text -i,--in-place -r,--recursive
  -a,--aggressive --select=text --ignore=text --max-line-length=text --style=text -p,--project=text
  --src=text --float-to-top --remove-all-unused-imports --remove-unused-variables --py3-plus --py38-plus
  --py39-plus --py310-plus --py311-plus --workers=text -W=text --color --no-color --filter-files
  --skip=text --skip-glob=text | file:read* |
biome : --config-path=read --colors=text --verbose --use-server --max-diagnostics=text --skip-errors
  --no-errors-on-unmatched --error-on-warnings --reporter=text --log-level=text --log-kind=text
  --diagnostic-level=text --stdin-file-path=text --vcs-enabled=text --vcs-use-ignore-file=text
  --files-max-size=text | argument:text* |
biome check/format/lint : --write --fix --apply --apply-unsafe --unsafe --staged --changed --since=text
  --only=text --skip=text --indent-style=text --indent-width=text --line-width=text
  --formatter-enabled=text --linter-enabled=text --organize-imports-enabled=text --assist-enabled=text
  --suppress --reason=literal | file:read* |
biome check/format/lint given --write,--fix,--apply,--apply-unsafe : --write --fix --apply --apply-unsafe
  --unsafe --staged --changed --since=text --only=text --skip=text --indent-style=text --indent-width=text
  --line-width=text --formatter-enabled=text --linter-enabled=text --organize-imports-enabled=text
  --assist-enabled=text --suppress --reason=literal | file:read+write* |
biome ci : --changed --since=text --formatter-enabled=text --linter-enabled=text --threads=text |
  file:read* |
mypy,dmypy : -m,--module=text -p,--package=text -c,--command=text --config-file=read --strict
  --ignore-missing-imports --follow-imports=text --python-version=text --platform=text --exclude=text
  --cache-dir=text --no-incremental --show-error-codes --pretty --no-error-summary --html-report=write
  --xml-report=write --txt-report=write --junit-xml=write --install-types --non-interactive
  --python-executable=text --warn-unused-ignores --disallow-untyped-defs --explicit-package-bases
  --namespace-packages --disable-error-code=text --enable-error-code=text --check-untyped-defs |
  file:read* |
pyright,basedpyright : -p,--project=read -w,--watch --outputjson --verifytypes=text --createstub=text
  --level=text --pythonpath=text --pythonplatform=text --pythonversion=text --stats --dependencies
  --threads[=text] --warnings --skipunannotated -v,--venvpath=text | file:read* |
pylint,flake8,pycodestyle,pydocstyle,pyflakes,bandit : --rcfile=read --config=read -c=text --disable=text
  --enable=text -d=text -e=text -j,--jobs=text --output-format=text -f=text --output=write -o=write
  --fail-under=text --ignore=text --extend-ignore=text --select=text --max-line-length=text
  --max-complexity=text --exclude=text --per-file-ignores=text --statistics --count --show-source -r
  -n=text -l -ll -lll -i -q -x=text -s=text -t=text -b=read --format=literal --load-plugins=text --score=text
  --reports=text --ignore-paths=text --recursive=text -E --errors-only --append-config=read
  --severity-level=text --confidence-level=text --exit-zero | file:read* |
vitest : -c,--config=read -r,--root=cwd --dir=read -u,--update -w,--watch -t,--testNamePattern=literal
  --reporter=text --outputFile=write --coverage[=text] --coverage.provider=text --coverage.reporter=text
  --coverage.reportsDirectory=write --coverage.include=text --coverage.exclude=text --mode=text
  --workspace=read --project=text --environment=text --pool=text --poolOptions.threads.maxThreads=text
  --maxWorkers=text --minWorkers=text --maxConcurrency=text --bail=text --retry=text --testTimeout=text
  --hookTimeout=text --teardownTimeout=text --ui --open --api[=text] --silent[=text] --hideSkippedTests
  --browser[=text] --globals --dom --isolate --no-isolate --inspect[=text] --inspectBrk[=text]
  --exclude=text --passWithNoTests --logHeapUsage --allowOnly --shard=text --changed[=text]
  --sequence.shuffle --sequence.seed=text --typecheck[=text] --run --no-color --no-coverage
  --no-file-parallelism --fileParallelism[=text] --diff=text --expandSnapshotDiff
  --disableConsoleIntercept --update --slowTestThreshold=text --merge-reports[=text] --standalone |
  filter:text* |
vitest run/watch/dev/related/list/bench/init : --json[=text] --filesOnly | filter:text* |
jest : -c,--config=text -t,--testNamePattern=literal --testPathPattern=text --testPathPatterns=text
  --testPathIgnorePatterns=text --runTestsByPath -i,--runInBand -w,--maxWorkers=text --watch
  --watchAll[=text] --coverage[=text] --coverageDirectory=write --collectCoverageFrom=text
  --coverageReporters=text --coverageThreshold=text --rootDir=cwd --roots=text --verbose[=text]
  --silent[=text] -u,--updateSnapshot --ci --bail[=text] -b -o,--onlyChanged -f,--onlyFailures
  --findRelatedTests --passWithNoTests --no-cache --clearCache --cache[=text] --cacheDirectory=text
  --forceExit --detectOpenHandles --json --outputFile=write --reporters=text --testTimeout=text --env=text
  --testEnvironment=text --setupFilesAfterEnv=script --setupFiles=script --globalSetup=script
  --globalTeardown=script --runner=text --selectProjects=text --shard=text --seed=text --showConfig
  --logHeapUsage --no-coverage --colors --expand --changedSince=text --moduleNameMapper=text
  --transform=text --testMatch=text --testRegex=text --projects=text --listTests --noStackTrace
  --errorOnDeprecated --workerThreads --openHandlesTimeout=text --randomize | filter:text* |
mocha : -r,--require=script -g,--grep=literal -f,--fgrep=text -i,--invert -t,--timeout=text
  -R,--reporter=text -O,--reporter-options=text --config=read --package=read --recursive -w,--watch
  --watch-files=text -b,--bail --exit -j,--jobs=text -p,--parallel --spec=read --file=script --ignore=text
  --extension=text -u,--ui=text -c,--color --retries=text -s,--slow=text --loader=script --import=script
  --check-leaks --forbid-only --forbid-pending --inspect[=text] --inspect-brk[=text] -n,--node-option=text
  --sort --allow-uncaught --delay --dry-run --full-trace --global=text --watch-ignore=text --fail-zero
  --pass-on-failing-test-suite | file:read* |
pytest,py.test : -q,--quiet -v,--verbose -vv -vvv -s -x,--exitfirst -l,--showlocals -k=literal -m=text
  -n,--numprocesses=text -p=text -c,--config-file=read -o,--override-ini=text -r=text
  -W,--pythonwarnings=text --rootdir=read --tb=text --maxfail=text --lf,--last-failed --ff,--failed-first
  --nf,--new-first --sw,--stepwise --co,--collect-only --durations=text --durations-min=text --cov[=text]
  --cov-report=text --cov-config=read --cov-fail-under=text --cov-append --cov-branch --no-cov
  --junitxml,--junit-xml=write --junit-prefix=text --html=write --self-contained-html --basetemp=write
  --ignore=text --ignore-glob=text --deselect=text --import-mode=text --capture=text --color=text --pdb
  --pdbcls=text --trace --setup-show --setup-only --fixtures --markers --strict-markers --strict-config
  --timeout=text --timeout-method=text --reruns=text --reruns-delay=text --asyncio-mode=text
  --doctest-modules --doctest-glob=text --log-cli-level=text --log-level=text --log-file=write
  --disable-warnings --no-header --no-summary --dist=text --maxprocesses=text --forked --cache-clear
  --cache-show[=text] --confcutdir=read --pyargs --randomly-seed=text --benchmark-only --benchmark-skip
  --benchmark-json=write --snapshot-update --ds=text --dc=text --reuse-db --create-db --browser=text
  --headed --base-url=text --count=text --runslow --runxfail --pastebin=text --inline-snapshot=text |
  file:read* | language=python
tox,nox : -e,--env=text -s,--session,--sessions=text -c,--conf=read -f,--noxfile=read
  -r,--recreate,--reuse-existing-virtualenvs -R -p,--parallel[=text] -k,--keywords=text -t,--tags=text
  -l,--list -q -v -x,--override=text --notest --skip-pkg-install --installpkg=read --workdir=write
  --root=cwd --develop --sitepackages --force-dep=text --result-json=write --python=text
  -P,--force-python=text -db=text --default-venv-backend=text --envdir=text --report=write
  --non-interactive -N --no-venv --no-install --install-only --error-on-missing-interpreters --posargs |
  argument:text* |
playwright : | argument:text* |
playwright test : -c,--config=read --project=text -g,--grep=literal --grep-invert=text -j,--workers=text
  --reporter=text --headed --debug --ui --ui-host=text --ui-port=text --retries=text --repeat-each=text
  --timeout=text --global-timeout=text --max-failures=text -x -u,--update-snapshots[=text] --output=write
  --shard=text --trace=text --list --pass-with-no-tests --forbid-only --fully-parallel --quiet
  --last-failed --only-changed[=text] --no-deps --tsconfig=read --browser=text --ignore-snapshots
  --name=text --test-list=read | filter:text* |
playwright install/install-deps : --with-deps --dry-run --force --only-shell --no-shell --list |
  browser:text* | registry=playwright
playwright codegen/open/cr/ff/wk : -b,--browser=text -o,--output=write --target=text --device=text
  --load-storage=read --save-storage=write --save-har=write --viewport-size=text --lang=text
  --channel=text --color-scheme=text --proxy-server=text --timezone=text --user-agent=literal
  --test-id-attribute=text | url:url? |
playwright screenshot/pdf : -b,--browser=text --full-page --device=text --load-storage=read
  --save-storage=write --viewport-size=text --wait-for-selector=text --wait-for-timeout=text
  --channel=text | url:url file:write |
playwright show-report/show-trace/merge-reports/clear-cache/uninstall : --host=text --port=text -b=text
  -c=read --reporter=text --all | argument:read?* |
pre-commit : -c,--config=read --color=text | argument:text* |
pre-commit run : -a,--all-files --files -h -v,--verbose --hook-stage=text --from-ref=text --to-ref=text
  -s=text -o=text --show-diff-on-failure --fail-fast | hook:text? file:text* | registry=pre-commit
pre-commit install-hooks : | | registry=pre-commit
pre-commit install/uninstall : -t,--hook-type=text -f,--overwrite --install-hooks --allow-missing-config |
  |
pre-commit autoupdate : --bleeding-edge --freeze --repo=text -j,--jobs=text | | manager=pre-commit
  installs
pre-commit try-repo : --ref=text --rev=text -a,--all-files --verbose --files | repo:package hook:text? |
  manager=pre-commit
protoc : -I,--proto_path=read --cpp_out=write --java_out=write --python_out=write --pyi_out=write
  --go_out=write --go_opt=text --go-grpc_out=write --go-grpc_opt=text --js_out=write --ts_out=write
  --ts_proto_out=write --ts_proto_opt=text --grpc_python_out=write --csharp_out=write --ruby_out=write
  --php_out=write --objc_out=write --kotlin_out=write --rust_out=write --swift_out=write
  --grpc-gateway_out=write --openapiv2_out=write --plugin=read? --descriptor_set_in=read
  -o,--descriptor_set_out=write --include_imports --include_source_info --decode=text --encode=text
  --decode_raw --dependency_out=write --error_format=text --experimental_allow_proto3_optional |
  file:read* |
act : -j,--job=text -W,--workflows=read -e,--eventpath=read -s,--secret=text --secret-file=read --env=text
  --env-file=read --var=text --var-file=read -P,--platform=image? -n,--dryrun -l,--list -g,--graph -b,--bind
  -r,--reuse --privileged --container-architecture=text --container-options=text
  --container-daemon-socket=text -C,--directory=cwd -a,--actor=text --artifact-server-path=write
  --matrix=text --pull[=text] --rebuild[=text] --input=text --input-file=read -v,--verbose -q,--quiet
  -w,--watch --network=text --rm --use-gitignore[=text] --action-offline-mode | event:text? | registry=docker
checkmake : --config=read --format=text --debug | file:read* | offline
make,gmake,bmake,mingw32-make,nmake,remake : -C,--directory=cwd -f,--file,--makefile=read
  -j,--jobs[=text] -n,--dry-run,--just-print -B,--always-make -k,--keep-going -s,--silent -i -e -q -t -w
  -r -R -p -d -l[=text] -o=text -W=text -I=text -O[=text] --no-print-directory -E,--eval=text --trace
  --debug[=text] -S -v | target:text* | makes
cmake,ctest,cpack,ccmake : -S=read -B=write -G=text -D=text -U=text -A=text -T=text -P=script --build=cwd
  --install=read --target,-t=text --config,-C=text -j,--parallel[=text] --preset=text -E=<cmake-tool> --open=text -N -L
  -LA --fresh --prefix=write -R=text -V -VV --output-on-failure --test-dir=cwd --rerun-failed
  --toolchain=read --log-level=text --trace -W=text --list-presets --component=text --verbose -v
  --clean-first --timeout=text --no-tests=text | path:read?* |
cmake given -E : -E=<cmake-tool> | |
ninja,samu,meson,bazel,bazelisk,buck,buck2,pants,please,plz,scons,waf,xmake,premake5,gn,tup,redo,bjam,gyp,build2,qmake,autoconf,automake,autoreconf,libtool,configure,aclocal,pkg-config,pkgconf,config.guess,intltoolize,gettextize,autopoint,m4,fpm,nfpm,dpkg-source,rpmlint,linuxdeploy,appimagetool,electron-builder,electron-forge,tauri,neu,wails,gox,xgo
  : -C=cwd -j=text -f=read -v -n -k=text -t=text -d=text -c --config=text --compilation_mode=text
  --build_tag_filters=text --test_output=text --test_filter=text --jobs=text --keep_going -D=text
  --buildtype=text --prefix=text --reconfigure --wipe -w --verbose --cflags --libs --exists --modversion
  --target=text --platform=text --mac --win --linux --publish=literal -p=text --dir=write --x64 --arm64
  -o=write -i -l -s=text -e=text -q | word:text* |
gcc,g++,cc,c++,clang,clang++,tcc,icc,icpc,nvcc,hipcc,emcc,em++,arm-none-eabi-gcc,x86_64-w64-mingw32-gcc,avr-gcc,ifort,gfortran,f77,f95,flang,gdc,dmd,ldc2,rdmd,fpc,gnat,gnatmake,cobc,yasm,nasm,as,ld,gold,lld,cpp,ccache,distcc,sccache
  : -o=write -c -S -E -I=text -isystem=text -include=read -L=text -l=text -D=text -U=text -O=text -O2 -g
  -W=text -Wall -std=text -f=text -m=text -x=text -pthread -shared -static -fPIC -MMD -MF=write -MT=text
  -MP -M -v -w -pipe -T=read -Xlinker=text -arch=text -target=text --target=text -isysroot=text
  -framework=text -e=text -r -s -nostdlib -pedantic -ansi -Os -save-temps -dumpmachine
  -print-file-name=text -rpath=text -soname=text -j=text | source:read* | stdin=data
clang-format,clang-tidy,cppcheck,cpplint,include-what-you-use,iwyu,uncrustify,astyle,indent,rustfmt,golines,gci,swiftformat,ktlint,google-java-format,scalafmt,ormolu,fourmolu,brittany,stylish-haskell,elm-format,zprint,cljfmt,nixfmt,nixpkgs-fmt,alejandra,shfmt,beautysh,djlint,djhtml,dprint,rome,standard,stylelint,tslint,markdownlint,markdownlint-cli2,mdformat,remark,textlint,alex,vale,write-good,htmlhint,pug-lint,svgo,imagemin,terser,uglifyjs,csso,cleancss,jscodeshift,codemod,ast-grep,comby,semgrep,rubocop,standardrb,erb-lint,reek,brakeman,php-cs-fixer,phpcbf,phpcs,phpstan,psalm,rector,pint,credo,dialyzer,checkstyle,spotless,pmd,spotbugs,errorprone,detekt,swiftlint,sqlformat,pgformatter,taplo,yamlfmt,yamllint,jsonlint,actionlint,editorconfig-checker,ec,typos,codespell,shellcheck,bashate,luacheck,stylua,selene,perltidy,perlcritic,staticcheck,revive,errcheck,ineffassign,gosec,govulncheck,buf,protolint,prototool,thrift,flatc,capnp,openapi-generator,swagger-codegen,orval,graphql-codegen,quicktype
  : -w,--write -i,--in-place -d,--diff -l,--list-different -c,--check,--config=read -q,--quiet -v -s
  -e=text --fix --fix-dry-run --ext=text -f,--format=literal -o,--output,--output-file=write
  --ignore-path=read --ignore-pattern=text --rule=text --rulesdir=read --no-eslintrc --max-warnings=text
  --cache --cache-location=write --parser=text --stdin --stdin-filepath=text --stdin-file-path=text
  --unsafe --apply --line-length=text --target-version=text --select=text --ignore=text
  --extend-ignore=text --exclude=text --include=text --profile=text --show-source --show-fixes --preview
  --force-exclude -r=text -S --skip-string-normalization --level=text --only=text -a,-A --autocorrect
  -p=text --project=read --style=text -x=text -checks=text --quiet-run -n -m --memory-limit=text
  --no-progress --dry-run --severity=text --enable=text --disable=text --std=text -j=text --reporter=text
  --error-format=text --no-cache --python_out=write --go_out=write --js_out=write --ts_out=write
  --proto_path,-I=read --grpc_out=write --template=text --path=text --run=text --timeout=text
  --skip-dirs=text --new-from-rev=text --staged --changed --since=text --no-errors-on-unmatched --watch
  --lang=text --pattern=literal --rewrite=text -U,--update-all --json --print-width=text --single-quote
  --tab-width=text --no-semi --trailing-comma=text --isolated -t=text | path:read?+write?* | stdin=data
javac,scalac,groovyc,rustc,ghc,ocamlopt,ocamlc,dune,tsc,vue-tsc,tsgo,swc,babel,sass,lessc,stylus,postcss,tailwindcss,tailwind,coffee,elm-make,purs,flow,glint,svelte-check,astro-check,attw,api-extractor,typedoc,jsdoc,documentation,dts-bundle,pyre,pytype,ty,sorbet,srb,steep,solc,vyper,hardhat,foundry,forge-build,anvil,cast,slither,truffle,brownie,ape,wasm-pack,wasm-bindgen,wat2wasm,wasm2wat,wasm-opt,wasmtime,wasmer,emrun,llc,llvm-config,mlir-opt,iverilog,verilator,yosys,vivado,quartus,openocd,avrdude,esptool.py,esptool,platformio,pio,arduino-cli,idf.py,west,dfu-util,st-flash,probe-rs
  : -o,--output=write -d,--outDir,--out-dir=write -p,--project,--build=read -w,--watch --noEmit
  --declaration --target,-t=text --module,-m=text --strict --pretty --skipLibCheck --init --listFiles
  --extendedDiagnostics --incremental --composite --force --clean --verbose --rootDir=text --jsx=text
  -cp,-classpath=text -sourcepath=text -g -source=text -release=text --edition=text --crate-type=text
  --crate-name=text -C=text -L=text -l=text --emit=text --explain=text -O -A=text -D=text -W=text -e=text
  -i=text --config,--config-file=read -c=read --minify --content=text --style=text --no-source-map
  --load-path=read -u=text -s --strict-optional --ignore-missing-imports --python-version=text
  --show-error-codes --install-types --non-interactive --follow-imports=text --html-report=write
  --exclude=text --outputjson -v --network=text --rpc-url=url --private-key=text --broadcast
  --match-test=text --match-contract=text --fork-url=url --port=text -b=text -P=text -U=text --fqbn=text
  --environment=text --upload-port=text | source:read?* | stdin=data
tsx,ts-node,ts-node-dev,esno,vite-node,jiti,swc-node,sucrase-node,babel-node,esr : -e,--eval=code
  -p,--print=code -r,--require=script --import=script --loader=script --tsconfig,-P=read
  -T,--transpile-only --esm --project=read --watch --respawn --no-cache --files --compiler-options=text
  -O=text --inspect[=text] --env-file=read --experimental-specifier-resolution=text --no-warnings
  --config=read --root=cwd | script:script? argument:text* | language=node stdin=code
esbuild,vite,webpack,webpack-cli,rollup,parcel,rspack,rsbuild,farm,tsup,tsdown,unbuild,microbundle,ncc,nexe,snowpack,wmr,browserify,gulp,grunt,brunch,broccoli,metro,turbopack,next,nuxt,remix,astro,svelte-kit,gatsby,gridsome,eleventy,docusaurus,vuepress,vitepress,storybook,start-storybook,build-storybook,ng,vue,vue-cli-service,create-react-app,react-scripts,craco,preact,qwik,solid-start,redwood,rw,react-native,quasar,umi,ember,meteor,sails,nest,adonis,strapi,directus,keystone,payload,hugo,jekyll,mkdocs,sphinx-build,sphinx-quickstart,zola,pelican,hexo,middleman,nanoc,mdbook,antora,asciidoctor,doxygen,json-server,msw,lite-server,superstatic,caddy,nginx,apache2,apachectl,lighttpd,traefik,envoy,haproxy,varnishd,gunicorn,uvicorn,hypercorn,daphne,waitress-serve,flask,django-admin,celery,rq,dramatiq,streamlit,gradio,jupyter,jupyter-lab,jupyter-notebook,nbconvert,papermill,voila,panel,bokeh,airflow,prefect,dagster,luigi,scrapy,locust-run,rackup,puma,unicorn,thin,falcon,passenger,sidekiq,foreman,overmind,hivemind,honcho,goreman,procodile,air,fresh,bra,gin,realize,cargo-watch,bacon
  : --bundle --minify --outfile=write --outdir=write --platform=text --format=literal --target=text
  --sourcemap[=text] --watch -w --external=text --define=text --loader=text -c,--config=read
  -p,--port=text -h,--host=text --mode,-m=text -o,--output=write -d,--dir,--outDir=write --root=cwd --open
  --force --debug --environ=text -e,--env=text -b=text -t=text -D -v -q --workers=text -k=text --bind=literal
  --reload --app=text --factory --log-level=text -A=text -l=text -Q=text -f=read -s=read --baseURL=text
  --destination=write --source=read --watch-files --no-open --ssr --analyze --profile --turbo
  --experimental-app -n=text --dev --prod --project=text --configuration=text -i=text --to=text --execute
  --inplace --ip=text --allow-root --no-browser --server.port=text --server.headless=text --cors
  --cache=text -g=text -x --signal=text --strictPort --clearScreen=text --logLevel=text --log=text
  --filter=literal -a=text -r | word:text* |
ava,tap,tape,jasmine,karma,qunit,uvu,c8,nyc,istanbul,cypress,wdio,testcafe,nightwatch,puppeteer,protractor,cucumber-js,cucumber,codecept,detox,appium,chromatic,percy,backstop,loki,newman,dredd,pact,schemathesis,bats,shellspec,shunit2,nose2,nosetests,unittest,robot,behave,lettuce,hypothesis,coverage,mutmut,cosmic-ray,stryker,pitest,rspec,minitest,phpunit,pest,paratest,codeception,behat,infection,gtest,catch2,ginkgo,gotestsum,richgo,godog,ghcid,hspec,tasty,busted,prove,espec,exunit,surefire,testng,junit,gatling,jmeter,xctest,xcbeautify,xcpretty
  : -t,--testNamePattern,--grep,-g=literal -k=text -m=text -c,--config=read -u,--updateSnapshot,--update
  -w,--watch,--watchAll --coverage[=text] --runInBand,-i --maxWorkers=text --verbose,-v -vv -vvv --silent
  -q -s -x --exitfirst --maxfail=text --lf --ff --sw -n=text --dist=text --cov[=text] --cov-report=text
  --cov-config=read --cov-fail-under=text -p=text --tb=text --durations=text --pdb --collect-only --co
  -r,--require,--reporter=text -R=text --timeout=text --bail[=text] --forbid-only --headed --headless
  --browser=text --project=text --workers=text --retries=text --debug --ui --trace=text --spec=text
  --spec-pattern=text -e=text -f,--format=literal -o,--out,--output=write --tag,--tags=text --seed=text
  --order=text -P=text -d,--dir=text --filter=literal --testsuite=text --group=text --no-coverage
  --coverage-html=write --log-junit=write --junitxml,--junit-xml=write --html=write --ignore=text
  --deselect=text --rootdir=cwd --import-mode=text -W=text -W=text --run --passWithNoTests
  --environment=text --globals --pool=text --no-file-parallelism --shard=text --onlyChanged
  --changedSince=text --findRelatedTests --testPathPattern=text --listTests --ci --json --outputFile=write
  --forceExit --detectOpenHandles --logHeapUsage --inspect-brk --exit --recursive --parallel --source=text
  --omit=text --include=text --branch -a -b=text --fail-fast --example=text --only-failures --next-failure
  --profile --backtrace | path:read?* |
coverage run : -m,--module --source=text --omit=text --include=text --branch -a,--append -p --rcfile=read
  | command:run |
nyc given --reporter : --reporter=text --all --include=text --exclude=text | command:run |
task,go-task,mage,invoke,inv,fab,doit,poe,taskipy,cake,psake,jake,mask,makesure,robo,xc,bit,moon,dagger,drone,circleci,gitlab-runner,woodpecker,buildkite-agent,jenkins-cli,concourse,tekton,husky,lefthook,lint-staged,commitlint,overcommit,simple-git-hooks,gitmoji,goreleaser,release-please,cocogitto,cog,git-chglog,towncrier,bump2version,bumpversion,commit-and-tag-version,conventional-changelog,auto-changelog,renovate,dependabot,license-checker,fossa,sonar-scanner,codecov,coveralls,danger,reviewdog,whitesource,dependency-check,osv-scanner,safety,pip-audit,bundler-audit,cyclonedx,bloaty,size-limit,bundlesize,lighthouse,lhci,pa11y,axe,linkinator,lychee,muffet,markdown-link-check
  : -f,--file,--justfile=read -d,--working-directory,--dir=cwd -t,--taskfile=read -c,--config=read
  -a,--all,--all-files -n,--dry-run -v,--verbose -q,--quiet -l,--list -s=text -e=text -r=text -j=text
  -p=text -w=text --hook-stage=text --files=text --from-ref=text --to-ref=text -g -y --yes --set=text
  --shell=text --show=text --evaluate --choose --dotenv-path=read --snapshot --clean --rm-dist --skip=text
  --warmup=text --runs,-m=text --prepare=shell --setup=shell --cleanup=shell --export-markdown=write
  --export-json=write --parameter-list=text --shell-cmd=text --output=write --output-path=write
  --chrome-flags=text --only-categories=text --preset=text --edit=read --from=text --to=text -P=text
  -W=text --secret=text --secret-file=read --env-file=read --job=text -i=text -o=write --severity=text
  --format=literal --sarif --token=text --severity-threshold=text | word:text* |
hyperfine : -w,--warmup=text -r,--runs=text -m,--min-runs=text -M=text -p,--prepare=shell -s,--setup=shell
  -c,--cleanup=shell -N -i,--ignore-failure -n,--command-name=text -L=text -P=text -D=text -S,--shell=text
  --export-json=write --export-markdown=write --export-csv=write --style=text --sort=text -u=text
  --show-output --output=text --input=read | command:shell+ |
jbang,coursier,cs,ammonite,amm,adb,fastboot,emulator,avdmanager,aapt,aapt2,apksigner,zipalign,d8,r8,dx,bundletool,proguard,ios-deploy,ideviceinstaller,idevice_id,scrcpy,maestro,appcenter-cli,latex,pdflatex,xelatex,lualatex,latexmk,bibtex,biber,tectonic,typst,makeindex,dvips,dvipdf,ps2pdf,pdfcrop,pdfjam,pdftk,wkhtmltopdf,weasyprint,prince,chromium,chrome,google-chrome,firefox,safari,brave,msedge,electron,nw,blender,freecad,openscad,gimp,krita,libreoffice,soffice,unoconv,calibre,ebook-convert,tesseract,ocrmypdf,img2pdf,potrace,dot,neato,circo,fdp,twopi,plantuml,mmdc,mermaid,d2,drawio,asy,manim,povray,sioyek,zathura,evince,okular,feh,sxiv,viu,chafa,timg,catimg,jp2a,img2txt,qrencode,zbarimg,exiv2,dcraw,darktable-cli,rawtherapee-cli,hugin,panorama
  : -s=text -d -e -a -f=text -o,--output=write -i=read -t=text -l=text -p=text -T=text -K=text -n=text -q
  -v -r=text --headless --convert-to=text --outdir=write --print-to-pdf[=text] --screenshot[=text]
  --disable-gpu --no-sandbox --remote-debugging-port=text --user-data-dir=write --window-size=text
  --dump-dom -interaction=text -output-directory=write -jobname=text -shell-escape -pdf -halt-on-error -c
  -C -b=text -P=script --python=script -x=text --background --render-output=write -g=text -w=text -h=text
  --theme=text --layout=text -m=text --sketch --input=read | word:read?+write?* |
adb shell : -t -T -x -n | command:shell-words | elsewhere
adb push : --sync -p | source:remote-read destination:text |
adb pull : -a -p | source:text destination:write? |
adb
  install/uninstall/logcat/devices/reboot/root/remount/forward/reverse/start-server/kill-server/connect/disconnect/tcpip/backup/restore/bugreport/sideload/wait-for-device/emu/jdwp/version
  : -r -d -g -t -s=text -k -v=text -c -b=text --user=text -f=write -apk -all | word:text* |
just : -f,--justfile=read -d,--working-directory=cwd -l,--list -n,--dry-run -q,--quiet -v,--verbose -s,--show=text --set=text,text --shell=text --shell-arg=text -c,--command=run --choose --chooser=shell -e,--edit --evaluate --dump --fmt --init -g,--global-justfile --yes --dotenv-path,-E=read --dotenv-filename=text --color=text --summary --variables --unstable --no-deps --one --timestamp --clear-shell-args | recipe:text? argument:text* |
`;
