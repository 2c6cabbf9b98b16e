/** Sign-up rules: their editor, order, statistics, and test, and rules of a configuration file (wire/later 2 and 7). */
import type { Locator, Page } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import { asProject } from '../support/browser/demo-project';
import type { RunningSandbox } from '../support/browser/launch-sandbox';
import { turnOnPrivacy } from '../support/browser/personal-data';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

const section = (page: Page) => page.getByRole('region', { name: 'Sign-up rules', exact: true });
const row = (page: Page, name: string) => section(page).getByRole('listitem', { name, exact: true });
const names = (page: Page) => section(page).locator('li bdi').allTextContents();

async function open({ page, screens }: { page: Page; screens: Screens }): Promise<void> {
  await screens.startSandbox();
  await screens.visit('sign-in-methods');
  await section(page).getByText('If no rule decides').waitFor();
}

const write = (environment: TestEnvironment, page: Page, keys: object) =>
  asProject(environment, page, 'config.overrideLevel', {
    params: { level: 'environment' },
    body: { config_override_string: JSON.stringify(keys) },
  });

async function stored(environment: TestEnvironment, page: Page, level = 'environment'): Promise<Record<string, unknown>> {
  const { config_string } = (await asProject(environment, page, 'config.readLevel', { params: { level } })) as { config_string: string };
  return JSON.parse(config_string) as Record<string, unknown>;
}

const rule = (displayName: string, priority: number, more: object = {}) => ({
  enabled: true,
  displayName,
  priority,
  condition: 'emailDomain == "x.test"',
  action: { type: 'log' },
  ...more,
});

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

const clause = (dialog: Locator, number: number) => dialog.getByRole('group', { name: `Condition ${number}`, exact: true });

const { step, takeSteps } = createSteps();
test('the sign-up rules of a project', takeSteps);

step('a rule is added with the form, and listed in its place with the focus', async ({ page, screens, environment }) => {
  await open({ page, screens });
  await expect(section(page)).toContainText('No sign-up rules');
  await section(page).getByRole('button', { name: 'Add rule' }).click();
  const { dialog } = screens;
  await dialog.getByLabel('Name', { exact: true }).pressSequentially('Block Üble Domains!');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(clause(dialog, 1)).toContainText('Enter a value');
  await expect(clause(dialog, 1).getByLabel('Value')).toBeFocused();
  await clause(dialog, 1).getByLabel('Comparison').selectOption('is one of');
  await clause(dialog, 1).getByLabel('Value').pressSequentially('Bad.example, worse.example');
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await expect(clause(dialog, 2).getByLabel('Field')).toBeFocused();
  await clause(dialog, 2).getByLabel('Field').selectOption('Country');
  await clause(dialog, 2).getByLabel('Comparison').selectOption('isn’t');
  await clause(dialog, 2).getByLabel('Value').pressSequentially('at');
  await expect(dialog).toContainText('The sign-up is rejected with a general error');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Rule “Block Üble Domains!” saved', { exact: true })).toBeVisible();
  await expect(row(page, 'Block Üble Domains!')).toBeFocused();
  await expect(row(page, 'Block Üble Domains!')).toContainText('Email domain is bad.example or worse.example and Country isn’t Austria');
  await expect(row(page, 'Block Üble Domains!')).toContainText('No matches yet');
  expect(await stored(environment, page)).toMatchObject({
    'auth.signUpRules.block-uble-domains': {
      enabled: true,
      displayName: 'Block Üble Domains!',
      priority: 0,
      condition: 'emailDomain in ["bad.example", "worse.example"] && countryCode != "AT"',
      action: { type: 'reject' },
    },
  });
});

