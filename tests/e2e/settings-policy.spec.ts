/** What a machine's policy decides, in the running host. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test as base, expect } from '../support/browser/fixtures';
import { launchHost, withPolicyIn } from '../support/browser/launch';
import { checkViews } from '../support/browser/views';

interface Fixtures {
  /** The policy at the start. */
  readonly policy: unknown;
  /** Writes another policy, or removes it. */
  readonly writePolicy: (policy: unknown) => Promise<void>;
}

const test = base.extend<Fixtures>({
  policy: [null, { option: true }],
  writePolicy: async ({ profile }, use) => {
    const folder = policyFolder(profile);
    await mkdir(folder, { recursive: true, mode: 0o755 });
    const file = join(folder, 'policy.json');
    await use(async (policy) => {
      if (policy === null) await rm(file, { force: true });
      else await writeFile(file, typeof policy === 'string' ? policy : JSON.stringify(policy), { mode: 0o644 });
    });
    await rm(join(folder, '..'), { recursive: true });
  },
  host: async ({ profile, policy, writePolicy }, use) => {
    await writePolicy(policy);
    const host = await launchHost(profile, undefined, withPolicyIn(policyFolder(profile)));
    await use(host);
    await host.stop();
  },
});

const policyFolder = (profile: string) => join(`${profile}-policy`, 'latchkey');

test.skip(process.platform !== 'linux' || process.env.LATCHKEY_HOST === 'electron', 'the specs replace the folder of the policy of Linux');

async function openSettings(page: Page, section: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/settings?section=${section}`);
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
}

test.describe('a policy', () => {
  test.use({
    policy: {
      version: 1,
      organization: 'Example Inc.',
      contact: 'it@example.com',
      settings: { clipboardSeconds: 20, privacyMode: false, proxyMode: 'none' },
      allowedHosts: ['api.example.com'],
    },
  });

  test('locks settings, which say who locked them, until it no longer does', async ({ page, screens: _screens, writePolicy }) => {
    await openSettings(page, 'safety');
    const seconds = page.getByRole('textbox', { name: 'Remove copied secrets' });
    await expect(seconds).toHaveValue('20');
    await expect(seconds).toBeDisabled();
    const reason = /^Locked by Example Inc\. \(\/etc\/latchkey\/policy\.json\)\. Contact: it@example\.com/;
    await expect(seconds).toHaveAccessibleDescription(reason);
    const privacy = page.getByRole('switch', { name: 'Privacy mode' });
    await expect(privacy).toHaveAccessibleDescription(reason);
    await privacy.click({ force: true });
    await expect(privacy).not.toBeChecked();
    await expect(page.getByRole('radiogroup', { name: 'Proxy', exact: true })).toBeDisabled();
    await expect(page.getByText('3 settings locked by Example Inc.')).toBeVisible();

    await writePolicy({ version: 1, settings: { clipboardSeconds: 40 } });
    await expect(seconds).toHaveValue('40');
    await expect(seconds).toHaveAccessibleDescription(/^Locked by the administrator/);
    await expect(privacy).toBeEnabled();
    await writePolicy(null);
    await expect(seconds).toHaveValue('30');
    await expect(seconds).toBeEnabled();
  });

  test('refuses a service, but not the sandbox, which is on this machine', async ({ page, screens }) => {
    await screens.startSandbox();
    await page.getByRole('link', { name: 'Add connection' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Engines');
    await page.getByLabel('Project ID', { exact: true }).fill('00000000-0000-4000-8000-000000000000');
    await page.getByLabel('Base URL', { exact: true }).fill('https://other.example.com');
    const submit = page.getByRole('main').getByRole('button', { name: /without testing|Connect|Save/ });
    await submit.last().click();
    await expect(page.getByText('The policy of this computer doesn’t allow this service').first()).toBeVisible();
  });
});

test.describe('a broken policy', () => {
  test.use({ policy: '{"version": 1, "settings": {"readonly": true}}' });

  test('makes everything read-only, says what to correct, and ends when it is', async ({ page, screens, environment, writePolicy }) => {
    const banner = page.getByText('The policy isn’t valid (settings.readonly), so all of Latchkey is read-only');
    await screens.startSandbox();
    await expect(banner).toBeVisible();
    await checkViews(screens, environment, { 'the banner': () => expect(banner).toBeVisible() });
    await page.getByRole('button', { name: 'Open settings' }).click();
    await expect(page.getByRole('heading', { name: 'About', exact: true })).toBeFocused();
    const readOnly = page.getByRole('switch', { name: 'Read-only mode' });
    await expect(readOnly).toBeChecked();
    await expect(readOnly).toHaveAccessibleDescription(/^Locked until the policy is corrected/);
    await writePolicy({ version: 1 });
    await expect(banner).toHaveCount(0);
    await expect(readOnly).not.toBeChecked();
    await expect(readOnly).toBeEnabled();
  });
});
