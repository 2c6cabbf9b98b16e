/** A later release over HTTP, with its own sandbox in memory. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../../../src/sandbox/http/listen';
import { createSmtp } from '../../../src/sandbox/mail/smtp';
import { baseline } from '../../../src/sandbox/releases/release';
import { openMainProjects, type ProjectAccess } from '../../../src/sandbox/seed/main-projects';
import { createSandbox } from '../../../src/sandbox/service/handle';
import { openStore } from '../../../src/sandbox/service/open-store';
import { findUsableKeySet } from '../../../src/sandbox/stores/key-set-store';
import type { Change } from './change';
import { changesOf, type Overlay, overlay } from './overlay';

export interface RunningRelease extends Pick<Overlay, 'state' | 'requests'> {
  readonly url: string;
  readonly projects: { readonly internal: ProjectAccess; readonly demo: ProjectAccess };
  close(): Promise<void>;
}

export interface ReleaseOptions {
  /** Instead of those of the release. */
  readonly changes?: readonly Change[];
  /** Users of the demo project; the named ones are always there. */
  readonly users?: number;
}

const smtpTimeoutMillis = 1_000;

/** Starts a release on a free port of loopback. The caller closes it. */
export async function startRelease(
  release: string,
  { changes = changesOf(release), users = 10 }: ReleaseOptions = {},
): Promise<RunningRelease> {
  const clock = { now: () => Date.now(), wait: (millis: number) => sleep(millis) };
  const store = await openStore({
    folder: undefined,
    seed: { kind: 'demo', users },
    random: randomBytes,
    now: clock.now(),
    onNotice: () => undefined,
  });
  const projects = openMainProjects(store, randomBytes, clock.now(), { keys: { internal: {}, demo: {} } });
  const keysOf = (projectId: string) => findUsableKeySet(store, projectId, clock.now());
  let laid: Overlay | undefined;
  const serve = (baseUrl: string) => {
    const sandbox = createSandbox({ store, clock, random: randomBytes, release: baseline, baseUrl, smtp: createSmtp(smtpTimeoutMillis) });
    laid = overlay((request) => sandbox.fetch(request), { release, keysOf, changes });
    return laid.fetch;
  };
  const listening = await listen({ host: '127.0.0.1', port: 0, serve });
  if (laid === undefined) throw new Error('Nothing was served.');
  const { state, requests } = laid;
  return {
    url: listening.url,
    projects,
    state,
    requests,
    async close() {
      await listening.close();
      store.close();
    },
  };
}
