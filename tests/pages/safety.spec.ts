import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Screens } from '../support/browser/screens';
import { typeText } from '../support/browser/type-text';
import { test as base, expect } from '../support/page/fixtures';

const demo = { id: 'sandbox', kind: 'sandbox', name: 'Analytical Engines', baseUrl: null, projectId: 'demo' };
const settings = { handlerBase: '/handler', group: null, pinned: false, keys: {}, owner: null, detected: null };

/** A profile whose demo project is guarded as the test says. */
const test = base.extend<{ safety: string; connectionEnvironment: string; colour: string | null }>({
  safety: ['normal', { option: true }],
  connectionEnvironment: ['development', { option: true }],
  colour: [null, { option: true }],
  profile: async ({ profile, safety, connectionEnvironment, colour }, use) => {
    const connections = [{ ...demo, ...settings, environment: connectionEnvironment, colour, safety }];
    const data = { connections, adding: [], leftovers: [], removed: [] };
    await writeFile(join(profile, 'connections.json'), JSON.stringify({ format: 'latchkey/connections', version: 2, data }));
    await use(profile);
  },
});

async function openGrace(page: Page, screens: Screens): Promise<void> {
  await screens.openDemo();
  await typeText(screens.search, 'grace.hopper');
  await screens.userRow(/Grace Hopper/).click();
  await expect(screens.panel.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function revokeFirstSession(screens: Screens): Promise<void> {
  await screens.panel.getByRole('tab', { name: 'Sessions' }).click();
  await screens.panel.getByRole('listitem').first().getByRole('button', { name: 'Revoke' }).click();
  await screens.dialog.getByRole('button', { name: 'Revoke' }).click();
}

test.describe('a connection that asks before every change', () => {
  test.use({ safety: 'confirm-writes' });

  test('changes nothing until it is confirmed, and asks again the next time', async ({ page, screens }) => {
    await openGrace(page, screens);
    await screens.renameUser('Admiral Hopper');
    const dialog = page.getByRole('dialog', { name: 'Update this user in “Analytical Engines”?' });
    await expect(dialog).toContainText('This connection asks you to confirm every change.');
    await expect(dialog).not.toContainText('users.update');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await screens.panel.getByRole('button', { name: 'Discard' }).click();
    await page.reload();
    await expect(screens.panel.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();

    await screens.renameUser('Admiral Hopper');
    await dialog.getByRole('button', { name: 'Update user', exact: true }).click();
    await expect(screens.panel.getByRole('heading', { name: 'Admiral Hopper' })).toBeVisible();
    await screens.renameUser('Grace Hopper');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Update user', exact: true }).click();
    await expect(screens.panel.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  });
});

test.describe('a production connection', () => {
  test.use({ safety: 'type-to-destroy', connectionEnvironment: 'production', colour: 'violet' });

  test('has its name typed before anything is destroyed, and changes without a word', async ({ page, screens }) => {
    await openGrace(page, screens);
    await screens.renameUser('Admiral Hopper');
    await expect(screens.panel.getByRole('heading', { name: 'Admiral Hopper' })).toBeVisible();

    await revokeFirstSession(screens);
    const dialog = page.getByRole('alertdialog', { name: 'Revoke this session in “Analytical Engines”?' });
    await expect(dialog).toHaveAttribute('data-environment', 'production');
    // Its own color, like the edge of the top bar.
    await expect(dialog).toHaveAttribute('style', /--env: var\(--colour-violet\)/);
    const name = dialog.getByRole('textbox');
    await expect(name).toBeFocused();
    const destroy = dialog.getByRole('button', { name: 'Revoke session', exact: true });
    await name.fill('analytical engines');
    await expect(destroy).toHaveAttribute('aria-disabled', 'true');
    await name.fill(' Analytical Engines ');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^Session from .* revoked$/)).toBeVisible();
  });
});

test.describe('a read-only connection', () => {
  test.use({ safety: 'read-only' });

  test('shows everything, offers no change, and says why', async ({ page, screens }) => {
    await openGrace(page, screens);
    await expect(screens.panel.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
    await expect(screens.panel.getByRole('textbox', { name: 'Display name' })).not.toBeEditable();
    await expect(
      screens.panel
        .getByRole('paragraph')
        .filter({ hasText: /^This connection is read-only/ })
        .first(),
    ).toBeVisible();
  });

  test('does not sign a program in, and the card says why', async ({ page, screens, environment }) => {
    await screens.openDemo();
    const credentials = { email: 'grace.hopper@analytical.example', password: 'Analytical-Engine-1843' };
    await environment.ask(page, 'signIn.withPassword', { connectionId: 'sandbox', ...credentials });
    const link = await environment.programAsks(page);
    await screens.visit('forgot-password');
    await expect(page.getByRole('button', { name: 'Send reset link' })).toBeDisabled();
    await screens.openLink(link);
    const button = page.getByRole('button', { name: 'Approve sign-in' });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(/^This connection is read-only/);
    const { id } = (await environment.ask(page, 'links.open', { text: link })) as { id: string };
    await expect(environment.ask(page, 'links.accept', { id, connectionId: 'sandbox' })).rejects.toThrow('read-only-connection');
    expect(await environment.openedLinks()).toHaveLength(1);
  });
});
