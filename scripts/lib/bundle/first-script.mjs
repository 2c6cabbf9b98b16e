/** Which modules are in the script that the page starts with. */

/**
 * Returns a `name` for a group of `codeSplitting`: the modules that the page imports at once, and others that it imports late although they
 * are needed at once.
 * @param {string} page The page's file.
 * @param {RegExp} late
 * @returns {(id: string, context: { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }) => string | null}
 */
export function firstScript(page, late) {
  /** @type {Set<string> | undefined} */
  let first;
  return (id, context) => {
    first ??= reachable(page, (from) => context.getModuleInfo(from)?.importedIds ?? []);
    return first.has(id) || late.test(id) ? 'app' : null;
  };
}

/** @param {string} start @param {(id: string) => readonly string[]} importsOf */
function reachable(start, importsOf) {
  const found = new Set([start]);
  // A set is walked through with what is added on the way.
  for (const id of found) for (const imported of importsOf(id)) found.add(imported);
  return found;
}
