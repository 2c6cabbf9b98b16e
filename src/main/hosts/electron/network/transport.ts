/** The transport in Electron: Chromium's network stack in sessions of its own, which no page uses. */
import { type ClientRequestConstructorOptions, net, type Session } from 'electron';
import { fail } from '../../../../contract/errors';
import type { Clock, Transport, TransportRequest } from '../../../ports';
import { initialPlan, routeOf } from '../../../remote/network/plan';
import { bareCause } from '../../../remote/shared-transport';
import { proxyOf } from './chromium-proxy';
import { exchange } from './net-exchange';
import { type Lane, openLane } from './plan-sessions';

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
        return await exchange(start({ ...options(request), session }), request, clock);
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
