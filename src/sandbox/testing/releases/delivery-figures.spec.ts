/** The figures of delivery (wire/later 4 and 5). */
import { beforeEach, describe, expect, test } from 'vitest';
import { advance, now, scene, sent, start } from '../outbox-scene';

beforeEach(() => start());

describe('the figures of delivery', () => {
  const info = async () =>
    (await scene.call('server', 'GET /emails/delivery-info')).json as { stats: unknown; capacity: Record<string, number> };

  test('count what was sent in an hour, a day, a week and a month', async () => {
    await sent();
    advance(2 * 3_600_000);
    await sent();
    const figures = (count: number) => ({ sent: count, bounced: 0, marked_as_spam: 0 });
    const { stats, capacity } = await info();
    expect(stats).toEqual({ hour: figures(1), day: figures(2), week: figures(2), month: figures(2) });
    expect(capacity).toEqual({
      rate_per_second: (200 + 8 / 720) / 3600,
      penalty_factor: 1,
      boost_multiplier: 1,
      is_boost_active: false,
      boost_expires_at: null,
    });
  });

  test('are boosted for four hours, once at a time', async () => {
    const boost = () => scene.call('server', 'POST /emails/capacity-boost', { body: {} });
    const before = (await info()).capacity.rate_per_second ?? 0;
    const expires_at = new Date(now() + 4 * 3_600_000).toISOString();
    expect((await boost()).json).toEqual({ expires_at });
    expect((await info()).capacity).toMatchObject({ rate_per_second: before * 4, is_boost_active: true, boost_expires_at: expires_at });
    const again = await boost();
    expect([again.status, again.known, again.details]).toEqual([409, 'EMAIL_CAPACITY_BOOST_ALREADY_ACTIVE', { expires_at }]);
    advance(4 * 3_600_000);
    expect((await boost()).status).toBe(200);
  });
});
