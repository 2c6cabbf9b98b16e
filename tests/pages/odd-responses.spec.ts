import { connected } from '../support/browser/connecting';
import type { Change } from '../support/browser/proxied-service';
import { createSteps } from '../support/browser/steps';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';
import { ownProxied } from '../support/page/own-services';
import { bytesOf, dataUrlOf, pixelUrl, png } from '../support/samples/images';

type Item = Record<string, unknown>;

/** Gives items of a list another value in a field, by default one of another type. */
const odd =
  (path: string, indices: readonly number[], field: string, value: unknown = 'odd'): Change =>
  (at, body) => {
    if (at !== path) return body;
    const { items, ...rest } = body as { items: Item[] };
    return { ...rest, items: items.map((item, index) => (indices.includes(index) ? { ...item, [field]: value } : item)) };
  };

const { step, takeSteps } = createSteps(ownProxied());
test('responses that can’t be read as a whole', takeSteps);

step('users that can’t be read are left out, and counted', async ({ page, screens, proxied }) => {
  proxied.change = odd('/users', [1, 4], 'has_password');
  await connected(page, proxied, 'Odd');
  await expect(page.getByText('2 items aren’t shown because they couldn’t be read (first at items.1.has_password)')).toBeVisible();
  await expect(screens.users.getByRole('row').nth(5)).toBeVisible();
  await expect(page.getByText(/^98 users loaded/)).toBeVisible();
  await page.getByRole('button', { name: 'Copy details' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();

  proxied.change = (_path, body) => body;
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^100 users loaded/)).toBeVisible();
  await expect(page.getByText(/aren’t shown because/)).toBeHidden();
});

step('a list with too many users that can’t be read is an error', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Odd');
  const indices = Array.from({ length: 21 }, (_, index) => index);
  proxied.change = odd('/users', indices, 'has_password');
  await typeText(screens.search, 'a');
  await expect(page.getByRole('alert').getByRole('button', { name: 'Copy details' })).toBeVisible();
});

step('a user’s sessions: the ones that can’t be read are counted', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Odd');
  proxied.change = (path, body) => {
    if (path !== '/auth/sessions') return body;
    const session = {
      id: '0f0b5a3a-9d52-4b7c-8a44-2a2f3f6b7f10',
      user_id: '3241a285-8329-4d69-8f3d-316e08cf140c',
      ...{ created_at: 1, last_used_at: 2, is_impersonation: false, is_current_session: false },
    };
    return { items: [session, { ...session, created_at: 'then' }], is_paginated: false };
  };
  await screens.users.getByRole('row').nth(1).click();
  await screens.panel.getByRole('tab', { name: 'Sessions' }).click();
  await expect(screens.panel.getByRole('listitem')).toHaveCount(1);
  await expect(screens.panel.getByText('1 item isn’t shown because it couldn’t be read (first at items.1.created_at)')).toBeVisible();
});

step('an account’s sessions: an error is an error, and the ones that can’t be read are counted', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Odd');
  await screens.entry('Sign in').click();
  await screens.signIn('ada@analytical.example', 'Analytical-Engine-1843');
  await screens.account(/Ada Lovelace/).waitFor();
  proxied.replaced.set('GET /auth/sessions', { status: 500, text: 'Something went wrong.' });
  await screens.entry('Sessions').click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('500');
  await expect(page.getByText(/^No sessions/)).toBeHidden();

  proxied.replaced.clear();
  proxied.change = odd('/auth/sessions', [1], 'created_at');
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('1 item isn’t shown because it couldn’t be read (first at items.1.created_at)')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
});

test.describe('before 2.8.13', () => {
  test.use({ sandboxRelease: '2.8.12' });

  test('an error for a list of sessions is reported as possibly one, and read again', async ({ page, screens, proxied }) => {
    await connected(page, proxied, 'Odd');
    proxied.replaced.set('GET /auth/sessions', { status: 500, text: 'Something went wrong.' });
    await screens.users.getByRole('row').nth(1).click();
    await screens.panel.getByRole('tab', { name: 'Sessions' }).click();
    await expect(screens.panel.getByRole('heading', { name: 'No sessions, or the service returned an error' })).toBeVisible();
    proxied.replaced.set('GET /auth/sessions', { status: 503, text: 'Something went wrong.' });
    await screens.panel.getByRole('button', { name: 'Retry' }).click();
    await expect(screens.panel.getByText(/status\s503/)).toBeVisible();
  });
});

