/** `composer.json`: the scripts of composer, by their names and by their events. By the documentation of composer. */
import type { AskedTasks, Task } from './family.ts';
import { inMap, isMap, readYamlJson, textsOfYaml, type YamlMap } from './yaml.ts';

/** The scripts that a subcommand runs before and after its work. */
const events: Readonly<Record<string, readonly string[]>> = {
  install: ['pre-install-cmd', 'pre-autoload-dump', 'post-autoload-dump', 'post-install-cmd'],
  update: ['pre-update-cmd', 'pre-autoload-dump', 'post-autoload-dump', 'post-update-cmd'],
  require: ['pre-update-cmd', 'pre-autoload-dump', 'post-autoload-dump', 'post-update-cmd'],
  remove: ['pre-update-cmd', 'pre-autoload-dump', 'post-autoload-dump', 'post-update-cmd'],
  reinstall: ['pre-autoload-dump', 'post-autoload-dump'],
  'dump-autoload': ['pre-autoload-dump', 'post-autoload-dump'],
  status: ['pre-status-cmd', 'post-status-cmd'],
  archive: ['pre-archive-cmd', 'post-archive-cmd'],
};
/** The events for each package; which packages these are is not known here. */
const ofPackages = [
  'pre-operations-exec',
  'pre-package-install',
  'post-package-install',
  'pre-package-update',
  'post-package-update',
  'pre-package-uninstall',
  'post-package-uninstall',
  'pre-pool-create',
  'pre-file-download',
  'post-file-download',
];

const deepest = 20;

export function readComposer(text: string, asked: AskedTasks): readonly Task[] | undefined {
  const file = readYamlJson(text);
  if (!isMap(file)) return undefined;
  const { words, operands, options } = asked;
  if (options.has('--no-scripts') || options.has('-l')) return [];
  const scripts = inMap(file, 'scripts');
  if (!isMap(scripts)) return [];
  const [subcommand] = words;
  const named = subcommand === undefined || subcommand === 'run-script';
  if (!named) {
    const own = events[subcommand] ?? [subcommand];
    const withPackages = own.length > 2 ? [...own, ...ofPackages] : own;
    return withPackages.flatMap((name) => scriptsOf(name, scripts, undefined, 0));
  }
  const [name] = operands;
  if (operands.length === 0) return [];
  return name === undefined ? undefined : scriptsOf(name, scripts, 1, 0);
}

function scriptsOf(
  name: string,
  scripts: YamlMap,
  wordsFrom: number | undefined,
  depth: number,
): readonly Task[] {
  if (depth > deepest) return [{ script: '', isOpen: true }];
  let settings = '';
  return textsOfYaml(scripts.get(name)).flatMap((text): readonly Task[] => {
    const [, called, rest = ''] =
      /^@([\w:.-]+)\s*(.*)$/s.exec(text.replace(/^@no_additional_args\s+|\s*@additional_args/g, '')) ?? [];
    const words = wordsFrom === undefined || /@(?:no_)?additional_args/.test(text) ? {} : { wordsFrom };
    if (called === 'putenv') {
      settings += `export ${rest}\n`;
      return [];
    }
    if (called === 'php' || called === 'composer')
      return [{ script: `${settings}${called} ${rest}`, ...words }];
    if (called !== undefined) {
      const own = scriptsOf(called, scripts, wordsFrom, depth + 1);
      return own.length > 0 || scripts.has(called)
        ? own
        : [{ script: `${settings}composer ${called} ${rest}`, ...words }];
    }
    // A class or a method of PHP, which is code of the project.
    if (/^\\?[A-Za-z_]\w*(?:\\\w+)*(?:::\w+)$|^\\?[A-Z]\w*(?:\\\w+)+$/.test(text)) return callback(text);
    return [{ script: settings + text, ...words }];
  });
}

/** Scripts of frameworks that only write files of the framework; any other is unknown. */
const callback = (text: string): readonly Task[] =>
  /^(?:Illuminate\\Foundation|Composer\\Config|Sensio\\Bundle|Symfony\\|Incenteev\\|Drupal|DrupalProject\\|TYPO3\\|Cake\\)/.test(
    text,
  )
    ? []
    : [{ script: '', isOpen: true }];
