import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import type { ErrorCode } from '#contract/error-codes.ts';
import { fail } from '#contract/errors.ts';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { body, good, inTurn, read, setUpSender, target, write } from '#tests/support/main/sender-scene.ts';
import { type Answer, reportOf } from '#tests/support/main/test-ports.ts';
import type { SendOptions, Target, TokenSource } from './send';

describe('a canceled call', () => {
  const asking = (answer: Answer, options: SendOptions = {}, own: Partial<Target> = {}, clock = createFakeClock()) => {
    const set = setUpSender(answer, clock);
    return { ...set, failing: reportOf(set.sender.send(read, options.session ? 'account' : 'none', { ...target, ...own }, {}, options)) };
  };
  const never: Answer = ({ signal }) =>
    new Promise((_resolve, reject) => {
      if (signal?.aborted) reject(fail('cancelled'));
      signal?.addEventListener('abort', () => reject(fail('cancelled')));
    });

  test('is cancelled while it is under way', async () => {
    const controller = new AbortController();
    const { failing, transport } = asking(never, { signal: controller.signal });
    await settle();
    controller.abort();
    expect(await failing).toEqual({ code: 'cancelled' });
    expect(transport.requests).toHaveLength(1);
  });

  test('is cancelled while it waits for another try', async () => {
    const controller = new AbortController();
    const { failing, clock, transport } = asking(inTurn('connection-lost'), { signal: controller.signal });
    await settle();
    expect(clock.waiting).toBe(1);
    controller.abort();
    expect(await failing).toEqual({ code: 'cancelled' });
    expect([clock.waiting, transport.requests.length]).toEqual([0, 1]);
  });

  test('is cancelled while it waits for tokens', async () => {
    const controller = new AbortController();
    const session: TokenSource = { tokens: () => new Promise(() => undefined), refuse: () => undefined };
    const { failing, transport } = asking(() => good, { signal: controller.signal, session });
    await settle();
    controller.abort();
    expect(await failing).toEqual({ code: 'cancelled' });
    expect(transport.requests).toEqual([]);
  });

  test('is cancelled while it reads a key, and then reads no tokens', async () => {
    const controller = new AbortController();
    const tokens = vi.fn(async () => ({ access: 'a', refresh: 'r' }));
    let give = (_key: string) => {};
    const keys = { client: () => new Promise<string>((resolve) => (give = resolve)) };
    const session: TokenSource = { tokens, refuse: () => undefined };
    const { failing, transport } = asking(() => good, { signal: controller.signal, session }, { keys });
    await settle();
    controller.abort();
    expect(await failing).toEqual({ code: 'cancelled' });
    give('pck_a');
    await settle();
    expect([tokens.mock.calls.length, transport.requests.length]).toEqual([0, 0]);
  });

  test.each([
    { what: 'under way', answer: never },
    { what: 'waiting for another try', answer: inTurn('connection-lost') },
  ])('ends with `sandbox-stopped` when the sandbox goes while it is $what', async ({ answer }) => {
    const stopped = new AbortController();
    const { failing, clock } = asking(answer, {}, { stopped: stopped.signal });
    await settle();
    stopped.abort();
    expect(await failing).toEqual({ code: 'sandbox-stopped' });
    expect(clock.waiting).toBe(0);
  });

  test.each([
    { how: 'succeeds', answer: () => good },
    { how: 'fails', answer: inTurn('bad-response') },
  ])('that $how leaves no listener at the sandbox', async ({ answer }) => {
    const stopped = new AbortController();
    const { failing } = asking(answer, { signal: new AbortController().signal }, { stopped: stopped.signal });
    await failing.catch(() => undefined);
    expect(getEventListeners(stopped.signal, 'abort')).toEqual([]);
  });

  test('that was canceled before reads no key', async () => {
    const client = vi.fn(async () => 'pck_a');
    const { failing } = asking(() => good, { signal: AbortSignal.abort() }, { keys: { client } });
    expect(await failing).toEqual({ code: 'cancelled' });
    expect(client).not.toHaveBeenCalled();
  });

  test('ends with `sandbox-stopped` when the sandbox was stopped before', async () => {
    expect(await asking(never, {}, { stopped: AbortSignal.abort() }).failing).toEqual({ code: 'sandbox-stopped' });
  });

  test.each<ErrorCode>(['connection-lost', 'unreachable'])(
    '%s of a call that is not repeated waits for the news that the sandbox is stopped',
    async (code) => {
      const stopped = new AbortController();
      const { sender, clock } = setUpSender(inTurn(code), createFakeClock());
      const failing = reportOf(sender.send(write, 'none', { ...target, stopped: stopped.signal }, { body }));
      await settle();
      await clock.advance(2_000);
      stopped.abort();
      expect(await failing).toEqual({ code: 'sandbox-stopped' });
      const other = reportOf(sender.send(write, 'none', { ...target, stopped: new AbortController().signal }, { body }));
      await settle();
      await clock.advance(3_000);
      expect(await other).toEqual({ code });
    },
  );
});
