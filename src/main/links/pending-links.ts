/** Links that wait for the user's decision. Windows get a summary; codes stay here. */
import type { Connection } from '../../contract/bridge/connections';
import type { LinkSummary } from '../../contract/bridge/links';
import { fail } from '../../contract/errors';
import type { Topic } from '../runtime/topic';
import { createLinkArrivals, type LinkArrivals } from './link-arrivals';
import { createLinkList, type LinkList } from './link-list';
import { onlyConnection, type PendingLink } from './pending-link';

export interface PendingLinks extends LinkArrivals {
  /** Returns a link that isn't in use. Throws `link-gone`. */
  find(id: string): PendingLink;
  /**
   * Returns the ID of the connection to use the link with. Throws `bad-input` at `connectionId` when it was neither chosen nor unambiguous,
   * and `unknown-connection`.
   */
  connectionOf(link: PendingLink, requested: string | undefined): string;
  change(id: string, change: Partial<Pick<PendingLink, 'chosen' | 'kind' | 'connects'>>): void;
  /**
   * Runs `task` while no other caller can use the link. The link is removed when `task` reports that it is done, and stays pending in any
   * other case. `signal` is aborted when the link is dismissed in the meantime.
   */
  accept<T>(
    id: string,
    task: (link: PendingLink, signal: AbortSignal) => Promise<{ readonly value: T; readonly isDone: boolean }>,
  ): Promise<T>;
  dismiss(id: string): void;
  readonly publish: LinkList['publish'];
}

export interface PendingLinksDeps {
  readonly topic: Topic<LinkSummary[]>;
  readonly connections: Topic<Connection[]>;
  readonly newId: () => string;
}

/** Creates the pending links: none at first. */
export function createPendingLinks({ topic, connections, newId }: PendingLinksDeps): PendingLinks {
  const known = () => connections.get().value;
  const list = createLinkList(topic, known);
  const inUse = new Map<string, AbortController>();

  const find = (id: string): PendingLink => {
    const link = list.all().find((one) => one.id === id);
    if (link === undefined || inUse.has(id)) throw fail('link-gone');
    return link;
  };
  const remove = (id: string) => list.replace(list.all().filter((link) => link.id !== id));

  return {
    ...createLinkArrivals(list, known, newId),
    publish: list.publish,
    find,
    connectionOf(link, requested) {
      const found = requested ?? onlyConnection(link, known());
      if (found === null) throw fail('bad-input', { path: 'connectionId' });
      if (!known().some(({ id }) => id === found)) throw fail('unknown-connection');
      return found;
    },
    change(id, change) {
      list.replace(list.all().map((link) => (link.id === id ? { ...link, ...change } : link)));
    },
    async accept(id, task) {
      const link = find(id);
      const dismissed = new AbortController();
      inUse.set(id, dismissed);
      try {
        const { value, isDone } = await task(link, dismissed.signal);
        if (isDone) remove(id);
        return value;
      } finally {
        inUse.delete(id);
      }
    },
    dismiss(id) {
      inUse.get(id)?.abort();
      remove(id);
    },
  };
}
