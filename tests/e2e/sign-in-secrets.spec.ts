/** What goes by while people sign in, by every way: none of it may reach the window, its address, the log or a file. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { demoTotpSecret } from '#sandbox/seed/seed-named-users.ts';
import { deviceTab, makePasskey } from '../support/browser/device';
import { expect, test } from '../support/browser/fixtures';
import type { RunningHost } from '../support/browser/launch';
import { holdsSecret, recordFrames } from '../support/browser/secret-search';
import type { TestEnvironment } from '../support/browser/test-environment';

const ada = 'ada@analytical.example';
const grace = 'grace.hopper@analytical.example';
const alan = 'alan.turing@analytical.example';
const newPassword = 'Difference-Engine-1822-in-secret';

/** All that the window is told, shows and keeps, from now on. */
function watch(page: Page, host: RunningHost): () => Promise<readonly string[]> {
  const told: string[] = [];
  const frames = recordFrames(page);
  page.on('framenavigated', (frame) => told.push(frame.url()));
  page.on('console', (message) => told.push(message.text()));
  for (const stream of [host.process.stdout, host.process.stderr]) stream?.on('data', (part) => told.push(String(part)));
  return async () => {
    const stored = 'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, history.state])';
    return [...frames, ...told, await page.content(), await page.evaluate<string>(stored)];
  };
}

/** The files that the app keeps; the sandbox's own are the service's. */
async function filesOf(profile: string): Promise<string[]> {
  const entries = await readdir(profile, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.filter((file) => !file.startsWith(join(profile, 'sandbox'))).map((file) => readFile(file, 'latin1')));
}

/** The addresses that a browser opens from now on, redirects included. */
function visits(browser: BrowserContext): readonly string[] {
  const urls: string[] = [];
  browser.on('request', (request) => {
    if (request.isNavigationRequest()) urls.push(request.url());
  });
  return urls;
}

/** The secrets in addresses: states, keys, challenges, and login codes; links, passkey pages, and confirmations. */
function secretsIn(urls: readonly string[]): string[] {
  const found = urls.flatMap((url) => {
    const { pathname, searchParams } = new URL(url);
    const named = ['state', 'client_secret', 'code_challenge', 'login_code'].flatMap((name) => searchParams.get(name) ?? []);
    return [...named, ...(/^\/latchkey\/(?:go|passkey|confirm)\/(\w+)$/.exec(pathname)?.slice(1) ?? [])];
  });
  return [...new Set(found)];
}

/** The profile, once the card of a sign-in has gone. */
const profileOf = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true });

async function mailed(environment: TestEnvironment, email: string): Promise<string> {
  return new URL(await environment.mailedLink(email)).searchParams.get('code') ?? '';
}

test('no sign-in method leaves a secret behind', async ({ page, screens, environment, userBrowser, host, profile }) => {
  const everything = watch(page, host);
  const opened = visits(userBrowser);
  const secrets: string[] = [newPassword, demoTotpSecret];
  await page.reload();
  await screens.startSandbox();
  const tab = await userBrowser.newPage();

  await test.step('a provider', async () => {
    await screens.visit('sign-in');
    await page.getByRole('button', { name: 'Sign in with GitHub' }).click();
    const ways = new Promise<string>((resolve) => {
      userBrowser.on('request', (request) => request.url().includes('/oauth-callback') && resolve(request.url()));
    });
    await tab.goto(await environment.openedLink());
    await tab.getByLabel('Email of another account').fill('stranger@elsewhere.example');
    await tab.getByRole('button', { name: 'Allow', exact: true }).click();
    secrets.push(new URL(await ways).searchParams.get('code') ?? '');
    await expect(page.getByRole('main').getByText('stranger@elsewhere.example').first()).toBeVisible();
  });

  await test.step('a code, with a second step', async () => {
    await screens.visit('sign-in');
    await screens.askForCode(alan);
    secrets.push(await mailed(environment, alan));
    await screens.codeField.fill(await environment.mailedCode(alan));
    await screens.digitsField.fill(await environment.digits());
    await profileOf(page).waitFor();
  });

  await test.step('a link', async () => {
    await screens.visit('sign-in');
    await screens.askForCode(grace);
    secrets.push(await mailed(environment, grace));
    await screens.openLink(await environment.mailedLink(grace));
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await profileOf(page).waitFor();
  });

  await test.step('a program', async () => {
    const link = await environment.programAsks(page);
    secrets.push(...secretsIn([link]));
    const before = (await environment.openedLinks()).length;
    await screens.visit('forgot-password');
    await screens.openLink(link);
    await page.getByRole('button', { name: 'Approve sign-in' }).click();
    const tab = await userBrowser.newPage();
    await tab.goto(await environment.openedLink(before + 1));
    await tab.getByRole('button', { name: 'Approve sign-in' }).click();
    await expect(page.getByText('Sign-in approved', { exact: true })).toBeVisible();
  });

  await test.step('a new password', async () => {
    await screens.visit('forgot-password');
    await page.getByLabel('Email', { exact: true }).fill(ada);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    secrets.push(await mailed(environment, ada));
    await screens.openLink(await environment.mailedLink(ada));
    await page.getByLabel('New password').fill(newPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('heading', { name: /^Sign in to / }).waitFor();
    await screens.signIn(ada, newPassword);
    await expect(screens.account(/Ada Lovelace/)).toBeVisible();
  });

  secrets.push(...secretsIn(opened));
  expect(secrets.filter((secret) => secret.length < 16)).toEqual([]);
  expect(secrets.length).toBeGreaterThan(8);
  const texts = await everything();
  expect(texts.length).toBeGreaterThan(20);
  await host.stop();
  const searched = [...texts, ...(await filesOf(profile))];
  expect(secrets.filter((secret) => searched.some((text) => text.includes(secret)))).toEqual([]);
  expect(searched.filter(holdsSecret)).toEqual([]);
});

test('no passkey leaves a secret behind', async ({ page, screens, environment, userBrowser, host, profile }) => {
  const everything = watch(page, host);
  const opened = visits(userBrowser);
  await page.reload();
  await screens.startSandbox();
  const { tab, session, authenticatorId } = await deviceTab(userBrowser);
  await makePasskey(environment, page, tab);
  await screens.visit('sign-in');
  await page.getByRole('button', { name: 'Passkey', exact: true }).click();
  await tab.goto(await environment.openedLink(2));
  await tab.getByRole('button', { name: 'Use passkey' }).click();
  await expect(page).toHaveURL(/account\/profile$/);
  // The host must not stop while the screen is loaded.
  await page.getByRole('main').getByText('User ID').first().waitFor();
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
  const [credential] = credentials;
  const inUrls = (text = '') => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const secrets = [inUrls(credential?.credentialId), inUrls(credential?.userHandle), ...secretsIn(opened)];
  expect(secrets.filter((secret) => secret.length < 16)).toEqual([]);
  expect(secrets).toHaveLength(6);
  const texts = await everything();
  await host.stop();
  const searched = [...texts, ...(await filesOf(profile))];
  expect(secrets.filter((secret) => searched.some((text) => text.includes(secret)))).toEqual([]);
  expect(searched.filter(holdsSecret)).toEqual([]);
});
