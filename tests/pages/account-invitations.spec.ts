/** Invitations: to a team, and those addressed to the current account. Notification preferences. */
import { connected } from '../support/browser/connecting';
import { asProject, teamNamed, userNamed } from '../support/browser/demo-project';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';
import { startRelease } from '../support/page/services';

const password = 'Analytical-Engine-1843';
const grace = 'grace.hopper@analytical.example';

const { step, takeSteps } = createSteps();
test('invitations to the account and its notifications', takeSteps);

step(
  'several addresses are invited at once, with a result for each; an invitation is sent again and revoked',
  async ({ page, screens, environment }) => {
    await screens.startSandbox();
    await screens.entry('Analytical Engines').click();
    await page.getByRole('tab', { name: 'Invitations' }).click();
    const pending = page.getByRole('grid', { name: 'Pending invitations' });
    const field = page.getByLabel('Email addresses');
    await field.fill('Mary <mary@letters.example>, and others');
    await page.keyboard.press('Enter');
    await expect(field).toHaveAccessibleDescription(/^Not an address, so left out: and others/);
    await field.pressSequentially('not-an-address ');
    await expect(field).toHaveAccessibleDescription(/1 address isn’t valid. Correct or remove it./);
    const send = page.getByRole('button', { name: 'Send invitation', exact: true });
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await expect(send).toHaveAccessibleDescription('1 address isn’t valid. Correct or remove it.');
    await page.getByRole('button', { name: 'Remove not-an-address' }).click();
    await field.fill('annabella@letters.example');
    await page.getByRole('tab', { name: 'General' }).click();
    await page.getByRole('tab', { name: /^Invitations/ }).click();
    await page.getByRole('button', { name: 'Send 2 invitations' }).click();
    const results = page.getByRole('list', { name: 'Results' });
    await expect(results.getByText('Sent', { exact: true })).toHaveCount(2);
    await expect(page.getByRole('list', { name: 'Addresses to invite' })).toBeHidden();
    await expect(pending.getByText('mary@letters.example')).toBeVisible();
    await expect(pending.getByRole('row', { name: /annabella/ })).toContainText('In 7 days');
    const first = await environment.mailedLink('mary@letters.example');

    await pending.getByRole('button', { name: 'Resend the invitation to mary@letters.example' }).click();
    await expect(screens.dialog.getByText('The new invitation replaces the old one, whose link stops working.')).toBeVisible();
    await screens.dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByText('New invitation sent to mary@letters.example', { exact: true })).toBeVisible();
    await expect(pending.getByText('mary@letters.example')).toHaveCount(1);
    expect(await environment.mailedLink('mary@letters.example', 2)).not.toBe(first);

    await pending.getByRole('button', { name: 'Revoke the invitation to mary@letters.example' }).click();
    await screens.dialog.getByRole('button', { name: 'Revoke invitation' }).click();
    await expect(pending.getByText('mary@letters.example')).toHaveCount(0);

    const teamId = await teamNamed(environment, page, 'Analytical Engines');
    const callback_url = 'http://localhost:47810/handler/team-invitation?connection=sandbox';
    await asProject(environment, page, 'teams.invite', { body: { team_id: teamId, email: 'other.window@letters.example', callback_url } });
    await expect(pending.getByText('other.window@letters.example')).toBeVisible();
  },
);

step(
  'a member without $remove_members may invite but not revoke, and learns that both invitations are valid',
  async ({ page, screens, environment }) => {
    await screens.startSignedOut();
    const place = {
      team_id: await teamNamed(environment, page, 'Analytical Engines'),
      user_id: await userNamed(environment, page, 'Grace Hopper'),
    };
    await asProject(environment, page, 'permissions.grantInTeam', { params: { ...place, permission_id: 'team_member' }, body: {} });
    await asProject(environment, page, 'permissions.revokeInTeam', { params: { ...place, permission_id: 'lead' } });
    await screens.signIn(grace, password);
    await screens.entry('Analytical Engines').click();
    await page.getByRole('tab', { name: 'Members' }).click();
    await expect(
      page
        .getByRole('grid', { name: 'Members' })
        .getByRole('button', { name: /^Remove/ })
        .first(),
    ).toHaveAccessibleDescription(/requires the \$remove_members permission in this team\./);
    await page.getByRole('tab', { name: 'Invitations' }).click();
    const pending = page.getByRole('grid', { name: 'Pending invitations' });
    await expect(pending.getByRole('button', { name: /^Revoke/ }).first()).toHaveAttribute('aria-disabled', 'true');
    await pending.getByRole('button', { name: 'Resend the invitation to mary.somerville@letters.example' }).click();
    await expect(screens.dialog.getByText(/^Both invitations are valid until they expire/)).toBeVisible();
    await screens.dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(pending.getByText('mary.somerville@letters.example')).toHaveCount(2);
  },
);

