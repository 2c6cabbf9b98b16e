import type { Bridge } from '#contract/bridge/index.ts';
import type { ViewValue } from '#contract/bridge/view-state.ts';
import type { Client } from '#contract/definitions.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';

type Values = Readonly<Record<string, JsonValue>>;

/** How scopes were left, as far as this window has read or written it. */
export interface ViewStates {
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
