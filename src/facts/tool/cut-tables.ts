/** The built-in tables of tools, cut into lines; the bundle of the hook contains the lines instead of the text. */
import { cutToolTables, type ServerLines, type ToolLine } from './format.ts';
import { toolTables } from './generated/tables.ts';

/** The lines about tools of harnesses. */
export const nativeLines = (): readonly ToolLine[] => cutToolTables(toolTables.native).native;
/** The lines about tools of MCP servers. */
export const serverLines = (): readonly ServerLines[] => cutToolTables(toolTables.servers).servers;
