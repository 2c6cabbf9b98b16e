/** What the app says about itself and where it stores data. */
import { basename, dirname } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { expect, test } from '../support/browser/fixtures';
import { launchHost } from '../support/browser/launch';

const { version } = packageJson;

/** A data folder below the home folder, as usual. */
test.use({
  host: async ({ profile }, use) => {
    const host = await launchHost(profile, undefined, { HOME: dirname(profile) });
    await use(host);
    await host.stop();
  },
});

test('About and the settings show the version, what runs it, and where data is stored, without the home folder', async ({
  page,
  screens,
  context,
  profile,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await screens.startSandbox();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: 'About Latchkey' }).click();
  const about = page.getByRole('dialog', { name: 'About Latchkey' });
  await expect(about.getByText(version)).toBeVisible();
  await expect(about.getByText('Browser tab')).toBeVisible();
  await expect(about.getByText('Node.js')).toBeVisible();
  const shown = `~/${basename(profile)}`;
  await expect(about.getByText(shown, { exact: true })).toBeVisible();
  await expect(about.getByText('This build doesn’t update itself')).toBeVisible();
  await about.getByRole('button', { name: 'Copy details' }).click();
  await expect(about.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain(`Latchkey ${version}, browser host`);
  expect(copied).toMatch(/^Keychain: memory$/m);
  expect(copied.split('\n')).toContain(`Data folder: ${shown}`);
  expect(copied).not.toContain(dirname(profile));
  await about.getByRole('button', { name: 'Third-party licenses' }).click();
  await expect(page.getByRole('dialog', { name: 'Third-party licenses' })).toBeVisible();

  await page.goto(`${page.url().split('#')[0]}#/settings?section=about`);
  await page.reload();
  await expect(page.getByRole('main').getByText(shown, { exact: true })).toBeVisible();
  expect(await page.locator('html').textContent()).not.toContain(profile);
});
