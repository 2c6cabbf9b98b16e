import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterRestart } from '../support/browser/after-restart';
import { expect, test } from '../support/browser/fixtures';
import { launchHost } from '../support/browser/launch';
import { typeText } from '../support/browser/type-text';

test('a newcomer reaches the demo project’s users and finds everything again after a restart', async ({ page, host, screens, profile }) => {
  await expect(page.getByRole('heading', { name: 'Latchkey' })).toBeVisible();
  await screens.startSandbox();
  await expect(page).toHaveTitle(/Users · Analytical Engines/);
  await screens
    .userRow(/Ada Lovelace/)
    .or(screens.users.getByRole('row').nth(1))
    .first()
    .waitFor();

  await typeText(screens.search, 'turing');
  await screens.userRow(/Alan Turing/).click();
  await screens.renameUser('Alan M. Turing');
  await expect(screens.userRow(/Alan M\. Turing/)).toBeVisible();

  await afterRestart({ page, host, profile }, async (found) => {
    await found.page
      .getByRole('navigation', { name: 'Connections' })
      .getByRole('link', { name: /Analytical Engines/ })
      .click();
    await found.entry('Users').click();
    await typeText(found.search, 'turing');
    await expect(found.userRow(/Alan M\. Turing/)).toBeVisible();
  });
});

test.describe('with broken files in the profile', () => {
  test.use({
    host: async ({ profile }, use) => {
      await writeFile(join(profile, 'connections.json'), '{"format":"latchkey/connections","version":1,"data":[{"id"');
      await writeFile(join(profile, 'settings.json'), '{"someone":"else"}');
      const host = await launchHost(profile);
      await use(host);
      await host.stop();
    },
  });

  test('the app starts, says so, and keeps them', async ({ page, screens, profile }) => {
    await expect(page.getByRole('button', { name: 'Start sandbox' })).toBeEnabled();
    await page.getByRole('button', { name: /messages$/ }).click();
    const messages = page.getByRole('dialog', { name: /messages$/ }).getByRole('listitem');
    await expect(
      messages.filter({ hasText: /connections\.json couldn’t be read, so it was copied to connections\.json\.broken-\d+/ }),
    ).toBeVisible();
    await expect(messages.filter({ hasText: /settings\.json couldn’t be read/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await screens.startSandbox();
    expect(await readFile(join(profile, 'connections.json'), 'utf8')).toContain('"sandbox"');
  });
});
