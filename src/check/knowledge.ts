/** `wrapper`, `alias`, `command` and `tool` blocks: what policies add to the tables of commands and tools. */
import type {
  CommandDeclaration,
  DeclaredEffect,
  KnowledgeDeclaration,
  Policy,
  Text,
  ToolDeclaration,
} from '../language/ast.ts';
import { suggestion } from '../language/words.ts';
import { compileCommand } from '../pattern/command.ts';
import { isOneOf, kinds } from '../vocabulary/kinds.ts';
import type { AddedCommand, AddedEffect, AddedKnowledge, AddedTool } from './checked.ts';
import { type Context, reportError, reportWarning } from './context.ts';

export const noKnowledge: AddedKnowledge = { commands: [], wrappers: [], aliases: [], tools: [] };

/** What one file adds. */
export function resolveKnowledge(context: Context, { knowledge }: Policy): AddedKnowledge {
  let added = noKnowledge;
  const seen = new Map<string, KnowledgeDeclaration>();
  for (const declaration of knowledge) {
    for (const name of namesOf(declaration)) {
      const earlier = seen.get(name);
      if (earlier !== undefined) {
        reportError(context, 'duplicate-name', declaration.span, `${name} is described twice`, {
          notes: [{ path: context.path, span: earlier.span, message: 'first described here' }],
          help: 'put everything into one of the two',
        });
      }
      seen.set(name, declaration);
    }
    added = add(context, added, declaration);
  }
  return added;
}

export function joinKnowledge(all: readonly AddedKnowledge[]): AddedKnowledge {
  return {
    commands: all.flatMap(({ commands }) => commands),
    wrappers: all.flatMap(({ wrappers }) => wrappers),
    aliases: all.flatMap(({ aliases }) => aliases),
    tools: all.flatMap(({ tools }) => tools),
  };
}

function namesOf(declaration: KnowledgeDeclaration): readonly string[] {
  switch (declaration.kind) {
    case 'wrapper':
      return declaration.commands.map(({ value }) => `the wrapper \`${value}\``);
    case 'alias':
      return [`the alias \`${declaration.name.value}\``];
    case 'command-declaration':
      return [`the command \`${declaration.command.value}\``];
    case 'tool-declaration':
      return [`the tool \`${declaration.tool.value}\` of \`${declaration.server?.value ?? 'the harness'}\``];
    default:
      return declaration satisfies never;
  }
}

function add(context: Context, added: AddedKnowledge, declaration: KnowledgeDeclaration): AddedKnowledge {
  switch (declaration.kind) {
    case 'wrapper': {
      const wrappers = declaration.commands.flatMap((text) => {
        const words = wordsOf(context, text);
        return words === undefined ? [] : [words];
      });
      return { ...added, wrappers: [...added.wrappers, ...wrappers] };
    }
    case 'alias': {
      const words = wordsOf(context, declaration.command);
      const name = declaration.name.value;
      if (!/^[A-Za-z0-9_.+-]+$/.test(name)) {
        reportError(
          context,
          'invalid-pattern',
          declaration.name.span,
          `\`${name}\` cannot be the name of a command`,
          {
            help: 'an alias is one word, such as `k`',
          },
        );
        return added;
      }
      return words === undefined ? added : { ...added, aliases: [...added.aliases, { name, words }] };
    }
    case 'command-declaration': {
      const command = resolveCommand(context, declaration);
      return command === undefined ? added : { ...added, commands: [...added.commands, command] };
    }
    case 'tool-declaration': {
      const tool = resolveTool(context, declaration);
      return tool === undefined ? added : { ...added, tools: [...added.tools, tool] };
    }
    default:
      return declaration satisfies never;
  }
}

