/** The app or its port is not there when it is needed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../support/browser/fixtures';
import { launchHost } from '../support/browser/launch';

const grace = 'grace.hopper@analytical.example';

/** Returns a loopback port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('a link finds the app again that was not there when it came first', async ({
  page,
  screens,
  environment,
  userBrowser,
  host,
  profile,
}) => {
  await screens.startSignedOut();
  // The usual port may be taken by the app of another spec as soon as this one is gone.
  await environment.ask(page, 'settings.update', { handlerPort: await freePort() });
  await screens.askForCode(grace);
  const link = await environment.mailedLink(grace);
  await host.stop();
  const tab = await userBrowser.newPage();
  await expect(tab.goto(link)).rejects.toThrow('ERR_CONNECTION_REFUSED');
  const again = await launchHost(profile);
  try {
    // The host is ready before the callback server listens again.
    await expect(() => tab.goto(link)).toPass({ timeout: 10_000 });
    await expect(tab.getByRole('heading', { name: 'Return to Latchkey' })).toBeVisible();
    await page.goto(again.url);
    await page.getByText('Sign-in link received').waitFor();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    // The first request starts the sandbox.
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(screens.account(/Grace Hopper/)).toBeVisible();
  } finally {
    await page.goto('about:blank');
    await again.stop();
  }
});

test('where another program has the port, links lead to the next one', async ({ page, screens, environment, userBrowser }) => {
  const other = createServer((_request, response) => response.end('another program'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  try {
    await screens.startSandbox();
    await environment.ask(page, 'settings.update', { handlerPort: port });
    await environment.ask(page, 'signIn.sendCode', { connectionId: 'sandbox', email: grace });
    const link = await environment.mailedLink(grace);
    expect(new URL(link).port).not.toBe(String(port));
    const tab = await userBrowser.newPage();
    await tab.goto(link);
    await expect(tab.getByRole('heading', { name: 'Return to Latchkey' })).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(screens.account(/Grace Hopper/)).toBeVisible();
  } finally {
    other.close();
  }
});
