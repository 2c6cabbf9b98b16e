import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAgain } from '../../queries/cache/read-again';
import { connectionsStore } from '../../stores/connections';

/** Reads a connection's data again when its service turns out to have other features than those it was read with. */
export function useDetectedRelease(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      connectionsStore.subscribe(({ value }, { value: before }) => {
        if (value !== before) readAgain(client, before ?? [], value ?? []);
      }),
    [client],
  );
}
