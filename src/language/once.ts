/** A value that is computed at its first use and kept. If the computation throws, the next use tries again. */
export function once<Value>(work: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => {
    known ??= { value: work() };
    return known.value;
  };
}
