/** `bylaw eval`: the dry run. What the policies would answer to recorded events. */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Program } from '../../compile/program.ts';
import { type Decision, emptyDecision } from '../../engine/decision.ts';
import { DryRun } from '../../engine/dry-run.ts';
import { evaluate } from '../../engine/evaluate.ts';
import { explainRule } from '../../engine/explain.ts';
import { admit, foreignClaim } from '../../engine/pins.ts';
import { fullest } from '../../engine/rule-result.ts';
import type { Circumstances } from '../../facts/circumstances.ts';
import type { Facts } from '../../facts/facts.ts';
import { openDisk } from '../../host/disk/disk.ts';
import { describeError } from '../../host/policy-files/policy-files.ts';
import { type Document, documents } from '../../host/recorded/documents.ts';
import { readRecorded } from '../../host/recorded/recorded.ts';
import { typedWord } from '../../install/command-line.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import { isJsonObject, readJson } from '../../protocol/json.ts';
import { countEffects, listEffects } from '../explain/effects.ts';
import { listFacts } from '../explain/facts.ts';
import { unknownKind, unknownMembers } from '../explain/unknown-members.ts';
import {
  type EvalTally,
  type EventAnswer,
  renderAnswer,
  renderJson,
  renderSummary,
  renderUnknownKinds,
  renderUnknownMembers,
  renderUnmapped,
} from '../explain/verdict.ts';
import { adviceForPayload } from '../harness-payload.ts';
import { clientHelp, clientNamed, clientOption } from '../options/client-option.ts';
import { atHelp, decidedAt, readAt } from '../options/dry-run-time.ts';
import { flag, textArg } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { trialPoliciesHelp } from '../options/policies-option.ts';
import { ruleNamed } from '../options/rule-named.ts';
import { statsAt } from '../options/stats-at.ts';
import { loadForUse } from '../policies/policies.ts';
import { policiesFrom, policiesOrBundle } from '../settings/bundle-option.ts';
import { hasColor } from '../terminal/color.ts';
import {
  type CliCommand,
  type CommandContext,
  type ExitCode,
  exitCodes,
  UsageError,
  write,
} from '../terminal/context.ts';
import { startProgress } from '../terminal/progress.ts';

/** A recorded event may carry a whole file; this is far above the server's limit. */
const largestEvent = 16 * 1024 * 1024;
/** Output is gathered into pieces of about this many characters. */
const pieceSize = 64 * 1024;

export const evalCommand: CliCommand = {
  name: 'eval',
  summary: 'dry run: what the policies would answer to recorded events',
  help: `Usage: bylaw eval [--policies DIR… | --layers FILE] [--json] [--facts]
                  [--disk] [--at TIME] [--client NAME=VALUE]…
                  [--why-not CODE] [FILE…|-]

Reads events from files or standard input and says what the policies would
answer. An event is a JSON object, alone or in its JSON-RPC message; a file may
hold one, many one after another, one a line, or an array. What only identifies
an event (id, source, time, …) may be left out of an event that is alone.
Opens no port, changes nothing, and needs the same memory for any number.

Options:
${trialPoliciesHelp}  --json           one line of JSON for each event, in order
  --facts          show what the rules can see of each event, and what the call does
  --disk           the calls are of this machine: look up where paths lead and what
                   scripts hold, as \`bylaw hook\` does
${clientHelp}${atHelp}  --why-not CODE   show why one rule did not fire, clause by clause
  --tolerate-missing-harness
                   accept draft messages without \`harness\`, as \`serve\` does with it

Examples:
  bylaw eval examples/shell-call.json
  echo '{"tool":{"name":"Bash","input":{"command":"ls"}}}' | bylaw eval -
  bylaw eval --json recorded.ndjson | jq -r 'select(.effect == "deny") | .code'
  bylaw eval --why-not io.bylaw.files.delete-outside --policies policies examples/shell-call.json

Each line of --json has: id, effect ("deny" or "none"), code, reason, matched,
unsure and watched (codes of rules), rollouts (of watched rules that deny later
or for others: from, share, reason), unknowns (what was not known: code,
field, cause, and detail for what the call does), layers (whose each of these rules
is, where there are several layers), and error for an event that
cannot be read, which counts as denied. With --facts also facts and effects.

Policies whose own tests fail are tried too, with a line on standard error
that says so.

Exit codes: 0 nothing denied, 1 something denied, 2 the policies are not valid,
3 wrong usage, or an event that cannot be read.
`,
  ...asPart(
    'eval',
    {
      options: {
        ...policiesOrBundle,
        json: flag,
        facts: flag,
        disk: flag,
        ...clientOption,
        at: textArg,
        'why-not': textArg,
        'tolerate-missing-harness': flag,
      },
      operands: 'path',
    },
    async ({ values, positionals }, context) => {
      const client = clientNamed(values.client);
      const at = readAt(values.at);
      const inputs = openInputs(positionals, context);
      const use = await loadForUse(context, await policiesFrom(values, context), { isTrial: true });
      if (use === undefined) return exitCodes.invalidPolicy;
      const { program, loaded } = use;
      const whyNot = values['why-not'];
      if (whyNot !== undefined) ruleNamed(program, whyNot);
      const run: EvalRun = {
        context,
        program,
        json: values.json === true,
        facts: values.facts === true,
        at,
        whyNot,
        tolerance: { tolerateMissingHarness: values['tolerate-missing-harness'] === true },
        render: { lookup: loaded.lookup, color: hasColor(context.stdout, context), whyNot },
        circumstances: { disk: values.disk === true ? openDisk() : undefined, client },
        dryRun: new DryRun(program),
        tally: { events: 0, denied: 0, unsure: 0, unreadable: 0 },
        unmapped: new Set(),
        unknown: new Set(),
        unknownKinds: new Set(),
      };
      return runInputs(run, inputs);
    },
  ),
};

