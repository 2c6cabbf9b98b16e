/** Erases what this computer has of a user: in local indexes, in entries of the journal with their snapshots and jobs, and among recent items. */
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { forgetRecentItem } from '#window/recent-items.ts';

/** Returns a function that resolves to the number of the journal's entries of which something was erased. */
export function useEraseUser(connectionId: string, { id, primary_email }: Pick<ServerUser, 'id' | 'primary_email'>): () => Promise<number> {
  const hasJournal = useTopic('journal.state').state !== 'forbidden';
  return async () => {
    await api.localIndex.erase({ connectionId, userId: id });
    forgetRecentItem(connectionId, id);
    if (!hasJournal) return 0;
    return (await api.journal.erasePerson({ connectionId, userId: id, names: primary_email ? [primary_email] : [] })).erased;
  };
}
