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

test('a user renamed in one window has the new name in the list and the panel of another', async ({ page, context, screens }) => {
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
});

test('two tabs mirror each other', async ({ page, context, screens }) => {
  await screens.startSandbox();
  await page.keyboard.press('ControlOrMeta+k');
  const opened = context.waitForEvent('page');
  await page.getByRole('option', { name: 'New window' }).click();
  const other = new Screens(await opened);
  await other.page
    .getByRole('navigation', { name: 'Connections' })
    .getByRole('link', { name: /Analytical Engines/ })
    .click();
  await other.entry('Profile').click();
  await other.page.getByRole('main').getByRole('button', { name: /^Edit/ }).first().click();
  await other.page.keyboard.press('ControlOrMeta+a');
  await other.page.keyboard.type('Seen in both');
  await other.page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name: /Seen in both/ })).toBeVisible();
});

test('a file or a link dropped on the page does not replace it; text goes where one types', async ({ page, screens }) => {
  await screens.startSandbox();
  const refused = (fill: string) =>
    page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      ${fill};
      const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    })()`);
  expect(await refused("dataTransfer.items.add(new File(['<h1>'], 'page.html'))")).toBe(true);
  expect(await refused("dataTransfer.setData('text/uri-list', 'javascript:alert(1)')")).toBe(true);
  expect(await refused("dataTransfer.setData('text/plain', 'Ada')")).toBe(false);
});

test('when Latchkey ends the page says so, and does not loop', async ({ page, host, screens }) => {
  await screens.startSandbox();
  await host.kill();
  await expect(page.getByText('Connection to Latchkey lost. Reconnecting…')).toBeVisible();
});