step('characters that are wildcards of the service are searched as they are', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Odd');
  for (const wildcard of ['%', '_', '\\']) {
    await typeText(screens.search, wildcard);
    await expect(page.getByRole('heading', { name: 'No users match your search' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(screens.users.getByRole('row').nth(5)).toBeVisible();
  }
});

step('pictures that mustn’t be decoded are initials, in the list of users and among members', async ({ page, screens, proxied }) => {
  // The first freezes a page that draws it, and the second decodes to gigabytes.
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${'<g filter="url(#f)">'.repeat(40)}${'</g>'.repeat(40)}</svg>`;
  const hostile = [dataUrlOf(bytesOf(drawing), 'image/svg+xml'), dataUrlOf(png(27_000, 27_000)), 'https://pictures.example/a.png'];
  proxied.change = (path, body) => {
    if (path !== '/users') return body;
    const { items, ...rest } = body as { items: Item[] };
    return { ...rest, items: items.map((item, index) => ({ ...item, profile_image_url: hostile[index] ?? pixelUrl })) };
  };
  await connected(page, proxied, 'Odd');
  const users = screens.users.getByRole('row');
  await expect(users.nth(hostile.length + 1).locator('img')).toHaveAttribute('src', pixelUrl);
  for (const [index] of hostile.entries()) await expect(users.nth(index + 1).locator('img')).toHaveCount(0);

  await screens.entry('Teams').click();
  await page.getByRole('grid', { name: 'Teams' }).getByRole('row').nth(1).click();
  await page.getByRole('tab', { name: 'Members' }).click();
  const members = page.getByRole('grid', { name: 'Members' }).getByRole('row');
  await expect(members.nth(3)).toContainText('@');
  for (const index of [1, 2, 3]) await expect(members.nth(index).locator('img')).toHaveCount(0);
});

step('a time that no calendar has is a dash, in the list and in the panel', async ({ page, screens, proxied }) => {
  const inList = odd('/users', [0], 'last_active_at_millis', 8.7e15);
  const isOne = /^\/users\/[0-9a-f-]{36}$/;
  proxied.change = (path, body) => (isOne.test(path) ? { ...(body as Item), last_active_at_millis: 8.7e15 } : inList(path, body));
  await connected(page, proxied, 'Odd');
  const row = screens.users.getByRole('row').nth(1);
  await expect(row.getByTitle('8700000000000000 ms')).toHaveText('–');
  await row.click();
  await expect(screens.panel.getByTitle('8700000000000000 ms').first()).toContainText('–');
  await expect(screens.users.getByRole('row').nth(5)).toBeVisible();
});

test.describe('a failure within a screen', () => {
  test.use({ expectedComplaints: /No such time/ });

  test('a row and a panel that fail leave the rest of the screen as it is', async ({ page, screens, proxied }) => {
    const last = 8.6e15;
    proxied.change = odd('/users', [0], 'last_active_at_millis', last);
    await page.evaluate((millis) => {
      const original = Date.prototype.toISOString;
      Date.prototype.toISOString = function toISOString() {
        if (this.getTime() === millis) throw new Error('No such time');
        return original.call(this);
      };
    }, last);
    await connected(page, proxied, 'Odd');
    const failed = screens.users.getByRole('row').nth(1);
    await expect(failed).toHaveText('This row couldn’t be shown');
    await expect(screens.users.getByRole('row').nth(5)).toContainText('@');
    await failed.click();
    await expect(page.getByRole('alert')).toContainText('This part couldn’t be shownError: No such time');
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('This part couldn’t be shown')).toBeHidden();
    await expect(failed).toBeFocused();
    await screens.users.getByRole('row').nth(2).click();
    await expect(screens.panel.getByRole('tab', { name: 'Sessions' })).toBeVisible();
  });
});
