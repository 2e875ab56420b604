/**
 * References to images of containers: `alpine`, `ghcr.io/team/app:2`, `docker://host:5000/x`. This file
 * reads only where an image comes from, and not its name.
 */

/** Where an image is: on a named host, in the default registry, or on this machine. */
export type ImagePlace =
  | { readonly kind: 'host'; readonly host: string }
  /** `transport`: the scheme that says which registry is meant, as in `library://a/b`. */
  | { readonly kind: 'default'; readonly transport: string | undefined }
  | { readonly kind: 'here' };

/** Spellings of an image in files, or in a store of this machine. */
const local =
  /^(?:dir|oci|oci-archive|docker-archive|docker-daemon|containers-storage|ostree|tarball|sif):(?!\/\/)|^(?:containers-storage|docker-daemon|file):\/\/|^(?:\.{1,2}$|\.{0,2}\/|~)/i;

/** The endings of files with an image or a chart. */
const file = /\.(?:sif|simg|img|tar|tar\.gz|tgz)$/i;

/** Schemes that name a kind of registry, and not a transport. */
const transports = /^(?:docker|docker-image|library|shub)$/i;

/** Reads where the image of a reference is. Never throws. */
export function readImage(reference: string): ImagePlace {
  const text = bareReference(reference.trim());
  if (text === '' || text === 'scratch' || text === '-' || local.test(text)) return { kind: 'here' };
  const [, scheme, rest = text] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(text) ?? [];
  if (scheme === undefined && file.test(text)) return { kind: 'here' };
  if (scheme !== undefined && !transports.test(scheme))
    return { kind: 'host', host: rest.replace(/\/.*$/s, '') };
  const host = /^([^/]+)\//.exec(rest)?.[1];
  if (host !== undefined && (/[.:]/.test(host) || host === 'localhost')) return { kind: 'host', host };
  return { kind: 'default', transport: scheme?.toLowerCase() };
}

/** The reference in a value with more parts: a cache of `docker build`, or the container that gets the image. */
function bareReference(text: string): string {
  // `type=registry,ref=host/app:cache`; only a registry has a reference.
  if (/^type=/i.test(text)) return /,ref=([^,]+)/i.exec(text)?.[1] ?? '';
  // `web=nginx:1`
  return text.replace(/^[\w.-]+=/, '');
}
