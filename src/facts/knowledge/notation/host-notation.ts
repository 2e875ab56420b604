/** How programs write hosts in their values: behind a user, a colon or a list of jumps. */
import { addressesIn } from '../../../pattern/address.ts';
import { hostNamesIn } from '../../../pattern/host-name.ts';
import { anyShape, type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import {
  behind,
  cut,
  longestGlob,
  part,
  perhaps,
  startOf,
  unknownPart,
  type ValuePart,
} from './value-part.ts';

/** `host:port:address` after as many colons as there are. */
export function hostsBehind(value: Shape, colons: number): readonly ValuePart[] {
  const text = staticText(value);
  if (text === undefined || text.length > longestGlob) return [part(anyShape(value.source), 'host')];
  const fields = text.split(/:(?![^[\]]*\])/);
  const rest = fields.slice(colons);
  const hosts = colons === 2 && rest.length > 1 ? [rest[0] ?? ''] : rest.join(':').split(',');
  return hosts
    .map((host) => host.replace(/^\+/, ''))
    .flatMap((host) => {
      if (host === '') return [];
      return [part(textShape(host.startsWith('[') ? `http://${host}/` : host), 'url')];
    });
}

/** `ext::sh -c …`: a repository that git reaches by running a command. */
export function gitAddress(value: Shape): readonly ValuePart[] {
  // If the end of an address is unknown, its host may still be known.
  const isPartial = staticText(value) === undefined && /^[A-Za-z][\w+.-]*:\/\//.test(startOf(value));
  if (isPartial) return [part(value, 'url')];
  const [scheme] = /^ext::/i.exec(startOf(value)) ?? [];
  if (scheme === undefined) return [];
  const command = behind(value, scheme.length);
  const text = staticText(command);
  return [part(text === undefined ? command : textShape(helperCommand(text), value.source), 'shell')];
}

/** A list of machines to jump through; `none` is no machine. */
export const jumpHosts = (value: Shape): readonly ValuePart[] =>
  cut(value, /,/).flatMap((each) =>
    /^(?:none)?$/i.test(staticText(each) ?? '…') ? [] : [part(each, 'host')],
  );

/** What is a host in a text by its spelling: addresses, and names with a zone. */
export function hostsIn(value: Shape): readonly ValuePart[] {
  const text = staticText(value);
  // What is unknown in a path names no host.
  if (text === undefined)
    return /(?:^|=)(?:\.{0,2}|~)\//.test(startOf(value)) ? [] : [perhaps(anyShape(value.source), 'host')];
  const words = text.split(/\s+/).slice(0, 32);
  const places = words.flatMap((word) => addressesIn(textShape(word)));
  const names = words.flatMap((word) => hostNamesIn(word)).map((name) => textShape(name));
  return [...places.map((each) => perhaps(each, 'url')), ...names.map((each) => perhaps(each, 'host'))];
}

/** `db`, `db.app:5000`: a name of a host whatever its zone. */
export const isPlainHost = (text: string): boolean =>
  /^(?:[A-Za-z][\w-]*\.)*[A-Za-z][\w-]*(?::\d+)?$/.test(text);

/** The command of `ext::`, for a shell: a percent sign escapes a blank inside a word. */
export const helperCommand = (text: string): string =>
  /%[ %]/.test(text)
    ? text
        .split(/(?<!%) +/)
        .map((word) => `'${word.replace(/%([ %])/g, '$1').replaceAll("'", "'\\''")}'`)
        .join(' ')
    : text;

/** Hosts of `parallel`, each as `8/user@host` or as a command that reaches it: `ssh -p 22 host`. */
export function sshLogins(value: Shape): readonly ValuePart[] {
  const text = staticText(value);
  return text === undefined ? [unknownPart(value)] : text.split(',').flatMap((each) => sshLogin(each, value));
}

function sshLogin(given: string, { source }: Shape): readonly ValuePart[] {
  const login = given.trim().replace(/^(?:@[^/]*\/)?(?:\d*\/)?/, '');
  if (/^[\w.@:[\]%-]*$/.test(login)) {
    const host = login.replace(/^.*@/, '');
    return /^(?::|\.{0,2})$/.test(host) ? [] : [perhaps(textShape(host, source), 'host')];
  }
  const command = part(textShape(login, source), 'shell');
  return /^ssh\s[^;|&$`<>]*$/.test(login) ? [command] : [command, unknownPart(command.value)];
}
