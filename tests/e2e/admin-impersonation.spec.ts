import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { interceptBridge } from '../gallery/replies';
import { expect, test } from '../support/browser/fixtures';
import { launchHost } from '../support/browser/launch';
import type { Screens } from '../support/browser/screens';
import { typeText } from '../support/browser/type-text';

const bar = (page: Page) => page.getByRole('region', { name: 'Current impersonation' });
const hostile = '<img src=x onerror=alert(1)> \u202Etxet desrever';

async function openAlan(page: Page, screens: Screens): Promise<void> {
  await screens.startSandbox();
  await typeText(screens.search, 'turing');
  await screens.userRow(/Turing/).click();
  await expect(screens.panel.getByRole('heading', { name: 'Alan Turing' })).toBeVisible();
  await expect(page).toHaveURL(/panel=/);
}

async function impersonate(page: Page, screens: Screens, reason: string): Promise<void> {
  await screens.panel.getByRole('button', { name: 'Impersonate' }).click();
  await screens.dialog.getByLabel('Reason').fill(reason);
  await screens.dialog.getByRole('button', { name: 'Start session' }).click();
  await expect(bar(page)).toContainText('Alan Turing');
}

test('impersonation shows its bar and tile, guards sign-in, hides admin, and ends', async ({ page, screens }) => {
  await openAlan(page, screens);
  await screens.panel.getByRole('button', { name: 'Impersonate' }).click();
  await screens.dialog.getByRole('radio', { name: 'Other' }).click();
  await screens.dialog.getByRole('button', { name: 'Start session' }).click();
  await expect(screens.dialog.getByText('Enter a reason')).toBeVisible();
  await expect(screens.dialog.getByText(/^Enter a number and a unit/)).toBeVisible();
  await screens.dialog.getByLabel('Other duration').fill('400 days');
  await expect(screens.dialog.getByText('At most 367 days', { exact: true })).toBeVisible();
  await screens.dialog.getByLabel('Other duration').fill('90 min');
  await screens.dialog.getByLabel('Reason').fill(hostile);
  await screens.dialog.getByRole('button', { name: 'Start session' }).click();

  await expect(bar(page)).toContainText('Alan Turing');
  await expect(bar(page)).toContainText('<img src=x');
  await expect(bar(page).getByRole('timer')).toHaveText(/^1:(29|30):\d\d$/);
  const navigation = page.getByRole('navigation', { name: 'Navigation' });
  await expect(navigation).toContainText('Hidden while you’re impersonating Alan Turing.');
  await expect(navigation.getByRole('link', { name: 'Users' })).toBeHidden();

  await navigation.getByRole('link', { name: 'Emails and sign-in' }).click();
  const methods = page.getByRole('main').getByRole('region', { name: 'Sign-in methods' });
  await expect(methods.getByText('Can’t be changed while impersonating', { exact: true }).first()).toBeVisible();
  const password = page.getByRole('main').getByRole('group', { name: 'Password' });
  await expect(password.getByRole('button')).toHaveAccessibleDescription('Can’t be changed while impersonating');
  await expect(page.getByRole('main').getByRole('button', { name: 'Add email' })).toHaveAccessibleDescription(
    'Can’t be changed while impersonating',
  );

  const tile = page.getByRole('button', { name: /^Alan Turing, impersonated in / });
  await expect(tile).toHaveAttribute('aria-current', 'true');
  await navigation.getByRole('button', { name: 'Return to your account' }).click();
  await expect(bar(page)).toBeHidden();
  await expect(navigation.getByRole('link', { name: 'Users' })).toBeVisible();
  await tile.click();
  await expect(bar(page)).toBeVisible();

  await bar(page).getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText('Impersonation of Alan Turing ended', { exact: true })).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await expect(tile).toBeHidden();
  await expect(page.getByRole('main').getByRole('heading', { name: 'Alan Turing' })).toBeVisible();
});

test('what outlives an impersonation is refused or warned of, and a verification link can be sent', async ({
  page,
  screens,
  environment,
}) => {
  await openAlan(page, screens);
  const userId = new URL(page.url().replace('#/', '')).searchParams.get('panel');
  const body = { user_id: userId, type: 'email', value: 'alan@bombe.example', used_for_auth: false };
  await environment.ask(page, 'service.contactChannels.create', { actor: 'project', connectionId: 'sandbox', body });
  await impersonate(page, screens, 'Ticket 4821');
  await screens.entry('Emails and sign-in').click();
  const main = page.getByRole('main');
  await expect(main.getByRole('switch', { name: 'Use alan@bombe.example for sign-in' })).toHaveAccessibleDescription(
    'Can’t be changed while impersonating',
  );
  await main.getByRole('button', { name: 'Actions for alan@bombe.example' }).click();
  await expect(page.getByRole('menuitem', { name: 'Remove email' })).toBeDisabled();
  await page.getByRole('menuitem', { name: 'Send verification email' }).click();
  await screens.dialog.getByRole('button', { name: 'Send verification email' }).click();
  await expect(page.getByText('Verification email sent to alan@bombe.example', { exact: true })).toBeVisible();

  await screens.entry('API keys').click();
  await main.getByRole('button', { name: 'Create API key' }).click();
  await expect(screens.dialog.getByText('This key stays valid after the impersonation')).toBeVisible();
});

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

test('an error below the edge of a dialog is scrolled into view', async ({ page, screens }) => {
  const bridge = await interceptBridge(page);
  await page.reload();
  await openAlan(page, screens);
  await page.setViewportSize({ width: 1000, height: 480 });
  await screens.panel.getByRole('button', { name: 'Impersonate' }).click();
  await screens.dialog.getByLabel('Reason').fill('Ticket 4821');
  bridge.set({ 'impersonations.start': { ok: false, error: { code: 'service-error', status: 503 } } });
  await page.keyboard.press('Enter');
  await expect(screens.dialog.getByText('Try again.')).toBeInViewport({ ratio: 1 });
  const error = await screens.dialog.getByRole('alert').boundingBox();
  const buttons = await screens.dialog.getByRole('button', { name: 'Start session' }).boundingBox();
  expect((error?.y ?? 0) + (error?.height ?? 0)).toBeLessThan(buttons?.y ?? 0);
});
