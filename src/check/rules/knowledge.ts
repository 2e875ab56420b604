/** `wrapper`, `alias`, `command` and `tool` blocks: what policies add to the tables of commands and tools. */
import type {
  CommandDeclaration,
  KnowledgeDeclaration,
  Policy,
  ToolDeclaration,
} from '../../language/ast.ts';
import type { QuotedText } from '../../language/expression.ts';
import { compileCommand } from '../../pattern/command.ts';
import { type Context, kindOf, reportError, reportWarning } from '../names/context.ts';
import { called } from '../names/layers.ts';
import type { AddedCommand, AddedKnowledge, AddedTool } from '../tree/checked.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import { resolveEffects } from './described-effect.ts';

const noKnowledge: AddedKnowledge = { commands: [], wrappers: [], aliases: [], tools: [] };

/** Where each thing is described, in the files looked at so far. */
export type Described = Map<string, SourcePlace>;

/** What one file adds. `described` is shared by all files of a bundle, in which everything is described once. */
export function resolveKnowledge(
  context: Context,
  { knowledge }: Policy,
  described: Described,
): AddedKnowledge {
  for (const declaration of knowledge) {
    for (const { name, words, span } of namesOf(declaration)) {
      const earlier = described.get(name);
      const above = described.get(words);
      described.set(words, { path: context.path, span });
      if (isOfLayerAbove(context, declaration, above)) {
        if (!mayReplace(context)) reportReplaced(context, name, span, above);
        described.set(name, { path: context.path, span });
      } else if (earlier !== undefined) {
        reportError(context, 'duplicate-name', span, `${name} is described twice`, {
          notes: [{ ...earlier, message: 'first described here' }],
          help: 'put everything into one of the two; what one file says of commands and tools holds for all files',
        });
      } else described.set(name, { path: context.path, span });
    }
  }
  return joinKnowledge(knowledge.map((each) => ({ ...noKnowledge, ...knowledgeOf(context, each) })));
}

/** Whether a higher layer describes the same; the tables of bylaw are above all layers but the highest. */
function isOfLayerAbove(
  { path, layers }: Context,
  declaration: KnowledgeDeclaration,
  earlier: SourcePlace | undefined,
): boolean {
  const own = layers.of(path);
  return earlier === undefined ? own > 0 && layers.isBuiltIn(declaration) : layers.of(earlier.path) < own;
}

const mayReplace = ({ path, layers }: Context): boolean => layers.all[layers.of(path)]?.replaces === true;

function reportReplaced(
  context: Context,
  name: string,
  span: QuotedText['span'],
  earlier: SourcePlace | undefined,
): void {
  const { layers } = context;
  const whose =
    earlier === undefined ? 'in the tables of bylaw' : `in the layer ${called(layers, earlier.path)}`;
  reportError(context, 'known-to-higher-layer', span, `${name} is described ${whose}`, {
    notes: earlier === undefined ? [] : [{ ...earlier, message: 'described here, in the higher layer' }],
    help: `a lower layer describes what no higher layer describes; one that corrects the tables has \`replaces: true\` in the file of layers${
      earlier === undefined ? '; `bylaw explain` shows what the tables say of a call' : ''
    }`,
  });
}

/**
 * The knowledge of a view, after a lower layer has replaced its entries for the commands and tools that the layer
 * describes.
 */
export function overlay(upper: AddedKnowledge, lower: AddedKnowledge): AddedKnowledge {
  const said = new Set([
    ...lower.commands.map(({ words }) => words.join(' ')),
    ...lower.wrappers.map((words) => words.join(' ')),
    ...lower.aliases.map(({ name }) => name),
  ]);
  const isLeft = (words: string): boolean => !said.has(words);
  return joinKnowledge([
    // The first tool that fits counts.
    lower,
    {
      commands: upper.commands.filter(({ words }) => isLeft(words.join(' '))),
      wrappers: upper.wrappers.filter((words) => isLeft(words.join(' '))),
      aliases: upper.aliases.filter(({ name }) => isLeft(name)),
      tools: upper.tools,
    },
  ]);
}

export const isNothing = ({ commands, wrappers, aliases, tools }: AddedKnowledge): boolean =>
  commands.length + wrappers.length + aliases.length + tools.length === 0;

export function joinKnowledge(all: readonly AddedKnowledge[]): AddedKnowledge {
  return {
    commands: all.flatMap(({ commands }) => commands),
    wrappers: all.flatMap(({ wrappers }) => wrappers),
    aliases: all.flatMap(({ aliases }) => aliases),
    tools: all.flatMap(({ tools }) => tools),
  };
}

