/**
 * Where packages and images come from if nothing says otherwise: for each family
 * of registries its hosts, the variables that name others in their stead, and the
 * options with which nothing is asked for. A program that has hosts of its own
 * stands here by its name. What the settings of a machine say is not seen: all of
 * these are only possible.
 */
import { once } from '../../language/once.ts';
import { type HostShape, readHost } from '../../pattern/host.ts';
import { textShape } from '../../pattern/shape.ts';

export interface Registry {
  /** What it is, in words: `a default registry of npm`. */
  readonly title: string;
  readonly hosts: readonly HostShape[];
  /** The families whose place it takes for its program: `podman` asks others than `docker`. */
  readonly families: readonly string[];
  /** Variables whose value is asked instead. */
  readonly variables: readonly string[];
  /** Options, with or without a value, with which it is not asked. */
  readonly without: readonly string[];
}

/** `NAME[,NAME…] [of FAMILY,…] : HOSTS | VARIABLES | OPTIONS`. */
const table = `
npm : registry.npmjs.org | npm_config_registry NPM_CONFIG_REGISTRY | --offline
yarn : registry.yarnpkg.com registry.npmjs.org | YARN_REGISTRY YARN_NPM_REGISTRY_SERVER npm_config_registry | --offline
bun : registry.npmjs.org | BUN_CONFIG_REGISTRY npm_config_registry NPM_CONFIG_REGISTRY |
deno : jsr.io registry.npmjs.org deno.land | | --cached-only
jsr : jsr.io npm.jsr.io | |
pip : pypi.org files.pythonhosted.org | PIP_INDEX_URL | --no-index
uv : pypi.org files.pythonhosted.org | UV_INDEX_URL UV_DEFAULT_INDEX | --offline --no-index
pypi-upload : upload.pypi.org pypi.org | TWINE_REPOSITORY_URL UV_PUBLISH_URL |
conda : conda.anaconda.org repo.anaconda.com | CONDA_CHANNELS | --offline --override-channels
cargo : index.crates.io static.crates.io crates.io | | --offline --frozen
go : proxy.golang.org sum.golang.org | GOPROXY | -mod=vendor
gem : rubygems.org index.rubygems.org | | --local -l
composer : repo.packagist.org packagist.org | |
maven : repo.maven.apache.org repo1.maven.org | | -o --offline
gradle : repo.maven.apache.org plugins.gradle.org services.gradle.org | | --offline
clojars : repo.clojars.org repo1.maven.org | | -o
nuget : api.nuget.org www.nuget.org | | --no-restore --no-build
hex : hex.pm repo.hex.pm | HEX_MIRROR HEX_API_URL |
cpan : www.cpan.org cpan.metacpan.org fastapi.metacpan.org | |
luarocks : luarocks.org | |
opam : opam.ocaml.org | |
cabal : hackage.haskell.org | | --offline
stack : hackage.haskell.org www.stackage.org | |
cran : cran.r-project.org cloud.r-project.org | |
pub : pub.dev | PUB_HOSTED_URL | --offline
swift : github.com | |
cocoapods : cdn.cocoapods.org trunk.cocoapods.org | |
julia : pkg.julialang.org | JULIA_PKG_SERVER |
brew : formulae.brew.sh ghcr.io github.com | HOMEBREW_API_DOMAIN |
apt : deb.debian.org security.debian.org archive.ubuntu.com security.ubuntu.com | | --no-download
dnf,yum : mirrors.fedoraproject.org download.fedoraproject.org mirrors.centos.org | | -C --cacheonly
zypper : download.opensuse.org | | --no-refresh
pacman : geo.mirror.pkgbuild.com | |
apk : dl-cdn.alpinelinux.org | | --no-network
portage : distfiles.gentoo.org rsync.gentoo.org | |
port : ports.macports.org rsync.macports.org | |
pkg : pkg.freebsd.org | |
termux : packages.termux.dev | |
snap : api.snapcraft.io | |
flatpak : dl.flathub.org flathub.org | |
nix : cache.nixos.org channels.nixos.org github.com | | --offline
guix of linux : ci.guix.gnu.org git.savannah.gnu.org | |
choco : community.chocolatey.org | |
winget : cdn.winget.microsoft.com storeedgefd.dsp.mp.microsoft.com | |
scoop : github.com raw.githubusercontent.com | |
msi : | |
psgallery : www.powershellgallery.com | |
ansible : galaxy.ansible.com | ANSIBLE_GALAXY_SERVER | --offline
vscode : marketplace.visualstudio.com | |
codium : open-vsx.org | |
gh,git : github.com | |
pre-commit : github.com | |
mise : mise.jdx.dev mise-versions.jdx.dev github.com | |
skill : registry.npmjs.org github.com | |
vcpkg : github.com | |
conan of vcpkg : center2.conan.io center.conan.io | | -nr --no-remote
tlmgr : mirror.ctan.org | |
corepack : registry.npmjs.org repo.yarnpkg.com | COREPACK_NPM_REGISTRY |
docker,docker-image : docker.io | |
podman,buildah of docker,docker-index : docker.io quay.io registry.fedoraproject.org registry.access.redhat.com | |
image : docker.io | |
library,singularity,apptainer : library.sylabs.io cloud.sylabs.io docker.io | |
shub : singularity-hub.org | |
docker-index : index.docker.io hub.docker.com docker.io | |
helm : artifacthub.io | |
terraform : registry.terraform.io releases.hashicorp.com | | -get=false
tofu of terraform : registry.opentofu.org github.com | | -get=false
vagrant : vagrantcloud.com app.vagrantup.com | VAGRANT_SERVER_URL |
packer : github.com releases.hashicorp.com | |
pulumi : api.pulumi.com get.pulumi.com | PULUMI_BACKEND_URL |
ollama : registry.ollama.ai | |
huggingface : huggingface.co cdn-lfs.huggingface.co | HF_ENDPOINT |
rustup : static.rust-lang.org | RUSTUP_DIST_SERVER |
playwright : cdn.playwright.dev playwright.azureedge.net | PLAYWRIGHT_DOWNLOAD_HOST |
krew : github.com | |
node : nodejs.org | |
launchpad : ppa.launchpadcontent.net api.launchpad.net archive.ubuntu.com | |
minikube : storage.googleapis.com registry.k8s.io github.com | |
s3 : s3.amazonaws.com amazonaws.com | AWS_ENDPOINT_URL AWS_ENDPOINT_URL_S3 |
gs : storage.googleapis.com | |
hf : huggingface.co | |
dpkg,rpm : | |
sdkman : api.sdkman.io | |
pyenv : www.python.org github.com | PYTHON_BUILD_MIRROR_URL |
rbenv of pyenv : cache.ruby-lang.org github.com | |
nodenv of pyenv : nodejs.org | |
goenv of pyenv : go.dev dl.google.com | |
tfenv of pyenv : releases.hashicorp.com | |
asdf : github.com | |
trivy : ghcr.io mirror.gcr.io | | --offline-scan --skip-db-update
easy_install of misc : pypi.org files.pythonhosted.org | |
nimble of misc : nimble.directory github.com | |
shards,spago of misc : github.com | |
elm of misc : package.elm-lang.org github.com | |
dub of misc : code.dlang.org github.com | |
raco of misc : pkgs.racket-lang.org | |
carton,ppm of misc : www.cpan.org cpan.metacpan.org | |
xbps-install of linux : repo-default.voidlinux.org | |
opkg of linux : downloads.openwrt.org | |
slackpkg of linux : slackware.osuosl.org | |
eopkg of linux : cdn.getsol.us | |
swupd of linux : cdn.download.clearlinux.org | |
flox of linux : hub.flox.dev cache.nixos.org | |
pkgx of linux : dist.pkgx.dev | |
linux,misc : github.com | |
sbt,mill,scala-cli of jvm : repo1.maven.org repo.maven.apache.org | |
clj,clojure,lein,leiningen,boot of jvm : repo.clojars.org repo1.maven.org | |
copr : copr.fedorainfracloud.org download.copr.fedorainfracloud.org | |
`;

const read = once((): ReadonlyMap<string, Registry> => {
  const registries = new Map<string, Registry>();
  const wordsOf = (column: string): readonly string[] => column.split(/\s+/).filter((word) => word !== '');
  for (const line of table.trim().split('\n')) {
    const [head = '', rest = ''] = line.split(' : ');
    const [hosts = '', variables = '', without = ''] = rest.split('|');
    const [names = '', families = ''] = head.split(' of ');
    for (const name of names.split(',')) {
      registries.set(name, {
        title: `a default registry of ${name}`,
        hosts: wordsOf(hosts).flatMap((host) => readHost(textShape(`https://${host}/`)) ?? []),
        families: families.split(','),
        variables: wordsOf(variables),
        without: wordsOf(without),
      });
    }
  }
  return registries;
});

/** The registry of a program, or else of the family of what it installs. */
export const registryOf = (program: string, family: string): Registry | undefined =>
  read().get(program) ?? read().get(family);

/** The registry of a family that a command asks for by name, as its program has it. */
export function registryOfFamily(family: string, program: string): Registry | undefined {
  const own = read().get(program);
  return own?.families.includes(family) === true ? own : read().get(family);
}
