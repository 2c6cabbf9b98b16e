import { holdsSecret } from '../support/browser/secret-search';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const password = 'Analytical-Engine-1843';
const grace = 'grace.hopper@analytical.example';
const alan = 'alan.turing@analytical.example';
const minute = 60_000;

const { step, takeSteps } = createSteps();
test('signing in with a code', takeSteps);

step('a code of an email signs in without a button once it is typed', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  await screens.askForCode(grace);
  await expect(page.getByText(`We sent a code and a link to ${grace}`)).toBeVisible();
  await page.keyboard.type(await environment.mailedCode(grace));
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
  expect(holdsSecret(page.url())).toBe(false);
});

test('a code is pasted with the sentence around it', async ({ page, context, screens, environment }) => {
  test.skip(process.env.LATCHKEY_HOST === 'electron', 'a page there may not read the clipboard by itself');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await screens.startSignedOut();
  await screens.askForCode(grace);
  const { subject } = await environment.mail(grace);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(subject)})`);
  await screens.codeField.press('ControlOrMeta+v');
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});

step('a wrong code is cleared and said, and the right one still works', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  await screens.askForCode(grace);
  await page.keyboard.type('zzzzzz');
  await expect(page.getByText('Incorrect code')).toBeVisible();
  await expect(screens.codeField).toHaveValue('');
  await expect(screens.codeField).toBeFocused();
  await expect(screens.codeField).toHaveAccessibleDescription(/Incorrect code/);
  await page.keyboard.type(await environment.mailedCode(grace));
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});

step('an expired code says so, and a new mail helps at once', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  await screens.askForCode(grace);
  const old = await environment.mailedCode(grace);
  await environment.pass(8 * 24 * 60 * minute);
  await page.keyboard.type(old);
  await expect(page.getByText('This code has expired')).toBeVisible();
  await page.getByRole('button', { name: 'Resend email', exact: true }).click();
  await expect(page.getByText(`We sent another email to ${grace}`).first()).toBeVisible();
  await screens.codeField.fill(await environment.mailedCode(grace, 2));
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});

step('another mail can be had after half a minute only, and says when', async ({ page, screens }) => {
  await screens.startSignedOut();
  await screens.askForCode(grace);
  const again = page.getByRole('button', { name: /^Resend email in \d+ seconds?$/ });
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await expect(again).toHaveAccessibleDescription('The last email may still be on its way');
});

test('the way back to the other ways keeps what was typed', async ({ page, screens }) => {
  await screens.startSignedOut();
  await screens.askForCode(grace);
  await page.getByRole('button', { name: 'Sign in another way' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(grace);
  await page.getByRole('button', { name: 'Use a password instead' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(grace);
});

test('a password and then the digits of an authenticator', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  await screens.signIn(alan, password);
  await screens.digitsField.waitFor();
  const right = await environment.digits();
  await page.keyboard.type(right === '000000' ? '111111' : '000000');
  await expect(page.getByText('This code is incorrect or has expired')).toBeVisible();
  await expect(screens.digitsField).toHaveValue('');
  await page.keyboard.type(await environment.digits());
  await expect(screens.account(/Alan Turing/)).toBeVisible();
});

test('a second step that took too long starts again', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  await screens.signIn(alan, password);
  await screens.digitsField.waitFor();
  await environment.pass(6 * minute);
  await page.keyboard.type(await environment.digits());
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(alan);
});

test('a code in an email asks for the second step as well', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  await screens.askForCode(alan);
  await page.keyboard.type(await environment.mailedCode(alan));
  await screens.digitsField.waitFor();
  await page.keyboard.type(await environment.digits());
  await expect(screens.account(/Alan Turing/)).toBeVisible();
});
