/** A user's three kinds of metadata: edited as JSON, combined with changes made elsewhere, checked with a schema, and large. */
import type { Page } from '@playwright/test';
import type { Screens } from '../support/browser/screens';
import { interceptService } from '../support/browser/service-replies';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

const project = { actor: 'project', connectionId: 'sandbox' };

interface User {
  readonly id: string;
  readonly client_metadata: unknown;
  readonly server_metadata: unknown;
}

/** Opens the metadata of a user as a page, with that as server metadata. */
async function open(screens: Screens, environment: TestEnvironment, server_metadata: object): Promise<string> {
  const { page } = screens;
  await screens.startSandbox();
  const { items } = (await environment.ask(page, 'service.users.list', { ...project, query: { query: 'grace.hopper' } })) as {
    items: User[];
  };
  const id = items[0]?.id ?? '';
  await change(page, environment, id, { server_metadata });
  await screens.visit(`users/${id}?tab=metadata`);
  await page.getByRole('heading', { level: 2, name: 'Grace Hopper' }).waitFor();
  await page.getByRole('radio', { name: 'Server' }).click();
  await editor(page).waitFor();
  return id;
}

const change = (page: Page, environment: TestEnvironment, id: string, body: object) =>
  environment.ask(page, 'service.users.update', { ...project, params: { user_id: id }, body });
const stored = async (page: Page, environment: TestEnvironment, id: string) =>
  (await environment.ask(page, 'service.users.read', { ...project, params: { user_id: id } })) as User;
