/** Containers, clusters and virtual machines: what runs in them runs elsewhere. */

const dockerRun = `
  -a,--attach=text --add-host=text --annotation=literal --blkio-weight=text --cap-add=capability:text
  --cap-drop=capability:text --cgroup-parent=text --cgroupns=text --cidfile=write --cpu-period=text
  --cpu-quota=text -c,--cpu-shares=text --cpus=text --cpuset-cpus=text --cpuset-mems=text -d,--detach
  --detach-keys=text --device=device:text --device-cgroup-rule=text --dns=text --dns-option=text
  --dns-search=text --domainname=text --entrypoint=entrypoint:text -e,--env=env:text --env-file=read
  --expose=text --gpus=text --group-add=text --health-cmd=text --health-interval=text
  --health-retries=text --health-start-period=text --health-timeout=text -h,--hostname=text --init
  -i,--interactive --ip=text --ip6=text --ipc=ipc:text --isolation=text -l,--label=literal --label-file=read
  --link=literal --log-driver=text --log-opt=text --mac-address=text -m,--memory=text
  --memory-reservation=text --memory-swap=text --memory-swappiness=text --mount=mount:mount --name=text
  --network,--net=network:text --network-alias,--net-alias=text --no-healthcheck --oom-kill-disable
  --oom-score-adj=text --pid=pid:text --pids-limit=text --platform=text --privileged -p,--publish=literal
  -P,--publish-all --pull=text -q,--quiet --read-only --restart=text --rm --runtime=text
  --security-opt=security-opt:text --shm-size=text --sig-proxy --stop-signal=text --stop-timeout=text
  --storage-opt=text --sysctl=text --tmpfs=text -t,--tty --ulimit=text -u,--user=text --userns=userns:text
  --uts=text -v,--volume=volume:mount --volume-driver=text --volumes-from=text -w,--workdir=text --pod=text
  --secret=text --replace --userns=text --authfile=text --arch=text --os=text --variant=text --rootfs
  --systemd=text --tls-verify[=text]
`;

const dockerExec = `
  -d,--detach --detach-keys=text -e,--env=env:text --env-file=read -i,--interactive --privileged -t,--tty
  -u,--user=text -w,--workdir=text -l,--latest
`;

const dockerBuild = `
  -f,--file=read -t,--tag=image:literal --add-host=text --build-arg=build-arg:text --build-context=location?
  --builder=text --cache-from=image? --cache-to=image? --cgroup-parent=text --iidfile=write --label=literal
  --layers --load --memory=text --metadata-file=write --network=text --no-cache --no-cache-filter=text
  -o,--output=text --platform=text --progress=text --provenance=text --pull --push -q,--quiet --rm
  --sbom=text --secret=secret:text --security-opt=text --shm-size=text --squash --ssh=text --target=text
  --ulimit=text --allow=text --attest=text --format=literal --isolation=text -v,--volume=volume:mount
  --authfile=text --ignorefile=read --creds=text --tls-verify[=text] --jobs=text --arch=text --os=text
  --from=text
`;

const helmInstall = `
  -f,--values=read --set=location? --set-string=location? --set-json=text --set-file=text --set-literal=text --atomic
  --rollback-on-failure --ca-file=read --cert-file=read --create-namespace --dependency-update
  --description=literal --devel --disable-openapi-validation --dry-run[=text] --enable-dns -g,--generate-name
  --insecure-skip-tls-verify --key-file=read --keyring=read -l,--labels=literal --name-template=text
  --no-hooks -o,--output=text --pass-credentials --password=text --plain-http --post-renderer=text
  --post-renderer-args=text --render-subchart-notes --replace --repo=url --skip-crds --timeout=text
  --username=text --verify --version=text --wait[=text] --wait-for-jobs
`;

const apptainer = `
  -B,--bind=volume:mount -C,--containall -c,--contain -e,--cleanenv --env=text --env-file=read -f,--fakeroot
  -H,--home=text --nv --rocm --overlay=text --pwd,--cwd=text -w,--writable --writable-tmpfs
  -W,--workdir=text --app=text --net --network=text --no-home --no-mount=text -u,--userns
  -S,--scratch=text --security=text --mount=mount:mount
`;

/** What clusters hold, each with its short name; `pod/web` is one of them too. */
const resources = `
  pod,pods,po service,services,svc deployment,deployments,deploy namespace,namespaces,ns node,nodes,no
  secret,secrets configmap,configmaps,cm persistentvolumeclaim,persistentvolumeclaims,pvc
  persistentvolume,persistentvolumes,pv statefulset,statefulsets,sts daemonset,daemonsets,ds
  replicaset,replicasets,rs job,jobs cronjob,cronjobs,cj ingress,ingresses,ing
  serviceaccount,serviceaccounts,sa customresourcedefinition,customresourcedefinitions,crd,crds
  role,roles rolebinding,rolebindings clusterrole,clusterroles clusterrolebinding,clusterrolebindings
`;

