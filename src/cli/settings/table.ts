/**
 * Every setting of a server: its place in a file of configuration, its option on the command line, what it can be, and what
 * it is by default. The variable of the environment has the name of the place: `listen.port` is `BYLAW_LISTEN_PORT`.
 */
import {
  duration,
  freeText,
  oneOf,
  path,
  type SettingKind,
  size,
  texts,
  toggle,
  wholeNumber,
  wholeNumberOr,
} from '../../host/config/setting-kinds.ts';
import { permissions } from '../../host/credentials/tokens.ts';
import { defaultLogKinds } from '../../host/decision-log/log-settings.ts';
import { isAddress } from '../../host/machine/fetch-octets.ts';
import { certificateNames } from '../../server/access/client-certificate.ts';
import { defaultLimits } from '../../server/limits/limits.ts';

export interface Setting<Value> {
  readonly kind: SettingKind<Value>;
  /** The option without its dashes. */
  readonly option: string;
  /** For a switch: what giving the option means. */
  readonly optionSets?: boolean;
  /** What it is, in a sentence without an end. */
  readonly what: string;
  /** Undefined where `unset` says what happens. */
  readonly byDefault?: Value;
  /** What happens where it is not set, and has no value by default. */
  readonly unset?: string;
}

const setting = <Value>(made: Setting<Value>): Setting<Value> => made;

const smallestBody = 1024;
const largestBody = 64 * 1024 * 1024;
const largestUpload = 16 * 1024 * 1024 * 1024;
const largestRoom = 1024 ** 4;
export const mostProcesses = 64;

const serviceLogFormats = ['text', 'json'] as const;
export type ServiceLogFormat = (typeof serviceLogFormats)[number];

