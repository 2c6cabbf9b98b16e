/** Links that reach a locked app, from the system and from a browser: nothing is done before it is unlocked. */
import { expect, test } from 'vitest';
import en from '#messages/en.json' with { type: 'json' };
import { launchOpened } from '../support/main/launch-app';
import { mailedLink } from '../support/service/mailbox';
import { createSystemBrowser } from '../support/service/system-browser';
import { temporaryFolder } from '../support/temporary-folder';
import '../support/main/quick-scrypt';

const passphrase = 'correct horse battery';
const email = 'mary@analytical.example';

async function locked() {
  const state = { focused: 0 };
  const focusWindow = () => {
    state.focused += 1;
  };
  const launched = await launchOpened(await temporaryFolder(), { focusWindow });
  const { api, pushes, exchanges, connectionId } = launched;
  await api.signIn.sendCode({ connectionId, email });
  const { link } = await mailedLink(launched, email);
  await api.lock.setPassphrase({ passphrase, seal: false });
  await api.lock.now({});
  const seen = { exchanges: exchanges.length, links: pushes.filter(({ name }) => name === 'links.list').length };
  return {
    ...launched,
    link,
    focused: () => state.focused,
    /** What the app did since it was locked: requests, and pushes of links. */
    done: () => ({
      requests: exchanges.length - seen.exchanges,
      pushes: pushes.filter(({ name }) => name === 'links.list').length - seen.links,
    }),
    kinds: async () => (await api.links.list({})).value.map(({ kind }) => kind),
  };
}

const nothing = { requests: 0, pushes: 0 };
const refused = { report: { code: 'app-locked' } };

test('a link from the system waits until the app is unlocked, also when it is locked again', async () => {
  const { app, api, link, kinds, done } = await locked();
  app.openLink('latchkey://handler/sign-up');
  await expect(kinds()).rejects.toMatchObject(refused);
  expect(await api.lock.unlock({ passphrase: 'another passphrase' })).toMatchObject({ outcome: 'wrong' });
  expect(done()).toEqual(nothing);
  await api.lock.unlock({ passphrase });
  expect(done()).toEqual({ requests: 0, pushes: 1 });
  expect(await kinds()).toEqual(['sign-up']);

  await api.lock.now({});
  app.openLink(link);
  await expect(kinds()).rejects.toMatchObject(refused);
  expect(done()).toEqual({ requests: 0, pushes: 1 });
  await api.lock.unlock({ passphrase });
  expect(done()).toEqual({ requests: 0, pushes: 2 });
  expect(await kinds()).toEqual(['sign-up', 'magic-link']);
});

test('one that a browser opens, too: its page says so, and it is used once the user accepts it', async () => {
  const { api, link, kinds, done, focused } = await locked();
  const page = await createSystemBrowser().open(link);
  expect(page.text).toContain(en['handler.locked.title']);
  await expect(kinds()).rejects.toMatchObject(refused);
  expect([done(), focused()]).toEqual([nothing, 1]);
  await api.lock.unlock({ passphrase });
  await expect.poll(kinds).toEqual(['magic-link']);
  expect(done().requests).toBe(0);
  const [waiting] = (await api.links.list({})).value;
  expect(await api.links.accept({ id: waiting?.id ?? '' })).toMatchObject({ outcome: 'step' });
});
