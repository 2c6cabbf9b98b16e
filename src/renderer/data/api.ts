/** Typed clients over this window's wire: all that the renderer calls. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { ServiceClient } from '#contract/bridge/service.ts';
import { callByName, createClient } from '#contract/client.ts';
import type { Client, EventName, EventValue, Snapshot, TopicName } from '#contract/definitions.ts';
import type { catalog } from '#contract/service/index.ts';
import { withTap } from '#lib/privacy/reply-tap.ts';
import { requestConfirmation } from '#window/open-dialogs.ts';
import { type ServiceQueries, withQuery } from './service-query';
import { withConfirmation } from './wire/decorators';
import type { StatefulWire } from './wire/socket-wire';

/** The window's connection to the main process. */
declare global {
  interface Window {
    /** Set by `connect.ts`, which runs before all other code. */
    latchkeyWire?: StatefulWire;
  }
}

function takeWire(): StatefulWire {
  // A window's global object is the window itself; specs without one set the same property.
  const holder = globalThis as Pick<Window, 'latchkeyWire'>;
  const { latchkeyWire } = holder;
  if (latchkeyWire === undefined) throw new Error('The script that connects the window has not run.');
  delete holder.latchkeyWire;
  return latchkeyWire;
}

const wire = takeWire();

export { wire };

const tappedWire = withTap(wire);
const confirmedWire = withConfirmation(tappedWire, requestConfirmation);

/** Calls of the bridge: `api.connections.list({})`. A failure is thrown as `AppError`. Confirms like `service` what changes a project. */
export const api = createClient<Client<Bridge>>(confirmedWire);

/**
 * Calls of the service: `service.users.list({ actor: 'project', connectionId, query })`. If the connection's safety level
 * requires it, the user confirms first; otherwise the call fails with `cancelled`. `service.users.list.query(…)` is the query of the same read.
 */
export const service = createClient<ServiceClient<typeof catalog> & ServiceQueries<typeof catalog>>(confirmedWire, 'service.', withQuery);

/** Reads a topic: `readTopic('lock.state')` is `api.lock.state({})`, for code that has only the name. */
export async function readTopic<N extends TopicName<Bridge>>(name: N): Promise<Snapshot<EventValue<Bridge, N>>> {
  return (await callByName(confirmedWire, name, {})) as Snapshot<EventValue<Bridge, N>>;
}

/** Subscribes to an event or a topic of the bridge. Returns the function that unsubscribes. */
export function onPush<N extends EventName<Bridge>>(name: N, listener: (value: EventValue<Bridge, N>, revision: number) => void) {
  return tappedWire.on(name, (value, revision) => listener(value as EventValue<Bridge, N>, revision));
}
