/** The passkey page in a real browser, with an authenticator that the browser simulates. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { chromiumPaths } from '../../scripts/lib/system-packages.mjs';
import { browserScene } from '../support/main/browser-scene';
import { signedIn, stepOf } from '../support/steps';

async function realBrowser() {
  const executablePath = chromiumPaths.find((path) => existsSync(path));
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), chromiumSandbox: false });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  const violations: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && violations.push(message.text())));
  return { page, violations };
}

async function withPasskeys() {
  const scene = await browserScene();
  await scene.service.projects.update({ ...scene.asProject, body: { config: { passkey_enabled: true } } });
  return scene;
}

test('creates a passkey and signs in with it', async () => {
  const { api, accountId, connectionId, last } = await withPasskeys();
  const { page, violations } = await realBrowser();
  const made = stepOf('browser', await api.signIn.registerPasskey({ accountId, replace: false }));
  await page.goto(last());
  await page.getByRole('button', { name: 'Create passkey' }).click();
  expect(await api.signIn.wait({ flowId: made.flowId })).toEqual({ step: 'passkey-registered', accountId });
  await page.getByText('Done. Return to Latchkey').waitFor();

  const used = stepOf('browser', await api.signIn.withPasskey({ connectionId }));
  await page.goto(last());
  await page.getByRole('button', { name: 'Use passkey' }).click();
  expect(signedIn(await api.signIn.wait({ flowId: used.flowId })).isNewUser).toBe(false);
  expect(violations).toEqual([]);
});

test('reports when the app no longer waits', async () => {
  const { api, accountId, last } = await withPasskeys();
  const { page } = await realBrowser();
  const { flowId } = stepOf('browser', await api.signIn.registerPasskey({ accountId, replace: false }));
  await page.goto(last());
  await api.signIn.cancel({ flowId });
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByText('This request has expired').waitFor();
});
