import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { service } from '#data/api.ts';
import { searchPattern } from '#lib/search.ts';

/** Milliseconds without a key after which the service is asked. */
const pauseMillis = 300;
const none: readonly ServerUser[] = [];

/** Returns the first users that the service finds, once typing has paused; none until it responds. */
export function useServiceUsers(query: string, connectionId: string | undefined): readonly ServerUser[] {
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setText(query), pauseMillis);
    return () => clearTimeout(timer);
  }, [query]);
  const isOn = connectionId !== undefined && text.length > 1 && text === query;
  const { data } = useQuery({
    ...service.users.list.query({
      actor: 'project',
      connectionId: connectionId ?? '',
      query: { limit: 6, order_by: 'signed_up_at', desc: true, query: searchPattern(text) },
    }),
    enabled: isOn,
  });
  return isOn ? (data?.items ?? none) : none;
}
