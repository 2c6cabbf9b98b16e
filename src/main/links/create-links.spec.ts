import { expect, test } from 'vitest';
import { createTranslator } from '#messages/translator.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import type { Notify } from '../ports/ports';
import { createLoginRequests } from './create-links';

function setUp(canNotify = true) {
  const clock = createFakeClock();
  const shown: string[] = [];
  const delivered: unknown[] = [];
  const clicks: Parameters<Notify>[1][] = [];
  const notify: Notify = ({ title, body }, onClick) => {
    shown.push(`${title}: ${body}`);
    clicks.push(onClick);
  };
  const arrive = createLoginRequests({
    notify: canNotify ? notify : null,
    translator: () => createTranslator('en'),
    windowCommands: { deliver: (command, windowId) => void delivered.push([command, windowId]) },
    clock,
  });
  return { arrive, shown, delivered, clicks, clock };
}

test('a program that asks to sign in is notified of, and a click opens its link', () => {
  const { arrive, shown, clicks, delivered } = setUp();
  arrive({ id: 'l1', kind: 'cli-auth-confirm' });
  expect(shown).toHaveLength(1);
  clicks[0]?.({ windowId: 'w' });
  expect(delivered).toEqual([[{ id: 'notices', linkId: 'l1' }, 'w']]);
});

test('other links, and a host without notifications, show none', () => {
  const [one, other] = [setUp(), setUp(false)];
  for (const kind of ['magic-link', 'screen', 'sign-out'] as const) one.arrive({ id: 'l1', kind });
  other.arrive({ id: 'l1', kind: 'cli-auth-confirm' });
  expect([one.shown, other.shown]).toEqual([[], []]);
});

test('a page that opens one link after another shows one notification in a while', async () => {
  const { arrive, shown, clock } = setUp();
  for (const id of ['l1', 'l2', 'l3']) arrive({ id, kind: 'cli-auth-confirm' });
  expect(shown).toHaveLength(1);
  await clock.advance(30_000);
  arrive({ id: 'l4', kind: 'cli-auth-confirm' });
  expect(shown).toHaveLength(2);
});
