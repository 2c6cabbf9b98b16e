/** Creating users: every field of the wire, problems at their field, and one user for one press, also when the response is lost. */
import { connected } from '../support/browser/connecting';
import { expect, test } from '../support/page/fixtures';

const button = { name: 'Create user', exact: true };

test('a user is created with every field, and opens; problems are at their field', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await page.getByRole('button', button).click();
  const { dialog } = screens;
  const submit = dialog.getByRole('button', button);
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  await field('Display name').fill('<i>Mary</i> Jackson');
  await field('Primary email').fill('mary');
  await field('Password sign-in').selectOption('Set password');
  await dialog.getByRole('button', { name: 'More fields' }).click();
  await field('Server metadata').fill('{"plan": ');
  await dialog.getByRole('button', { name: 'Add provider account' }).click();
  await submit.click();
  await expect(field('Primary email')).toHaveAttribute('aria-invalid', 'true');
  await expect(field('Password')).toHaveAccessibleDescription('Enter a password');
  await expect(field('Server metadata')).toHaveAccessibleDescription(/Enter valid JSON/);
  await expect(dialog.getByText('Enter the provider ID and the account ID of each account')).toBeVisible();

  await field('Primary email').fill('ada@analytical.example');
  await field('Password').fill('Wind-Tunnel-1958');
  await field('Server metadata').fill('{"plan": "team"}');
  await field('Client metadata').fill('{"theme": "dark"}');
  await field('Client read-only metadata').fill('[1]');
  await field('Image URL').fill('https://images.example/mary.png');
  await dialog.getByLabel('Provider ID').fill('github');
  await dialog.getByLabel('Account ID').fill('1958');
  await dialog.getByRole('switch', { name: 'Mark the email as verified' }).click();
  await dialog.getByRole('switch', { name: 'Sign in with one-time codes' }).click();
  await submit.click();
  // The service refuses the email; everything stays.
  await expect(field('Primary email')).toHaveAttribute('aria-invalid', 'true');
  await expect(field('Display name')).toHaveValue('<i>Mary</i> Jackson');
  await field('Primary email').fill('mary.jackson@tunnel.example');
  await submit.dblclick();
  await expect(screens.panel.getByRole('heading', { name: '<i>Mary</i> Jackson' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(screens.userRow(/Mary/)).toHaveCount(1);

  const { items } = (await environment.ask(page, 'service.users.list', {
    actor: 'project',
    connectionId: 'sandbox',
    query: { query: 'mary.jackson@tunnel' },
  })) as { items: object[] };
  expect(items).toEqual([
    expect.objectContaining({
      display_name: '<i>Mary</i> Jackson',
      primary_email: 'mary.jackson@tunnel.example',
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      has_password: true,
      otp_auth_enabled: true,
      is_anonymous: false,
      profile_image_url: 'https://images.example/mary.png',
      client_metadata: { theme: 'dark' },
      client_read_only_metadata: [1],
      server_metadata: { plan: 'team' },
      oauth_providers: [expect.objectContaining({ id: 'github', account_id: '1958' })],
    }),
  ]);
});

test('a user whose response is lost is found instead of created twice', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Away');
  await screens.users.getByRole('row').nth(1).waitFor();
  const sent = () => proxied.requests.filter((request) => request === 'POST /users').length;
  const { dialog } = screens;
  await page.getByRole('button', button).click();
  await dialog.getByLabel('Display name', { exact: true }).fill('Dorothy Vaughan');
  proxied.lost.add('POST /users');
  await dialog.getByRole('button', button).click();
  await expect(screens.panel.getByRole('heading', { name: 'Dorothy Vaughan' })).toBeVisible();
  expect(sent()).toBe(1);

  // Without a connection, what was entered stays, and is sent again once it is certain that the user wasn’t created.
  await page.getByRole('button', button).click();
  await dialog.getByLabel('Display name', { exact: true }).fill('Katherine Coleman');
  proxied.dropped.add('POST /users');
  await dialog.getByRole('button', button).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByLabel('Display name', { exact: true })).toHaveValue('Katherine Coleman');
  proxied.dropped.clear();
  await dialog.getByRole('button', button).click();
  await expect(screens.panel.getByRole('heading', { name: 'Katherine Coleman' })).toBeVisible();
  await expect(screens.userRow(/Katherine Coleman/)).toHaveCount(1);
});
