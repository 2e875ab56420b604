/** Where a shell may be, and the directories to which `cd -` and `popd` may lead. There are several where ways have joined. */
import type { PathShape } from '../../../pattern/path/path-shape.ts';
import {
  arrived,
  changedTo,
  type Directory,
  keyOfDirectory,
  stayedAt,
  withStayed,
} from '../../record/directory.ts';
import { floating, keyOfStack, noStack, type Stack, unknownStack } from './directory-stack.ts';
import { joinedItems } from './join-ways.ts';
import { sameItems } from './like.ts';

export class Whereabouts {
  #places: readonly (Directory | undefined)[];
  #stacks: readonly Stack[] = noStack;

  constructor(place: Directory | undefined) {
    this.#places = [place];
  }

  /** A copy for another way. */
  fork(): Whereabouts {
    const copy = new Whereabouts(undefined);
    copy.#places = this.#places;
    copy.#stacks = this.#stacks;
    return copy;
  }

  /** The directory; floating if it may be one of several. */
  get place(): Directory | undefined {
    return this.#places.length === 1 ? this.#places[0] : floating;
  }

  set place(place: Directory | undefined) {
    this.#places = [place];
  }

  /** Each directory where the shell may be. */
  get places(): readonly (Directory | undefined)[] {
    return this.#places;
  }

  /**
   * The directories below the current one on the stack of `pushd`, and the one before it; unknown if there may
   * be several.
   */
  get stack(): Stack {
    return this.#stacks.length === 1 ? (this.#stacks[0] ?? unknownStack) : unknownStack;
  }

  set stack(stack: Stack) {
    this.#stacks = [stack];
  }

  /** Each stack that the shell may have. */
  get stacks(): readonly Stack[] {
    return this.#stacks;
  }

  get mayBeSeveral(): boolean {
    return this.#places.length > 1 || this.#stacks.length > 1;
  }

  /**
   * Notes that the shell was to go where it is now. That may have failed, and then the shell is still in
   * `before`.
   */
  comesFrom(before: Directory | undefined): void {
    this.#places = this.#places.map((place) => changedTo(place, before));
  }

  /** Takes the last change of directory as successful. Gives the directories where the shell is if it failed. */
  arrive(): readonly PathShape[] {
    const stayed = this.#places.flatMap((place) => place?.stayed ?? []);
    if (stayed.length > 0) this.#places = this.#places.map((place) => place && arrived(place));
    return stayed;
  }

  /** Takes the last change of directory as failed. */
  stay(): void {
    this.#places = this.#places.map((place) => place && stayedAt(place));
  }

  /** Notes that a change of directory may have failed, and left the shell in one of these. */
  mayStayAt(places: readonly PathShape[]): void {
    if (places.length > 0) this.#places = this.#places.map((place) => place && withStayed(place, places));
  }

  join(all: readonly Whereabouts[]): void {
    // Of too many places it is still known that a `cd` to them may have failed.
    const mayHaveStayed = all.some((way) => way.#places.some((place) => place?.stayed !== undefined));
    this.#places = joinedItems(
      all.map((way) => way.#places),
      keyOfDirectory,
      [mayHaveStayed ? withStayed(floating, [floating]) : floating],
    );
    this.#stacks = joinedItems(
      all.map((way) => way.#stacks),
      keyOfStack,
      [unknownStack],
    );
  }

  isLike(other: Whereabouts): boolean {
    return this.#isAtSame(other) && this.#hasSameStacks(other);
  }

  /** Makes unknown what differs from an earlier state. */
  widen(before: Whereabouts): void {
    if (!this.#isAtSame(before)) this.place = floating;
    if (!this.#hasSameStacks(before)) this.stack = unknownStack;
  }

  #isAtSame(other: Whereabouts): boolean {
    return sameItems(this.#places, other.#places, keyOfDirectory);
  }

  #hasSameStacks(other: Whereabouts): boolean {
    return sameItems(this.#stacks, other.#stacks, keyOfStack);
  }
}
