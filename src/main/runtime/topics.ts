/** The topics of the app: state that windows mirror. */
import type { Bridge } from '#contract/bridge/index.ts';
import { topicInitials } from '#contract/bridge/topic-initials.ts';
import type { EventName, EventValue, Push, Snapshot, TopicName } from '#contract/definitions.ts';

/** The bridge's topics, by their names. */
export type Topics = { readonly [N in TopicName<Bridge>]: Topic<EventValue<Bridge, N>> };

/** Creates all topics with their initial values. Their changes are passed to `push`. */
export function createTopics(push: (push: BridgePush) => void): Topics {
  const entries = Object.entries(topicInitials).map(([name, initial]) => [
    name,
    createTopic<unknown>(name as TopicName<Bridge>, initial, push),
  ]);
  return Object.fromEntries(entries) as Topics;
}

/** A push of an event or a topic of the bridge. */
export type BridgePush = Push & { readonly name: EventName<Bridge> };

export interface Topic<T> {
  get(): Snapshot<T>;
  set(value: T): void;
}

/** Creates a topic that passes its changes to `push` under its name. */
export function createTopic<T>(name: TopicName<Bridge>, initial: T, push: (push: BridgePush) => void): Topic<T> {
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
