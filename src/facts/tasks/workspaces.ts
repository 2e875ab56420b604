/** The packages of a monorepo, as `package.json` or `pnpm-workspace.yaml` has them. */
import type { AskedTasks } from './family.ts';
import { inMap, isItems, readYaml, readYamlJson, textsOfYaml, type Yaml } from './yaml.ts';

export interface Workspace {
  /** Its folder, relative to the root of the project. */
  readonly folder: string;
  /** Its `package.json`. */
  readonly file: Yaml;
}

/** The limit of packages. */
const mostPackages = 100;

/** The packages of a project; undefined if they are not known. */
export function workspacesOf(file: Yaml, asked: AskedTasks): readonly Workspace[] | undefined {
  const patterns = patternsOf(file, asked);
  if (patterns === undefined) return undefined;
  const out = patterns.filter((each) => each.startsWith('!')).map((each) => tidy(each.slice(1)));
  const folders = new Set<string>();
  for (const pattern of patterns.filter((each) => !each.startsWith('!')).map(tidy)) {
    const found = foldersFor(pattern, asked);
    if (found === undefined) return undefined;
    for (const folder of found) if (!out.includes(folder)) folders.add(folder);
  }
  if (folders.size > mostPackages) return undefined;
  const packages: Workspace[] = [];
  for (const folder of folders) {
    const text = asked.read(`${folder}/package.json`);
    if (text === 'absent') continue;
    const read = text === undefined ? undefined : readYamlJson(text);
    if (read === undefined) return undefined;
    packages.push({ folder, file: read });
  }
  return packages;
}

const tidy = (pattern: string): string => pattern.replace(/^\.\//, '').replace(/\/+$/, '');

/** `workspaces` is a list, or a map with one; pnpm has a separate file for it. If neither is here, a parent folder may have it. */
function patternsOf(file: Yaml, asked: AskedTasks): readonly string[] | undefined {
  const own = inMap(file, 'workspaces');
  if (own !== undefined) return textsOfYaml(isItems(own) ? own : inMap(own, 'packages'));
  const text = asked.read('pnpm-workspace.yaml');
  const read = text === undefined || text === 'absent' ? undefined : readYaml(text);
  return read === undefined ? undefined : textsOfYaml(inMap(read, 'packages'));
}

/** `packages/*` is each folder in it; other wildcards are unknown. */
function foldersFor(pattern: string, asked: AskedTasks): readonly string[] | undefined {
  if (!/[*?[{]/.test(pattern)) return [pattern];
  const [, parent] = /^([^*?[{]+)\/\*$/.exec(pattern) ?? [];
  return parent === undefined
    ? undefined
    : asked
        .names(parent)
        ?.filter((name) => !name.startsWith('.'))
        .map((name) => `${parent}/${name}`);
}
