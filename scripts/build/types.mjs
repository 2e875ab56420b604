// src/index.ts → dist/index.d.ts: the types of the library in one file, so that no internal file is part of the package.
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { root } from './root.mjs';

/** @returns {Promise<Record<string, string>>} the file, by its path below the root; rejects where a type has an error */
export async function bundleTypes() {
  const bundle = await rollup({
    input: join(root, 'src', 'index.ts'),
    // Imports of packages stay imports.
    external: (name) => !name.startsWith('.') && !name.startsWith('/') && !/^[A-Za-z]:/.test(name),
    plugins: [dts({ tsconfig: join(root, 'tsconfig.json'), compilerOptions: { noEmit: false } })],
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  return { 'dist/index.d.ts': output[0].code };
}
