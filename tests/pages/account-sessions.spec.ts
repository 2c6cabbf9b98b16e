/** The sessions of the account: where they are, which are new, and revoking them. */
import type { Locator } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import type { ProxiedService } from '../support/browser/proxied-service';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';
import { ownProxied } from '../support/page/own-services';

interface SessionItem {
  readonly id: string;
  readonly is_current_session: boolean;
  last_used_at_end_user_ip_info?: object;
}

/** Signs in to a service behind a proxy. Returns the list of sessions. */
async function openSessions(screens: Screens, proxied: ProxiedService): Promise<Locator> {
  await connected(screens.page, proxied, 'Engines');
  await screens.entry('Sign in').click();
  await screens.signIn('ada@analytical.example', 'Analytical-Engine-1843');
  await screens.account(/Ada Lovelace/).waitFor();
  await screens.entry('Sessions').click();
  return screens.page.getByRole('list', { name: 'Active sessions' });
}

const { step, takeSteps } = createSteps(ownProxied());
test('the sessions of the account', takeSteps);

step('sessions are listed and on the map, and can be revoked one by one or all at once', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await screens.entry('Sessions').click();
  const rows = page.getByRole('list', { name: 'Active sessions' }).getByRole('listitem');
  await expect(rows.first()).toContainText('This session');
  await expect(page.getByRole('img', { name: 'World map with 4 locations of your sessions' })).toBeVisible();
  await expect(page.getByText('The location of 1 session isn’t known.')).toBeVisible();
  await expect(rows).toHaveCount(5);

  await rows
    .filter({ hasText: 'Zurich' })
    .getByRole('button', { name: /^Revoke the session from Zurich/ })
    .click();
  await screens.dialog.getByRole('button', { name: 'Revoke session', exact: true }).click();
  await expect(rows).toHaveCount(4);
  await expect(page.getByRole('img', { name: 'World map with 3 locations of your sessions' })).toBeVisible();

  const project = { actor: 'project', connectionId: 'sandbox' };
  const { items } = (await environment.ask(page, 'service.users.list', { ...project, query: { query: 'ada@analytical' } })) as {
    items: { id: string }[];
  };
  const query = { user_id: items[0]?.id };
  const sessions = (await environment.ask(page, 'service.auth.sessions', { ...project, query })) as { items: SessionItem[] };
  const other = sessions.items.at(-1);
  await environment.ask(page, 'service.auth.revokeSession', { ...project, params: { id: other?.id }, query });
  await expect(rows).toHaveCount(3);

  await page.getByRole('button', { name: 'Revoke all other sessions' }).click();
  await screens.dialog.getByRole('button', { name: 'Revoke all other sessions' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('This session');
  await expect(page.getByRole('img', { name: /^World map/ })).toBeHidden();
});

step(
  'new countries are pointed out until dismissed, local addresses are named, and a refusal is shown at its session',
  async ({ page, screens, proxied }) => {
    const infos: object[] = [{ ip: '203.0.113.7', countryCode: 'GB', cityName: 'London', latitude: 51.5, longitude: -0.1 }];
    let others: SessionItem[] = [];
    proxied.change = (path, body) => {
      if (path !== '/auth/sessions') return body;
      const { items, ...rest } = body as { items: SessionItem[] };
      others = items.filter((item) => !item.is_current_session);
      const located = others.map((item, at) => ({ ...item, last_used_at_end_user_ip_info: infos[at] ?? { ip: `::ffff:10.0.0.${at}` } }));
      return { ...rest, items: [...items.filter((item) => item.is_current_session), ...located] };
    };
    const list = await openSessions(screens, proxied);
    await expect(list.getByText('Local address')).toHaveCount(3);
    await expect(list.getByText('London, United Kingdom')).toBeVisible();
    await expect(page.getByText(/^New countr/)).toHaveCount(0);

    infos.push({ ip: '198.51.100.4', countryCode: 'BR', cityName: 'Recife' });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('New country: Brazil', { exact: true })).toBeVisible();
    await expect(list.getByRole('listitem').filter({ hasText: 'Recife' })).toContainText('New country');
    await expect(list.getByText('New country')).toHaveCount(1);
    await page.reload();
    await page.getByRole('status').filter({ hasText: 'New country' }).getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText(/^New country/)).toHaveCount(0);
    await page.reload();
    await expect(list.getByText('Recife')).toBeVisible();
    await expect(page.getByText(/^New country/)).toHaveCount(0);

    proxied.replaced.set(`DELETE /auth/sessions/${others[1]?.id}`, { status: 403, text: 'Not this one.' });
    await page.getByRole('button', { name: 'Revoke all other sessions' }).click();
    await screens.dialog.getByRole('button', { name: 'Revoke all other sessions' }).click();
    await expect(page.getByText('1 session couldn’t be revoked', { exact: true })).toBeVisible();
    await expect(page.getByText('3 sessions were revoked. See the list for details.', { exact: true })).toBeVisible();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(list.getByRole('listitem').nth(1).getByRole('alert')).toContainText('403');
  },
);

