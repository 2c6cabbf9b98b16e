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

test('a provider that is turned off is removed with its keys, and the others are named', async ({ page, screens, release }) => {
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
  const update = release.requests.find(({ method }) => method === 'PATCH');
  const { config } = JSON.parse(String(update?.body)) as { config: { oauth_providers: readonly { id: string; client_id?: string }[] } };
  expect(config.oauth_providers.map(({ id }) => id)).toEqual(['github', 'gitlab', 'google', 'microsoft', 'spotify']);
  expect(config.oauth_providers.find(({ id }) => id === 'gitlab')).toEqual({
    id: 'gitlab',
    type: 'standard',
    client_id: 'sandbox-gitlab',
    client_secret: 'sandbox-gitlab-secret',
  });
});
