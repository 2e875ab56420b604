/** What is wrong with the declaration of a list, whether or not something uses it. */
import type { ListDeclaration } from '../../language/ast.ts';
import type { PolicyValue } from '../../language/expression.ts';
import { suggestion } from '../../language/words.ts';
import { listTypes } from '../../vocabulary/kinds.ts';
import { type Context, reportError, reportWarning } from '../names/context.ts';
import { expandList, findList, itemsOf } from '../values/list.ts';

/** Reports an unknown type, repeated items, and an empty list. */
export function checkList(context: Context, list: ListDeclaration): void {
  const { type, name, items, except } = list;
  const typeKnown = type === undefined || Object.hasOwn(listTypes, type.text);
  if (!typeKnown) {
    reportError(context, 'unknown-word', type.span, `there are no lists of \`${type.text}\``, {
      help:
        suggestion(type.text, Object.keys(listTypes)) ??
        `lists are of ${Object.keys(listTypes).join(', ')}, or of nothing in particular`,
    });
    // Lists inside it count as used.
    for (const item of [...items, ...except]) if (item.kind === 'list') findList(context, item);
    return;
  }
  const excepted = new Set(except.map(itemKey));
  if (itemsOf(list).every((item) => excepted.has(itemKey(item)))) {
    reportWarning(context, 'empty-list', name.span, `the list \`${name.text}\` is empty`, {
      help:
        itemsOf(list).length === 0
          ? 'nothing is ever in it; add items, or remove it'
          : 'everything in it is excepted; add items, or remove it',
    });
  }
  reportRepeatedItems(context, list);
  const language = type === undefined ? 'undecided' : listTypes[type.text as keyof typeof listTypes];
  expandList(context, { node: list, path: context.path }, language, undefined);
}

function reportRepeatedItems(context: Context, { items, except }: ListDeclaration): void {
  for (const part of [items, except]) {
    const seen = new Set<string>();
    for (const item of part) {
      const key = itemKey(item);
      if (seen.has(key)) {
        reportWarning(context, 'duplicate-item', item.span, `\`${key}\` is in the list twice`, {
          help: 'remove one of the two',
          fix: { kind: 'remove', span: item.span },
        });
      }
      seen.add(key);
    }
  }
}

/** An item as it is written, but for escapes. */
function itemKey(item: PolicyValue): string {
  switch (item.kind) {
    case 'text':
      return `"${item.value}"`;
    case 'list':
      return `@${item.name}`;
    case 'number':
      return item.raw;
    case 'word':
      return item.text;
    case 'regex':
      return `/${item.source}/${item.flags}`;
    default:
      return item satisfies never;
  }
}
