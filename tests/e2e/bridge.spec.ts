import { expect, test } from '../support/browser/fixtures';
import { Screens } from '../support/browser/screens';
import { typeText } from '../support/browser/type-text';

test('a link opens one page only; a reload keeps it, a second tab is turned away', async ({ page, context, host, screens }) => {
  await screens.startSandbox();
  expect(page.url()).not.toContain(new URL(host.url).hash.slice(1));
  await page.reload();
  await screens.users.waitFor();
  const stranger = await context.newPage();
  await stranger.goto(host.url);
  await expect(stranger.getByRole('heading', { name: 'This page is no longer connected to Latchkey' })).toBeVisible();
});

test('what is changed in one window is seen in another: a user in the list and the panel, and oneself in the navigation', async ({
  page,
  context,
  screens,
}) => {
  await screens.startSandbox();
  await typeText(screens.search, 'turing');
  await screens.userRow(/Alan Turing/).click();
  await expect(screens.panel.getByRole('heading', { name: 'Alan Turing' })).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  const opened = context.waitForEvent('page');
  await page.getByRole('option', { name: 'New window' }).click();
  const found = new Screens(await opened);
  await found.page
    .getByRole('navigation', { name: 'Connections' })
    .getByRole('link', { name: /Analytical Engines/ })
    .click();
  await found.entry('Users').click();
  await typeText(found.search, 'turing');
  await found.userRow(/Alan Turing/).click();
  await found.renameUser('Alan M. Turing');

  await expect(screens.userRow(/Alan M\. Turing/)).toBeVisible();
  await expect(screens.panel.getByRole('heading', { name: 'Alan M. Turing' })).toBeVisible();

  await found.entry('Profile').click();
  await found.page.getByRole('main').getByRole('button', { name: /^Edit/ }).first().click();
  await found.page.keyboard.press('ControlOrMeta+a');
  await found.page.keyboard.type('Seen in both');
  await found.page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name: /Seen in both/ })).toBeVisible();
});

test('when Latchkey ends the page says so, and does not loop', async ({ page, host, screens }) => {
  await screens.startSandbox();
  await host.kill();
  await expect(page.getByText('Connection to Latchkey lost. Reconnecting…')).toBeVisible();
});
