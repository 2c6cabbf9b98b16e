/** Starts a complete sandbox: data, service and port. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { maxListed } from './control/control-endpoints';
import type { Store } from './database/database';
import { type Listening, listen } from './http/listen';
import { createRequestRecorder, type RequestEntry, withRequestLog } from './http/request-log';
import { createSmtp } from './mail/smtp';
import { drawnAtOnce } from './random';
import { type KeyOverrides, openMainProjects, type ProjectAccess } from './seed/main-projects';
import type { Seed } from './seed/seed-database';
import { demoAccounts } from './seed/seed-named-users';
import { createSandbox } from './service/handle';
import { openRelease } from './service/open-release';
import { openStore } from './service/open-store';
import { findProject } from './stores/project-store';
import { findUserByAuthEmail } from './stores/user-store';

/** 10 seconds (wire/limits 3). */
const mailTimeoutMillis = 10_000;

interface StartOptions {
  readonly host: string;
  readonly port: number;
  /** Additional host names under which the control endpoints are reachable. */
  readonly allowedHosts?: readonly string[];
  readonly folder?: string | undefined;
  readonly seed: Seed;
  /** Number of the release to emulate; that of the data without it. */
  readonly release?: string | undefined;
  readonly keys: KeyOverrides;
  /** The fixed time of the clock until it is advanced. Without it, the clock is that of the machine. */
  readonly fixedTime?: number | undefined;
  /** Called with sentences for the user. */
  readonly onNotice: (sentence: string) => void;
  /** Whether requests are recorded for `GET /sandbox/requests`. */
  readonly recordsRequests?: boolean;
  /** Called after each response. */
  readonly onRequest?: (entry: RequestEntry) => void;
}

export interface Running {
  readonly url: string;
  readonly projects: { readonly internal: ProjectAccess; readonly demo: ProjectAccess };
  /** Demo accounts that exist in this data; the first is the admin. */
  readonly demoAccounts: typeof demoAccounts;
  close(): Promise<void>;
}

/** Starts a sandbox. Throws `FolderNotWritable`, `ProjectMismatch`, `ReleaseMismatch` or `ListenError`. */
export async function startSandbox(options: StartOptions): Promise<Running> {
  const clock = { now: () => options.fixedTime ?? Date.now(), wait: (millis: number) => sleep(millis) };
  const random = drawnAtOnce(randomBytes);
  const { host, allowedHosts = [], folder, seed, release: requested, onNotice, onRequest, recordsRequests = false } = options;
  const hosts = [host, ...allowedHosts];
  const now = clock.now();
  const store = await openStore({ folder, seed, release: requested, random, now, onNotice });
  const onFault = (error: unknown, requestId: string) =>
    onNotice(`Request ${requestId} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  try {
    const projects = openMainProjects(store, random, now, { projectId: seed.projectId, keys: options.keys });
    const release = openRelease({ store, random, now }, requested);
    const requests = recordsRequests ? createRequestRecorder(maxListed) : undefined;
    const serve = (baseUrl: string) => {
      const deps = { store, clock, random, release, baseUrl, hosts, smtp: createSmtp(mailTimeoutMillis), requests, onFault };
      const { fetch } = createSandbox(deps);
      if (onRequest === undefined && requests === undefined) return fetch;
      const write = (entry: RequestEntry) => {
        requests?.write(entry);
        onRequest?.(entry);
      };
      return withRequestLog(fetch, { now: clock.now, write });
    };
    return running(await listen({ host, port: options.port, serve }), store, projects);
  } catch (error) {
    store.close();
    throw error;
  }
}

function running(listening: Listening, store: Store, projects: Running['projects']): Running {
  const demo = findProject(store, projects.demo.project_id);
  return {
    url: listening.url,
    projects,
    demoAccounts: demoAccounts.filter(({ email }) => demo && findUserByAuthEmail(store, demo.key, email)),
    async close() {
      await listening.close();
      store.close();
    },
  };
}
