/** The transport in Electron: Chromium's network stack, in separate sessions that no page uses. */
import { type ClientRequestConstructorOptions, net, type Session, session } from 'electron';
import { fail } from '#contract/errors.ts';
import type { NetworkPlan, ProxyPlan, ProxyServer } from '../../../ports/network-plan';
import type { Clock, Transport, TransportRequest } from '../../../ports/ports';
import { initialPlan, routeOf } from '../../../remote/network/plan';
import { bareCause } from '../../../remote/shared-transport';
import { certificateVerdict } from './certificate-verdict';
import { proxyConfig, proxyOf } from './chromium-proxy';
import { exchange } from './net-exchange';

export interface ElectronTransport extends Required<Transport> {
  /** Sets up the session of another program part, such as the updater, as requests are sent now. Throws if the proxy can't be used. */
  prepare(session: Session): Promise<void>;
}

/** Creates the transport. Must run after the app is ready. Its in-memory sessions store no cookies and no responses. */
export function createElectronTransport(clock: Clock): ElectronTransport {
  let number = 0;
  let lane: Lane = openLane(initialPlan, number, clock);
  const running = new Map<Lane, number>();
  const end = (used: Lane) => {
    running.set(used, (running.get(used) ?? 1) - 1);
    if (running.get(used) !== 0) return;
    running.delete(used);
    if (used !== lane) void used.close();
  };
  return {
    async send(request) {
      // Taken once: a plan that follows while this waits is for later requests.
      const used = lane;
      running.set(used, (running.get(used) ?? 0) + 1);
      try {
        const session = await used.sessionFor(new URL(request.url));
        const proxySignIn = signInOf(used.plan.proxy);
        return await exchange(start({ ...options(request), session }), { ...request, ...(proxySignIn && { proxySignIn }) }, clock);
      } finally {
        end(used);
      }
    },
    async follow(plan) {
      number += 1;
      const next = openLane(plan, number, clock);
      await next.ready;
      const former = lane;
      lane = next;
      if (!running.has(former)) void former.close();
    },
    async route(url) {
      const target = new URL(url);
      const route = routeOf(lane.plan.proxy, target);
      if (route.kind !== 'system') return route;
      return proxyOf(await (await lane.sessionFor(target)).resolveProxy(url));
    },
    prepare: (session) => lane.prepare(session),
    close: async () => void (await Promise.all([...new Set([lane, ...running.keys()])].map((each) => each.close()))),
  };
}

function signInOf(plan: ProxyPlan): ProxyServer['signIn'] {
  return plan.mode === 'manual' ? plan.server.signIn : undefined;
}

function options({ method, url, headers }: TransportRequest): ClientRequestConstructorOptions {
  return {
    method,
    url,
    // By default, Chromium requests compressed bodies and decompresses them before their size is known.
    headers: { ...headers, 'accept-encoding': 'identity' },
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    // By default, Electron sends requests with the lowest priority.
    priority: 'medium',
    referrerPolicy: 'no-referrer',
  };
}

/** Creates the request. Throws `bad-input` for a header or a URL that Electron rejects, because the user typed it. */
function start(requestOptions: ClientRequestConstructorOptions): Electron.ClientRequest {
  try {
    return net.request(requestOptions);
  } catch (cause) {
    throw fail('bad-input', {}, bareCause(cause));
  }
}

/** The sessions of one plan. Chromium caches what it verified and keeps connections, so each plan has separate sessions. */
interface Lane {
  readonly plan: NetworkPlan;
  /** Resolves when the sessions are set up. */
  readonly ready: Promise<void>;
  /** Resolves to the session for a URL: without any proxy, or with that of the plan. Throws the code of a proxy that can't be used. */
  sessionFor(url: URL): Promise<Session>;
  /** Sets up another session like that with the proxy. */
  prepare(other: Session): Promise<void>;
  close(): Promise<void>;
}

/** Opens the sessions of a plan. `number` distinguishes them from those of other plans. */
function openLane(plan: NetworkPlan, number: number, clock: Pick<Clock, 'now'>): Lane {
  const name = number === 0 ? 'latchkey-service' : `latchkey-service-${number}`;
  const direct = session.fromPartition(`${name}-direct`, { cache: false });
  const proxied = session.fromPartition(name, { cache: false });
  const trust = (each: Session) => {
    if (plan.authorities.length === 0) return each.setCertificateVerifyProc(null);
    each.setCertificateVerifyProc((request, answer) => answer(certificateVerdict(request, plan.authorities, clock.now())));
  };
  const ready = setUp();
  // The requests that wait for it report the failure.
  ready.catch(() => undefined);

  async function setUp(): Promise<void> {
    trust(direct);
    trust(proxied);
    await Promise.all([direct.setProxy({ mode: 'direct' }), applyProxy(proxied, plan.proxy)]);
  }

  return {
    plan,
    ready,
    async sessionFor(url) {
      const { kind } = routeOf(plan.proxy, url);
      await ready;
      return kind === 'direct' ? direct : proxied;
    },
    async prepare(other) {
      trust(other);
      await setProxy(other, plan.proxy);
      await other.closeAllConnections();
    },
    close: async () => void (await Promise.all([direct.closeAllConnections(), proxied.closeAllConnections()])),
  };
}

/** Without its own settings, a session follows the system's, or those of the command line. */
async function applyProxy(proxied: Session, plan: ProxyPlan): Promise<void> {
  if (plan.mode === 'manual' || plan.mode === 'automatic') await setProxy(proxied, plan);
}

/** Throws the code of a proxy that Chromium refuses, without which requests could go past it. */
async function setProxy(session: Session, plan: ProxyPlan): Promise<void> {
  await session.setProxy(proxyConfig(plan)).catch((cause: unknown) => {
    throw fail('proxy-url-invalid', {}, bareCause(cause));
  });
}
