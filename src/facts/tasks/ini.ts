/** INI as Python's `configparser` reads it: sections of names and values; indented lines continue a value. */
export type Sections = ReadonlyMap<string, ReadonlyMap<string, string>>;

export function readIni(text: string): Sections {
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  let name = '';
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*[#;]/.test(line)) continue;
    const [, title] = /^\[([^\]]+)\]/.exec(line) ?? [];
    const [, key, value = ''] = /^([^\s=:[][^=:]*?)\s*[=:]\s*(.*)$/.exec(line) ?? [];
    if (title !== undefined) {
      section = sections.get(title) ?? new Map();
      sections.set(title, section);
      name = '';
    } else if (/^\s/.test(line) && name !== '')
      section?.set(name, `${section.get(name) ?? ''}\n${line.trim()}`);
    else if (key !== undefined) {
      name = key.toLowerCase();
      section?.set(name, value.trim());
    }
  }
  return sections;
}
