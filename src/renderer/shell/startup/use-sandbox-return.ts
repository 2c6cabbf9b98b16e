import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSandbox } from '../../stores/sandbox';

/** Asks again what failed while the sandbox was away, each time it has come. */
export function useSandboxReturn(): void {
  const client = useQueryClient();
  const sandbox = useSandbox();
  const url = sandbox.state === 'running' ? sandbox.url : null;
  useEffect(() => {
    if (url !== null) void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [client, url]);
}
