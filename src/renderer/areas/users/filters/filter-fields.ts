/** The fields that users can be filtered by. */
import { useQueryClient } from '@tanstack/react-query';
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import { fixedMethods } from '#contract/query/query-text.ts';
import { oauthProviderIds } from '#contract/service/models/project-models.ts';
import { queryKeys } from '#data/keys.ts';
import { useConnection } from '#data/topics.ts';
import type { Field } from './condition-draft';

/** In the order of menus. */
const filterFields: readonly Field[] = [
  'method',
  'can-sign-in',
  'verified',
  'anonymous',
  'restricted',
  'signed-up',
  'last-active',
  'metadata',
  'team',
  'country',
  'text',
];

/** Returns the fields that users of a connection can be filtered by, in the order of menus. */
export function useFilterFields(connectionId: string): readonly Field[] {
  const hasCountries = useHasCountries(connectionId);
  return hasCountries ? filterFields : filterFields.filter((field) => field !== 'country');
}

interface ListedUser {
  readonly country_code?: string | null | undefined;
}

/**
 * Whether the release tells the country of users (2.8.78). No call detects it: the first user of each list that was read says so; until
 * one was, only releases that are known to be older don't.
 */
export function useHasCountries(connectionId: string): boolean {
  const client = useQueryClient();
  const isOlder = useConnection(connectionId)?.features?.['delivery-boost'] === false;
  const lists = client.getQueriesData<{ readonly items?: readonly ListedUser[] }>({ queryKey: queryKeys.users(connectionId) });
  return tellsCountries(
    lists.flatMap(([, data]) => data?.items?.[0] ?? []),
    isOlder,
  );
}

/** Whether users were read with their countries, or may be. A user without a country has `null`. */
export function tellsCountries(users: readonly ListedUser[], isOlder: boolean): boolean {
  return users.length === 0 ? !isOlder : users.some(({ country_code }) => country_code !== undefined);
}

/** Returns the sign-in methods that users can be filtered by, in the order of menus. Twitch came with providers as objects (wire/newer 2.3, 2.8.24). */
export function filterMethods(features: KnownFeatures | null | undefined): readonly string[] {
  const later = features?.['oauth-providers'] === true ? ['twitch'] : [];
  return [...[...oauthProviderIds, ...later].map((id) => `oauth:${id}`), ...fixedMethods];
}
