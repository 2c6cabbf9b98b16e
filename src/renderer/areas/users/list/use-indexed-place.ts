import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { parseOrderText, toOrderText } from '#contract/query/order-text.ts';
import { isProblem, parseQueryText } from '#contract/query/query-parser.ts';
import { toQueryText } from '#contract/query/query-text.ts';
import type { UserOrder, UserQuery } from '#contract/query/user-query.ts';
import { isUuid } from '#contract/text/uuid.ts';
import { usersDirection } from '#data/user-pages.ts';
import { paths } from '#window/routes.ts';
import { usersPlace } from '#window/url-state.ts';
import { useChangeUrlState } from '#window/use-change-url-state.ts';
import { useViewState } from '#window/view-state.ts';
import { joined } from '../filters/filter-parts';

/** The list as the address describes it. */
export interface IndexedPlace {
  /** What was searched when typing last paused. */
  readonly search: string;
  readonly filter: UserQuery;
  /** Whether the address has a filter that can’t be read. */
  readonly isUnreadable: boolean;
  readonly order: UserOrder;
  /** The ID of the view that the list was opened with. */
  readonly viewId: string | undefined;
  readonly setSearch: (search: string) => void;
  readonly setFilter: (filter: UserQuery) => void;
  readonly setOrder: (order: UserOrder) => void;
  /** Shows what a view has, without a search. Null is the list without filters. */
  readonly open: (view: { readonly id: string; readonly query: UserQuery; readonly order: UserOrder } | null) => void;
}

/** Returns what the address says about the list of the index. What it says in the words of the service’s list, such as the team, counts too. */
export function useIndexedPlace(connectionId: string): IndexedPlace {
  const [search] = useSearchParams();
  const { q = '', team, filter, sort, desc, view } = usersPlace(search);
  const [leftDesc] = useViewState(usersDirection.key, usersDirection.initial, usersDirection.fits);
  const go = useChangeUrlState(usersPlace, (next) => paths.users(connectionId, next));
  const parsed = useMemo(() => parseFilter(filter, team), [filter, team]);
  const order = useMemo(
    () => (sort === undefined ? null : parseOrderText(sort)) ?? ({ by: 'signed-up', desc: desc ?? leftDesc } as const),
    [sort, desc, leftDesc],
  );
  return {
    search: q,
    ...parsed,
    order,
    viewId: view,
    setSearch: (next) => go({ q: next === '' ? undefined : next }, { replace: true }),
    setFilter: (next) => go({ filter: toQueryText(next) || undefined, team: undefined }, { replace: true }),
    setOrder: (next) => go({ sort: toOrderText(next), desc: undefined }, { replace: true }),
    open: (next) =>
      go({
        q: undefined,
        team: undefined,
        desc: undefined,
        view: next?.id,
        filter: next === null ? undefined : toQueryText(next.query) || undefined,
        sort: next === null ? undefined : toOrderText(next.order),
      }),
  };
}

function parseFilter(text: string | undefined, team: string | undefined): { filter: UserQuery; isUnreadable: boolean } {
  const parsed = parseQueryText(text ?? '');
  const isUnreadable = isProblem(parsed);
  const filter = isUnreadable ? joined([]) : parsed;
  if (team === undefined || !isUuid(team)) return { filter, isUnreadable };
  return { filter: joined([filter, { field: 'team', value: [team] }]), isUnreadable };
}
