// A small MCP server over standard streams, by the SDK: a tool, a failing tool, and resources.
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

export function createNotes() {
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  server.registerTool('add_note', { description: 'Adds a note.' }, () => ({
    content: [{ type: 'text', text: 'added' }],
  }));
  server.registerTool('fail', { description: 'Fails.' }, () => {
    throw new Error('no notes today');
  });
  server.registerTool('where', { description: 'Asks for the roots of the client.' }, async () => {
    const { roots } = await server.server.listRoots();
    return { content: [{ type: 'text', text: roots.map(({ uri }) => uri).join(' ') }] };
  });
  server.registerTool('grow', { description: 'Has one more tool afterwards.' }, () => {
    server.registerTool('grown', {}, () => ({ content: [] }));
    return { content: [] };
  });
  server.registerResource('note', new ResourceTemplate('note://{name}', { list: undefined }), {}, (uri) => ({
    contents: [{ uri: uri.href, text: `the note ${uri.href}` }],
  }));
  return server;
}

if (process.argv[1]?.endsWith('notes.mjs')) await createNotes().connect(new StdioServerTransport());
