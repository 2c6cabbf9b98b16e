import { expect, it, vi } from 'vitest';
import { fail } from '../../contract/errors';
import type { ClientTeam } from '../../contract/service/models/models';
import { createOnce } from './create-once';

const team = (id: string, display_name: string): ClientTeam => ({
  id,
  display_name,
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
});
const old = team('old', 'Looms');
const made = team('new', 'Looms');

function scene() {
  const known = vi.fn(async () => [old]);
  const read = vi.fn(async (): Promise<ClientTeam[]> => [old]);
  const send = vi.fn(async (_team: { display_name: string }) => made);
  return { known, read, send, create: createOnce({ known, read, send }) };
}

it('sends once and reads nothing again when the response arrives', async () => {
  const { create, read, send } = scene();
  expect(await create({ display_name: 'Looms' })).toBe(made);
  expect([send.mock.calls.length, read.mock.calls.length]).toEqual([1, 0]);
});

it('returns the team whose creation succeeded although the response was lost', async () => {
  const { create, read, send } = scene();
  send.mockRejectedValueOnce(fail('connection-lost'));
  read.mockResolvedValueOnce([old, made]);
  expect(await create({ display_name: 'Looms' })).toBe(made);
});

it('finds it at the next attempt if the list couldn’t be read either, without sending again', async () => {
  const { create, read, send } = scene();
  send.mockRejectedValueOnce(fail('offline'));
  read.mockRejectedValueOnce(fail('offline')).mockResolvedValueOnce([old, made]);
  await expect(create({ display_name: 'Looms' })).rejects.toMatchObject({ report: { code: 'offline' } });
  expect(await create({ display_name: 'Looms' })).toBe(made);
  expect(send).toHaveBeenCalledTimes(1);
});

it('sends again if the lost request created nothing; an older team of the same name doesn’t count', async () => {
  const { create, send } = scene();
  send.mockRejectedValueOnce(fail('timed-out'));
  await expect(create({ display_name: 'Looms' })).rejects.toMatchObject({ report: { code: 'timed-out' } });
  expect(await create({ display_name: 'Looms' })).toBe(made);
  expect(send).toHaveBeenCalledTimes(2);
});

it('doesn’t look for a team after a refusal', async () => {
  const { create, read, send } = scene();
  send.mockRejectedValueOnce(fail('service-error', { status: 403 }));
  await expect(create({ display_name: 'Looms' })).rejects.toMatchObject({ report: { status: 403 } });
  expect(read).not.toHaveBeenCalled();
});