export const settings = {
  'bundle.from': setting({
    kind: {
      ...freeText('a file, a folder, an address or `cluster`'),
      path: { words: ['cluster'], isOther: isAddress },
    },
    option: 'bundle',
    what: 'where the policies come from as a signed bundle: a file, the folder that `bylaw bundle publish` writes, an address of `https://`, or `cluster` for that of `cluster.servers`',
    unset: 'no bundle: policies are read from folders',
  }),
  'bundle.keys': setting({
    kind: path('a file'),
    option: 'bundle-key',
    what: 'public keys in PEM, one after the other: a bundle has to be signed by one of them',
    unset: 'no bundle is trusted',
  }),
  'bundle.shadow': setting({
    kind: {
      ...freeText('a file, a folder, an address or `cluster`'),
      path: { words: ['cluster'], isOther: isAddress },
    },
    option: 'shadow',
    what: 'a bundle that is evaluated beside the one that decides: its different answers are counted and recorded; it answers only the sessions of `bundle.canary-share`',
    unset: 'nothing is compared',
  }),
  'bundle.shadow-share': setting({
    kind: wholeNumber(1, 100, 'percent'),
    option: 'shadow-share',
    what: 'how many of the sessions are compared; a change in the file needs no new start',
    byDefault: 100,
  }),
  'bundle.canary-share': setting({
    kind: wholeNumber(0, 100, 'percent'),
    option: 'canary-share',
    what: 'how many of the sessions the bundle of `bundle.shadow` answers; a change in the file needs no new start',
    unset: 'it answers none',
  }),
  'bundle.accept-older': setting({
    kind: toggle,
    option: 'accept-older-bundle',
    optionSets: true,
    what: 'whether a bundle may replace one with a higher sequence',
    byDefault: false,
  }),
  'listen.host': setting({
    kind: freeText('an address or a name'),
    option: 'host',
    what: 'address to listen on; others than this machine’s own need tokens',
    byDefault: '127.0.0.1',
  }),
  'listen.port': setting({
    kind: wholeNumber(0, 65_535),
    option: 'port',
    what: 'port to listen on, 0 for any that is free',
    unset: '4517; no port at all where there is a Unix socket and no `listen.host`',
  }),
  'listen.socket': setting({
    kind: path('a path, or `default`', 'default'),
    option: 'socket',
    what: 'Unix socket for HTTP, for JSON lines and for `bylaw hook`; `default` is where hooks look',
    unset: 'no Unix socket',
  }),
  'listen.processes': setting({
    kind: wholeNumberOr('auto', 1, mostProcesses),
    option: 'processes',
    what: 'how many processes serve the port; `auto` is one for each core',
    byDefault: 1 as number | 'auto',
  }),
  'listen.insecure-plain-http': setting({
    kind: toggle,
    option: 'insecure-plain-http',
    optionSets: true,
    what: 'whether an address beyond this machine may be without TLS, since a proxy in front encrypts',
    byDefault: false,
  }),
  'tls.certificate': setting({
    kind: path('a file'),
    option: 'tls-certificate',
    what: 'certificate of the server in PEM, with those that lead to its authority behind it; read again when it changes',
    unset: 'no TLS: only this machine may connect',
  }),
  'tls.key': setting({
    kind: path('a file'),
    option: 'tls-key',
    what: 'private key of the certificate in PEM; where it is encrypted, its passphrase is in the environment as `BYLAW_TLS_PASSPHRASE`',
    unset: 'no TLS',
  }),
  'tls.client-ca': setting({
    kind: path('a file'),
    option: 'tls-client-ca',
    what: 'certificates in PEM of the authorities that clients have to have a certificate of',
    unset: 'clients show no certificate',
  }),
  'tls.client-name': setting({
    kind: oneOf(certificateNames),
    option: 'tls-client-name',
    what: 'which name in the certificate of a client says who it is, so that it needs no token: the common name of the subject, or its only alternative name that is a URI, a host or a mail address',
    unset: 'certificates prove no client: a token is asked for as well, where there are tokens',
  }),
  'tls.client-permissions': setting({
    kind: texts(
      `a list of ${permissions.join(', ')}`,
      /^(?:intercept|observe|upload|read-metrics|disk-facts|read-log|admin)$/,
    ),
    option: 'tls-client-permissions',
    what: 'what a client may do who shows a certificate and no token',
    byDefault: ['intercept', 'observe'] as readonly string[],
  }),
  tokens: setting({
    kind: path('a file'),
    option: 'tokens',
    what: 'file of the bearer tokens of clients, as digests; see `bylaw token --help`',
    unset: 'no tokens: only this machine may connect',
  }),
  'oauth.issuer': setting({
    kind: freeText('an address'),
    option: 'oauth-issuer',
    what: 'who issues tokens to clients, as these name it in `iss`: its signed tokens (JWT) are taken, beside those of the file',
    unset: 'no tokens of an issuer',
  }),
  'oauth.audience': setting({
    kind: texts('one name or several', /^[^\s,]+$/),
    option: 'oauth-audience',
    what: 'what tokens name in `aud` that are for this server, such as its address',
    unset: 'no token is for this server',
  }),
  'oauth.jwks': setting({
    kind: { ...freeText('a file or an address'), path: { words: [], isOther: isAddress } },
    option: 'oauth-jwks',
    what: 'the public keys of the issuer, a JSON web key set: a file, or an address of `https://`',
    unset: 'no key is trusted',
  }),
  'oauth.algorithms': setting({
    kind: texts(
      'names such as `ES256`: RS, PS or ES with 256, 384 or 512, EdDSA or Ed25519',
      /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/,
    ),
    option: 'oauth-algorithms',
    what: 'algorithms of signatures that are taken',
    byDefault: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as readonly string[],
  }),
  'oauth.clock-tolerance': setting({
    kind: wholeNumber(0, 300, 'seconds'),
    option: 'oauth-clock-tolerance',
    what: 'by how much the clock of the issuer may differ',
    byDefault: 30,
  }),
  'oauth.client-claim': setting({
    kind: freeText('the name of a claim'),
    option: 'oauth-client-claim',
    what: 'the claim that names whose the token is, which rules see as `client.token`',
    byDefault: 'sub',
  }),
  'oauth.user-claim': setting({
    kind: freeText('the name of a claim'),
    option: 'oauth-user-claim',
    what: 'the claim that names a user, which rules see as `client.user`',
    unset: 'tokens of the issuer prove no user',
  }),
  'oauth.scope-claim': setting({
    kind: freeText('the name of a claim'),
    option: 'oauth-scope-claim',
    what: 'the claim with what was granted, a text with blanks between or a list',
    byDefault: 'scope',
  }),
  'oauth.permissions': setting({
    kind: texts(
      `what each scope of the issuer gives, such as \`agents=intercept+observe\`: ${permissions.join(', ')}`,
      /^[^\s,"\\]+=(?:intercept|observe|upload|read-metrics|disk-facts|read-log|admin)(?:\+(?:intercept|observe|upload|read-metrics|disk-facts|read-log|admin))*$/,
    ),
    option: 'oauth-permissions',
    what: 'which scopes give which permissions',
    byDefault: permissions.map((each) => `bylaw:${each}=${each}`) as readonly string[],
  }),
  'oauth.resource': setting({
    kind: freeText('an address'),
    option: 'oauth-resource',
    what: 'the address of this server as clients name it, for whoever asks where to get a token',
    unset: 'the first audience if that is an address; else it is not shown',
  }),
  'limits.max-body': setting({
    kind: size(smallestBody, largestBody, '1MiB'),
    option: 'max-body',
    what: 'largest message, in octets',
    byDefault: defaultLimits.maxMessageBytes,
  }),
  'limits.max-upload': setting({
    kind: size(0, largestUpload, '64MiB'),
    option: 'max-upload',
    what: 'largest upload, in octets',
    byDefault: defaultLimits.maxUploadBytes,
  }),
  'limits.client-rate': setting({
    kind: wholeNumber(1, 1_000_000, 'requests a second'),
    option: 'client-rate',
    what: 'how many requests one client may send, as its token or certificate names it, to all servers of a cluster together; more of them get 429',
    unset: 'no limit',
  }),
  'limits.client-burst': setting({
    kind: wholeNumber(1, 1_000_000, 'requests'),
    option: 'client-burst',
    what: 'how many requests a client may send at once, before `limits.client-rate` holds',
    unset: 'twice the rate',
  }),
  'limits.refused-rate': setting({
    kind: wholeNumber(1, 1_000_000, 'requests a minute'),
    option: 'refused-rate',
    what: 'how many requests of one address may fail for their credentials; after that its requests get 429, unless their credentials are known to be good',
    byDefault: 120,
  }),
  'content.folder': setting({
    kind: path('a folder'),
    option: 'content',
    what: 'where uploads are kept',
    unset: 'the cluster, where there is one; else `bylaw/content` in the user’s state folder',
  }),
  'content.age': setting({
    kind: duration('30d'),
    option: 'content-age',
    what: 'how long an upload is kept after it was last sent',
    byDefault: 30 * 24 * 60 * 60_000,
  }),
  'memory.folder': setting({
    kind: path('a folder'),
    option: 'memory',
    what: 'where earlier calls and what they wrote are remembered',
    unset: '`bylaw/memory` in the user’s state folder',
  }),
  'memory.files': setting({
    kind: toggle,
    option: 'forget-files',
    optionSets: false,
    what: 'whether what calls write to files is remembered',
    byDefault: true,
  }),
  'cluster.servers': setting({
    kind: texts(
      'addresses such as `nats://10.0.0.1:4222`, or with `tls://`, all of one kind',
      /^(?:nats|tls):\/\/[^\s,/@]+$/,
    ),
    option: 'cluster-servers',
    what: 'nodes of NATS JetStream where servers remember together; in the place of `memory.folder`',
    unset: 'memory is in a folder of this machine',
  }),
  'cluster.name': setting({
    kind: freeText('up to 32 letters, digits, `-` and `_`'),
    option: 'cluster-name',
    what: 'servers of one name remember together',
    byDefault: 'bylaw',
  }),
  'cluster.replicas': setting({
    kind: wholeNumber(1, 5),
    option: 'cluster-replicas',
    what: 'how many nodes have a copy of everything; holds where the first server makes it',
    unset: '3 where three nodes or more are named, else 1',
  }),
  'cluster.credentials': setting({
    kind: path('a file'),
    option: 'cluster-credentials',
    what: 'credentials for the nodes, a file as `nsc` and `nats` make it; a token is in the environment as `BYLAW_CLUSTER_TOKEN`',
    unset: 'no credentials',
  }),
  'cluster.tls-ca': setting({
    kind: path('a file'),
    option: 'cluster-tls-ca',
    what: 'certificates in PEM of the authorities of the nodes',
    unset: 'the authorities that Node.js knows',
  }),
  'cluster.tls-certificate': setting({
    kind: path('a file'),
    option: 'cluster-tls-certificate',
    what: 'certificate in PEM that this server shows to the nodes',
    unset: 'none is shown',
  }),
  'cluster.tls-key': setting({
    kind: path('a file'),
    option: 'cluster-tls-key',
    what: 'private key of that certificate in PEM',
    unset: 'none',
  }),
  'cluster.insecure-plain': setting({
    kind: toggle,
    option: 'cluster-insecure-plain',
    optionSets: true,
    what: 'whether nodes beyond this machine may be spoken to without TLS, since the network between is trusted',
    byDefault: false,
  }),
  'cluster.age': setting({
    kind: duration('30d'),
    option: 'cluster-age',
    what: 'how long a session is remembered after its last call',
    byDefault: 30 * 24 * 60 * 60_000,
  }),
  'cluster.content-room': setting({
    kind: size(1024 ** 2, largestRoom, '256MiB'),
    option: 'cluster-content-room',
    what: 'how much room all uploads may take in the cluster, in octets; holds where the first server makes it',
    byDefault: 256 * 1024 ** 2,
  }),
  'cluster.on-store-failure': setting({
    kind: oneOf(['deny', 'stateless']),
    option: 'cluster-on-store-failure',
    what: 'for rules that remember, while most nodes cannot be reached: every call is denied, or what these rules ask about earlier calls is unknown',
    byDefault: 'deny' as 'deny' | 'stateless',
  }),
  'log.enabled': setting({
    kind: toggle,
    option: 'no-log',
    optionSets: false,
    what: 'whether decisions are written down',
    byDefault: true,
  }),
  'log.folder': setting({
    kind: path('a folder'),
    option: 'log',
    what: 'where decisions are written down',
    unset: '`bylaw/decisions` in the user’s state folder',
  }),
  'log.inputs': setting({
    ...defaultLogKinds.inputs,
    option: 'log-inputs',
    what: 'which part of a call’s input is kept: all, all without secrets, what can be compared and not read, or nothing',
  }),
  'log.when-full': setting({
    ...defaultLogKinds.whenFull,
    option: 'log-when-full',
    what: 'what happens while nothing can be written: calls are denied, or go on without a record',
  }),
  'log.max-size': setting({
    ...defaultLogKinds.maxSize,
    option: 'log-max-size',
    what: 'size at which the next file of the log begins',
  }),
  'log.max-age': setting({
    ...defaultLogKinds.maxAge,
    option: 'log-max-age',
    what: 'age at which the next file of the log begins',
  }),
  'log.keep': setting({
    ...defaultLogKinds.keep,
    option: 'log-keep',
    what: 'files of the log to keep; older ones are deleted',
  }),
  'telemetry.endpoint': setting({
    kind: freeText('an address such as `http://127.0.0.1:4318`'),
    option: 'telemetry',
    what: 'collector of OpenTelemetry that gets traces, metrics and the decision log by OTLP over HTTP; `OTEL_EXPORTER_OTLP_ENDPOINT` in the environment says the same',
    unset: 'nothing is sent',
  }),
  'telemetry.insecure-plain': setting({
    kind: toggle,
    option: 'telemetry-insecure-plain',
    optionSets: true,
    what: 'whether a collector beyond this machine may be spoken to without TLS, since the network between is trusted',
    byDefault: false,
  }),
  'service-log': setting({
    kind: oneOf(serviceLogFormats),
    option: 'service-log',
    what: 'how the server says what happens to it, on standard error: for people, or as an object of JSON for each event',
    byDefault: 'text' as ServiceLogFormat,
  }),
  watch: setting({
    kind: toggle,
    option: 'watch',
    optionSets: true,
    what: 'whether nothing is denied, and what rules would deny is recorded; only hooks with `--watch` are answered, and those without deny every call',
    byDefault: false,
  }),
  disk: setting({
    kind: toggle,
    option: 'no-disk',
    optionSets: false,
    what: 'whether the disk is looked at for hooks on this machine',
    byDefault: true,
  }),
  'tolerate-missing-harness': setting({
    kind: toggle,
    option: 'tolerate-missing-harness',
    optionSets: true,
    what: 'whether draft events without `harness`, which older clients send, are taken',
    byDefault: false,
  }),
} as const;

export type Key = keyof typeof settings;
export type ValueOf<K extends Key> = (typeof settings)[K] extends Setting<infer Value> ? Value : never;

export const keys = Object.keys(settings) as readonly Key[];

/** The variable of the environment that sets it. */
export const variableOf = (key: string): string => `BYLAW_${key.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
