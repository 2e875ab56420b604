/** The rules that the tests of each layer are about: its own and those of the layers above it. */
import type { Layers } from '../../check/names/layers.ts';
import type { AddedKnowledge, CheckedBundle } from '../../check/tree/checked.ts';
import { withoutExceptions } from '../../compile/lazy-rule.ts';
import { compile, type Program } from '../../compile/program.ts';

/** For each layer the rules that its tests are about, and which places are its own. Its tests do not see lower layers. */
export const programsOfLayers = (
  bundle: CheckedBundle,
  layers: Layers,
): readonly { readonly program: Program; isOwn(place: { readonly path: string }): boolean }[] =>
  layers.all.map((_, place) => ({
    program: compile(downTo(bundle, place)),
    isOwn: ({ path }) => layers.of(path) === place,
  }));

/** What a layer knows of commands and tools. */
export const knowledgeOf = ({ knowledge, later = [] }: CheckedBundle, place: number): AddedKnowledge =>
  later.findLast(({ layer }) => layer <= place)?.knowledge ?? knowledge;

/** A layer with those above it: what its tests are about. Lower layers are left out. */
function downTo(bundle: CheckedBundle, place: number): CheckedBundle {
  const { rules, labels, limits, exceptions = [], later } = bundle;
  const isAbove = ({ layer = 0 }: { readonly layer?: number }): boolean => layer <= place;
  const above = later?.filter(isAbove) ?? [];
  const { later: _, exceptions: all, ...rest } = bundle;
  const own = exceptions.filter(isAbove);
  const codes = new Set(own.map(({ code }) => code));
  return {
    ...rest,
    rules: rules.filter(isAbove).map((rule) => withoutExceptions(rule, (code) => !codes.has(code))),
    ...(own.length === 0 ? {} : { exceptions: own }),
    labels: labels.filter(({ subject }) => isAbove(subject)),
    limits: limits.filter(({ subject }) => isAbove(subject)),
    ...(above.length === 0 ? {} : { later: above }),
  };
}
