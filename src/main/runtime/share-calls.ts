/** Returns a function that makes one call for all callers with the same argument while it is running. */
export function shareCalls<T>(make: (argument: string) => Promise<T>): (argument: string) => Promise<T> {
  const active = new Map<string, Promise<T>>();
  return (argument) => {
    const known = active.get(argument) ?? make(argument).finally(() => active.delete(argument));
    active.set(argument, known);
    return known;
  };
}
