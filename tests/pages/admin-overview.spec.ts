import type { Locator, Page } from '@playwright/test';
import { Connecting, connected } from '../support/browser/connecting';
import { asProject } from '../support/browser/demo-project';
import { envBlock } from '../support/browser/launch-sandbox';
import { createSteps } from '../support/browser/steps';
import { test as connectingTest, expect, test } from '../support/page/fixtures';

const day = 86_400_000;
const card = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true });
const bars = (chart: Locator) => chart.getByRole('group').getByRole('img');

const { step, takeSteps } = createSteps();
test('the overview of a project', takeSteps);

step('the overview shows totals, charts by bar and as a table, and rankings', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Overview').click();
  await expect(page).toHaveTitle(/^Overview · /);
  const totals = card(page, 'Totals');
  await expect(totals).toContainText(/Users\s*250/);
  await expect(totals).toContainText(/\d+ sign-ups in the last 30 full days/);
  await expect(totals).toContainText(/So far\. Yesterday: \d+/);

  const chart = card(page, 'Sign-ups per day');
  await expect(bars(chart)).toHaveCount(31);
  await chart.getByRole('button', { name: 'Show “Sign-ups per day” as a table' }).focus();
  await page.keyboard.press('Tab');
  await expect(bars(chart).last()).toBeFocused();
  await expect(bars(chart).last()).toHaveAccessibleName(/^\w+,? \d+ \w+: \d+ sign-ups? so far$/);
  await page.keyboard.press('ArrowLeft');
  await expect(bars(chart).nth(29)).toBeFocused();
  const yesterday = await bars(chart).nth(29).getAttribute('aria-label');
  await page.keyboard.press('Home');
  await expect(bars(chart).first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(card(page, 'Active users per day').getByRole('button')).toBeFocused();

  await chart.getByRole('button', { name: 'Show “Sign-ups per day” as a table' }).click();
  const rows = chart.getByRole('table', { name: 'Sign-ups per day' }).getByRole('row');
  await expect(rows).toHaveCount(32);
  await expect(rows.nth(1)).toContainText('so far');
  const [date = '', count] = yesterday?.split(/: | sign-up/) ?? [];
  await expect(rows.nth(2).getByRole('rowheader')).toHaveText(date);
  await expect(rows.nth(2).getByRole('cell')).toHaveText(count ?? '');
  await chart.getByRole('button', { name: 'Show “Sign-ups per day” as a chart' }).click();
  await expect(bars(chart)).toHaveCount(31);

  await expect(card(page, 'Sign-in methods').getByRole('listitem').first()).toContainText(/Password\s*125/);
  const countries = card(page, 'Countries');
  await expect(countries.getByRole('listitem')).toHaveCount(6);
  await countries.getByRole('button', { name: /^Show all \d+$/ }).click();
  await expect(countries.getByRole('button', { name: 'Show fewer' })).toBeVisible();
  await expect(countries.getByRole('listitem')).not.toHaveCount(6);
});

step('a recent user opens from the overview, which is the first admin screen and in the palette', async ({ page, screens }) => {
  await screens.startSandbox();
  const admin = page.getByRole('navigation', { name: 'Navigation' }).getByRole('link');
  const names = await admin.allInnerTexts();
  expect(names.indexOf('Users')).toBe(names.indexOf('Overview') + 1);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('overview');
  await screens.dialog
    .getByRole('option', { name: /Overview/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  const recent = page.getByRole('main').getByRole('list', { name: 'Recently active' }).getByRole('link');
  await expect(recent).toHaveCount(5);
  const name = (await recent.nth(1).locator('bdi').innerText()).trim();
  await recent.nth(1).click();
  await expect(page).toHaveURL(/\/users\/[\da-f-]{36}/);
  await expect(page.getByRole('main').getByRole('heading', { name })).toBeVisible();
  await page.goBack();
  await card(page, 'Recently signed up').getByRole('link', { name: 'All users' }).click();
  await expect(screens.users.getByRole('row').nth(1)).toBeVisible();
});

step('the checklist, the keys, and the totals follow what another window changes', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await screens.entry('Overview').click();
  const checklist = page.getByRole('list', { name: 'Production checklist' }).getByRole('listitem');
  await expect(checklist.first()).toContainText(
    "Localhost is not allowed in production mode, turn off 'Allow localhost' in project settings",
  );
  await expect(card(page, 'Production checklist')).toContainText('3 of 5');
  await expect(checklist.getByRole('button', { name: /^Turn off: Localhost is not allowed/ })).toBeVisible();
  const domains = ['https://app.analytical.example', 'http://localhost:3000', 'http://203.0.113.7', 'http://shop.analytical.example'];
  const config = { allow_localhost: false, domains: domains.map((domain) => ({ domain, handler_path: '/handler' })) };
  await asProject(environment, page, 'projects.update', { body: { config } });
  await expect(card(page, 'Production checklist')).toContainText('2 of 5');
  await expect(checklist.nth(0)).toContainText('Localhost domains are not allowed to be trusted in production modehttp://localhost:3000');
  await expect(checklist.nth(1)).toContainText('Direct IPs are not valid for trusted domains in production modehttp://203.0.113.7');
  await expect(checklist.nth(2)).toContainText('Trusted domains should be HTTPShttp://shop.analytical.example');
  await expect(checklist.nth(3)).toContainText('Passed Allow localhost is off');

  const expiring = page.getByRole('list', { name: 'Keys expiring soon' }).getByRole('listitem');
  await expect(expiring).toContainText([/Mobile app\s*\w{4}\s*In 6 days/]);
  const kinds = { has_publishable_client_key: true, has_secret_server_key: false, has_super_secret_admin_key: false };
  const expires_at_millis = Date.now() + 5 * day;
  await asProject(environment, page, 'apiKeys.createKeySet', { body: { description: 'Billing worker', expires_at_millis, ...kinds } });
  await expect(expiring).toContainText([/Billing worker\s*\w{4}\s*In 5 days/, 'Mobile app']);

  await asProject(environment, page, 'users.create', { body: { display_name: '<b>Ada</b> of the 251' } });
  await expect(card(page, 'Totals')).toContainText(/Users\s*251/);
  await expect(card(page, 'Recently signed up').getByRole('listitem').first()).toContainText('<b>Ada</b> of the 251');
});

test('a failed production check opens Domains, where its fix waits to be saved', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Overview').click();
  const fix = page.getByRole('list', { name: 'Production checklist' }).getByRole('button', { name: /^Turn off: Localhost is not allowed/ });
  await fix.click();
  await expect(page).toHaveTitle(/^Domains/);
  await expect(page.getByRole('switch', { name: 'Allow localhost' })).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Review changes' })).toBeEnabled();
  await expect(page.getByRole('status').filter({ hasText: '1 change' })).toBeVisible();
});

