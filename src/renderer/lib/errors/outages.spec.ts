import { describe, expect, it, vi } from 'vitest';
import { Outages, type OutagesByConnection } from './outages';

/** Time that moves when a test says so. */
function createHandClock() {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    delay(run: () => void, millis: number) {
      const timer = { at: now + millis, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    timers: () => timers.size,
    async advance(millis: number) {
      const end = now + millis;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.run();
        await settle();
      }
      now = end;
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

function setUp(...failingNow: string[]) {
  const clock = createHandClock();
  const failing = new Set(failingNow);
  let shown: OutagesByConnection = new Map();
  const responds = vi.fn(async (_id: string) => false);
  const repeat = vi.fn(async (id: string): Promise<unknown> => failing.delete(id));
  const outages = new Outages({
    responds,
    repeat,
    failing: () => failing,
    onChange: (next) => {
      shown = next;
    },
    now: clock.now,
    // A delay as it is, neither shorter nor longer.
    random: () => 0.5,
    delay: clock.delay,
  });
  outages.update();
  return { outages, clock, failing, responds, repeat, shown: () => Object.fromEntries(shown) };
}

describe('a failing service', () => {
  it('is probed after 5, 10, 20, 40 and then every 60 seconds', async () => {
    const { clock, responds, shown } = setUp('c');
    let due = 0;
    for (const seconds of [5, 10, 20, 40, 60, 60, 60]) {
      due += seconds * 1000;
      expect(shown()).toEqual({ c: { phase: 'waiting', until: due } });
      const before = responds.mock.calls.length;
      await clock.advance(seconds * 1000 - 1);
      expect(responds).toHaveBeenCalledTimes(before);
      await clock.advance(1);
      expect(responds).toHaveBeenCalledTimes(before + 1);
    }
  });

  it('is not probed again once the failed queries succeed', async () => {
    const { clock, responds, repeat, shown } = setUp('c');
    responds.mockResolvedValue(true);
    await clock.advance(5_000);
    expect(repeat.mock.calls).toEqual([['c']]);
    expect([shown(), clock.timers()]).toEqual([{}, 0]);
  });

  it('waits longer if the failed queries fail again although the probe succeeds', async () => {
    const { clock, responds, repeat, shown } = setUp('c');
    responds.mockResolvedValue(true);
    repeat.mockResolvedValue(undefined);
    await clock.advance(5_000);
    expect(shown()).toEqual({ c: { phase: 'waiting', until: 15_000 } });
  });

  it('runs one probe at a time and repeats failed queries once, however often the screen changes', async () => {
    const { outages, clock, failing, responds, repeat, shown } = setUp('c');
    let end = () => {};
    responds.mockResolvedValue(true);
    repeat.mockImplementation(() => {
      // Under way again, what failed does not count as failed.
      failing.clear();
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    await clock.advance(5_000);
    for (let time = 0; time < 3; time += 1) outages.update();
    outages.tryNow('c');
    await clock.advance(100_000);
    expect([responds.mock.calls.length, repeat.mock.calls.length, shown()]).toEqual([1, 1, { c: { phase: 'trying' } }]);
    end();
    await settle();
    expect(shown()).toEqual({});
  });

  it('is forgotten if the failed queries succeed otherwise or lose their screen', async () => {
    const { outages, clock, failing, responds, shown } = setUp('c');
    failing.clear();
    outages.update();
    expect(shown()).toEqual({});
    await clock.advance(100_000);
    expect(responds).not.toHaveBeenCalled();
  });

  it('is forgotten during a probe as well, and can fail again', async () => {
    const { outages, clock, failing, responds, repeat, shown } = setUp('c');
    let answer = (_responds: boolean) => {};
    const answered = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    responds.mockReturnValueOnce(answered);
    await clock.advance(5_000);
    failing.clear();
    outages.update();
    failing.add('c');
    outages.update();
    answer(true);
    await settle();
    expect(repeat).not.toHaveBeenCalled();
    expect(shown()).toEqual({ c: { phase: 'waiting', until: 10_000 } });
  });

  it('counts as failing if the probe itself fails', async () => {
    const { clock, responds, repeat, shown } = setUp('c');
    responds.mockRejectedValue(new Error('bridge lost'));
    await clock.advance(5_000);
    expect(repeat).not.toHaveBeenCalled();
    expect(shown()).toEqual({ c: { phase: 'waiting', until: 15_000 } });
  });
});

it('waits separately for each connection', async () => {
  const { clock, failing, responds, shown } = setUp('a', 'b');
  responds.mockImplementation(async (id) => id === 'a');
  await clock.advance(5_000);
  expect(failing).toEqual(new Set(['b']));
  expect(shown()).toEqual({ b: { phase: 'waiting', until: 15_000 } });
});

describe('a hidden window', () => {
  it('makes no attempt, and makes those that are due when it is shown', async () => {
    const { outages, clock, responds } = setUp('c');
    outages.setShown(false);
    await clock.advance(1_000_000);
    expect(responds).not.toHaveBeenCalled();
    outages.setShown(true);
    await clock.advance(0);
    expect(responds).toHaveBeenCalledTimes(1);
  });

  it('waits for the remaining time if it is shown earlier', async () => {
    const { outages, clock, responds } = setUp('c');
    outages.setShown(false);
    await clock.advance(2_000);
    outages.setShown(true);
    await clock.advance(2_999);
    expect(responds).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(responds).toHaveBeenCalledTimes(1);
  });

  it('starts no timers for failures while it is hidden', async () => {
    const { outages, clock, failing } = setUp();
    outages.setShown(false);
    failing.add('c');
    outages.update();
    expect(clock.timers()).toBe(0);
  });
});

describe('the user', () => {
  it('can retry now', async () => {
    const { outages, responds, shown } = setUp('c');
    outages.tryNow('c');
    expect(shown()).toEqual({ c: { phase: 'trying' } });
    await settle();
    expect(responds).toHaveBeenCalledTimes(1);
  });

  it('can stop the attempts, also during one, until the failed queries have succeeded', async () => {
    const { outages, clock, failing, responds, repeat, shown } = setUp('c');
    responds.mockResolvedValue(true);
    outages.tryNow('c');
    outages.stop('c');
    await clock.advance(1_000_000);
    outages.update();
    expect([repeat.mock.calls.length, shown()]).toEqual([0, { c: { phase: 'stopped' } }]);
    failing.clear();
    outages.update();
    failing.add('c');
    outages.update();
    expect(shown()).toMatchObject({ c: { phase: 'waiting' } });
  });

  it('cannot stop or retry a service that does not fail', () => {
    const { outages, responds, shown } = setUp();
    outages.stop('c');
    outages.tryNow('c');
    expect([shown(), responds.mock.calls]).toEqual([{}, []]);
  });
});
