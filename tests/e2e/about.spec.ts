/** About, and the report of a problem, which the user completes in a browser. */
import { basename, dirname } from 'node:path';
import { productLinks } from '#contract/support/product-links.ts';
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

test('About shows the version and what runs it, and copies it without the home folder', async ({ page, screens, context, profile }) => {
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
});

test('Settings show where data is stored without the home folder', async ({ page, screens, profile }) => {
  await screens.startSandbox();
  await page.goto(`${page.url().split('#')[0]}#/settings?section=about`);
  await expect(page.getByText(`~/${basename(profile)}`, { exact: true })).toBeVisible();
  expect(await page.locator('html').textContent()).not.toContain(profile);
});

test('a report is edited here, opens in the browser with its text, and contains no names', async ({ page, screens, context }) => {
  await context.route(`${productLinks.website}/**`, (route) => route.fulfill({ body: 'new issue' }));
  await screens.startSandbox();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: 'Report a problem' }).click();
  const report = page.getByRole('dialog', { name: 'Report a problem' });
  const body = report.getByRole('textbox', { name: 'Report' });
  await expect(body).toHaveValue(/What did you do.*### System\n```\nLatchkey /s);
  expect(await body.inputValue()).not.toMatch(/lovelace|@|https?:|127\.0\.0\.1/i);
  await report.getByRole('textbox', { name: 'Summary' }).fill('It stops');
  await body.fill('Only this');
  const opened = context.waitForEvent('page');
  await report.getByRole('button', { name: 'Continue in browser' }).click();
  const issue = await opened;
  await issue.waitForURL(/issues\/new/);
  expect(Object.fromEntries(new URL(issue.url()).searchParams)).toEqual({ title: 'It stops', body: 'Only this' });
  await expect(report).toHaveCount(0);
});

test('a report that is too long for a link is copied', async ({ page, screens, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.route(`${productLinks.website}/**`, (route) => route.fulfill({ body: 'new issue' }));
  await screens.startSandbox();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: 'Report a problem' }).click();
  const report = page.getByRole('dialog', { name: 'Report a problem' });
  await report.getByRole('textbox', { name: 'Report' }).fill('x'.repeat(8000));
  await expect(report.getByText('This text is too long for a link')).toBeVisible();
  const opened = context.waitForEvent('page');
  await report.getByRole('button', { name: 'Continue in browser' }).click();
  await (await opened).close();
  await page.bringToFront();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('x'.repeat(8000));
});
