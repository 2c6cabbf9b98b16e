import type { LockState } from '../../../contract/lock/lock';
import type { StatefulWire } from './socket-wire';

/**
 * Returns a wire whose calls wait while the app is locked: what the main process refuses with `app-locked`, it hasn't done, so the call is
 * repeated once the app is unlocked.
 */
export function withUnlock(wire: StatefulWire): StatefulWire {
  const unlocked = () =>
    new Promise<void>((resolve) => {
      const end = () => {
        stop();
        resolve();
      };
      const stop = wire.on('lock.changed', (value) => {
        if (!(value as LockState).locked) end();
      });
      // It may have been unlocked between the refusal and now. A lost connection is reported by the repeated call.
      void wire.call('lock.read', {}).then((reply) => {
        if (!reply.ok || !(reply.value as { value: LockState }).value.locked) end();
      });
    });
  return {
    on: (name, listener) => wire.on(name, listener),
    async call(name, input) {
      for (;;) {
        const reply = await wire.call(name, input);
        if (reply.ok || reply.error.code !== 'app-locked') return reply;
        await unlocked();
      }
    },
    status: wire.status,
    onStatus: wire.onStatus,
    onReconnect: wire.onReconnect,
  };
}
