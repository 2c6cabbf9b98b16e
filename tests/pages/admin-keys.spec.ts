/** Project keys: listed, created, saved once, and revoked. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { asProject } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import { holdsSecret } from '../support/browser/secret-search';
import { createSteps } from '../support/browser/steps';
import { typeText } from '../support/browser/type-text';
import { expect } from '../support/page/fixtures';
import { test } from '../support/page/guarded-demo';

const list = (page: Page) => page.getByRole('grid', { name: 'Project keys' });
const row = (page: Page, name: string) => list(page).getByRole('row', { name: new RegExp(`^Select ${name}`) });
const createButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create keys' });
const savedDialog = (page: Page) => page.getByRole('dialog', { name: 'Save your keys' });

async function open(screens: Screens): Promise<void> {
  await screens.startSandbox();
  await screens.entry('Project keys').click();
  await row(screens.page, 'Web application').waitFor();
}

async function createKeys({ page, dialog }: Screens, name: string): Promise<Locator> {
  await createButton(page).click();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create keys' }).click();
  const saved = savedDialog(page);
  await expect(saved).toBeVisible();
  return saved;
}

async function finish(saved: Locator): Promise<void> {
  await saved.getByLabel('I’ve saved these keys somewhere safe').check();
  await saved.getByRole('button', { name: 'Done' }).click();
  await expect(saved).toBeHidden();
}

const { step, takeSteps } = createSteps();
test('the keys of a project', takeSteps);

step('lists valid keys first, and filters them by name, last four, status, and type', async ({ page, screens }) => {
  await open(screens);
  const names = list(page).getByRole('row').locator('bdi');
  await expect(names).toHaveText(['Web application', 'Mobile app', 'Sandbox keys', 'Pasted into a ticket', 'Command line tool']);
  await expect(page.getByText('3 valid, 2 inactive')).toBeVisible();
  await expect(page.getByText('The service doesn’t report when a key was last used')).toBeVisible();
  await expect(row(page, 'Sandbox keys')).toContainText('Used here');
  await expect(row(page, 'Web application')).toContainText('Created elsewhere');
  await expect(row(page, 'Pasted into a ticket')).toContainText('Revoked');

  await page.getByRole('button', { name: 'Type: All types' }).click();
  await page.getByRole('menuitemradio', { name: 'Admin' }).click();
  await expect(names).toHaveText(['Sandbox keys']);
  await expect(page).toHaveURL(/type=admin/);
  const admin = (await row(page, 'Sandbox keys').locator('code').last().textContent()) ?? '';
  await page.getByRole('button', { name: 'Type: Admin' }).click();
  await page.getByRole('menuitemradio', { name: 'All types' }).click();
  await typeText(page.getByRole('searchbox', { name: /^Search by name or last four/ }), admin.toUpperCase());
  await expect(names).toHaveText(['Sandbox keys']);
  await page.getByRole('button', { name: 'Status: All statuses' }).click();
  await page.getByRole('menuitemradio', { name: 'Expired' }).click();
  await expect(page.getByRole('heading', { name: 'No keys match your search and filter' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No keys match your search and filter' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filter' }).click();
  await expect(names).toHaveCount(5);
});

step('a row opens what the service says about its keys, by pointer and by keyboard', async ({ page, screens }) => {
  await open(screens);
  await row(page, 'Command line tool').click();
  const details = page.getByRole('dialog', { name: 'Key details' });
  await expect(details).toContainText('Command line tool');
  await expect(details.getByText('ID', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(details).toContainText('Web application');
  await expect(details).toContainText('Valid');
});

test.describe('keys that the user reveals', () => {
  test.use({ expectedSecrets: /"value":\{"text":"[ps][csa]k_/ });

  test('are created after mistakes, saved together, and revoked by typing their name', async ({ page, screens, sentToWindows }) => {
    await open(screens);
    await createButton(page).click();
    const { dialog } = screens;
    await dialog.getByRole('checkbox', { name: 'Publishable' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Server' }).uncheck();
    await dialog.getByRole('button', { name: 'Create keys' }).click();
    await expect(dialog.getByText('Enter a name')).toBeVisible();
    await expect(dialog.getByText('Select at least one key')).toBeVisible();
    await dialog.getByLabel('Expires').selectOption('never');
    await expect(dialog.getByText('The keys stay valid until you revoke them')).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: 'Admin' })).toHaveAccessibleDescription(/^Manages the project/);
    for (const kind of ['Publishable', 'Server', 'Admin']) await dialog.getByRole('checkbox', { name: kind }).check();
    await dialog.getByLabel('Name').fill('Reports <b>service</b>');
    await dialog.getByRole('button', { name: 'Create keys' }).click();

    const saved = savedDialog(page);
    await expect(saved.getByText('Never expires')).toBeVisible();
    await expect(saved.getByRole('button', { name: 'Done' })).toBeDisabled();
    expect(sentToWindows.filter(holdsSecret)).toEqual([]);
    await saved.getByRole('button', { name: 'Show key: Admin' }).click();
    await expect(saved.locator('code').last()).toHaveText(/^sak_[0-9a-z]{45}$/);
    const admin = (await saved.locator('code').last().textContent()) ?? '';
    await saved.getByRole('button', { name: 'Hide key: Admin' }).click();
    await saved.getByRole('radio', { name: 'Environment block' }).click();
    await expect(saved.locator('pre')).toContainText('STACK_SUPER_SECRET_ADMIN_KEY=sak_');
    expect(await saved.locator('pre').textContent()).not.toContain(admin);
    const downloading = page.waitForEvent('download');
    await saved.getByRole('button', { name: 'Download environment file' }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    expect(text).toMatch(
      /^NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY=pck_\w{45}\nSTACK_SECRET_SERVER_KEY=ssk_\w{45}\nSTACK_SUPER_SECRET_ADMIN_KEY=sak_\w{45}\n$/,
    );
    expect(text).toContain(admin);
    await finish(saved);

    const created = row(page, 'Reports <b>service</b>');
    await expect(created).toContainText('Created here');
    await expect(created).toContainText('Never');
    await expect(created).toContainText(admin.slice(-4));
    await page.getByRole('button', { name: 'Revoke Reports <b>service</b>' }).click();
    await expect(dialog.getByRole('button', { name: 'Revoke keys' })).toBeDisabled();
    await expect(dialog.getByText('This connection uses these keys')).toHaveCount(0);
    await dialog.getByRole('textbox').fill('Reports <b>service</b>');
    await page.keyboard.press('Enter');
    await expect(created).toContainText('Revoked');
    await expect(created.getByRole('button', { name: /^Revoke/ })).toHaveCount(0);
  });
});

step('asks before unsaved keys are left, and never tells the page their texts', async ({ page, screens }) => {
  await open(screens);
  const saved = await createKeys(screens, 'Reports');
  const question = page.getByRole('alertdialog', { name: 'Close without saving the keys?' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(saved).toBeVisible();
  await page.goBack();
  await expect(saved).toBeVisible();
  await finish(saved);
});

step('warns before this connection locks itself out', async ({ page, screens }) => {
  await open(screens);
  await page.getByRole('button', { name: 'Revoke Sandbox keys' }).click();
  await expect(screens.dialog.getByText('This connection uses these keys')).toBeVisible();
  await expect(screens.dialog).toContainText('Latchkey uses these keys: Publishable, Server, Admin.');
  await page.keyboard.press('Escape');
  await expect(row(page, 'Sandbox keys')).toContainText('Valid');
});

test('follows what another window creates and revokes', async ({ page, screens, environment }) => {
  await open(screens);
  const { url } = (await environment.ask(page, 'app.openWindow', { path: '/c/sandbox/project-keys' })) as { url: string };
  const other = await page.context().newPage();
  await other.goto(url);
  await row(other, 'Web application').waitFor();
  await finish(await createKeys(screens, 'Reports'));
  await expect(row(other, 'Reports')).toContainText('Created here');
  await page.getByRole('button', { name: 'Revoke Reports' }).click();
  await screens.dialog.getByRole('textbox').fill('Reports');
  await screens.dialog.getByRole('button', { name: 'Revoke keys' }).click();
  await expect(row(other, 'Reports')).toContainText('Revoked');
});

test('keeps the form when the service is lost', async ({ page, screens, host }) => {
  await open(screens);
  await createButton(page).click();
  const { dialog } = screens;
  await dialog.getByLabel('Name').fill('Reports');
  await dialog.getByRole('checkbox', { name: 'Admin' }).check();
  await host.killSandbox();
  await dialog.getByRole('button', { name: 'Create keys' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Reports');
  await expect(dialog.getByRole('checkbox', { name: 'Admin' })).toBeChecked();
});

/** Opens the keys in a profile that no account is signed in to. */
async function openDemoKeys({ page, ...rest }: { page: Page; screens: Screens }): Promise<void> {
  await rest.screens.openDemo();
  await rest.screens.entry('Project keys').click();
  await row(page, 'Web application').waitFor();
}

