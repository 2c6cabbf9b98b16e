/** A later release over HTTP, with its own data in memory. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfigLevel } from '#contract/service/config.ts';
import { writeLevel } from '#sandbox/configuration/project-config.ts';
import { listen } from '#sandbox/http/listen.ts';
import { createSmtp } from '#sandbox/mail/smtp.ts';
import { openMainProjects, type ProjectAccess } from '#sandbox/seed/main-projects.ts';
import { createSandbox } from '#sandbox/service/handle.ts';
import { openRelease } from '#sandbox/service/open-release.ts';
import { openStore } from '#sandbox/service/open-store.ts';
import type { ConfigOverride } from '#sandbox/stores/config-store.ts';
import { findProject } from '#sandbox/stores/project-store.ts';

/** A request below `/api/v1`. */
interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface RunningRelease {
  readonly url: string;
  readonly projects: { readonly internal: ProjectAccess; readonly demo: ProjectAccess };
  /** Requests of clients, oldest first. */
  readonly requests: readonly ServiceRequest[];
  /** Restricts a user as a project admin does. */
  restrict(userId: string, reason: string | null): void;
  /** Replaces a level of the demo project's configuration. */
  override(level: ConfigLevel, keys: ConfigOverride): void;
  /** Updates the service to a later release, with the same data. */
  updateTo(later: string): void;
  close(): Promise<void>;
}

interface ReleaseOptions {
  /** Users of the demo project; the named ones are always there. */
  readonly users?: number;
  /** Handles requests before the service does; undefined for those that the service handles. */
  readonly before?: (request: Request) => Promise<Response | undefined>;
}

const smtpTimeoutMillis = 1_000;

/** Starts a release on a free port of loopback. The caller closes it. */
export async function startRelease(requested: string, { users = 10, before }: ReleaseOptions = {}): Promise<RunningRelease> {
  const clock = { now: () => Date.now(), wait: (millis: number) => sleep(millis) };
  const seed = { kind: 'demo', users } as const;
  const store = await openStore({
    folder: undefined,
    seed,
    release: requested,
    random: randomBytes,
    now: clock.now(),
    onNotice: () => undefined,
  });
  const projects = openMainProjects(store, randomBytes, clock.now(), { keys: { internal: {}, demo: {} } });
  const requests: ServiceRequest[] = [];
  const sandboxOf = (number: string, baseUrl: string) => {
    const release = openRelease({ store, random: randomBytes, now: clock.now() }, number);
    return createSandbox({ store, clock, random: randomBytes, release, baseUrl, smtp: createSmtp(smtpTimeoutMillis) });
  };
  let sandbox: ReturnType<typeof sandboxOf>;
  const serve = (baseUrl: string) => {
    sandbox = sandboxOf(requested, baseUrl);
    return async (request: Request) => {
      await record(requests, request.clone());
      return (await before?.(request.clone())) ?? sandbox.fetch(request);
    };
  };
  const listening = await listen({ host: '127.0.0.1', port: 0, serve });
  const demoKey = findProject(store, projects.demo.project_id)?.key ?? 0;
  return {
    url: listening.url,
    projects,
    requests,
    restrict(userId, reason) {
      store.run('UPDATE users SET restricted_by_admin = 1, restricted_reason = ? WHERE id = ?', [reason, userId]);
    },
    override(level, keys) {
      store.transaction(() => writeLevel(store, demoKey, level, keys));
    },
    updateTo(later) {
      sandbox = sandboxOf(later, listening.url);
    },
    async close() {
      await listening.close();
      store.close();
    },
  };
}

async function record(requests: ServiceRequest[], request: Request): Promise<void> {
  const url = new URL(request.url);
  const path = /^\/api\/v1((?:\/.*)?)$/.exec(url.pathname)?.[1];
  if (path === undefined || request.method === 'OPTIONS') return;
  const body = request.body === null ? null : await request.text();
  const { method, headers } = request;
  requests.push({ method, path, query: Object.fromEntries(url.searchParams), headers: Object.fromEntries(headers), body });
}
