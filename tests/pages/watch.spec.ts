/** The background watch: what it finds is on the tiles and among the notices, opens the right screen, and can be dismissed. */
import type { Page } from '@playwright/test';
import { closedPort } from '#sandbox/testing/mail-server.ts';
import { asProject, teamNamed } from '../support/browser/demo-project';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

const day = 86_400_000;
const callback_url = 'http://localhost:47810/handler/team-invitation?connection=sandbox';

const bell = (page: Page) => page.getByRole('navigation', { name: 'Connections' }).getByRole('button', { name: /notice/i });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notices' });
const tile = (page: Page) => page.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name: /^Analytical Engines/ });
/** The findings among the notices, which may also contain those of the app. */
const findings = (page: Page) => panel(page).getByRole('listitem').filter({ hasText: 'Analytical Engines' });
const check = (environment: TestEnvironment, page: Page) => environment.ask(page, 'watch.check', {});

/** Turns the watch on. The demo has an invitation that expires soon, which is dismissed. */
async function watch(environment: TestEnvironment, page: Page): Promise<void> {
  await environment.ask(page, 'settings.update', { watch: true });
  await check(environment, page);
  await expect(tile(page)).toHaveAccessibleName(/notice/);
  const { value } = (await environment.ask(page, 'watch.state', {})) as { value: { findings: { id: string; kind: string }[] } };
  expect(value.findings.map(({ kind }) => kind)).toEqual(['invitation']);
  for (const { id } of value.findings) await environment.ask(page, 'watch.dismiss', { id });
  await expect(tile(page)).not.toHaveAccessibleName(/notice/);
}

/** Creates project keys that expire in some days. */
async function createKeys(environment: TestEnvironment, page: Page, description: string, days: number): Promise<string> {
  const body = {
    description,
    expires_at_millis: (await environment.pass(0)) + days * day,
    has_publishable_client_key: true,
    has_secret_server_key: false,
    has_super_secret_admin_key: false,
  };
  const { id } = (await asProject(environment, page, 'apiKeys.createKeySet', { body })) as { id: string };
  return id;
}

/** Has an email to this address fail. */
async function failEmail(environment: TestEnvironment, page: Page, email: string): Promise<void> {
  const email_config = { type: 'standard', ...(await closedPort()) };
  await asProject(environment, page, 'projects.update', { body: { config: { email_config } } });
  const team_id = await teamNamed(environment, page, 'Analytical Engines');
  await asProject(environment, page, 'teams.invite', { body: { team_id, email, callback_url } }).catch(() => undefined);
}

