/** The service is not there when it is needed. */
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const grace = 'grace.hopper@analytical.example';
const password = 'Analytical-Engine-1843';

/** Starts the service again where its absence is reported. */
async function restart({ page }: Screens): Promise<void> {
  await expect(page.getByRole('main').getByText('The sandbox isn’t running').first()).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Restart sandbox' }).click();
}

const { step, takeSteps } = createSteps();
test('the service is gone while one signs in or out', takeSteps);

step('a service that is gone when a password is sent costs nothing that was typed', async ({ page, screens, host }) => {
  await screens.startSignedOut();
  await host.killSandbox();
  await screens.signIn(grace, password);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(grace);
  await restart(screens);
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});

step('a service that is gone when a code is typed leaves it in its field', async ({ screens, environment, host }) => {
  await screens.startSignedOut();
  await screens.askForCode(grace);
  const code = await environment.mailedCode(grace);
  await host.killSandbox();
  await screens.codeField.fill(code);
  await expect(screens.codeField).toHaveValue(new RegExp(code, 'i'));
  await restart(screens);
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});

test('signing out while the service is gone forgets the session here, and says what it could not do', async ({ page, screens, host }) => {
  await screens.startSandbox();
  await host.killSandbox();
  await screens.account(/Ada Lovelace/).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText('Couldn’t reach the service. The session stays active there until it’s revoked.').first()).toBeVisible();
  await expect(screens.account(/Ada Lovelace/)).toBeHidden();
});
