/** The report of a problem, which the user completes in a browser. */
import { productLinks } from '#contract/support/product-links.ts';
import { noClipboard } from '../support/browser/no-clipboard';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const { step, takeSteps } = createSteps();
test('a problem is reported', takeSteps);

step('a report is edited here, opens in the browser with its text, and contains no names', async ({ page, screens, context }) => {
  await context.route(`${productLinks.website}/**`, (route) => route.fulfill({ body: 'new issue' }));
  await screens.startSandbox();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: 'Report a problem' }).click();
  const report = page.getByRole('dialog', { name: 'Report a problem' });
  const body = report.getByRole('textbox', { name: 'Report' });
  await expect(body).toHaveValue(/What did you do.*### System\n```\nLatchkey /s);
  expect(await body.inputValue()).not.toMatch(/lovelace|@|https?:|127\.0\.0\.1/i);
  await report.getByRole('textbox', { name: 'Summary' }).fill('It stops');
  await body.fill('Only this');
  const opened = context.waitForEvent('page');
  await report.getByRole('button', { name: 'Continue in browser' }).click();
  const issue = await opened;
  await issue.waitForURL(/issues\/new/);
  expect(Object.fromEntries(new URL(issue.url()).searchParams)).toEqual({ title: 'It stops', body: 'Only this' });
  await expect(report).toHaveCount(0);
});

step('a report that is too long for a link stays where it can’t be copied', async ({ page, screens, context }) => {
  await context.route(`${productLinks.website}/**`, (route) => route.fulfill({ body: 'new issue' }));
  await screens.startSandbox();
  await page.evaluate(noClipboard);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: 'Report a problem' }).click();
  const report = page.getByRole('dialog', { name: 'Report a problem' });
  const text = report.getByRole('textbox', { name: 'Report' });
  await text.fill('x'.repeat(8000));
  const opened = context.waitForEvent('page');
  await report.getByRole('button', { name: 'Continue in browser' }).click();
  await (await opened).close();
  await page.bringToFront();
  await expect(report.getByRole('alert')).toHaveText('Couldn’t copy');
  await expect(text).toHaveValue('x'.repeat(8000));
});

step('a report that is too long for a link is copied', async ({ page, screens, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.route(`${productLinks.website}/**`, (route) => route.fulfill({ body: 'new issue' }));
  await screens.startSandbox();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: 'Report a problem' }).click();
  const report = page.getByRole('dialog', { name: 'Report a problem' });
  await report.getByRole('textbox', { name: 'Report' }).fill('x'.repeat(8000));
  await expect(report.getByText('This text is too long for a link')).toBeVisible();
  const opened = context.waitForEvent('page');
  await report.getByRole('button', { name: 'Continue in browser' }).click();
  await (await opened).close();
  await page.bringToFront();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('x'.repeat(8000));
});
