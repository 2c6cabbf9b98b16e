import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/browser/fixtures';
import { bar, impersonate, openAlan } from '../support/browser/impersonation';
import { launchHost } from '../support/browser/launch';

test.describe('a killed host', () => {
  // The page may still load parts of itself, which it reports as errors.
  test.use({ expectedComplaints: /Unable to preload CSS|Failed to fetch dynamically imported module/ });

  test('after Latchkey was killed, the next start revokes the session', async ({ page, host, profile, screens }) => {
    await openAlan(page, screens);
    await impersonate(page, screens, 'Ticket 4821');
    const recorded = async () => JSON.parse(await readFile(join(profile, 'impersonations.json'), 'utf8')).data.impersonations;
    expect(await recorded()).toMatchObject([{ reason: 'Ticket 4821', state: 'active' }]);
    await expect(page.getByRole('main').getByText('Alan Turing', { exact: true })).toBeVisible();
    await host.kill();
    const next = await launchHost(profile);
    // A record is removed only when the service has revoked its session.
    await expect.poll(recorded, { timeout: 30_000 }).toEqual([]);
    await page.goto(next.url);
    await screens.openDemo();
    await screens.users.getByRole('row').nth(1).waitFor();
    await expect(bar(page)).toBeHidden();
    await next.stop();
  });
});

test('a plain session is created after a confirmation outside the page, and is listed', async ({
  page,
  screens,
  environment,
  userBrowser,
}) => {
  await openAlan(page, screens);
  await screens.panel.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Create session…' }).click();
  await expect(screens.dialog.getByRole('radio', { name: '1 year' })).toBeChecked();
  await screens.dialog.getByRole('button', { name: 'Create session' }).click();
  const confirming = await userBrowser.newPage();
  await confirming.goto(await environment.openedLink());
  await expect(confirming.getByRole('heading', { name: 'Create a session for this user?' })).toBeVisible();
  await expect(confirming.getByText('Alan Turing', { exact: false }).first()).toBeVisible();
  await confirming.getByRole('button', { name: 'Create session' }).click();
  await expect(screens.dialog.getByRole('heading', { name: 'Session created' })).toBeVisible();
  await expect(screens.dialog).toContainText('It can’t be shown again.');
  await screens.dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('button', { name: /impersonated in/ })).toBeHidden();
  await screens.panel.getByRole('tab', { name: 'Sessions' }).click();
  const created = screens.panel.getByRole('list', { name: 'Sessions created in Latchkey' });
  await expect(created.getByRole('listitem')).toContainText(['by Ada Lovelace']);
});
