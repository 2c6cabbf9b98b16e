import { describe, expect, test, vi } from 'vitest';
import type { SignInStep } from '#contract/bridge/sign-in.ts';
import { fail } from '#contract/errors.ts';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { type BrowserPlan, browserFlowMillis, createBrowserFlows } from './browser-flows';
import { createFlows } from './flows';

const done: SignInStep = { step: 'signed-in', accountId: 'a', user: null, isNewUser: false, upgraded: false, goTo: null };
const of = { connectionId: 'c', windowId: 'w' };

function setUp(openUrl: (url: string) => Promise<void> = async () => undefined, hasClipboard = true) {
  const clock = createFakeClock();
  const [opened, copied] = [vi.fn(openUrl), vi.fn(async (_text: string) => undefined)];
  const flows = createFlows(
    clock,
    () => 'flow',
    () => 'x',
  );
  const browser = createBrowserFlows({
    flows,
    clock,
    openUrl: opened,
    copier: hasClipboard ? { copy: copied } : null,
    goAddress: async (url) => `http://localhost:47810/latchkey/go/${url.length}`,
  });
  let settleWith: (step: Promise<SignInStep>) => void = () => undefined;
  const giveUp = vi.fn();
  const seen: AbortSignal[] = [];
  const begin = (own: Partial<BrowserPlan> = {}) =>
    browser.begin(of, {
      purpose: 'provider',
      provider: 'github',
      trust: 'trusted',
      url: 'https://x.test/authorize?client_secret=pck_1',
      giveUp,
      outcome: (signal) => {
        seen.push(signal);
        return new Promise((resolve) => {
          settleWith = resolve as typeof settleWith;
        });
      },
      ...own,
    });
  return { clock, opened, copied, browser, begin, giveUp, seen, answer: (step: Promise<SignInStep>) => settleWith(step) };
}

describe('a flow in the browser', () => {
  test('opens it, keeps the URL from the window, and waits', async () => {
    const { begin, opened, browser, answer, clock } = setUp();
    const step = await begin();
    const until = clock.now() + browserFlowMillis;
    expect(step).toEqual({
      step: 'browser',
      flowId: 'flow',
      purpose: 'provider',
      provider: 'github',
      trust: 'trusted',
      until,
      isOpen: true,
    });
    expect(opened).toHaveBeenCalledOnce();
    const waiting = Promise.all([browser.wait('flow', 'w'), browser.wait('flow', 'w')]);
    answer(Promise.resolve(done));
    expect(await waiting).toEqual([done, done]);
    expect([await reportOf(browser.wait('flow', 'w')), clock.waiting]).toEqual([{ code: 'flow-over' }, 0]);
  });

  test('reports its failure to every caller, also later', async () => {
    const { begin, browser, answer } = setUp();
    await begin();
    answer(Promise.reject(fail('rate-limited')));
    expect(await reportOf(browser.wait('flow', 'w'))).toEqual({ code: 'rate-limited' });
    expect(await reportOf(browser.wait('flow', 'w'))).toEqual({ code: 'rate-limited' });
  });

  test('opens the URL again and copies it for its own window only', async () => {
    const { begin, browser, opened, copied } = setUp();
    await begin();
    await browser.openAgain('flow', 'w');
    expect(await browser.copyLink('flow', 'w')).toBeNull();
    expect(opened).toHaveBeenCalledTimes(2);
    expect(copied).toHaveBeenCalledWith('https://x.test/authorize?client_secret=pck_1');
    for (const asking of [browser.wait('flow', 'v'), browser.openAgain('flow', 'v'), browser.copyLink('flow', 'v')]) {
      expect(await reportOf(asking)).toEqual({ code: 'flow-over' });
    }
    browser.cancel('flow', 'v');
    await browser.openAgain('flow', 'w');
  });

  test('ends when canceled, together with its background work', async () => {
    const { begin, browser, giveUp, seen, clock } = setUp();
    await begin();
    const waiting = reportOf(browser.wait('flow', 'w'));
    browser.cancel('flow', 'w');
    expect([await waiting, seen[0]?.aborted, giveUp.mock.calls.length]).toEqual([{ code: 'flow-over' }, true, 1]);
    await settle();
    expect(clock.waiting).toBe(0);
  });

  test('expires, and keeps the state for a later callback', async () => {
    const { begin, browser, giveUp, seen, clock } = setUp();
    await begin({ life: 65_000 });
    const waiting = reportOf(browser.wait('flow', 'w'));
    await clock.advance(64_999);
    expect(seen[0]?.aborted).toBe(false);
    await clock.advance(1);
    expect([await waiting, seen[0]?.aborted, giveUp.mock.calls.length]).toEqual([{ code: 'flow-over' }, true, 0]);
  });

  test('gives a window without the host’s clipboard a link, which doesn’t contain the address', async () => {
    const { begin, browser, copied } = setUp(undefined, false);
    await begin();
    expect(await browser.copyLink('flow', 'w')).toBe('http://localhost:47810/latchkey/go/44');
    expect(await reportOf(browser.copyLink('flow', 'v'))).toEqual({ code: 'flow-over' });
    expect(copied).not.toHaveBeenCalled();
  });

  test('also waits when no browser opens, for one that the user opens', async () => {
    const { begin, browser, answer, giveUp } = setUp(async () => {
      throw fail('browser-not-opened');
    });
    expect(await begin()).toMatchObject({ flowId: 'flow', isOpen: false });
    expect(await reportOf(browser.openAgain('flow', 'w'))).toEqual({ code: 'browser-not-opened' });
    await browser.copyLink('flow', 'w');
    answer(Promise.resolve(done));
    expect([await browser.wait('flow', 'w'), giveUp.mock.calls.length]).toEqual([done, 0]);
  });

  test('ends at once when opening fails in another way', async () => {
    const { begin, browser, giveUp, seen } = setUp(async () => {
      throw fail('internal');
    });
    expect(await reportOf(begin())).toEqual({ code: 'internal' });
    expect([seen[0]?.aborted, giveUp.mock.calls.length]).toEqual([true, 1]);
    expect(await reportOf(browser.wait('flow', 'w'))).toEqual({ code: 'flow-over' });
  });
});