step('the own session has a ring on the map', async ({ page, screens, proxied }) => {
  proxied.change = (path, body) => {
    if (path !== '/auth/sessions') return body;
    const { items, ...rest } = body as { items: SessionItem[] };
    const located = items.map((item, at) => ({
      ...item,
      last_used_at_end_user_ip_info: { ip: '203.0.113.7', latitude: 10 * at, longitude: 0 },
    }));
    return { ...rest, items: located };
  };
  await openSessions(screens, proxied);
  await page.getByRole('img', { name: /^World map/ }).waitFor();
  const areRings = () =>
    page.evaluate<boolean[]>(`[...document.querySelectorAll('[role=img] g')].map((mark) => {
      const [halo, dot] = [...mark.querySelectorAll('circle')].map((circle) => getComputedStyle(circle));
      return dot.stroke === halo.fill && dot.fill !== halo.fill;
    })`);
  await expect.poll(areRings).toEqual([false, false, false, false, true]);
  const areLegendRings = () =>
    page.evaluate<boolean[]>(`[...document.querySelectorAll('div:has(> div > [role=img]) > ul > li')].map((item) =>
      getComputedStyle(item, '::before').backgroundColor === 'rgba(0, 0, 0, 0)')`);
  await expect.poll(areLegendRings).toEqual([true, false]);
});

step('of 200 sessions, only those in view are in the page, and each can be revoked', async ({ page, screens, proxied }) => {
  const copies = 200;
  proxied.change = (path, body) => {
    if (path !== '/auth/sessions') return body;
    const { items, ...rest } = body as { items: (SessionItem & { last_used_at?: number })[] };
    const [current, ...others] = [...items].sort((a, b) => Number(b.is_current_session) - Number(a.is_current_session));
    const last = others.at(-1);
    if (current === undefined) return body;
    const info = { ip: '203.0.113.7', countryCode: 'GB', cityName: 'London', latitude: 51.5, longitude: -0.1 };
    const copy = (at: number) => ({
      ...current,
      ...{ id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`, is_current_session: false, last_used_at: 1_000_000_000_000 - at },
      last_used_at_end_user_ip_info: info,
    });
    // The oldest one is real, so that it can be revoked.
    const oldest = last && { ...last, last_used_at: 1, last_used_at_end_user_ip_info: { ...info, cityName: 'Oldest' } };
    return { ...rest, items: [current, ...Array.from({ length: copies }, (_, at) => copy(at)), ...(oldest ? [oldest] : [])] };
  };
  const list = await openSessions(screens, proxied);
  const rows = list.getByRole('listitem');
  await expect(rows.first()).toContainText('This session');
  await expect(rows.first()).toHaveAttribute('aria-setsize', String(copies + 2));
  expect(await rows.count()).toBeLessThan(40);
  await expect(page.getByRole('img', { name: /^World map/ })).toBeVisible();

  const oldest = rows.filter({ hasText: 'Oldest' });
  await expect(oldest).toHaveCount(0);
  await list.evaluate((element: { scrollTop: number; scrollHeight: number }) => {
    element.scrollTop = element.scrollHeight;
  });
  await expect(oldest).toHaveAttribute('aria-posinset', String(copies + 2));
  expect(await rows.count()).toBeLessThan(40);
  await oldest.getByRole('button', { name: /^Revoke the session from Oldest/ }).click();
  await screens.dialog.getByRole('button', { name: 'Revoke session', exact: true }).click();
  await expect(page.getByText('Session from Oldest, United Kingdom revoked', { exact: true })).toBeVisible();
});
