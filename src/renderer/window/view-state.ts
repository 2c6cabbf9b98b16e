import { useEffect, useMemo } from 'react';
import { useParams } from 'react-router';
import { create } from 'zustand';
import type { Bridge } from '#contract/bridge/index.ts';
import type { ViewValue } from '#contract/bridge/view-state.ts';
import type { Client } from '#contract/definitions.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { api, onPush, wire } from '#data/api.ts';

type Values = Readonly<Record<string, JsonValue>>;

/** View states of all scopes, as far as this window has read or written them. */
interface ViewStates {
  all(): Readonly<Record<string, Values>>;
  /** Whether a scope was read, or couldn't be. */
  isRead(scope: string): boolean;
  onChange(listener: () => void): void;
  /** Reads a scope once, for all callers. After a failure the scope counts as empty, and the next caller reads again. */
  read(scope: string): Promise<void>;
  /** Shows at once, then in the profile; of values that come while one is being written only the last is. */
  write(scope: string, key: string, value: JsonValue): void;
  /** Shows a value that any window has stored, in a scope that was read. While this window writes the same one, its own is the newer. */
  receive(written: ViewValue): void;
  /** Lets every scope be read again. */
  forgetRead(): void;
}

export function createViewStates(calls: Client<Bridge>['viewState']): ViewStates {
  let scopes: Readonly<Record<string, Values>> = {};
  const asked = new Map<string, Promise<void>>();
  const known = new Set<string>();
  const writing = new Map<string, JsonValue | undefined>();
  const listeners = new Set<() => void>();

  const set = (scope: string, values: Values) => {
    scopes = { ...scopes, [scope]: values };
    for (const listener of listeners) listener();
  };

  const write = async (scope: string, key: string, value: JsonValue) => {
    const name = nameOf(scope, key);
    if (writing.has(name)) return void writing.set(name, value);
    for (let next: JsonValue | undefined = value; next !== undefined; next = writing.get(name)) {
      writing.set(name, undefined);
      // The state of a list may be lost; a full disk is reported where it matters.
      await calls.write({ scope, key, value: next }).catch(() => undefined);
    }
    writing.delete(name);
  };

  const read = async (scope: string) => {
    try {
      const found = await calls.read({ scope });
      known.add(scope);
      // Values that were set in the meantime are newer than those that were read.
      set(scope, { ...found, ...scopes[scope] });
    } catch {
      asked.delete(scope);
      known.add(scope);
      // Callers that wait continue with their defaults.
      set(scope, { ...scopes[scope] });
    }
  };

  return {
    all: () => scopes,
    isRead: (scope) => known.has(scope),
    onChange: (listener) => void listeners.add(listener),
    read(scope) {
      const reading = asked.get(scope) ?? read(scope);
      asked.set(scope, reading);
      return reading;
    },
    write(scope, key, value) {
      set(scope, { ...scopes[scope], [key]: value });
      void write(scope, key, value);
    },
    receive({ scope, key, value }) {
      const shown = scopes[scope];
      if (shown === undefined || writing.has(nameOf(scope, key))) return;
      const { [key]: _before, ...others } = shown;
      set(scope, value === null ? others : { ...others, [key]: value });
    },
    forgetRead: () => asked.clear(),
  };
}

const nameOf = (scope: string, key: string) => JSON.stringify([scope, key]);

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
