import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import type { Screens } from '../support/browser/screens';

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([]);
}

/** Every screen and what can lie over it, by the way there. */
const views: Readonly<Record<string, (screens: Screens) => Promise<void>>> = {
  'first run': async ({ page }) => page.getByRole('button', { name: 'Start the sandbox' }).waitFor(),
  users: (screens) => screens.startSandbox(),
  'a user’s panel': async (screens) => {
    await screens.startSandbox();
    await screens.users.getByRole('row').nth(1).click();
    await screens.panel.getByRole('tab', { name: 'Overview' }).waitFor();
  },
  'no match': async (screens) => {
    await screens.startSandbox();
    await screens.search.fill('nobody at all');
    await screens.page.getByRole('heading', { name: 'No user fits the filter' }).waitFor();
  },
  profile: async (screens) => {
    await screens.startSandbox();
    await screens.entry('Profile').click();
    await screens.page.getByRole('main').getByText('ada@analytical.example').first().waitFor();
  },
  sessions: async (screens) => {
    await screens.startSandbox();
    await screens.entry('Sessions').click();
    await screens.page.getByRole('main').getByRole('listitem').first().waitFor();
  },
  'a question': async (screens) => {
    await screens.startSandbox();
    await screens.entry('Sessions').click();
    await screens.page.getByRole('button', { name: 'Revoke all others' }).click();
    await screens.dialog.waitFor();
  },
  palette: async (screens) => {
    await screens.startSandbox();
    await screens.page.keyboard.press('ControlOrMeta+k');
    await screens.dialog.waitFor();
  },
  settings: async (screens) => {
    await screens.startSandbox();
    await screens.page.getByRole('button', { name: 'Settings' }).click();
    await screens.dialog.waitFor();
  },
  'sign-in': async (screens) => {
    await screens.startSandbox();
    await screens.page.goto(`${screens.page.url().split('#')[0]}#/c/sandbox/sign-in`);
    await screens.page.getByLabel('E-mail', { exact: true }).waitFor();
  },
  'sign-up': async (screens) => {
    await screens.startSandbox();
    await screens.page.goto(`${screens.page.url().split('#')[0]}#/c/sandbox/sign-up`);
    await screens.page.getByLabel('E-mail', { exact: true }).waitFor();
  },
};

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    test.use({ colorScheme: theme });
    for (const [name, open] of Object.entries(views)) {
      test(`axe finds nothing: ${name}`, async ({ page, screens }) => {
        await open(screens);
        await expectNoViolations(page);
      });
    }
  });
}
