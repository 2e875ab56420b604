/** The digest that the decision log has for the policies of a bundle; that of the bundle itself covers more. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BundleContent } from '../../host/bundle/bundle-content.ts';
import { writeContent } from '../../host/bundle/unpack.ts';
import { layersNamed } from '../../host/load/layers-named.ts';
import { readLayers } from '../../host/load/load.ts';
import { layersDigest, policyDigest } from '../../host/policy-files/policy-digest.ts';

/** 64 hexadecimal digits, read from an unpacked copy as a server reads it. Nothing of it is checked or run. */
export function policiesDigest(content: BundleContent): string {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-bundle-'));
  try {
    const { layers, files, clients } = readLayers(
      layersNamed([writeContent(folder, content)], folder),
      folder,
    );
    return layersDigest(
      layers,
      files.map(({ sources }) => policyDigest(sources)),
      clients,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
