import { beforeEach, expect, test, vi } from 'vitest';
import { forgetRecentItem, loadRecentItems, noteRecentItem, useRecentItems } from './recent-items';

const { read, write } = vi.hoisted(() => ({ read: vi.fn(), write: vi.fn() }));
vi.mock('./view-state', () => ({ readViewState: read, writeViewState: write }));

beforeEach(() => {
  useRecentItems.setState({ ids: [], isKnown: false });
  read.mockReset().mockResolvedValue({ 'recent-items': ['team c t', 'user c u', 'screen c k', 7] });
  write.mockReset();
});

test('what was opened before a restart follows what was opened since; nothing is written before that is known', async () => {
  noteRecentItem('view c v');
  expect(write).not.toHaveBeenCalled();
  await loadRecentItems();
  expect(useRecentItems.getState().ids).toEqual(['view c v', 'team c t', 'user c u']);
});

test('IDs of what can be named again are kept, and of those the latest eight', async () => {
  await loadRecentItems();
  for (const id of ['screen c 1', 'user c 2', 'user c 2', 'template c 3', 'permission c team $read']) noteRecentItem(id);
  expect(write).toHaveBeenLastCalledWith('app', 'recent-items', [
    'permission c team $read',
    'template c 3',
    'user c 2',
    'team c t',
    'user c u',
  ]);
  for (let at = 0; at < 9; at += 1) noteRecentItem(`user c many-${at}`);
  expect(useRecentItems.getState().ids).toHaveLength(8);
});

test.each([
  {
    what: 'user with their keys',
    ids: ['key d 3 user u abcd', 'key c 1 user u abcd', 'user c u', 'user d u'],
    id: 'u',
    kept: ['user d u', 'key d 3 user u abcd'],
  },
  { what: 'team with its keys', ids: ['key c 2 team t abcd', 'team c t', 'team c u'], id: 't', kept: ['team c u'] },
  { what: 'permission', ids: ['permission c team read', 'permission c team write'], id: 'read', kept: ['permission c team write'] },
  { what: 'template', ids: ['template c m', 'view c v'], id: 'm', kept: ['view c v'] },
])('a deleted $what is forgotten', async ({ ids, id, kept }) => {
  read.mockResolvedValue({});
  await loadRecentItems();
  for (const one of ids) noteRecentItem(one);
  forgetRecentItem('c', id);
  expect(useRecentItems.getState().ids).toEqual(kept);
  expect(write).toHaveBeenLastCalledWith('app', 'recent-items', kept);
});

test('nothing is written for a deletion of what was not opened', async () => {
  await loadRecentItems();
  forgetRecentItem('c', 'other');
  expect(write).not.toHaveBeenCalled();
});
