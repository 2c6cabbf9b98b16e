/** The user's device with a passkey reader, simulated by the browser. */
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { createSoftwareAuthenticator } from '#sandbox/testing/software-authenticator.ts';
import { askInTurn } from './bridge-calls';
import type { TestEnvironment } from './test-environment';

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
export async function deviceTab(userBrowser: BrowserContext): Promise<Device> {
  const tab = await userBrowser.newPage();
  const session = await userBrowser.newCDPSession(tab);
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
export async function makePasskey(environment: TestEnvironment, page: Page, tab: Page): Promise<void> {
  const { value } = (await environment.ask(page, 'accounts.list', {})) as { value: Account[] };
  const made = askInTurn(page, [
    { name: 'signIn.registerPasskey', input: { accountId: value.find(({ current }) => current)?.id, replace: false } },
    { name: 'signIn.wait', input: {} },
  ]);
  await tab.goto(await environment.openedLink());
  await tab.getByRole('button', { name: 'Create passkey' }).click();
  await made;
}

/** Creates a passkey for a user of the demo project as another program does, of which the app isn't notified. */
export async function makePasskeyElsewhere(environment: TestEnvironment, page: Page, email: string, password: string): Promise<void> {
  const publishableKey = await environment.publishableKey(page);
  const projectId = new URL(await environment.opened()).searchParams.get('client_id') ?? '';
  const headers = {
    'content-type': 'application/json',
    'x-stack-project-id': projectId,
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': publishableKey,
  };
  const post = async (path: string, body: object, token = '') => {
    const own = token === '' ? headers : { ...headers, 'x-stack-access-token': token };
    const response = await fetch(`${environment.url()}/api/v1/auth/${path}`, { method: 'POST', headers: own, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { access_token: string; code: string; options_json: { challenge: string } };
  };
  const { access_token: token } = await post('password/sign-in', { email, password });
  const { code, options_json } = await post('passkey/initiate-passkey-registration', {}, token);
  const { challenge } = options_json;
  const credential = createSoftwareAuthenticator().create({ challenge, origin: 'http://localhost:47810' });
  await post('passkey/register', { code, credential }, token);
}
