/** What the palette finds besides screens and commands: links, codes, emails, IDs, and keys. */
import type { Locator } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import { asProject, teamNamed, userNamed } from '../support/browser/demo-project';
import { createSteps } from '../support/browser/steps';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const grace = 'grace.hopper@analytical.example';

const { step, takeSteps } = createSteps();
test('what the palette finds besides screens and commands', takeSteps);

step('the link of an email, or its code alone, opens its card; what is none stays a search', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  await screens.askForCode(grace);
  const link = await environment.mailedLink(grace);
  const palette = async (text: string) => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    // Links and codes are pasted.
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill(text);
  };
  const entry = page.getByRole('option', { name: 'Open the pasted link or code' });
  await palette('https:// nothing');
  await expect(page.getByText('No results for')).toBeVisible();
  await expect(entry).toHaveCount(0);

  await palette('http://localhost:47810/handler/magic-link-callback');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Copy the whole link from the email').first()).toBeVisible();

  await palette(link);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in to Analytical Engines' })).toBeVisible();
  await expect(page).toHaveURL(/#\/links\/\w+$/);
  await page.getByRole('button', { name: 'Dismiss link' }).click();
  await expect(page).toHaveURL(/account\/profile$/);

  await screens.visit('sign-in');
  await page.getByLabel('Email', { exact: true }).waitFor();
  await palette(new URL(link).searchParams.get('code') ?? '');
  await expect(entry).toContainText('Analytical Engines');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});

for (const { how, enter } of [
  { how: 'pasted', enter: (field: Locator, text: string) => field.page().keyboard.insertText(text) },
  { how: 'typed key by key', enter: (field: Locator, text: string) => field.pressSequentially(text.replaceAll('\n', ' ')) },
]) {
  test(`a link or code that a mail program has broken over lines is recognized, ${how}`, async ({ page, screens, environment }) => {
    await screens.startSignedOut();
    await screens.askForCode(grace);
    const link = await environment.mailedLink(grace);
    const code = new URL(link).searchParams.get('code') ?? '';
    for (const text of [`> ${link.slice(0, 60)}\n> ${link.slice(60)}`, `${code.slice(0, 20)}\n${code.slice(20)}`]) {
      await page.keyboard.press('ControlOrMeta+k');
      await enter(page.getByRole('combobox', { name: 'Search or run a command' }), text);
      await expect(page.getByRole('option', { name: 'Open the pasted link or code' })).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Sign in to Analytical Engines' })).toBeVisible();
      await expect(page).toHaveURL(/#\/links\/\w+$/);
      await page.getByRole('button', { name: 'Dismiss link' }).click();
      await expect(page).toHaveURL(/account\/profile$/);
    }
  });
}

step('an email typed key by key finds its user, also after it was edited', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Search or run a command' });
  await typeText(field, 'ada@analytical.example');
  const found = page.getByRole('option', { name: 'for “ada@analytical.example”' });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  for (let count = 0; count < 'analytical.example'.length; count += 1) await field.press('Backspace');
  await expect(page.getByText('No results for “ada@”')).toBeVisible();
  await field.pressSequentially('analytical.example');
  await page.keyboard.press('Enter');
  await expect(screens.userRow(/Ada Lovelace/)).toBeVisible();
  await expect(screens.search).toHaveValue('ada@analytical.example');
});

test('an API key of a user or team opens where it is listed, by its ID and its last characters', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const team_id = await teamNamed(environment, page, 'Analytical Engines');
  const user_id = await userNamed(environment, page, 'Grace Hopper');
  const create = async (endpoint: string, owner: object) => {
    const body = { ...owner, description: 'Found by the palette', expires_at_millis: null, is_public: false };
    return (await asProject(environment, page, `apiKeys.${endpoint}`, { body })) as { id: string };
  };
  const ofTeam = await create('createTeamKey', { team_id });
  const ofUser = await create('createUserKey', { user_id });
  const find = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).pressSequentially(text);
    await page.keyboard.press('Enter');
  };
  await find(ofTeam.id);
  await expect(page).toHaveURL(new RegExp(`/teams/${team_id}\\?tab=keys$`));
  await expect(page.getByRole('main').getByText('Found by the palette')).toBeVisible();
  await find(ofUser.id.toUpperCase());
  await expect(page).toHaveURL(new RegExp(`/users/${user_id}\\?tab=sign-in$`));
  await expect(page.getByRole('region', { name: 'API keys', exact: true }).getByText('Found by the palette')).toBeVisible();
  const { items } = (await asProject(environment, page, 'apiKeys.listTeamKeys', { query: { team_id } })) as {
    items: { id: string; value: { last_four: string } }[];
  };
  await find(`…${items.find(({ id }) => id === ofTeam.id)?.value.last_four}`);
  await expect(page).toHaveURL(new RegExp(`/teams/${team_id}\\?tab=keys$`));
});

step('an ID opens what it belongs to, and what has none is reported', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const find = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).pressSequentially(text);
    await page.keyboard.press('Enter');
  };
  await find(await teamNamed(environment, page, 'Analytical Engines'));
  await expect(page).toHaveURL(/#\/c\/[^/]+\/teams\/[0-9a-f-]{36}/);
  await expect(page.getByRole('heading', { name: 'Analytical Engines', level: 1 })).toBeVisible();
  await find(await userNamed(environment, page, 'Grace Hopper'));
  await expect(page).toHaveURL(/#\/c\/[^/]+\/users\/[0-9a-f-]{36}/);
  await find('00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('has this ID').first()).toBeVisible();
});

test('screens of two connections of one name differ by their server', async ({ page, screens: _screens, service, proxied }) => {
  await connected(page, service, 'Engines');
  await connected(page, proxied, 'Engines');
  await page.keyboard.press('ControlOrMeta+k');
  await typeText(page.getByRole('combobox', { name: 'Search or run a command' }), 'domains');
  const found = page.getByRole('listbox').getByRole('option').filter({ hasText: 'Engines' });
  await expect(found).toHaveCount(2);
  const [one, other] = await found.allTextContents();
  expect(one).not.toBe(other);
  for (const { url } of [service, proxied]) await expect(found.filter({ hasText: new URL(url).host })).toHaveCount(1);
  // An ID, an email, and a key are looked for in the chosen connection only.
  await page.getByRole('combobox', { name: 'Connections' }).selectOption({ index: 1 });
  for (const text of ['ada@analytical.example', '00000000-0000-4000-8000-000000000000', 'sk_…a1b2']) {
    await typeText(page.getByRole('combobox', { name: 'Search or run a command' }), text);
    await expect(page.getByRole('group', { name: /^Find/ }).getByRole('option')).toHaveCount(1);
  }
});
