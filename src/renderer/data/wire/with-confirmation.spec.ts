import { describe, expect, it, vi } from 'vitest';
import type { Confirmation } from '#contract/bridge/safety.ts';
import type { Reply } from '#contract/errors.ts';
import { withConfirmation } from './decorators';

const confirmation: Confirmation = { id: 'q', kind: 'type', name: 'Engines', endpoint: 'users.delete', effect: 'destroy', presence: null };
const asked: Reply = { ok: false, error: { code: 'confirmation-required', confirmation } };
const done: Reply = { ok: true, value: 1 };

function setUp(replies: Reply[], says: boolean) {
  const call = vi.fn(async () => replies.shift() ?? asked);
  const ask = vi.fn(async () => says);
  return { call, ask, wire: withConfirmation({ call, on: () => () => undefined }, ask) };
}

describe('a call', () => {
  it('is sent once if no confirmation is required', async () => {
    const { wire, call, ask } = setUp([done], true);
    expect(await wire.call('service.users.list', { connectionId: 'c' })).toEqual(done);
    expect([call.mock.calls.length, ask.mock.calls.length]).toEqual([1, 0]);
  });

  it('is repeated unchanged after the user confirms', async () => {
    const { wire, call, ask } = setUp([asked, done], true);
    const input = { connectionId: 'c', body: { x: 1 } };
    expect(await wire.call('service.users.delete', input)).toEqual(done);
    expect(call.mock.calls).toEqual([
      ['service.users.delete', input],
      ['service.users.delete', input],
    ]);
    expect(ask.mock.calls).toEqual([[confirmation, 'c', null]]);
  });

  it.each([
    ['service.users.delete', { connectionId: 'c', id: 'u' }, 'c'],
    ['connections.edit', { id: 'c', change: {} }, 'c'],
    ['secrets.reveal', { id: 'r' }, null],
    ['connections.exportAll', {}, null],
    ['connections.remove', { id: 1 }, null],
    ['connections.remove', null, null],
  ])('%s asks about its connection: %j', async (name, input, connectionId) => {
    const { wire, ask } = setUp([asked], false);
    await wire.call(name, input);
    expect(ask.mock.calls).toEqual([[confirmation, connectionId, null]]);
  });

  it('asks about the job that it starts', async () => {
    const { wire, ask } = setUp([asked], false);
    await wire.call('jobs.start', { id: 'j', hash: 'h' });
    expect(ask.mock.calls).toEqual([[confirmation, null, 'j']]);
  });

  it('is cancelled if the user doesn’t confirm', async () => {
    const { wire, call } = setUp([asked, done], false);
    expect(await wire.call('service.users.delete', null)).toEqual({ ok: false, error: { code: 'cancelled' } });
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('keeps any other failure, and is not repeated endlessly if confirmation is required again', async () => {
    const failed: Reply = { ok: false, error: { code: 'read-only-connection' } };
    expect(await setUp([failed], true).wire.call('x', {})).toEqual(failed);
    expect(await setUp([asked, asked], true).wire.call('x', {})).toEqual(asked);
  });
});
