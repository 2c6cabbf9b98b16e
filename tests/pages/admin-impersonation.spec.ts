/** Impersonating a user: the bar, what is refused in the meantime, and errors of the dialog. */
import { interceptBridge } from '../gallery/replies';
import { bar, impersonate, openAlan } from '../support/browser/impersonation';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const hostile = '<img src=x onerror=alert(1)> \u202Etxet desrever';

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

test('an impersonation that its time or another window ends is reported, where the account before is shown', async ({
  page,
  screens,
  environment,
}) => {
  const ended = page.getByText('Impersonation of Alan Turing ended', { exact: true });
  await openAlan(page, screens);
  await impersonate(page, screens, 'Ticket 4821');
  await environment.pass(16 * 60_000);
  await screens.entry('Sessions').click();
  await expect(ended).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await expect(screens.account(/Ada Lovelace/)).toBeVisible();

  await openAlan(page, screens);
  await expect(ended).toBeHidden();
  await impersonate(page, screens, 'Ticket 4822');
  const navigation = page.getByRole('navigation', { name: 'Navigation' });
  await navigation.getByRole('button', { name: 'Return to your account' }).click();
  await expect(bar(page)).toBeHidden();
  await page.getByRole('button', { name: /^Alan Turing, impersonated in / }).click();
  await expect(bar(page)).toBeVisible();
  await expect(ended).toBeHidden();
  const { value } = (await environment.ask(page, 'impersonations.list', {})) as { value: { id: string }[] };
  await environment.ask(page, 'impersonations.end', { id: value[0]?.id });
  await expect(ended).toBeVisible();
  await expect(bar(page)).toBeHidden();
});

test('unsaved input is asked about before an impersonation hides it, and before the account on the screen is another one', async ({
  page,
  screens,
}) => {
  const question = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  const answer = (name: string) => question.getByRole('button', { name, exact: true }).click();
  await openAlan(page, screens);
  const name = screens.panel.getByRole('textbox', { name: 'Display name', exact: true });
  await typeText(name, 'Alan M. Turing');
  await screens.panel.getByRole('button', { name: 'Impersonate' }).click();
  const start = page.getByRole('dialog', { name: 'Impersonate Alan Turing?' });
  await typeText(start.getByLabel('Reason'), 'Ticket 4821');
  await start.getByRole('button', { name: 'Start session' }).click();
  await answer('Keep editing');
  await expect(bar(page)).toBeHidden();
  await start.getByRole('button', { name: 'Cancel' }).click();
  await expect(name).toHaveValue('Alan M. Turing');
  await screens.panel.getByRole('button', { name: 'Impersonate' }).click();
  await typeText(start.getByLabel('Reason'), 'Ticket 4821');
  await start.getByRole('button', { name: 'Start session' }).click();
  await answer('Discard');
  await expect(bar(page)).toBeVisible();

  const metadata = page.getByRole('main').getByRole('textbox', { name: 'Client metadata', exact: true });
  const leave = page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name: 'Return to your account' });
  await typeText(metadata, '{ "a": 1 }');
  await leave.click();
  await answer('Keep editing');
  await expect(bar(page)).toBeVisible();
  await expect(metadata).toContainText('"a"');
  await leave.click();
  await answer('Discard');
  await expect(bar(page)).toBeHidden();
  await expect(question).toBeHidden();

  await typeText(metadata, '{ "b": 1 }');
  const tile = page.getByRole('button', { name: /^Alan Turing, impersonated in / });
  await tile.click();
  await answer('Keep editing');
  await expect(bar(page)).toBeHidden();
  await tile.click();
  await answer('Discard');
  await expect(bar(page)).toBeVisible();
  await expect(metadata).not.toContainText('"b"');
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
