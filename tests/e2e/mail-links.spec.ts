/** Where the link of a mail leads is the person's choice, and remembered. */
import { expect, test } from '../support/browser/fixtures';
import { createSteps } from '../support/browser/steps';

const grace = 'grace.hopper@analytical.example';
const site = 'app.analytical.example/handler';
const project = { actor: 'project', connectionId: 'sandbox' };

const { step, takeSteps } = createSteps();
test('where the links of emails go', takeSteps);

step(
  'a choice is remembered for its kind of mail, and the code in the mail works wherever its link leads',
  async ({ page, screens, environment }) => {
    await screens.startSignedOut();
    const place = page.getByLabel('Open the email’s link on');
    await page.getByRole('button', { name: 'Send me a code instead' }).click();
    await expect(place.getByRole('option', { selected: true })).toHaveText('This computer');
    await expect(place).toHaveAccessibleDescription(/returns to Latchkey/);
    await place.selectOption(site);
    await expect(place).toHaveAccessibleDescription(/project’s own site/);
    await page.getByLabel('Email', { exact: true }).fill(grace);
    await page.getByRole('button', { name: 'Send me a code', exact: true }).click();
    await screens.codeField.waitFor();
    expect(await environment.mailedLink(grace)).toMatch(`https://${site}/magic-link-callback?code=`);
    await page.reload();
    await page.getByRole('button', { name: 'Send me a code instead' }).click();
    await expect(place.getByRole('option', { selected: true })).toHaveText(site);
    await screens.visit('forgot-password');
    await expect(place.getByRole('option', { selected: true })).toHaveText('This computer');
  },
);

step('an address that the project does not trust says so, before and after', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  const place = page.getByLabel('Open the email’s link on');
  const update = (config: object) => environment.ask(page, 'service.projects.update', { ...project, body: { config } });
  await update({ allow_localhost: false });
  await screens.visit('forgot-password');
  await expect(place.getByRole('option', { selected: true })).toHaveText(site);
  await place.selectOption('This computer (not trusted)');
  await expect(place).toHaveAccessibleDescription(/doesn’t trust this redirect URL/);
  await page.getByLabel('Email', { exact: true }).fill(grace);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('alert')).toContainText('The project doesn’t trust this redirect URL');
  await place.selectOption(site);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText(`If there’s an account for ${grace}`)).toBeVisible();
  expect(await environment.mailedLink(grace, 2)).toMatch(`https://${site}/password-reset?code=`);

  await update({ domains: [] });
  await screens.visit('sign-up');
  await expect(page.getByText('No trusted redirect URL')).toBeVisible();
});
