/** What the doors for administrators answer. */
import { versionOfBylaw } from '../../host/machine/version.ts';
import type { Group } from '../../server/processes/group-member.ts';
import type { AdminAnswer, Administration } from '../../server/routes/admin-routes.ts';
import type { AdminAction } from '../../store/decision-log/record.ts';
import { type CommandContext, say, timeIn } from '../terminal/context.ts';
import type { Deciding } from './deciding.ts';
import { logPage } from './log-page.ts';
import type { Reloaded } from './policies-in-force.ts';
import { RecordedUses } from './recorded-uses.ts';
import type { ServeSettings } from './serve-settings.ts';

export interface OpenAdministration extends Administration {
  /** Records what it has only counted so far. */
  close(): void;
}

export function openAdministration(
  settings: ServeSettings,
  { inForce, log }: Deciding,
  group: Pick<Group, 'reload'> | undefined,
  context: CommandContext,
): OpenAdministration {
  const uses = new RecordedUses(log, (text) => void say(context.stderr, 'info', `bylaw: ${text}\n`));
  const answers: Readonly<
    Record<AdminAction, (query: URLSearchParams) => AdminAnswer | Promise<AdminAnswer>>
  > = {
    'read-log': (query) =>
      settings.log === undefined ? noLog : logPage(settings.log.folder, query, timeIn(context)),
    'show-policies': () => json(200, { version: versionOfBylaw(), ...inForce.summary }),
    'list-tokens': () => json(200, { tokens: listed(settings, timeIn(context)) }),
    async reload() {
      if (group !== undefined) {
        group.reload();
        return json(202, { status: askedAll });
      }
      const result = await inForce.reload();
      return json(result === 'in force' ? 200 : 409, { status: reloadTexts[result], ...inForce.summary });
    },
  };
  return {
    used: (action, client) => uses.note(action, client),
    answer: async (action, query) => await answers[action](query),
    close: () => uses.close(),
  };
}

const reloadTexts: Readonly<Record<Reloaded, string>> = {
  'in force': 'in force',
  refused: 'not in force',
};
const askedAll =
  'all processes were asked to read their policies anew; GET /admin/policies says whether they are in force';

const json = (status: AdminAnswer['status'], value: object): AdminAnswer => ({
  status,
  type: 'application/json',
  text: `${JSON.stringify(value)}\n`,
});

const noLog: AdminAnswer = {
  status: 404,
  type: 'text/plain; charset=utf-8',
  text: 'This server writes no decision log.\n',
};

/** The tokens of the file, by the ids that `bylaw token list` shows; the server has no list of an issuer's tokens. */
function listed({ access }: ServeSettings, now: number): readonly object[] {
  if (!('tokens' in access)) return [];
  return access.tokens.map(({ sha256, scope, may, created, expires, note }) => ({
    id: sha256.slice(0, 8),
    scope,
    may,
    expires: dayOf(expires),
    isOver: expires !== undefined && expires <= now,
    created: dayOf(created),
    note: note ?? null,
  }));
}

const dayOf = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString().slice(0, 10);
