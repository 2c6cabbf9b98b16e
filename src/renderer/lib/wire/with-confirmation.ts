import type { Confirmation } from '../../../contract/bridge/safety';
import type { Wire } from '../../../contract/client';

/** Returns a wire that repeats a call after the user has confirmed it, and otherwise fails with `cancelled`. */
export function withConfirmation(wire: Wire, ask: (confirmation: Confirmation, connectionId: string | null) => Promise<boolean>): Wire {
  return {
    on: (name, listener) => wire.on(name, listener),
    async call(name, input) {
      const reply = await wire.call(name, input);
      const confirmation = reply.ok ? undefined : reply.error.confirmation;
      if (confirmation === undefined) return reply;
      return (await ask(confirmation, connectionOf(name, input))) ? wire.call(name, input) : { ok: false, error: { code: 'cancelled' } };
    },
  };
}

/** Returns the ID of the connection that a call is about, which calls of connections themselves name `id`. */
function connectionOf(name: string, input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  const id = name.startsWith('connections.') && 'id' in input ? input.id : 'connectionId' in input ? input.connectionId : null;
  return typeof id === 'string' ? id : null;
}
