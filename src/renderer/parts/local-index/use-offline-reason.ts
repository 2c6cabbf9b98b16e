import { isUsable, useIndexState } from '#data/local-index.ts';
import { useConnection, useTopic } from '#data/topics.ts';
import { timeNear } from '#lib/intl/days.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useNow } from '#ui/data/relative-time.tsx';
import { useOutages } from '#window/outages.ts';

/** Returns why what is read from the index can’t be edited: the service can’t be reached. Undefined if it can, or without an index. */
export function useOfflineReason(connectionId: string): string | undefined {
  const messages = useMessages();
  const index = useIndexState(connectionId);
  const isStopped = useTopic('sandbox.state').state !== 'running';
  const isSandbox = useConnection(connectionId)?.kind === 'sandbox';
  const isOut = useOutages((state) => state.outages.has(connectionId)) || (isSandbox && isStopped);
  const now = useNow();
  if (!isOut || !isUsable(index) || index.asOfMillis === null) return undefined;
  return messages.t('index.offline.reason', { time: timeNear(index.asOfMillis, now, messages.locale) });
}
