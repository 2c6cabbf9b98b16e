/** What lies between this machine and a service: asked step by step after a call could not get through. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Diagnosis, DiagnosisStep } from '../../contract/bridge/diagnostics';
import { AppError, fail } from '../../contract/errors';
import { isLoopback } from '../../contract/loopback';
import type { Clock, Transport, TransportResponse } from '../ports';
import { parseHttpDate } from './http-date';
import { certificate, reach } from './releases/probes';
import { limits } from './send';

export interface DiagnosticsDeps {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The machine's ways out; injected so that a test can be offline. */
  readonly isOnline?: () => boolean;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds for one step. */
  readonly stepLimit?: number;
}

type StepName = DiagnosisStep['name'];
type Step = (name: StepName, task: () => Promise<string>) => Promise<void>;

/** True when the machine has an address that is not its own loopback. */
export function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal) ?? false);
}

/** Examines the way to `baseUrl`. Never fails: what could not be learned is a step that failed. Holds no secrets. */
export async function diagnose(baseUrl: string, parts: DiagnosticsDeps): Promise<Diagnosis> {
  const { clock, isOnline = hasNetwork, environment = process.env, stepLimit = 5_000 } = parts;
  const steps: DiagnosisStep[] = [];
  const step: Step = async (name, task) => {
    steps.push(await timed(clock, stepLimit, name, task));
  };
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const online = (url !== null && isLoopback(url)) || isOnline();
  if (url === null) steps.push({ name: 'name', ok: false, found: 'bad-address', millis: 0 });
  // A machine without a network has nothing to ask; every step would only say so after its whole limit.
  else if (online) await examine(url, baseUrl, step, { ...parts, stepLimit });
  return { baseUrl: url?.origin ?? '', online, proxy: url && proxyOf(url, environment), at: clock.now(), steps };
}

async function examine(url: URL, baseUrl: string, step: Step, parts: DiagnosticsDeps & { stepLimit: number }): Promise<void> {
  const dates: string[] = [];
  const status = async (address: string) => {
    const answer = await ask(parts.transport, address, parts.stepLimit);
    if (answer.headers.date !== undefined) dates.push(answer.headers.date);
    return String(answer.status);
  };
  await step('name', async () => (await lookup(bareHost(url))).address);
  await step('connection', () => reach(bareHost(url), portOf(url), parts.stepLimit));
  if (url.protocol === 'https:') await step('certificate', () => certificate(bareHost(url), portOf(url), parts.stepLimit));
  await step('health', () => status(`${url.origin}/health`));
  await step('api', () => status(`${baseUrl}/api/v1`));
  await step('clock', async () => clockDifference(dates.at(-1), parts.clock.now()));
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

function ask(transport: Transport, url: string, limit: number): Promise<TransportResponse> {
  const own = { ...limits, connect: limit, headers: limit, idle: limit, total: limit };
  return transport.send({ method: 'GET', url, headers: {}, limits: own });
}

/** Seconds the service's clock is ahead of this machine's. */
function clockDifference(date: string | undefined, now: number): string {
  const theirs = parseHttpDate(date);
  if (theirs === null) throw Object.assign(new Error(), { code: 'no-date' });
  return `${Math.round((theirs - now) / 1000)} s`;
}

/** The proxy's address, without a user's name or password in it. */
function proxyOf({ protocol }: URL, environment: Readonly<Record<string, string | undefined>>): string | null {
  const names = protocol === 'https:' ? ['HTTPS_PROXY', 'https_proxy'] : ['http_proxy', 'HTTP_PROXY'];
  const text = [...names, 'ALL_PROXY', 'all_proxy'].map((name) => environment[name]).find((value) => value !== undefined && value !== '');
  if (text === undefined) return null;
  const address = text.includes('://') ? text : `http://${text}`;
  return URL.canParse(address) ? new URL(address).host : null;
}
