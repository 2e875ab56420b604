/** The words that a module of Ansible is given: `path=a state=absent`. */
import { type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { part, perhaps, type ValuePart } from './value-part.ts';

/** What the settings of a module of Ansible say of files and addresses. */
export function moduleSettings(value: Shape): readonly ValuePart[] {
  const text = staticText(value) ?? '';
  const isGone = /(?:^|\s)state=["']?absent\b/.test(text);
  return [...text.matchAll(/(?:^|\s)(path|dest|src|url|repo)=(?:"([^"]*)"|'([^']*)'|(\S+))/g)].flatMap(
    ([, key = '', one, two, three]) => {
      const named = textShape(one ?? two ?? three ?? '', value.source);
      if (key === 'url' || key === 'repo') return part(named, 'url');
      // A module such as `copy` sends it to the other machines, and `fetch` means a file there.
      if (key === 'src') return [part(named, 'read'), perhaps(named, 'upload')];
      return part(named, isGone ? 'delete' : 'write');
    },
  );
}
