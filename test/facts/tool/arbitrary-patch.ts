/** Lines of patches in any order, with any others between them. */
import fc from 'fast-check';
import { anyCharacter } from '../../any-character.ts';

export const patchLine = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '*** Begin Patch',
      '*** End Patch',
      '*** Add File: a',
      ' *** Delete File: b',
      '*** Update File: c',
      '*** Move to: d',
      '*** End of File',
      '@@',
      '@@ -1,2 +1,2 @@',
      '@@ -1 +1 @@',
      '--- a/x',
      '+++ b/x',
      '+++ /dev/null',
      'diff --git a/x b/x',
      'diff --git "a/\\303\\244" b/x',
      '--- "a/\\9',
      'rename from x',
      'rename to y',
      'deleted file mode 100644',
      '+a',
      '-a',
      ' a',
      '\\ No newline at end of file',
      '',
      '<<EOF',
      'EOF',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 20 }) },
);
