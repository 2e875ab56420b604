/** What a value of `PATH` means for the names of programs. */
import type { Shape } from '../../../pattern/text/shape.ts';
import { alternativesOf, type Held, type VariableValue } from './choice.ts';

export const findsPrograms = ({ pieces, source }: Shape): boolean =>
  /\$\{?PATH\b/.test(source) ||
  pieces.some((piece) => piece.kind === 'text' && /(?:^|:)\/(?:usr\/)?bin(?::|$)/.test(piece.text));

/** Folders of the system and of the home directory: programs in them are installed. */
export const findsUsualFirst = ({ pieces: [first], source }: Shape): boolean =>
  first?.kind === 'text'
    ? /^\/(?:usr|bin|sbin|opt|nix|snap)(?:[/:]|$)/.test(first.text)
    : first?.kind === 'home' || /^(?:PATH=)?["']?\$\{?PATH\b/.test(source);

/** Whether any possible value of a variable is a text of this sort. */
export const someShape = (held: Held<VariableValue> | undefined, is: (shape: Shape) => boolean): boolean =>
  alternativesOf(held).some(
    (value) => value !== undefined && !Array.isArray(value) && 'shape' in value && is(value.shape),
  );
