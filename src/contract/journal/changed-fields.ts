/** Which fields of a write differ from the old value, for sentences, for histories, and for undoing. */
import { parseJson } from '../text/parse-json';

export type Fields = Readonly<Record<string, unknown>>;

/** Returns a value as an object of fields; of another value none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** Returns a field of an object's own; a name such as `constructor` has no other value. */
export function fieldOf<T>(fields: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Returns the fields except one. */
export function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));
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

/** Returns the IDs of the items that a list has and an older one doesn't, the other way around, and those that differ. */
export function compareItems(value: unknown, before: unknown, id: string) {
  const byId = (list: unknown) =>
    new Map(itemsOf(list).flatMap((item) => (typeof item[id] === 'string' ? [[item[id], item] as const] : [])));
  const [now, then] = [byId(value), byId(before)];
  return {
    added: [...now.keys()].filter((each) => !then.has(each)),
    removed: [...then.keys()].filter((each) => !now.has(each)),
    // The old value may have further fields, such as the key of a provider in the configuration.
    changed: [...now].flatMap(([each, item]) => {
      const old = then.get(each);
      return old !== undefined && Object.keys(changedFields(item, { enabled: true, ...old })).length > 0 ? [each] : [];
    }),
  };
}

/** Joins the two levels of a project's fields. */
export function flatProject(value: unknown): Fields {
  const { config, ...others } = fieldsOf(value);
  return { ...others, ...fieldsOf(config) };
}

/** Parses a text with a configuration; null if it isn't JSON. */
export function parseConfiguration(text: unknown): Fields | null {
  if (typeof text !== 'string') return null;
  try {
    return fieldsOf(parseJson(text));
  } catch {
    return null;
  }
}
