/** Which words behind `sed -i ''` are files on GNU for certain, since no sed takes them for a script. */
import { expect, test } from 'vitest';
import { maybeSedScript } from '../../../src/facts/knowledge/notation/sed-script.ts';
import { textShape } from '../../../src/pattern/text/shape.ts';

const scripts = `
s/a/b/
s|/usr|/opt|g
s/a/b/2w out
s/a\\/b/c/gI; p
/^#/d
/a/,/b/ s/x/y/
\\,/etc,d
1d
$!N
1,3{p;d}
5q
y/abc/def/
w out
:a;N;ba
t
1i\\
s/x/y/;s/z/w/
# a comment
`;
const files = `
/etc/passwd
/etc/shadow
/etc/hosts
/root/.bashrc
/home/sam/.bashrc
policies/files.policy
package.json
src/main.ts
secrets.env
app.ts
README.md
.env
f
Makefile
index.html
build.sh
tests/x.ts
1
`;
const linesOf = (text: string): string[] => text.trim().split('\n');

test.each(linesOf(scripts))('%s may be a script', (text) => {
  expect(maybeSedScript(textShape(text))).toBe(true);
});

test.each(linesOf(files))('%s is a file', (text) => {
  expect(maybeSedScript(textShape(text))).toBe(false);
});

test('a path in the home is a file, and what is not known may be either', () => {
  expect(maybeSedScript({ pieces: [{ kind: 'home' }, { kind: 'text', text: '/x' }], source: '~/x' })).toBe(
    false,
  );
  expect(maybeSedScript({ pieces: [{ kind: 'any' }], source: '$x' })).toBe(true);
});
