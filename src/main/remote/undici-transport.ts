/** The transport outside Electron: undici with a pool per origin. */

import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { AppError, fail } from '#contract/errors.ts';
import type { NetworkPlan, ProxyPlan, ProxyServer } from '../ports/network-plan';
import type { Clock, Transport, TransportRequest, TransportResponse } from '../ports/ports';
import { failureOf } from './network/failure-code';
import { initialPlan, routeOf } from './network/plan';
import { environmentProxy } from './network/proxy-server';
import { secureContextWith } from './network/trust';
import { openTunnel } from './network/tunnel';
import { bareCause, createBody, firstCode, flatten, isEncoded, startRequest } from './shared-transport';

const connectionsPerOrigin = 32;

export interface ConnectOptions {
  /** Milliseconds. */
  readonly timeout?: number;
  /** Names the proxy of the system's settings. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Creates a transport over undici with at most 32 connections per origin. Redirects are not followed. */
export function createUndiciTransport({ timeout = 10_000, environment = process.env }: ConnectOptions = {}): Transport {
  const open = new Set<Agent>();
  const start = (plan: NetworkPlan): Agent => {
    const connect = createConnector({ plan, environment, timeout });
    const agent = new Agent({ connections: connectionsPerOrigin, pipelining: 1, connect });
    open.add(agent);
    return agent;
  };
  let current = initialPlan;
  let agent = start(current);
  return {
    async send(request) {
      await readPending();
      return exchange(agent, request);
    },
    async follow(plan) {
      const former = agent;
      current = plan;
      agent = start(plan);
      // Its requests end first.
      void former.close().then(
        () => open.delete(former),
        () => undefined,
      );
    },
    route: async (url) => environmentRoute(current.proxy, new URL(url), environment),
    close: async () => void (await Promise.all([...open].map((each) => each.destroy()))),
  };
}

/**
 * Lets connections report that the service has closed them. While the process is busy, nothing is read, and what is written to such a
 * connection is lost. Undici waits for one turn of the event loop as well, which is too few for what came during the present one.
 */
async function readPending(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** Sends one request and resolves to its response. */
function exchange(agent: Agent, request: TransportRequest): Promise<TransportResponse> {
  const { limits } = request;
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    const active = startRequest(request, timers, { resolve, reject, abort: (error) => controller?.abort(error) });
    if (active.isOver) return;
    agent.dispatch(
      dispatchOptions(request),
      receive(limits.bodyBytes, {
        start(started) {
          controller = started;
          // The request was canceled or timed out while it waited for a connection.
          if (active.isOver) started.abort(new Error('given up'));
          active.expectWithin(limits.headers);
        },
        life: () => active.expectWithin(limits.idle),
        done: active.done,
        fail: (thrown) => active.giveUp(thrown instanceof AppError ? thrown : fail(failureOf(firstCode(thrown)), {}, bareCause(thrown))),
      }),
    );
  });
}

const timers: Pick<Clock, 'after' | 'monotonic'> = {
  monotonic: () => performance.now(),
  after(delay, task) {
    const timer = setTimeout(task, delay);
    return () => clearTimeout(timer);
  },
};

function dispatchOptions({ url, method, headers, body }: TransportRequest): Dispatcher.DispatchOptions & { origin: string } {
  const { origin, pathname, search } = new URL(url);
  return {
    origin,
    path: `${pathname}${search}`,
    method: method as Dispatcher.HttpMethod,
    headers,
    body: body ?? null,
    // Undici's own timers are off by up to a second.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

interface Receiver {
  start(controller: Dispatcher.DispatchController): void;
  /** Reports that more of the response has arrived. */
  life(): void;
  done(response: TransportResponse): void;
  fail(thrown: unknown): void;
}

/** Collects a response. Undici reports errors that are thrown here as errors of the request. */
function receive(bodyBytes: number, receiver: Receiver): Dispatcher.DispatchHandler {
  const body = createBody(bodyBytes);
  let status = 0;
  let headers: TransportResponse['headers'] = {};
  return {
    onRequestStart: (controller) => receiver.start(controller),
    onResponseStart(controller, code, received) {
      status = code;
      headers = flatten(received);
      if (!isEncoded(headers)) return receiver.life();
      receiver.done({ status, headers, bytes: new Uint8Array() });
      controller.abort(new Error('encoded'));
    },
    onResponseData(_controller, part) {
      receiver.life();
      body.add(part);
    },
    onResponseEnd: () => receiver.done({ status, headers, bytes: body.whole() }),
    onResponseError: (_controller, thrown) => receiver.fail(thrown),
  };
}

/** Opens the connections of undici: directly or through a proxy, with the certificates of a plan. */
interface ConnectorOptions {
  readonly plan: NetworkPlan;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds, for the proxy and for the service each. */
  readonly timeout: number;
}

/** Creates a connector. Requests without encryption go through a tunnel too, so that the proxy answers nothing in the service's place. */
function createConnector({ plan, environment, timeout }: ConnectorOptions): buildConnector.connector {
  const secureContext = secureContextWith(plan.authorities);
  const direct = buildConnector({ timeout, ...(secureContext === undefined ? {} : { secureContext }) });
  const tunnel = async (target: buildConnector.Options): Promise<Socket | null> => {
    const { protocol, hostname, port } = target;
    const route = environmentRoute(plan.proxy, originOf(target), environment);
    if (route.kind === 'direct') return null;
    const to = { host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
    return openTunnel(route.server, to, { timeout, secureContext });
  };
  return (target, callback) => {
    tunnel(target).then(
      (socket) => {
        if (socket === null) return direct(target, callback);
        if (target.protocol !== 'https:') return callback(null, socket);
        direct({ ...target, httpSocket: socket }, callback);
      },
      (thrown) => callback(thrown, null),
    );
  };
}

function originOf({ protocol, host, hostname }: buildConnector.Options): URL {
  return new URL(`${protocol}//${host ?? hostname}`);
}

/** The way to a URL for a network stack that knows the system's proxy by environment variables only. */
type EnvironmentRoute = { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly server: ProxyServer };

/** Returns the way to a URL. Throws the code of a proxy that can't be used. */
function environmentRoute(plan: ProxyPlan, url: URL, environment: Readonly<Record<string, string | undefined>>): EnvironmentRoute {
  // Only Chromium runs such scripts.
  if (plan.mode === 'automatic') throw fail('proxy-script-unsupported');
  const route = routeOf(plan, url);
  if (route.kind !== 'system') return route;
  const server = environmentProxy(url, environment);
  return server === null ? { kind: 'direct' } : { kind: 'proxy', server };
}
