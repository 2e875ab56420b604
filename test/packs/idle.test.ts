/** Words with which a program does nothing but tell something, and those with which it does what it does all the same. */
import { expect, test } from 'vitest';
import { decide } from './decide.ts';

const idle = [
  'git push --force --help',
  'git reset --hard --help',
  'git stash clear --help',
  'git push --mirror -h',
  'git push origin :main -h',
  'git stash clear -h',
  'git filter-branch --help',
  'git filter-branch --force --help',
  'gpg --export-secret-keys --help',
  'crontab -h',
  'hydra -h',
  'rails db:reset --help',
  'docker run --privileged --help',
  'docker system prune --help',
  'gh repo delete --help',
  'gh repo delete acme/shop --help',
  'helm uninstall x --help',
  'kubectl delete ns prod --help',
  'terraform destroy -help',
  'npm unpublish --help',
  'cargo publish -n',
  'dropdb --help',
  'lvremove --test vg/x',
  'apt-get remove -s libc6',
  'sudo apt-get --dry-run remove libc6',
  "bash -n -c 'rm -rf ~'",
  "bash -nc 'rm -rf ~'",
  "sh -n <<< 'rm -rf ~'",
  'rm --help',
  'bylaw uninstall --help',
];

const awake = [
  // The BSD form stops at the first operand, and deletes.
  'rm -rf ~ --help',
  'rm -rf ~ --version',
  'sudo rm -rf ~ --help',
  'env rm -rf / --help',
  'chmod -R 777 / --help',
  // A wrapper, an interpreter with code, a script by a path, and what is in no table.
  'sudo -u --help rm -rf ~',
  "bash --help -c 'rm -rf ~'",
  "bash -c 'rm -rf ~' -n",
  "bash -n +n -c 'rm -rf ~'",
  "bash -n +o noexec -c 'rm -rf ~'",
  'python3 -c \'import shutil; shutil.rmtree("/srv")\' --help',
  "./bash -n -c 'rm -rf ~'",
  "PATH=./bin:$PATH bash -n -c 'rm -rf ~'",
  // A value, a word behind `--`, and a word that takes it back.
  'git commit -m --help && git push --force',
  'git push --force -- --help',
  'git push -o --help --force',
  'docker run --privileged alpine --help',
  'gh repo delete --help=false',
  'apt-get remove -s -o APT::Get::Simulate=false libc6',
  'apt-get remove --simulate=false libc6',
  'npm publish --dry-run=false',
  'kubectl delete ns prod --dry-run=none',
  'git filter-branch HEAD --help',
  'git filter-branch --tree-filter --help HEAD',
  'git push --force --end-of-options -h',
  'git -p push --force -h',
  "git -c man.viewer=x -c man.x.cmd='rm -rf ~' push --help",
  "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=man.x.cmd GIT_CONFIG_VALUE_0='rm -rf ~' git push --help",
  'gpg --export-secret-keys me --help',
  'crontab jobs -h',
  'docker system prune -f $X --help',
];

test.each(idle)('does nothing: %s', (command) => {
  const { code, unsure } = decide(command);
  expect(code).toBeUndefined();
  expect(unsure.map((rule) => rule.code)).toStrictEqual([]);
});

test.each(awake)('does it all the same: %s', (command) => {
  const { effect, unsure } = decide(command);
  expect(effect === 'deny' || unsure.length > 0).toBe(true);
});

const wellKnown = [
  'pip install torch --index-url https://download.pytorch.org/whl/cu121',
  'pip install --extra-index-url https://pypi.nvidia.com cudf-cu12',
  'pip install -i https://pypi.org/simple/ x',
  'pip install -i https://pypi.tuna.tsinghua.edu.cn/simple x',
  'uv pip install --index-url https://download.pytorch.org/whl/cpu torch',
  'conda install -c conda-forge -c nvidia numpy',
  'npm install --registry=https://registry.npmmirror.com x',
  'npm install --registry https://registry.npmjs.org/ x',
  'gem install rails --source https://gems.ruby-china.com',
  'PIP_INDEX_URL=https://mirrors.aliyun.com/pypi/simple pip install x',
  'GOPROXY=https://goproxy.cn,direct go install example.com/x@latest',
];
const elsewhere = [
  'pip install -i http://pypi.org/simple x',
  'pip install -i https://pypi.org/simple/../evil x',
  'pip install -i https://pypi.org/simple --extra-index-url https://pypi.example.net/simple x',
  'pip install -i https://pypi.anaconda.org/someone/simple x',
  'conda install -c someone numpy',
  'conda install -c conda-forge -c someone numpy',
  'npm install --registry=https://npm.example.net x',
  'GOPROXY=https://goproxy.cn,https://go.example.net go install example.com/x@latest',
  'export PIP_INDEX_URL=https://pypi.example.net/simple; pip install x',
];

test.each(wellKnown)('a registry that everyone knows: %s', (command) => {
  expect(decide(command).code).toBeUndefined();
});
test.each(elsewhere)('a registry that nobody knows: %s', (command) => {
  expect(decide(command).code).toBe('io.bylaw.supply-chain.install-from-elsewhere');
});
