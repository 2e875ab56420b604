// Rules about commands that have other names, push more than they name, or run the words after their own.
import { describe, expect, test } from 'vitest';
import { compile, deriveFor, type Program } from '../../../src/compile/program.ts';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { eventOf } from '../../../src/scenario/call.ts';
import { checkSources } from '../../check/case-file.ts';

function programWith(text: string): Program {
  const { bundle, diagnostics } = checkSources([
    { path: 'main.policy', text: `policy com.example.dev\ndefaults\n  when unsure note\n${text}` },
  ]);
  expect(diagnostics).toEqual([]);
  if (bundle === undefined) throw new Error('a policy without errors is a bundle');
  return compile(bundle);
}

/** The rule that denies a command, `unsure` and the rules that are, or `pass`. */
function verdict(program: Program, command: string): string {
  const event = eventOf({ kind: 'command', command }, new Map());
  const { effect, code, unsure } = evaluate(program, deriveFor(program, event));
  const name = (each: string): string => each.replace('com.example.dev.', '');
  if (effect === 'deny') return name(code ?? '');
  return unsure.length > 0 ? `unsure ${unsure.map((each) => name(each.code)).join(' ')}` : 'pass';
}

/** Each line is a command, an arrow and what becomes of it. */
function table(program: Program, lines: string): void {
  const rows = lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +-> +/));
  const verdicts = rows.map(([command = '']) => `${command} -> ${verdict(program, command)}`);
  expect(verdicts).toEqual(rows.map(([command = '', expected = '']) => `${command} -> ${expected}`));
}

describe('a command under another name', () => {
  test('is the same to a rule, whichever of them either uses', () => {
    table(
      programWith(`
deny run
  when runs "docker run" with --privileged
deny create
  when runs "nerdctl container create"
deny pull
  when runs "podman image pull"
deny build
  when runs "docker image build"
deny listing
  when runs "docker container list"
deny down
  when runs "docker compose down" with -v
deny stash
  when runs "git stash save"
deny execute
  when runs "bunx" or "npm exec"
`),
      `
      docker run --privileged x             -> run
      docker container run --privileged x   -> run
      docker container run x                -> pass
      docker -H tcp://h:1 container run --privileged x -> run
      nerdctl create x                      -> create
      nerdctl container create x            -> create
      podman create x                       -> pass
      podman pull x                         -> pull
      podman image pull x                   -> pull
      docker build .                        -> build
      docker buildx build .                 -> build
      docker builder build .                -> build
      docker ps -a                          -> listing
      docker container ls                   -> listing
      docker-compose -f a.yml down -v       -> down
      docker compose down --volumes         -> down
      podman-compose down -v                -> pass
      git stash push -m x                   -> stash
      git stash save x                      -> stash
      git stash list                        -> pass
      bun x cowsay                          -> execute
      npx cowsay                            -> execute
      bun run cowsay                        -> pass
      `,
    );
  });

  test('is given its options behind dashes that npm takes away', () => {
    table(
      programWith('deny yolo\n  when runs "codex" with --yolo'),
      `
      npm exec codex -- --yolo                 -> yolo
      npm x codex -- --yolo                    -> yolo
      npm exec -- codex --yolo                 -> yolo
      npm exec --package=a -- codex --yolo     -> yolo
      npm exec --package=a codex -- --yolo     -> yolo
      npm exec -- codex -- --yolo              -> pass
      npx codex --yolo                         -> yolo
      npx codex -- --yolo                      -> pass
      `,
    );
  });

  test('is excused by either', () => {
    table(
      programWith('deny docker\n  when runs "docker"\n  unless runs "docker ps"'),
      `
      docker ps            -> pass
      docker container ls  -> pass
      docker images        -> docker
      `,
    );
  });

  test('is distinct from others with the same beginning', () => {
    table(
      programWith('deny container\n  when runs "docker container"\ndeny rm\n  when runs "docker rm"'),
      `
      docker container ls     -> container
      docker container rm x   -> container
      docker rm x             -> rm
      docker rmi x            -> pass
      docker volume rm x      -> pass
      `,
    );
  });

  test('may be one of what a cluster holds, by its short name or with a slash', () => {
    table(
      programWith(
        'deny namespace\n  when runs "kubectl delete namespace"\ndeny pods\n  when runs "kubectl get po"',
      ),
      `
      kubectl delete namespace prod            -> namespace
      kubectl delete ns prod                   -> namespace
      kubectl -n a delete namespaces prod      -> namespace
      kubectl delete ns/prod                   -> namespace
      kubectl delete --force=y namespace prod  -> namespace
      kubectl delete --output=name ns prod     -> namespace
      kubectl delete pod prod                  -> pass
      k get pods                               -> pods
      kubectl get pod/web                      -> pods
      kubectl get nodes                        -> pass
      `,
    );
  });
});

