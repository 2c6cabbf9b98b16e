/** The sessions of one plan. Chromium caches what it verified and keeps connections, so each plan has sessions of its own. */
import { type Session, session } from 'electron';
import { fail } from '../../../../contract/errors';
import type { Clock } from '../../../ports';
import { type NetworkPlan, type ProxyPlan, routeOf } from '../../../remote/network/plan';
import { bareCause } from '../../../remote/shared-transport';
import { certificateVerdict } from './certificate-verdict';
import { proxyConfig } from './chromium-proxy';

export interface Lane {
  readonly plan: NetworkPlan;
  /** Resolves when the sessions are set up. */
  readonly ready: Promise<void>;
  /** Resolves to the session for a URL: without any proxy, or with that of the plan. Throws the code of a proxy that can't be used. */
  sessionFor(url: URL): Promise<Session>;
  /** Sets up another session like that with the proxy. */
  prepare(other: Session): Promise<void>;
  close(): Promise<void>;
}

/** Opens the sessions of a plan. `number` tells them apart from those of other plans. */
export function openLane(plan: NetworkPlan, number: number, clock: Pick<Clock, 'now'>): Lane {
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

/** Without settings of its own, a session follows the system's, or those of the command line. */
async function applyProxy(proxied: Session, plan: ProxyPlan): Promise<void> {
  if (plan.mode === 'manual') await setProxy(proxied, plan);
}

/** Throws the code of a proxy that Chromium refuses, without which requests could go past it. */
async function setProxy(session: Session, plan: ProxyPlan): Promise<void> {
  await session.setProxy(proxyConfig(plan)).catch((cause: unknown) => {
    throw fail('proxy-url-invalid', {}, bareCause(cause));
  });
}
