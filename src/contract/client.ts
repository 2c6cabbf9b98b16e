/** The renderer's client of the bridge. Imports no schemas, so that windows don't load them. */
import { AppError, type Reply } from './errors';

/** The renderer's connection to the main process, implemented by each host. */
export interface Wire {
  call(name: string, input: unknown): Promise<Reply>;
  /** Adds a listener for a push. Returns a function that unsubscribes. */
  on(name: string, listener: (value: unknown, revision: number) => void): () => void;
}

/** Calls the endpoint of a name, and returns its value. Throws an `AppError` for a failed reply. */
export async function callByName(wire: Wire, name: string, input: unknown): Promise<unknown> {
  const reply = await wire.call(name, input);
  if (!reply.ok) throw new AppError(reply.error);
  return reply.value;
}

/** A function of a client. */
type ClientCall = (input: unknown) => Promise<unknown>;

/**
 * Creates a client whose functions call the endpoint of the same path: `client.users.list(input)` calls `users.list`. They reject with
 * an `AppError` for a failed reply. `extend` adds to a function what follows from the name of its endpoint.
 */
export function createClient<T extends object>(
  wire: Wire,
  prefix = '',
  extend: (call: ClientCall, name: string) => ClientCall = (call) => call,
): T {
  const groups = new Map<string, object>();
  const group = (name: string) =>
    new Proxy(
      {},
      {
        get: (_target, key) => {
          const path = `${name}.${String(key)}`;
          return extend((input) => callByName(wire, `${prefix}${path}`, input), path);
        },
      },
    );
  return new Proxy({} as T, {
    get(_target, key) {
      const name = String(key);
      const known = groups.get(name) ?? group(name);
      groups.set(name, known);
      return known;
    },
  });
}
