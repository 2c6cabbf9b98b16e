import { expect, it } from 'vitest';
import { findMembers } from './members-tab';

const member = (id: string, display_name: string | null) => ({ team_id: 't', user_id: id, display_name, profile_image_url: null });
const members = [
  member('a1', 'Grace Hopper'),
  member('b2', 'Ада Лавлейс'),
  member('c3', null),
  member('d4', 'Zoe\u0301 Moreau'),
  member('me', 'Ada'),
];

it.each<[what: string, query: string, found: string[]]>([
  ['all, the own user first', '', ['me', 'a1', 'b2', 'c3', 'd4']],
  ['by a part of the name', 'HOPP', ['a1']],
  ['by a name in another script', 'лав', ['b2']],
  ['by a letter that is encoded otherwise', 'Zoé', ['d4']],
  ['by the whole ID', 'C3', ['c3']],
  ['not by a part of the ID', '3', []],
  ['the own user among those found', 'ad', ['me']],
  ['none', 'Margaret', []],
])('finds %s', (_what, query, found) => {
  expect(findMembers(members, query, 'me').map(({ user_id: id }) => id)).toEqual(found);
});

it('keeps the order of joining while the own user is unknown', () => {
  expect(findMembers(members, '', null)).toEqual(members);
});
