/** What `bylaw hook --help` says. */
import { harnessIds } from '../adapters/harnesses.ts';
import { defaultDeadline } from './arguments.ts';

export const hookHelp = `Usage: bylaw hook [HARNESS] [--policies DIR]… [--layers FILE] [--socket PATH]
                  [--bundle PLACE --bundle-key FILE] [--server ADDRESS [--server-…]]
                  [--memory DIR] [--deadline MS] [--fail-open] [--no-disk] [--forget-files] [--watch]
                  [--print-event] [--log DIR]

What a harness runs before each call: reads one payload of its hooks on standard
input and answers in its terms. A call that the policies deny is stopped; of all
others it says nothing, and never grants anything. \`bylaw init\` sets it up.

The answer comes from \`bylaw serve\` if one listens at the socket with the same
policies, and otherwise from this process.

HARNESS is only needed where the payload does not say who sent it:
  ${harnessIds.slice(0, 9).join(', ')},
  ${harnessIds.slice(9).join(', ')}

Options:
  --policies DIR   the policies to decide by (default: /etc/bylaw/policies, else
                   bylaw/policies in the user's configuration folder,
                   $XDG_CONFIG_HOME or ~/.config); given again, each is a layer, from
                   the highest to the lowest
  --layers FILE    the layers that a file such as bylaw.yaml names; see docs/layers.md
  --bundle PLACE   a signed bundle in their place: a file, a folder, or an address of
                   https://, which is asked once a minute; with --bundle-key FILE, the
                   public keys that are trusted. See docs/bundles.md
  --socket PATH    the socket or named pipe of a server, and its policies; without
                   --policies a server that does not answer means that all is denied
                   (default: $XDG_RUNTIME_DIR/bylaw.sock, or
                   bylaw/bylaw.sock in the user's state folder, if it is there)
  --server ADDRESS the address of a server on another machine, policy.acme.example:4517 say,
                   which decides by its own policies, over TLS
  --server-ca FILE the authorities of its certificate in PEM, where Node.js does not know them
  --server-certificate FILE, --server-key FILE
                   a certificate that this hook shows, where the server asks for one
  --token-file FILE, --token-command WORDS
                   the token for the server: a file, or a program with its whole path that
                   prints it, which no shell reads (default: $BYLAW_TOKEN)
  --unreachable deny|last-bundle
                   where the server cannot be reached: deny (default), or decide here by
                   the last --bundle that was verified here
  --memory DIR     where earlier calls and what they wrote are remembered,
                   where no server answers (default: bylaw/memory in the user's
                   state folder)
  --deadline MS    deny when there is no answer after so many milliseconds; keep it
                   below the harness's own limit (default: ${defaultDeadline})
  --forget-files   keep nothing of what calls write to files, where no server answers
  --watch          deny nothing: record what rules would deny
  --no-disk        decide by the text of calls alone: look up neither where paths
                   lead nor what scripts hold; a server that answers does not either,
                   and one on another machine gets nothing of it
  --fail-open      let calls pass that bylaw cannot decide about
  --log DIR        write down what this process decides, in DIR or, with \`default\`, where
                   \`bylaw log\` looks; a server that answers keeps
                   its own log. See docs/decision-log.md; also --log-inputs,
                   --log-when-full, --log-max-size, --log-max-age, --log-keep
  --print-event    write the event of the protocol that the payload means, and
                   decide nothing

Without --fail-open the call is denied when the payload cannot be read, the policies
are not valid or not there, the server is missing, time is up, or bylaw fails. The
reason says which, with a code below io.bylaw.engine.

Examples:
  bylaw hook claude-code --policies /etc/bylaw/policies
  bylaw hook codex --socket /run/bylaw.sock
  bylaw hook codex --server policy.acme.example --token-file /etc/bylaw/token
  bylaw hook --print-event < payload.json

Exit codes: 0, or 2 where the harness takes that for a denial; never 1.
`;
