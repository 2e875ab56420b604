/**
 * What `bylaw check` found, in SARIF 2.1.0, which code hosts show beside the lines
 * that it is about. Accepted warnings are in it too, as suppressed in the source, and rules that are announced as notes.
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
import { isAbsolute, join, relative, sep } from 'node:path';
import type { LoadedPolicies } from '../../host/load/load.ts';
import type { Diagnostic } from '../../language/diagnostic.ts';
import { applyFixes } from '../../language/fix.ts';
import { indexLines, type Span } from '../../language/source.ts';
import { type Announced, announcement } from './announced.ts';

/**
 * One SARIF log. `version` is that of bylaw. A file below the current folder is named from there, since code
 * hosts look for it from the top of the checkout; any other keeps its path below the policy root.
 */
export function sarifOf(
  { root, diagnostics, accepted, sources }: LoadedPolicies,
  announced: readonly Announced[],
  { cwd, version }: { readonly cwd: string; readonly version: string },
): string {
  const texts = new Map(sources.map(({ path, text }) => [path, { text, index: indexLines(text) }] as const));
  const all = [...diagnostics, ...accepted.map(({ diagnostic }) => diagnostic)];
  const codes = [...new Set(all.map(({ code }) => code))].sort();

  const artifact = (path: string): object => {
    const below = relative(cwd, join(root, path));
    return below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)
      ? { uri: uriOf(path), uriBaseId: 'POLICIES' }
      : { uri: uriOf(below.split(sep).join('/')), uriBaseId: '%SRCROOT%' };
  };
  const region = (path: string, { start, end }: Span): object | undefined => {
    const index = texts.get(path)?.index;
    if (index === undefined) return undefined;
    const from = index.positionAt(start);
    const to = index.positionAt(end);
    return {
      startLine: from.line,
      startColumn: from.column,
      endLine: to.line,
      endColumn: to.column,
      charOffset: start,
      charLength: end - start,
    };
  };
  const location = (path: string, span: Span): object => ({
    physicalLocation: {
      artifactLocation: artifact(path),
      ...(texts.has(path) ? { region: region(path, span) } : {}),
    },
  });
  const result = (diagnostic: Diagnostic, reason?: string): object => {
    const { code, severity, message, path, span, notes, help } = diagnostic;
    return {
      ruleId: code,
      ruleIndex: codes.indexOf(code),
      level: severity,
      message: { text: help === undefined ? sentence(message) : `${sentence(message)} ${sentence(help)}` },
      locations: [location(path, span)],
      ...(notes.length === 0
        ? {}
        : {
            relatedLocations: notes.map((note, id) => ({
              id,
              ...location(note.path, note.span),
              message: { text: note.message },
            })),
          }),
      ...(reason === undefined ? {} : { suppressions: [{ kind: 'inSource', justification: reason }] }),
      ...fixesOf(diagnostic),
    };
  };
  const fixesOf = (diagnostic: Diagnostic): object => {
    const source = texts.get(diagnostic.path);
    if (source === undefined || diagnostic.fix === undefined) return {};
    const { text, applied } = applyFixes(source.text, [diagnostic]);
    if (applied.length === 0) return {};
    const changed = changeBetween(source.text, text);
    return {
      fixes: [
        {
          description: { text: diagnostic.help ?? diagnostic.message },
          artifactChanges: [
            {
              artifactLocation: artifact(diagnostic.path),
              replacements: [
                {
                  deletedRegion: region(diagnostic.path, changed.span),
                  insertedContent: { text: changed.text },
                },
              ],
            },
          ],
        },
      ],
    };
  };
  return JSON.stringify({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'bylaw',
            version,
            rules: [
              ...codes.map((id) => ({
                id,
                defaultConfiguration: { level: all.find(({ code }) => code === id)?.severity },
              })),
              ...(announced.length === 0
                ? []
                : [{ id: announcedId, defaultConfiguration: { level: 'note' } }]),
            ],
          },
        },
        columnKind: 'utf16CodeUnits',
        results: [
          ...diagnostics.map((each) => result(each)),
          ...accepted.map(({ diagnostic, reason }) => result(diagnostic, reason)),
          ...announced.map((each) => ({
            ruleId: announcedId,
            ruleIndex: codes.length,
            level: 'note',
            message: { text: `${announcement(each)}.` },
            locations: [location(each.rule.place.path, each.rule.place.span)],
          })),
        ],
      },
    ],
  });
}

/** No diagnostic: nothing is wrong with a rule that says from when it denies. */
const announcedId = 'announced-rule';

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

const uriOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** The one part in which two texts differ. */
function changeBetween(before: string, after: string): { readonly span: Span; readonly text: string } {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let left = 0;
  const most = Math.min(before.length, after.length) - start;
  while (left < most && before.at(-1 - left) === after.at(-1 - left)) left++;
  return { span: { start, end: before.length - left }, text: after.slice(start, after.length - left) };
}