interface EvalRun {
  readonly context: CommandContext;
  readonly program: Program;
  readonly json: boolean;
  readonly facts: boolean;
  /** When the calls are decided, where that is given. */
  readonly at: number | undefined;
  readonly whyNot: string | undefined;
  readonly tolerance: { readonly tolerateMissingHarness: boolean };
  readonly render: Parameters<typeof renderAnswer>[1];
  readonly tally: EvalTally;
  /** They hold for all events, where a record does not say otherwise. */
  readonly circumstances: Circumstances;
  /** What the events so far have left behind; nothing of it outlives the run. */
  readonly dryRun: DryRun;
  /** Tools of a kind that does something, where the tables do not say what. */
  readonly unmapped: Set<string>;
  /** Members of events that the protocol does not have. */
  readonly unknown: Set<string>;
  /** Kinds of tools that rules do not know. */
  readonly unknownKinds: Set<string>;
}

interface Input {
  readonly name: string;
  open(): Readable;
}

/** Every file must be there before the first event is answered. */
function openInputs(files: readonly string[], context: CommandContext): Input[] {
  if (files.length === 0 && context.stdin.isTTY === true) {
    throw new UsageError('name a file with events, or give them on standard input: `bylaw eval -`');
  }
  return (files.length === 0 ? ['-'] : files).map((file) => {
    if (file === '-') return { name: 'standard input', open: () => context.stdin };
    if (file.endsWith('.policy'))
      throw new UsageError(
        `\`${file}\` holds policies, not events: try them with \`--policies ${file}\` and a file of events`,
      );
    const path = resolve(context.cwd, file);
    const stats = statsAt(path, file);
    if (stats === undefined)
      throw new UsageError(
        /\s/.test(file.trim())
          ? `there is no file \`${file}\`; a shell command is tried with \`bylaw explain ${typedWord(file)}\``
          : `there is no file \`${file}\``,
      );
    if (stats.isDirectory()) throw new UsageError(`\`${file}\` is a folder; name the files with events`);
    return { name: file, open: () => createReadStream(path) };
  });
}

async function runInputs(run: EvalRun, inputs: readonly Input[]): Promise<ExitCode> {
  const { context, tally } = run;
  const progress = startProgress(
    context.stderr,
    context.stdout,
    () => `${tally.events.toLocaleString('en-US')} events`,
  );
  let piece = '';
  try {
    for (const input of inputs) {
      for await (const document of documents(input.open(), largestEvent)) {
        if (context.stop.aborted) break;
        piece += answerDocument(run, document, input.name);
        if (piece.length > pieceSize) {
          await write(context.stdout, piece);
          piece = '';
        }
      }
    }
  } catch (error) {
    throw new UsageError(`the events cannot be read: ${describeError(error)}`);
  } finally {
    progress.stop();
    await write(context.stdout, piece);
  }
  if (tally.events === 0)
    throw new UsageError(`there is no event in ${inputs.map(({ name }) => name).join(', ')}`);
  if (!run.json && tally.events > 1) await write(context.stdout, renderSummary(tally));
  if (run.unmapped.size > 0) await write(context.stderr, renderUnmapped(run.unmapped));
  if (run.unknown.size > 0) await write(context.stderr, renderUnknownMembers(run.unknown));
  if (run.unknownKinds.size > 0) await write(context.stderr, renderUnknownKinds(run.unknownKinds));
  if (tally.unreadable > 0) return exitCodes.wrongUsage;
  return tally.denied > 0 ? exitCodes.denied : exitCodes.fine;
}

function answerDocument(run: EvalRun, document: Document, name: string): string {
  const { tally } = run;
  tally.events++;
  const answer = decide(run, document, `event-${tally.events}`, `${name}:${document.line}`);
  if (answer.decision.effect === 'deny') tally.denied++;
  if (answer.decision.unsure.length > 0) tally.unsure++;
  if (answer.error !== undefined) tally.unreadable++;
  return run.json ? `${renderJson(answer)}\n` : `${renderAnswer(answer, run.render)}\n`;
}

