import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import {
  secretArgumentPrograms,
  secretArgumentSign,
} from '../../src/facts/knowledge/notation/secret-arguments.ts';
import { credentialFormats, namedCredentials } from '../../src/mask/credential-formats.ts';
import { hasSecretSign, redact } from '../../src/mask/redact.ts';
import { replaceSecrets } from '../../src/mask/replace-secrets.ts';
import { tries } from '../campaign/effort.ts';

const letters = 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8';
const long = letters + letters;

test.each([
  ['a GitHub token', `git clone https://x ghp_${long.slice(0, 36)}`, 'git clone https://x [redacted]'],
  ['a fine-grained one', `github_pat_${long}`, '[redacted]'],
  ['a GitLab token', `glpat-${letters.slice(0, 20)}`, '[redacted]'],
  ['a credential in a block of YAML', 'credential: |\n  hunter2hunter\n', 'credential: |\n  [redacted]\n'],
  [
    'a variable in a list of words',
    '["setenv","DB_PASSWORD","hunter2hunter2"]',
    '["setenv","DB_PASSWORD","[redacted]"]',
  ],
  [
    'a variable that is set in quotes',
    "'setx' 'DB_PASSWORD' 'hunter2hunter2'",
    "'setx' 'DB_PASSWORD' '[redacted]'",
  ],
  [
    'a variable of fish in quotes',
    '"set" "-gx" DB_PASSWORD hunter2hunter2',
    '"set" "-gx" DB_PASSWORD [redacted]',
  ],
  [
    'a variable on the next line',
    'set \\\n -gx DB_PASSWORD hunter2hunter2',
    'set \\\n -gx DB_PASSWORD [redacted]',
  ],
  ['an AWS key', 'id AKIAIOSFODNN7EXAMPLE.', 'id [redacted].'],
  ['an OpenAI key', `key sk-${letters}`, 'key [redacted]'],
  ['an Anthropic key', `sk-ant-api03-${letters}`, '[redacted]'],
  ['a project key', `sk-proj-${letters}_${letters}`, '[redacted]'],
  ['a Stripe key', `sk_live_${letters}`, '[redacted]'],
  ['a Slack token', 'xoxb-123456789012-abcdef', '[redacted]'],
  ['a Google key', `AIza${long.slice(0, 35)}`, '[redacted]'],
  ['an npm token', `npm_${long.slice(0, 36)}`, '[redacted]'],
  ['a PyPI token', `pypi-${long}`, '[redacted]'],
  ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '[redacted]'],
  ['a private key', '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\nrest', '[redacted]\nrest'],
  [
    'a private key with headers',
    '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIE\n-----END RSA PRIVATE KEY-----',
    '[redacted]',
  ],
  ['a private key that is cut off', 'x -----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl-bn', 'x [redacted]'],
  [
    'a PGP key',
    '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQ\n-----END PGP PRIVATE KEY BLOCK-----.',
    '[redacted].',
  ],
  ['a private key inside JSON', '{"k":"-----BEGIN EC PRIVATE KEY-----\\nMIIE', '{"k":"[redacted]'],
  ['a bearer token', `Bearer ${letters}`, 'Bearer [redacted]'],
  ['a header', 'curl -H "Authorization: Bearer abc123"', 'curl -H "Authorization: Bearer [redacted]"'],
  ['a header in JSON', '{"authorization":"Basic dXNlcg=="}', '{"authorization":"Basic [redacted]"}'],
  ['a password', 'password=hunter2 user=sam', 'password=[redacted] user=sam'],
  ['a password in capitals', 'DB_PASSWORD: "hunter2"', 'DB_PASSWORD: "[redacted]"'],
  ['a password in JSON', '{"password":"hunter2","a":1}', '{"password":"[redacted]","a":1}'],
  [
    'a password in JSON in JSON',
    '{"command":"curl -d \'{\\"password\\":\\"hunter2\\"}\'"}',
    '{"command":"curl -d \'{\\"password\\":\\"[redacted]\\"}\'"}',
  ],
  ['a variable', 'AWS_SECRET_ACCESS_KEY=wJalr/XUtn', 'AWS_SECRET_ACCESS_KEY=[redacted]'],
  ['a query', 'https://x.y/?api_key=abcdef&b=1', 'https://x.y/?api_key=[redacted]&b=1'],
  ['a URL', 'postgres://sam:hunter2@db/x', 'postgres://sam:[redacted]@db/x'],
  ['a URL whose password has an @', 'https://sam:p@ss:w@db/x', 'https://sam:[redacted]@db/x'],
  [
    'a quoted password with signs in it',
    '{"password":"ab,c d&e;f","a":1}',
    '{"password":"[redacted]","a":1}',
  ],
  ['a quoted password of words', "password = 'correct horse battery'", "password = '[redacted]'"],
  ['a key behind a short part', "api_key: 'Ab1&Rest'", "api_key: '[redacted]'"],
  ['a password in SQL', "CREATE USER x IDENTIFIED BY 'pa ss'", "CREATE USER x IDENTIFIED BY '[redacted]'"],
  ['several', `a=ghp_${long.slice(0, 36)} b=ghp_${long.slice(0, 36)}`, 'a=[redacted] b=[redacted]'],
])('%s is replaced', (_, text, expected) => {
  expect(redact(text)).toBe(expected);
});

