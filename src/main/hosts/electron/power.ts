/** What Electron knows about the use of the machine. */
import { powerMonitor } from 'electron';
import type { PowerMonitor } from '../../ports/ports';

/** Creates the port. Linux doesn't report that its screen is locked. */
export function createPowerMonitor(): PowerMonitor {
  return {
    idleSeconds: () => powerMonitor.getSystemIdleTime(),
    onSuspend(listener) {
      powerMonitor.on('suspend', listener);
      powerMonitor.on('lock-screen', listener);
      return () => {
        powerMonitor.off('suspend', listener);
        powerMonitor.off('lock-screen', listener);
      };
    },
  };
}
