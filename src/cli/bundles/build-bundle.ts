/** Layers on disk → a bundle without signatures. The gate is that of `bylaw test`: here, and again on what is in the bundle. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeContent } from '../../host/bundle/bundle-content.ts';
import type { Envelope } from '../../host/bundle/envelope.ts';
import { type BundleMarks, gatherContent } from '../../host/bundle/gather.ts';
import { writeContent } from '../../host/bundle/unpack.ts';
import { layersNamed } from '../../host/load/layers-named.ts';
import { loadFresh } from '../../host/load/load-fresh.ts';
import type { Diagnostic } from '../../language/diagnostic.ts';
import type { SourceLookup } from '../../language/render.ts';
import type { Stages } from '../terminal/progress.ts';
import { failuresOf, hasPassed, runOnce } from '../testing/test-run.ts';

export type Built =
  | { readonly envelope: Envelope; readonly tests: number; readonly problems?: undefined }
  /** What is wrong with the policies; none where they have no test. */
  | { readonly problems: readonly Diagnostic[]; readonly lookup: SourceLookup };

/** Builds a bundle of what is named, as `layersNamed` takes it. Throws `BundleProblem` for what no bundle can hold, and `NoSuchPath`. */
export function buildBundle(
  given: readonly string[],
  cwd: string,
  marks: BundleMarks,
  stages: Stages,
): Built {
  const here = tested(given, cwd, stages);
  if (here.problems !== undefined) return here;
  const content = gatherContent(layersNamed(given, cwd), cwd, here.events, marks);
  // The content of the bundle is tested, and not the files from which it was built.
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-bundle-'));
  try {
    const there = tested([writeContent(folder, content)], folder, stages);
    if (there.problems !== undefined) return there;
    return { envelope: { payload: encodeContent(content), signatures: [] }, tests: there.tests };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Tested =
  | { readonly tests: number; readonly events: readonly string[]; readonly problems?: undefined }
  | { readonly problems: readonly Diagnostic[]; readonly lookup: SourceLookup };

function tested(given: readonly string[], cwd: string, stages: Stages): Tested {
  const { problems, broken, loaded } = loadFresh(given, cwd, undefined, { onStage: stages.stage });
  const found = [...problems, ...broken.flatMap((each) => each.problems)];
  if (found.length > 0) return { problems: found, lookup: loaded.lookup };
  const layers = layersNamed(given, cwd);
  const paths = layers.layers.flatMap((layer) => layer.paths);
  const plan = { only: [], noSkips: false, coverage: false, thresholds: {} };
  const run = runOnce({ ...plan, paths, layers, cwd, stages });
  if (hasPassed(run)) return { tests: run.results.length, events: run.events };
  return { problems: [...run.errors, ...failuresOf(run), ...run.problems], lookup: run.loaded.lookup };
}
