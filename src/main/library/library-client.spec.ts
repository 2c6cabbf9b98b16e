import { expect, test } from 'vitest';
import { startLibraryInProcess } from '#tests/support/main/library-in-process.ts';
import { createLibraryClient } from './library-client';

test('once it has ended, each request is rejected, and starts no worker', async () => {
  let starts = 0;
  const client = createLibraryClient(() => {
    starts += 1;
    return startLibraryInProcess();
  });
  client.end();
  const key = 'ab'.repeat(32);
  await expect(client.openRecords({ path: '/nowhere/records.db', key, nowMillis: 0 })).rejects.toThrow('closed');
  await expect(client.open({ path: '/nowhere/index.db', key, subject: 's' })).rejects.toThrow('closed');
  await expect(client.records('/nowhere/records.db', { op: 'journal-end' })).rejects.toThrow('closed');
  await expect(client.delete('/nowhere/records.db')).rejects.toThrow('closed');
  expect(starts).toBe(0);
});
