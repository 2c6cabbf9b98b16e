import type { Bridge } from '../../../contract/bridge';
import type { CallName, EventName } from '../../../contract/kit';

/** The calls that every window starts with, by the topics that they read: those of `stores/start.ts`. */
export const startReads = {
  'lock.changed': 'lock.read',
  'settings.changed': 'settings.read',
  'connections.changed': 'connections.list',
  'connections.clocksChanged': 'connections.clocks',
  'accounts.changed': 'accounts.list',
  'sandbox.changed': 'sandbox.read',
  'app.noticesChanged': 'app.notices',
  'links.changed': 'links.list',
  'diagnostics.slowCallsChanged': 'diagnostics.slowCalls',
  'impersonations.changed': 'impersonations.list',
  'app.updatesChanged': 'app.updates',
  'policy.changed': 'policy.read',
  'watch.changed': 'watch.read',
} as const satisfies Partial<Record<EventName<Bridge>, CallName<Bridge>>>;
