/** How sign-ins through a provider fail on release 2.8.86, which reports errors at the redirect URL, without the state. */
import { describe, expect, test } from 'vitest';
import { release2886 } from '#sandbox/testing/release-scene.ts';
import { ada } from '#sandbox/testing/test-sandbox.ts';
import { eventually } from '../support/eventually';
import { launchApp } from '../support/main/launch-app';
import { releaseApp } from '../support/main/release-app';
import { createLockableStore, reportOf } from '../support/main/test-ports';
import { createSystemBrowser } from '../support/service/system-browser';
import { signedIn, stepOf } from '../support/steps';

const stranger = 'stranger@elsewhere.example';
const setUp = () => releaseApp(release2886, ['client', 'admin'], { secrets: createLockableStore() });
type Scene = Awaited<ReturnType<typeof setUp>>;

async function begun({ api, connectionId, opened }: Scene) {
  const { flowId } = stepOf('browser', await api.signIn.withProvider({ connectionId, provider: 'gitlab' }));
  return { flowId, authorize: opened.at(-1) ?? '' };
}

async function configure(
  { service, connectionId }: Scene,
  config: Parameters<Scene['service']['projects']['update']>[0]['body']['config'],
) {
  await service.projects.update({ actor: 'project', connectionId, body: { config } });
}

const isBack = (address: string) => new URL(address).pathname.endsWith('/oauth-callback');

describe('a failed sign-in through a provider is reported immediately', () => {
  test.each([
    {
      what: 'the user refused at the provider',
      known: 'OAUTH_PROVIDER_ACCESS_DENIED',
      email: stranger,
      decision: 'deny',
      prepare: async () => undefined,
    },
    {
      what: 'the email address belongs to another user',
      known: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
      email: ada.email,
      decision: 'allow',
      prepare: (scene: Scene) => configure(scene, { oauth_account_merge_strategy: 'raise_error' }),
    },
    {
      what: 'sign-up is off',
      known: 'SIGN_UP_NOT_ENABLED',
      email: stranger,
      decision: 'allow',
      prepare: (scene: Scene) => configure(scene, { sign_up_enabled: false }),
    },
  ] as const)('that $what', async ({ known, email, decision, prepare }) => {
    const scene = await setUp();
    await prepare(scene);
    const { flowId, authorize } = await begun(scene);
    const waiting = reportOf(scene.api.signIn.wait({ flowId }));
    const page = await createSystemBrowser().allow(authorize, email, decision);
    expect(page.status).toBe(200);
    expect(await waiting).toMatchObject({ code: 'known-error', known });
    expect((await scene.api.links.list({})).value).toEqual([]);
  });
});

test('connecting a provider account of another user fails immediately', async () => {
  const scene = await setUp();
  const { api, connectionId, opened } = scene;
  const first = await begun(scene);
  const other = api.signIn.wait({ flowId: first.flowId });
  await createSystemBrowser().allow(first.authorize, stranger);
  signedIn(await other);

  const { accountId } = signedIn(await api.signIn.withPassword({ connectionId, ...ada }));
  const { flowId } = stepOf('browser', await api.signIn.linkOAuth({ accountId, provider: 'gitlab' }));
  const waiting = reportOf(api.signIn.wait({ flowId }));
  const page = await createSystemBrowser().allow(opened.at(-1) ?? '', stranger);
  expect(page.status).toBe(200);
  expect(await waiting).toMatchObject({ code: 'known-error', known: 'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER' });
});

test('an error that arrives after a restart waits as a link, once', async () => {
  const first = await setUp();
  const { authorize } = await begun(first);
  const { url: back } = await createSystemBrowser(isBack).allow(authorize, stranger, 'deny');
  await first.close();

  const { api, pushed } = await launchApp(first.profile, first.own);
  // The callback server is opened again in the background.
  const page = await eventually(() => createSystemBrowser().open(back));
  expect(page.status).toBe(200);
  const [link] = await pushed('links.list', (links) => links.length === 1);
  expect(link).toMatchObject({
    kind: 'error',
    connectionId: first.connectionId,
    error: { code: 'OAUTH_PROVIDER_ACCESS_DENIED' },
    connects: false,
  });
  expect((await createSystemBrowser().open(back)).status).toBe(400);
  expect((await api.links.list({})).value).toHaveLength(1);
});
