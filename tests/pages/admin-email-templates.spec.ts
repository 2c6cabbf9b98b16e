/** The templates of a project's emails, as releases up to 2.8.26 have them: blocks, placeholders, subject, reset, and a preview. */
import type { Locator, Page } from '@playwright/test';
import type { Screens } from '../support/browser/screens';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';
import { ownEmailServer } from '../support/samples/own-email-server';

// Templates by type are of releases up to 2.8.26.
test.use({ sandboxRelease: '2.8.4' });

const project = { actor: 'project', connectionId: 'sandbox' };

const editor = (page: Page, name = 'Password reset') => page.getByRole('region', { name, exact: true });
const subject = (page: Page) => editor(page).getByLabel('Subject', { exact: true });
const content = (page: Page) => editor(page).getByLabel('Content', { exact: true });
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of Password reset"]');
const save = (within: Locator) => within.getByRole('button', { name: 'Save', exact: true });

async function open(screens: Screens, environment: TestEnvironment): Promise<void> {
  await screens.startSandbox();
  await environment.ask(screens.page, 'service.projects.update', { ...project, body: { config: { email_config: ownEmailServer } } });
  await screens.visit('email?tab=templates&template=password_reset');
  await subject(screens.page).waitFor();
  await expect(content(screens.page)).toBeHidden();
  await editor(screens.page).getByRole('button', { name: 'Source' }).click();
}

const stored = (page: Page, environment: TestEnvironment) =>
  environment.ask(page, 'service.emails.template', { ...project, params: { type: 'password_reset' } }) as Promise<{
    subject: string;
    is_default: boolean;
  }>;
const update = (page: Page, environment: TestEnvironment, body: object) =>
  environment.ask(page, 'service.emails.updateTemplate', { ...project, params: { type: 'password_reset' }, body });

test('a template is changed with placeholders inserted by a click, previewed, saved, and reset', async ({ page, screens, environment }) => {
  await open(screens, environment);
  await expect(preview(page).getByText('Reset your password at Analytical Engines')).toBeVisible();
  await subject(page).fill('For : a new password');
  await subject(page).press('Home');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await editor(page).getByRole('button', { name: 'Insert userDisplayName' }).click();
  await expect(subject(page)).toHaveValue('For {{ userDisplayName }}: a new password');
  await expect(subject(page)).toBeFocused();
  await expect(editor(page).getByText('For Ada Lovelace: a new password')).toBeVisible();

  const text = await content(page).inputValue();
  await content(page).fill(text.replace('Choose a new password', 'Choose it, {{#if userDisplayName}}{{ userDisplayName }}{{/if}},'));
  await expect(preview(page).getByText('Choose it, Ada Lovelace,')).toBeVisible();
  await save(editor(page)).click();
  await expect(page.getByText('Password reset saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Password reset Custom' })).toBeVisible();
  expect(await stored(page, environment)).toMatchObject({ subject: 'For {{ userDisplayName }}: a new password', is_default: false });

  await editor(page).getByRole('button', { name: 'Reset template' }).click();
  await expect(screens.dialog).toContainText('Your subject and content are deleted');
  await screens.dialog.getByRole('button', { name: 'Reset template' }).click();
  await expect(subject(page)).toHaveValue('Reset your password at {{ projectDisplayName }}');
  expect(await stored(page, environment)).toMatchObject({ is_default: true });
});

test('unknown placeholders and content that isn’t valid are refused before anything is sent', async ({ page, screens, environment }) => {
  await open(screens, environment);
  const text = await content(page).inputValue();
  await subject(page).fill('{{ otp }}');
  await expect(subject(page)).toHaveAccessibleDescription('This template has no placeholder “otp”');
  await expect(save(editor(page))).toHaveAccessibleDescription('Correct the marked fields first');
  await subject(page).fill('Mine');
  await content(page).fill(text.replace('{{ passwordResetLink }}', '{{ magicLink }}'));
  await expect(content(page)).toHaveAccessibleDescription(/no placeholder “magicLink”/);
  await content(page).fill(`${text}}`);
  await expect(content(page)).toHaveAccessibleDescription(/^Line \d+, column \d+/);
  await expect(editor(page).getByText('There is nothing to preview')).toBeVisible();
  await content(page).fill('{}');
  await expect(content(page)).toHaveAccessibleDescription(/There is no “root” block/);
  await content(page).fill(text.replace('"Divider"', '"Carousel"'));
  await expect(editor(page).getByText(/1 block isn’t shown.*: line/)).toBeVisible();
  await save(editor(page)).click();
  await expect(editor(page).getByRole('alert')).toContainText('Invalid email template content');
  await editor(page).getByRole('button', { name: 'Discard' }).click();
  await expect(editor(page).getByRole('button', { name: 'Discard' })).toHaveCount(0);
});

test('a template that another admin changed is never overwritten, and unsaved changes are kept', async ({ page, screens, environment }) => {
  await open(screens, environment);
  await subject(page).fill('Mine');
  await page.getByRole('button', { name: 'Team invitation' }).click();
  await screens.dialog.getByRole('button', { name: 'Keep editing' }).click();
  await update(page, environment, { subject: 'Theirs' });
  await editor(page).getByRole('button', { name: 'Review changes' }).click();
  await expect(screens.dialog).toContainText('Theirs');
  await screens.dialog.getByRole('button', { name: 'Keep the other values' }).click();
  await expect(screens.dialog).toHaveCount(0);
  await expect(subject(page)).toHaveValue('Theirs');
  expect((await stored(page, environment)).subject).toBe('Theirs');
});

test('templates are locked without an own server', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.visit('email?tab=templates');
  const reason = editor(page, 'Email verification').getByRole('paragraph').filter({ hasText: 'only with your own email server' });
  await expect(reason).toBeVisible();
  await expect(editor(page, 'Email verification').getByLabel('Subject', { exact: true })).not.toBeEditable();
});