const editor = (page: Page, name = 'Server metadata') => page.getByRole('textbox', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

const { step, takeSteps } = createSteps();
test('the metadata of a user', takeSteps);

step(
  'metadata is edited, formatted and saved; leaving asks, and no change made elsewhere is overwritten',
  async ({ page, screens, environment }) => {
    const id = await open(screens, environment, { plan: 'free', seats: 5 });
    await editor(page).fill('{\n  "plan": ');
    await expect(page.getByText('Invalid JSON in line 2, column 11')).toBeVisible();
    await expect(save(page)).toHaveAccessibleDescription(/Fix the JSON first/);
    await editor(page).fill('{"plan":"team","seats":12,"<b>":"<img src=x>"}');
    await expect(page.getByText('Valid JSON')).toBeVisible();
    await page.getByRole('button', { name: 'Format JSON' }).click();
    await expect(editor(page)).toContainText('"seats": 12');
    // Lines 2 to 4: two changed values and a new key.
    await expect(page.locator('[class*="changedLine"]')).toHaveCount(3);
    await page.getByRole('tab', { name: 'Overview' }).click();
    await screens.dialog.getByRole('button', { name: 'Keep editing' }).click();

    await test.step('another kind keeps its own draft', async () => {
      await page.getByRole('radio', { name: 'Client', exact: true }).click();
      await editor(page, 'Client metadata').fill('{"theme": "dark"}');
      await expect(page.getByText('Unsaved changes: Client metadata, Server metadata')).toBeVisible();
      await page.getByRole('radio', { name: 'Server' }).click();
      await expect(editor(page)).toContainText('"seats": 12');
    });

    await change(page, environment, id, { server_metadata: { plan: 'enterprise', seats: 5, trial: true } });
    const conflict = page.getByRole('group', { name: /^plan/ });
    await expect(conflict).toContainText('"enterprise"');
    await expect(conflict).toContainText('"free"');
    await expect(save(page)).toHaveAccessibleDescription(/Resolve the conflict to save/);
    await conflict.getByRole('radio', { name: /Current value/ }).check();
    await save(page).click();
    await expect(page.getByText('Server metadata saved', { exact: true })).toBeVisible();
    expect(await stored(page, environment, id)).toMatchObject({
      client_metadata: { theme: 'dark' },
      server_metadata: { plan: 'enterprise', seats: 12, trial: true, '<b>': '<img src=x>' },
    });
    await expect(editor(page)).toContainText('"enterprise"');
  },
);

step(
  'what is typed while changes are combined with those made elsewhere takes none of them back',
  async ({ page, screens, environment }) => {
    const id = await open(screens, environment, { plan: 'free' });
    const replies = await interceptService(page);
    await page.reload();
    await page.getByRole('radio', { name: 'Server' }).click();
    await editor(page).fill('{"plan": "team"}');
    await change(page, environment, id, { server_metadata: { plan: 'free', trial: true } });
    await expect(page.getByRole('list', { name: 'Changed elsewhere, kept' })).toContainText('trial');
    replies.hold('users.update');
    await save(page).click();
    await expect.poll(replies.isAwaited).toBe(true);
    await editor(page).fill('{"plan": "team", "seats": 12}');
    replies.release();
    await expect(page.getByText('Server metadata saved', { exact: true })).toBeVisible();
    await expect(editor(page)).toContainText('"seats": 12');
    await save(page).click();
    await expect.poll(async () => (await stored(page, environment, id)).server_metadata).toEqual({ plan: 'team', trial: true, seats: 12 });
  },
);

step(
  'a schema is kept for the project, names problems at their path, and asks before they are saved',
  async ({ page, screens, environment }) => {
    const id = await open(screens, environment, { plan: 'free' });
    await page.getByRole('button', { name: 'Add JSON Schema' }).click();
    const { dialog } = screens;
    await dialog.getByRole('textbox').fill('[1]');
    await dialog.getByRole('button', { name: 'Save schema' }).click();
    await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/This isn’t a valid JSON Schema/);
    await dialog.getByRole('textbox').fill('{"properties": {"plan": {"enum": ["free", "team"]}}}');
    await dialog.getByRole('button', { name: 'Save schema' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('radio', { name: 'JSON', exact: true }).click();
    await editor(page).fill('{"plan": "gold"}');
    await expect(page.getByRole('list', { name: '1 problem found with the JSON Schema' })).toContainText('plan');
    await save(page).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await stored(page, environment, id)).toMatchObject({ server_metadata: { plan: 'free' } });
    await save(page).click();
    await dialog.getByRole('button', { name: 'Save anyway' }).click();
    await expect.poll(async () => (await stored(page, environment, id)).server_metadata).toEqual({ plan: 'gold' });
    await page.reload();
    await page.getByRole('radio', { name: 'Server' }).click();
    await expect(page.getByRole('list', { name: '1 problem found with the JSON Schema' })).toBeVisible();
  },
);

step('keys of a dialog are its own: Ctrl+S saves nothing behind it, and Ctrl+Enter submits it', async ({ page, screens, environment }) => {
  const id = await open(screens, environment, { plan: 'free' });
  await editor(page).fill('{"plan": "team"}');
  const unsaved = page.getByText('1 change', { exact: true });
  await expect(unsaved).toBeVisible();
  await page.getByRole('button', { name: 'Edit JSON Schema' }).click();
  const schema = screens.dialog.getByRole('textbox');
  await schema.fill('{"properties": {"seats": {"type": "number"}}}');
  await schema.press('ControlOrMeta+s');
  await schema.press('ControlOrMeta+Enter');
  await expect(screens.dialog).toHaveCount(0);
  await expect(unsaved).toBeVisible();
  expect((await stored(page, environment, id)).server_metadata).toEqual({ plan: 'free' });
});

step('a key named like the prototype is stored, and stays when another one is changed', async ({ page, screens, environment }) => {
  await open(screens, environment, { plan: 'free' });
  await editor(page).fill('{"__proto__": {"a": 1}, "plan": "free"}');
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Server metadata saved', { exact: true })).toBeVisible();
  const reopen = async () => {
    await page.reload();
    await page.getByRole('radio', { name: 'Server' }).click();
  };
  await reopen();
  await expect(editor(page)).toContainText('"__proto__": {');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await editor(page).fill((await editor(page).innerText()).replace('"free"', '"team"'));
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Server metadata saved', { exact: true })).toBeVisible();
  await reopen();
  await expect(editor(page)).toContainText('"plan": "team"');
  await expect(editor(page)).toContainText('"__proto__": {');
});

test('5 MB of metadata can be opened, edited and saved', async ({ page, screens, environment }) => {
  const rows = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`key${at}`, { at, text: 'x'.repeat(92) }]));
  expect(JSON.stringify(rows).length).toBeGreaterThan(5_000_000);
  const id = await open(screens, environment, rows);
  await expect(editor(page)).toContainText('"key0"');
  await editor(page).click({ position: { x: 40, y: 10 } });
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('"first": 1,', { delay: 30 });
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  await save(page).click();
  // The message about it may have passed while a slow machine is busy with the new text.
  await expect(page.getByText('1 change', { exact: true })).toBeHidden({ timeout: 60_000 });
  expect((await stored(page, environment, id)).server_metadata).toMatchObject({ first: 1, key39999: { at: 39_999 } });
});

test('a pattern that takes any time for a user’s value leaves the window usable, and says so', async ({ page, screens, environment }) => {
  await open(screens, environment, { plan: `${'a'.repeat(60)}!` });
  await page.getByRole('button', { name: 'Add JSON Schema' }).click();
  await screens.dialog.getByRole('textbox').fill('{"properties": {"plan": {"pattern": "^(a+)+$"}}}');
  await screens.dialog.getByRole('button', { name: 'Save schema' }).click();
  await page.getByRole('radio', { name: 'Client', exact: true }).click();
  await expect(editor(page, 'Client metadata')).toBeVisible();
  await page.getByRole('radio', { name: 'Server' }).click();
  await expect(page.getByText('Checking against the JSON Schema takes too long').first()).toBeVisible();
  await page.getByRole('radio', { name: 'JSON', exact: true }).click();
  await editor(page).fill('{"plan": "team"}');
  await expect(page.getByText('Valid JSON')).toBeVisible();
});

