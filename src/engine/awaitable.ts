/** Values that are available now or later. If a value is available now, the next step runs now. */

/** A value, or a promise of it. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Runs the next step as soon as the value is available; `failed` runs instead if the promise is rejected. */
export function whenThere<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
  failed?: (error: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next, failed) : next(value);
}
