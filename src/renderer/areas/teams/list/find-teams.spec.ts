import { describe, expect, it } from 'vitest';
import type { TeamOrder } from '#window/url-state.ts';
import { findTeams, sortTeams } from './find-teams';

const team = (id: string, display_name: string, created_at_millis: number) => ({ id, display_name, created_at_millis });
const teams = [
  team('a1', 'Weaver 10', 30),
  team('b2', 'weaver 9', 10),
  team('c3', '  ', 20),
  team('d4', 'Équipe', 40),
  team('e5', 'فريق الترجمة', 50),
  team('f6', '<b>Looms</b>', 60),
  team('g7', 'Zoe\u0301', 15),
];
const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id).join(' ');

describe('teams are found', () => {
  it.each<[what: string, query: string, found: string]>([
    ['all', '', 'a1 b2 c3 d4 e5 f6 g7'],
    ['by a part of the name', ' WEAV ', 'a1 b2'],
    ['by a name in another script', 'الترجمة', 'e5'],
    ['by a letter that is encoded otherwise', 'zoé', 'g7'],
    ['by text that looks like markup', '<b>', 'f6'],
    ['by the whole ID', 'C3', 'c3'],
    ['not by a part of the ID', '3', ''],
  ])('%s', (_what, query, found) => {
    expect(idsOf(findTeams(teams, query))).toBe(found);
  });
});

describe('teams are sorted', () => {
  it.each<[order: TeamOrder, sorted: string]>([
    ['newest', 'f6 e5 d4 a1 c3 g7 b2'],
    ['oldest', 'b2 g7 c3 a1 d4 e5 f6'],
    ['name', 'f6 d4 b2 a1 g7 e5 c3'],
    ['name-reversed', 'e5 g7 a1 b2 d4 f6 c3'],
  ])('by %s', (order, sorted) => {
    expect(idsOf(sortTeams(teams, order, 'en'))).toBe(sorted);
  });

  it('without changing the list', () => {
    const before = idsOf(teams);
    sortTeams(teams, 'name', 'en');
    expect(idsOf(teams)).toBe(before);
  });
});