interface Named {
  readonly name: string;
  /** The words themselves: an alias and a command of one name are two things, and one of them would hide the other. */
  readonly words: string;
  readonly span: QuotedText['span'];
}

/** What a declaration describes, in the words of a message. */
function namesOf(declaration: KnowledgeDeclaration): readonly Named[] {
  const named = (what: string, { value, span }: QuotedText): Named => {
    const words = value.trim().split(/\s+/).join(' ');
    return { name: `${what} \`${words}\``, words, span };
  };
  switch (declaration.kind) {
    case 'wrapper':
      return declaration.commands.map((text) => named('the wrapper', text));
    case 'alias':
      return [named('the alias', declaration.name)];
    case 'command-declaration':
      return [named('the command', declaration.command)];
    case 'tool-declaration': {
      const { tool, server } = declaration;
      const { name, words, span } = named('the tool', tool);
      const of = server === undefined ? '' : ` of \`${server.value}\``;
      return [{ name: `${name}${of}`, words: `tool ${words}${of}`, span }];
    }
    default:
      return declaration satisfies never;
  }
}

/** What one declaration adds; nothing where it has an error, which is reported. */
function knowledgeOf(context: Context, declaration: KnowledgeDeclaration): Partial<AddedKnowledge> {
  switch (declaration.kind) {
    case 'wrapper': {
      const wrappers = declaration.commands.map((text) => wordsOf(context, text));
      return { wrappers: wrappers.filter((words) => words !== undefined) };
    }
    case 'alias': {
      const words = wordsOf(context, declaration.command);
      const { value: name, span } = declaration.name;
      if (/^[A-Za-z0-9_.+-]+$/.test(name)) return words === undefined ? {} : { aliases: [{ name, words }] };
      const message = `\`${name}\` cannot be the name of a command`;
      reportError(context, 'invalid-pattern', span, message, { help: 'an alias is one word, such as `k`' });
      return {};
    }
    case 'command-declaration': {
      const command = resolveCommand(context, declaration);
      return command === undefined ? {} : { commands: [command] };
    }
    case 'tool-declaration': {
      const tool = resolveTool(context, declaration);
      return tool === undefined ? {} : { tools: [tool] };
    }
    default:
      return declaration satisfies never;
  }
}

/** The words of a command as it is written here: a program and its first words. */
function wordsOf(context: Context, { value, span }: QuotedText): readonly string[] | undefined {
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
  const without = new Set(
    lists.flatMap(({ values, groups }) => (values ? [] : groups.flat().map(({ value }) => value))),
  );
  const effects = declaration.parts.flatMap((part) => {
    if (part.kind !== 'declared-effect') return [];
    const { of } = part;
    if (of.kind === 'option' && without.has(of.option.value)) {
      reportError(context, 'wrong-type', of.option.span, `the option \`${of.option.value}\` takes no value`, {
        help: 'name it behind `options with values:`',
      });
    }
    return resolveEffects(context, part, 'command');
  });
  if (words === undefined) return undefined;
  const groups = (values: boolean): string[][] =>
    lists.flatMap((list) =>
      list.values === values ? list.groups.map((names) => names.map(({ value }) => value)) : [],
    );
  return { words, optionsWithValues: groups(true), options: groups(false), effects };
}

function resolveTool(context: Context, declaration: ToolDeclaration): AddedTool | undefined {
  const { tool, server, toolKind, parts } = declaration;
  const kind = toolKind && kindOf(context, toolKind);
  if (toolKind !== undefined && kind === undefined) return undefined;
  if (tool.value === '') {
    return reportError(context, 'invalid-pattern', tool.span, 'a tool has a name', {
      help: 'write the name that the harness gives it',
    });
  }
  if (server?.value === '') {
    return reportError(context, 'invalid-pattern', server.span, 'a server has a name', {
      help: 'write the name that the harness gives it; a tool of the harness itself has no `of mcp`',
    });
  }
  if (parts.length === 0 && toolKind === undefined) {
    reportWarning(
      context,
      'empty-knowledge',
      declaration.span,
      `nothing is said of the tool \`${tool.value}\``,
      { help: 'say what it does with its input: `writes input.file`' },
    );
  }
  const effects = parts.flatMap((part) => resolveEffects(context, part, 'tool'));
  return { tool: tool.value, server: server?.value, toolKind: kind, effects };
}
