/** Configuration as files: exported, compared with the project, and applied. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { asProject } from '../support/browser/demo-project';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const source = (page: Page) => page.getByRole('region', { name: 'Source', exact: true });
const target = (page: Page) => page.getByRole('region', { name: 'Target', exact: true });
const table = (page: Page) => page.getByRole('region', { name: 'Table of settings' });
const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const choose = (page: Page, side: (of: Page) => ReturnType<typeof source>, name: string, text: string) =>
  side(page)
    .getByLabel('Choose file', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name, mimeType: 'text/yaml', buffer: Buffer.from(text) });

let exported = '';

const { step, takeSteps } = createSteps();
test('configuration as files', takeSteps);

step('a project is exported to a file without secrets', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Project settings').click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export configuration' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('analytical-engines.yaml');
  exported = await readFile(await download.path(), 'utf8');
  expect(exported).toContain('version: 1');
});

step('a file of one’s own is updated, with its comments and its order', async ({ page }) => {
  const own = '# Ours\nsettings:\n  client_team_creation_enabled: false # Never\nversion: 1\n';
  const downloading = page.waitForEvent('download');
  const input = page.getByLabel('File to update', { exact: true }).and(page.locator('input'));
  await input.setInputFiles({ name: 'ours.yaml', mimeType: 'text/yaml', buffer: Buffer.from(own) });
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('ours.yaml');
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('# Ours\nsettings:\n');
  expect(text).toContain('client_team_creation_enabled: true # Never\n');
  await input.setInputFiles({ name: 'ours.yaml', mimeType: 'text/yaml', buffer: Buffer.from('version: 1\nsetings: {}\n') });
  await expect(page.getByRole('alert').filter({ hasText: 'Did you mean “settings”?' })).toContainText('Line 2, column 1');
});

step('it is the same as the project, and the other way round', async ({ page, screens }) => {
  await screens.entry('Compare').click();
  await target(page).getByRole('radio', { name: 'File' }).click();
  await choose(page, target, 'engines.yaml', exported);
  await expect(target(page)).toContainText('engines.yaml');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByText('Same on both sides')).toBeVisible();
  await page.getByRole('button', { name: 'Swap source and target' }).click();
  await expect(page.getByText('0 of 0 changes selected')).toBeVisible();
  await page.getByRole('radio', { name: /^All/ }).click();
  await expect(table(page)).toContainText('Users can create teams');
});

step('in a small window, the sections stand above the settings, and IDs keep one line', async ({ page }) => {
  const sections = page.getByRole('list', { name: 'Sections', exact: true });
  const boxes = async () => [await boxOf(sections), await boxOf(table(page))] as const;
  const [beside, settings] = await boxes();
  expect(settings.x).toBeGreaterThanOrEqual(beside.x + beside.width);
  const wide = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 1000, height: 640 });
  const [above, below] = await boxes();
  expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
  expect((await boxOf(table(page).getByText('client_team_creation_enabled', { exact: true }))).height).toBeLessThan(24);
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: 'Change sides' }).click();
});

step('faults of a file are said with their lines', async ({ page }) => {
  await choose(page, source, 'wrong.yaml', 'version: 1\nsetings: {}\n');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: '1 problem in wrong.yaml' });
  await expect(alert).toContainText('Line 2, column 1');
  await expect(alert).toContainText('Did you mean “settings”?');
});

step('a configuration is pasted instead, and a file that is chosen replaces it', async ({ page }) => {
  const box = source(page).getByRole('textbox', { name: 'Or paste a configuration' });
  await expect(box).toHaveValue('');
  await box.focus();
  await page.keyboard.insertText('version: 1\nsetings: {}\n');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: '1 problem in Pasted configuration' })).toContainText('Line 2, column 1');
  await box.fill('');
  await expect(page.getByRole('button', { name: 'Compare', exact: true })).toHaveAttribute('aria-disabled', 'true');
});

step('what differs is chosen and applied with its secret, and nothing is left', async ({ page, environment }) => {
  const provider = ['  github:', '    type: standard', '    client_id: Iv1', '    client_secret: $' + '{GITHUB_SECRET}', ''].join('\n');
  const wanted = exported
    .replace('client_team_creation_enabled: true', 'client_team_creation_enabled: false')
    .replace(/^ {2}display_name: .*$/m, '  display_name: Renamed')
    .replace(/ {2}github:\n(?: {4}.*\n)*/, provider);
  await choose(page, source, 'engines.yaml', wanted);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  // A project is never renamed without being asked to.
  await expect(page.getByText('2 of 3 changes selected')).toBeVisible();
  await expect(table(page).getByRole('checkbox', { name: 'Project name' })).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'OAuth providers' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('1 of 3 changes selected')).toBeVisible();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Apply 2 changes' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Update project');
  await expect(dialog.getByRole('button', { name: 'Apply', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('GITHUB_SECRET', { exact: true }).pressSequentially('typed-secret');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('1 of 1 requests done');
  await dialog.getByRole('button', { name: 'Compare again' }).click();
  await expect(page.getByText('0 of 1 changes selected')).toBeVisible();
  // What was applied is the base of the next comparison.
  await expect(table(page).getByRole('columnheader', { name: /^Base/ })).toBeVisible();
  await asProject(environment, page, 'projects.update', { body: { config: { client_user_deletion_enabled: false } } });
  await page.getByRole('button', { name: 'Compare again' }).click();
  await expect(page.getByText('0 of 2 changes selected')).toBeVisible();
  const theirs = table(page).getByRole('row').filter({ hasText: 'client_user_deletion_enabled' });
  await expect(theirs).toContainText('Target');
  await expect(theirs.getByRole('checkbox')).not.toBeChecked();
  const project = (await asProject(environment, page, 'projects.read', {})) as { config: { client_team_creation_enabled: boolean } };
  expect(project.config.client_team_creation_enabled).toBe(false);
  expect(await page.content()).not.toContain('typed-secret');
});

step('all of it is one line of the journal, and is rolled back together', async ({ page, screens, environment }) => {
  await screens.entry('Journal').click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('grid', { name: 'Entries' }).locator('[data-row]').nth(1).click();
  const panel = page.getByRole('complementary', { name: 'Entry' });
  await panel.getByRole('button', { name: 'Roll back…' }).click();
  await expect(dialog).toContainText('client_team_creation_enabled');
  await dialog.getByRole('button', { name: 'Roll back', exact: true }).click();
  await expect(page.getByText('Configuration rolled back').first()).toBeVisible();
  const project = (await asProject(environment, page, 'projects.read', {})) as { config: { client_team_creation_enabled: boolean } };
  expect(project.config.client_team_creation_enabled).toBe(true);
});

/** Drops what is at a path of this machine on a side, as the system does. */
async function drop(page: Page, side: (of: Page) => ReturnType<typeof source>, path: string): Promise<void> {
  const box = await side(page).boundingBox();
  if (box === null) throw new Error('The side isn’t shown.');
  const session = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, x, y, data });
  await session.detach();
}

