import { expect, test } from 'vitest';
import { findPersonal } from './find-personal';

function foundIn(value: unknown): string[] {
  const found: string[] = [];
  findPersonal(value, (text) => found.push(text));
  return found;
}

test.each([
  [
    'users',
    { items: [{ id: '1', primary_email: 'a@x.io', display_name: 'Ada', selected_team: { id: '2', display_name: 'Engines' } }] },
    ['Ada'],
  ],
  ['members', [{ user_id: '1', display_name: 'Ada', profile_image_url: null }], ['Ada']],
  ['accounts of this app', { revision: 1, value: [{ userId: '1', displayName: 'Ada', primaryEmail: null }] }, ['Ada']],
  [
    'sessions',
    { last_used_at_end_user_ip_info: { ip: '1.2.3.4', cityName: 'Zürich', regionCode: 'ZH', countryCode: 'CH' } },
    ['Zürich', 'Switzerland', 'Zürich, Switzerland', 'Schweiz', 'Zürich, Schweiz', 'スイス', 'Zürich（スイス）'],
  ],
  ['provider accounts', { oauth_providers: [{ id: 'github', account_id: 'ada-l', email: null }] }, ['ada-l']],
  ['impersonations', { userId: '1', displayName: 'Ada', by: 'Grace' }, ['Ada', 'Grace']],
  ['metrics', { users_by_country: { DE: 3, FR: 1 } }, ['Germany', 'France', 'Deutschland', 'Frankreich', 'ドイツ', 'フランス']],
  ['what the watch found', { findings: [{ kind: 'new-country', country: 'JP' }] }, ['Japan', 'Japan', '日本']],
  [
    'an opened project',
    { credentials: { client: false, owner: { kind: 'owner', internalConnectionId: 'c', userId: '1', name: 'Grace' } } },
    ['Grace'],
  ],
  ['an opened project whose owner is unknown', { owner: { kind: 'owner', internalConnectionId: 'c', userId: null, name: null } }, []],
  ['recipients', { to: ['Ada L <ada@x.io>', '"Hopper, Grace" <g@x.io>', 'x@y.io', '<x@y.io>', 7] }, ['Ada L', 'Hopper, Grace']],
  ['connections', { id: 'c', kind: 'project', name: 'Engines' }, []],
  ['teams', { id: '1', display_name: 'Engines', client_metadata: {} }, []],
  ['projects', { id: '1', display_name: 'Analytical', config: {} }, []],
  ['nothing', null, []],
  ['an odd name', { user_id: '1', display_name: 7 }, []],
])('in %s', (_what, value, expected) => {
  expect(foundIn(value)).toEqual(expected);
});

test('stops at a depth', () => {
  let deep: unknown = { user_id: '1', display_name: 'Ada' };
  for (let level = 0; level < 100; level += 1) deep = { deep };
  expect(foundIn(deep)).toEqual([]);
});