/** One document by the evaluator that serves; what cannot be read is denied, as it would fail closed. */
function decide(run: EvalRun, document: Document, id: string, place: string): EventAnswer {
  if (document.problem !== undefined) return unreadable(undefined, place, document.problem, undefined);
  const recorded = readRecorded(document.text, id, run.tolerance, document.line);
  switch (recorded.kind) {
    case 'unreadable': {
      const advice = adviceForPayload(document.text, run.context.cwd);
      // All members of a payload are of another protocol.
      if (advice === undefined) noteUnknown(run, readJson(document.text));
      const message =
        advice === undefined ? recorded.message : `${recorded.message.replace(/\.$/, '')}; ${advice}`;
      return unreadable(recorded.id, place, message, recorded.rpcCode);
    }
    case 'unused':
      return { id: recorded.id, type: undefined, tool: undefined, place, decision: emptyDecision };
    case 'event': {
      const { event } = recorded;
      noteUnknown(run, { ok: true, value: event.raw });
      noteKind(run, event.raw);
      const about = { id: event.id, type: event.type, tool: event.tool?.name, place };
      const now = Date.parse(event.time);
      const { client, foreign } = admit(
        run.program.clients,
        event,
        run.circumstances.client ?? recorded.client,
      );
      const at = decidedAt(event, run.at, run.context);
      const facts = run.dryRun.facts(event, now, { ...run.circumstances, client, at });
      const shown = run.facts ? showFacts(facts) : {};
      noteUnmapped(run, facts);
      if (event.type !== 'tool.before') {
        if (foreign === undefined) run.dryRun.ended(event, now, undefined, client);
        return { ...about, ...shown, decision: emptyDecision };
      }
      if (foreign !== undefined) return { ...about, ...shown, decision: foreignClaim(foreign, false) };
      const decision = evaluate(run.program, facts);
      run.dryRun.decided({ event, facts, decision, digest: event.id }, now);
      return {
        ...about,
        ...shown,
        decision,
        ...(recorded.deniable ? {} : { unenforceable: true }),
        ...explanations(run, decision, facts),
      };
    }
    default:
      return recorded satisfies never;
  }
}

/** Takes down members that the protocol does not have; those of a message are for the protocol to judge. */
function noteUnknown({ unknown }: EvalRun, json: { readonly ok: boolean; readonly value?: Json }): void {
  if (!json.ok || !isJsonObject(json.value) || Object.hasOwn(json.value, 'jsonrpc')) return;
  for (const each of unknownMembers(json.value)) if (unknown.size < mostUnmapped) unknown.add(each);
}

function noteKind({ unknownKinds }: EvalRun, event: JsonObject): void {
  const kind = unknownKind(event);
  if (kind !== undefined && unknownKinds.size < mostUnmapped) unknownKinds.add(kind);
}

/** The most tools that the note names. */
const mostUnmapped = 1000;

/** Notes a tool that the tables do not know. A fault is reported by the evaluator. */
function noteUnmapped({ unmapped }: EvalRun, facts: Facts): void {
  try {
    if (facts.unmapped !== undefined && unmapped.size < mostUnmapped) unmapped.add(facts.unmapped);
  } catch {
    return;
  }
}

/** The fields of an event, and what the call does. */
function showFacts(facts: Facts): Pick<EventAnswer, 'facts' | 'effects'> {
  const fields = listFacts(facts);
  try {
    const all = fullest(facts);
    return { facts: fields, effects: { shown: listEffects(all), total: countEffects(all.effects) } };
  } catch {
    const fault = {
      does: 'unknown',
      what: 'the effects are not known because of a fault of bylaw',
      source: '',
    };
    return { facts: fields, effects: { shown: [{ ...fault, field: 'input' }], total: 1 } };
  }
}

/** Explanations of the rules that had something to say, and of the one that was asked about. */
function explanations(
  run: EvalRun,
  decision: Decision,
  facts: Facts,
): Pick<EventAnswer, 'explanations' | 'whyNot'> {
  if (run.json && run.whyNot === undefined) return {};
  const codes = new Set(
    [...decision.matched, ...decision.unsure, ...decision.watched].map(({ code }) => code),
  );
  const rules = run.program.rules.filter(({ code }) =>
    run.json ? code === run.whyNot : codes.has(code) || code === run.whyNot,
  );
  const all = new Map(rules.map((rule) => [rule.code, explainRule(rule, facts)] as const));
  const whyNot = run.whyNot === undefined ? undefined : all.get(run.whyNot);
  return { explanations: all, ...(whyNot === undefined ? {} : { whyNot }) };
}

function unreadable(
  id: string | undefined,
  place: string,
  message: string,
  rpcCode: number | undefined,
): EventAnswer {
  const decision: Decision = {
    ...emptyDecision,
    effect: 'deny',
    code: 'io.bylaw.engine.invalid-event',
    reason: `The event cannot be read: ${message.replace(/\.$/, '')}.`,
  };
  return {
    id,
    type: undefined,
    tool: undefined,
    place,
    decision,
    error: { message, ...(rpcCode === undefined ? {} : { code: rpcCode }) },
  };
}
