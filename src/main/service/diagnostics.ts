/** What lies between this machine and a service: asked step by step after a call could not get through. */
import { lookup } from 'node:dns/promises';
import { connect as connectTcp } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect as connectTls } from 'node:tls';
import type { Diagnosis, DiagnosisStep } from '../../contract/bridge/diagnostics';
import { AppError } from '../../contract/errors';
import type { Clock, Transport } from '../ports';
import { limits } from './send';

export interface DiagnosticsParts {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The machine's ways out; injected so that a test can be offline. */
  readonly isOnline?: () => boolean;
}

/** Milliseconds for one step. */
const stepLimit = 5_000;

/** True when the machine has an address that is not its own loopback. */
export function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal) ?? false);
}

/** Examines the way to `baseUrl`. Never fails: what could not be learned is a step that failed. Holds no secrets. */
export async function diagnose(baseUrl: string, { transport, clock, isOnline = hasNetwork }: DiagnosticsParts): Promise<Diagnosis> {
  const url = new URL(baseUrl);
  const isLoopback = url.hostname === 'localhost' || url.hostname.startsWith('127.') || url.hostname === '[::1]';
  const step = (name: DiagnosisStep['name'], task: () => Promise<string>) => timed(clock, name, task);
  const steps: DiagnosisStep[] = [];
  steps.push(await step('name', async () => (await lookup(url.hostname.replace(/^\[|\]$/g, ''))).address));
  steps.push(await step('connection', () => reach(url)));
  if (url.protocol === 'https:') steps.push(await step('certificate', () => certificate(url)));
  steps.push(await step('health', async () => String((await ask(transport, `${url.origin}/health`)).status)));
  steps.push(await step('api', async () => String((await ask(transport, `${baseUrl}/api/v1`)).status)));
  steps.push(await step('clock', async () => clockDifference((await ask(transport, `${url.origin}/health`)).headers.date, clock.now())));
  return { baseUrl: url.origin, online: isLoopback || isOnline(), proxy: proxyOf(), at: clock.now(), steps };
}

async function timed(clock: Clock, name: DiagnosisStep['name'], task: () => Promise<string>): Promise<DiagnosisStep> {
  const started = clock.monotonic();
  const took = () => Math.round(clock.monotonic() - started);
  try {
    return { name, ok: true, found: (await task()).slice(0, 200), millis: took() };
  } catch (thrown) {
    const found = thrown instanceof AppError ? thrown.code : ((thrown as NodeJS.ErrnoException).code ?? 'failed');
    return { name, ok: false, found, millis: took() };
  }
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

function reach(url: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host: url.hostname.replace(/^\[|\]$/g, ''), port: portOf(url), timeout: stepLimit });
    socket.once('connect', () => {
      resolve(`${socket.remoteAddress}:${socket.remotePort}`);
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    socket.once('error', reject);
  });
}

function certificate(url: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: url.hostname, port: portOf(url), servername: url.hostname, timeout: stepLimit });
    socket.once('secureConnect', () => {
      const { issuer, valid_to: until } = socket.getPeerCertificate();
      resolve(`${[issuer?.O, issuer?.CN].flat().filter(Boolean).join(' ')}, until ${until}`);
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    socket.once('error', reject);
  });
}

function ask(transport: Transport, url: string): ReturnType<Transport['send']> {
  return transport.send({
    method: 'GET',
    url,
    headers: {},
    limits: { ...limits, connect: stepLimit, headers: stepLimit, idle: stepLimit },
  });
}

/** Seconds the service's clock is ahead of this machine's. */
function clockDifference(date: string | undefined, now: number): string {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) throw Object.assign(new Error(), { code: 'no-date' });
  return `${Math.round((theirs - now) / 1000)} s`;
}

/** The proxy's address without a user's name or password in it. */
function proxyOf(): string | null {
  const text = process.env.HTTPS_PROXY ?? process.env.https_proxy ?? process.env.HTTP_PROXY ?? process.env.http_proxy;
  if (text === undefined || !URL.canParse(text)) return null;
  return new URL(text).host;
}
