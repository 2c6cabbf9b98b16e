const formats = new Map<string, unknown>();

/** Returns the format for a key, and builds it the first time: building one takes much longer than using it. */
export function cachedFormat<T>(key: string, build: () => T): T {
  const known = formats.get(key) as T | undefined;
  if (known !== undefined) return known;
  const built = build();
  formats.set(key, built);
  return built;
}