test.each([
  ['mysql -pPASS db', 'mysql -p[redacted] db'],
  ['mysql --password=x', 'mysql --password=[redacted]'],
  ['docker login -u u -p X reg', 'docker login -u u -p [redacted] reg'],
  ['docker run -e DB_PASS=abc -p 80:80 mysql', 'docker run -e DB_PASS=[redacted] -p 80:80 mysql'],
  ['docker exec db mysql -pX', 'docker exec db mysql -p[redacted]'],
  ["curl --user='sam:a b' x", "curl --user='sam:[redacted]' x"],
  ['curl -H "X-Auth: abc def" x', 'curl -H "X-Auth: [redacted]" x'],
  ['curl -H "X-Auth: Bearer def" x', 'curl -H "X-Auth: Bearer [redacted]" x'],
  ['sudo mysql \\\n  -pX', 'sudo mysql \\\n  -p[redacted]'],
  ['x=$(mysql -pX)', 'x=$(mysql -p[redacted])'],
  ['`/usr/bin/mysql -pX`;ls', '`/usr/bin/mysql -p[redacted]`;ls'],
  [`ssh h 'mysql -p"a b" db'`, `ssh h 'mysql -p"[redacted]" db'`],
  ["don't use mysql -pX, it isn't", "don't use mysql -p[redacted] it isn't"],
  ['{"c":"{\\"command\\":\\"mysql -pX db\\"}"}', '{"c":"{\\"command\\":\\"mysql -p[redacted] db\\"}"}'],
  ['["redis-cli","-a","X"]', '["redis-cli","-a","[redacted]"]'],
  ['PGPASSWORD=x psql && PGPASSWORD=y psql', 'PGPASSWORD=[redacted] psql && PGPASSWORD=[redacted] psql'],
  ['echo X | sudo -S ls', 'echo [redacted] | sudo -S ls'],
  ['smbclient -U u%p //h/s', 'smbclient -U u%[redacted] //h/s'],
  ['7z a -pX a.7z b', '7z a -p[redacted] a.7z b'],
  ['API_TOKEN=hunter2hunter2; ./deploy', 'API_TOKEN=[redacted]; ./deploy'],
  ['git clone https://abcdefghijklmnopqrstuvwxyz@h/x', 'git clone https://[redacted]@h/x'],
])('of the command %j only the secret is replaced', (text, expected) => {
  expect(redact(text)).toBe(expected);
});

test.each([
  'docker run -p 8080:80 nginx',
  'docker run -p 3306:3306 mysql',
  'docker login registry.example.com',
  'mkdir -p dir && cp -p a b',
  'ssh -p 22 host',
  'ssh -o PasswordAuthentication=no host',
  'mysql -P 3306 -p shop',
  'mysql -p$DB_PASS shop',
  'curl -u sam https://example.com',
  'curl -b cookies.txt -sSLo out https://example.com:80/',
  'curl -H "Accept: text/html" https://example.com',
  'unzip -p a.zip',
  'NODE_ENV=test PATH=$PATH:/x npm test',
  'SSH_AUTH_SOCK=/tmp/x ssh-add',
  'echo a | sudo tee b',
  'sudo -u sam ls',
  'vault kv get secret/x',
  'https://example.com/?sort=a&page=2&key=name',
  'openssl x509 -in a -text',
  'openssl req -newkey rsa:2048 -keyout key.pem',
  'grep -r "password" src | wc -l',
  'http GET https://example.com/x',
  'git commit -m "don\'t echo"',
  'GITHUB_TOKEN=$GITHUB_TOKEN; ./deploy',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: of a shell.
  'curl -H "Authorization: Bearer ${API_TOKEN}" https://example.com/?token=$API_TOKEN',
])('the command %j is left as it is', (text) => {
  expect(redact(text)).toBe(text);
});

