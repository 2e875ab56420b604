/** A long text that is written to a file does not keep a call from being read; what runs, or may, does. */
import { expect, test } from 'vitest';
import { decide } from '../../packs/decide.ts';

const body = 'some text of a file\n'.repeat(5000);

test.each([
  ["cat > f.txt <<'E'\n", 'E\n', undefined],
  ["cat <<'E' > f.txt\n", 'E\n', undefined],
  ["tee f.txt <<'E'\n", 'E\nls', undefined],
  ["cat > f.txt <<'E'\n", 'E\nrm -rf ~/x\n', 'io.bylaw.files.delete-outside'],
  ["cat > f.txt <<'E'\n", `E\n${': ;\n'.repeat(40_000)}rm -rf ~/x\n`, 'io.bylaw.self-protection.too-complex'],
  ["bash <<'E'\n", 'E\n', 'io.bylaw.self-protection.too-complex'],
  ["cat <<'E' | bash\n", 'E\n', 'io.bylaw.self-protection.too-complex'],
  [": \"cat > f <<'E'\n", '"', 'io.bylaw.self-protection.too-complex'],
])('%j … %.20j', (before, after, code) => {
  expect(decide(before + body + after).code).toBe(code);
});

test('what was written is not known to whoever runs it', () => {
  const { unsure } = decide(`cat > x.sh <<'E'\n${body}E\nbash x.sh`);
  expect(unsure.length).toBeGreaterThan(20);
});
