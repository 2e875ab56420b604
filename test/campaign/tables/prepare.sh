# What programs make, with those that are there. `programs` names those that are tried.
exec 2>/dev/null
cd $HOME/project
try() { "$@" || :; }
printf '[user]\n\tname = a\n\temail = a@one.example\n[init]\n\tdefaultBranch = main\n' > ~/.gitconfig
printf '#!/bin/sh\n: > ran-by-run\n' > run.sh; chmod +x run.sh x.sh x.pl
base64 -d > x.png <<< iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
try convert x.png x.jpg; try convert x.png x.gif; try cwebp -quiet x.png -o x.webp
try sox -n -r 8000 x.wav trim 0 0.01
try gs -q -sDEVICE=pdfwrite -o x.pdf x.ps
mkdir /tmp/packed && cd /tmp/packed && mkdir in && echo one > in/f && echo two > in/g
for pair in tar: tgz:z tbz:j txz:J; do try tar c${pair#*:}f $HOME/project/x.${pair%:*} in; done
try zip -qr $HOME/project/x.zip in; try ar r $HOME/project/x.a in/f; find in | cpio -oc > $HOME/project/x.cpio
try 7z a -bso0 $HOME/project/x.7z in
for pair in gzip:gz bzip2:bz2 xz:xz zstd:zst lz4:lz4 lzop:lzo brotli:br lzma:lzma compress:Z; do
  packed=$HOME/project/z.txt.${pair#*:}
  ${pair%:*} -c < in/f > "$packed"; [ -s "$packed" ] || rm -f "$packed"
done
cd $HOME/project; rm -rf /tmp/packed
try sqlite3 x.db 'create table a (b); insert into a values (1)'
try gcc -c x.c -o x.o; try gcc x.c -o x.out
try openssl req -x509 -newkey rsa:1024 -nodes -keyout x.key -out x.crt -subj /CN=a -days 9999
try ssh-keygen -q -t ed25519 -N '' -C a -f x.id
sha256sum a.txt > x.sha256; md5sum a.txt > x.md5
base64 a.txt > x.b64; xxd a.txt > x.xxd
head -c 65536 /dev/zero > x.img; try mkfs.ext2 -q -F x.img
mkdir -p repo && cd repo && git init -q && echo a > f && git add f && git commit -qm a && cd ..
rm -rf repo/.git/hooks
git init -q; rm -rf .git/hooks
git add a.txt b.txt sub x.c x.py x.md; git commit -qm a; git tag -a v1 -m v1
git checkout -qb side; echo side > beside.txt; git add beside.txt; git commit -qm side; git checkout -q main
git bundle create x.bundle main; git format-patch -q --stdout main..side > x.patch
git init -q --bare ../bare.git; rm -rf ../bare.git/hooks; git remote add origin ../bare.git
git push -q origin main; git fetch -q origin; git branch -q -u origin/main main
git checkout -qb third; echo one >> x.md; git commit -qam third; git tag two; git checkout -q main
echo more >> b.txt; git stash -q

# Whether one of these is tried.
of() { for each; do [[ $programs != *" $each "* ]] || return 0; done; return 1; }

if of git hub gh git-lfs; then
  git config --global protocol.file.allow always
  git -c protocol.file.allow=always submodule --quiet add $HOME/project/repo mod
  git commit -qm mod
  git worktree add -q wt -b wt side
  git remote add other ../bare.git
  git remote set-head origin main
  git update-ref refs/heads/old HEAD
  git notes add -m a HEAD
  git replace HEAD~1 HEAD
  git bundle create x.bundle main
  git archive -o x.git.tar HEAD; git pack-objects -q --all x < /dev/null; mv x-*.pack x.pack; rm -f x-*
  git config alias.a status
  printf 'blob\nmark :1\ndata 2\na\ncommit refs/heads/imported\ncommitter a <a@one.example> 1 +0000\ndata 2\na\nM 644 :1 f\n' > x.fast-import
  printf 'From: a@one.example\nSubject: a\n\nbody\n' > x.mail
  printf '1 a\n' > x.todo
  rm -rf .git/hooks mod/.git/hooks .git/modules/mod/hooks
fi
if of hub gh; then git remote add hub https://kept.example/a/b; git config hub.host kept.example; fi
if of npm npx yarn yarnpkg pnpm pnpx corepack nodemon ncu bun; then
  printf 'registry=http://kept.example/\nfetch-retries=0\n' > ~/.npmrc
  printf 'npmRegistryServer: "http://kept.example"\nunsafeHttpWhitelist: ["kept.example"]\nenableTelemetry: false\nhttpRetry: 0\n' > ~/.yarnrc.yml
  mkdir -p node_modules/dep/bin node_modules/.bin local
  printf '{"name": "dep", "version": "1.0.0", "bin": "bin/dep.js", "description": "a"}\n' > node_modules/dep/package.json
  printf '#!/usr/bin/env node\nrequire("fs").writeFileSync("ran-by-run", "")\n' > node_modules/dep/bin/dep.js
  chmod +x node_modules/dep/bin/dep.js; ln -s ../dep/bin/dep.js node_modules/.bin/dep
  printf '{"name": "local", "version": "1.0.0"}\n' > local/package.json
  printf '{"name": "p", "version": "1.0.0", "license": "MIT", "scripts": {"a": "echo a", "test": "echo test", "start": "echo start", "build": "echo build", "lint": "echo lint", "dev": "echo dev"}, "dependencies": {"dep": "1.0.0"}}\n' > package.json
  printf '{"name": "p", "version": "1.0.0", "lockfileVersion": 3, "requires": true, "packages": {"": {"name": "p", "version": "1.0.0", "dependencies": {"dep": "1.0.0"}}, "node_modules/dep": {"version": "1.0.0", "bin": {"dep": "bin/dep.js"}}}}\n' > package-lock.json
fi
if of pip pip3 pipx pipenv python3 python; then
  mkdir -p ~/.config/pip pypkg/pypkg; printf '[global]\nindex-url = http://kept.example/simple\nretries = 0\n' > ~/.config/pip/pip.conf
  printf '[project]\nname = "pypkg"\nversion = "1.0"\n' > pypkg/pyproject.toml; : > pypkg/pypkg/__init__.py
  printf 'pypkg\n' > requirements.txt
fi
if of cargo rustfmt rustc; then
  printf '[package]\nname = "p"\nversion = "0.1.0"\nedition = "2021"\n' > Cargo.toml
  mkdir -p src; printf 'fn main() {\n    println!("a");\n}\n' | tee src/main.rs > x.rs
fi
if of go gofmt; then
  printf 'module one.example/p\n\ngo 1.19\n' > go.mod
  mkdir -p cmd; printf 'package main\n\nfunc main() { println("a") }\n' > cmd/main.go
fi
if of bats; then printf '@test "a" {\n  touch ran-by-run\n}\n' > x.bats; fi
if of composer; then
  mkdir -p ~/php.d; for name in iconv mbstring phar ctype tokenizer intl; do echo "extension=$name"; done > ~/php.d/all.ini
  printf '{"name": "a/p", "description": "a", "license": "MIT", "require": {}, "repositories": [{"packagist.org": false}], "scripts": {"a": "echo a"}}\n' > composer.json
  mkdir -p vendor/bin; try composer -q install
fi
if of gem bundle bundler rake; then
  printf -- '---\n:sources:\n- http://kept.example/\n:update_sources: false\n' > ~/.gemrc
  printf 'Gem::Specification.new do |s|\n s.name = "g"\n s.version = "1.0"\n s.summary = "a"\n s.author = "a"\n s.files = ["x.rb"]\nend\n' > g.gemspec
  printf 'source "http://kept.example/"\n' > Gemfile
  printf 'task :default do\n puts "a"\nend\ntask :a\ntask :runner\nnamespace :db do\n task :drop\n task :reset\nend\n' > Rakefile
  try gem build -q g.gemspec
fi
if of restic; then
  try restic -q -r $HOME/restic init; try restic -q -r $HOME/restic backup a.txt sub
fi
if of borg; then try borg init -e none $HOME/borg; try borg create $HOME/borg::one a.txt sub; fi
if of ansible ansible-playbook ansible-vault ansible-inventory ansible-galaxy ansible-pull ansible-console; then
  echo secret > pass.txt; cp a.txt vault.txt; cp x.yaml plain.yaml
  try ansible-vault encrypt --vault-password-file pass.txt vault.txt
  printf 'localhost ansible_connection=local\n' > hosts.ini
  printf -- '- hosts: localhost\n  gather_facts: false\n  tasks:\n  - debug:\n      msg: a\n' > play.yaml
fi
if of kubectl helm; then
  mkdir -p ~/.kube
  printf 'apiVersion: v1\nkind: Config\nclusters: [{name: c, cluster: {server: "http://kept.example"}}]\nusers: [{name: u, user: {token: a}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\ncurrent-context: x\n' > ~/.kube/config
  printf 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: b\n' > map.yaml
  mkdir -p kust; cp map.yaml kust/; printf 'resources: [map.yaml]\n' > kust/kustomization.yaml
fi
if of docker podman buildah skopeo; then
  printf 'FROM scratch\nCOPY a.txt /\n' > Dockerfile
  printf 'services:\n  a:\n    image: kept.example/a\n' > compose.yaml
fi
if of terraform; then
  printf 'terraform {\n}\nvariable "v" {\n default = "a"\n}\noutput "o" {\n  value = var.v\n}\nresource "terraform_data" "d" {\n  input = "a"\n}\n' > main.tf
  try terraform init -input=false; try terraform apply -auto-approve
fi
if of apt apt-get apt-cache apt-config apt-mark apt-key dpkg dpkg-deb dpkg-query lintian add-apt-repository; then
  mkdir -p deb/DEBIAN ~/packages ~/apt/etc/apt/apt.conf.d ~/apt/var/lib/apt/lists/partial ~/apt/var/cache/apt/archives/partial ~/apt/var/lib/dpkg
  printf 'Package: a\nVersion: 1\nArchitecture: all\nMaintainer: a <a@one.example>\nDescription: a\n' > deb/DEBIAN/control
  try dpkg-deb -b deb x.deb; cp x.deb ~/packages/a_1_all.deb; : > ~/apt/var/lib/dpkg/status
  {
    cat deb/DEBIAN/control
    printf 'Filename: ./a_1_all.deb\nSize: %s\nSHA256: %s\n\n' $(stat -c %s x.deb) $(sha256sum < x.deb | cut -d' ' -f1)
  } > ~/packages/Packages
  printf 'deb [trusted=yes] file:%s/packages ./\n' ~ > ~/apt/etc/apt/sources.list
  printf 'Dir "%s/apt";\nAPT::Sandbox::User "user";\nDir::Cache::pkgcache "";\nDir::Cache::srcpkgcache "";\n' ~ > ~/apt.conf
  try apt-get update
fi
if of s3cmd; then
  printf '[default]\naccess_key = a\nsecret_key = a\nhost_base = kept.example\nhost_bucket = kept.example\nuse_https = False\nmax_retries = 1\n' > ~/.s3cfg
fi
if of eslint; then printf 'module.exports = [{ rules: { semi: "error" } }];\n' > eslint.config.js; fi
if of stylelint; then printf '{"rules": {"color-no-invalid-hex": true}}\n' > .stylelintrc.json; fi
if of flatc; then printf 'table A { b:string; }\nroot_type A;\n' > x.fbs; fi
if of ninja; then printf 'rule t\n  command = touch $out\nbuild n: t\n' > build.ninja; fi
if of wasm2wat; then printf '\0asm\1\0\0\0' > x.wasm; fi
if of screen; then mkdir -m 700 ~/.screen; fi
if of ssh-keygen; then printf 'one.example %s\n' "$(cat x.id.pub)" > x.hosts; fi
if of gcloud gsutil bq; then
  mkdir -p ~/.config/gcloud/configurations
  {
    printf '[core]\nproject = p\ndisable_prompts = true\ndisable_usage_reporting = true\naccount = a@one.example\n[component_manager]\ndisable_update_check = true\n[auth]\ndisable_credentials = true\n[compute]\nzone = us-central1-a\nregion = us-central1\n[run]\nregion = us-central1\n[functions]\nregion = us-central1\n[api_endpoint_overrides]\n'
    for api in accesscontextmanager aiplatform apigateway appengine artifactregistry bigquery bigtableadmin cloudbilling cloudbuild cloudfunctions cloudidentity cloudkms cloudresourcemanager cloudscheduler cloudtasks composer compute container containeranalysis dataflow dataproc datastore deploymentmanager dns eventarc file firestore healthcare iam iap logging managedidentities metastore monitoring orgpolicy pubsub redis run runtimeconfig secretmanager securitycenter servicemanagement serviceusage source spanner sql storage workflows cloudshell networkservices networksecurity; do
      echo "$api = http://kept.example/"
    done
  } > ~/.config/gcloud/configurations/config_default
  printf default > ~/.config/gcloud/active_config
fi
:
