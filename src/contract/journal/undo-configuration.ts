/** Undoing changes of the configuration, whose levels contain keys with dots (wire/later 7). */

import { redacted } from '../service/models/secret';
import { type Fields, fieldOf, fieldsOf, parseConfiguration } from './changed-fields';
import { refuse, type UndoContext, type UndoEntry, type UndoPlan, type UndoStep } from './undo-plan';
import { hasSecret, hasValues, type UndoRow, undoValue } from './undo-values';

const configIn = (response: unknown) => parseConfiguration(fieldOf(fieldsOf(response), 'config_string'));

/** Returns the value at a key: as it is written, or within the object at the start of the key. */
function valueAt(config: Fields, key: string): unknown {
  if (Object.hasOwn(config, key)) return config[key];
  for (let dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
    const above = fieldOf(config, key.slice(0, dot));
    if (above !== undefined) return valueAt(fieldsOf(above), key.slice(dot + 1));
  }
  return undefined;
}

/** Returns the keys of a configuration that a write of a key removes: the same, and those below it. */
const coveredBy = (config: Fields, key: string) => Object.keys(config).filter((each) => each === key || each.startsWith(`${key}.`));

/**
 * Returns the value at a key with what keys below it set since. Writing or resetting the key removes those, also where its own value is as it was.
 */
function currentAt(config: Fields, key: string, written: Fields): unknown {
  const below = coveredBy(config, key).filter((each) => each !== key && !Object.hasOwn(written, each));
  return below.reduce((value, each) => withValueAt(value, each.slice(key.length + 1).split('.'), config[each]), valueAt(config, key));
}

function withValueAt(outer: unknown, [name = '', ...rest]: readonly string[], value: unknown): Fields {
  const fields = fieldsOf(outer);
  return { ...fields, [name]: rest.length === 0 ? value : withValueAt(fieldOf(fields, name), rest, value) };
}

/** Plans undoing an override, or a reset of keys. */
export function undoConfiguration(entry: UndoEntry, context: UndoContext): UndoPlan {
  const { endpoint, input, before } = entry;
  const [was, isNow] = [configIn(before), configIn(context.now)];
  const written =
    endpoint === 'config.resetKeys' ? resetKeysOf(input.body) : parseConfiguration(fieldOf(fieldsOf(input.body), 'config_override_string'));
  if (was === null || isNow === null || written === null) return refuse('unknown');
  const keys = Object.keys(written).flatMap((key) => [...new Set([key, ...coveredBy(was, key)])]);
  const three = (key: string) => {
    const [set, current] = [valueAt(written, key), currentAt(isNow, key, written)];
    // What is rendered has further fields, with their defaults, and lacks what is null.
    const isRendered = endpoint === 'config.override' && (hasValues(set, current) || (set === null && current === undefined));
    return { was: valueAt(was, key), set: isRendered ? current : set, isNow: current };
  };
  const rows = [...new Set(keys)]
    .flatMap((key) => undoValue([key], three(key)).rows)
    .map(
      (row): UndoRow =>
        hasSecret(row.was) && secretPaths(row.was).length === 0 ? { ...row, willBe: row.isNow, effect: 'kept', reason: 'secret' } : row,
    );
  const undone = rows.filter(({ effect }) => effect !== 'kept');
  if (undone.length === 0)
    return refuse(rows.length === 0 ? 'unchanged' : rows.every(({ reason }) => reason === 'secret') ? 'secret' : 'changed-since', rows);
  const level = fieldOf(fieldsOf(input.params), 'level');
  const canReset = context.has('reset-config-keys') && (level === 'branch' || level === 'environment');
  const absent = undone.filter(({ was: old }) => old === undefined).flatMap(({ path: [key = ''] }) => key);
  const values = undone.filter(({ was: old }) => old !== undefined).map(({ path: [key = ''], was: old }) => [key, old] as const);
  const nulls = canReset ? [] : absent.map((key) => [key, null] as const);
  const override = [...values, ...nulls];
  const params = input.params === undefined ? {} : { params: fieldsOf(input.params) };
  const steps: UndoStep[] = [
    ...(canReset && absent.length > 0 ? [{ endpoint: 'config.resetKeys', ...params, body: { keys: absent } }] : []),
    ...(override.length > 0
      ? [
          {
            endpoint: endpoint === 'config.override' ? endpoint : 'config.overrideLevel',
            ...params,
            body: { config_override_string: JSON.stringify(Object.fromEntries(override)) },
          },
        ]
      : []),
  ];
  const asks = values.flatMap(([key, value]) => secretPaths(value).map((path) => `config_override_string.${key}.${path}`));
  return { possible: true, rows, steps, asks, losses: nulls.length > 0 ? ['default-value'] : [] };
}

/** After a reset, a key isn't in its level. */
const resetKeysOf = (body: unknown): Fields | null => {
  const { keys } = fieldsOf(body);
  return Array.isArray(keys) ? Object.fromEntries(keys.map((key) => [String(key), undefined])) : null;
};

/** Returns the paths of the secrets in an object, such as a provider, that were stored without them. They are asked for. */
function secretPaths(value: unknown): string[] {
  return Object.entries(fieldsOf(value)).flatMap(([name, inner]) =>
    inner === redacted ? [name] : secretPaths(inner).map((path) => `${name}.${path}`),
  );
}
