/** Git and other keepers of history, and the clients of their forges. */
export const git = `
git,hub : -C=cwd -c=<git-setting> --config-env=text --git-dir=text --work-tree=cwd --namespace=text --exec-path[=text] -p,--paginate -P,--no-pager --no-replace-objects --bare --literal-pathspecs --no-optional-locks -v,--version -h,--help --html-path --super-prefix=text --list-cmds=text --attr-source=text | command:text? argument:text* |
git add,stage : -A,--all -u,--update -p,--patch -i,--interactive -n,--dry-run -f,--force -v -e,--edit -N,--intent-to-add --refresh --ignore-errors --chmod=text --pathspec-from-file=read --renormalize --sparse | path:read* | recursive=?
git commit,ci : -a,--all -m,--message=message:text -F,--file=read -C,--reuse-message=text -c,--reedit-message=text --amend --no-edit -e,--edit -s,--signoff -S,--gpg-sign[=text] -v,--verbose -n,--no-verify -q,--quiet --author=text --date=text --allow-empty --allow-empty-message --fixup=text --squash=text -p,--patch -o,--only -i,--include -t,--template=read --dry-run --short -u[=text] --trailer=text --cleanup=text --no-gpg-sign | path:text* | stdin=data
git push : -f,--force --force-with-lease[=text] --force-if-includes --force-with-lease-if-includes -u,--set-upstream -d,--delete --all,--branches --tags --follow-tags --mirror --prune -n,--dry-run --no-verify -o,--push-option=text --receive-pack,--exec=shell --repo=text -q,--quiet -v,--verbose --progress --porcelain --atomic --signed[=text] --thin --recurse-submodules=text -4 -6 | remote:<git-address>? refspec:text* |
git pull : -r,--rebase[=text] --no-rebase --ff-only --ff --no-ff --squash --no-commit --autostash --all -t,--tags -p,--prune -f,--force -q -v --depth=text --upload-pack=shell -s,--strategy=text -X,--strategy-option=text --allow-unrelated-histories -j=text --set-upstream --unshallow --recurse-submodules[=text] --no-edit | remote:<git-address>? refspec:text* |
git fetch : --all -a,--append -t,--tags -p,--prune -P,--prune-tags -f,--force -q -v --depth=text --deepen=text --unshallow --upload-pack=shell -j=text -n,--no-tags --dry-run -k --recurse-submodules[=text] --set-upstream -u --shallow-since=text --refetch --progress --filter=text | remote:<git-address>? refspec:text* |
git ls-remote : -h,--heads -b,--branches -t,--tags --refs -q,--quiet --upload-pack,--exec=shell --exit-code --get-url --sort=text --symref -o,--server-option=text | remote:<git-address>? pattern:text* |
git clone : -b,--branch=branch:text --depth=text --single-branch --no-single-branch --recursive,--recurse-submodules[=text] --bare --mirror -o,--origin=text -n,--no-checkout -q -v --progress -l,--local -s,--shared --reference=text --template=source? -c,--config=<git-setting> -u,--upload-pack=shell -j,--jobs=text --shallow-submodules --filter=text --sparse --separate-git-dir=write --dissociate --no-tags --shallow-since=text | repository:<git-url> directory:write? |
git init : --bare -q -b,--initial-branch=text --template=source? --separate-git-dir=write --shared[=text] --object-format=text | directory:write? |
git status,st : -s,--short -b,--branch --porcelain[=text] -u[=text] --untracked-files[=text] --ignored[=text] -v --long --show-stash -z --column[=text] | path:text* |
git log/shortlog/show/whatchanged/reflog/blame/annotate/describe/rev-parse/rev-list/ls-files/ls-tree/cat-file/name-rev/merge-base/for-each-ref/show-ref/symbolic-ref/var/count-objects/cherry/range-diff/show-branch/verify-commit/verify-tag/check-ignore/check-attr/diff-tree/diff-index/diff-files/help/version/instaweb/gui/gitk/citool/fsck/bugreport/diagnose/get-tar-commit-id/patch-id/stripspace/check-ref-format : -p,--patch -n,--max-count=text --oneline --stat[=text] --name-only --name-status --graph --all --decorate[=text] --pretty[=text] --format=text --since,--after=text --until,--before=text --author=text --committer=text --grep=text -S=text -G=text -i -E -F -L=text --follow --reverse --merges --no-merges --first-parent -q -s,--no-patch --abbrev-commit --abbrev-ref --show-toplevel --verify --short[=text] --cached --others --exclude-standard -t -e -r -z -w --color[=text] --no-color -1 -M -C --diff-filter=text --cc -U=text -c -a -b --date=text --tags --always --dirty[=text] --contains=text --heads -l --count --not --left-right --topo-order --relative[=text] --output=write -A=text -B=text --sort=text --untracked --index-path=text -O=text --git-dir --is-inside-work-tree --show-prefix -d -g --word-diff[=text] --raw --shortstat --numstat --summary | revision:text* |
git grep : -O,--open-files-in-pager[=shell] -i,--ignore-case -n,--line-number -l,--files-with-matches -L -c,--count -w,--word-regexp -v,--invert-match -E,--extended-regexp -F,--fixed-strings -P,--perl-regexp -G -h -H -q,--quiet -o,--only-matching -p,--show-function -W,--function-context -A=text -B=text -C=text -m,--max-count=text -f=read -e=text --and --or --not --cached --untracked --no-index --color[=text] --threads=text --max-depth=text -I -a -z -r,--recursive --full-name --name-only --heading --break | pattern:text path:read?* | recursive=? reads=.
git grep given -e,-f : | path:read?* | recursive=? reads=.
git grep given --no-index : | pattern:text path:read* | recursive reads=.
git diff/difftool : --cached,--staged --stat[=text] --name-only --name-status -w -b -p,--patch -U,--unified=text --color[=text] --no-color --word-diff[=text] --no-index --diff-filter=text -M -C -R -a -S=text -G=text --check --numstat --shortstat --summary --raw -z --exit-code -q,--quiet --ignore-all-space --ignore-space-change --output=write -x,--extcmd=shell -t,--tool=text -y,--no-prompt -g -d,--dir-diff --merge-base --function-context,-W --binary --full-index --src-prefix=text --dst-prefix=text --relative[=text] --submodule[=text] --ignore-blank-lines --minimal --patience --histogram | revision:text* |
git diff/difftool given --no-index : | path:read* | recursive
git archive : --format=text -o,--output=write --prefix=text --remote=url -v --add-file=read --exec=shell --worktree-attributes | tree:text path:text* |
git checkout,co : -b=branch:text -B=branch:text -f,--force -q,--quiet -t,--track[=text] --no-track -p,--patch -m,--merge --conflict=text --ours --theirs --orphan=branch:text -d,--detach --ignore-other-worktrees --pathspec-from-file=read --recurse-submodules --overlay --no-overlay --progress --guess --no-guess -l | branch:text* |
git checkout,co given -- : -f,--force -q,--quiet -p,--patch -m,--merge --conflict=text --ours --theirs --overlay --no-overlay --pathspec-from-file=read -- | path:text+write?* |
git switch : -c,--create=branch:text -C,--force-create=branch:text -f,--force,--discard-changes -d,--detach -t,--track[=text] --no-track --orphan=branch:text -m,--merge -q --guess --no-guess --ignore-other-worktrees | branch:text* |
git restore : -s,--source=text -S,--staged -W,--worktree -p,--patch -q,--quiet --ours --theirs -m,--merge --conflict=text --ignore-unmerged --overlay --pathspec-from-file=read --recurse-submodules | path:write* |
git restore given -S,--staged : -s,--source=text -S,--staged -W,--worktree -p,--patch -q,--quiet | path:text* |
git reset : --soft --mixed -N --hard --merge --keep -q,--quiet -p,--patch --pathspec-from-file=read --no-refresh --recurse-submodules | revision:text* |
git clean : -f,--force -d -x -X -n,--dry-run -i,--interactive -q,--quiet -e,--exclude=text | path:delete* | recursive
git rm : -r -f,--force -n,--dry-run --cached -q,--quiet --ignore-unmatch --sparse --pathspec-from-file=read | path:delete+ | recursive=-r
git rm given --cached,-n,--dry-run : -r -f,--force -n,--dry-run --cached -q,--quiet --ignore-unmatch | path:text+ |
git mv : -f,--force -k -n,--dry-run -v,--verbose --sparse | source:move* destination:target |
git stash : -u,--include-untracked -a,--all -k,--keep-index -p,--patch -q -m,--message=message:text -S,--staged | path:text* |
git stash push : -u,--include-untracked -a,--all -k,--keep-index --no-keep-index -p,--patch -q -m,--message=message:text -S,--staged --pathspec-from-file=read | path:text* |
git stash save = git stash push
git stash list : --pretty[=text] --format=text -p --stat -n=text | word:text* |
git stash show : -p,--patch --stat -u,--include-untracked --only-untracked --name-only | stash:text? |
git stash pop : --index -q | stash:text? |
git stash apply : --index -q | stash:text? |
git stash drop : -q | stash:text? |
git stash clear : | word:text* |
git stash branch : | branch:text stash:text? |
git stash create : | message:text* |
git stash store : -m=text -q | commit:text |
git branch,br : -a,--all -r,--remotes -v,--verbose -vv -d,--delete -D -m,--move -M -c,--copy -C -f,--force -l,--list -t,--track[=text] --no-track -u,--set-upstream-to=text --unset-upstream --edit-description --contains[=text] --no-contains[=text] --merged[=text] --no-merged[=text] --sort=text --points-at=text --format=text --show-current -q,--quiet --color[=text] --column[=text] -i --abbrev[=text] | branch:text* |
git tag : -a,--annotate -s,--sign -u,--local-user=text -f,--force -d,--delete -v,--verify -n[=text] -l,--list -m,--message=message:text -F,--file=read --sort=text --contains[=text] --merged[=text] --points-at=text --format=text -e --cleanup=text --color[=text] -i --column[=text] | tag:text* |
git merge : -m,--message=message:text --no-ff --ff-only --ff --squash --no-commit --commit -s,--strategy=text -X,--strategy-option=text --abort --continue --quit -q -v -e,--edit --no-edit --allow-unrelated-histories -S,--gpg-sign[=text] --signoff --no-verify -n --stat --log[=text] -F=read --autostash --into-name=text | commit:text* |
git rebase : -i,--interactive --onto=text --continue --abort --skip --quit --edit-todo --show-current-patch -x,--exec=shell -r,--rebase-merges[=text] --root -q -v -f,--force-rebase -s,--strategy=text -X,--strategy-option=text --autosquash --no-autosquash --autostash -S,--gpg-sign[=text] -m,--merge --keep-base --no-verify --update-refs -C=text --committer-date-is-author-date --signoff --empty=text --reschedule-failed-exec | commit:text* |
git cherry-pick/revert : -n,--no-commit -e,--edit --no-edit -x -s,--signoff -m,--mainline=text --continue --abort --skip --quit -S,--gpg-sign[=text] --ff --allow-empty -X,--strategy-option=text --strategy=text --keep-redundant-commits | commit:text* |
git bisect : --term-new=text --term-old=text --no-checkout --first-parent | action:text revision:text* |
git bisect run : | command:run |
git submodule : -q,--quiet --cached | word:text* |
git submodule foreach : --recursive -q | command:shell-words |
git submodule add : -b=text -f --name=text --reference=text --depth=text | repository:<git-url> path:write? |
git submodule update/init/sync/status/deinit/summary/set-url/set-branch/absorbgitdirs : --init --recursive --remote --force,-f --checkout --merge --rebase -j=text --depth=text -N --all | path:text* |
git worktree : | action:text? word:text* |
git worktree add : -b=branch:text -B=branch:text -f,--force -d,--detach --checkout --no-checkout --lock --reason=text -q --track --guess-remote --orphan | path:write branch:text? |
git worktree remove : -f,--force | path:text |
git worktree remove given -f,--force : | path:delete | recursive
git worktree list/prune/lock/unlock/repair/move : --porcelain -v -n -z --expire=text --reason=text | word:text* |
git remote : -v,--verbose | word:text* |
git remote add : -t=text -m=text -f --tags --no-tags --mirror=text | name:text url:<git-address> |
git remote set-url : --push --add --delete | name:text url:<git-address> oldurl:text? |
git remote remove/rm/rename/show/prune/get-url/update/set-head/set-branches : -n -a,--auto -d --all --push -p --add | name:text* |
git config : --global --system --local --worktree -f,--file=read+write? --blob=text --get --get-all --get-regexp --get-urlmatch --add --unset --unset-all --replace-all --rename-section --remove-section -l,--list -e,--edit --type=text --bool --int --path --null,-z --name-only --show-origin --show-scope --includes --default=text --fixed-value --no-includes --expiry-date --color | name:text? value:text? word:text* |
git apply : --stat --check --index --cached -3,--3way -R,--reverse -p=text -v --reject --whitespace=text --directory=text --include=text --exclude=text -C=text --unidiff-zero --allow-empty --numstat --summary -N -q | patch:read* | stdin=data
git am : -3,--3way -s,--signoff -k --continue --abort --skip --quit -i,--interactive -p=text -C=text --whitespace=text --directory=text -q -S[=text] --reject --show-current-patch[=text] | patch:read* | stdin=data
git format-patch/request-pull/imap-send : -o,--output-directory=write -1 -n -s -k -v=text --stdout --cover-letter --subject-prefix=text --to=text --cc=text --smtp-server=host --smtp-user=text --smtp-pass=text --from=text -M --base=text --start-number=text --suffix=text --thread[=text] --in-reply-to=text | revision:text* |
git send-email : --to=text --cc=text --bcc=text --from=text --subject=text --in-reply-to=text --smtp-server=host --smtp-server-port=text --smtp-user=text --smtp-pass=text --smtp-encryption=text --sendmail-cmd=shell --to-cmd=shell --cc-cmd=shell --header-cmd=shell --compose --annotate --quiet --dry-run --confirm=text --suppress-cc=text --thread --no-thread --validate --no-validate -v=text -1 -2 -3 --cover-letter --subject-prefix=text --batch-size=text | patch:upload?* |
git filter-branch : --env-filter=shell --tree-filter=shell --index-filter=shell --parent-filter=shell --msg-filter=shell --commit-filter=shell --tag-name-filter=shell --subdirectory-filter=text --prune-empty --original=text -d=text -f,--force --all --setup=shell --state-branch=text --remap-to-ancestor -- | revision:text* |
git filter-repo : --path=text --invert-paths --force,-f --replace-text=read --strip-blobs-bigger-than=text --subdirectory-filter=text --mailmap=read --commit-callback=text --blob-callback=text --refs=text --analyze --path-rename=text --message-callback=text --email-callback=text --name-callback=text | word:text* |
git reflog expire : --all --expire=text --expire-unreachable=text -n --stale-fix --updateref --rewrite --verbose | ref:text* |
git reflog delete : --rewrite --updateref -n --verbose | ref:text* |
git update-ref : -d -m=text --stdin -z --no-deref --create-reflog | ref:text* | stdin=data
git gc/prune/repack/maintenance/pack-refs/commit-graph/multi-pack-index/prune-packed : --prune[=text] --aggressive --auto -q -n -v --expire=text -a -d -A -l -f --force --all --task=text --schedule=text | word:text* |
git lfs : | word:text* |
git notes/replace/rerere/bundle/fast-export/fast-import/credential/mktree/commit-tree/write-tree/read-tree/update-index/checkout-index/unpack-objects/index-pack/http-fetch/http-push/svn/p4/cvsimport/subtree/sparse-checkout/flow/hook/mergetool/merge-file/merge-tree/merge-index/annotate-add/quiltimport/interpret-trailers/mailinfo/mailsplit : -m=text -F=read -f -d -w -t=text --prefix=text --squash --stdin --all -p=text --cached --assume-unchanged --skip-worktree --no-skip-worktree --add --remove --refresh --chmod=text -b -e -q | word:text* | stdin=data
git hash-object : -w -t=text --stdin --stdin-paths --path=text --no-filters --literally | file:read* | stdin=data
git send-pack/fetch-pack : --all --dry-run --force -v,--verbose --thin -k,--keep -q,--quiet --mirror --atomic --stdin --receive-pack,--exec=shell --upload-pack=shell --include-tag --depth=text --no-progress --force-with-lease[=text] | remote:<git-address> refspec:text* |
git daemon : --export-all --base-path=read --port=text --listen=text --reuseaddr --enable=text --verbose --inetd --detach --access-hook=shell --strict-paths | directory:text* |
git upload-archive/upload-pack/receive-pack : --strict --timeout=text --stateless-rpc | directory:text? | stdin=data
gh,glab,tea,berg : -R,--repo=text --hostname=text | word:text* | connects=api.github.com
gh auth token : -h,--hostname=text -u=text | word:text* |
gh api : -X,--method=text -f,--raw-field=data -F,--field=upload-at -H,--header=text --input=upload -q,--jq=text -t,--template=text --paginate --hostname=text -i -p=text --cache=text --slurp --silent --verbose | endpoint:text | connects=api.github.com stdin=data
gh pr,mr : -R,--repo=text -t,--title=text -b,--body=text -F,--body-file=upload -B,--base=text -H,--head=text -d,--draft -w,--web -f,--fill -a=text -l=text -r=text -m=text -p=text --json=text -q,--jq=text -L,--limit=text -s,--state=text --search,-S=text -c --comments --merge --squash --rebase --delete-branch --admin --auto --template=text | action:text word:text* | connects=api.github.com stdin=data
gh issue : -R,--repo=text -t,--title=text -b,--body=text -F,--body-file=upload -l=text -a=text -m=text -p=text --json=text -q,--jq=text -L=text -s=text -S=text -w -c --comments -r=text --template=text | action:text word:text* | connects=api.github.com stdin=data
gh repo : -R=text -y,--yes --json=text -q=text -L=text -d=text -c --public --private --internal --clone --source=text --push --remote=text --template=text --description=text --visibility=text | action:text word:text* | connects=api.github.com
gh repo delete : -y,--yes --confirm | repository:text? | connects=api.github.com
gh repo clone/fork : -u=text --clone --remote --fork-name=text --org=text | repository:text directory:write? | connects=api.github.com
gh release : -R=text -t=text -n=text -F=upload -d -p --json=text -q=text --generate-notes --target=text --latest -y --pattern=text -D=write --clobber --notes-file=upload --draft --prerelease --verify-tag --cleanup-tag | action:text tag:text? file:upload* | connects=api.github.com
gh release delete : -y --cleanup-tag | tag:text | connects=api.github.com
gh gist : -p,--public -d=text -f=text -w --secret -L=text -r -a=upload | action:text file:upload* | connects=api.github.com stdin=data
gh gist create,new : -p,--public -d,--desc=text -f,--filename=text -w,--web | file:upload* | connects=api.github.com stdin=data sendsStdin
glab snippet create,new : -t,--title=text -d,--description=text -f,--filename=text -v,--visibility=text -p,--personal -s,--sort=text -R,--repo=text | file:upload* | connects=gitlab.com stdin=data sendsStdin
gh secret/variable : -b,--body=data -f,--env-file=upload -e=text -o=text -r=text -a=text -u --visibility=text --no-store -R=text | action:text name:text* | connects=api.github.com stdin=data
gh workflow/run/cache/ruleset/label/project/search/status/alias/config/browse/codespace/ssh-key/gpg-key/org/attestation : -R=text -f=text -F=text --ref=text --json=text -q=text -L=text -w=text -b=text -s=text -u=text --log --log-failed -v --exit-status -i=text -j=text -t=text -c=text | word:text* | connects=api.github.com stdin=data
gh extension : --pin=text --force | action:text word:text* | connects=api.github.com
gh extension install : --pin=text --force | extension:package | manager=gh connects=api.github.com
svn,hg,jj,fossil,bzr,cvs,darcs,pijul,sl,repo,arc,gerrit,got : -m,--message=message:text -r,--revision=text -q -v -R=text -F=read -c=text --username=text --password=text -b=text -d=text -f --cwd=cwd -n -u=text --config=text | word:text* |
lazygit,tig,gitui,git-lfs,git-crypt,gitleaks,trufflehog,git-cliff,commitizen,cz,gitlint,git-secrets,bfg,git-absorb,git-town,gt,stgit,stg : -p=text -c=text -s=text -v --config=read --source=text -o=write --report-path=write -r=text --no-git --redact | word:text* |
`;
