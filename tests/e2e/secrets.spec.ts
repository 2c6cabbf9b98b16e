import { expect, test } from '../support/browser/fixtures';
import { filesWithSecrets, holdsSecret } from '../support/browser/secret-search';

// Every other spec searches what the page was told and its profile when it ends (tests/support/browser/fixtures.ts).
test('no token and no key reaches the page, the log or a file of the profile', async ({ page, screens, sentToWindows, host, profile }) => {
  await screens.startSandbox();
  await screens.entry('Profile').click();
  await screens.entry('Sessions').click();
  await page.getByRole('main').getByRole('listitem').filter({ hasText: 'This session' }).waitFor();
  await host.stop();
  expect(sentToWindows.length).toBeGreaterThan(5);
  expect(sentToWindows.filter(holdsSecret)).toEqual([]);
  const stored = await page.evaluate<string>(
    'JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), document.cookie])',
  );
  expect(holdsSecret(stored)).toBe(false);
  expect(holdsSecret(await page.content())).toBe(false);
  expect(await filesWithSecrets(profile)).toEqual([]);
});

test('the search finds what it is for', () => {
  const secrets = [
    'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIzMjQxYTI4NSJ9.c2lnbmF0dXJlMTIz',
    '"m9s346q3d25vt4f5v37e3s3e28jt97kb6cq643dzvmxxq"',
    'ssk_8fssz5awsh8vhtpre95b9ee0zbgj09tqm83xssss6ys3c',
    'sk_y63fch26w14wmchwyfgcw8t7swm4fv4dk79q9g8xe6sza6e8f5f6a9a414e6f93a10f4d3b9a8c11user1574ck4u7hb7ceba30',
  ];
  for (const secret of secrets) expect(holdsSecret(`{"said":${secret}}`)).toBe(true);
  for (const harmless of ['3241a285-8329-4d69-8f3d-316e08cf140c', 'latchkey/connections', '{"type":"welcome"}'])
    expect(holdsSecret(harmless)).toBe(false);
});
