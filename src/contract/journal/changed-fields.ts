/** Which fields of a write differ from the old value, for sentences and for undoing. */

export type Fields = Readonly<Record<string, unknown>>;

/** Returns a value as an object of fields; of another value none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** Returns a field of an object's own; a name such as `constructor` has no other value. */
export function fieldOf<T>(fields: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Whether two values are the same JSON. The order of keys doesn't count. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((item, at) => isSameValue(item, other[at]))
    );
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [mine, theirs] = [one as Fields, other as Fields];
  const names = Object.keys(mine);
  return (
    names.length === Object.keys(theirs).length &&
    names.every((name) => Object.hasOwn(theirs, name) && isSameValue(mine[name], theirs[name]))
  );
}

/** Returns the fields of an update that the old value has with another value, or not at all. Absent ones don't count. */
export function changedFields(update: unknown, before: unknown): Fields {
  const old = fieldsOf(before);
  const changed = Object.entries(fieldsOf(update)).filter(
    ([name, value]) => value !== undefined && !(Object.hasOwn(old, name) && isSameValue(value, old[name])),
  );
  return Object.fromEntries(changed);
}

/** Returns the items of a list field, each as an object of fields. */
export function itemsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
