import { connectThroughForm, test } from '../support/browser/connecting';
import { expect } from '../support/browser/fixtures';
import { typeText } from '../support/browser/type-text';

test('what failed during an outage is repeated once the service responds, one probe at a time', async ({ page, screens, proxied }) => {
  await connectThroughForm(page, proxied, 'Away');
  proxied.replaced.set('GET /users', { status: 503, text: 'Down for maintenance' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^Away isn’t available. Retrying in \d seconds?…$/)).toBeVisible();
  await expect(page.getByText('Couldn’t load more users.')).toBeVisible();

  const before = proxied.requests.length;
  proxied.replaced.clear();
  await expect(page.getByText(/^Away isn’t available/)).toBeHidden({ timeout: 20_000 });
  await expect(page.getByText(/^100 users loaded/)).toBeVisible();
  const after = proxied.requests.slice(before).filter((request) => request !== 'GET /users');
  expect(after).toEqual(['GET ', 'GET /health']);
  await expect(screens.users.getByRole('row').nth(5)).toBeVisible();
});

test('the wait can be cut short and ended', async ({ page, screens, proxied }) => {
  await connectThroughForm(page, proxied, 'Away');
  proxied.replaced.set('GET /users', { status: 502, text: 'Bad gateway' });
  await typeText(screens.search, 'grace');
  await expect(page.getByRole('button', { name: 'Retry now to connect to Away' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop retrying to connect to Away' }).click();
  await expect(page.getByText(/^Away isn’t available/)).toBeHidden();
  proxied.replaced.clear();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(screens.userRow(/Grace Hopper/)).toBeVisible();

  proxied.replaced.set('GET /users', { status: 502, text: 'Bad gateway' });
  await typeText(screens.search, 'turing');
  const probes = () => proxied.requests.filter((request) => request === 'GET /health').length;
  const before = probes();
  // The service recovers afterwards: otherwise the automatic attempt could remove the button before it is clicked.
  await page.getByRole('button', { name: 'Retry now to connect to Away' }).click();
  await expect.poll(probes).toBeGreaterThan(before);
  proxied.replaced.clear();
  await expect(screens.userRow(/Turing/)).toBeVisible();
});
