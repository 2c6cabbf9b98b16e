/** State that windows mirror: each change pushes the whole value with a higher revision. */
import type { Bridge } from '../../contract/bridge/index';
import type { EventName, Push } from '../../contract/kit';

/** A push of an event of the bridge. */
export type BridgePush = Push & { readonly name: EventName<Bridge> };

export interface Topic<T> {
  get(): { revision: number; value: T };
  set(value: T): void;
}

/** Creates a topic that passes its changes to `push` under the event's name. */
export function createTopic<T>(name: EventName<Bridge>, initial: T, push: (push: BridgePush) => void): Topic<T> {
  let value = initial;
  let revision = 1;
  return {
    get: () => ({ revision, value }),
    set(next) {
      value = next;
      revision += 1;
      push({ name, revision, value });
    },
  };
}

/** Creates an event channel, to all windows or to one. Unlike a topic, an event isn't stored, so windows opened later don't receive it. */
export function createEvent<T>(name: EventName<Bridge>, push: (push: BridgePush) => void): (value: T, to?: string) => void {
  let revision = 0;
  return (value, to) => {
    revision += 1;
    push({ name, revision, value, ...(to === undefined ? {} : { to }) });
  };
}
