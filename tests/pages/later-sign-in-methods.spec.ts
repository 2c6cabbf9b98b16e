/** OAuth providers on release 2.8.86, where a provider that is off is removed. */
import { connected } from '../support/browser/connecting';
import { test as base, expect } from '../support/page/fixtures';
import { type PlayedRelease, startRelease } from '../support/page/services';

const test = base.extend<{ release: PlayedRelease }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
  release: async ({}, use) => {
    const release = await startRelease('2.8.86');
    await use(release);
    await release.stop();
  },
});

test('a provider that is turned off is removed with its keys, and the others are not touched', async ({ page, screens, release }) => {
  await connected(page, { url: release.url, demo: release.projects.demo }, 'Engines');
  await screens.entry('Sign-in methods').click();
  await page.getByRole('switch', { name: 'Apple', exact: true }).click();
  await expect(page.getByText('This service removes providers that are off when you save')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(screens.dialog).toContainText('The client ID and the client secret of Apple are removed from the project.');
  await screens.dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Sign-in methods saved', { exact: true })).toBeVisible();
  await expect(screens.dialog).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Apple', exact: true })).toHaveCount(0);
  // The demo project has providers whose sign-in is off, which a list would lose: only the change is written.
  const updates = release.requests
    .filter(({ method }) => method === 'PATCH')
    .map(({ path, body }) => ({ path, ...JSON.parse(String(body)) }));
  expect(updates).toEqual([
    { path: '/internal/config/override/environment', config_override_string: '{"auth.oauth.providers.apple":null}' },
    { path: '/internal/projects/current', description: expect.anything(), config: { allow_localhost: expect.any(Boolean) } },
  ]);
});
