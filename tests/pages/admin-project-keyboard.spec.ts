/** The screens about the project without a mouse: everything is reached, and the focus is visible and never lost. */
import { startMailServer } from '#sandbox/testing/mail-server.ts';
import { type KeyboardWalk, startKeyboardWalk } from '../support/browser/keyboard-walk';
import { expect, test } from '../support/page/fixtures';

// Templates by type, which have fields, are of releases up to 2.8.26.
test.use({ sandboxRelease: '2.8.26' });

type Server = Awaited<ReturnType<typeof startMailServer>>['config'];

async function openTab({ keyboard, main }: KeyboardWalk, name: string): Promise<void> {
  await keyboard.to(main.getByRole('tab', { selected: true }));
  await keyboard.arrow(main.getByRole('tab', { name }), 'ArrowRight');
  await expect(main.getByRole('tab', { name, selected: true })).toBeVisible();
}

async function domains({ keyboard, page, main, screens, confirm, button }: KeyboardWalk): Promise<void> {
  await keyboard.press(screens.entry('Domains', 'Admin'));
  const rows = main.getByRole('textbox', { name: /^Domain \d+$/ });
  await main.getByRole('list', { name: 'Production checklist' }).waitFor();
  const count = await rows.count();
  await keyboard.press(button('Add domain'));
  await keyboard.expectFocus(rows.nth(count));
  await page.keyboard.insertText('https://keys.example');
  await keyboard.press(button('Review changes'));
  await confirm('Save changes');
  await expect(page.getByText('Trusted domains saved', { exact: true })).toBeVisible();
  await keyboard.expectFocusKept();
  await keyboard.press(button(/^Remove domain .*keys\.example/));
  await expect(rows).toHaveCount(count);
  await keyboard.expectFocusKept();
  await keyboard.press(button('Review changes'));
  await confirm('Save changes');
  await expect(button('Review changes')).toHaveCount(0);
  await keyboard.expectFocusKept();
}

async function emailServer(walk: KeyboardWalk, server: Server): Promise<void> {
  const { keyboard, page, main, screens, button } = walk;
  await keyboard.press(screens.entry('Email', 'Admin'));
  const type = main.getByRole('combobox', { name: 'Server' });
  await keyboard.to(type);
  await page.keyboard.press('ArrowDown');
  await expect(type).toHaveValue('standard');
  const texts = { Host: server.host, Port: String(server.port), Username: server.username };
  const sender = { 'Sender name': server.sender_name, 'Sender email': server.sender_email };
  for (const [label, text] of Object.entries({ ...texts, ...sender })) {
    await keyboard.type(main.getByRole('textbox', { name: label, exact: true }), text);
  }
  await keyboard.type(main.getByLabel('Password', { exact: true }), server.password);
  await keyboard.type(main.getByRole('textbox', { name: 'Recipient', exact: true }), 'ada@analytical.example');
  await keyboard.press(button('Send test email'));
  await expect(main.getByText('The email server accepted the test email to ada@analytical.example').first()).toBeVisible();
  await keyboard.press(button('Save'));
  await expect(page.getByText('Email server saved', { exact: true })).toBeVisible();
  await keyboard.expectFocusKept();
}

async function templates(walk: KeyboardWalk): Promise<void> {
  const { keyboard, page, main, button } = walk;
  await openTab(walk, 'Templates');
  await keyboard.press(button('Password reset'));
  const editor = main.getByRole('region', { name: 'Password reset', exact: true });
  await keyboard.type(editor.getByLabel('Subject', { exact: true }), 'A new password');
  await keyboard.press(editor.getByRole('button', { name: 'Insert userDisplayName' }));
  await keyboard.expectFocus(editor.getByLabel('Subject', { exact: true }));
  await keyboard.press(editor.getByRole('button', { name: 'Save', exact: true }));
  await expect(page.getByText('Password reset saved', { exact: true })).toBeVisible();
  await keyboard.expectFocusKept();
}

