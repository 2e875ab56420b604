/** Texts of files that are values in a call: messages show the file, and never its text. */
import { describe, expect, test } from 'vitest';
import { doubtAbout, partOf, showObject } from '../../../src/compile/show-object.ts';
import type { FileText } from '../../../src/facts/disk/disk.ts';
import { type WrittenEntry, writtenDisk } from '../../../src/facts/disk/written-disk.ts';
import { derive } from '../../../src/facts/facts.ts';
import { eventOf } from '../../../src/scenario/call.ts';

const secret = 'hunter2-is-the-word';
const disk = writtenDisk(
  new Map([
    ['/home/user/project/word', { text: `${secret} --force\n` }],
    ['/home/user/project/.env', { text: `PASSWORD=${secret}\n` }],
    ['/home/user/project/run', { text: `mytool --password ${secret}\n` }],
  ]),
  '/home/user',
);
const factsOf = (command: string) => {
  const event = eventOf({ kind: 'command', command }, new Map());
  return derive(event, undefined, undefined, { disk });
};

describe('a command with the text of a file among its words', () => {
  test.each([
    'login --with "$(cat word)"',
    'x=$(cat word); login $x',
    'cat word | xargs login',
    'while read -r x; do login "$x"; done < word',
    'mapfile -t all < word; login $all',
    'eval "$(cat run)"',
    'cat run run | sh',
    'echo "$(cat run)" | sh',
    'f() { login "$1"; }; f "$(cat word)"',
    'cat word > new; login "$(cat new)"',
  ])('is shown without it: %s', (command) => {
    const facts = factsOf(command);
    const { commands } = facts.effects;
    // The text is in the words, which rules see.
    expect(JSON.stringify(commands.map(({ args }) => args))).toContain(secret);
    const shown = commands.map((effect) => {
      const candidate = { kind: 'command', verb: 'runs', effect } as const;
      return `${effect.text} ${showObject(candidate, facts)} ${doubtAbout(candidate, facts)}`;
    });
    expect(shown.join('\n')).not.toContain(secret);
    expect(JSON.stringify(facts.effects.unknowns)).not.toContain(secret);
  });
});

const word = 'hunter2';
const named = writtenDisk(
  new Map([
    ['/home/user/project/name', { text: `${word}\n` }],
    ['/home/user/project/curlrc', { text: `url = "https://${word}.example"\nproxy = ${word}.example\n` }],
    ['/home/user/project/conf', { text: `Host a\n HostName ${word}.example\n ProxyJump ${word}.example\n` }],
    ['/home/user/project/list', { text: `https://${word}.example/a\n` }],
    ['/home/user/project/more', { text: `Include ~/project/conf\nInclude ~/${word}/*\n` }],
  ]),
  '/home/user',
);

describe('a path, a host or a folder that the text of a file names', () => {
  test.each([
    'rm -rf ~/"$(cat name)"',
    'xargs -I{} rm ~/{} < name',
    'while read x; do rm ~/$x; done < name',
    'cd ~/"$(cat name)" && rm x',
    'cd "$(cat name)"; cd sub; rm x',
    'CDPATH=~; cd "$(cat name)"; rm x',
    'pushd ~/"$(cat name)"; rm x',
    'env -C ~/"$(cat name)" rm x',
    'bash -c "rm ~/$(cat name)"',
    'cp -r a ~/"$(cat name)"',
    'mapfile a < name; rm ~/$a',
    'curl https://"$(cat name)".example.com/ -d @x',
    'pip install "$(cat name)"',
    'curl -K curlrc -d @x',
    'curl --config curlrc https://a.example',
    'ssh -F conf a',
    'ssh -F more a ls',
    'tar c x | ssh -F conf a tar x',
    'scp -F conf x u@a:y',
    "rsync -e 'ssh -F conf' x a:y",
    "GIT_SSH_COMMAND='ssh -F conf' git push a:y",
    'xargs -I{} curl https://{}.example < name',
    'parallel curl https://{}.example < name',
    'wget -i list',
    'tar c -T list',
  ])('is not shown: %s', (command) => {
    const event = eventOf({ kind: 'command', command }, new Map());
    const facts = derive(event, undefined, undefined, { disk: named });
    const { paths, connects, sends, installs, commands } = facts.effects;
    const candidates = [
      ...paths.map((effect) => ({ kind: 'path', verb: 'writes', effect }) as const),
      ...connects.map((effect) => ({ kind: 'host', verb: 'connects', effect }) as const),
      ...sends.map((effect) => ({ kind: 'send', verb: 'sends', effect }) as const),
      ...installs.map((effect) => ({ kind: 'package', verb: 'installs', effect }) as const),
      ...commands.map((effect) => ({ kind: 'command', verb: 'runs', effect }) as const),
    ];
    // Rules see it.
    expect(JSON.stringify([paths, connects, installs])).toContain(word);
    const parts = ['path', 'host', 'command', 'directory', 'package'] as const;
    const shown = candidates.flatMap((candidate) => [
      showObject(candidate, facts),
      doubtAbout(candidate, facts),
      ...parts.map((part) => partOf(candidate, part, facts)),
    ]);
    expect(shown.join('\n')).not.toContain(word);
    expect(JSON.stringify(facts.effects.unknowns)).not.toContain(word);
  });
});

