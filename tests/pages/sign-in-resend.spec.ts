/** What a card offers where an email can’t be sent again. */
import type { Reply } from '#contract/errors.ts';
import { interceptBridge } from '../gallery/replies';
import { expect, test } from '../support/page/fixtures';

const grace = 'grace.hopper@analytical.example';
const refused: Reply = { ok: false, error: { code: 'known-error', known: 'REDIRECT_URL_NOT_WHITELISTED' } };

test('a code that the project refuses to send again is left for the project’s site', async ({ page, screens }) => {
  await screens.startSignedOut();
  const bridge = await interceptBridge(page);
  await page.reload();
  const sent = { step: 'code-sent', flowId: 'f', email: grace, canResendAt: 0 };
  bridge.set({ 'signIn.sendCode': { ok: true, value: sent }, 'signIn.resend': refused });
  await screens.askForCode(grace);
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expect(page.getByRole('alert')).toContainText('The project doesn’t trust this redirect URL');
  await page.getByRole('link', { name: 'Sign in on the project’s site' }).click();
  await expect(page.getByText('Latchkey will share your session with the site')).toBeVisible();
  await expect(screens.codeField).toBeHidden();
  await page.getByRole('link', { name: 'Sign in another way' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with GitHub' })).toBeVisible();
});

test('after a code that got no response, another email still has to wait; after a spent one, it doesn’t', async ({ page, screens }) => {
  await screens.startSignedOut();
  const bridge = await interceptBridge(page);
  await page.reload();
  const sent = { step: 'code-sent', flowId: 'f', email: grace, canResendAt: Date.now() + 600_000 };
  bridge.set({ 'signIn.sendCode': { ok: true, value: sent }, 'signIn.submitCode': { ok: false, error: { code: 'connection-lost' } } });
  await screens.askForCode(grace);
  await page.keyboard.type('abc123');
  const retry = page.getByRole('alert').getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await expect(screens.codeField).toHaveValue('ABC123');
  await expect(page.getByRole('button', { name: /^Resend email in \d+ seconds$/ })).toHaveAttribute('aria-disabled', 'true');
  bridge.set({ 'signIn.submitCode': { ok: false, error: { code: 'known-error', known: 'VERIFICATION_CODE_EXPIRED' } } });
  await retry.click();
  await expect(page.getByRole('button', { name: 'Resend email', exact: true })).toBeEnabled();
});