test('values of options take no place among the words', () => {
  table(
    programWith(
      'deny image\n  when runs "docker run alpine"\ndeny all-of-it\n  when runs "docker run" and any volume is "/:*"',
    ),
    `
    docker run -v /:/host alpine  -> all-of-it
    docker run -v /x:/x alpine    -> image
    docker run -e alpine debian   -> pass
    `,
  );
});

describe('what a push pushes', () => {
  test('is more than it names, with options for every branch and every tag', () => {
    table(
      programWith(`
deny force
  when runs "git push" with --force or "+*"
  unless every refspec is "agent/*"
`),
      `
      git push -f origin agent/x                       -> pass
      git push -f origin HEAD:agent/x                  -> pass
      git push -f origin HEAD:refs/heads/agent/x       -> pass
      git push -f origin agent/x agent/y               -> pass
      git push origin +agent/x                         -> force
      git push -f origin "HEAD:agent/$NAME"            -> pass
      git push -f origin "agent/$NAME"                 -> force
      git push -f origin heads/agent/x                 -> force
      git push -f origin agent/x main                  -> force
      git push -f origin agent/x:main                  -> force
      git push -f origin                               -> force
      git push -f --tags origin agent/x                -> force
      git push -f --follow-tags origin agent/x         -> force
      git push -f --all origin agent/x                 -> force
      git push -f --branches origin agent/x            -> force
      git push -f --mirror origin agent/x              -> force
      git push -f --delete origin agent/x              -> force
      git push -f origin agent/x :                     -> force
      git push -f origin agent/x 'refs/heads/*'        -> force
      git push -f origin "HEAD:$BRANCH"                -> force
      git push --all origin                            -> pass
      git push --tags                                  -> pass
      `,
    );
  });

  test('is a branch, wherever it comes from and whatever becomes of it', () => {
    table(
      programWith('deny main\n  when runs "git push" and any refspec is "main"'),
      `
      git push origin main               -> main
      git push origin HEAD:main          -> main
      git push origin "$COMMIT:main"     -> main
      git push origin :main              -> main
      git push origin --delete main      -> main
      git push origin +main              -> main
      git push origin +HEAD:main         -> main
      git push origin +refs/heads/main   -> main
      git push origin +:main             -> main
      git push origin heads/main         -> main
      git push origin HEAD:heads/main    -> main
      git push origin "+$BRANCH"         -> unsure main
      git push origin ":$BRANCH"         -> unsure main
      git push origin "topic$TARGET"     -> unsure main
      git push origin "refs/heads/$B"    -> unsure main
      git push origin "HEAD:$PLACE/main" -> unsure main
      git push origin "HEAD:refs/$B"     -> unsure main
      git push origin "HEAD:heads/$B"    -> unsure main
      git push origin "HEAD:$B-fix"      -> pass
      git push origin "HEAD:$ME/topic"   -> pass
      git push origin "HEAD:agent/$B"    -> pass
      git push origin +topic             -> pass
      git push origin HEAD:heads/topic   -> pass
      git push origin HEAD:refs/tags/main -> pass
      git push origin "HEAD:$BRANCH"     -> unsure main
      git push --all                     -> unsure main
      git push --mirror                  -> unsure main
      git push --tags                    -> pass
      git push origin main:topic         -> pass
      git push origin                    -> unsure main
      git push                           -> unsure main
      git push origin HEAD               -> unsure main
      `,
    );
  });

  test('is deleted in two spellings', () => {
    table(
      programWith(
        'deny gone\n  when runs "git push" and any refspec is ":*"\n  unless every refspec is "agent/*" or ":agent/*"',
      ),
      `
      git push origin :main             -> gone
      git push -d origin main           -> gone
      git push origin :agent/x          -> pass
      git push -d origin agent/x        -> pass
      git push origin main              -> pass
      `,
    );
  });
});

