import { expect, it, vi } from 'vitest';
import { resendInvitation } from '#areas/teams/invitations/data.ts';
import { fail } from '#contract/errors.ts';

function scene() {
  const order: string[] = [];
  const send = vi.fn(async () => void order.push('send'));
  const revokeOld = vi.fn(async () => void order.push('revoke'));
  return { order, send, revokeOld };
}

it('sends the new invitation before it revokes the old one', async () => {
  const { order, ...deps } = scene();
  expect(await resendInvitation(deps)).toEqual({ old: 'revoked' });
  expect(order).toEqual(['send', 'revoke']);
});

it('keeps the old invitation if the account may not revoke it', async () => {
  const { order, send } = scene();
  expect(await resendInvitation({ send, revokeOld: null })).toEqual({ old: 'kept' });
  expect(order).toEqual(['send']);
});

it('keeps the old invitation if the new one can’t be sent', async () => {
  const { send, revokeOld } = scene();
  send.mockRejectedValueOnce(fail('connection-lost'));
  await expect(resendInvitation({ send, revokeOld })).rejects.toMatchObject({ report: { code: 'connection-lost' } });
  expect(revokeOld).not.toHaveBeenCalled();
});

it('reports why the old invitation couldn’t be revoked', async () => {
  const { send, revokeOld } = scene();
  revokeOld.mockRejectedValueOnce(fail('service-error', { status: 500 }));
  expect(await resendInvitation({ send, revokeOld })).toEqual({ old: 'failed', report: { code: 'service-error', status: 500 } });
});
