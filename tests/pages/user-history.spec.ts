/** The history of a user: changes appear at once, impersonations are one row, and what others change isn't there. */
import { connected } from '../support/browser/connecting';
import { bar, impersonate } from '../support/browser/impersonation';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

test('a change appears at once, with what it replaced; an impersonation with its reason and end; another admin’s change doesn’t', async ({
  page,
  screens,
  environment,
  service,
}) => {
  await connected(page, service, 'Engines');
  await screens.entry('Users').click();
  await typeText(screens.search, 'Alan Turing');
  await screens.userRow(/Alan Turing/).click();
  const { panel } = screens;
  await panel.getByRole('heading', { name: 'Alan Turing' }).waitFor();
  const url = new URL(page.url().replace('#/', ''));
  const id = url.searchParams.get('panel') ?? '';
  const target = { actor: 'project', connectionId: /\/c\/([^/?]+)/.exec(page.url())?.[1] ?? '' };
  await page.goto(`${page.url()}&tab=history`);

  await test.step('nothing was changed', async () => {
    await expect(panel.getByRole('heading', { name: /^No changes made with Latchkey/ })).toBeVisible();
    await expect(panel.getByText(/Changes made elsewhere aren’t known\./).last()).toBeVisible();
  });

  const rows = panel.getByRole('listitem');
  await test.step('another admin’s change isn’t there', async () => {
    const { demo } = service;
    const headers = {
      'content-type': 'application/json',
      'x-stack-access-type': 'server',
      'x-stack-project-id': demo.project_id,
      'x-stack-secret-server-key': demo.secret_server_key,
    };
    const body = JSON.stringify({ display_name: 'Alan M. Turing' });
    const response = await fetch(`${service.url}/api/v1/users/${id}`, { method: 'PATCH', headers, body });
    expect(response.ok).toBe(true);
    await expect(rows).toHaveCount(0);
  });

  await test.step('the own change is there, with the value', async () => {
    const body = { display_name: 'Alan Turing OBE' };
    await environment.ask(page, 'service.users.update', { ...target, params: { user_id: id }, body });
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText('Changed display name');
    await expect(rows.first()).toContainText('By Server key');
    const changes = rows.first().getByRole('button', { name: /^1 change/ });
    await changes.press('Enter');
    await expect(changes).toHaveAttribute('aria-expanded', 'true');
    await expect(rows.first().getByText('"Alan Turing OBE"')).toBeVisible();
  });

  await test.step('an impersonation is one row', async () => {
    await impersonate(page, screens, 'Ticket 4821');
    await bar(page).getByRole('button', { name: 'End session' }).click();
    await expect(bar(page)).toBeHidden();
    await page.goto(`${page.url().split('#')[0]}#/c/${target.connectionId}/users/${id}?tab=history`);
    const main = page.getByRole('main');
    const masked = main.getByRole('listitem').filter({ hasText: 'Reason: Ticket 4821' });
    await expect(masked).toContainText(/Impersonated for \d+ seconds?/);
    await expect(main.getByRole('radio', { name: 'Impersonations 1' })).toBeVisible();
    await main.getByRole('radio', { name: 'Changes 1' }).click();
    await expect(masked).toHaveCount(0);
    await expect(main.getByRole('listitem').filter({ hasText: 'Changed display name' })).toBeVisible();
  });
});
