import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onPush } from '../../api';
import { createRefresher } from '../../queries/cache/refresher';
import { isStaleAfter } from '../../queries/invalidation';

/** Reads again what any window has changed at the service. */
export function useWrites(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresher = createRefresher(client, performance.now.bind(performance), (millis, task) => void setTimeout(task, millis));
    return onPush('data.written', (write) => refresher.refresh(({ queryKey }) => isStaleAfter(queryKey, write)));
  }, [client]);
}
