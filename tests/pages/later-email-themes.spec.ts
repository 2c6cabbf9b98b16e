/** Themes of emails: the project's one, their sources, and new ones. */
import { asProject } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import { expect, test } from '../support/page/fixtures';

const source = (screens: Screens) => screens.page.getByLabel('Source', { exact: true });

async function openThemes(screens: Screens): Promise<void> {
  await screens.startSandbox();
  await screens.entry('Email').click();
  await screens.page.getByRole('tab', { name: 'Themes' }).click();
  await expect(source(screens)).toHaveValue(/export function/);
}

test('a theme is created, edited with its preview, and used for the project', async ({ page, screens, environment }) => {
  await openThemes(screens);
  const list = page.getByRole('navigation', { name: 'Email themes' });
  await expect(list.getByRole('button', { name: 'Default Light' })).toContainText('In use');
  await page.getByRole('button', { name: 'Create theme' }).click();
  await expect(screens.dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(screens.dialog.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Enter a name');
  await screens.dialog.getByLabel('Name', { exact: true }).pressSequentially('Brass');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Theme created', { exact: true })).toBeVisible();
  const editor = page.getByRole('region', { name: 'Brass' });
  await expect(editor.getByRole('heading', { name: 'Brass' })).toBeVisible();
  await expect(list.getByRole('button', { name: 'Brass' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByTitle('Preview of Brass')).toBeVisible();

  await source(screens).press('Control+End');
  await source(screens).pressSequentially('// brass');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Brass saved', { exact: true })).toBeVisible();
  const { themes } = (await asProject(environment, page, 'emailThemes.list', {})) as { themes: { id: string; display_name: string }[] };
  const id = themes.find(({ display_name: name }) => name === 'Brass')?.id;
  expect(await asProject(environment, page, 'emailThemes.read', { params: { id } })).toMatchObject({
    tsx_source: expect.stringMatching(/\/\/ brass$/),
  });

  await editor.getByRole('button', { name: 'Use for the project' }).click();
  await expect(page.getByText('The project now uses Brass', { exact: true })).toBeVisible();
  await expect(list.getByRole('button', { name: /^Brass/ })).toContainText('In use');
  await expect(editor.getByRole('button', { name: 'Use for the project' })).toHaveAccessibleDescription('The project uses this theme');
  expect(await asProject(environment, page, 'projects.read', {})).toMatchObject({ config: { email_theme: id } });
});

test('a theme that was changed elsewhere is not overwritten, and unsaved changes are asked about', async ({
  page,
  screens,
  environment,
}) => {
  await openThemes(screens);
  const id = '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac';
  const { tsx_source: before } = (await asProject(environment, page, 'emailThemes.read', { params: { id } })) as { tsx_source: string };
  await source(screens).press('Control+End');
  await source(screens).pressSequentially('// mine');
  await asProject(environment, page, 'emailThemes.update', { params: { id }, body: { tsx_source: `${before}// theirs` } });
  await page.getByRole('navigation', { name: 'Email themes' }).getByRole('button', { name: 'Default Dark' }).click();
  await screens.dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByText(/elsewhere/).first()).toBeVisible();
  await expect(source(screens)).toHaveValue(/\/\/ mine$/);
  await expect(page.getByRole('main').getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  expect(await asProject(environment, page, 'emailThemes.read', { params: { id } })).toMatchObject({ tsx_source: `${before}// theirs` });
});

test.describe('on the first supported release', () => {
  test.use({ sandboxRelease: '2.8.4' });
  test('there are no themes, and their address says why', async ({ page, screens }) => {
    await screens.startSandbox();
    await screens.entry('Email').click();
    await expect(page.getByRole('tab', { name: 'Templates' })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Themes' })).toHaveCount(0);
    await screens.visit('email?tab=themes');
    await expect(page.getByText('2.8.22')).toBeVisible();
    await screens.visit('email?tab=drafts');
    await expect(page.getByText('2.8.38')).toBeVisible();
  });
});
