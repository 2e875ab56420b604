/** `bylaw bundle`: policies of all layers as one signed file, made, looked at and put where servers look. */
import { withParts } from '../options/parts.ts';
import { remoteServerHelp } from '../options/remote-server.ts';
import type { CliCommand } from '../terminal/context.ts';

export const bundle: CliCommand = {
  name: 'bundle',
  summary: 'build, sign, verify and publish policies as one file',
  help: `Usage: bylaw bundle build --sequence N [--layers FILE|--policies DIR…] [--engine V] --output FILE
       bylaw bundle keygen NAME
       bylaw bundle sign FILE [--key FILE]
       bylaw bundle verify FILE --bundle-key FILE
       bylaw bundle inspect FILE [--json]
       bylaw bundle publish FILE --to DIR|FILE|cluster --bundle-key FILE [--candidate]
                            [--config FILE]
       bylaw bundle rollback --to DIR|cluster --bundle-key FILE [--key FILE] [--sequence N]
       bylaw bundle withdraw --to cluster --candidate [--config FILE]
       bylaw bundle status [--server ADDRESS [--server-…]]
                           [--to DIR|FILE|URL|cluster --bundle-key FILE]

A bundle is one file with the policies of all layers. The same policies are the same octets,
and the SHA-256 of what is signed is its name. Servers and hooks that are started with
--bundle and --bundle-key use only what is signed by one of their keys, and nothing older
than what they have had in force.

  build     makes a bundle, unsigned, of policies that are valid and pass \`bylaw test\`
  keygen    makes a pair of Ed25519 keys, NAME.key and NAME.pub; those of
            \`openssl genpkey -algorithm ed25519\` are as good
  sign      adds a signature; a bundle may have several
  verify    says which trusted keys signed it, its sequence and its digest
  inspect   says what is in it, whether it is signed or not
  publish   puts a signed bundle where servers look, if its sequence is higher than what is
            there: into a folder or a cluster, which keep the earlier ones, or in the
            place of a file
  rollback  publishes the content of an earlier bundle of a folder or a cluster under a new
            sequence
  withdraw  takes the candidate of a cluster away
  status    says what is in force on a server, what is published, and who signed it

Options:
  --layers FILE       the layers that a file such as bylaw.yaml names
  --policies DIR      the policies (default: policies); given again, each is a layer
  --sequence N        its place in the sequence, from 1 on; of rollback: which one to go back
                      to (default: the one before the last)
  --engine V          the least version of bylaw that may decide by it (default: this one)
  --output FILE       where to write it
  --key FILE          the private key in PEM; or its text as BYLAW_SIGNING_KEY in the
                      environment, and its passphrase as BYLAW_SIGNING_PASSPHRASE
  --bundle-key FILE   the public keys that are trusted, in PEM, one after the other
  --to PLACE          where servers look; \`cluster\` is that of \`cluster.servers\`
  --candidate         in the cluster: the bundle that servers with \`bundle.shadow: cluster\`
                      compare, or let answer for some sessions; its sequence need not be
                      higher than that of another candidate
  --config FILE       where that is set (default: bylaw.yaml in this folder), or it is in the
                      environment as BYLAW_CLUSTER_SERVERS
${remoteServerHelp('read-metrics')}  --json              for programs

Examples:
  bylaw bundle keygen release
  bylaw bundle build --layers bylaw.yaml --sequence 7 --output acme.bundle
  bylaw bundle sign acme.bundle --key release.key
  bylaw bundle publish acme.bundle --to /srv/bundles --bundle-key release.pub
  bylaw serve --bundle /srv/bundles --bundle-key release.pub

Exit codes: 0 fine, 2 the policies or the bundle are not valid, 3 wrong usage.
`,
  ...withParts('bundle', {
    build: async () => (await import('../bundles/make.ts')).build,
    keygen: async () => (await import('../bundles/make.ts')).keygen,
    sign: async () => (await import('../bundles/make.ts')).sign,
    verify: async () => (await import('../bundles/look.ts')).verify,
    inspect: async () => (await import('../bundles/look.ts')).inspect,
    publish: async () => (await import('../bundles/publish.ts')).publish,
    rollback: async () => (await import('../bundles/publish.ts')).rollback,
    withdraw: async () => (await import('../bundles/publish.ts')).withdraw,
    status: async () => (await import('../bundles/publish.ts')).status,
  }),
};
