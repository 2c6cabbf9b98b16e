import { Connecting } from '../support/browser/connecting';
import { expect, test } from '../support/page/fixtures';

// Before 2.8.71, every project needs the key.
test.use({ sandboxRelease: '2.8.4' });

test('the sign-in card of a project without its publishable key opens the form that takes it', async ({
  page,
  screens: _screens,
  service,
}) => {
  const form = new Connecting(page);
  await form.open();
  await form.field('Base URL').fill(service.url);
  await form.field('Project ID').fill(service.demo.project_id);
  await form.field('Name').fill('Engines');
  await form.test();
  await expect(form.check('Publishable key')).toContainText('Not provided');
  await form.save();

  await page.getByRole('button', { name: 'Enter publishable key' }).click();
  await form.field('Publishable client key').fill(service.demo.publishable_client_key);
  await form.save();
  await expect(page.getByText('Engines saved').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in to Analytical Engines' })).toBeVisible();
});