test('files and folders are dropped on a side, and folders are chosen', async ({ page, screens }, testInfo) => {
  const folder = testInfo.outputPath();
  await mkdir(folder, { recursive: true });
  const [file, whole, broken] = [join(folder, 'dropped.yaml'), join(folder, 'whole'), join(folder, 'broken')];
  await writeFile(file, 'version: 1\nsetings: {}\n');
  for (const each of [whole, broken]) {
    await mkdir(join(each, 'templates'), { recursive: true });
    await writeFile(
      join(each, 'project.yaml'),
      'version: 1\nemail_templates:\n  Hello:\n    source_file: templates/hello.tsx\nsetings: {}\n',
    );
  }
  await writeFile(join(whole, 'templates', 'hello.tsx'), 'hello\n');
  await writeFile(join(whole, 'notes.bin'), Buffer.from([0xff, 0xfe]));
  await screens.startSandbox();
  await screens.entry('Compare').click();
  await target(page).getByRole('radio', { name: 'File' }).click();
  await drop(page, target, file);
  await expect(target(page)).toContainText('dropped.yaml');
  // What is dropped beside a side does nothing.
  await drop(page, (of) => of.getByRole('heading', { name: 'What to compare' }), file);
  await drop(page, target, whole);
  await expect(target(page)).toContainText('whole');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: '1 problem in whole' })).toContainText('Line 5, column 1');
  await drop(page, target, broken);
  await expect(page.getByRole('alert').filter({ hasText: 'The folder couldn’t be read' })).toContainText(
    '“templates/hello.tsx” is missing',
  );
  const input = target(page).getByLabel('Choose folder', { exact: true }).and(page.locator('input'));
  await input.setInputFiles(broken);
  await expect(page.getByRole('alert').filter({ hasText: 'The folder couldn’t be read' })).toContainText(
    '“templates/hello.tsx” is missing',
  );
  await input.setInputFiles(whole);
  await expect(page.getByRole('alert').filter({ hasText: 'The folder couldn’t be read' })).toHaveCount(0);
  await expect(target(page)).toContainText('whole');
});
