// An MCP server whose two tools leave a file each, so that it is seen which of them ran.
import { writeFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'my-notes', version: '1.0.0' });
for (const name of ['keep', 'publish'])
  server.registerTool(
    name,
    { description: `Does ${name} a note.`, inputSchema: { path: z.string() } },
    ({ path }) => {
      writeFileSync(path, name);
      return { content: [{ type: 'text', text: 'done' }] };
    },
  );
await server.connect(new StdioServerTransport());
