/** A whole sandbox: data, service and port, for whoever starts it. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox } from './handle';
import { type Listening, listen } from './listen';
import { createSmtp } from './mail/smtp';
import type { Store } from './store/database';
import { firstKeySet, type ProjectKeys } from './store/key-sets';
import { openStore } from './store/open';
import { findProject } from './store/projects';
import type { Seed } from './store/seed';
import { demoAccounts } from './store/seed-cast';
import { demoProjectId } from './store/seed-projects';
import { findUserByAuthEmail } from './store/users';

/** Ten seconds (limits 3). */
const mailTimeoutMillis = 10_000;

export interface StartOptions {
  readonly host: string;
  readonly port: number;
  readonly folder?: string | undefined;
  readonly seed: Seed;
  /** Hears sentences a person should read. */
  readonly onNotice: (sentence: string) => void;
}

export type ProjectAccess = { readonly project_id: string } & ProjectKeys;

export interface Running {
  readonly url: string;
  readonly projects: { readonly internal: ProjectAccess; readonly demo: ProjectAccess };
  /** Accounts of the demonstration that exist in this data; the first is the admin. */
  readonly demoAccounts: typeof demoAccounts;
  close(): Promise<void>;
}

/** Starts a sandbox. Fails with `FolderNotWritable` or `CannotListen`. */
export async function startSandbox(options: StartOptions): Promise<Running> {
  const clock = { now: () => Date.now(), wait: (millis: number) => sleep(millis) };
  const random = (bytes: number) => randomBytes(bytes);
  const { folder, seed, onNotice } = options;
  const store = await openStore({ folder, seed, random, now: clock.now(), onNotice });
  const onFault = (error: unknown, requestId: string) =>
    onNotice(`Request ${requestId} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  try {
    const serve = (baseUrl: string) => createSandbox({ store, clock, random, baseUrl, smtp: createSmtp(mailTimeoutMillis), onFault }).fetch;
    return running(await listen({ host: options.host, port: options.port, serve }), store, clock.now());
  } catch (error) {
    store.close();
    throw error;
  }
}

function running(listening: Listening, store: Store, now: number): Running {
  const demo = findProject(store, demoProjectId);
  return {
    url: listening.url,
    projects: { internal: accessOf(store, 'internal', now), demo: accessOf(store, demoProjectId, now) },
    demoAccounts: demoAccounts.filter(({ email }) => demo && findUserByAuthEmail(store, demo.key, email)),
    async close() {
      await listening.close();
      store.close();
    },
  };
}

function accessOf(store: Store, projectId: string, now: number): ProjectAccess {
  const keys = firstKeySet(store, projectId, now);
  if (keys === undefined) throw new Error(`The project ${projectId} has no keys.`);
  return { project_id: projectId, ...keys };
}