step(
  'the form and the text are two views of one condition, and mistakes are found before they are saved',
  async ({ page, screens, environment }) => {
    await open({ page, screens });
    await write(environment, page, { 'auth.signUpRules.a': rule('Example', 0) });
    await choose(page, 'Example', 'Edit');
    const { dialog } = screens;
    const text = dialog.getByLabel('Condition as text');
    await dialog.getByRole('radio', { name: 'Text' }).click();
    await expect(text).toHaveValue('emailDomain == "x.test"');
    await text.press('End');
    await text.pressSequentially(' && riskScores.bot >= "80"');
    await dialog.getByRole('radio', { name: 'Form' }).click();
    await expect(dialog).toContainText('Correct the mistake first');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(text).toBeFocused();
    await expect(text).toHaveAccessibleDescription(/Character 46: "80" can’t be compared with this/);
    await dialog.getByRole('button', { name: 'Show mistake' }).click();
    await page.keyboard.type('80');
    await expect(text).toHaveValue('emailDomain == "x.test" && riskScores.bot >= 80');
    await dialog.getByRole('radio', { name: 'Form' }).click();
    await expect(clause(dialog, 2).getByLabel('Comparison')).toHaveValue('at-least');
    await dialog.getByRole('radio', { name: 'Text' }).click();
    await text.fill('email.matches("(") || (email == "a" && authMethod == "otp")');
    await text.blur();
    await expect(text).toHaveAccessibleDescription(/"\(" isn’t a valid regular expression/);
    await text.fill('email.contains("+") || (email == "A@x.test" && authMethod == "otp")');
    await expect(dialog).toContainText('“A@x.test” never matches: addresses are compared in lower case');
    await dialog.getByRole('radio', { name: 'Form' }).click();
    await expect(dialog).toContainText('The form can’t show groups of conditions.');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row(page, 'Example').locator('code')).toHaveText('email.contains("+") || (email == "A@x.test" && authMethod == "otp")');
    expect((await stored(environment, page))['auth.signUpRules.a.condition']).toBe(
      'email.contains("+") || (email == "A@x.test" && authMethod == "otp")',
    );
  },
);

