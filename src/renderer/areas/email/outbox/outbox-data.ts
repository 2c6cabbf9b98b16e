/** The outbox of a project (wire/later 5). */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OutboxEmail, OutboxEmailContent } from '#contract/service/models/outbox-models.ts';
import { service } from '#data/api.ts';
import { readKey } from '#data/service-query.ts';
import { useNow } from '#ui/data/relative-time.tsx';
import { filterQuery, isMoving, type OutboxFilter } from './outbox-states';

/** Emails of a page: each has its whole content, which the service sends along. */
const pageSize = '50';

/** Milliseconds between two reads while an email is about to change its state. */
const pollMillis = 10_000;

/** Returns the emails that a filter lets through, newest first, and reads them again while one of them is on its way. */
export function useOutbox(connectionId: string, filter: OutboxFilter) {
  // Draws the screen again every minute, when the time of an email may be near.
  const now = useNow();
  const input = { actor: 'project', connectionId } as const;
  const query = { ...filterQuery(filter), limit: pageSize };
  return useInfiniteQuery({
    queryKey: [...service.outbox.list.query({ ...input, query }).queryKey, 'pages'],
    queryFn: ({ pageParam }: { pageParam: string | null }) =>
      service.outbox.list({ ...input, query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    // All pages are read again, one after another. The window polls only while it is visible.
    refetchInterval: ({ state: { data } }) => {
      const isAnyMoving = data?.pages.some(({ items }) => items.some((email) => isMoving(email, now))) ?? false;
      return isAnyMoving && pollMillis * (data?.pages.length ?? 1);
    },
  });
}

function emailQuery(connectionId: string, id: string) {
  return service.outbox.read.query({ actor: 'project', connectionId, params: { id } });
}

/** Returns an email with its content, and reads it again while it is on its way. */
export function useOutboxEmail(connectionId: string, { id }: Pick<OutboxEmail, 'id'>) {
  const now = useNow();
  return useQuery({
    ...emailQuery(connectionId, id),
    refetchInterval: ({ state: { data } }) => data !== undefined && isMoving(data, now) && pollMillis,
  });
}

/** What an email can be changed by. */
export type OutboxChange = Parameters<typeof service.outbox.update>[0]['body'];

/** Returns functions that change an email, and that read it again, which both have it shown as it is then. */
export function useChangeOutboxEmail(connectionId: string, id: string) {
  const client = useQueryClient();
  const store = (email: OutboxEmailContent) => {
    client.setQueryData(emailQuery(connectionId, id).queryKey, email);
    return email;
  };
  return {
    change: async (body: OutboxChange) => store(await service.outbox.update({ actor: 'project', connectionId, params: { id }, body })),
    readAgain: async () => {
      const email = store(await service.outbox.read({ actor: 'project', connectionId, params: { id } }));
      void client.invalidateQueries({ queryKey: readKey('outbox.list', { connectionId }) });
      return email;
    },
  };
}

/** Reads an email as the service sends it, without what may be a secret. */
export function readRawOutboxEmail(connectionId: string, id: string): Promise<object> {
  return service.outbox.read({ actor: 'project', connectionId, params: { id }, raw: true });
}
