/** Examines the way to a server without sending it a request. */
import { lookup } from 'node:dns/promises';
import type { SecureContext } from 'node:tls';
import type { DiagnosisStep } from '../../../contract/bridge/diagnostics';
import { type AppError, fail } from '../../../contract/errors';
import { certificate, type Finding, reach } from '../releases/probes';
import { bareHost } from './bypass';
import type { Authorities } from './network';
import type { KnownRoute } from './plan';
import { type ProxyServer, proxyPort } from './proxy-server';
import { openTunnel, type TunnelTarget } from './tunnel';

/** Runs one step, and reports what it found or the code with which it failed. */
export type Step = (name: DiagnosisStep['name'], task: () => Promise<string | Finding>) => Promise<void>;

export interface Way {
  readonly url: URL;
  readonly route: KnownRoute | { readonly kind: 'unusable'; readonly error: AppError };
}

export interface WayOptions {
  /** Milliseconds of one step. */
  readonly limit: number;
  readonly authorities: Authorities | null;
  readonly secureContext: SecureContext | undefined;
}

/** Reports the proxy, or else the host's name; the connection; the user's certificates; and the server's certificate. */
export async function examineWay({ url, route }: Way, step: Step, { limit, authorities, secureContext }: WayOptions): Promise<void> {
  if (route.kind === 'unusable') return step('proxy-connection', () => Promise.reject(route.error));
  const isSecure = url.protocol === 'https:';
  const to = { host: bareHost(url), port: Number(url.port) || (isSecure ? 443 : 80) };
  const server = route.kind === 'proxy' ? route.server : null;
  // Only the host can use a proxy of another kind.
  if (route.kind === 'proxy' && server === null) return;
  const options = { timeout: limit, secureContext };
  if (server === null) {
    await step('name', async () => (await lookup(to.host)).address);
    await step('connection', () => reach(to.host, to.port, limit));
  } else {
    await step('proxy-connection', () => reach(bareHost(new URL(server.url)), proxyPort(server), limit));
    await step('connection', () => reachThrough(server, to, options));
  }
  if (authorities !== null) await step('authorities', async () => describe(authorities));
  if (!isSecure) return;
  await step('certificate', async () => {
    const tunnel = server === null ? {} : { socket: await openTunnel(server, to, options) };
    return certificate({ ...to, ...tunnel, secureContext }, limit);
  });
}

async function reachThrough(server: ProxyServer, to: TunnelTarget, options: Parameters<typeof openTunnel>[2]): Promise<string> {
  const socket = await openTunnel(server, to, options);
  socket.on('error', () => undefined).destroy();
  return `${to.host}:${to.port}`;
}

/** Throws the problem of the file. */
function describe({ file, certificates, problem }: Authorities): Finding {
  if (problem !== null) throw fail(problem);
  const count = certificates.length;
  return { found: `${file}: ${count}`, authorities: { file, count } };
}
