/**
 * A matcher that is compiled when it is first asked. Most calls ask few patterns of a policy, and a hook decides one call. In
 * a server the tests of the policies have asked before the first call.
 */
export function lazily<Args extends readonly unknown[], Result>(
  compile: () => (...args: Args) => Result,
): (...args: Args) => Result {
  let compiled: ((...args: Args) => Result) | undefined;
  return (...args) => {
    compiled ??= compile();
    return compiled(...args);
  };
}