step('rules are moved, turned off, duplicated, and deleted', async ({ page, screens, environment }) => {
  await open({ page, screens });
  await write(environment, page, {
    'auth.signUpRules': { a: rule('First', 0), b: rule('Second', 0), c: rule('Third', -4, { condition: null }) },
  });
  await expect.poll(() => names(page)).toEqual(['First', 'Second', 'Third']);
  await expect(row(page, 'Third')).toContainText('Without a condition, the rule never matches');
  await page.getByRole('button', { name: 'Move Second up' }).click();
  await expect.poll(() => names(page)).toEqual(['Second', 'First', 'Third']);
  await expect(section(page).getByRole('status')).toContainText('Rule “Second” is now number 1 of 3');
  await expect(page.getByRole('button', { name: 'Move Second up' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Move Second up' })).toHaveAccessibleDescription('This is the first rule');
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => names(page)).toEqual(['First', 'Second', 'Third']);
  await row(page, 'First').getByRole('switch', { name: 'Apply First' }).click();
  await expect(page.getByText('Rule “First” turned off', { exact: true })).toBeVisible();
  await expect(row(page, 'First').getByRole('switch')).not.toBeChecked();
  await choose(page, 'First', 'Duplicate');
  await screens.dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => names(page)).toEqual(['First', 'Second', 'Third', 'Copy of First']);
  await expect(row(page, 'Copy of First')).toBeFocused();
  await choose(page, 'Second', 'Delete…');
  await expect(screens.dialog).toContainText('Users that it restricted stay restricted.');
  await screens.dialog.getByRole('button', { name: 'Delete rule' }).click();
  await expect.poll(() => names(page)).toEqual(['First', 'Third', 'Copy of First']);
  await section(page).getByRole('combobox', { name: 'If no rule decides' }).selectOption('Reject');
  await expect(section(page)).toContainText('The sign-up is rejected');
  expect((await stored(environment, page))['auth.signUpRulesDefaultAction']).toBe('reject');
});

test('the test says what each rule does to a sign-up, and matches are counted', async ({ page, screens, service }) => {
  await connected(page, service, 'Engines');
  await patch(service, 'environment', {
    'auth.signUpRules': {
      a: rule('Restrict X', 2, { action: { type: 'restrict' } }),
      b: rule('Off', 1, { enabled: false }),
      c: rule('Broken', 0, { condition: 'mail' }),
      d: rule('Reject bots', -1, { condition: 'riskScores.bot >= 80', action: { type: 'reject' } }),
      e: rule('Last', -2),
    },
  });
  await signUp(service, 'someone@x.test');
  await screens.entry('Sign-in methods').click();
  await expect(row(page, 'Restrict X')).toContainText('1 match in 48 hours, 1 in all');
  await expect(row(page, 'Broken')).toContainText('Character 1: mail isn’t a variable');
  await section(page).getByRole('button', { name: 'Test rules' }).click();
  const { dialog } = screens;
  await expect(dialog).toContainText('Unsaved changes aren’t included');
  await dialog.getByLabel('Email address').pressSequentially('A@X.test');
  await dialog.getByRole('button', { name: 'Run test' }).click();
  await expect(dialog.getByRole('status')).toContainText('Allowed, because no rule decided');
  await expect(dialog.getByRole('status')).toContainText('The user is restricted by rule “Restrict X”.');
  await dialog.getByLabel('Bot score').pressSequentially('101');
  await expect(dialog.getByText('Allowed, because no rule decided')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Enter a whole number from 0 to 100');
  await dialog.getByLabel('Bot score').fill('90');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText('Rejected by rule “Reject bots”');
  await expect(dialog.getByRole('listitem')).toContainText(['Matches: Restrict', 'Off', 'Error in the condition', 'Matches: Reject']);
  await expect(dialog).toContainText('1 later rule wasn’t evaluated.');
});

test('rules of a pushed configuration file can’t be changed here, those of an unlinked one are changed where they stand', async ({
  page,
  screens,
  service,
}) => {
  await connected(page, service, 'Engines');
  const file = { 'auth.signUpRules.a': rule('From file', 0) };
  const source = {
    type: 'pushed-from-github',
    owner: 'acme',
    repo: 'shop',
    branch: 'main',
    commit_hash: 'abc',
    config_file_path: 'stack.config.ts',
  };
  await put(service, { config_string: JSON.stringify(file), source });
  await screens.entry('Sign-in methods').click();
  await expect(row(page, 'From file')).toContainText('From configuration file');
  await expect(row(page, 'From file').getByRole('switch')).toHaveAccessibleDescription(/^Set by stack\.config\.ts in acme\/shop\./);
  await page.getByRole('button', { name: 'Actions for From file' }).click();
  await expect(page.getByRole('menuitem', { name: /^Edit/ })).toContainText('Change it there');
  await page.keyboard.press('Escape');
  await put(service, { config_string: JSON.stringify(file), source: { type: 'unlinked' } });
  await page.reload();
  await expect(row(page, 'From file')).toContainText('Branch level');
  await row(page, 'From file').getByRole('switch').click();
  await expect(row(page, 'From file').getByRole('switch')).not.toBeChecked();
  expect(await get(service, 'branch')).toMatchObject({ 'auth.signUpRules.a.enabled': false });
  expect(Object.keys(await get(service, 'environment')).filter((key) => key.startsWith('auth.signUpRules'))).toEqual([]);
});

test('a lost response is looked up, a refusal is shown, and a change elsewhere isn’t overwritten unasked', async ({
  page,
  screens,
  proxied,
}) => {
  await connected(page, proxied, 'Engines');
  await patch(proxied, 'environment', { 'auth.signUpRules.a': rule('Example', 0) });
  await screens.entry('Sign-in methods').click();
  const path = 'PATCH /internal/config/override/environment';
  proxied.replaced.set(path, { status: 400, text: 'Invalid config JSON' });
  await row(page, 'Example').getByRole('switch').click();
  await expect(page.getByText('The service returned an error (status 400): Invalid config JSON', { exact: true })).toBeVisible();
  await expect(row(page, 'Example').getByRole('switch')).toBeChecked();
  proxied.replaced.clear();
  proxied.lost.add(path);
  await row(page, 'Example').getByRole('switch').click();
  await expect(row(page, 'Example').getByRole('switch')).not.toBeChecked();
  await choose(page, 'Example', 'Edit');
  await screens.dialog.getByLabel('Name', { exact: true }).fill('Mine');
  await patch(proxied, 'environment', { 'auth.signUpRules.a.action': { type: 'reject' } });
  await screens.dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(screens.dialog).toContainText('This rule was changed elsewhere');
  await screens.dialog.getByRole('button', { name: 'Save anyway' }).click();
  await expect(row(page, 'Mine')).toContainText('Reject');
});

test('a read-only connection shows rules and says why they can’t be changed', async ({ page, screens, environment }) => {
  await open({ page, screens });
  await write(environment, page, { 'auth.signUpRules.a': rule('Example', 0) });
  await environment.ask(page, 'connections.edit', { id: 'sandbox', change: { safety: 'read-only' } });
  await expect(section(page).getByRole('button', { name: 'Add rule' })).toHaveAccessibleDescription(/read-only/);
  await expect(row(page, 'Example').getByRole('switch')).toHaveAccessibleDescription(/read-only/);
  await section(page).getByRole('button', { name: 'Test rules' }).click();
  await screens.dialog.getByRole('button', { name: 'Run test' }).click();
  await expect(screens.dialog.getByRole('status')).toContainText('Allowed, because no rule decided');
});

test('requiring verified addresses names whom it restricts first, and privacy mode conceals them', async ({
  page,
  screens,
  environment,
}) => {
  await screens.startSandbox();
  await asProject(environment, page, 'users.create', { body: { display_name: 'Une Verified', primary_email: 'une@x.test' } });
  await screens.visit('sign-in-methods');
  const required = page.getByRole('switch', { name: 'Require verified email addresses' });
  await required.click();
  const { dialog } = screens;
  await expect(dialog.getByText(/users? becomes? restricted|users become restricted/)).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Affected users' }).getByRole('listitem').first()).toContainText('Une Verified');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(required).not.toBeChecked();
  await required.click();
  await dialog.getByRole('link', { name: 'Une Verified' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Une Verified' })).toBeVisible();
  await page.goBack();
  await required.click();
  await dialog.getByRole('button', { name: 'Require verification' }).click();
  await expect(page.getByText('Verified email addresses required', { exact: true })).toBeVisible();
  await expect(required).toBeChecked();
  expect((await stored(environment, page))['onboarding.requireEmailVerification']).toBe(true);
  await required.click();
  await dialog.getByRole('button', { name: 'Stop requiring' }).click();
  await expect(required).not.toBeChecked();
  await turnOnPrivacy(page, screens);
  await required.click();
  await expect(dialog.getByRole('list', { name: 'Affected users' }).getByRole('listitem').first()).toBeVisible();
  await expect(dialog).not.toContainText(/Une Verified|une@x\.test/);
});

test.describe('release 2.8.4', () => {
  test.use({ sandboxRelease: '2.8.4' });

  test('has neither', async ({ page, screens }) => {
    await screens.startSandbox();
    await screens.visit('sign-in-methods');
    await expect(page.getByRole('region', { name: 'Accounts', exact: true })).toBeVisible();
    await expect(section(page)).toHaveCount(0);
    await expect(page.getByRole('switch', { name: 'Require verified email addresses' })).toHaveCount(0);
  });
});

test.describe('release 2.8.65', () => {
  test.use({ sandboxRelease: '2.8.65' });

  test('has rules without a test, and deletes one without resetting keys', async ({ page, screens, environment }) => {
    await open({ page, screens });
    await write(environment, page, { 'auth.signUpRules.a': rule('Example', 0) });
    await expect(section(page).getByRole('button', { name: 'Test rules' })).toHaveCount(0);
    await choose(page, 'Example', 'Delete…');
    await screens.dialog.getByRole('button', { name: 'Delete rule' }).click();
    await expect(section(page)).toContainText('No sign-up rules');
  });
});

type Service = Pick<RunningSandbox, 'url' | 'demo'>;

/** Calls the service as another admin would, outside of the app. */
async function call({ url, demo }: Service, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-stack-access-type': 'admin',
      'x-stack-project-id': demo.project_id,
      'x-stack-super-secret-admin-key': demo.super_secret_admin_key,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

const patch = (service: Service, level: string, keys: object) =>
  call(service, 'PATCH', `/internal/config/override/${level}`, { config_override_string: JSON.stringify(keys) });
const put = (service: Service, body: object) => call(service, 'PUT', '/internal/config/override/branch', body);

async function get(service: Service, level: string): Promise<Record<string, unknown>> {
  const { config_string } = (await call(service, 'GET', `/internal/config/override/${level}`)) as { config_string: string };
  return JSON.parse(config_string) as Record<string, unknown>;
}

async function signUp({ url, demo }: Service, email: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/auth/password/sign-up`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-stack-access-type': 'client',
      'x-stack-project-id': demo.project_id,
      'x-stack-publishable-client-key': demo.publishable_client_key,
    },
    body: JSON.stringify({ email, password: 'correct horse battery' }),
  });
  if (!response.ok) throw new Error(await response.text());
}
