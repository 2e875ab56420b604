/** Lines of the corpora as events, and figures about them. */

/** The call of a line that is made in a folder of a project. */
export function eventOf({ tool_kind, tool_name, input, mcp }, cwd, project) {
  const id = 'measured';
  const kind = kindOf(tool_kind, tool_name);
  const session = { id: 'session', cwd, workspaceRoots: [project] };
  const tool = { name: tool_name, input, origin: mcp === undefined ? 'native' : 'mcp' };
  const event = { id, source: 'urn:bylaw:measure', type: 'tool.before', time: '2026-01-01T00:00:00Z' };
  return {
    ...event,
    harness: { name: 'measure', version: '1' },
    session: { ...session, model: undefined, agent: undefined },
    call: id,
    tool: { ...tool, kind, mcp },
    raw: { ...event, session, tool: { ...tool, ...(kind === undefined ? {} : { kind }) } },
  };
}

/** The kinds of the corpora are coarser than those of the protocol: the tool's name says the rest. */
function kindOf(kind, name) {
  if (kind === 'shell' || kind === 'mcp') return kind;
  if (kind === 'url') return 'fetch';
  const byName = { Read: 'file_read', Write: 'file_write', Edit: 'file_edit', MultiEdit: 'file_edit' };
  const search = { Grep: 'search', Glob: 'search', LS: 'search' };
  return { ...byName, ...search }[name];
}

export function share(part, whole) {
  return `${part.length} of ${whole.length} (${percent(part.length, whole.length)})`;
}

export function percent(part, whole) {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`;
}
