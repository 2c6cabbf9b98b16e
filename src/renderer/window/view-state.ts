import { useEffect, useMemo } from 'react';
import { useParams } from 'react-router';
import { create } from 'zustand';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { api, onPush, wire } from '#data/api.ts';
import { createViewStates, type ViewStates } from './view-states';

const states: ViewStates = createViewStates(api.viewState);
const useStates = create(() => states.all());
onPush('viewState.sharedWritten', states.receive);
states.onChange(() => useStates.setState(states.all(), true));
// A value that another program wrote in the meantime wins.
wire.onReconnect(() => states.forgetRead());

/** Returns how the screens of a connection were left, once that is known. */
export async function readViewState(scope: string): Promise<Readonly<Record<string, JsonValue>>> {
  await states.read(scope);
  return states.all()[scope] ?? {};
}

/** Notes how something was left that belongs to no screen. */
export function writeViewState(scope: string, key: string, value: JsonValue): void {
  states.write(scope, key, value);
}

/** False until it is known how the screens of the connection in the address were left. */
export function useIsViewStateKnown(): boolean {
  const { connection: scope = 'app' } = useParams();
  useEffect(() => void states.read(scope), [scope]);
  // What was set before it was read says nothing about the rest.
  return useStates((all) => all[scope] !== undefined && states.isRead(scope));
}

/** Returns the ends of the keys with a prefix that the connection in the address has values for, and a function that sets one to true. */
export function useViewStateMarks(prefix: string): [ReadonlySet<string>, (id: string) => void] {
  const { connection: scope = 'app' } = useParams();
  const values = useStates((all) => all[scope]);
  useEffect(() => void states.read(scope), [scope]);
  const ids = useMemo(
    () => new Set(Object.keys(values ?? {}).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))),
    [values, prefix],
  );
  return [ids, (id) => states.write(scope, prefix + id, true)];
}

/**
 * How a person left something on the screens of the connection in the address: kept across restarts. A kept value that `fits`
 * refuses counts as none. What is set shows at once; one that cannot be written holds until the window closes.
 */
export function useViewState<T extends JsonValue>(
  key: string,
  initial: T,
  fits: (value: JsonValue) => value is T,
): [T, (value: T) => void] {
  const { connection: scope = 'app' } = useParams();
  const kept = useStates((all) => all[scope]?.[key]);
  useEffect(() => void states.read(scope), [scope]);
  return [kept !== undefined && fits(kept) ? kept : initial, (value) => states.write(scope, key, value)];
}
