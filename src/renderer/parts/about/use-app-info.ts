import { useQuery } from '@tanstack/react-query';
import { api } from '#data/api.ts';
import { queryKeys } from '#data/keys.ts';

/** What is known about this copy of Latchkey, which doesn't change while it runs. */
export function useAppInfo() {
  return useQuery({ queryKey: queryKeys.appInfo(), queryFn: () => api.app.info({}) });
}