test.describe('in production', () => {
  test.use({ safety: 'type-to-destroy' });

  test('the connection’s name is typed before keys are revoked', async ({ page, screens, environment }) => {
    await openDemoKeys({ page, screens });
    await page.getByRole('button', { name: 'Revoke Web application' }).click();
    await screens.dialog.getByRole('button', { name: 'Revoke keys' }).click();
    const question = page.getByRole('alertdialog', { name: 'Revoke these project keys in “Analytical Engines”?' });
    await question.getByRole('textbox').fill('Analytical Engines');
    await question.getByRole('button', { name: 'Revoke keys' }).click();
    await expect(row(page, 'Web application')).toContainText('Revoked');
    const { items } = (await asProject(environment, page, 'apiKeys.listKeySets', {})) as { items: { description: string }[] };
    expect(items.find(({ description }) => description === 'Web application')).toHaveProperty('manually_revoked_at_millis');
  });
});

test.describe('a read-only connection', () => {
  test.use({ safety: 'read-only' });

  test('lists keys, and says why none can be created or revoked', async ({ page, screens }) => {
    await openDemoKeys({ page, screens });
    for (const button of [createButton(page), page.getByRole('button', { name: 'Revoke Web application' })]) {
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription(/^This connection is read-only/);
    }
  });
});
