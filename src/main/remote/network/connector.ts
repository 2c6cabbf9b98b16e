/** Opens the connections of undici: directly or through a proxy, with the certificates of a plan. */
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { environmentRoute } from './environment-route';
import type { NetworkPlan } from './plan';
import { secureContextWith } from './trust';
import { openTunnel } from './tunnel';

export interface ConnectorOptions {
  readonly plan: NetworkPlan;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds, for the proxy and for the service each. */
  readonly timeout: number;
}

/** Creates a connector. Requests without encryption go through a tunnel too, so that the proxy answers nothing in the service's place. */
export function createConnector({ plan, environment, timeout }: ConnectorOptions): buildConnector.connector {
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
