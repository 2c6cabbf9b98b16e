import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invalidateDetected } from '../../queries/cache/invalidate-detected';
import { connectionsStore } from '../../stores/connections';

/** Reads a connection's data again when its service turns out to have other features than those it was read with. */
export function useDetectedRelease(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      connectionsStore.subscribe(({ value }, { value: before }) => {
        if (value !== before) invalidateDetected(client, before ?? [], value ?? []);
      }),
    [client],
  );
}
