/** Values that are there at once or later. The next step is done at once where it can be. */

/** A value, or a promise of it. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Goes on with a value as soon as it is there; `failed` takes the place of a promise that is rejected. */
export function whenThere<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
  failed?: (error: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next, failed) : next(value);
}
