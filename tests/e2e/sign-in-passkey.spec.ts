import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import type { SandboxWorld } from '../support/browser/sandbox-world';

interface Account {
  readonly id: string;
  readonly connectionId: string;
}

/** A tab of the person's browser on a device that has a passkey reader. */
async function deviceTab(person: BrowserContext): Promise<{ tab: Page; session: CDPSession; authenticatorId: string }> {
  const tab = await person.newPage();
  const session = await person.newCDPSession(tab);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, automaticPresenceSimulation: true },
  });
  return { tab, session, authenticatorId };
}

/** Gives the account that is signed in a passkey on that device. */
async function makePasskey(world: SandboxWorld, page: Page, tab: Page): Promise<void> {
  const { value } = (await world.ask(page, 'accounts.list', {})) as { value: Account[] };
  const made = world.askInTurn(page, [
    { name: 'signIn.registerPasskey', input: { accountId: value[0]?.id, replace: false } },
    { name: 'signIn.wait', input: {} },
  ]);
  await tab.goto(await world.opened());
  await tab.getByRole('button', { name: 'Make a passkey' }).click();
  await made;
}

test('a passkey signs in on a page of this machine; without verification it does not', async ({ page, screens, world, person }) => {
  await screens.startSandbox();
  const { tab, session, authenticatorId } = await deviceTab(person);
  await makePasskey(world, page, tab);
  await screens.visit('sign-in');
  await page.getByRole('button', { name: 'Passkey', exact: true }).click();
  await expect(page.getByText('Your browser asks for your passkey.')).toBeVisible();
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await tab.goto(await world.opened(2));
  await tab.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(tab.getByText('No passkey was used.')).toBeVisible();
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await tab.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(tab.getByText('Done. Go back to Latchkey')).toBeVisible();
  await expect(page.getByRole('main').getByText('Ada Lovelace').first()).toBeVisible();
});

test('a passkey sign-in that was cancelled here is not finished there', async ({ page, screens, world, person }) => {
  await screens.startSandbox();
  const { tab } = await deviceTab(person);
  await makePasskey(world, page, tab);
  await screens.visit('sign-in');
  await page.getByRole('button', { name: 'Passkey', exact: true }).click();
  await tab.goto(await world.opened(2));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Passkey', exact: true })).toBeVisible();
  await tab.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(tab.getByText('Latchkey does not wait for this any more.')).toBeVisible();
});
