import { expect, test } from 'vitest';
import type { Write } from '#contract/bridge/data.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createWriteNotices } from './write-notices';

test('writes to one endpoint are told together, with the IDs of all that they deleted', async () => {
  const clock = createFakeClock();
  const told: Write[] = [];
  const notices = createWriteNotices(clock, (write) => told.push(write));
  const note = (endpoint: string, ...deletedIds: string[]) => notices.note({ endpoint, connectionId: 'c', deletedIds });
  note('users.delete', 'ada');
  note('users.update');
  note('users.delete', 'grace');
  await clock.advance(2_000);
  expect(told).toEqual([
    { endpoint: 'users.delete', connectionId: 'c', deletedIds: ['ada', 'grace'] },
    { endpoint: 'users.update', connectionId: 'c', deletedIds: [] },
  ]);
  note('users.delete', 'alan');
  notices.flush();
  expect(told[2]).toEqual({ endpoint: 'users.delete', connectionId: 'c', deletedIds: ['alan'] });
});
