/** Forms and dialogs whose redirect URLs are read late: what can be pressed in them doesn’t move. */
import type { Locator, Page } from '@playwright/test';
import { paths } from '#window/routes.ts';
import { teamNamed, userNamed } from '../support/browser/demo-project';
import { type HeldReply, holdReply } from '../support/browser/held-reply';
import { forgetShifts, recordShifts, shiftsOf } from '../support/browser/layout-shifts';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

interface Row {
  readonly name: string;
  readonly path: (page: Page, environment: TestEnvironment) => Promise<string> | string;
  /** Creates what it is about. */
  readonly prepare?: (page: Page, environment: TestEnvironment) => Promise<unknown>;
  /** Presses what opens it. */
  readonly open: (screens: Screens) => Promise<void>;
  /** Something in it that can be pressed. */
  readonly pressable: (screens: Screens) => Locator;
}

const teamPath = async (page: Page, environment: TestEnvironment) =>
  paths.ownTeam('sandbox', await teamNamed(environment, page, 'Analytical Engines'), 'invitations');

const rows: readonly Row[] = [
  {
    name: 'invite',
    path: teamPath,
    open: async () => undefined,
    pressable: ({ page }) => page.getByRole('button', { name: 'Send invitation' }),
  },
  {
    name: 'add email',
    path: () => paths.signInSettings('sandbox'),
    open: ({ page }) => page.getByRole('button', { name: 'Add email' }).click(),
    pressable: ({ dialog }) => dialog.getByRole('button', { name: 'Add email' }),
  },
  {
    name: 'send verification email',
    async prepare(page, environment) {
      const own = { actor: 'account', connectionId: 'sandbox' };
      const { value } = (await environment.ask(page, 'accounts.list', {})) as { value: { id: string }[] };
      const body = { user_id: 'me', type: 'email', value: 'ada@home.example', used_for_auth: false };
      await environment.ask(page, 'service.contactChannels.create', { ...own, accountId: value[0]?.id, body });
    },
    path: () => paths.signInSettings('sandbox'),
    async open({ page }) {
      await page.getByRole('button', { name: 'Actions for ada@home.example' }).click();
      await page.getByRole('menuitem', { name: 'Send verification email' }).click();
    },
    pressable: ({ dialog }) => dialog.getByRole('button', { name: 'Send verification email' }),
  },
  {
    name: 'send email to a user',
    path: async (page, environment) => paths.user('sandbox', await userNamed(environment, page, 'Grace Hopper')),
    async open({ page }) {
      await page.getByRole('tab', { name: 'Sign-in' }).click();
      await page.getByRole('button', { name: 'Send email: Password reset' }).click();
    },
    pressable: ({ dialog }) => dialog.getByRole('button', { name: 'Send reset link' }),
  },
  {
    name: 'sign up',
    path: () => paths.signUp('sandbox'),
    open: async () => undefined,
    pressable: ({ page }) => page.getByRole('button', { name: 'Create account' }),
  },
  {
    name: 'forgot password',
    path: () => paths.forgotPassword('sandbox'),
    open: async () => undefined,
    pressable: ({ page }) => page.getByRole('button', { name: 'Send reset link' }),
  },
];

async function expectNothingMoves(page: Page, held: HeldReply, pressable: Locator): Promise<void> {
  await expect.poll(held.isHeld).toBe(true);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  await expect(pressable).toHaveCount(0);
  held.release();
  await expect(pressable).toBeVisible();
  await expect(page.getByLabel('Open the email’s link on')).toBeVisible();
}

const { step, takeSteps } = createSteps();
test('nothing moves when redirect URLs arrive late', takeSteps);

for (const { name, prepare, path, open, pressable } of rows)
  step(`nothing moves when redirect URLs arrive late: ${name}`, async ({ page, screens, environment }) => {
    await screens.startSandbox();
    await prepare?.(page, environment);
    const address = await path(page, environment);
    const held = await holdReply(page, 'callbacks.choices');
    await page.goto(`${page.url().split('#')[0]}#${address}`);
    await page.reload();
    await open(screens);
    await expectNothingMoves(page, held, pressable(screens));
  });

test('nothing moves in the dialog that sends an invitation again: its redirect URLs are those of the form', async ({
  page,
  screens,
  environment,
}) => {
  await screens.startSandbox();
  await environment.invite(page, 'mary@letters.example');
  await recordShifts(page);
  await page.goto(`${page.url().split('#')[0]}#${await teamPath(page, environment)}`);
  await page.reload();
  const resend = page.getByRole('button', { name: 'Resend the invitation to mary@letters.example' });
  await resend.waitFor();
  await forgetShifts(page);
  await resend.click();
  await expect(screens.dialog.getByLabel('Open the email’s link on')).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
});