test('an outage stops a run of invitations, keeps the rest, and sends nothing twice', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Engines');
  await screens.entry('Sign in').click();
  await screens.signIn('ada@analytical.example', password);
  await screens.entry('Analytical Engines').click();
  await page.getByRole('tab', { name: 'Invitations' }).click();
  await page.getByRole('grid', { name: 'Pending invitations' }).waitFor();
  await page.getByLabel('Email addresses').fill('one@letters.example two@letters.example');
  await page.keyboard.press('Enter');
  proxied.dropped.add('POST /team-invitations/send-code');
  const send = page.getByRole('button', { name: 'Send 2 invitations' });
  await send.click();
  const results = page.getByRole('list', { name: 'Results' });
  await expect(results.getByText('Unknown')).toBeVisible();
  await expect(results.getByText('Not tried')).toBeVisible();
  await expect(results.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Addresses to invite' }).getByRole('listitem')).toHaveCount(2);
  const sent = () => proxied.requests.filter((request) => request === 'POST /team-invitations/send-code').length;
  expect(sent()).toBe(1);
  proxied.dropped.clear();
  await send.click();
  await expect(results.getByText('Sent', { exact: true })).toHaveCount(2);
  expect(sent()).toBe(3);
});

test('an invitation addressed to the account is accepted, unless the account is restricted', async ({ page, screens }) => {
  const release = await startRelease('2.8.86');
  try {
    await connected(page, { url: release.url, demo: release.projects.demo }, 'Engines');
    await screens.entry('Sign in').click();
    await screens.signIn(grace, password);
    await screens.entry('Invitations').click();
    const accept = page.getByRole('main').getByRole('button', { name: /^Accept the invitation to / });
    await expect(accept).toBeEnabled();
    const team = (await accept.getAttribute('aria-label'))?.replace('Accept the invitation to ', '') ?? '';
    const { items } = await userList(release, grace);
    release.restrict(items[0]?.id ?? '', 'Several accounts');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Reason: Several accounts')).toBeVisible();
    await expect(accept).toHaveAccessibleDescription('Restricted accounts can’t accept invitations');
    expect(team).not.toBe('');
  } finally {
    await release.stop();
  }
});

async function userList({ url, projects }: Awaited<ReturnType<typeof startRelease>>, query: string) {
  const headers = {
    'x-stack-project-id': projects.demo.project_id,
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': projects.demo.secret_server_key,
  };
  const response = await fetch(`${url}/api/v1/users?query=${encodeURIComponent(query)}`, { headers });
  return (await response.json()) as { items: { id: string }[] };
}

step('an invitation is accepted without its code, and emails are turned off by category', async ({ page, screens }) => {
  await screens.startSignedOut();
  await screens.signIn(grace, password);
  await screens.entry('Invitations').click();
  const accept = page.getByRole('main').getByRole('button', { name: /^Accept the invitation to / });
  const team = (await accept.getAttribute('aria-label'))?.replace('Accept the invitation to ', '') ?? '';
  await accept.click();
  await expect(page.getByText(`You joined ${team}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No invitations' })).toBeVisible();
  await page.getByRole('button', { name: 'Open team' }).click();
  await expect(page.getByRole('heading', { level: 1, name: team })).toBeVisible();

  await screens.entry('Notifications').click();
  const marketing = page.getByRole('switch', { name: 'Marketing' });
  await expect(page.getByRole('switch', { name: 'Transactional' })).toBeDisabled();
  await expect(page.getByText('These emails can’t be turned off.')).toBeVisible();
  const before = await marketing.isChecked();
  await marketing.click();
  await expect(marketing).toBeChecked({ checked: !before });
  await page.reload();
  await expect(marketing).toBeChecked({ checked: !before });
});