/** The words of a command as it is written here: a program and its first words. */
function wordsOf(context: Context, { value, span }: Text): readonly string[] | undefined {
  const { problem } = compileCommand(value);
  if (problem === undefined && !/[*"'|;&<>`$()]/.test(value)) return value.trim().split(/\s+/);
  return reportError(context, 'invalid-pattern', span, `\`${value}\` is no command that could be described`, {
    help: 'write a program and its first words, such as `"devbox run"`; patterns have no place here',
  });
}

function resolveCommand(context: Context, declaration: CommandDeclaration): AddedCommand | undefined {
  const words = wordsOf(context, declaration.command);
  if (declaration.parts.length === 0) {
    reportWarning(
      context,
      'empty-knowledge',
      declaration.span,
      `nothing is said of \`${declaration.command.value}\``,
      {
        help: 'say what it does: `options with values: --env`, `writes last operand`, `connects to "…"`; a command that runs the rest of its words is a `wrapper`',
      },
    );
  }
  const lists = declaration.parts.flatMap((part) => (part.kind === 'options' ? [part] : []));
  const named = new Set<string>();
  for (const { value, span } of lists.flatMap(({ groups }) => groups.flat())) {
    if (named.has(value)) {
      reportError(context, 'duplicate-name', span, `the option \`${value}\` is given twice`, {
        help: 'keep one of the two',
      });
    }
    named.add(value);
  }
  const effects = declaration.parts.flatMap((part) =>
    part.kind === 'declared-effect' ? resolveEffects(context, part, 'command') : [],
  );
  if (words === undefined) return undefined;
  const groups = (values: boolean): string[][] =>
    lists.flatMap((list) =>
      list.values === values ? list.groups.map((names) => names.map(({ value }) => value)) : [],
    );
  return { words, optionsWithValues: groups(true), options: groups(false), effects };
}

function resolveTool(context: Context, declaration: ToolDeclaration): AddedTool | undefined {
  const { tool, server, toolKind, parts } = declaration;
  if (toolKind !== undefined && !isOneOf(kinds, toolKind.text)) {
    return reportError(context, 'unknown-kind', toolKind.span, `unknown kind \`${toolKind.text}\``, {
      help: suggestion(toolKind.text, kinds) ?? `the kinds are ${kinds.join(', ')}`,
    });
  }
  if (tool.value === '') {
    return reportError(context, 'invalid-pattern', tool.span, 'a tool has a name', {
      help: 'write the name that the harness gives it',
    });
  }
  if (parts.length === 0 && toolKind === undefined) {
    reportWarning(
      context,
      'empty-knowledge',
      declaration.span,
      `nothing is said of the tool \`${tool.value}\``,
      {
        help: 'say what it does with its input: `writes input.file`',
      },
    );
  }
  const effects = parts.flatMap((part) => resolveEffects(context, part, 'tool'));
  return { tool: tool.value, server: server?.value, toolKind: toolKind?.text, effects };
}

const verbs = ['reads', 'writes', 'deletes', 'runs', 'connects', 'installs', 'spawns', 'elevates'] as const;

function resolveEffects(
  context: Context,
  effect: DeclaredEffect,
  of: 'command' | 'tool',
): readonly AddedEffect[] {
  const { verb, span } = effect;
  if (!isOneOf(verbs, verb.text)) return [];
  const bare = verb.text === 'elevates' || verb.text === 'spawns' || verb.text === 'installs';
  const fail = (help: string): readonly AddedEffect[] => {
    reportError(context, 'wrong-type', span, `a ${of} cannot be described like this`, { help });
    return [];
  };
  switch (effect.of.kind) {
    case 'nothing':
      return bare
        ? [{ verb: verb.text, of: { kind: 'nothing' } }]
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
      return [{ verb: verb.text, of: { kind: 'field', steps: steps.map(({ key }) => key) } }];
    }
    case 'texts':
      return effect.of.texts.map(({ value }) => ({
        verb: verb.text as AddedEffect['verb'],
        of: { kind: 'text', value },
      }));
    case 'operands':
      return of === 'tool'
        ? fail('a tool has fields: `writes input.file`')
        : [{ verb: verb.text, of: { kind: 'operands' } }];
    case 'operand':
      return of === 'tool'
        ? fail('a tool has fields: `writes input.file`')
        : [{ verb: verb.text, of: { kind: 'operand', which: effect.of.which } }];
    case 'option':
      return of === 'tool'
        ? fail('a tool has fields: `writes input.file`')
        : [{ verb: verb.text, of: { kind: 'option', name: effect.of.option.value } }];
    default:
      return effect.of satisfies never;
  }
}
