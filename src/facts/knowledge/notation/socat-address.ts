/**
 * The addresses of `socat`: `TCP:host:port`, `FILE:path`, `EXEC:command`, with options after commas. Data flow between
 * the two addresses in both directions, so a file is read and sent, and also written, unless it is opened for only one
 * of these.
 */
import { type Shape, staticText } from '../../../pattern/text/shape.ts';
import { behind, cut, part, perhaps, startOf, type ValuePart } from './value-part.ts';

/** The values in an address of `socat`. */
export function socatAddress(value: Shape): readonly ValuePart[] {
  // Two addresses in one: one for reading and one for writing.
  const both = /^[^'"]*!!/.test(startOf(value)) ? cut(value, /!!/) : [value];
  return both.slice(0, 2).flatMap(single);
}

function single(value: Shape): readonly ValuePart[] {
  const text = startOf(value);
  const [, keyword] = /^([\w-]+):/.exec(text) ?? [];
  if (keyword === undefined)
    // `-` and numbers are streams that are already open.
    return /^[./~]/.test(text) || value.pieces[0]?.kind === 'home' || /^[^:]*\//.test(text)
      ? file(withoutOptions(value))
      : [];
  const argument = behind(value, keyword.length + 1);
  const name = keyword.toLowerCase();
  const options = (staticText(value) ?? text).toLowerCase();
  if (/^(?:exec|system|shell)$/.test(name)) return [part(command(argument), 'shell')];
  if (/^(?:file|open|gopen)$/.test(name)) return file(withoutOptions(argument), options);
  if (/^creat(?:e)?$/.test(name)) return [part(withoutOptions(argument), 'write')];
  if (/^(?:unix|abstract)-?(?:connect|client|sendto)?$/.test(name))
    return [part(withoutOptions(argument), 'read', 'write')];
  // The program creates the socket.
  if (/^unix-?(?:listen|l|recv|recvfrom)$/.test(name)) return [part(withoutOptions(argument), 'write')];
  if (/listen|recv/.test(name)) return [];
  if (/^(?:socks|proxy)/.test(name)) {
    const [proxy, host] = cut(withoutOptions(argument), /:/);
    return [proxy, host].flatMap((each) => (each === undefined ? [] : [part(each, 'host')]));
  }
  if (/^(?:tcp|udp|openssl|ssl|sctp|dccp|ip|ws)/.test(name)) return [part(withoutOptions(argument), 'host')];
  return [];
}

function file(path: Shape, options = ''): readonly ValuePart[] {
  const reads = /,(?:rdonly|o_rdonly)/.test(options);
  const writes = /,(?:wronly|creat|o_creat|append|trunc)/.test(options);
  return [
    ...(/,unlink(?:-early|-late|-close)?(?:=1)?(?=,|$)/.test(options) ? [part(path, 'delete')] : []),
    ...(writes ? [part(path, 'write')] : [part(path, 'upload')]),
    ...(reads || writes ? [] : [perhaps(path, 'write')]),
  ];
}

/** The parts between commas. An unknown part may contain commas, so the value is too wide; a path that is too long stays one part. */
const withoutOptions = (value: Shape): Shape => cut(value, /,/)[0] ?? value;

/** The command, up to its options; quotes protect a comma in it. */
function command(value: Shape): Shape {
  const quote = /^["']/.exec(startOf(value))?.[0];
  if (quote !== undefined) return cut(behind(value, 1), quote === '"' ? /"/ : /'/)[0] ?? value;
  return (
    cut(
      value,
      /,(?=(?:pty|stderr|setsid|sigint|sane|echo|nofork|raw|ctty|fdin|fdout|chroot|su|user)\b)/,
    )[0] ?? value
  );
}
