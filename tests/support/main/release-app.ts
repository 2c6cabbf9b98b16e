/** The app on a later release, without a sandbox. */
import { onTestFinished } from 'vitest';
import { ada } from '#sandbox/testing/test-sandbox.ts';
import { startRelease } from '../service/start-release';
import { signedIn } from '../steps';
import { temporaryFolder } from '../temporary-folder';
import { targetOf } from './go-link';
import { type LaunchOptions, launchApp, targetsOf } from './launch-app';
import { createFakeWorkers } from './test-ports';

export type StoredKey = 'client' | 'server' | 'admin';

/**
 * Starts the release and the app, with a connection to the demo project that has some of its keys. `opened` contains the URLs opened in the
 * browser.
 */
export async function releaseApp(release: string, held: readonly StoredKey[], options: LaunchOptions = {}) {
  const played = await startRelease(release);
  onTestFinished(() => played.close());
  const opened: string[] = [];
  const profile = await temporaryFolder();
  const own: LaunchOptions = {
    openUrl: async (url) => void opened.push(await targetOf(url)),
    // No sandbox is needed, and no keychain without a keyring.
    ...(options.keyring ? {} : { spawnWorker: createFakeWorkers().spawnWorker }),
    ...options,
  };
  const launched = await launchApp(profile, own);
  const { project_id: projectId, publishable_client_key, secret_server_key, super_secret_admin_key } = played.projects.demo;
  const known = { client: publishable_client_key, server: secret_server_key, admin: super_secret_admin_key };
  const keys = Object.fromEntries(held.map((kind) => [kind, known[kind]]));
  const draft = { name: 'Engines', environment: 'staging', baseUrl: played.url, projectId, keys } as const;
  const { id } = await launched.api.connections.add({ draft });
  return { ...launched, played, profile, own, opened, connectionId: id };
}

/** Starts the release and the app with all keys, signed in as the admin of the demo project, like `launchOpened` on the sandbox. */
export async function openedRelease(release: string, options: LaunchOptions = {}) {
  const launched = await releaseApp(release, ['client', 'server', 'admin'], options);
  const { api, connectionId, opened } = launched;
  const { accountId } = signedIn(await api.signIn.withPassword({ connectionId, ...ada }));
  return { ...launched, ...targetsOf({ connectionId, accountId }), last: () => opened.at(-1) ?? '' };
}
