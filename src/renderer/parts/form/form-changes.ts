/** What a form changed, and how it follows what is stored. */
import { type FieldValues, get } from 'react-hook-form';

/** Returns whether two values of a field are equal, nested ones by their content. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [ones, others] = [Object.entries(one), new Map(Object.entries(other))];
  return ones.length === others.size && ones.every(([key, value]) => others.has(key) && isEqual(value, others.get(key)));
}

interface Comparable {
  readonly isSame?: ((stored: never, value: never) => boolean) | undefined;
}

/** Returns the names of the fields whose value would be changed by saving. */
export function changedFields<N extends string>(
  fields: Readonly<Record<N, Comparable>>,
  stored: FieldValues,
  values: FieldValues,
): readonly N[] {
  const names = Object.keys(fields) as N[];
  return names.filter((name) => {
    const isSame = fields[name].isSame ?? isEqual;
    return !isSame(get(stored, name) as never, get(values, name) as never);
  });
}

/** Returns the values after what is stored changed: fields that were edited keep their value, the others follow. */
export function rebase<F extends FieldValues>(stored: F, next: F, values: F): F {
  const follow = (before: unknown, after: unknown, now: unknown): unknown => {
    if (isEqual(before, now)) return after;
    if (!isRecord(before) || !isRecord(after) || !isRecord(now)) return now;
    return Object.fromEntries(Object.keys(now).map((key) => [key, follow(before[key], after[key], now[key])]));
  };
  return follow(stored, next, values) as F;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
