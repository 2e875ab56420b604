/**
 * Entries of bylaw in a JSON file that belongs to others. Only the text of
 * these entries is touched: comments, order and layout of the rest stay. An entry
 * is bylaw's own if its whole command is one that bylaw writes, and if it is in
 * a list of hooks, of whatever event, so that an entry of an older version is found
 * too; everything else with bylaw in it belongs to others.
 */
import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { Json, JsonObject } from '../language/json.ts';
import { isJsonObject } from '../protocol/json.ts';
import { type CommandLine, isHookCommand, isOwnCommand, postedLine } from './command-line.ts';
import { type Edit, type FoundHook, type FoundHooks, isSameJson, type JsonForm } from './config-form.ts';
import { addMember, appendToList, type JsonPath, takeOut } from './json-text.ts';

type Problem = Edit & { readonly ok: false };

/** The file with the entries in it. `text` is undefined where there is no file. */
export function installEntries(text: string | undefined, form: JsonForm): Edit {
  if (text === undefined || text.replace('\ufeff', '').trim() === '') return made(freshFile(form));
  const [mark, body] = text.startsWith('\ufeff') ? ['\ufeff', text.slice(1)] : ['', text];
  const read = readRoot(body, form);
  if (!read.ok) return read;
  const present = ownElements(read.root, form);
  const isCurrent =
    present.length === form.entries.length &&
    form.entries.every((entry) =>
      present.some(
        (own) => isSameJson(own.path.slice(0, -1), entry.at) && isSameJson(own.value, entry.value),
      ),
    );
  let next = body;
  if (!isCurrent) {
    next = withoutOwn(next, form);
    for (const { at, value } of form.entries) next = appendToList(next, at, value);
  }
  for (const [name, value] of Object.entries(form.root ?? {}))
    if (!Object.hasOwn(read.root, name)) next = addMember(next, name, value);
  return made(mark + next);
}

