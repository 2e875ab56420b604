/**
 * `bylaw explain` shows what a call does, the result of each rule, and the changes that would have made a rule fire.
 */
import type { CompiledRule } from '../../compile/compiled-rule.ts';
import type { Program } from '../../compile/program.ts';
import { foreignClaim } from '../../engine/pins.ts';
import { isRolledOut } from '../../engine/rollout.ts';
import { openDisk } from '../../host/disk/disk.ts';
import type { SourceLookup } from '../../language/render.ts';
import { compileName } from '../../pattern/text/name.ts';
import { NO } from '../../pattern/text/truth.ts';
import { decodeEvent } from '../../protocol/decode.ts';
import { usualOptions, type WhyNot, whyNot } from '../../why-not/why-not.ts';
import { explainCall } from '../explain/explained.ts';
import { jsonExplained } from '../explain/json-explained.ts';
import { renderExplained } from '../explain/render-explained.ts';
import { jsonWhyNot, renderWhyNot } from '../explain/render-why-not.ts';
import { sayLabels } from '../explain/said-labels.ts';
import { type ExplainedSubject, readSubject } from '../explain/subject.ts';
import { clientHelp, clientNamed, clientOption } from '../options/client-option.ts';
import { atHelp, decidedAt, readAt } from '../options/dry-run-time.ts';
import { harnessCalled } from '../options/harness-options.ts';
import { flag, folder, parseInteger, several, textArg } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { trialPoliciesHelp } from '../options/policies-option.ts';
import { noSuchRule, ruleNamed } from '../options/rule-named.ts';
import { loadForUse } from '../policies/policies.ts';
import { policiesFrom, policiesOrBundle } from '../settings/bundle-option.ts';
import { hasColor } from '../terminal/color.ts';
import {
  type CliCommand,
  type CommandContext,
  type ExitCode,
  exitCodes,
  timeIn,
  UsageError,
  write,
} from '../terminal/context.ts';
import { type Paint, painter } from '../terminal/paint.ts';

const mostTries = 1_000_000;

export const explainCommand: CliCommand = {
  name: 'explain',
  summary: 'what a call does, the result of each rule, and what would make one fire',
  help: `Usage: bylaw explain [--policies DIR… | --layers FILE] [OPTIONS]
                     FILE|-|'SHELL COMMAND'
       bylaw explain [--policies DIR… | --layers FILE] --why-not CODE
                     [OPTIONS] FILE|-|'SHELL COMMAND'

Says what rules can see of one call and what it does, and then of each rule that
has to do with it what every clause came to: yes, no or unknown, with the bytes of
the event that made it so. The call is an event in a file (as \`bylaw eval\` reads
them, or as a harness hands it to its hook), a shell command, or a call as tests
write it. Nothing is run and nothing is written.

Options:
${trialPoliciesHelp}  --command TEXT   explain this shell command
  --call TEXT      explain a call as tests write it: 'read ".env"'
  --cwd DIR        the folder and workspace of such a call (default: /home/user/project)
  --disk           the call is of this machine: look up where paths lead and what
                   scripts hold, as \`bylaw hook\` does; --cwd is the current
                   folder then, where it is not given
${atHelp}  --as HARNESS     the file is a payload of this harness's own hooks
${clientHelp}  --event N        of several events, the N-th (default: the last call); those before
                   it are remembered
  --label NAME     as if the label were set; NAME=PATH for one that files have.
                   May be given more than once
  --rule PATTERN   only rules of this code; \`*\` means anything; with all alternatives
                   of their clauses, and not only those that decided
  --all            also rules that have nothing to do with the call, all alternatives,
                   and the fields of a call that the command line gives
  --why-not CODE   the smallest changes to the event with which this rule fires, each
                   tried by evaluating the event with it
  --tries N        events that may be tried for --why-not (default: ${usualOptions.bound})
  --json           one document of JSON; docs/explain.md has its shape

Examples:
  bylaw explain 'git push -f'
  bylaw explain --rule '*.force-push' 'git push origin main'
  bylaw explain --why-not io.bylaw.git.force-push 'git push origin main'
  bylaw explain --call 'write "/etc/hosts" content "x"'
  bylaw explain --as claude-code payload.json
  bylaw explain --json --why-not io.bylaw.git.force-push event.json |
    jq -c '.found[0].events[]' | bylaw eval -

Exit codes: 0 nothing is denied, or a change was found, or the rule fires already;
1 the call is denied, or no change was found; 2 the policies are not valid; 3 wrong
usage.
`,
  ...asPart(
    'explain',
    {
      options: {
        ...policiesOrBundle,
        command: textArg,
        call: textArg,
        cwd: folder,
        disk: flag,
        ...clientOption,
        at: textArg,
        as: textArg,
        event: textArg,
        label: several(textArg),
        rule: textArg,
        all: flag,
        'why-not': textArg,
        tries: textArg,
        json: flag,
      },
      operands: 'path',
    },
    async ({ values, positionals }, context) => {
      const harness = values.as === undefined ? undefined : harnessCalled(values.as);
      const nth =
        values.event === undefined ? undefined : parseInteger('event', values.event, 1, 1_000_000_000);
      const client = clientNamed(values.client);
      const bound =
        values.tries === undefined ? usualOptions.bound : parseInteger('tries', values.tries, 1, mostTries);
      const given = readAt(values.at);
      const use = await loadForUse(context, await policiesFrom(values, context), { isTrial: true });
      if (use === undefined) return exitCodes.invalidPolicy;
      const { program, loaded } = use;
      if (values.rule !== undefined) requireRules(program, values.rule);
      const whyNot = values['why-not'];
      const wanted = whyNot === undefined ? undefined : ruleNamed(program, whyNot);
      const remembering = sayLabels(program, values.label ?? []);
      const { command, call, cwd } = values;
      const disk = values.disk === true ? openDisk() : undefined;
      const options = { positionals, command, call, cwd, harness, nth, disk, client };
      const subject = await readSubject(options, program, context);
      const asked: Asked = {
        context,
        program,
        subject,
        at: subject.isWritten ? (given ?? timeIn(context)) : decidedAt(subject.event, given, context),
        remembering,
        lookup: loaded.lookup,
        paint: painter(hasColor(context.stdout, context)),
        json: values.json === true,
      };
      if (wanted !== undefined) return answerWhyNot(wanted, bound, asked);
      return answerExplain({ all: values.all === true, pattern: values.rule }, asked);
    },
  ),
};

