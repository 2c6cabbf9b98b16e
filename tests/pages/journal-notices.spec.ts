/** What the app says about the journal, and the note that a policy requires for changes on production. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { interceptBridge } from '../gallery/replies';
import { createSteps } from '../support/browser/steps';
import { typeText } from '../support/browser/type-text';
import { expect } from '../support/page/fixtures';
import { test as guarded } from '../support/page/guarded-demo';

const test = guarded.extend({
  profile: async ({ profile }, use) => {
    const folder = `${profile}-policy`;
    await mkdir(folder, { mode: 0o755 });
    const policy = { version: 1, required: ['journal', 'production-note'] };
    await writeFile(join(folder, 'policy.json'), JSON.stringify(policy), { mode: 0o644 });
    await use(profile);
    await rm(folder, { recursive: true });
  },
});

test.use({ safety: 'normal' });

const { step, takeSteps } = createSteps();

step('a change on production is made with a note only', async ({ page, screens }) => {
  await screens.openDemo();
  await typeText(screens.search, 'grace.hopper');
  await screens.userRow(/Grace Hopper/).click();
  await expect(screens.panel.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  await screens.renameUser('Admiral Hopper');
  const dialog = page.getByRole('dialog', { name: 'Update this user in “Analytical Engines”?' });
  await expect(dialog).toContainText('Your administrator requires a note for changes in production');
  const note = dialog.getByRole('textbox', { name: 'Note' });
  await expect(note).toBeFocused();
  await page.keyboard.press('Enter');
  await typeText(note, '  ');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await typeText(note, 'Ticket 7');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(screens.panel.getByRole('heading', { name: 'Admiral Hopper' })).toBeVisible();
});

step('the next change is asked for its own note', async ({ page, screens }) => {
  await screens.renameUser('Grace Hopper');
  const dialog = page.getByRole('dialog', { name: 'Update this user in “Analytical Engines”?' });
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await screens.panel.getByRole('button', { name: 'Discard' }).click();
});

const notices: readonly (readonly [kind: string, text: RegExp, more?: object])[] = [
  ['journal-created', /^Latchkey now keeps a journal of changes and their previous values/],
  ['journal-disk-full', /^The disk is full, so changes aren’t recorded in the journal: free up disk space/],
  ['journal-broken', /^The journal was changed outside Latchkey.*at entry 1,234/, { entry: 1234 }],
  ['journal-forbidden', /^The journal is now forbidden by your administrator/],
];

test('notes and notices of the journal', async ({ page, screens, environment, context, host, userBrowser, sentToWindows }) => {
  const bridge = await interceptBridge(page);
  await page.reload();
  for (const [kind, text, more] of notices)
    step(`a notice says: ${kind}`, async () => {
      bridge.push('app.notices', [{ id: 'n', kind, ...more }]);
      await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
    });
  step('the notice of a broken chain opens the journal', async () => {
    bridge.push('app.notices', [{ id: 'n', kind: 'journal-broken', entry: 4 }]);
    await page.getByRole('button', { name: 'Open journal' }).click();
    await expect(page).toHaveURL(/#\/journal$/);
    await expect(page.getByRole('heading', { name: 'Journal', level: 1 })).toBeVisible();
  });
  await takeSteps({ page, screens, environment, context, host, userBrowser, sentToWindows });
});
