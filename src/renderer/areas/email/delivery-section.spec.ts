import { expect, it } from 'vitest';
import type { DeliveryFigures } from '#contract/service/models/outbox-models.ts';
import { boostEndOf, emailsPerHour, penaltyOf } from './delivery-section';

const none = { sent: 0, bounced: 0, marked_as_spam: 0 };
const figures = (capacity: Partial<DeliveryFigures['capacity']>): DeliveryFigures => ({
  stats: { hour: none, day: none, week: none, month: none },
  capacity: { rate_per_second: 200 / 3600, penalty_factor: 1, is_boost_active: undefined, boost_expires_at: undefined, ...capacity },
});

it('the capacity is that of an hour', () => {
  expect(emailsPerHour(figures({}))).toBe(200);
});

it.each([
  [1, null],
  [0.25, 0.25],
  [-1, 0],
])('a factor of %j leaves %j', (penalty_factor, expected) => {
  expect(penaltyOf(figures({ penalty_factor }))).toBe(expected);
});

it.each([
  [{}, null],
  [{ is_boost_active: false, boost_expires_at: '2026-11-28T10:00:00.000Z' }, null],
  [{ is_boost_active: true, boost_expires_at: '2026-11-28T10:00:00.000Z' }, Date.UTC(2026, 10, 28, 10)],
  [{ is_boost_active: true, boost_expires_at: null }, undefined],
])('a boost of %j ends at %j', (capacity, expected) => {
  expect(boostEndOf(figures(capacity))).toBe(expected);
});
