import { expect, onTestFinished, test } from 'vitest';
import { createTestPorts } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import '#messages/all-texts.ts';
import type { AppNotification } from '../ports/ports';
import { createDomains } from './domains';

async function setUp(preferred: readonly string[]) {
  const notifications: AppNotification[] = [];
  const notify = (notification: AppNotification) => void notifications.push(notification);
  const ports = createTestPorts(await temporaryFolder(), { preferredLanguages: () => preferred, notify });
  const { runtime, callback, watch } = await createDomains(ports);
  onTestFinished(() => callback.server.close());
  return {
    choose: (language: 'system' | 'ja') =>
      runtime.topics['settings.state'].set({ ...runtime.topics['settings.state'].get().value, language }),
    async page() {
      const text = await (await fetch(`${await callback.server.listenFor(1_000)}/latchkey/elsewhere`)).text();
      return [/<html lang="(\w+)">/.exec(text)?.[1], /<h1>(.*)<\/h1>/.exec(text)?.[1]];
    },
    async notification() {
      await watch.handlers.watch.sendTest({}, { windowId: 'w' });
      return notifications.at(-1)?.title;
    },
  };
}

test('notifications and callback pages are in the first preferred language that has texts', async () => {
  const { page, notification } = await setUp(['fr-FR', 'de-DE']);
  expect(await notification()).toBe('Benachrichtigungen von Latchkey funktionieren');
  expect(await page()).toEqual(['de', 'Seite nicht gefunden']);
});

test('they change to a language that is chosen', async () => {
  const { choose, page, notification } = await setUp(['fr-FR', 'de-DE']);
  choose('ja');
  expect(await notification()).toBe('Latchkeyの通知は正常に動作しています');
  expect(await page()).toEqual(['ja', 'ページが見つかりません']);
});
