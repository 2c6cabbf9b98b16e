import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#data/query-client.ts';
import { teamsQuery } from '#data/teams.ts';
import { topicStores } from '#data/topics.ts';
import { prefetchScreen } from './prefetch-screen';

const { users, teams, viewState } = vi.hoisted(() => ({ users: vi.fn(), teams: vi.fn(), viewState: vi.fn() }));
vi.mock('#data/api.ts', async () => {
  const { withQuery } = await import('#data/service-query.ts');
  return {
    api: { viewState: { read: viewState } },
    service: { users: { list: users }, teams: { list: withQuery(teams, 'teams.list') }, permissions: {} },
    onPush: () => () => undefined,
    wire: { onReconnect: () => undefined },
  };
});

const page = { items: [], pagination: { next_cursor: null } };

/** The connections of the window: one with a key, one without, and one whose current account is impersonated. */
beforeEach(() => {
  queryClient.clear();
  users.mockReset().mockResolvedValue(page);
  teams.mockReset().mockResolvedValue({ items: [] });
  viewState.mockReset().mockResolvedValue({});
  const connection = (id: string, server: boolean) => ({ id, projectId: 'p', credentials: { server } });
  topicStores['connections.list'].setState({
    value: [connection('keyed', true), connection('keyless', false), connection('other', true)] as never,
  });
  topicStores['accounts.list'].setState({ value: [{ connectionId: 'other', current: true, impersonationId: 'i' }] as never });
});

const asked = () => users.mock.calls.map(([{ connectionId, query }]) => ({ connectionId, ...query }));
const common = { connectionId: 'keyed', limit: 100, order_by: 'signed_up_at' };

it.each([
  ['the newest', 'a', '', {}, { desc: true }],
  ['a search in a team', 'b', '?q=ada&team=t', {}, { desc: true, query: 'ada', team_id: 't' }],
  ['the direction of the address', 'c', '?desc=false', { 'users.desc': true }, { desc: false }],
  ['the direction in which the list was left', 'd', '', { 'users.desc': false }, { desc: false }],
  ['the usual direction instead of an odd one', 'e', '', { 'users.desc': 'down' }, { desc: true }],
])('reads %s of the users list once', async (_, connectionId, search, left, query) => {
  viewState.mockResolvedValue(left);
  topicStores['connections.list'].setState({ value: [{ id: connectionId, projectId: 'p', credentials: { server: true } }] as never });
  const arrival = { pathname: `/c/${connectionId}/users`, search };
  await Promise.all([prefetchScreen(arrival), prefetchScreen(arrival)]);
  expect(asked()).toEqual([{ ...common, connectionId, ...query }]);
});

it('reads the teams once, also if the screen comes after the response', async () => {
  await prefetchScreen({ pathname: '/c/keyed/teams', search: '' });
  const screen = new QueryObserver(queryClient, teamsQuery('keyed'));
  screen.subscribe(() => undefined)();
  expect([screen.getCurrentResult().data, teams.mock.calls.length]).toEqual([{ items: [] }, 1]);
});

it.each([
  ['a connection without a key', '/c/keyless/users'],
  ['a connection that isn’t there', '/c/gone/users'],
  ['an impersonated user, who doesn’t see the project', '/c/other/users'],
  ['a screen that isn’t a list', '/c/keyed/account/profile'],
  ['no screen', '/nowhere'],
])('sends nothing for %s', async (_, pathname) => {
  await prefetchScreen({ pathname, search: '' });
  expect(asked()).toEqual([]);
});

it('leaves what is in memory to the screen', async () => {
  await prefetchScreen({ pathname: '/c/keyed/users', search: '' });
  await prefetchScreen({ pathname: '/c/keyed/users', search: '?panel=u' });
  expect(asked()).toEqual([{ ...common, desc: true }]);
});

it('leaves a failure to the screen', async () => {
  users.mockRejectedValue(new Error('lost'));
  await expect(prefetchScreen({ pathname: '/c/keyed/users', search: '' })).resolves.toBeUndefined();
});
