/** `if FIELD missing|unknown …`: what an author says about a field that is not known. */
import type { AbsenceClause } from '../../language/ast.ts';
import { suggestion } from '../../language/words.ts';
import { absenceActions, absenceStates, isOneOf } from '../../vocabulary/kinds.ts';
import { type Context, reportError } from '../names/context.ts';
import type { Absence } from '../tree/checked.ts';
import { resolveField } from './field.ts';

export function resolveAbsence(context: Context, clause: AbsenceClause): Absence | undefined {
  const field = resolveField(context, clause.field);
  const { state, action } = clause;
  const stateKnown = isOneOf(absenceStates, state.text);
  const actionKnown = isOneOf(absenceActions, action.text);
  if (!stateKnown) {
    reportError(
      context,
      'unknown-word',
      state.span,
      `an \`if\` clause cannot ask whether a field is \`${state.text}\``,
      {
        help:
          suggestion(state.text, absenceStates) ??
          'it says what a missing or unknown field means: `if input.owner missing apply`; a condition follows `when` or `unless`',
      },
    );
  } else if (!actionKnown) {
    reportError(context, 'unknown-word', action.span, `an \`if\` clause cannot say \`${action.text}\``, {
      help:
        suggestion(action.text, absenceActions) ??
        'write `apply` (the rule holds as far as this field goes), `skip` (it does not) or `note` (it is unsure, and does not deny for that)',
    });
  }
  if (field === undefined || !stateKnown || !actionKnown) return undefined;
  return {
    field,
    state: state.text as Absence['state'],
    action: action.text as Absence['action'],
    place: { path: context.path, span: clause.span },
  };
}

export function reportRepeatedAbsences(context: Context, absences: readonly Absence[]): void {
  const first = new Map<string, Absence>();
  for (const absence of absences) {
    const key = `${absence.field.text} ${absence.state}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, absence);
    else {
      reportError(context, 'duplicate-clause', absence.place.span, `\`if ${key} …\` is given twice`, {
        notes: [{ path: earlier.place.path, span: earlier.place.span, message: 'first given here' }],
        help: 'keep one of the two',
      });
    }
  }
}