interface Asked {
  readonly context: CommandContext;
  readonly program: Program;
  readonly subject: ExplainedSubject;
  /** When the call is decided. */
  readonly at: number;
  readonly remembering: ReturnType<typeof sayLabels>;
  readonly lookup: SourceLookup;
  readonly paint: Paint;
  readonly json: boolean;
}

async function answerExplain(chosen: Parameters<typeof explainCall>[2], asked: Asked): Promise<ExitCode> {
  const { context, program, subject, at, remembering, lookup, paint, json } = asked;
  const { event, place, before, foreign } = subject;
  const facts = remembering(before.facts(event, Date.parse(event.time), { at }));
  const all = explainCall(program, facts, chosen);
  // It is refused before any rule is asked; what the rules would say is shown all the same.
  const explained = foreign === undefined ? all : { ...all, decision: foreignClaim(foreign, false) };
  const text = json
    ? JSON.stringify(jsonExplained(explained, lookup, place))
    : renderExplained(explained, {
        lookup,
        paint,
        place,
        isWhole: chosen.all || chosen.pattern !== undefined,
        isWritten: subject.isWritten,
      });
  await write(context.stdout, `${text}\n`);
  return explained.decision.effect === 'deny' ? exitCodes.denied : exitCodes.fine;
}

async function answerWhyNot(rule: CompiledRule, bound: number, asked: Asked): Promise<ExitCode> {
  const { context, program, subject, at, remembering, lookup, paint, json } = asked;
  const setting = {
    program,
    at,
    remembering,
    client: subject.client,
    before: (client = subject.client) => subject.before.fork({ client }),
    readEvent: (value: Parameters<typeof decodeEvent>[0], name: string) => {
      const decoded = decodeEvent(value, name);
      return decoded.ok ? decoded.event : undefined;
    },
  };
  if (setting.readEvent(subject.event.raw, 'event')?.type !== 'tool.before')
    throw new UsageError('the event cannot be read without its message, so no change to it can be tried');
  const result: WhyNot = whyNot(rule, subject.event.raw, setting, { ...usualOptions, bound });
  const { rollout } = rule.checked;
  const isWatched =
    rollout !== undefined && isRolledOut(rule.code, rollout, { at, event: subject.event }) === NO;
  const text = json
    ? JSON.stringify(jsonWhyNot(rule, result, lookup))
    : renderWhyNot(rule, result, isWatched ? { at } : undefined, lookup, paint);
  await write(context.stdout, `${text}\n`);
  return result.fires || result.found.length > 0 ? exitCodes.fine : exitCodes.findings;
}

function requireRules({ rules }: Program, pattern: string): void {
  const name = compileName(pattern);
  if (!rules.some(({ code }) => name.testExact(code))) throw noSuchRule(rules, pattern);
}
