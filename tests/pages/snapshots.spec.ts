/** Deleted users and teams: what their dialogs say of the snapshot, and creating them again. */
import type { Page } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const palette = async (page: Page, text: string) => {
  await page.keyboard.press('ControlOrMeta+k');
  await typeText(page.getByRole('combobox', { name: 'Search or run a command' }), text);
  await page.keyboard.press('Enter');
};

test('what is deleted can be created again', async ({ page, screens, proxied, environment }) => {
  await connected(page, proxied, 'Away');
  const { dialog, panel } = screens;
  const find = async (name: string) => {
    await screens.entry('Users').click();
    await screens.search.fill('');
    await typeText(screens.search, name);
    await screens.userRow(new RegExp(name)).click();
    await panel.getByRole('heading', { level: 2, name }).waitFor();
  };
  const deleteUser = async (email: string) => {
    await panel.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete user' }).click();
    await dialog.getByRole('textbox').fill(email);
  };
  const writes = (path: string) => proxied.requests.filter((request) => request === path).length;
  const steps = dialog.getByRole('list', { name: 'Comes back' });

  await test.step('a user whose snapshot was kept, from the message, by keyboard', async () => {
    await find('Grace Hopper');
    await deleteUser('grace.hopper@analytical.example');
    const keep = dialog.getByRole('checkbox', { name: 'Keep a snapshot until Latchkey quits' });
    await expect(keep).toBeChecked();
    await expect(keep).toHaveAccessibleDescription(/under a new ID.*no passwords, keys, or sessions.*up to 7 requests/);
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await expect(page.getByText('Grace Hopper deleted', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Create again…' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('heading', { name: 'Create Grace Hopper again' })).toBeVisible();
    await expect(steps).toContainText('User with profile, metadata, and primary email grace.hopper@analytical.example');
    await expect(dialog.getByRole('list', { name: 'Doesn’t come back' })).toContainText('Sessions');
    // The response to the creation is lost, and Latchkey finds the user.
    proxied.lost.add('POST /users');
    await dialog.getByRole('button', { name: 'Create again' }).click();
    await expect(dialog.getByText('Grace Hopper was created again', { exact: true })).toBeVisible();
    expect(writes('POST /users')).toBe(1);
    await dialog.getByRole('button', { name: 'Open user' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible();
  });

  await test.step('a user who can’t be read is deleted without one', async () => {
    await find('Alan Turing');
    const id = new URL(page.url().replace('#/', '')).searchParams.get('panel');
    const email = (await panel.getByRole('textbox', { name: 'Primary email' }).inputValue()) || '';
    await deleteUser(email);
    proxied.replaced.set(`GET /users/${id}`, { status: 403, text: 'No' });
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Couldn’t keep a snapshot, so nothing was deleted');
    await dialog.getByRole('checkbox', { name: /^Keep a snapshot/ }).uncheck();
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await expect(page.getByText('Alan Turing deleted', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create again…' })).toHaveCount(0);
  });

  await test.step('a team, from the list of the palette, whose creation stays unclear', async () => {
    const connectionId = /\/c\/([^/?]+)/.exec(page.url())?.[1] ?? '';
    await environment.ask(page, 'service.teams.create', { actor: 'project', connectionId, body: { display_name: 'Loom Team' } });
    await screens.entry('Teams', 'Admin').click();
    await page
      .getByRole('grid', { name: 'Teams' })
      .getByRole('row', { name: /Loom Team/ })
      .click();
    await page.getByRole('tab', { name: 'General' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Delete team' }).click();
    await dialog.getByRole('textbox').fill('Loom Team');
    await dialog.getByRole('button', { name: 'Delete team' }).click();
    await expect(page.getByText('Loom Team deleted', { exact: true })).toBeVisible();
    await palette(page, 'deleted users');
    const rows = dialog.getByRole('list', { name: 'Deleted users and teams' }).getByRole('listitem');
    await expect(rows).toHaveText([/Loom Team/, /Grace Hopper.*Created again/]);
    await rows.first().getByRole('button', { name: 'Create again…' }).click();
    proxied.lost.add('POST /teams');
    await dialog.getByRole('button', { name: 'Create again' }).click();
    await expect(dialog.getByText('No response came, so Loom Team may have been created')).toBeVisible();
    await dialog.getByRole('button', { name: 'Create once more' }).click();
    await expect(dialog.getByText('Loom Team was created again', { exact: true })).toBeVisible();
    expect(writes('POST /teams')).toBe(3);
    await dialog.getByRole('button', { name: 'Open team' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Loom Team' })).toBeVisible();
  });

  await test.step('a user whom Latchkey is to forget leaves no snapshot, and no name in the journal', async () => {
    await find('Charles Babbage');
    await deleteUser((await panel.getByRole('textbox', { name: 'Primary email' }).inputValue()) || '');
    const erase = dialog.getByRole('checkbox', { name: 'Erase what Latchkey keeps about this user' });
    await expect(erase).not.toBeChecked();
    await erase.check();
    const keep = dialog.getByRole('checkbox', { name: 'Keep a snapshot until Latchkey quits' });
    await expect(keep).not.toBeChecked();
    await expect(keep).toHaveAccessibleDescription(/leaves no snapshot/);
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await expect(page.getByText('Charles Babbage deleted', { exact: true })).toBeVisible();
    await expect(page.getByText('1 entry of the journal erased', { exact: true })).toBeVisible();
    await screens.entry('Journal').click();
    const newest = page.getByRole('grid', { name: 'Entries' }).locator('[data-row]').first();
    await expect(newest).toContainText('Deleted user');
    await expect(newest).toContainText(/Erased on/);
    await expect(newest).not.toContainText('Charles');
  });

  await test.step('removed from the list', async () => {
    await palette(page, 'deleted users');
    await dialog.getByRole('button', { name: 'Remove snapshot of Loom Team' }).click();
    await dialog.getByRole('button', { name: 'Remove snapshot of Grace Hopper' }).click();
    await expect(dialog.getByText('No snapshots')).toBeVisible();
  });
});