async function sentEmails(walk: KeyboardWalk): Promise<void> {
  const { keyboard, page, main, screens, button } = walk;
  const { dialog } = screens;
  await openTab(walk, 'Sent');
  const row = main.getByRole('grid', { name: 'Sent emails' }).locator('[data-row="0"]');
  await keyboard.press(row);
  await screens.escape(page.getByRole('dialog', { name: 'Email details' }));
  await keyboard.expectFocus(row);

  await keyboard.press(button('Send email'));
  await expect(page.getByRole('dialog', { name: 'Send email' })).toBeVisible();
  await keyboard.type(dialog.getByRole('searchbox'), 'grace.hopper');
  const found = dialog.getByRole('list', { name: 'Users found' }).getByRole('button');
  await expect(found).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await keyboard.expectFocus(found);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: 'Recipients' })).toContainText('Grace Hopper');
  await keyboard.type(dialog.getByLabel('Subject', { exact: true }), 'Hello');
  await keyboard.type(dialog.getByLabel('Content', { exact: true }), '<p>Hello</p>');
  await keyboard.press(dialog.getByRole('button', { name: 'Send to 1 user' }));
  await screens.escape(page.getByRole('dialog', { name: 'Email sent to 1 user' }));
  await keyboard.expectFocus(button('Send email'));
}

async function keys({ keyboard, page, main, screens, confirm, button }: KeyboardWalk): Promise<void> {
  const { dialog } = screens;
  const row = main.getByRole('grid', { name: 'Project keys' }).getByRole('row', { name: /^Select Keyboard/ });
  await keyboard.press(screens.entry('Project keys', 'Admin'));
  await keyboard.press(button('Create keys'));
  await expect(page.getByRole('dialog', { name: 'Create keys' })).toBeVisible();
  await keyboard.type(dialog.getByLabel('Name'), 'Keyboard');
  await page.keyboard.press('Enter');
  const saved = page.getByRole('dialog', { name: 'Save your keys' });
  await expect(saved).toBeVisible();
  await keyboard.press(saved.getByLabel('I’ve saved these keys somewhere safe'), 'Space');
  await keyboard.press(saved.getByRole('button', { name: 'Done' }));
  await expect(saved).toHaveCount(0);
  await expect(row).toBeVisible();
  await keyboard.expectFocusKept();
  await keyboard.press(button('Revoke Keyboard'));
  await expect(dialog).toBeVisible();
  await keyboard.type(dialog.getByRole('textbox'), 'Keyboard');
  await confirm('Revoke keys');
  await expect(row).toContainText('Revoked');
  await keyboard.expectFocusKept();
}

async function keyCheck({ keyboard, page, main, button }: KeyboardWalk): Promise<void> {
  await keyboard.press(button('Check key'));
  await expect(page.getByRole('heading', { name: 'Check an API key' })).toBeVisible();
  await keyboard.type(main.getByLabel('Key', { exact: true }), 'not-a-key');
  await page.keyboard.press('Enter');
  await expect(main.getByText('Key not found')).toBeVisible();
  await keyboard.expectFocusKept();
}

async function webhooks({ keyboard, main, screens, button }: KeyboardWalk): Promise<void> {
  await keyboard.press(screens.entry('Webhooks', 'Admin'));
  await keyboard.press(button('Open portal'));
  await keyboard.to(button('Copy token'));
  await keyboard.type(main.getByLabel('URL of the webhooks page'), 'https://hooks.example');
  await keyboard.to(button('Open dashboard'));
}

async function settings({ keyboard, page, main, screens, button }: KeyboardWalk): Promise<void> {
  await keyboard.press(screens.entry('Project settings', 'Admin'));
  await keyboard.type(main.getByLabel('Project name', { exact: true }), 'Difference Engines');
  await keyboard.press(main.getByRole('switch', { name: 'Teams can have API keys' }), 'Space');
  await keyboard.press(button('Save'));
  await expect(page.getByText('Project settings saved', { exact: true })).toBeVisible();
  await keyboard.expectFocusKept();
  // The project of the sandbox can't be deleted; the reason is shown at the button.
  await keyboard.to(button('Delete project'));
}

test('the project is set up by keyboard', async ({ page, screens }) => {
  const server = await startMailServer();
  const walk = await startKeyboardWalk(page, screens);
  await test.step('domains', () => domains(walk));
  await test.step('email server', () => emailServer(walk, server.config));
  await test.step('email templates', () => templates(walk));
  await test.step('sent emails', () => sentEmails(walk));
  await test.step('project keys', () => keys(walk));
  await test.step('key check', () => keyCheck(walk));
  await test.step('webhooks', () => webhooks(walk));
  await test.step('project settings', () => settings(walk));
  walk.keyboard.expectNoMouse();
  await server.close();
});
