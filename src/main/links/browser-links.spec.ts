import { expect, test, vi } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { parseLink } from '../callback/parse-link';
import { createBrowserLinkHandler } from './browser-links';

function setUp(callback: 'finished' | 'failed' | 'known' | 'unknown' = 'finished') {
  const clock = createFakeClock();
  const focusWindow = vi.fn();
  const pendingLinks = { openFromSystem: vi.fn() };
  const notices = { add: vi.fn() };
  const oauth = { handleCallback: async () => callback, end: async () => 'unknown' as const };
  const handle = createBrowserLinkHandler({ oauth, pendingLinks, notices: notices as never, focusWindow, clock });
  const open = (text: string) => handle(parseLink(text, []), text);
  return { clock, focusWindow, pendingLinks, notices, open };
}

const callback = `http://localhost:8102/handler/oauth-callback?code=${'c'.repeat(64)}&state=${'s'.repeat(43)}`;

test('a link that no sign-in waits for brings the window to the front once in ten seconds, and is pending each time', async () => {
  const { clock, focusWindow, pendingLinks, open } = setUp();
  await open('http://localhost:8102/handler/sign-up');
  await open('http://localhost:8102/handler/sign-in');
  await clock.advance(9_999);
  await open('http://localhost:8102/handler/sign-up');
  expect([focusWindow.mock.calls.length, pendingLinks.openFromSystem.mock.calls.length]).toEqual([1, 3]);
  await clock.advance(1);
  await open('http://localhost:8102/handler/sign-up');
  expect(focusWindow).toHaveBeenCalledTimes(2);
});

test.each(['finished', 'failed'] as const)('a callback that a sign-in waited for and that %s always does', async (outcome) => {
  const { focusWindow, open } = setUp(outcome);
  await open('http://localhost:8102/handler/sign-up');
  await open(callback);
  expect(focusWindow).toHaveBeenCalledTimes(2);
});

test('a callback with an unknown state never does, and leaves a notice', async () => {
  const { focusWindow, notices, open } = setUp('unknown');
  expect(await open(callback)).toBe('ignored');
  expect(focusWindow).not.toHaveBeenCalled();
  expect(notices.add).toHaveBeenCalledWith({ kind: 'callback-ignored' });
});
