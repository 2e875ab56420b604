/**
 * A matcher that is compiled when it is first asked. Most calls ask few of the
 * patterns of a policy, and a hook lives for one call; where policies stay loaded,
 * their own tests have asked before anybody else does.
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
