/** What a `command` or `tool` block says that a program does. */
import type { DeclaredEffect } from '../../language/ast.ts';
import type { QuotedText } from '../../language/expression.ts';
import { compileHost } from '../../pattern/host.ts';
import { effectTable, isDescribingVerb, isEffectVerb } from '../../vocabulary/effects.ts';
import { type Context, reportError } from '../names/context.ts';
import type { AddedEffect } from '../tree/checked.ts';

export function resolveEffects(
  context: Context,
  effect: DeclaredEffect,
  of: 'command' | 'tool',
): readonly AddedEffect[] {
  const { verb, span } = effect;
  const does = verb.text;
  if (!isDescribingVerb(does)) return [];
  const bare = does === 'elevates' || does === 'spawns' || does === 'installs';
  const fail = (help: string): readonly AddedEffect[] => {
    reportError(context, 'wrong-type', span, `a ${of} cannot be described like this`, { help });
    return [];
  };
  if (does === 'elevates' && effect.of.kind !== 'nothing') return fail('nothing follows `elevates`');
  switch (effect.of.kind) {
    case 'nothing':
      return bare
        ? [{ verb: does, of: { kind: 'nothing' } }]
        : fail(
            of === 'tool'
              ? 'name a field of its input: `writes input.file`'
              : 'say with what: `writes last operand`, `reads operands`',
          );
    case 'field': {
      if (of === 'command')
        return fail('a command has operands and options: `reads operands`, `writes value of --out`');
      const { root, steps } = effect.of.field;
      if (root.text !== 'input' || steps.length === 0)
        return fail('name a field of its input: `writes input.file`');
      return [{ verb: does, of: { kind: 'field', steps: steps.map(({ key }) => key) } }];
    }
    case 'texts':
      if (of === 'command' && (does === 'runs' || bare)) {
        return fail(
          does === 'runs'
            ? 'a command that runs what it is given is a `wrapper`, and another name for a command is an `alias`'
            : `say which of its words: \`${does} operands\``,
        );
      }
      if (!effect.of.texts.every((text) => isFixed(context, does, text))) return [];
      return effect.of.texts.map(({ value }) => ({
        verb: does,
        of: { kind: 'text', value },
      }));
    case 'operands':
      return of === 'tool'
        ? fail('a tool has fields: `writes input.file`')
        : [{ verb: does, of: { kind: 'operands' } }];
    case 'operand':
      return of === 'tool'
        ? fail('a tool has fields: `writes input.file`')
        : [{ verb: does, of: { kind: 'operand', which: effect.of.which } }];
    case 'option':
      return of === 'tool'
        ? fail('a tool has fields: `writes input.file`')
        : [{ verb: does, of: { kind: 'option', name: effect.of.option.value } }];
    default:
      return effect.of satisfies never;
  }
}

/** Whether a text names one thing that is always the same: a path or a host, and no pattern. */
function isFixed(context: Context, verb: string, { value, span }: QuotedText): boolean {
  const problem = verb === 'connects' ? problemOfHost(value) : problemOfText(verb, value);
  if (problem === undefined) return true;
  reportError(context, 'invalid-pattern', span, `\`${value}\` cannot be used here: ${problem}`, {
    help:
      verb === 'connects'
        ? 'name one host, such as `"deploy.example.com"`'
        : 'name one thing that is always the same, such as `"/etc/acme.conf"`',
  });
  return false;
}

const problemOfText = (verb: string, text: string): string | undefined => {
  if (text.trim() === '') return 'it is empty';
  const isPath = isEffectVerb(verb) && effectTable[verb].object === 'path';
  return isPath && text.includes('*') ? 'it is a pattern, and the block has to name one thing' : undefined;
};

const problemOfHost = (text: string): string | undefined => {
  if (text.includes('*') || text.includes('/'))
    return 'it is a pattern or an address, and the block has to name one host';
  return compileHost(text).problem;
};
