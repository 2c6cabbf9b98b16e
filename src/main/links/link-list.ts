/** The list of pending links, whose summaries are published to the windows. */
import type { Connection } from '../../contract/bridge/connections';
import type { LinkSummary } from '../../contract/bridge/links';
import type { Topic } from '../runtime/topic';
import { type PendingLink, toSummary } from './pending-link';

export interface LinkList {
  all(): readonly PendingLink[];
  /** Replaces the links, and publishes them. */
  replace(next: readonly PendingLink[]): void;
  /** Publishes the links again, after connections were added or removed. */
  publish(): void;
}

/** Maximum number of links, because any page can open them; the oldest are deleted first. */
const capacity = 20;

/** Creates an empty list. */
export function createLinkList(topic: Topic<LinkSummary[]>, connections: () => readonly Connection[]): LinkList {
  let links: readonly PendingLink[] = [];
  const publish = () => {
    const next = links.map((link) => toSummary(link, connections()));
    if (JSON.stringify(next) !== JSON.stringify(topic.get().value)) topic.set(next);
  };
  return {
    all: () => links,
    publish,
    replace(next) {
      links = next.slice(-capacity);
      publish();
    },
  };
}