/** The file without the entries. */
export function removeEntries(text: string, form: JsonForm): Edit {
  const [mark, body] = text.startsWith('\ufeff') ? ['\ufeff', text.slice(1)] : ['', text];
  const read = readRoot(body, form);
  if (!read.ok) return read;
  if (ownElements(read.root, form).length === 0) return made(text);
  const next = withoutOwn(body, form);
  const rest = rootOf(next);
  const isEmpty =
    !/\/[/*]/.test(next) &&
    Object.entries(rest).every(([name, value]) => isSameJson(value, form.root?.[name]));
  return { ok: true, text: mark + next, isEmpty };
}

/** The hooks that a file has of bylaw, and those of others that have it in their command. */
export function findEntries(text: string, form: JsonForm): FoundHooks {
  const body = text.replace(/^\ufeff/, '');
  if (body.trim() === '') return { ok: true, hooks: [] };
  const read = readRoot(body, form);
  if (!read.ok) return read;
  return { ok: true, hooks: elementsWith(runsBylaw, read.root, form).flatMap(hooksOf) };
}

/** The commands of a hook entry: harnesses have several places for one. */
function commandsOf(entry: JsonObject, platform: NodeJS.Platform): readonly CommandLine[] {
  const action = entry.action;
  const inner = isJsonObject(action) ? commandsOf(action, platform) : [];
  const { command, args } = entry;
  const shells = platform === 'win32' ? ['commandWindows', 'powershell', 'command'] : ['bash', 'command'];
  const text = shells.map((name) => entry[name]).find((value) => typeof value === 'string');
  const posted = postedLine(entry);
  if (posted !== undefined) return [posted, ...inner];
  if (typeof text !== 'string') return inner;
  if (typeof command === 'string' && Array.isArray(args) && args.every((arg) => typeof arg === 'string'))
    return [{ kind: 'words', words: [command, ...args] }, ...inner];
  return [{ kind: 'shell', text }, ...inner];
}

/** The root of a file that may have comments; undefined where it is none. */
export function readJsonFile(text: string): JsonObject | undefined {
  const read = readRoot(text.replace(/^\ufeff/, ''), { kind: 'json', entries: [] });
  return read.ok ? read.root : undefined;
}

function readRoot(text: string, form: JsonForm): { readonly ok: true; readonly root: JsonObject } | Problem {
  const tooDeep = offsetOfDepth(text);
  if (tooDeep !== undefined) return problem(text, tooDeep, `it is nested more than ${deepest} levels deep`);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  const [first] = errors;
  if (first !== undefined)
    return problem(text, first.offset, `it is not valid JSON (${spaced(printParseErrorCode(first.error))})`);
  if (tree === undefined || tree.type !== 'object') return problem(text, 0, 'it does not hold a JSON object');
  const twice = repeatedName(tree);
  if (twice !== undefined)
    // The harness and an editor may each take another one of the two.
    return problem(text, twice.offset, `\`${String(twice.value)}\` is twice in the same object`);
  for (const { at } of form.entries) {
    const wrong = wrongKind(tree, at);
    if (wrong !== undefined) return problem(text, wrong.offset, wrong.problem);
  }
  return { ok: true, root: getNodeValue(tree) };
}

/** No configuration comes near it; the parser calls itself for each level. */
const deepest = 100;

/** Where the nesting gets deeper than anything that is read here. */
function offsetOfDepth(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (;;) {
    scanner.scan();
    if (scanner.getTokenLength() === 0) return undefined;
    const token = text.charAt(scanner.getTokenOffset());
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    if (depth > deepest) return scanner.getTokenOffset();
  }
}

function repeatedName(tree: Node): Node | undefined {
  const open: Node[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const seen = new Set<string>();
    for (const child of node.children ?? []) {
      const [name] = child.type === 'property' ? (child.children ?? []) : [];
      if (name !== undefined && node.type === 'object') {
        if (seen.has(name.value)) return name;
        seen.add(name.value);
      }
      open.push(child);
    }
  }
  return undefined;
}

/** Everything on the way to a list must be an object, and the list a list. */
function wrongKind(
  tree: Node,
  at: JsonPath,
): { readonly offset: number; readonly problem: string } | undefined {
  let node: Node = tree;
  for (const [depth, name] of at.entries()) {
    const property = node.children?.find((child) => child.children?.[0]?.value === name);
    const value = property?.children?.[1];
    if (value === undefined) return undefined;
    const wanted = depth === at.length - 1 ? 'array' : 'object';
    if (value.type !== wanted) {
      const path = at.slice(0, depth + 1).join('.');
      return {
        offset: value.offset,
        problem: `\`${path}\` is not ${wanted === 'array' ? 'a list' : 'an object'}`,
      };
    }
    node = value;
  }
  return undefined;
}

interface OwnElement {
  /** From the root to the element. */
  readonly path: JsonPath;
  readonly value: JsonObject;
}

const ownElements = (root: JsonObject, form: JsonForm): readonly OwnElement[] =>
  elementsWith(isOwnHandler, root, form);

/** Elements of the lists of hooks, entries and groups of entries: a handler is one of them. */
function elementsWith(
  isSuch: (handler: JsonObject) => boolean,
  root: JsonObject,
  form: JsonForm,
): readonly OwnElement[] {
  return listsOf(root, form).flatMap((path) => {
    const list = valueAt(root, path);
    const elements: readonly Json[] = Array.isArray(list) ? list : [];
    return elements.flatMap((value, index) =>
      isJsonObject(value) && handlersOf(value).some(isSuch) ? [{ path: [...path, index], value }] : [],
    );
  });
}

/** Where hooks are: the lists that are written to, and those beside them, for events that other versions know. */
function listsOf(root: JsonObject, { entries }: JsonForm): readonly JsonPath[] {
  const lists = new Map<string, JsonPath>();
  for (const { at } of entries) {
    const parent = at.slice(0, -1);
    const beside = parent.length === 0 ? undefined : valueAt(root, parent);
    const names = isJsonObject(beside) ? Object.keys(beside) : at.slice(-1);
    for (const name of names) lists.set(JSON.stringify([...parent, name]), [...parent, name]);
  }
  return [...lists.values()];
}

/** A group has its entries in a list; an entry without a group is a list of one. */
function handlersOf(element: JsonObject): readonly JsonObject[] {
  return Array.isArray(element.hooks) ? element.hooks.filter(isJsonObject) : [element];
}

const everyCommandOf = (handler: JsonObject): readonly CommandLine[] =>
  (['linux', 'win32'] as const).flatMap((platform) => commandsOf(handler, platform));

const runsBylaw = (handler: JsonObject): boolean => everyCommandOf(handler).some(isHookCommand);

function isOwnHandler(handler: JsonObject): boolean {
  const commands = everyCommandOf(handler);
  return commands.length > 0 && commands.every(isOwnCommand);
}

function hooksOf({ path, value }: OwnElement): readonly FoundHook[] {
  const names = path.filter((step) => typeof step === 'string');
  const last = names.at(-1);
  const event = typeof value.trigger === 'string' ? value.trigger : last;
  const matcher = typeof value.matcher === 'string' ? value.matcher : undefined;
  return handlersOf(value)
    .filter(runsBylaw)
    .flatMap((entry) => {
      const isOwn = isOwnHandler(entry);
      return commandsOf(entry, process.platform).map((command) => ({
        event,
        matcher,
        command,
        entry,
        isOwn,
      }));
    });
}

/** Takes every own entry away, and what it leaves empty. */
function withoutOwn(text: string, form: JsonForm): string {
  let next = text;
  for (;;) {
    const own = ownElements(rootOf(next), form).at(-1);
    if (own === undefined) return next;
    const handlers = handlersOf(own.value);
    const foreign = handlers.some((handler) => !isOwnHandler(handler));
    const group = Array.isArray(own.value.hooks) ? own.value.hooks : [];
    const path = foreign
      ? [
          ...own.path,
          'hooks',
          group.findIndex((handler: Json) => isJsonObject(handler) && isOwnHandler(handler)),
        ]
      : own.path;
    next = cleared(takeOut(next, path), path.slice(0, -1));
  }
}

/** Takes a list or object away that has become empty, and those around it. */
function cleared(text: string, path: JsonPath): string {
  if (path.length === 0) return text;
  const value = valueAt(rootOf(text), path);
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return isEmpty ? cleared(takeOut(text, path), path.slice(0, -1)) : text;
}

function freshFile(form: JsonForm): string {
  let text = `${JSON.stringify(form.root ?? {}, null, 2)}\n`;
  for (const { at, value } of form.entries) text = appendToList(text, at, value);
  return text;
}

const rootOf = (text: string): JsonObject => {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  return tree?.type === 'object' ? getNodeValue(tree) : {};
};

function valueAt(root: Json, path: JsonPath): Json | undefined {
  let value: Json | undefined = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, Json>)[step];
  }
  return value;
}

const made = (text: string): Edit => ({ ok: true, text, isEmpty: false });

function problem(text: string, offset: number, what: string): Problem {
  return { ok: false, line: text.slice(0, offset).split('\n').length, problem: what };
}

/** `CommaExpected` as people write it. */
const spaced = (code: string): string => code.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase();
