/** Puts secrets that the user entered into the writes of an undo. */
import type { ShownUndo } from '#contract/bridge/undo.ts';
import { fail } from '#contract/errors.ts';
import { type Fields, fieldsOf, parseConfiguration } from '#contract/journal/changed-fields.ts';
import type { UndoStep } from '#contract/journal/undo-plan.ts';

/** Returns the steps with the secrets that were asked for and entered. Throws `bad-input` without one of them. */
export function withEntered(
  asks: ShownUndo['asks'],
  steps: readonly UndoStep[],
  secrets: Readonly<Record<string, string>>,
): readonly UndoStep[] {
  return asks.reduce((planned, { path }) => {
    const secret = Object.hasOwn(secrets, path) ? secrets[path] : undefined;
    const [field = ''] = path.split('.');
    const asking = planned.find(({ body }) => body !== undefined && Object.hasOwn(body, field));
    if (secret === undefined || secret === '' || asking?.body === undefined) throw fail('bad-input', { path });
    const body = fieldsOf(field === overrides ? withKey(asking.body, path, secret) : withValueAt(asking.body, path.split('.'), secret));
    return planned.map((step) => (step === asking ? { ...step, body } : step));
  }, steps);
}

/** The field that has keys of the configuration, as JSON in a text. */
const overrides = 'config_override_string';

/** Sets a value within that of a key of the configuration. Keys have dots. */
function withKey(body: Fields, path: string, secret: string): Fields {
  const keys = fieldsOf(parseConfiguration(body[overrides]));
  const inner = path.slice(overrides.length + 1);
  const key = Object.keys(keys).find((each) => inner.startsWith(`${each}.`));
  if (key === undefined) throw fail('bad-input', { path });
  const value = withValueAt(keys[key], inner.slice(key.length + 1).split('.'), secret);
  return { ...body, [overrides]: JSON.stringify({ ...keys, [key]: value }) };
}

function withValueAt(outer: unknown, [name = '', ...rest]: readonly string[], value: string): unknown {
  if (Array.isArray(outer)) return outer.map((item) => (fieldsOf(item).id === name ? withValueAt(item, rest, value) : item));
  const fields: Fields = fieldsOf(outer);
  return { ...fields, [name]: rest.length === 0 ? value : withValueAt(fields[name], rest, value) };
}