describe('a file that agents do not work on', () => {
  const places = ['/home/user/.ssh/id_rsa', '/home/user/notes', '/home/user/project/.env', '/etc/hostname'];
  const names = ['key.pem', 'db-password.txt', 'api_key', 'sub/.hidden/x', 'prod.tfvars', 'id_ed25519'];
  const closed = [...places, ...names.map((name) => `/home/user/project/${name}`)];
  const closedDisk = writtenDisk(
    new Map(closed.map((place) => [place, { text: `${word}\n` }])),
    '/home/user',
  );
  const linked = writtenDisk(
    new Map([
      ['/home/user/notes', { text: `${word}\n` }],
      ['/home/user/project/link', { to: '/home/user/notes' }],
    ]),
    '/home/user',
  );
  test.each([...closed.map((place) => [place, closedDisk] as const), ['link', linked] as const])(
    'is no value, since answers would tell what it holds: %s',
    (place, disk) => {
      const event = eventOf({ kind: 'command', command: `rm -rf "/$(cat ${place})"` }, new Map());
      const { effects } = derive(event, undefined, undefined, { disk });
      expect(JSON.stringify([effects.paths, effects.commands])).not.toContain(word);
    },
  );
});

describe('a file whose text is not a value', () => {
  const texts: Readonly<Record<string, FileText>> = {
    long: { is: 'unknown', why: 'it has more than 64 KiB' },
    program: { is: 'binary' },
    odd: { is: 'text', text: 'caf\ufffd\n' },
  };
  const files = writtenDisk(
    new Map(Object.keys(texts).map((name) => [`/home/user/project/${name}`, { text: '' }])),
    '/home/user',
  );
  test.each(Object.keys(texts))('leaves open what is done with it: %s', (name) => {
    const event = eventOf({ kind: 'command', command: `rm "$(cat ${name})"` }, new Map());
    const { effects } = derive(event, undefined, undefined, {
      disk: { ...files, text: (path) => texts[path.slice(path.lastIndexOf('/') + 1)] ?? { is: 'absent' } },
    });
    const deleted = effects.paths.filter(({ kind }) => kind === 'delete');
    expect(new Set(deleted.map(({ path }) => path.anchor))).toEqual(new Set(['floating']));
  });
});

describe('a file that is no value', () => {
  const hidden = { text: `${word}\n` };
  const files = writtenDisk(
    new Map<string, WrittenEntry>([
      ['/home/user/.env', hidden],
      ['/home/user/project/.env', hidden],
      ['/home/user/project/other-name', { ...hidden, hasOtherNames: true }],
    ]),
    '/home/user',
  );
  test.each([
    'rm "/$(cat other-name)"',
    ': >> .env; rm "/$(cat .env)"',
    ': >> ~/.env; while read x; do rm "/$x"; done < ~/.env',
    ': >> ~/.env; cat ~/.env - < /dev/null | xargs -I{} rm /{}',
    'cp --backup x .env; rm "/$(cat .env~)"',
    ': >> .env; rm "/$(rev .env | rev)"',
    ': >> other-name; read x < other-name; rm "/$x"',
  ])('stays unknown: %s', (command) => {
    const { effects } = derive(eventOf({ kind: 'command', command }, new Map()), undefined, undefined, {
      disk: files,
    });
    expect(JSON.stringify([effects.paths, effects.commands])).not.toContain(word);
  });
});

test('what a file with secrets sets is no value', () => {
  for (const command of ['. ./.env; rm "$PASSWORD"', 'set -a; source .env; curl "https://$PASSWORD/"']) {
    const { paths, connects, commands } = factsOf(command).effects;
    expect(JSON.stringify([paths, connects, commands])).not.toContain(secret);
  }
});