const customerSchema = {
  title: 'customer.schema.json',
  required: ['plan', 'seats'],
  properties: {
    plan: { title: 'Plan', enum: ['free', 'team', 'enterprise'] },
    seats: { title: 'Seats', type: 'integer', minimum: 1, maximum: 500 },
    trial_ends: { title: 'Trial ends', type: 'string', format: 'date' },
    flags: { title: 'Flags', type: 'array', items: { type: 'string' } },
    exports: { title: 'Exports', type: 'boolean' },
    crm: { title: 'CRM', $ref: '#/$defs/crm' },
    limits: { title: 'Limits', anyOf: [{ type: 'number' }, { type: 'object' }] },
  },
  $defs: { crm: { required: ['account'], properties: { account: { type: 'string' }, owner: { type: 'string', format: 'email' } } } },
};

async function setSchema(page: Page, screens: Screens, schema: object): Promise<void> {
  await page.getByRole('button', { name: 'Add JSON Schema' }).click();
  await screens.dialog.getByRole('textbox').fill(JSON.stringify(schema));
  await screens.dialog.getByRole('button', { name: 'Save schema' }).click();
  await expect(screens.dialog).toBeHidden();
}

test('metadata with a schema is a form: typed values, in step with its JSON, and other keys stay', async ({
  page,
  screens,
  environment,
}) => {
  // The stored owner isn’t valid, which blocks nothing else.
  const first = { plan: 'free', seats: 5, crm: { account: '0015', owner: 'nobody' }, notes: { a: [1] } };
  const id = await open(screens, environment, first);
  await setSchema(page, screens, customerSchema);
  await expect(page.getByText('1 key isn’t in the schema')).toBeVisible();
  const field = (name: string) => page.getByLabel(name, { exact: false }).first();

  await field('Plan').selectOption('team');
  await page.getByRole('textbox', { name: 'Seats' }).fill('');
  await page.getByRole('textbox', { name: 'Seats' }).pressSequentially('12x');
  await expect(page.getByText('This isn’t the right kind of value: whole number, 1 to 500')).toBeVisible();
  await expect(save(page)).toHaveAccessibleDescription(/Correct 1 field to save/);
  await page.keyboard.press('Backspace');
  await page.getByLabel('Trial ends').fill('2026-12-01');
  await page.getByRole('textbox', { name: 'Flags' }).pressSequentially('beta,new billing');
  await page.keyboard.press('Enter');
  await page.getByRole('switch', { name: 'Exports' }).click();
  await page.getByRole('textbox', { name: 'Limits' }).pressSequentially('{"gb":');
  await expect(save(page)).toHaveAccessibleDescription(/Fix the JSON first/);
  await page.keyboard.type('5}');
  await page.getByRole('radio', { name: 'JSON', exact: true }).click();
  await expect(editor(page)).toContainText('"seats": 12');
  await editor(page).fill((await editor(page).innerText()).replace('"seats": 12', '"seats": 13'));
  await page.getByRole('radio', { name: 'Form' }).click();
  await expect(page.getByRole('textbox', { name: 'Seats' })).toHaveValue('13');
  await page.getByRole('button', { name: 'Restore Exports' }).click();

  await save(page).click();
  await expect(page.getByText('Server metadata saved', { exact: true })).toBeVisible();
  expect((await stored(page, environment, id)).server_metadata).toEqual({
    ...first,
    plan: 'team',
    seats: 13,
    trial_ends: '2026-12-01',
    flags: ['beta', 'new billing'],
    limits: { gb: 5 },
  });

  await test.step('the same fields when a user is created', async () => {
    await screens.visit('users');
    await page.getByRole('button', { name: 'Create user' }).first().click();
    const { dialog } = screens;
    await dialog.getByLabel('Display name', { exact: true }).fill('Annie Easley');
    await dialog.getByRole('textbox', { name: 'Seats' }).pressSequentially('3');
    const submit = dialog.getByRole('button', { name: 'Create user' });
    await submit.click();
    await expect(dialog.getByRole('alert')).toContainText('Correct the metadata that doesn’t match its schema');
    await dialog.getByRole('combobox', { name: 'Plan' }).selectOption('team');
    await submit.click();
    await expect(screens.panel.getByRole('heading', { name: 'Annie Easley' })).toBeVisible();
    const { items } = (await environment.ask(page, 'service.users.list', { ...project, query: { query: 'Annie Easley' } })) as {
      items: User[];
    };
    expect(items[0]?.server_metadata).toEqual({ plan: 'team', seats: 3 });
  });
});
