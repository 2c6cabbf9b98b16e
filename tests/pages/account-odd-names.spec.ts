/** Names that users choose themselves: whatever they contain is shown as text, in every place, and leaves the screen usable. */
import { connected } from '../support/browser/connecting';
import { asProject, userNamed } from '../support/browser/demo-project';
import { typeText } from '../support/browser/type-text';
import { findUnreachable } from '../support/browser/unreachable';
import { expect, test } from '../support/page/fixtures';

test.use({ viewport: { width: 1000, height: 640 } });

const names = {
  HTML: '<img src=x onerror=alert(1)><script>alert(2)</script>',
  'a script address': 'javascript:alert(document.domain)//%0a',
  'right-to-left text': 'עדה לאבלייס \u202e متحرك',
  emoji: '👩🏽‍🔬🧮🇬🇧 Ada 👨‍👩‍👧‍👦',
  '300 characters without a space': 'Augusta'.repeat(43).slice(0, 300),
  '300 characters': 'Ada of 🧮 '.repeat(30).slice(0, 300).trim(),
};

test('the names of the user and of a passkey are text, and don’t push anything out of the window', async ({ page, screens, proxied }) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => void dialogs.push(dialog.message()));
  proxied.change = (path, body) => (path === '/users/me' ? { ...Object(body), passkey_auth_enabled: true } : body);
  await connected(page, proxied, 'Engines');
  await screens.entry('Sign in').click();
  await screens.signIn('ada@analytical.example', 'Analytical-Engine-1843');
  await page.getByRole('heading', { name: 'Account', exact: true }).getByRole('button').click();
  const main = page.getByRole('main');
  const passkey = page.getByRole('group', { name: 'Passkey', exact: true });
  for (const [what, name] of Object.entries(names)) {
    await test.step(what, async () => {
      await screens.entry('Profile', 'Account').click();
      await screens.rename(main, 'name', name);
      await expect(main.getByText(name, { exact: true }).first()).toBeVisible();
      await expect(page.getByRole('navigation').getByRole('button').filter({ hasText: name })).toBeVisible();
      expect(await findUnreachable(page)).toEqual([]);
      await screens.entry('Emails and sign-in', 'Account').click();
      await screens.rename(passkey, 'passkey name', name);
      // A label of this computer is shorter.
      await expect(passkey.getByText(name.slice(0, 100).trim(), { exact: true })).toBeVisible();
      expect(await findUnreachable(page)).toEqual([]);
    });
  }
  expect(dialogs).toEqual([]);
  await expect(page.locator('#content img[src="x"]')).toHaveCount(0);
});

test('a user whose name can’t be seen is listed by the email', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const id = await userNamed(environment, page, 'Grace Hopper');
  await asProject(environment, page, 'users.update', { params: { user_id: id }, body: { display_name: '\u3164' } });
  await typeText(screens.search, 'grace.hopper');
  const row = screens.userRow(/grace\.hopper@/);
  await expect(row.getByRole('checkbox', { name: /^Select grace\.hopper@/ })).toBeVisible();
  await row.click();
  await expect(screens.panel.getByRole('heading', { level: 2, name: /^grace\.hopper@/ })).toBeVisible();
});
