/** The user's device with a passkey reader, simulated by the browser. */
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { askInTurn } from './bridge-calls';
import type { SandboxWorld } from './sandbox-world';

interface Account {
  readonly id: string;
  readonly current: boolean;
}

export interface Device {
  readonly tab: Page;
  readonly session: CDPSession;
  readonly authenticatorId: string;
}

/** Opens a tab of the user's browser on a device with a passkey reader. */
export async function deviceTab(person: BrowserContext): Promise<Device> {
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

/** Creates a passkey on that device for the current account. */
export async function makePasskey(world: SandboxWorld, page: Page, tab: Page): Promise<void> {
  const { value } = (await world.ask(page, 'accounts.list', {})) as { value: Account[] };
  const made = askInTurn(page, [
    { name: 'signIn.registerPasskey', input: { accountId: value.find(({ current }) => current)?.id, replace: false } },
    { name: 'signIn.wait', input: {} },
  ]);
  await tab.goto(await world.openedLink());
  await tab.getByRole('button', { name: 'Create passkey' }).click();
  await made;
}