test('findings are on the tile and among the notices, open their screen, and vanish when they are resolved', async ({
  page,
  screens,
  environment,
}) => {
  await screens.startSandbox();
  await watch(environment, page);
  const keyId = await createKeys(environment, page, 'Difference engine', 5);
  await failEmail(environment, page, 'lost@nowhere.example');
  await check(environment, page);
  await expect(tile(page)).toHaveAccessibleName(/2 notices/);
  await bell(page).click();
  await expect(findings(page)).toHaveCount(2);
  await panel(page).getByRole('button', { name: 'Project keys expire within 7 days Analytical Engines: Difference engine' }).click();
  await expect(page.getByRole('heading', { name: 'Project keys', level: 1 })).toBeVisible();
  await expect(panel(page)).toBeHidden();

  await bell(page).click();
  await panel(page).getByRole('button', { name: '1 email wasn’t delivered' }).click();
  await expect(page.getByRole('grid', { name: 'Sent emails' })).toContainText('lost@nowhere.example');

  await asProject(environment, page, 'apiKeys.updateKeySet', { params: { api_key_id: keyId }, body: { revoked: true } });
  await expect(tile(page)).toHaveAccessibleName(/1 notice$/);
  await bell(page).click();
  await findings(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(findings(page)).toHaveCount(0);
  await expect(tile(page)).not.toHaveAccessibleName(/notice/);
  await check(environment, page);
  await expect(tile(page)).not.toHaveAccessibleName(/notice/);
});

test('each kind can be turned off, and other windows show the same', async ({ page, screens, environment, context }) => {
  await screens.startSandbox();
  await watch(environment, page);
  await createKeys(environment, page, 'Difference engine', 20);
  const { url } = (await environment.ask(page, 'app.openWindow', { path: '/' })) as { url: string };
  const other = await context.newPage();
  await other.goto(url);
  await expect(tile(other)).toBeVisible();
  await check(environment, page);
  await expect(tile(page)).toHaveAccessibleName(/1 notice$/);
  await expect(tile(other)).toHaveAccessibleName(/1 notice$/);
  await environment.ask(page, 'settings.update', { watchKeys: false });
  await expect(tile(other)).not.toHaveAccessibleName(/notice/);
  await check(environment, page);
  await environment.ask(page, 'settings.update', { watchKeys: true });
  await check(environment, page);
  await expect(tile(other)).toHaveAccessibleName(/1 notice$/);
  await bell(other).click();
  await findings(other).getByRole('button', { name: 'Dismiss' }).click();
  await expect(tile(page)).not.toHaveAccessibleName(/notice/);
  await other.close();
});

test('an invitation about to expire opens its team, as the account that may see it', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await watch(environment, page);
  const team_id = await teamNamed(environment, page, 'Analytical Engines');
  await asProject(environment, page, 'teams.invite', { body: { team_id, email: 'mary@letters.example', callback_url } });
  await check(environment, page);
  await expect(tile(page)).not.toHaveAccessibleName(/notice/);
  await environment.pass(6.5 * day);
  await check(environment, page);
  await expect(tile(page)).toHaveAccessibleName(/notice/);
  await bell(page).click();
  await panel(page)
    .getByRole('button', { name: /Team invitation expires within a day.*mary@letters/ })
    .click();
  await expect(page.getByRole('grid', { name: 'Pending invitations' })).toContainText('mary@letters.example');
});

test('a notification is shown by one tab, and opens its screen', async ({ page, screens, environment, context }) => {
  // What a browser would show.
  await context.addInitScript(() => {
    const shown: { title: string; body: string; onclick: (() => void) | null }[] = [];
    class FakeNotification {
      static permission = 'granted';
      onclick: (() => void) | null = null;
      constructor(
        readonly title: string,
        { body = '' }: { body?: string },
      ) {
        shown.push(Object.assign(this, { body }) as never);
      }
      close() {}
    }
    Object.assign(globalThis, { Notification: FakeNotification, shownNotifications: shown });
  });
  const shown = (of: Page) =>
    of.evaluate(() =>
      (globalThis as unknown as { shownNotifications: { title: string; body: string }[] }).shownNotifications.map(
        ({ title, body }) => `${title}: ${body}`,
      ),
    );
  await screens.startSandbox();
  await page.reload();
  await expect(tile(page)).toBeVisible();
  await watch(environment, page);
  const { url } = (await environment.ask(page, 'app.openWindow', { path: '/' })) as { url: string };
  const other = await context.newPage();
  await other.goto(url);
  await expect(tile(other)).toBeVisible();
  await createKeys(environment, page, 'Difference engine', 5);
  await check(environment, page);
  await expect(tile(other)).toHaveAccessibleName(/notice/);
  const text = 'Project keys expire within 7 days: Analytical Engines: Difference engine';
  await expect.poll(async () => [...(await shown(page)), ...(await shown(other))]).toEqual([text]);
  const showing = (await shown(page)).length > 0 ? page : other;
  await showing.evaluate(() => (globalThis as unknown as { shownNotifications: { onclick(): void }[] }).shownNotifications[0]?.onclick());
  await expect(showing.getByRole('heading', { name: 'Project keys', level: 1 })).toBeVisible();

  await showing.goto(`${showing.url().split('#')[0]}#/settings`);
  await showing.getByRole('button', { name: 'Send test notification' }).click();
  await expect.poll(() => shown(showing)).toContain('Latchkey notifications work: This is what a notification looks like.');
  await other.close();
});
