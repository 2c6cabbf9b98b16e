/** Clearing all local data: what is shown before, and what other windows do. */
import { askInTurn } from '../support/browser/bridge-calls';
import { expectFirstStart, openDialog, openSettings } from '../support/browser/clear-data';
import { holdReply } from '../support/browser/held-reply';
import { expect, test } from '../support/page/fixtures';

test('sessions that can’t be ended are listed before the data is cleared', async ({ page, host, screens }) => {
  await screens.startSandbox();
  await openSettings(page);
  await openDialog(page, screens);
  await host.killSandbox();
  const { dialog } = screens;
  await dialog.getByRole('checkbox', { name: 'Sign out of all accounts first' }).check();
  await dialog.getByLabel('Type “Latchkey” to confirm').fill('Latchkey');
  await dialog.getByRole('button', { name: 'Clear local data' }).click();
  await expect(dialog.getByRole('status')).toContainText('1 session couldn’t be revoked');
  await expect(dialog.getByRole('status')).toContainText('on Analytical Engines');
  await dialog.getByRole('button', { name: 'Clear anyway' }).click();
  await expectFirstStart(page);
});

test('canceling while sessions are ended clears nothing', async ({ page, screens }) => {
  await screens.startSandbox();
  const reply = await holdReply(page, 'localData.endSessions');
  await page.reload();
  await openSettings(page);
  await openDialog(page, screens);
  const { dialog } = screens;
  await expect(dialog.getByText('Sessions, which stay valid')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Sign out of all accounts first' }).check();
  await expect(dialog.getByText('Sessions, which stay valid')).toHaveCount(0);
  await dialog.getByLabel('Type “Latchkey” to confirm').fill('Latchkey');
  await dialog.getByRole('button', { name: 'Clear local data' }).click();
  await expect.poll(reply.isHeld).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  reply.release();
  // After another reply, the page has handled the one that was held back.
  await openDialog(page, screens);
  await askInTurn(page, [{ name: 'settings.state', input: {} }]);
  expect(reply.sent).toContain('localData.endSessions');
  expect(reply.sent).not.toContain('localData.clear');
});

test('another tab with unsaved changes is loaded again without a question', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const { url } = (await environment.ask(page, 'app.openWindow', { path: '/c/sandbox/project-settings' })) as { url: string };
  const other = await page.context().newPage();
  await other.goto(url);
  await other.getByLabel('Project name', { exact: true }).fill('Unsaved');
  await expect(other.getByRole('main').getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  const questions: string[] = [];
  other.on('dialog', async (question) => {
    questions.push(question.type());
    await question.dismiss();
  });
  await openSettings(page);
  await openDialog(page, screens);
  await screens.dialog.getByLabel('Type “Latchkey” to confirm').fill('Latchkey');
  await screens.dialog.getByRole('button', { name: 'Clear local data' }).click();
  for (const tab of [page, other]) await expectFirstStart(tab);
  expect(questions).toEqual([]);
});