connectingTest('one request serves all charts, and each part of the health column fails alone', async ({ page, screens, proxied }) => {
  proxied.change = (path, body) => (path === '/internal/emails' ? withFailure(body) : body);
  await connected(page, proxied, 'Engines');
  proxied.replaced.set('GET /internal/emails', { status: 500, text: 'No log here.' });
  await screens.entry('Overview').click();
  const emails = card(page, 'Failed emails');
  await expect(emails.getByRole('alert')).toBeVisible();
  await expect(emails.getByRole('button', { name: 'Copy details' })).toBeVisible();
  await expect(card(page, 'Production checklist')).toContainText('3 of 5');
  await expect(card(page, 'Keys expiring soon')).toContainText('Mobile app');
  await expect(bars(card(page, 'Active users per day'))).toHaveCount(31);
  expect(proxied.requests.filter((request) => request === 'GET /internal/metrics')).toHaveLength(1);

  proxied.replaced.clear();
  await emails.getByRole('button', { name: 'Retry' }).click();
  await expect(emails.getByRole('listitem').first()).toContainText('550 5.1.1 mailbox <does> not exist');
  await expect(emails).toContainText(/2 of the last \d+/);
  await expect(emails.getByRole('alert')).toHaveCount(0);
  await emails.getByRole('button', { name: 'Open outbox' }).click();
  await expect(page.getByRole('grid', { name: 'Outbox' })).toContainText('Your order of punched cards');
  await expect(page.getByRole('radio', { name: 'Failed' })).toBeChecked();
});

connectingTest('failed metrics can be retried', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Engines');
  proxied.replaced.set('GET /internal/metrics', { status: 500, text: 'Not now.' });
  await screens.entry('Overview').click();
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toBeVisible();
  await expect(card(page, 'Production checklist')).toContainText('3 of 5');
  proxied.replaced.clear();
  await main.getByRole('button', { name: 'Retry' }).click();
  await expect(card(page, 'Totals')).toContainText(/Users\s*250/);
});

connectingTest(
  'a connection with the server key only says what is missing, and sends no request for it',
  async ({ page, screens, proxied }) => {
    const form = new Connecting(page);
    await form.open();
    await form.paste(envBlock(proxied).replace(/^STACK_SUPER_SECRET_ADMIN_KEY=.*$/m, ''));
    await form.field('Name').fill('Engines');
    await form.save();
    await screens.users.getByRole('row').nth(1).waitFor();
    const before = proxied.requests.length;
    await screens.entry('Overview').click();
    await expect(page.getByRole('heading', { name: 'This connection can’t view the overview' })).toBeVisible();
    for (const part of ['Production checklist', 'Failed emails', 'Keys expiring soon']) {
      await expect(card(page, part)).toContainText('This requires the project’s admin key, or a signed-in project owner.');
    }
    expect(proxied.requests.slice(before).filter((request) => /metrics|emails|api-keys|GET \/(internal\/)?projects/.test(request))).toEqual(
      [],
    );
    await page.getByRole('button', { name: 'Edit connection' }).click();
    await expect(form.field('Super secret admin key')).toBeVisible();
  },
);

/** The log of emails with a first one that failed. */
function withFailure(body: unknown): unknown {
  const { items, ...list } = body as { items: object[] };
  const error = { errorType: 'REJECTED', message: '550 5.1.1 mailbox <does> not exist', canRetry: false };
  return { ...list, items: items.map((item, at) => (at === 0 ? { ...item, error } : item)) };
}
