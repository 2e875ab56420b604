/** The fields of an event as `listFacts` gives them, with every text shortened and without secrets. */
import type { Json } from '../../facts/event/event.ts';
import type { Facts } from '../../facts/facts.ts';
import { showFact } from '../../mask/show-fact.ts';
import { listFacts } from './facts.ts';

export const safeFacts = (facts: Facts): Readonly<Record<string, Json>> =>
  Object.fromEntries(Object.entries(listFacts(facts)).map(([name, value]) => [name, safe(value)]));

function safe(value: Json): Json {
  if (typeof value === 'string') return showFact(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each: Json) => safe(each));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [showFact(key), besideKey(key, each)]),
  );
}

/** Only the name in front of a text may show that the text is a secret. */
function besideKey(key: string, value: Json): Json {
  if (typeof value !== 'string') return safe(value);
  const lead = `${key}: `;
  const shown = showFact(`${lead}${value}`);
  return shown.startsWith(lead) && shown.length < 200 ? shown.slice(lead.length) : safe(value);
}
