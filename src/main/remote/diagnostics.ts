/** Diagnoses the connection between this machine and a service, step by step, after a call failed. */

import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import type { SecureContext } from 'node:tls';
import type { Diagnosis, DiagnosisStep } from '#contract/bridge/diagnostics.ts';
import { AppError, fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { isLoopback, parseUrl } from '#contract/urls.ts';
import type { KnownRoute, ProxyServer } from '../ports/network-plan';
import type { Clock, Transport, TransportLimits, TransportResponse } from '../ports/ports';
import { bareHost } from './network/bypass';
import { failureOf } from './network/failure-code';
import type { Authorities } from './network/network';
import { proxyPort } from './network/proxy-server';
import { secureContextWith } from './network/trust';
import { openTunnel, type TunnelTarget } from './network/tunnel';
import { certificate, type Finding, reach } from './releases/probes';
import { parseHttpDate } from './retry';
import { limits } from './send';

export interface DiagnosticsDeps {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Whether the machine has a network; injected so that tests can be offline. */
  readonly isOnline?: () => boolean;
  /** The user's certificates; null without any. */
  readonly authorities?: () => Authorities | null;
  /** Maximum duration (ms) of one step. */
  readonly stepLimit?: number;
}

/** Whether the machine has an address other than loopback. */
export function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal) ?? false);
}

/** Diagnoses the connection to `baseUrl`. Never rejects: a failure is a failed step. The result contains no secrets. */
export async function diagnose(baseUrl: string, deps: DiagnosticsDeps): Promise<Diagnosis> {
  const { clock, isOnline = hasNetwork, stepLimit = 5_000 } = deps;
  const steps: DiagnosisStep[] = [];
  const step: Step = async (name, task) => {
    steps.push(await timed(clock, stepLimit, name, task));
  };
  const url = parseUrl(baseUrl);
  const online = (url !== null && isLoopback(url)) || isOnline();
  const route = url && (await findRoute(url, deps.transport));
  if (url === null || route === null) steps.push({ name: 'name', ok: false, found: 'bad-address', reason: 'address-invalid', millis: 0 });
  // Without a network, every step would only fail after its whole limit.
  else if (online) await examine({ url, route }, baseUrl, step, { ...deps, stepLimit });
  const server = route?.kind === 'proxy' ? route.server : null;
  return { baseUrl: url?.origin ?? '', online, proxy: server && new URL(server.url).host, at: clock.now(), steps };
}

async function findRoute(url: URL, transport: Transport): Promise<Way['route']> {
  try {
    return (await transport.route?.(url.href)) ?? { kind: 'direct' };
  } catch (thrown) {
    return { kind: 'unusable', error: thrown instanceof AppError ? thrown : fail('proxy-refused', {}, thrown) };
  }
}

async function examine(way: Way, baseUrl: string, step: Step, deps: DiagnosticsDeps & { stepLimit: number }): Promise<void> {
  const { transport, clock, stepLimit: limit } = deps;
  const dates: string[] = [];
  const status = async (address: string) => {
    const response = await get(transport, address, limit);
    if (response.headers.date !== undefined) dates.push(response.headers.date);
    return String(response.status);
  };
  const authorities = deps.authorities?.() ?? null;
  await examineWay(way, step, { limit, authorities, secureContext: secureContextWith(authorities?.certificates ?? []) });
  await step('health', () => status(`${baseUrl}/health`));
  await step('api', () => status(`${baseUrl}/api/v1`));
  await step('writing', async () => String((await checkWriting(transport, baseUrl, limit)).status));
  await step('clock', async () => clockDifference(dates.at(-1), clock.now()));
}

async function timed(clock: Clock, limit: number, name: DiagnosisStep['name'], task: Parameters<Step>[1]): Promise<DiagnosisStep> {
  const started = clock.monotonic();
  let cancel = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(limit, () => reject(fail('timed-out')));
  });
  const result = (ok: boolean, { found, ...rest }: Omit<DiagnosisStep, 'name' | 'ok' | 'millis'>) => ({
    name,
    ok,
    found: found.slice(0, 200),
    ...rest,
    millis: Math.round(clock.monotonic() - started),
  });
  try {
    const found = await Promise.race([task(), late]);
    return result(true, typeof found === 'string' ? { found } : found);
  } catch (thrown) {
    return result(false, failed(thrown));
  } finally {
    cancel();
  }
}

function failed(thrown: unknown): Pick<DiagnosisStep, 'found' | 'reason' | 'certificate'> {
  if (thrown instanceof AppError) return { found: thrown.code, reason: thrown.code };
  const { code, certificate } = thrown as NodeJS.ErrnoException & Pick<DiagnosisStep, 'certificate'>;
  if (code === undefined) return { found: 'failed', reason: 'internal' };
  if (code === noDate) return { found: code };
  return { found: code, reason: failureOf(code), ...(certificate === undefined ? {} : { certificate }) };
}

function get(transport: Transport, url: string, limit: number): Promise<TransportResponse> {
  return transport.send({ method: 'GET', url, headers: {}, limits: within(limit) });
}

/**
 * Sends a request with a body, which a proxy or a firewall may treat in another way than a read. The endpoint needs no credential, and
 * changes nothing (wire/endpoints 10).
 */
function checkWriting(transport: Transport, baseUrl: string, limit: number): Promise<TransportResponse> {
  const { method, path } = catalog.misc.checkFeatureSupport;
  const url = `${baseUrl}/api/v1${path}`;
  const body = JSON.stringify({ feature_name: 'Latchkey' });
  return transport.send({ method, url, headers: { 'content-type': 'application/json' }, body, limits: within(limit) });
}

function within(limit: number): TransportLimits {
  return { ...limits, connect: limit, headers: limit, idle: limit, total: limit };
}

const noDate = 'no-date';

/** Returns by how many seconds the service's clock is ahead of this machine's. Throws `no-date` without a valid `Date` header. */
function clockDifference(date: string | undefined, now: number): Finding {
  const theirs = parseHttpDate(date);
  if (theirs === null) throw Object.assign(new Error(), { code: noDate });
  const aheadSeconds = Math.round((theirs - now) / 1000);
  return { found: `${aheadSeconds} s`, aheadSeconds };
}

/** Runs one step, and reports what it found or the code with which it failed. */
type Step = (name: DiagnosisStep['name'], task: () => Promise<string | Finding>) => Promise<void>;

interface Way {
  readonly url: URL;
  readonly route: KnownRoute | { readonly kind: 'unusable'; readonly error: AppError };
}

interface WayOptions {
  /** Milliseconds of one step. */
  readonly limit: number;
  readonly authorities: Authorities | null;
  readonly secureContext: SecureContext | undefined;
}

/** Reports the proxy, or else the host's name; the connection; the user's certificates; and the server's certificate. */
async function examineWay({ url, route }: Way, step: Step, { limit, authorities, secureContext }: WayOptions): Promise<void> {
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
