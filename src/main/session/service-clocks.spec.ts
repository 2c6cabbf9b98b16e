import { describe, expect, test } from 'vitest';
import type { Notice } from '#contract/bridge/app.ts';
import type { ServiceClock } from '#contract/bridge/connections.ts';
import { createFakeClock, someDay } from '#tests/support/fake-clock.ts';
import { createNotices } from '../runtime/notices';
import { createTopic } from '../runtime/topics';
import { createClockReports, createServiceClocks } from './service-clocks';

const year = 365 * 86_400_000;

function setUp() {
  const clock = createFakeClock();
  const topic = createTopic<ServiceClock[]>('connections.clocks', [], () => undefined);
  const clocks = createServiceClocks({ clock, topic });
  const observe = (millis: number, id = 'c') => clocks.of(id).observe(new Date(millis).toUTCString());
  return { clock, clocks, observe, published: () => topic.get().value, revision: () => topic.get().revision };
}

describe('the clock of a service', () => {
  test.each([
    { what: 'three years ahead', ahead: 3 * year },
    { what: 'three years behind', ahead: -3 * year },
    { what: 'a minute ahead', ahead: 60_000 },
    { what: 'a minute behind', ahead: -60_000 },
  ])('that is $what is published, and is the time of the service', ({ ahead }) => {
    const { clocks, observe, published } = setUp();
    observe(someDay + ahead);
    expect(published()).toEqual([{ connectionId: 'c', aheadMillis: ahead }]);
    expect(clocks.of('c').now()).toBe(someDay + ahead);
  });

  test.each([0, 1_000, -1_000, 4_999])('that differs by %i ms only is not', (ahead) => {
    const { observe, published } = setUp();
    observe(someDay + ahead);
    expect(published()).toEqual([]);
  });

  test('is published once, and again when either clock is set', async () => {
    const { clock, observe, published, revision } = setUp();
    observe(someDay + year);
    const first = revision();
    await clock.advance(30_000);
    observe(someDay + year + 31_000);
    expect(revision()).toBe(first);
    clock.setDate(someDay + year + 30_000);
    observe(someDay + year + 30_000);
    expect(published()).toEqual([]);
    observe(someDay + 2 * year);
    expect(published()).toHaveLength(1);
  });

  test('is one of each connection, and goes with it', () => {
    const { clocks, observe, published } = setUp();
    observe(someDay + year);
    observe(someDay - year, 'other');
    clocks.forget('c');
    expect(published()).toEqual([{ connectionId: 'other', aheadMillis: -year }]);
  });

  test('is not changed by a date that can’t be read', () => {
    const { clocks, published } = setUp();
    clocks.of('c').observe('tomorrow');
    expect([published(), clocks.of('c').now()]).toEqual([[], someDay]);
  });
});

describe('a difference', () => {
  const place = { baseUrl: 'https://api.example', projectId: 'p', group: null };
  const shop = { id: 'c', kind: 'project', name: 'Shop', ...place } as const;
  const sandbox = { id: 's', kind: 'sandbox', name: 'Sandbox', ...place } as const;

  function reports() {
    let number = 0;
    const topic = createTopic<Notice[]>('app.notices', [], () => undefined);
    const notices = createNotices(topic, () => `n${++number}`);
    const report = createClockReports({ notices, connections: () => [shop, sandbox] });
    return { report, notices, shown: () => topic.get().value };
  }

  test.each([
    { aheadMillis: 3 * year, shown: { kind: 'clock-behind', connection: 'Shop', differenceMillis: 3 * year } },
    { aheadMillis: -3 * year, shown: { kind: 'clock-ahead', connection: 'Shop', differenceMillis: 3 * year } },
    { aheadMillis: 121_000, shown: { kind: 'clock-behind', connection: 'Shop', differenceMillis: 121_000 } },
  ])('of $aheadMillis ms is said', ({ aheadMillis, shown: notice }) => {
    const { report, shown } = reports();
    report([{ connectionId: 'c', aheadMillis }]);
    expect(shown()).toMatchObject([notice]);
  });

  test.each([120_000, -120_000, 6_000])('of %i ms is not', (aheadMillis) => {
    const { report, shown } = reports();
    report([{ connectionId: 'c', aheadMillis }]);
    expect(shown()).toEqual([]);
  });

  test('is reported once for a connection, also after it was dismissed, and not for the sandbox or an unknown connection', () => {
    const { report, notices, shown } = reports();
    const clocks = ['c', 's', 'gone'].map((connectionId) => ({ connectionId, aheadMillis: year }));
    report(clocks);
    expect(shown()).toHaveLength(1);
    notices.dismiss(shown()[0]?.id ?? '');
    report(clocks);
    expect(shown()).toEqual([]);
  });
});