/** The names of resources behind the verbs that rules are about. */
const namesOfResources = resources
  .trim()
  .split(/\s+/)
  .map((names) => names.split(','))
  .flatMap(([name = '', ...others]) =>
    ['get', 'describe', 'edit', 'delete'].map(
      (verb) =>
        `kubectl ${verb} ${[...others, ...[name, ...others].map((each) => `${each}/*`)].join(',')} ~ kubectl ${verb} ${name}`,
    ),
  )
  .join('\n');

export const containers = `
docker,podman,nerdctl,finch : --config=text -c,--context=text -D,--debug -H,--host=host
  -l,--log-level=text --tls --tlscacert=read --tlscert=read --tlskey=text --tlsverify -v,--version
  --connection=text --url=url --identity=text --namespace=text --address=text --root=text --runroot=text
  --storage-driver=text --storage-opt=text --remote --builder=text | argument:text* |
docker run : ${dockerRun} | image:image?? command:run? | elsewhere
docker create : ${dockerRun} | image:image?? command:run? | elsewhere
docker exec : ${dockerExec} | container:text command:run | elsewhere
docker cp : -a,--archive -L,--follow-link -q,--quiet --overwrite | source:copy target:target | recursive
docker build : ${dockerBuild} | context:read | recursive=? registry=docker
docker build given --push : -t,--tag=image:image --push | context:read | recursive=? registry=docker
docker buildx bake,f : -f,--file=read --set=text --push --load --print --no-cache --pull --progress=text
  --builder=text --metadata-file=write --allow=text | target:text* | registry=docker
docker builder prune : -a,--all -f,--force --filter=literal --keep-storage=text --max-used-space=text
  --min-free-space=text --reserved-space=text | |
docker buildx prune : -a,--all -f,--force --filter=literal --builder=text --verbose --keep-storage=text | |
docker buildx imagetools inspect : --format=literal --raw --builder=text | image:image |
docker buildx imagetools create : --append --dry-run -f,--file=read -t,--tag=image --annotation=literal --progress=text | image:image+ |
docker buildx rm : -f,--force --all-inactive --keep-daemon --keep-state | builder:text* |
docker push : -a,--all-tags --disable-content-trust --platform=text -q,--quiet --creds=text
  --authfile=text --digestfile=write --format=literal --tls-verify[=text] --remove-signatures --sign-by=text
  | image:image destination:image? |
docker pull : -a,--all-tags --disable-content-trust --platform=text -q,--quiet --creds=text
  --authfile=text --arch=text --os=text --tls-verify[=text] --policy=text | image:image+ |
docker login : -p,--password=text --password-stdin -u,--username=text --authfile=text --tls-verify[=text]
  | server:index? | registry=docker-index
docker logout : --all -a | server:text? |
docker tag : | image:literal target:literal+ |
docker rmi : -f,--force --no-prune -a,--all -i,--ignore --platform=text | image:literal* |
docker image prune : -a,--all -f,--force --filter=literal | |
docker images : -a,--all --digests --filter=literal --format=literal --no-trunc -q,--quiet --tree | image:literal*
  |
docker rm : -f,--force -l,--link -v,--volumes -a,--all -i,--ignore -t,--time=text --depend --filter=literal |
  container:text* |
docker container prune : -f,--force --filter=literal | |
docker kill : -s,--signal=text -a,--all | container:text* |
docker stop : -s,--signal=text -t,--timeout,--time=text -a,--all -i,--ignore | container:text* |
docker start : -a,--attach --detach-keys=text -i,--interactive --checkpoint=text --all | container:text+ |
docker restart : -s,--signal=text -t,--timeout,--time=text -a,--all | container:text+ |
docker pause : | container:text+ |
docker unpause : | container:text+ |
docker attach : --detach-keys=text --no-stdin --sig-proxy | container:text |
docker ps : -a,--all -f,--filter=literal --format=literal -n,--last=text -l,--latest --no-trunc -q,--quiet
  -s,--size | |
docker logs : --details -f,--follow --since=text -n,--tail=text -t,--timestamps --until=text |
  container:text+ |
docker inspect : -f,--format=literal -s,--size --type=text | name:literal+ |
docker container/image inspect : -f,--format=literal -s,--size | name:literal+ |
docker stats : -a,--all --format=literal --no-stream --no-trunc | container:text* |
docker top : | container:text argument:text* |
docker diff : | container:text |
docker port : | container:text port:text? |
docker rename : | container:text name:text |
docker update : --cpus=text -m,--memory=text --memory-swap=text --restart=text -c,--cpu-shares=text
  --pids-limit=text | container:text+ |
docker wait : | container:text+ |
docker commit : -a,--author=literal -c,--change=text -m,--message=literal -p,--pause | container:text
  image:literal? |
docker export : -o,--output=write | container:text |
docker import : -c,--change=text -m,--message=literal --platform=text | source:read image:literal? |
docker save : -o,--output=write --platform=text --format=literal -q,--quiet | image:literal+ |
docker load : -i,--input=read --platform=text -q,--quiet | |
docker history : --format=literal --no-trunc -q,--quiet -H,--human | image:literal |
docker search : -f,--filter=literal --format=literal --limit=text --no-trunc | term:text | registry=docker-index
docker system prune : -a,--all -f,--force --filter=literal --volumes --external | |
docker system reset : -f,--force | |
docker info : -f,--format=literal | |
docker events : -f,--filter=literal --format=literal --since=text --until=text | |
docker system df : --format=literal -v,--verbose | |
docker volume rm,remove : -f,--force -a,--all -t,--time=text | volume:text+ |
docker volume prune : -a,--all -f,--force --filter=literal | |
docker volume create : -d,--driver=text --label=literal -o,--opt=text --name=text | volume:text? |
docker volume ls,list : -f,--filter=literal --format=literal -q,--quiet | |
docker volume inspect : -f,--format=literal | volume:text+ |
docker network rm,remove : -f,--force -t,--time=text | network:text+ |
docker network prune : -f,--force --filter=literal | |
docker network create : -d,--driver=text --subnet=text --gateway=text --ip-range=text --label=literal
  -o,--opt=text --internal --ipv6 --attachable --scope=text | network:text |
docker network connect : --alias=text --ip=text --ip6=text --link=text | network:text container:text |
docker network disconnect : -f,--force | network:text container:text |
docker network ls,list : -f,--filter=literal --format=literal -q,--quiet --no-trunc | |
docker network inspect : -f,--format=literal -v,--verbose | network:text+ |
docker secret create : -d,--driver=text -l,--label=literal --template-driver=text --env | name:text
  file:read? |
docker secret rm,remove : -a,--all | secret:text+ |
docker config create : -l,--label=literal --template-driver=text | name:text file:read |
docker config rm,remove : | config:text+ |
docker stack deploy,up : -c,--compose-file=read -d,--detach --prune --resolve-image=text
  --with-registry-auth -q,--quiet | stack:text | registry=docker
docker stack rm,remove,down : -d,--detach | stack:text+ |
docker service create : --name=text --replicas=text -p,--publish=literal -e,--env=text --mount=mount:mount
  --network=text --secret=text -u,--user=text -w,--workdir=text --constraint=text --limit-memory=text
  --mode=text | image:image?? command:run? | elsewhere
docker service rm,remove : | service:text+ |
docker service update : --image=image? --replicas=text --force --env-add=text --env-rm=text --mount-add=text
  --publish-add=text --secret-add=text --args=text | service:text |
docker service scale : -d,--detach | service:text+ |
docker service logs : -f,--follow --since=text -n,--tail=text -t,--timestamps | service:text |
docker swarm leave : -f,--force | |
docker swarm init : --advertise-addr=literal --listen-addr=literal --force-new-cluster | |
docker swarm join : --token=text --advertise-addr=literal --listen-addr=literal | host:host |
docker node rm,remove : -f,--force | node:text+ |
docker node update : --availability=text --role=text --label-add=text | node:text |
docker context create : --docker=text --description=literal --from=text | context:text |
docker context use : | context:text |
docker context rm,remove : -f,--force | context:text+ |
docker context export : | context:text file:write? |
docker context import : | context:text file:read |
docker plugin install : --alias=text --disable --grant-all-permissions | plugin:image argument:text* |
docker plugin rm,remove : -f,--force | plugin:text+ |
docker machine rm : -f,--force | name:text? |
docker machine ssh : --username=text | name:text? command:shell-words? | elsewhere
docker pod rm : -f,--force -a,--all -t,--time=text | pod:text* |
docker pod prune : -f,--force | |
docker unshare : --rootless-netns | command:run |
docker kube play,apply : --down --network=text --configmap=read --replace --start --userns=text |
  file:read | registry=docker
docker play kube : --down --network=text --configmap=read --replace | file:read | registry=docker
docker generate : -n,--name --files -f,--filename=write -s,--service | argument:text* |
docker manifest push : --all --purge -p -f,--format=literal --creds=text | image:image destination:image? |
docker manifest inspect : -v,--verbose --insecure --authfile=text --tls-verify[=text] | image:image |
docker manifest create : -a,--amend --insecure --all --annotation=literal --tls-verify[=text] | image:literal image:image* |
docker manifest annotate : --arch=text --os=text --os-features=text --os-version=text --variant=text | image:literal image:literal |
docker manifest rm : | image:literal+ |
docker trust : --roles --local --key=text -y,--yes --pretty | action:text image:image?* | registry=docker
docker scout : --format=literal -o,--output=write --only-severity=text | argument:text* | registry=docker-index
docker compose : -f,--file=read -p,--project-name=text --project-directory=cwd --env-file=read
  --profile=text --ansi=text --progress=text --parallel=text --compatibility --dry-run --all-resources | |
docker compose up : -d,--detach --build --force-recreate --no-recreate --no-build --no-deps --no-start
  --abort-on-container-exit --abort-on-container-failure --always-recreate-deps --attach=text
  --exit-code-from=text --no-attach=text --no-log-prefix --no-color --pull=text --quiet-pull
  --remove-orphans -V,--renew-anon-volumes --scale=text -t,--timeout=text --timestamps --wait
  --wait-timeout=text -w,--watch --menu -y,--yes | service:text* | registry=docker
docker compose down : -v,--volumes --rmi=text --remove-orphans -t,--timeout=text | service:text* |
docker compose run : -d,--detach --build -e,--env=env:text --env-from-file=read
  --entrypoint=entrypoint:text --cap-add=text --cap-drop=text -i,--interactive -l,--label=literal --name=text
  -T,--no-TTY,--no-tty --no-deps -p,--publish=literal --pull=text -q,--quiet --quiet-build --quiet-pull
  --remove-orphans --rm -P,--service-ports --use-aliases -u,--user=text -v,--volume=volume:mount
  -w,--workdir=text | service:text command:run? | elsewhere registry=docker
docker compose exec : -d,--detach -e,--env=env:text --index=text -T,--no-TTY,--no-tty -i,--interactive
  -t,--tty --privileged -u,--user=text -w,--workdir=text | service:text command:run | elsewhere
docker compose build : --build-arg=text --builder=text -m,--memory=text --no-cache --parallel --pull
  --push -q,--quiet --ssh=text --with-dependencies --print --check --provenance=text --sbom=text |
  service:text* | registry=docker
docker compose push : --ignore-push-failures --include-deps -q,--quiet | service:text* | registry=docker
docker compose pull : --ignore-buildable --ignore-pull-failures --include-deps --policy=text -q,--quiet |
  service:text* | registry=docker
docker compose rm : -f,--force -s,--stop -v,--volumes -a | service:text* |
docker compose kill : -s,--signal=text --remove-orphans | service:text* |
docker compose stop : -t,--timeout=text | service:text* |
docker compose start : --wait --wait-timeout=text | service:text* |
docker compose restart : -t,--timeout=text --no-deps | service:text* |
docker compose create : --build --force-recreate --no-build --no-recreate --pull=text --scale=text
  --remove-orphans | service:text* | registry=docker
docker compose ps : -a,--all --filter=literal --format=literal --no-trunc --orphans -q,--quiet --services
  --status=text | service:text* |
docker compose logs : -f,--follow --index=text --no-color --no-log-prefix --since=text -n,--tail=text
  -t,--timestamps --until=text | service:text* |
docker compose config,convert : --format=literal --hash=text --images --no-interpolate --no-normalize
  -o,--output=write --profiles -q,--quiet --services --volumes --resolve-image-digests | service:text* |
docker compose cp : --all -a,--archive -L,--follow-link --index=text | source:copy target:target |
  recursive
docker compose images : --format=literal -q,--quiet | service:text* |
docker compose top : | service:text* |
docker compose port : --index=text --protocol=text | service:text port:text |
docker compose ls : -a,--all --filter=literal --format=literal -q,--quiet | |
docker compose watch : --no-up --prune --quiet | service:text* | registry=docker
docker compose pause : | service:text* |
docker compose unpause : | service:text* |
docker compose scale : --no-deps | service:text+ |
docker compose events : --json --since=text --until=text | service:text* |
docker compose export : -o,--output=write --index=text | service:text |
docker compose commit : -a,--author=literal -c,--change=text -m,--message=literal --index=text | service:text
  image:literal? |
docker container run = docker run
docker container create = docker create
docker container exec = docker exec
docker container cp = docker cp
docker container rm,remove = docker rm
docker container kill = docker kill
docker container stop = docker stop
docker container start = docker start
docker container restart = docker restart
docker container pause = docker pause
docker container unpause = docker unpause
docker container attach = docker attach
docker container ls,list,ps = docker ps
docker container logs = docker logs
docker container stats = docker stats
docker container top = docker top
docker container diff = docker diff
docker container port = docker port
docker container rename = docker rename
docker container update = docker update
docker container wait = docker wait
docker container commit = docker commit
docker container export = docker export
docker image build = docker build
docker builder build = docker build
docker buildx build,b = docker build
docker image push = docker push
docker image pull = docker pull
docker image tag = docker tag
docker image rm,remove = docker rmi
docker image ls,list = docker images
docker image save = docker save
docker image load = docker load
docker image import = docker import
docker image history = docker history
docker system info = docker info
docker system events = docker events
docker-compose = docker compose
podman-compose = podman compose
buildah : --root=text --runroot=text --storage-driver=text --log-level=text | argument:text* |
buildah bud,build : ${dockerBuild} | context:read? | recursive=? registry=docker
buildah from : --name=text --pull --pull-always --creds=text --authfile=text --tls-verify[=text]
  -v,--volume=volume:mount --arch=text --os=text | image:image?? |
buildah run : --add-history --cap-add=text --cap-drop=text -e,--env=text --isolation=text
  --mount=mount:mount --network=text -t,--tty -u,--user=text -v,--volume=volume:mount --workingdir=text |
  container:text command:run | elsewhere
buildah copy : --chown=text --chmod=text --from=text -q,--quiet --contextdir=cwd | container:text
  source:read+ target:text | recursive
buildah add : --chown=text --chmod=text --from=text -q,--quiet --contextdir=cwd | container:text
  source:read+ target:text | recursive
buildah push : --creds=text --authfile=text --format=literal --tls-verify[=text] --all -q,--quiet
  --digestfile=write --sign-by=text | image:image destination:image? |
buildah pull : --creds=text --authfile=text -q,--quiet --tls-verify[=text] -a,--all-tags | image:image |
buildah commit : --creds=text --authfile=text --format=literal --rm --squash -q,--quiet --tls-verify[=text] |
  container:text image:image?? |
buildah rm : -a,--all | container:text* |
buildah rmi : -a,--all -f,--force -p,--prune | image:literal* |
buildah prune : -a,--all -f,--force | |
buildah login : -u,--username=text -p,--password=text --password-stdin --authfile=text | server:host |
buildah config : --cmd=text --entrypoint=text -e,--env=text -l,--label=literal -u,--user=text
  --workingdir=text -p,--port=text -a,--annotation=literal --author=literal | container:text |
buildah unshare : | command:run? |
buildah mount : | container:text* |
skopeo : --debug --policy=read --override-arch=text --override-os=text --registries.d=text --tmpdir=text
  --insecure-policy | argument:text* |
skopeo copy : -a,--all --authfile=text --src-authfile=text --dest-authfile=text --src-creds=text
  --dest-creds=text --src-tls-verify[=text] --dest-tls-verify[=text] -f,--format=literal --digestfile=write
  --preserve-digests -q,--quiet --retry-times=text --sign-by=text | image:image destination:image |
skopeo sync : -s,--src=literal -d,--dest=literal --scoped -a,--all --authfile=text --src-creds=text
  --dest-creds=text | source:image destination:image? |
skopeo delete : --authfile=text --creds=text --tls-verify[=text] | image:image |
skopeo inspect : --authfile=text --creds=text --raw --config --format=literal --no-tags --tls-verify[=text] |
  image:image |
skopeo list-tags : --authfile=text --creds=text | image:image |
skopeo login : -u,--username=text -p,--password=text --password-stdin --authfile=text --tls-verify[=text]
  | server:host |
crane : --insecure --platform=text --allow-nondistributable-artifacts -v | argument:text* |
crane copy,cp : -a,--all-tags -j,--jobs=text -n,--no-clobber | image:image destination:image |
crane push : --image-refs=write --index | path:read image:image |
crane pull : -c,--cache_path=text --format=literal | image:image+ file:write |
crane delete : | image:image |
crane append : -b,--base=image -t,--new_tag=image? -f,--new_layer=read -o,--output=write
  --set-base-image-annotations | |
crane auth login : -u,--username=text -p,--password=text --password-stdin | server:host |
crane export : | image:image file:write? |
crane manifest/digest/ls/config/validate/blob/tag/index/flatten/rebase : --full-ref --omit-digest-tags --remote=image -t,--tag=literal | image:image name:text* |
crane catalog : --full-ref | server:index |
crane mutate : -t,--tag=text --entrypoint=text --cmd=text -e,--env=text -l,--label=literal -o,--output=write
  --append=read | image:image |
dive : --ci --ci-config=read -j,--json=write --source=text | image:image?? |
hadolint : -c,--config=read -f,--format=literal --ignore=text --failure-threshold=text -t --no-color
  --no-fail --strict-labels --trusted-registry=text | file:read* |
trivy : -c,--config=read --cache-dir=text -d,--debug -q,--quiet --timeout=text --server=url --token=text |
  argument:text* |
trivy image,i : --input=read -o,--output=write -f,--format=literal --severity=text -s=text --exit-code=text
  --ignore-unfixed --ignorefile=read --scanners=text --vuln-type=text --pkg-types=text --skip-dirs=text
  --skip-files=text -t,--template=text | image:image?? | registry=trivy
trivy fs,filesystem,rootfs : -o,--output=write -f,--format=literal --severity=text -s=text --exit-code=text
  --ignore-unfixed --ignorefile=read --scanners=text --pkg-types=text --skip-dirs=text --skip-files=text
  -t,--template=text | path:read | registry=trivy
trivy config,conf : -o,--output=write -f,--format=literal --severity=text -s=text --exit-code=text
  --tf-vars=read --skip-dirs=text | path:read | registry=trivy
trivy repo,repository : -o,--output=write -f,--format=literal --severity=text --branch=text --tag=text
  --commit=text --scanners=text | target:read | registry=trivy
grype,syft : -o,--output=text --file=write -c,--config=read --fail-on,-f=text --scope=text -q,--quiet
  -v,--verbose --platform=text --exclude=text --add-cpes-if-none --only-fixed | target:read+image? |
cosign : -t,--timeout=text -d,--verbose --output-file=write | argument:text* |
cosign sign : --key=read -y,--yes -a,--annotations=literal --certificate=read -r,--recursive | image:image+ |
cosign verify : --key=read --certificate-identity=text --certificate-oidc-issuer=text -o,--output=text |
  image:image+ |
cosign sign-blob : --key=read -y,--yes --output-signature=write --bundle=write | file:read+ |
cosign verify-blob : --key=read --signature=read --certificate=read --bundle=read | file:read |
cosign attest/verify-attestation/triangulate/tree/copy/download/attach/clean/save/generate : --key=read --predicate=read --type=text -y,--yes -f,--force | action:text? image:image* |
kubectl,k,oc,microk8s.kubectl : -n,--namespace=text --context=text --kubeconfig=text --cluster=text
  --user=text -s,--server=url --token=text --as=text --as-group=text --as-uid=text --cache-dir=text
  --certificate-authority=read --client-certificate=read --client-key=text --insecure-skip-tls-verify
  --password=text --username=text --profile=text --profile-output=text --request-timeout=text
  --tls-server-name=text -v,--v=text --vmodule=text --log-dir=text --warnings-as-errors -h,--help |
  argument:text* |
kubectl get : -A,--all-namespaces -o,--output=text -l,--selector=text --field-selector=text
  -f,--filename=read -k,--kustomize=read -L,--label-columns=text --no-headers --show-labels --show-kind
  --sort-by=text --template=text -w,--watch --watch-only --raw=text --chunk-size=text --ignore-not-found
  -R,--recursive --subresource=text --output-watch-events --server-print | resource:text name:text* |
kubectl describe : -A,--all-namespaces -l,--selector=text -f,--filename=read --show-events -R,--recursive
  | resource:text name:text* |
kubectl delete : --all -A,--all-namespaces --cascade[=text] --dry-run[=text] --field-selector=text
  -f,--filename=read --force --grace-period=text --ignore-not-found -k,--kustomize=read --now
  -o,--output=text --raw=text -R,--recursive -l,--selector=text --timeout=text --wait -i,--interactive |
  resource:text? name:text* |
${namesOfResources}
kubectl apply : -f,--filename=read -k,--kustomize=read+location? --all --cascade[=text] --dry-run[=text]
  --field-manager=text --force --force-conflicts --grace-period=text --openapi-patch -o,--output=text
  --overwrite --prune --prune-allowlist=text --prune-whitelist=text -R,--recursive -l,--selector=text
  --server-side --show-managed-fields --subresource=text --timeout=text --validate[=text] --wait | |
kubectl create : -f,--filename=read -k,--kustomize=read --dry-run[=text] --edit --field-manager=text
  -o,--output=text --raw=text -R,--recursive --save-config -l,--selector=text --validate[=text] |
  resource:text? name:text* |
kubectl create secret : --from-literal=literal:text --from-file=<named-file> --from-env-file=upload --type=text
  --cert=read --key=read --docker-server=text --docker-username=text --docker-password=text
  --docker-email=text --dry-run[=text] -o,--output=text | type:text name:text |
kubectl create configmap,cm : --from-literal=literal:text --from-file=<named-file> --from-env-file=upload
  --dry-run[=text] -o,--output=text --append-hash | name:text |
kubectl create clusterrolebinding : --clusterrole=role:text --group=text --serviceaccount=text
  --dry-run[=text] -o,--output=text | name:text |
kubectl create rolebinding : --clusterrole=role:text --role=role:text --group=text --serviceaccount=text
  --dry-run[=text] -o,--output=text | name:text |
kubectl create token : --audience=text --bound-object-kind=text --bound-object-name=text --duration=text |
  name:text |
kubectl create namespace,ns : --dry-run[=text] -o,--output=text --save-config | name:text |
kubectl create deployment,deploy : --image=image:image? -r,--replicas=text --port=text --dry-run[=text]
  -o,--output=text | name:text command:run? | elsewhere
kubectl create job : --image=image:image? --from=text --dry-run[=text] -o,--output=text | name:text
  command:run? | elsewhere
kubectl create cronjob,cj : --image=image:image? --schedule=text --restart=text --dry-run[=text]
  -o,--output=text | name:text command:run? | elsewhere
kubectl replace : -f,--filename=read -k,--kustomize=read --cascade[=text] --dry-run[=text] --force
  --grace-period=text -o,--output=text --raw=text -R,--recursive --save-config --timeout=text --wait | |
kubectl edit : -f,--filename=read -o,--output=text --output-patch -R,--recursive --save-config
  --subresource=text | resource:text? name:text* |
kubectl patch : -p,--patch=text --patch-file=read --type=text -f,--filename=read -k,--kustomize=read
  --dry-run[=text] --local -o,--output=text --subresource=text --field-manager=text | resource:text?
  name:text? |
kubectl label : --all -A,--all-namespaces --dry-run[=text] --field-selector=text -f,--filename=read --list
  --local -o,--output=text --overwrite -R,--recursive --resource-version=text -l,--selector=text |
  resource:text name:text* |
kubectl annotate : --all -A,--all-namespaces --dry-run[=text] --field-selector=text -f,--filename=read
  --list --local -o,--output=text --overwrite -l,--selector=text | resource:text name:text* |
kubectl taint : --all --dry-run[=text] --overwrite -l,--selector=text | resource:text name:text* |
kubectl set : -f,--filename=read --all --local --dry-run[=text] -o,--output=text -c,--containers=text
  -e,--env=text --from=text --limits=text --requests=text --list --overwrite -l,--selector=text
  --prefix=text | action:text argument:text* |
kubectl set image : --all --local --dry-run[=text] -o,--output=text -l,--selector=text | resource:literal container:image?* |
kubectl scale : --all --current-replicas=text --replicas=text --resource-version=text -f,--filename=read
  -l,--selector=text --timeout=text --dry-run[=text] -o,--output=text | resource:text? name:text* |
kubectl autoscale : --min=text --max=text --cpu-percent=text --cpu=text --name=text -f,--filename=read
  --dry-run[=text] -o,--output=text | resource:text name:text? |
kubectl rollout : -f,--filename=read -k,--kustomize=text -l,--selector=text --revision=text
  --to-revision=text --timeout=text -w,--watch -o,--output=text --dry-run[=text] | action:text
  resource:text? name:text* |
kubectl expose : --port=text --target-port=text --name=text --type=text --protocol=text --external-ip=text
  -f,--filename=read -l,--selector=text --dry-run[=text] -o,--output=text | resource:text name:text? |
kubectl run : --image=image:image? --annotations=literal --attach --command --dry-run[=text] --env=text
  --expose --image-pull-policy=text -i,--stdin -l,--labels=literal --leave-stdin-open -o,--output=text
  --override-type=text --overrides=text --pod-running-timeout=text --port=text --privileged -q,--quiet
  --restart=text --rm -t,--tty --grace-period=text --force | name:text command:run? | elsewhere
kubectl exec : -c,--container=text -f,--filename=read --pod-running-timeout=text -q,--quiet -i,--stdin
  -t,--tty | pod:text command:run | elsewhere
kubectl rsh : -c,--container=text -T,--no-tty -t,--tty --shell=text | pod:text command:run? | elsewhere
kubectl debug : --attach -c,--container=text --copy-to=text --env=text --image=image:image?
  --image-pull-policy=text --keep-annotations --keep-labels --custom=read -q,--quiet --replace --same-node
  --set-image=text --share-processes -i,--stdin --target=text -t,--tty -f,--filename=read | pod:text
  command:run? | elsewhere
kubectl krew : | action:text plugin:text* | registry=krew
kubectl attach : -c,--container=text -i,--stdin -t,--tty -q,--quiet | pod:text |
kubectl cp : -c,--container=text --no-preserve --retries=text | source:copy target:target | recursive
kubectl rsync : -c,--container=text --delete --exclude=text --include=text --progress -w,--watch
  --strategy=text | source:copy target:target | recursive
kubectl logs : --all-containers --all-pods -c,--container=text -f,--follow --ignore-errors
  --insecure-skip-tls-verify-backend --limit-bytes=text --max-log-requests=text --pod-running-timeout=text
  --prefix -p,--previous -l,--selector=text --since=text --since-time=text --tail=text --timestamps |
  pod:text? container:text? |
kubectl port-forward : --address=text --pod-running-timeout=text | resource:text port:text+ |
kubectl proxy : --accept-hosts=text --accept-paths=text --address=text --api-prefix=text --disable-filter
  --keepalive=text -p,--port=text --reject-methods=text --reject-paths=text -u,--unix-socket=text
  -w,--www=text -P,--www-prefix=text | |
kubectl drain : --chunk-size=text --delete-emptydir-data --delete-local-data --disable-eviction
  --dry-run[=text] --force --grace-period=text --ignore-daemonsets --pod-selector=text -l,--selector=text
  --skip-wait-for-delete-timeout=text --timeout=text | node:text* |
kubectl cordon : --dry-run[=text] -l,--selector=text | node:text* |
kubectl uncordon : --dry-run[=text] -l,--selector=text | node:text* |
kubectl top : -A,--all-namespaces --containers --no-headers -l,--selector=text --sort-by=text
  --field-selector=text | resource:text name:text* |
kubectl wait : --all -A,--all-namespaces --for=text -f,--filename=read -l,--selector=text --timeout=text
  -o,--output=text --field-selector=text | resource:text? name:text* |
kubectl diff : -f,--filename=read -k,--kustomize=read -R,--recursive --server-side --prune
  -l,--selector=text --field-manager=text | |
kubectl explain : --api-version=text --recursive -o,--output=text | resource:text |
kubectl auth : -A,--all-namespaces --list -q,--quiet --subresource=text -f,--filename=read
  -o,--output=text | action:text argument:text* |
kubectl config : --minify --raw --flatten --merge -o,--output=text --current --embed-certs[=text]
  --set-raw-bytes[=text] --server=text | action:text argument:text* |
kubectl config delete-context : | name:text |
kubectl config delete-cluster : | name:text |
kubectl config use-context,use : | name:text |
kubectl config set-cluster : --server=index --proxy-url=index --certificate-authority=read --embed-certs[=text] --insecure-skip-tls-verify[=text] --tls-server-name=text | cluster:literal |
kubectl certificate : -f,--filename=read -k,--kustomize=text --force -o,--output=text | action:text
  name:text* |
kubectl kustomize : -o,--output=write --enable-helm --load-restrictor=text --network -e,--env=text
  --mount=text | path:read+location?? |
kubectl cluster-info : --all-namespaces -A --namespaces=text --output-directory=write -o,--output=text |
  action:text? |
kubectl api-resources : --api-group=text --cached --namespaced[=text] --no-headers -o,--output=text
  --sort-by=text --verbs=text | |
kubectl api-versions : | |
kubectl version : --client -o,--output=text | |
kubectl login : -u,--username=text -p,--password=text -t,--token=text -w,--web | server:url? |
kubectl new-app : --name=text -e,--env=text -l,--labels=literal --image=text -f,--file=read -p,--param=text |
  source:text+ |
kubectx,kubens : -c,--current -d=text -u,--unset -h,--help | name:text? |
k9s : -n,--namespace=text --context=text --kubeconfig=text -c,--command=text -A,--all-namespaces
  --readonly --write | |
stern : -n,--namespace=text --context=text --kubeconfig=text -c,--container=text -l,--selector=text
  --since=text --tail=text -o,--output=text -A,--all-namespaces -e,--exclude=text -i,--include=text
  --template=text --no-follow | query:text? |
kustomize : | argument:text* |
kustomize build : -o,--output=write --enable-helm --enable-exec --enable-alpha-plugins --helm-command=text
  --load-restrictor=text --network -e,--env=text --mount=text | path:read+location?? |
kustomize create : --autodetect --recursive --resources=read --namespace=text --nameprefix=text
  --namesuffix=text | |
helm,helm3 : -n,--namespace=text --kube-context=text --kubeconfig=text --kube-apiserver=url
  --kube-token=text --kube-as-user=text --registry-config=read --repository-cache=text
  --repository-config=read --debug --burst-limit=text --qps=text | argument:text* |
helm install : ${helmInstall} | release:text? chart:image?? |
helm upgrade : -i,--install --reuse-values --reset-values --reset-then-reuse-values --history-max=text
  --cleanup-on-fail --force ${helmInstall} | release:text chart:image?? |
helm uninstall,delete,del,un : --cascade=text --description=literal --dry-run[=text] --ignore-not-found
  --keep-history --no-hooks --purge --timeout=text --wait[=text] | release:text+ |
helm rollback : --cleanup-on-fail --dry-run[=text] --force --history-max=text --no-hooks --recreate-pods
  --timeout=text --wait[=text] --wait-for-jobs | release:text revision:text? |
helm template : -s,--show-only=text --api-versions=text -a=text --include-crds --is-upgrade
  --kube-version=text --no-hooks --output-dir=write --release-name --skip-tests --validate ${helmInstall}
  | release:text? chart:image?? |
helm lint : -f,--values=read --set=text --set-string=text --set-file=text --strict --with-subcharts
  -q,--quiet | chart:read* |
helm package : -d,--destination=write --app-version=text --version=text -u,--dependency-update --key=text
  --keyring=read --sign --passphrase-file=read | chart:read+ |
helm push : --ca-file=read --cert-file=read --key-file=read --insecure-skip-tls-verify --plain-http
  -u,--username=text -p,--password=text | chart:upload destination:url |
helm pull,fetch : -d,--destination=write --untar --untardir=write --version=text --repo=url
  --username=text --password=text --prov --verify --devel | chart:image+ |
helm repo add : --username=text --password=text --pass-credentials --force-update --no-update
  --allow-deprecated-repos --ca-file=read --cert-file=read --key-file=read --insecure-skip-tls-verify |
  name:text url:url |
helm repo remove,rm : | name:text+ |
helm repo update,up : --timeout=text | name:text* | registry=helm
helm repo list,ls : -o,--output=text | |
helm repo index : --merge=read --url=text | path:read |
helm registry login : -u,--username=text -p,--password=text --password-stdin --insecure --ca-file=read |
  host:host |
helm dependency,dep,dependencies : --skip-refresh --verify --keyring=read -u | action:text chart:read? | registry=helm
helm plugin install,add : --version=text --verify | package:package | manager=helm
helm plugin uninstall,remove,rm : | plugin:text+ |
helm plugin update,up : | plugin:text+ |
helm plugin list,ls : | |
helm get : --revision=text --template=text -o,--output=text -a,--all | action:text release:text |
helm history,hist : --max=text -o,--output=text | release:text |
helm list,ls : -a,--all -A,--all-namespaces -d,--date --deployed --failed -f,--filter=literal -m,--max=text
  -o,--output=text --offset=text --pending -r,--reverse -l,--selector=text -q,--short --superseded
  --uninstalled --uninstalling | |
helm status : -o,--output=text --revision=text --show-desc --show-resources | release:text |
helm show,inspect : --version=text --repo=url --devel --username=text --password=text --verify |
  action:text chart:image? |
helm search : -o,--output=text -l,--versions -r,--regexp --version=text --max-col-width=text --devel
  --endpoint=url | action:text term:text? | registry=helm
helm test : --filter=literal --logs --timeout=text | release:text |
helm create : -p,--starter=text | name:write |
helm env : | name:text? |
helm version : --short --template=text | |
helmfile : -f,--file=read -e,--environment=text -l,--selector=text -n,--namespace=text --kube-context=text
  --state-values-set=text --state-values-file=read -i,--interactive -q,--quiet --no-color --log-level=text
  -b,--helm-binary=text | argument:text* |
helmfile apply : --args=text --skip-deps --set=text --values=read --concurrency=text --suppress-secrets |
  |
helmfile sync : --args=text --skip-deps --set=text --values=read --concurrency=text | |
helmfile destroy : --args=text --concurrency=text --skip-deps --purge | |
helmfile delete : --args=text --concurrency=text --purge | |
helmfile diff : --args=text --set=text --values=read --concurrency=text --detailed-exitcode | |
helmfile template : --args=text --set=text --values=read --output-dir=write | |
kind : -q,--quiet -v,--verbosity=text | argument:text* |
kind create cluster : --config=read --image=image:image? --kubeconfig=write -n,--name=text --retain
  --wait=text | | registry=docker
kind delete cluster : -n,--name=text --kubeconfig=write | |
kind delete clusters : -A,--all --kubeconfig=write | name:text* |
kind load docker-image : -n,--name=text --nodes=text | image:literal+ |
kind load image-archive : -n,--name=text --nodes=text | file:read+ |
kind get : -n,--name=text --internal --kubeconfig=text | what:text |
kind export : -n,--name=text --internal --kubeconfig=write | what:text path:write? |
kind build : --image=text --arch=text --type=text | what:text source:read? |
minikube : -p,--profile=text -b,--bootstrapper=text --alsologtostderr --log_dir=text -v,--v=text
  -o,--output=text --node=text | argument:text* |
minikube start : --driver=text --vm-driver=text --cpus=text --memory=text --disk-size=text
  --kubernetes-version=text -n,--nodes=text --container-runtime=text --addons=text --mount
  --mount-string=volume:text --cni=text --extra-config=text --insecure-registry=text
  --registry-mirror=location? --base-image=image? --image-repository=location? --force --delete-on-failure --network=text --ports=text --static-ip=text | | registry=minikube
minikube stop : --all --schedule=text --cancel-scheduled --keep-context-active | |
minikube delete : --all --purge | |
minikube ssh : -n,--node=text -l=text --native-ssh[=text] | command:shell-words? | elsewhere
minikube cp : | source:copy target:target |
minikube mount : --ip=text --kill --uid=text --gid=text --type=text --mode=text --9p-version=text
  --msize=text --options=text --port=text | volume:text |
minikube image : --daemon --overwrite --pull --remote -f,--file=read -t,--tag=text --all | action:text
  argument:text* |
minikube node delete : | name:text |
minikube config : | action:text name:text value:text? |
minikube addons : --images=text --registries=text --refresh -f,--file=read | action:text name:text? |
minikube service : --url --https --wait=text -n,--namespace=text --all | service:text? |
k3d : | argument:text* |
k3d cluster create : -a,--agents=text -s,--servers=text -p,--port=text -v,--volume=volume:mount
  -c,--config=read -i,--image=image? --api-port=text --k3s-arg=text --network=text --registry-create=text
  --registry-use=text --wait --timeout=text -e,--env=text | name:text? | registry=docker
k3d cluster delete,del,rm : -a,--all -c,--config=read | name:text* |
k3d node delete : -a,--all | name:text* |
k3d image import : -c,--cluster=text -m,--mode=text -k,--keep-tarball | image:literal+ |
k3d kubeconfig : -a,--all -o,--output=write -d,--kubeconfig-merge-default -s,--kubeconfig-switch-context |
  action:text name:text* |
k3d registry : -p,--port=text -a,--all -i,--image=text | action:text name:text* |
k3s : | argument:text* |
k3s server : -c,--config=read -t,--token=text --token-file=read --data-dir=text -d=text --disable=text
  --tls-san=text --node-name=text --write-kubeconfig=write --write-kubeconfig-mode=text --cluster-init
  -s,--server=url | |
k3s agent : -c,--config=read -t,--token=text --token-file=read -s,--server=url --data-dir=text -d=text
  --node-name=text | |
k3s kubectl : | command:text* |
k3s crictl : | command:text* |
k3s ctr : | command:text* |
k3s etcd-snapshot : --name=text --s3 --s3-bucket=text --etcd-snapshot-dir=text | action:text
  argument:text* |
kubeadm : --rootfs=text -v,--v=text | argument:text* |
kubeadm init : --config=read --pod-network-cidr=text --apiserver-advertise-address=text
  --control-plane-endpoint=text --kubernetes-version=text --token=text --upload-certs
  --ignore-preflight-errors=text --cri-socket=text --skip-phases=text | |
kubeadm join : --config=read --token=text --discovery-token-ca-cert-hash=text --control-plane
  --certificate-key=text --cri-socket=text --ignore-preflight-errors=text | host:host |
kubeadm reset : -f,--force --cert-dir=text --cleanup-tmp-dir --cri-socket=text
  --ignore-preflight-errors=text | |
kubeadm upgrade : -f,--force -y,--yes --etcd-upgrade[=text] --config=read | action:text version:text? |
kubeadm token : --ttl=text --print-join-command --description=literal | action:text argument:text* |
kops : --name=text --state=text -v=text --config=read | argument:text* |
kops create : -f,--filename=read --zones=text --node-count=text --node-size=text --control-plane-size=text
  --cloud=text --yes --ssh-public-key=read --dry-run -o,--output=text | what:text name:text* |
kops delete : -f,--filename=read -y,--yes --region=text --unregister | what:text? name:text* |
kops update : -y,--yes --admin[=text] --create-kube-config -o,--out=write | what:text name:text* |
kops export : --admin[=text] --all --kubeconfig=write | what:text |
kops rolling-update : -y,--yes --force --cloudonly | what:text name:text? |
crictl : -r,--runtime-endpoint=text -i,--image-endpoint=text -c,--config=read -t,--timeout=text -D,--debug
  | argument:text* |
crictl exec : -i,--interactive -t,--tty -s,--sync | container:text command:run | elsewhere
crictl rm : -a,--all -f,--force | container:text* |
crictl rmi : -a,--all -q,--prune | image:literal* |
crictl rmp : -a,--all -f,--force | pod:text* |
crictl stop : | container:text+ |
crictl stopp : | pod:text+ |
crictl pull : --creds=text --auth=text | image:image |
crictl ps : -a,--all -q,--quiet --name=text -o,--output=text --pod=text --state=text --label=literal
  -l,--latest | |
crictl logs : -f,--follow --tail=text --since=text -p,--previous -t,--timestamps | container:text |
ctr : -n,--namespace=text -a,--address=text --timeout=text --debug | argument:text* |
ctr images,image,i pull : -u,--user=text -k,--skip-verify --plain-http --platform=text --all-platforms |
  image:image |
ctr images,image,i push : -u,--user=text -k,--skip-verify --plain-http --manifest=text | image:image
  argument:text* |
ctr images,image,i rm,remove,delete,del : --sync | image:literal+ |
ctr images,image,i import : --all-platforms --base-name=text --no-unpack --platform=text | file:read |
ctr images,image,i export : --all-platforms --platform=text | file:write image:literal+ |
ctr run : --rm -t,--tty -d,--detach --env=text --mount=mount:mount --net-host --privileged --cwd=text
  --runtime=text --user=text --gpus=text | image:image?? name:text command:run? | elsewhere
ctr tasks,task,t exec : --exec-id=text -t,--tty --cwd=text --user=text -d,--detach | container:text
  command:run | elsewhere
ctr tasks,task,t kill : -s,--signal=text -a,--all --exec-id=text | container:text |
ctr tasks,task,t rm,remove,delete,del : -f,--force | container:text+ |
ctr containers,container,c rm,remove,delete,del : --keep-snapshot | container:text+ |
ctr namespaces,namespace,ns rm,remove,delete,del : -c,--cgroup | name:text+ |
argocd : --server=host --auth-token=text --config=read --insecure --grpc-web --grpc-web-root-path=text
  -N,--app-namespace=text --core --kube-context=text --plaintext --header=literal -H=text --port-forward
  --port-forward-namespace=text --client-crt=read --client-crt-key=text --server-crt=read --loglevel=text
  --logformat=text | argument:text* |
argocd login : --username=text --password=text --sso --name=text --skip-test-tls | server:host |
argocd app create : -f,--file=read --repo=text --path=text --revision=text --dest-server=text
  --dest-namespace=text --dest-name=text --project=text --sync-policy=text --helm-set=text --values=text
  --upsert --helm-chart=text | name:text? |
argocd app delete : --cascade[=text] -y,--yes -p,--propagation-policy=text -l,--selector=text --wait |
  app:text* |
argocd app sync : --force --prune --dry-run --async --revision=text --resource=text -l,--selector=text
  --timeout=text --replace --local=text --strategy=text --retry-limit=text --server-side | app:text* |
argocd app rollback : --prune --timeout=text | app:text revision:text? |
argocd app set : --repo=text --path=text --revision=text --helm-set=text -p,--parameter=text --values=text
  --sync-policy=text --dest-namespace=text | app:text |
argocd app get,list,diff,history,logs,wait,resources,manifests : -o,--output=text --refresh --hard-refresh
  -p,--project=text -l,--selector=text --local=text --revision=text --timeout=text --health --sync
  --tail=text -f,--follow -c,--container=text | app:text* |
argocd app patch : --patch=text --type=text | app:text |
argocd app terminate-op : | app:text |
argocd app delete-resource : --kind=text --resource-name=text --namespace=text --group=text --force
  --orphan --all | app:text |
argocd cluster add : --name=text -y,--yes --kubeconfig=text --namespace=text --system-namespace=text |
  context:text |
argocd cluster rm : -y,--yes | server:literal |
argocd repo add : --username=text --password=text --ssh-private-key-path=text --type=text --name=text
  --upsert --insecure-skip-server-verification --enable-oci | repo:url |
argocd repo rm : | repo:literal+ |
argocd proj delete : | project:text |
argocd account : --account=text --current-password=text --new-password=text --expires-in=text |
  action:text argument:text* |
flux : -n,--namespace=text --context=text --kubeconfig=text --timeout=text --verbose | argument:text* |
flux bootstrap : --owner=text --repository=text --branch=text --path=text --personal --private --url=url
  --private-key-file=read --token-auth --components=text --components-extra=text --password=text
  --username=text --hostname=text | provider:text |
flux reconcile : --with-source --force --reset | kind:text argument:text* |
flux suspend : --all | kind:text argument:text* |
flux resume : --all --wait | kind:text argument:text* |
flux delete : -s,--silent | kind:text argument:text* |
flux uninstall : -s,--silent --keep-namespace --dry-run | |
flux create : --url=url --branch=text --tag=text --path=text --source=text --interval=text --export
  --prune --target-namespace=text --chart=text --values=read --from-file=text --secret-ref=text --wait |
  kind:text argument:text* |
flux get : -A,--all-namespaces -w,--watch --no-header | kind:text argument:text* |
flux install : --export --components=text --version=text --components-extra=text | |
istioctl : -n,--namespace=text -i,--istioNamespace=text --context=text -c,--kubeconfig=text |
  argument:text* |
istioctl install,apply : -f,--filename=read --set=location? -y,--skip-confirmation --revision=text -r=text
  --dry-run | |
istioctl uninstall : --purge -y,--skip-confirmation --revision=text -r=text -f,--filename=read --force | |
istioctl kube-inject : -f,--filename=read -o,--output=write | |
istioctl analyze : -A,--all-namespaces -R,--recursive -o,--output=text | file:read* |
skaffold : -f,--filename=read -p,--profile=text -n,--namespace=text --kube-context=text
  -d,--default-repo=location -m,--module=text -v,--verbosity=text --tag=text -t=text -l,--label=literal
  --platform=text -b,--build-image=text --kubeconfig=text | argument:text* |
skaffold run : --tail --cleanup[=text] | |
skaffold dev : --port-forward[=text] --cleanup[=text] --tail | |
skaffold build : -q,--quiet --file-output=write --push[=text] -o,--output=text --dry-run | |
skaffold deploy : -a,--build-artifacts=read -i,--images=text --tail | |
skaffold delete : --dry-run | |
skaffold render : -o,--output=write -a,--build-artifacts=read --digest-source=text | |
tilt : --context=text -v,--verbose -d,--debug | argument:text* |
tilt up : -f,--file=read --host=text --port=text --stream -n,--namespace=text | argument:text* |
tilt down : -f,--file=read --delete-namespaces | argument:text* |
tilt ci : -f,--file=read --timeout=text | argument:text* |
velero : -n,--namespace=text --kubeconfig=text --kubecontext=text | argument:text* |
velero backup delete : --all --confirm -l,--selector=text | name:text* |
velero restore create : --from-backup=text --include-namespaces=text -w,--wait | name:text? |
velero backup create : --include-namespaces=text --exclude-namespaces=text --ttl=text -l,--selector=text
  -w,--wait --storage-location=text | name:text |
vagrant : | argument:text* |
vagrant up : --provider=text --provision --no-provision --provision-with=text --destroy-on-error
  --no-destroy-on-error --parallel --install-provider | machine:text* | registry=vagrant
vagrant destroy : -f,--force -g,--graceful --parallel | machine:text* |
vagrant halt : -f,--force | machine:text* |
vagrant ssh : -c,--command=shell -p,--plain -t,--tty | machine:text? | elsewhere
vagrant ssh-config : --host=text | machine:text? |
vagrant provision : --provision-with=text | machine:text* |
vagrant reload : --provision --provision-with=text --force | machine:text* |
vagrant suspend : -a,--all-global | machine:text* |
vagrant resume : | machine:text* |
vagrant rsync : | machine:text* |
vagrant upload : -c,--compress -t,--temporary | source:read target:text? machine:text? |
vagrant box add : --name=text --provider=text --box-version=text -f,--force --insecure -c,--clean
  --checksum=text --checksum-type=text --location-trusted | box:text | registry=vagrant
vagrant box remove : --all --all-providers --all-architectures --box-version=text -f,--force
  --provider=text | box:text |
vagrant box prune : -f,--force -k,--keep-active-boxes -n,--dry-run --name=text --provider=text | |
vagrant plugin install : --plugin-source=index --plugin-version=text --local --verbose
  --plugin-clean-sources | package:package+ | manager=gem
vagrant plugin uninstall : --local | package:text+ |
vagrant package : --base=text --output=write --include=read --info=read --vagrantfile=read | machine:text?
  |
vagrant snapshot delete : | machine:text? name:text |
vagrant snapshot restore : --no-provision --no-start | machine:text? name:text |
vagrant winrm : -c,--command=text -e,--elevated -s,--shell=text | machine:text? |
vagrant init : -f,--force -m,--minimal --output=text --template=text | box:text? url:set? |
limactl : --log-level=text --debug -y --tty[=text] | argument:text* |
limactl start,create : --name=text --cpus=text --memory=text --disk=text --arch=text --mount=mount:mount
  --mount-writable --network=text --set=text --timeout=text --vm-type=text -l,--list-templates |
  template:text? |
limactl shell : --workdir=text --shell=text --preserve-env | instance:text command:run? | elsewhere
limactl delete,rm,remove : -f,--force | instance:text+ |
limactl stop : -f,--force | instance:text |
limactl factory-reset : | instance:text |
limactl copy,cp : -r,--recursive -v,--verbose | source:copy+ target:target | recursive
limactl edit : --set=text --cpus=text --memory=text | instance:text |
limactl list,ls : -f,--format=literal --json -q,--quiet | instance:text* |
lima : | command:run? | elsewhere
colima : -p,--profile=text -v,--verbose | argument:text* |
colima start : -c,--cpu,--cpus=text -m,--memory=text -d,--disk=text -a,--arch=text -t,--vm-type=text
  -r,--runtime=text -k,--kubernetes --kubernetes-version=text -V,--mount=mount:mount --mount-type=text
  -n,--dns=text --network-address -e,--edit --env=text -f,--foreground | profile:text? |
colima stop : -f,--force | profile:text? |
colima delete : -f,--force -d,--data | profile:text? |
colima ssh : | command:run? | elsewhere
colima kubernetes : | action:text |
colima prune : -f,--force -a,--all | |
multipass : | argument:text* |
multipass launch : -n,--name=text -c,--cpus=text -m,--memory=text -d,--disk=text --cloud-init=read
  --network=text --mount=mount:mount --timeout=text --bridged | image:text? |
multipass exec : -d,--working-directory=text -n,--no-map-working-directory | instance:text command:run |
  elsewhere
multipass shell : | instance:text? |
multipass delete : -p,--purge --all | instance:text* |
multipass purge : | |
multipass stop : --all -t,--time=text --force | instance:text* |
multipass transfer : -r,--recursive -p,--parents | source:copy+ target:target | recursive
multipass mount : -t,--type=text -g,--gid-map=text -u,--uid-map=text | source:text target:text |
orb,orbctl : -m,--machine=text -u,--user=text -w,--workdir=text -p,--path | command:run? | elsewhere
orb delete : -f,--force -a,--all | machine:text* |
orb stop : -a,--all | machine:text* |
orb create : -a,--arch=text -c,--user-data=read | image:text name:text? |
orb start : | machine:text* |
orb list : -q -f=text | |
distrobox : | argument:text* |
distrobox enter : -n,--name=text -r,--root -T,--no-tty -a,--additional-flags=text -e,--exec
  -nw,--no-workdir -H | container:text? command:run | dashes alone=shell
distrobox create : -n,--name=text -i,--image=image:text -H,--home=text --volume=volume:mount -Y,--yes
  -r,--root --init --additional-packages=text -I | |
distrobox rm : -a,--all -f,--force --rm-home -r,--root | container:text* |
distrobox stop : -a,--all -Y,--yes | container:text* |
toolbox : | argument:text* |
toolbox run : -c,--container=text -d,--distro=text -r,--release=text | command:run |
toolbox create : -d,--distro=text -i,--image=image:text -r,--release=text --authfile=text |
  container:text? |
toolbox enter : -d,--distro=text -r,--release=text | container:text? |
toolbox rm : -a,--all -f,--force | container:text* |
toolbox rmi : -a,--all -f,--force | image:text* |
devcontainer : --workspace-folder=cwd --config=read --docker-path=text --docker-compose-path=text
  --log-level=text | argument:text* |
devcontainer up : --remove-existing-container --id-label=text --mount=mount:mount --override-config=read
  --dotfiles-repository=text --build-no-cache | |
devcontainer exec : --container-id=text --id-label=text --remote-env=text | command:run | elsewhere
devcontainer build : --image-name=text --push --platform=text --no-cache --output=text | |
devcontainer run-user-commands : --container-id=text --id-label=text | |
virsh : -c,--connect=url -q,--quiet -r,--readonly -d,--debug=text -l,--log=write | argument:text* |
virsh destroy : --graceful --remove-logs | domain:text |
virsh undefine : --managed-save --remove-all-storage --wipe-storage --storage=text --nvram
  --snapshots-metadata --checkpoints-metadata --tpm | domain:text |
virsh shutdown : --mode=text | domain:text |
virsh reboot : --mode=text | domain:text |
virsh reset : | domain:text |
virsh start : --console --paused --autodestroy --bypass-cache --force-boot | domain:text |
virsh define : --validate | file:read |
virsh create : --console --paused --autodestroy --validate | file:read |
virsh list : --all --inactive --name --uuid --title | |
virsh edit : | domain:text |
virsh dumpxml : --inactive --security-info | domain:text |
virsh vol-delete : --pool=text | volume:text pool:text? |
virsh vol-wipe : --pool=text --algorithm=text | volume:text pool:text? |
virsh pool-delete : | pool:text |
virsh pool-destroy : | pool:text |
virsh pool-undefine : | pool:text |
virsh net-destroy : | network:text |
virsh net-undefine : | network:text |
virsh snapshot-delete : --children --children-only --metadata --current | domain:text snapshot:text? |
virsh snapshot-revert : --force --running --paused | domain:text snapshot:text? |
virsh snapshot-create-as : --name=text --description=literal --disk-only --atomic | domain:text name:text? |
virsh migrate : --live --persistent --undefinesource --p2p | domain:text uri:url |
virsh console : | domain:text |
virt-install : --name=text -n=text --memory=text --ram=text -r=text --vcpus=text --disk=text --cdrom=read
  -c=text --location=text -l=text --network=text -w=text --os-variant=text --graphics=text --import
  --noautoconsole --boot=text --extra-args=text -x=text --connect=url --initrd-inject=read | |
qemu-img : | argument:text* |
qemu-img create : -f=text -o=text -b=read -F=text -q | file:write size:text? |
qemu-img convert : -f=text -O=text -o=text -c -p -q -S=text | source:read target:write |
qemu-img resize : -f=text --shrink -q | file:write size:text |
qemu-img info : -f=text --output=text -U --backing-chain | file:read |
qemu-img snapshot : -l -a=text -c=text -d=text | file:write |
qemu-img rebase : -b=read -f=text -F=text -u | file:write |
qemu-img check : -f=text -r=text -q | file:read |
lxc,incus : --project=text --force-local -q,--quiet --debug -v,--verbose --target=text | argument:text* |
lxc exec : --cwd=text --env=text -t,--force-interactive -T,--force-noninteractive -n,--disable-stdin
  --user=text --group=text --mode=text | instance:text command:run | elsewhere
lxc launch : -c,--config=text -d,--device=text -e,--ephemeral -n,--network=text -p,--profile=text
  -s,--storage=text -t,--type=text --target=text --vm --empty | image:text name:text? |
lxc init,create : -c,--config=text -d,--device=text -e,--ephemeral -n,--network=text -p,--profile=text
  -s,--storage=text -t,--type=text --target=text --vm --empty | image:text name:text? |
lxc delete,rm : -f,--force -i,--interactive | instance:text+ |
lxc stop : -f,--force --all --timeout=text --stateless | instance:text* |
lxc start : --all --stateless --console | instance:text* |
lxc restart : -f,--force --all --timeout=text | instance:text* |
lxc file push : -r,--recursive -p,--create-dirs --uid=text --gid=text --mode=text | source:read+
  target:text | recursive=-r,--recursive
lxc file pull : -r,--recursive -p,--create-dirs | source:text+ target:write | recursive=-r,--recursive
lxc file delete,rm : -f,--force | path:text+ |
lxc image delete,rm : | image:text+ |
lxc image import : --alias=text --public | file:read+ |
lxc image export : --vm | image:text target:write? |
lxc image copy,cp : --alias=text --auto-update --copy-aliases --public | image:text remote:text |
lxc storage delete,rm : | pool:text |
lxc storage volume delete,rm : | pool:text volume:text |
lxc network delete,rm : | network:text |
lxc profile delete,rm : | profile:text |
lxc project delete,rm : -f,--force | project:text |
lxc publish : --alias=text -f,--force --public --compression=text | instance:text argument:text* |
lxc list,ls : -c,--columns=text -f,--format=literal --all-projects --fast | filter:text* |
lxc shell : | instance:text |
lxc-attach : -n,--name=text -e -v,--set-var=text -u=text -g=text --clear-env | command:run? | elsewhere
lxc-destroy : -n,--name=text -f,--force -s,--snapshots | name:text? |
lxc-create : -n,--name=text -t,--template=text -f,--config=read -B,--bdev=text | argument:text* |
lxc-stop,lxc-start : -n,--name=text -k,--kill -d,--daemon -F -f=read | name:text? |
pct,qm : | argument:text* |
pct destroy : --purge[=text] --force[=text] --destroy-unreferenced-disks[=text] | id:text |
pct stop : --skiplock --timeout=text | id:text |
pct shutdown : --forceStop --timeout=text | id:text |
pct exec : --keep-env[=text] | id:text command:run | elsewhere
pct guest exec : --timeout=text --synchronous[=text] | id:text command:run | elsewhere
pct rollback : | id:text snapshot:text |
pct delsnapshot : --force | id:text snapshot:text |
pct create : --memory=text --cores=text --net0=text --rootfs=text --hostname=text --password=text
  --storage=text | id:text argument:text* |
pct set : --memory=text --cores=text --net0=text --hostname=text --delete=text | id:text |
pct push : --user=text --group=text --perms=text | id:text file:read target:text |
pct pull : --user=text --group=text --perms=text | id:text source:text file:write |
VBoxManage,vboxmanage : | argument:text* |
VBoxManage controlvm : | machine:text action:text argument:text* |
VBoxManage startvm : --type=text --putenv=text | machine:text+ |
VBoxManage unregistervm : --delete --delete-all | machine:text |
VBoxManage closemedium : --delete | kind:text? file:delete |
VBoxManage snapshot : | machine:text action:text argument:text* |
VBoxManage modifyvm : | machine:text argument:text* |
VBoxManage createvm : --name=text --ostype=text --register --basefolder=text --uuid=text --groups=text
  --default | |
VBoxManage import : --vsys=text --options=text --dry-run | file:read argument:text* |
VBoxManage export : -o,--output=write --ovf10 --ovf20 --options=text | machine:text+ |
apptainer,singularity : -d,--debug -q,--quiet -s,--silent -c,--config=read | argument:text* |
apptainer exec : ${apptainer} | image:image?? command:run | elsewhere
apptainer run : ${apptainer} | image:image?? argument:text* |
apptainer shell : ${apptainer} -s,--shell=text | image:image?? |
apptainer build : -B,--bind=volume:mount -f,--fakeroot -F,--force -s,--sandbox -r,--remote --nv
  --section=text --build-arg=text -T,--notest | image:write definition:read |
apptainer pull : -F,--force --dir=write --arch=text --name=text -U | source:text+image? argument:text+image?? |
apptainer push : -U,--allow-unsigned -D,--description=literal | image:upload destination:url |
apptainer instance start : ${apptainer} | image:image?? name:text argument:text* |
apptainer instance stop : -a,--all -s,--signal=text -t,--timeout=text | name:text? |
apptainer cache clean : -D,--days=text -f,--force -T,--type=text -n,--dry-run | |
machinectl : -H,--host=host -M,--machine=text --no-pager --no-legend -p,--property=text -q,--quiet
  -l,--full | argument:text* |
machinectl shell : --uid=text -E,--setenv=text | machine:text? command:run? | elsewhere
machinectl login : | machine:text? |
machinectl terminate,poweroff,reboot,stop,start,kill : -s,--signal=text --kill-whom=text | machine:text+ |
machinectl remove : | image:text+ |
machinectl copy-to : | machine:text source:read target:text? | recursive
machinectl copy-from : | machine:text source:text target:write? | recursive
machinectl bind : --read-only --mkdir | machine:text path:text target:text? |
machinectl pull-tar,pull-raw : --verify=text --force | url:url name:text? |
runc,crun : --root=text --log=text --systemd-cgroup --debug | argument:text* |
runc run : -b,--bundle=text -d,--detach --pid-file=write | container:text |
runc exec : -e,--env=text -t,--tty --cwd=text -u,--user=text -d,--detach -p,--process=read
  --pid-file=write | container:text command:run? | elsewhere
runc delete : -f,--force | container:text |
runc kill : -a,--all | container:text signal:text? |
kaniko,executor,img,earthly,pack,ko,jib,notation,regctl,oras,snyk,hub-tool,ctop,lazydocker : -t=text
  -f=read -o=write --tag=text --file=read --push --format=literal --severity=text --output=write --image=image?
  -q -v --platform=text --key=read --context=text --dockerfile=read --destination=image? --exit-code=text
  --scanners=text --ignore-unfixed --fail-on=text --ci -P -i | action:text? word:text* |
oras pull/push/attach/discover/manifest/blob/copy,cp/resolve/tag/repo : -o,--output=write -u,--username=text -p,--password=text --password-stdin --config=read --platform=text --artifact-type=text --to=text --plain-http --insecure | image:image word:text* |
oras login : -u,--username=text -p,--password=text --password-stdin | server:host |
img pull/push : | image:image |
ko build/publish/resolve/apply/create/run/login : --base-import-paths --local --bare --push[=text] -t,--tags=literal --image-refs=write | word:text* | registry=docker
pack build : --builder=image? --run-image=image? --publish --path=read -b,--buildpack=text -e,--env=text --cache-image=image? --pull-policy=text | image:literal |
regctl image/manifest/tag/repo/blob/index/artifact : --platform=text --format=literal | action:text image:image* |
notation sign/verify/list,ls/inspect : --key=text -v,--verbose | image:image+ |
kubecolor : -n,--namespace=namespace:text --context=context:text --kubeconfig=text --cluster=text
  --user=text --as=text --as-group=text -s,--server=host --token=text --insecure-skip-tls-verify
  --request-timeout=text -v,--v=text --cache-dir=text --certificate-authority=read
  --client-certificate=read --client-key=read --tls-server-name=text --log-dir=text | action:text?
  word:text* |
k0s,microk8s,rancher-desktop,rdctl,ctlptl,devspace,garden,okteto,telepresence,kompose,kubeseal,argo,linkerd,rke,talosctl,clusterctl,crossplane,cmctl,kubevirt,virtctl,tkn,faas-cli,knative,kn,fluxctl,helmsman,kapp,ytt,kpt,kubeval,kubeconform,kube-score,popeye,polaris,werf,cdk8s,cilium,calicoctl,etcdctl,etcdutl
  : --name=text -n=text -p,--profile=text --driver=text --config=read --image=text --kubeconfig=text
  -f=read --namespace=text --context=text --all -o=text --cpus=text --memory=text --nodes=text --wait=text
  --endpoints=text --cacert=read --cert=read --key=read -e=text -l=text --dry-run --yes -y --force
  --prefix --from-key -c=text -w=text --region=text -v=text | action:text? word:text* |
kata-runtime,lxd : -r=text -n=text -a=text -i -t -it --name=text --namespace=text -f -q --rm --all -d
  --bind=literal -B=text -e --nv --pwd=text --writable --env=text | action:text? word:text* |
virt-customize,qemu-system-x86_64,tart,prlctl,vmrun,utmctl,govc,xe,pvesh : -c=text --name=text -f=text
  -O=text -m=text -smp=text -hda=read -cdrom=read -drive=text -nographic -enable-kvm --memory=text
  --disk=text --cpus=text --network=text --os-variant=text --location=url --all --remove-all-storage
  --delete --purge -p -v --arch=text --vm-type=text | action:text? word:text* |
`;
