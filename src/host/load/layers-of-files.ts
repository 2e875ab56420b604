/** Which layer each file of loaded policies is of, and what the tables of bylaw know: what the checks ask of layers. */
import type { Layers } from '../../check/names/layers.ts';
import { builtIn } from '../../facts/known.ts';
import { findTool } from '../../facts/tool/tables.ts';
import type { KnowledgeDeclaration } from '../../language/ast.ts';
import type { Layer } from '../policy-files/layer.ts';
import type { LayerFiles } from '../policy-files/policy-files.ts';

/** A file belongs to the layer of its path, also where it could not be read; any other place belongs to the highest layer. */
export function layersOfFiles(
  layers: readonly Layer[],
  files: readonly Omit<LayerFiles, 'own' | 'profiles'>[],
): Layers {
  const places = new Map<string, number>();
  for (const [place, { sources, tests, diagnostics }] of files.entries())
    for (const { path } of [...sources, ...tests, ...diagnostics])
      if (!places.has(path)) places.set(path, place);
  return {
    all: layers,
    of: (path) => places.get(path) ?? 0,
    isBuiltIn,
  };
}

/** Whether a declaration would take the place of what the tables know. */
function isBuiltIn(declaration: KnowledgeDeclaration): boolean {
  switch (declaration.kind) {
    case 'wrapper':
      return declaration.commands.some(({ value }) => isCommand(value));
    case 'alias':
      return isCommand(declaration.name.value);
    case 'command-declaration':
      return isCommand(declaration.command.value);
    case 'tool-declaration': {
      const { tool, server } = declaration;
      const mcp = server && { server: server.value, tool: tool.value };
      const origin = server === undefined ? 'native' : 'mcp';
      const called = { name: tool.value, kind: undefined, input: {}, origin, mcp } as const;
      return findTool(builtIn.tools, called) !== undefined;
    }
    default:
      return declaration satisfies never;
  }
}

/** A program of the tables, by itself or with words that they have a line for. */
function isCommand(text: string): boolean {
  const [name = '', ...words] = text.trim().split(/\s+/);
  const forms = builtIn.commands.programs.get(name)?.forms;
  return (
    forms !== undefined &&
    (words.length === 0 || forms.some((form) => words.every((word, at) => form.words[at]?.includes(word))))
  );
}
