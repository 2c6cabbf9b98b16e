/** A window's end of the bridge: calls become named messages. Without schemas, which windows need not load. */
import { AppError, type Reply } from './errors';

/** How a renderer reaches the main process, whatever the host. */
export interface Wire {
  call(name: string, input: unknown): Promise<Reply>;
  /** Hears a push; the answer unsubscribes. */
  on(name: string, listener: (value: unknown, revision: number) => void): () => void;
}

/**
 * Builds a client whose functions are named by the way they are reached: `client.users.list(input)` calls `users.list`.
 * A failed reply is thrown as `AppError`.
 */
export function createClient<T extends object>(wire: Wire, prefix = ''): T {
  const groups = new Map<string, object>();
  const group = (name: string) =>
    new Proxy(
      {},
      {
        get: (_target, key) => async (input: unknown) => {
          const reply = await wire.call(`${prefix}${name}.${String(key)}`, input);
          if (!reply.ok) throw new AppError(reply.error);
          return reply.value;
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
