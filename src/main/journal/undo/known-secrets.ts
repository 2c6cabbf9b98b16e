/** Gives stored values, which have no secrets, those that the service still has, so that restoring something else keeps them. */
import { type Fields, fieldOf, fieldsOf, isSameValue } from '#contract/journal/changed-fields.ts';
import { targetOf } from '#contract/journal/old-value.ts';
import type { UndoEntry } from '#contract/journal/undo-plan.ts';

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What distinguishes the items of lists. */
const idOf = (item: unknown) => fieldOf(fieldsOf(item), 'id') ?? fieldOf(fieldsOf(item), 'domain');

/** Returns a stored value with the parts of `real` that are stored as `hidden` has them. */
function withKnown(stored: unknown, hidden: unknown, real: unknown): unknown {
  if (isSameValue(stored, hidden)) return real;
  if (Array.isArray(stored) && Array.isArray(hidden) && Array.isArray(real)) {
    return stored.map((item, at) => {
      const id = idOf(item);
      const place = id === undefined ? at : hidden.findIndex((other) => idOf(other) === id);
      return withKnown(item, hidden[place], real[place]);
    });
  }
  if (!isRecord(stored) || !isRecord(hidden) || !isRecord(real)) return stored;
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, withKnown(value, fieldOf(hidden, name), fieldOf(real, name))]),
  );
}

/** Returns the entry with what the service still has of the secrets that it was stored without. `hidden` is `real` as the journal stores it. */
export function withKnownSecrets(entry: UndoEntry, hidden: unknown, real: unknown): UndoEntry {
  const { endpoint, input, before, response } = entry;
  const [stored, current] = [hidden, real].map((value) => targetOf(endpoint, input, value));
  return {
    ...entry,
    input: { ...input, ...(input.body === undefined ? {} : { body: withKnown(input.body, stored, current) }) },
    ...(before === undefined ? {} : { before: withKnown(before, hidden, real) }),
    ...(response === undefined ? {} : { response: withKnown(response, stored, current) }),
  };
}
