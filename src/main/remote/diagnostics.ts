/** Diagnoses the connection between this machine and a service, step by step, after a call failed. */

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Diagnosis, DiagnosisStep } from '../../contract/bridge/diagnostics';
import { AppError, fail } from '../../contract/errors';
import { isLoopback } from '../../contract/loopback';
import { parseUrl } from '../../contract/parse-url';
import type { Clock, Transport, TransportResponse } from '../ports';
import { parseHttpDate } from './http-date';
import { certificate, reach } from './releases/probes';
import { limits } from './send';

export interface DiagnosticsDeps {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Whether the machine has a network; injected so that tests can be offline. */
  readonly isOnline?: () => boolean;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Maximum duration (ms) of one step. */
  readonly stepLimit?: number;
}

type StepName = DiagnosisStep['name'];
type Step = (name: StepName, task: () => Promise<string>) => Promise<void>;

/** Whether the machine has an address other than loopback. */
export function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal) ?? false);
}

/** Diagnoses the connection to `baseUrl`. Never rejects: a failure is a failed step. The result contains no secrets. */
export async function diagnose(baseUrl: string, deps: DiagnosticsDeps): Promise<Diagnosis> {
  const { clock, isOnline = hasNetwork, environment = process.env, stepLimit = 5_000 } = deps;
  const steps: DiagnosisStep[] = [];
  const step: Step = async (name, task) => {
    steps.push(await timed(clock, stepLimit, name, task));
  };
  const url = parseUrl(baseUrl);
  const online = (url !== null && isLoopback(url)) || isOnline();
  if (url === null) steps.push({ name: 'name', ok: false, found: 'bad-address', millis: 0 });
  // Without a network, every step would only fail after its whole limit.
  else if (online) await examine(url, baseUrl, step, { ...deps, stepLimit });
  return { baseUrl: url?.origin ?? '', online, proxy: url && proxyOf(url, environment), at: clock.now(), steps };
}

async function examine(url: URL, baseUrl: string, step: Step, deps: DiagnosticsDeps & { stepLimit: number }): Promise<void> {
  const dates: string[] = [];
  const status = async (address: string) => {
    const response = await get(deps.transport, address, deps.stepLimit);
    if (response.headers.date !== undefined) dates.push(response.headers.date);
    return String(response.status);
  };
  await step('name', async () => (await lookup(bareHost(url))).address);
  await step('connection', () => reach(bareHost(url), portOf(url), deps.stepLimit));
  if (url.protocol === 'https:') await step('certificate', () => certificate(bareHost(url), portOf(url), deps.stepLimit));
  await step('health', () => status(`${url.origin}/health`));
  await step('api', () => status(`${baseUrl}/api/v1`));
  await step('clock', async () => clockDifference(dates.at(-1), deps.clock.now()));
}

async function timed(clock: Clock, limit: number, name: StepName, task: () => Promise<string>): Promise<DiagnosisStep> {
  const started = clock.monotonic();
  let cancel = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(limit, () => reject(fail('timed-out')));
  });
  const result = (ok: boolean, found: string) => ({
    name,
    ok,
    found: found.slice(0, 200),
    millis: Math.round(clock.monotonic() - started),
  });
  try {
    return result(true, await Promise.race([task(), late]));
  } catch (thrown) {
    return result(false, thrown instanceof AppError ? thrown.code : ((thrown as NodeJS.ErrnoException).code ?? 'failed'));
  } finally {
    cancel();
  }
}

function bareHost({ hostname }: URL): string {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 6 ? bare : hostname;
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

function get(transport: Transport, url: string, limit: number): Promise<TransportResponse> {
  const own = { ...limits, connect: limit, headers: limit, idle: limit, total: limit };
  return transport.send({ method: 'GET', url, headers: {}, limits: own });
}

/** Returns by how many seconds the service's clock is ahead of this machine's. Throws `no-date` without a valid `Date` header. */
function clockDifference(date: string | undefined, now: number): string {
  const theirs = parseHttpDate(date);
  if (theirs === null) throw Object.assign(new Error(), { code: 'no-date' });
  return `${Math.round((theirs - now) / 1000)} s`;
}

/** Returns the proxy's host and port, without the user name and password of its address; null without a proxy. */
function proxyOf({ protocol }: URL, environment: Readonly<Record<string, string | undefined>>): string | null {
  const names = protocol === 'https:' ? ['HTTPS_PROXY', 'https_proxy'] : ['http_proxy', 'HTTP_PROXY'];
  const text = [...names, 'ALL_PROXY', 'all_proxy'].map((name) => environment[name]).find((value) => value !== undefined && value !== '');
  if (text === undefined) return null;
  const address = text.includes('://') ? text : `http://${text}`;
  return parseUrl(address)?.host ?? null;
}