test('every program whose arguments can be secrets has a sign', () => {
  const names = secretArgumentPrograms();
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !secretArgumentSign.test(name))).toEqual([]);
});

test.each([
  'The quick brown fox jumps over the lazy dog.',
  'src/auth/token.ts',
  '/home/user/.ssh/id_rsa',
  'git push --force origin main',
  'Basic authentication is not enough',
  'the bearer of this letter',
  'pk_customer_order_items',
  'task-management-system-overview',
  'disk-usage-of-the-whole-machine',
  'password reset page',
  'max_tokens=4096',
  'https://example.com:8080/a?b=c@d',
  'git@github.com:example/repo.git',
  'user@example.com',
  '-----BEGIN CERTIFICATE-----',
  '-----BEGIN PUBLIC KEY-----',
  'AKIA is how they begin',
  'eyJ is how they begin.',
  'com.example.dev.force-push',
  '2026-10-01T12:00:00Z',
  '{"a":[1,2,{"b":null}]}',
  'é漢😀',
])('%s is left alone', (text) => {
  expect(redact(text)).toBe(text);
});

test.each([
  '&password=;<',
  '?token=a,b<c',
  '&authorization=;<a',
  'echo X | sudo -S ls',
  'echo password=|sudo -S',
])('%s is replaced once and for all', (text) => {
  const once = redact(text);
  expect(once).toContain('[redacted]');
  expect(redact(once)).toBe(once);
});

const pieces = {
  before: ['', ' ', '--', '-', '<', '<x:', '&', '?', ';', '"', "'", '_', 'db-', 'my', '\n', '-x-', 'set-'],
  name: [
    ...[
      'password',
      'passwd',
      'passphrase',
      'passcode',
      'pass',
      'pwd',
      'pw',
      'secret',
      'secret_key_base',
      'token',
    ],
    ...[
      'api_key',
      'api-key',
      'accesskey',
      'private-key',
      'clientKey',
      'authorization',
      'basic',
      'bearer',
      'cookie',
    ],
    ...[
      'identified by',
      'login sam password',
      'create user sam password',
      'name="secret" value',
      'credential',
    ],
  ],
  notation: [
    ...[
      '=',
      ':',
      ': ',
      ' = ',
      '":"',
      '\\": \\"',
      ' => "',
      ':="',
      '("',
      ' is ',
      ' ',
      '>',
      ' attr="1">',
      '%22%3a%22',
      '%3D',
      ': |\n  ',
    ],
    ...[
      '&quot;:&quot;',
      '\\u0022\\u003a\\u0022',
      '\\u003d',
      ' "',
      " '",
      ':\n  ',
      '=\\"',
      ' : Digest ',
      '://',
      '   ',
    ],
  ],
  value: ['abcdefgh1', 'abcdefghijklmnopqrstuvwxyz0123456789', 'two words', 'x'],
  after: ['', ' ', '"', "'", '<', '&a=b', '@host', '\n'],
};

test('a text without a sign holds nothing that any expression fits', () => {
  const text = fc
    .array(
      fc
        .tuple(
          ...[pieces.before, pieces.name, pieces.notation, pieces.value, pieces.after].map((each) =>
            fc.constantFrom(...each),
          ),
        )
        .map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((parts) => parts.join(''));
  const formats = [...credentialFormats, ...namedCredentials].map((format) => ({
    ...format,
    fits: RE2JS.compile(format.expression),
  }));
  let fitting = 0;
  fc.assert(
    fc.property(text, (each) => {
      for (const { sign, expression, fits } of formats) {
        if (!fits.matcher(each).find()) continue;
        fitting++;
        expect(sign.test(each), `${JSON.stringify(each)} fits ${expression}`).toBe(true);
        expect(hasSecretSign(each), each).toBe(true);
      }
      if (!hasSecretSign(each)) expect(replaceSecrets(each)).toBe(each);
    }),
    { numRuns: tries(500), seed: 4711 },
  );
  expect(fitting).toBeGreaterThan(tries(200));
});