describe('a wrapper of a policy', () => {
  const program = programWith(`
wrapper "devrun" "acmebox run" "acme exec --"
deny delete
  when deletes any path
deny push
  when runs "git push"
`);

  test('runs the words after `--`, whatever is before them', () => {
    table(
      program,
      `
      devrun -- rm x                          -> delete
      devrun --profile dev -- rm x            -> delete
      devrun -v --profile dev -- rm x         -> delete
      devrun staging -- rm x                  -> delete
      acmebox run --profile dev -- rm x       -> delete
      acmebox --profile dev run -- rm x       -> delete
      acme exec --env dev prod -- rm x        -> delete
      acme exec rm -- ls                      -> pass
      `,
    );
  });

  test('may run each word that could be the value of an option', () => {
    table(
      program,
      `
      devrun rm x                             -> delete
      devrun --profile=dev rm x               -> delete
      devrun --profile dev rm x               -> unsure delete
      devrun -v rm x                          -> unsure delete
      devrun -p dev --region eu rm x          -> unsure delete
      devrun -v git push origin main          -> unsure push
      devrun -v git push origin -- main       -> unsure push
      acmebox --profile dev run rm x          -> delete
      devrun --profile dev ls                 -> pass
      devrun --profile dev echo rm x          -> pass
      devrun npm test -- --watch              -> pass
      devrun git log -- rm x                  -> unsure delete
      `,
    );
  });
});

test('a command that a policy describes is described under its other name too', () => {
  table(
    programWith('command "docker run"\n  reads operands\ndeny read\n  when reads "/srv/**"'),
    `
    docker run /srv/a            -> read
    docker container run /srv/a  -> read
    podman run /srv/a            -> read
    docker create /srv/a         -> pass
    `,
  );
});

test('what a container sees could be read, and written unless something forbids it', () => {
  table(
    programWith('deny read\n  when reads "/srv/**"\ndeny write\n  when writes "/srv/**"'),
    `
    docker run -v /srv:/srv x                              -> unsure read write
    docker run -v /srv:/srv:ro x                           -> unsure read
    docker run -v "/srv/$X:/srv" x                         -> unsure read write
    docker container create --volume=/srv/a:/a x           -> unsure read write
    docker run --mount type=bind,source=/srv,dst=/a x      -> unsure read write
    docker run --mount type=bind,src=/srv,dst=/a,ro x      -> unsure read
    docker run -v srv:/srv x                               -> pass
    docker run -v /srv x                                   -> pass
    docker run -v /tmp:/srv x                              -> pass
    `,
  );
});

test('options of a command are known in each of its forms', () => {
  table(
    programWith('deny write\n  when writes "/srv/**"\ndeny read\n  when reads "/srv/**"'),
    `
    wget -O /srv/a https://example.com             -> write
    wget -O a --ca-certificate=/srv/ca https://example.com -> read
    wget -O a --directory-prefix /srv/x https://example.com -> write
    node -e '1' --cpu-prof-dir x                   -> pass
    `,
  );
});
