import { expect, it } from 'vitest';
import { shownTeams } from './teams';

const teams = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `t${at}` }));
const ids = (count: number, openId: string | null) => shownTeams(teams(count), openId).map(({ id }) => id);

it.each<[what: string, count: number, openId: string | null, shown: string[]]>([
  ['none', 0, null, []],
  ['all of a few', 3, 't2', ['t0', 't1', 't2']],
  ['the first of many', 500, null, ['t0', 't1', 't2', 't3', 't4']],
  ['the open one of many', 500, 't321', ['t0', 't1', 't2', 't3', 't321']],
  ['the open one where it is among the first', 500, 't4', ['t0', 't1', 't2', 't3', 't4']],
  ['the first if the open one is no team of the account', 500, 'other', ['t0', 't1', 't2', 't3', 't4']],
])('shows %s', (_what, count, openId, shown) => {
  expect(ids(count, openId)).toEqual(shown);
});
