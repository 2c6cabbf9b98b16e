/** Undoing restrictions of users, whose texts need the switch beside them, and are deleted when it is off (wire/later 1). */
import { type Fields, fieldOf, isSameValue } from './changed-fields';
import type { UndoneFields, UndoRow } from './undo-values';

const isOn = 'restricted_by_admin';
const texts = ['restricted_by_admin_reason', 'restricted_by_admin_private_details'] as const;

interface Restored {
  /** The fields to restore. */
  readonly values: Fields;
  readonly was: Fields;
  readonly isNow: Fields;
}

/** Returns the fields of a restriction that restores some of them; none if none is. */
export function restrictionBody({ values, was, isNow }: Restored): Fields {
  if (![isOn, ...texts].some((name) => Object.hasOwn(values, name))) return {};
  const isTurned = Object.hasOwn(values, isOn);
  if (isTurned && was[isOn] !== true) return { [isOn]: false };
  // A restriction that comes back has the texts of before; one that stays keeps what was changed since.
  const textOf = (name: string) => fieldOf(isTurned || Object.hasOwn(values, name) ? was : isNow, name) ?? null;
  return { [isOn]: true, ...Object.fromEntries(texts.map((name) => [name, textOf(name)])) };
}

/** Returns what is restored of an update, without lifting a restriction of which a text was changed since, which that would delete. */
export function withoutLift(
  undone: UndoneFields,
  update: Fields,
  { was, made, isNow }: Omit<Restored, 'values'> & { readonly made: Fields },
) {
  if (!Object.hasOwn(undone.values, isOn) || was[isOn] === true) return undone;
  const changed = texts.filter((name) => {
    const set = fieldOf(Object.hasOwn(made, name) ? made : update, name) ?? null;
    return !isSameValue(set, fieldOf(isNow, name) ?? null);
  });
  if (changed.length === 0) return undone;
  const kept = changed.map((name): UndoRow => {
    const [old, current] = [fieldOf(was, name), fieldOf(isNow, name)];
    return { path: [name], was: old, isNow: current, willBe: current, effect: 'kept', reason: 'changed-since' };
  });
  const isOther = (name: string) => name !== isOn && !texts.some((text) => text === name);
  return {
    rows: [...undone.rows.filter(({ path: [name = ''] }) => isOther(name)), ...kept],
    values: Object.fromEntries(Object.entries(undone.values).filter(([name]) => isOther(name))),
  };
}
