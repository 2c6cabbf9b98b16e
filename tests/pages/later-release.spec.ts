/** What release 2.8.86 of the service has and the sandbox, which is the baseline, doesn't. */
import { connectDemo } from '../support/browser/connecting';
import { openOwnProjects } from '../support/page/dashboard-project';
import { test as base, expect } from '../support/page/fixtures';
import { type PlayedRelease, startRelease } from '../support/page/services';

const test = base.extend<{ release: PlayedRelease }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
  release: async ({}, use) => {
    const release = await startRelease('2.8.86');
    await use(release);
    await release.stop();
  },
});

const password = 'Analytical-Engine-1843';

test('a new project belongs to a team of its owner, which is remembered', async ({ page, screens, release }) => {
  await openOwnProjects(screens, { url: release.url, demo: release.projects.internal });
  const projects = page.getByRole('region', { name: 'Your projects' });
  const create = async () => {
    await projects.getByRole('button', { name: 'Create project' }).click();
    await expect(screens.dialog.getByLabel('Name', { exact: true })).toBeVisible();
  };
  const submit = () => screens.dialog.getByRole('button', { name: 'Create project' }).click();

  await create();
  await screens.dialog.getByLabel('Name', { exact: true }).fill('Difference Works');
  await screens.dialog.getByLabel('Owner team').selectOption('New team…');
  await submit();
  await expect(screens.dialog.getByText('Enter a team name')).toBeVisible();
  await screens.dialog.getByLabel('Team name').fill('Engine builders');
  await submit();
  await expect(projects.getByRole('heading', { name: 'Difference Works' })).toBeVisible();

  await create();
  await expect(screens.dialog.getByLabel('Owner team').locator('option:checked')).toHaveText('Engine builders');
  await screens.dialog.getByLabel('Name', { exact: true }).fill('Tide Predictor');
  await submit();
  await expect(projects.getByRole('heading', { name: 'Tide Predictor' })).toBeVisible();
  const [first, second] = release.requests.filter(({ method, path }) => method === 'POST' && path === '/internal/projects');
  const teamOf = (request: typeof first) => (JSON.parse(String(request?.body)) as { owner_team_id?: string }).owner_team_id;
  expect(teamOf(first)).toMatch(/^[0-9a-f-]{36}$/);
  expect(teamOf(second)).toBe(teamOf(first));
});

test('a restricted user is shown with the reason, to admins and to the user', async ({ page, screens, release }) => {
  await connectDemo(page, release);
  await screens.userRow(/grace hopper/i).click();
  await expect(screens.panel.getByText('grace.hopper@analytical.example').first()).toBeVisible();
  await expect(screens.panel.getByText(/Restrict/)).toHaveCount(0);
  const userId = /panel=([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

  release.restrict(userId, 'Several accounts');
  await page.reload();
  await expect(screens.userRow(/grace hopper.*Restricted: Several accounts/i)).toBeVisible();
  await expect(screens.panel.getByText('Restriction by project admin')).toBeVisible();
  await expect(screens.panel.getByText('Several accounts', { exact: true })).toBeVisible();

  await screens.entry('Sign in').click();
  await page.getByRole('heading', { name: /^Sign in to / }).waitFor();
  await screens.signIn('grace.hopper@analytical.example', password);
  await screens.entry('Profile').click();
  await expect(page.getByText('Your account is restricted')).toBeVisible();
  await expect(page.getByText('Reason: Several accounts')).toBeVisible();
});

test('an anonymous account learns how to use all of the project, and isn’t marked as restricted', async ({ page, screens, release }) => {
  await connectDemo(page, release);
  await screens.users.waitFor();
  await screens.entry('Sign in').click();
  await page.getByRole('button', { name: 'Continue without an account' }).click();
  await screens.entry('Profile').click();
  await expect(page.getByText('Reason: Anonymous account')).toBeVisible();
  await expect(page.getByText('To get full access, add an email address and a password to your account.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep account' })).toBeVisible();
  await screens.entry('Users').click();
  const anonymous = screens.users.getByRole('row').nth(1);
  await expect(anonymous.getByText('Anonymous', { exact: true })).toBeVisible();
  await expect(anonymous.getByText(/Restricted/)).toBeHidden();
});

test('replacing or clearing a primary email says that the old one stays, and does with it what was chosen', async ({
  page,
  screens,
  release,
}) => {
  await connectDemo(page, release);
  await screens.userRow(/grace hopper/i).click();
  const { panel } = screens;
  const email = panel.getByRole('textbox', { name: 'Primary email' });
  const previous = panel.getByLabel('Previous address');
  const addresses = panel.getByRole('table', { name: 'Email addresses' });
  const old = 'grace.hopper@analytical.example';
  await expect(email).toHaveValue(old);
  await expect(previous).toHaveCount(0);
  await email.fill('grace@navy.example');
  await expect(previous).toHaveAccessibleDescription(`The service keeps ${old}. Latchkey then removes it.`);
  await previous.selectOption('Keep it for sign-in');
  await expect(previous).toHaveAccessibleDescription(`The service keeps ${old}. It can still be used to sign in.`);
  await previous.selectOption('Keep it, but not for sign-in');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('User saved', { exact: true })).toBeVisible();
  await panel.getByRole('tab', { name: 'Sign-in' }).click();
  await expect(panel.getByRole('switch', { name: `Use ${old} for sign-in` })).not.toBeChecked();
  await expect(panel.getByRole('switch', { name: 'Use grace@navy.example for sign-in' })).toBeChecked();
  await expect(addresses.getByRole('row', { name: 'grace@navy.example' })).toContainText('Verified');

  await panel.getByRole('tab', { name: 'Overview' }).click();
  await email.fill('');
  await expect(email).toHaveAccessibleDescription('Saving leaves the user without a primary email address.');
  await expect(previous).toHaveValue('remove');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await panel.getByRole('tab', { name: 'Sign-in' }).click();
  await expect(addresses.getByRole('row', { name: old })).toBeVisible();
  await expect(addresses.getByRole('row', { name: 'grace@navy.example' })).toHaveCount(0);
});
