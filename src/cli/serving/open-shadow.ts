/** The bundle that a server compares with what is in force, as its settings name it. */
import { Shadow, type ShadowOptions } from '../bundles/shadow.ts';
import { loadForUse } from '../policies/policies.ts';
import { bundleSource } from '../settings/bundle-option.ts';
import type { CommandContext } from '../terminal/context.ts';
import { placesBeside, type ServeSettings } from './serve-settings.ts';

/** The bundle that settings of a server name. Throws `UsageError`. */
export function openShadow(
  shadow: NonNullable<ServeSettings['shadow']>,
  settings: ServeSettings,
  context: CommandContext,
  { noted, canary, inForce }: Pick<ShadowOptions, 'noted' | 'canary' | 'inForce'>,
): Shadow {
  const { mode, budget } = settings;
  const otherwise = 'It is not compared with what decides.';
  const use = { mode, budget, beside: placesBeside(settings), otherwise, isDeciding: true };
  return new Shadow({
    source: bundleSource(shadow, context),
    context,
    load: (named) => loadForUse(context, named, use),
    share: shadow.share,
    ...{ noted, canary, inForce },
  });
}
