/**
 * Whether a harness runs the hooks of a project: some do so only in folders that a person has trusted, and skip them without a
 * word elsewhere. What was trusted is in a file of the user; where no such file is known, nothing is proved.
 */
import { dirname, sep } from 'node:path';
import { realPathOf } from '../host/machine/real-path.ts';
import type { Json, JsonObject } from '../language/json.ts';
import { readConfig } from './file-change.ts';
import type { DoctorFinding } from './finding.ts';
import type { HookPlace } from './harness-install.ts';
import { readJsonFile } from './json-entries.ts';
import type { Machine } from './machine.ts';

export interface TrustedFolders {
  /** The product's name. */
  readonly harness: string;
  /** Where trusted folders are listed, absolute; undefined where that is not known. */
  readonly file: string | undefined;
  /** Whether the settings trust a folder; undefined where they say nothing of it. */
  says(settings: JsonObject, folder: string): boolean | undefined;
  /** What a person does to trust a folder, as a sentence. */
  readonly how: string;
}

/** Judges the hooks of a project, where they are all that there is: a hook of the user runs in every folder. */
export function judgeFolderTrust(
  { harness, file, says, how }: TrustedFolders,
  places: readonly HookPlace[],
  { project }: Machine,
): readonly DoctorFinding[] {
  if (places.length === 0 || places.some(({ scope }) => scope !== 'project')) return [];
  const open = (why: string): readonly DoctorFinding[] => [
    {
      kind: 'unproved',
      text: `${harness} runs the hooks of a project only where a person has trusted the folder, and ${why}. ${how}`,
    },
  ];
  if (file === undefined) return open('where it keeps that is not known');
  const reading = readConfig(file);
  const settings = reading.ok && reading.text !== undefined ? readJsonFile(reading.text) : undefined;
  if (settings === undefined) return open(`${file} does not say so`);
  const answer = says(settings, realPathOf(project));
  if (answer === true) return [{ kind: 'pass', text: `${file}: the folder ${project} is trusted.` }];
  if (answer === undefined) return open(`${file} does not name ${project}`);
  return [
    {
      kind: 'fail',
      text: `${file}: the folder ${project} is not trusted, so ${harness} runs none of its hooks. ${how}`,
    },
  ];
}

/** `{"/folder": "TRUST_FOLDER"}`, as Gemini CLI has it: the nearest folder that is named counts. */
export function trustByFolder(settings: JsonObject, folder: string): boolean | undefined {
  const rules = Object.entries(settings).flatMap(([path, rule]) => {
    const place = realPathOf(rule === 'TRUST_PARENT' ? dirname(path) : path);
    const isRule = rule === 'TRUST_FOLDER' || rule === 'TRUST_PARENT' || rule === 'DO_NOT_TRUST';
    return isRule && holds(place, folder) ? [{ place, isTrusted: rule !== 'DO_NOT_TRUST' }] : [];
  });
  // Where two rules are about one folder, the one that does not trust it is believed.
  rules.sort((a, b) => b.place.length - a.place.length || Number(a.isTrusted) - Number(b.isTrusted));
  return rules[0]?.isTrusted;
}

/** `{"trustedFolders": ["/folder"]}`, as GitHub Copilot has it, in two spellings. */
export function trustByList(settings: JsonObject, folder: string): boolean | undefined {
  const lists: readonly (Json | undefined)[] = [settings.trustedFolders, settings.trusted_folders];
  const folders = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  return folders.some((each) => typeof each === 'string' && holds(realPathOf(each), folder))
    ? true
    : undefined;
}

const holds = (place: string, folder: string): boolean =>
  folder === place || folder.startsWith(place.endsWith(sep) ? place : `${place}${sep}`);
