// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are of shells.
/** Where a directory may not be there, what excuses has to hold for the other directory too, also where a path is made of its name. */
import { expect, test } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { derive } from '../../src/facts/facts.ts';
import { call, program } from './program.ts';

const rules = program(`
deny delete
  when deletes "**"
  unless path in "/w/x/**"
`);

const outcomeOf = (command: string): 'denied' | 'unsure' | 'excused' => {
  const { effect, unsure } = evaluate(rules, derive(call({ command: `cd /w || exit; ${command}` })));
  return effect === 'deny' ? 'denied' : unsure.length > 0 ? 'unsure' : 'excused';
};

test.each([
  ['cd x && rm a', 'excused'],
  ['cd x && rm "$PWD/a" "$(pwd)/a" ~+/a', 'excused'],
  ['cd x || exit; rm $PWD/a', 'excused'],
  ['d=$(cd x && pwd); rm "$d/a"', 'excused'],
  ['d=$(pwd); cd x; rm "$d/x/a"', 'excused'],
  ['if cd x; then rm a; fi', 'excused'],
  ['if [ -d x ] && cd x; then rm "$PWD/a"; fi', 'excused'],
  ['if cd x; then rm a; else exit; fi; rm b', 'excused'],
  ['if ! cd x; then exit; fi; rm a', 'excused'],
  ['if ls; then :; elif cd x; then rm a; fi', 'excused'],
  ['cd x; rm a', 'unsure'],
  ['cd x; rm "$PWD/a"', 'unsure'],
  ['cd x; rm `pwd`/a', 'unsure'],
  ['cd x; rm ~+/a', 'unsure'],
  ['cd x; d=$PWD/a; cd ..; rm "$d"', 'unsure'],
  ['cd x; rm "$(realpath a)"', 'unsure'],
  ["cd x; sh -c 'rm $PWD/a'", 'unsure'],
  ['if cd x; then rm a; else rm b; fi', 'denied'],
  ['if ! cd x; then rm a; fi', 'denied'],
  ['if cd x; then :; fi; rm a', 'denied'],
  ['if ls; then :; elif cd x; then :; else rm a; fi', 'denied'],
])('%s: %s', (command, outcome) => expect(outcomeOf(command)).toBe(outcome));
