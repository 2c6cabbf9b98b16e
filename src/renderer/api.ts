/** The one way out of the renderer: typed clients over whichever wire this window has. */
import type { Bridge } from '../contract/bridge';
import type { ServiceClient } from '../contract/bridge/service';
import { createClient } from '../contract/client';
import type { Client, EventName, EventValue } from '../contract/kit';
import type { catalogue } from '../contract/service';
import { wire } from './lib/wire/wire';
import { withConfirmation } from './lib/wire/with-confirmation';
import { requestConfirmation } from './stores/window/confirmations';

export { wire };

/** Calls of the bridge: `api.connections.list({})`. A failure is thrown as `AppError`. */
export const api = createClient<Client<Bridge>>(wire);

/**
 * Calls of the service: `service.users.list({ actor: 'project', connectionId, query })`. What a connection's safety level asks
 * about is asked of the person first; one who says no is answered with `cancelled`.
 */
export const service = createClient<ServiceClient<typeof catalogue>>(withConfirmation(wire, requestConfirmation), 'service.');

/** Hears an event of the bridge; the answer unsubscribes. */
export function onPush<N extends EventName<Bridge>>(name: N, listener: (value: EventValue<Bridge, N>, revision: number) => void) {
  return wire.on(name, (value, revision) => listener(value as EventValue<Bridge, N>, revision));
}
