/** The way to a project's webhook portal. */
import { connected } from '../support/browser/connecting';
import { expect, test } from '../support/page/fixtures';

// Before 2.8.52, the service doesn’t report the portal’s URL.
test.use({ sandboxRelease: '2.8.4' });

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a token is created and copied without being shown, and the dashboard opens at the entered URL', async ({
  page,
  screens,
  environment,
}) => {
  await screens.startSandbox();
  await screens.entry('Webhooks').click();
  await expect(page.getByLabel('URL of the webhooks page')).toHaveCount(0);
  await page.getByRole('button', { name: 'Open portal' }).click();
  await page.getByRole('button', { name: 'Copy token' }).click();
  await expect(page.getByText('The token is in the clipboard', { exact: true })).toBeVisible();
  const token = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(token).toMatch(/^appsk_/);
  expect(await page.content()).not.toContain(token);
  await expect(page.getByText(/doesn’t report the portal’s URL/)).toBeVisible();

  const url = page.getByLabel('URL of the webhooks page');
  const open = page.getByRole('button', { name: 'Open dashboard' });
  await expect(open).toBeDisabled();
  await url.fill('javascript:alert(1)');
  await expect(url).toHaveAccessibleDescription(/starts with https/);
  await expect(open).toBeDisabled();
  await url.fill(`${environment.url()}/api/v1`);
  const [popup] = await Promise.all([page.context().waitForEvent('page'), open.click()]);
  expect(popup.url()).toBe(`${environment.url()}/api/v1`);
  await screens.entry('Project settings').click();
  await page.getByLabel('Project name', { exact: true }).waitFor();
  await screens.entry('Webhooks').click();
  await expect(url).toHaveValue(`${environment.url()}/api/v1`);
});

test('a service without webhooks says so', async ({ page, screens, proxied }) => {
  proxied.replaced.set('POST /webhooks/svix-token', { status: 500, text: 'Internal error' });
  await connected(page, proxied, 'Engines');
  await screens.entry('Webhooks').click();
  await page.getByRole('button', { name: 'Open portal' }).click();
  await expect(page.getByText('This service has no webhooks')).toBeVisible();
});

test('a portal URL that isn’t encrypted is refused', async ({ page, screens, proxied, environment }) => {
  const url = 'http://portal.webhooks.example/login';
  proxied.replaced.set('POST /webhooks/svix-token', { status: 201, text: JSON.stringify({ token: 'appsk_any', url }) });
  await connected(page, proxied, 'Engines');
  await screens.entry('Webhooks').click();
  await page.getByRole('button', { name: 'Open portal' }).click();
  await expect(page.getByRole('alert')).toContainText('The service reported a portal URL that Latchkey doesn’t open');
  expect(await page.content()).not.toContain(url);
  expect(await environment.openedLinks()).toEqual([]);
});
