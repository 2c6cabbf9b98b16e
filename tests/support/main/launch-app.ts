/** The whole program without windows: real time, real HTTP, a real sandbox, and a record of everything that it sends. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Bridge, bridge } from '#contract/bridge/index.ts';
import type { ServiceClient } from '#contract/bridge/service.ts';
import { createClient, type Wire } from '#contract/client.ts';
import type { Client, EventName, EventValue, Push } from '#contract/definitions.ts';
import type { catalog } from '#contract/service/index.ts';
import { type App, createApp } from '#main/app/app.ts';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import type { Ports, SecretStore, Transport, TransportRequest, TransportResponse } from '#main/ports/ports.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { startSandboxInProcess } from '../service/sandbox-in-process';
import { workerFolder } from './build-worker';
import { forkedWorker } from './forked-worker';
import { headlessPorts } from './headless-ports';
import { startLibraryInProcess } from './library-in-process';

export interface LaunchedApp {
  readonly app: App;
  readonly api: Client<Bridge>;
  readonly service: ServiceClient<typeof catalog>;
  /** Everything that was sent to the windows: replies and pushes, as JSON. */
  readonly sentToWindows: readonly string[];
  readonly pushes: readonly Push[];
  /** The app's HTTP requests with their responses. */
  readonly exchanges: readonly Exchange[];
  /** Everything that windows must never get: secrets in the keychain, and the sandbox's keys. */
  readonly secrets: ReadonlySet<string>;
  /** The starts of a sandbox, oldest first. */
  readonly sandboxes: readonly SandboxRun[];
  /** Resolves to the first value of an event that fits, starting with the newest one that was already pushed. */
  pushed<N extends EventName<Bridge>>(name: N, fits: (value: EventValue<Bridge, N>) => boolean): Promise<EventValue<Bridge, N>>;
  close(): Promise<void>;
}

interface Exchange {
  readonly request: TransportRequest;
  readonly response: TransportResponse;
}

interface SandboxRun {
  /** Absent if the sandbox is in the spec's process. */
  readonly child?: ChildProcess;
}

/** Options that a test sets itself. */
export interface LaunchOptions extends Partial<Ports> {
  /** Where the sandbox runs: by default in the spec's process. A spec of its files, of their locks, or of a killed sandbox needs a separate one. */
  readonly sandbox?: 'in-process' | 'process';
  /** The environment of a keyring session: secrets are then stored in its keychain, through a worker. */
  readonly keyring?: NodeJS.ProcessEnv;
}

/** Starts the program on a profile. It ends with the test at the latest. */
export async function launchApp(profileFolder: string, options: LaunchOptions = {}): Promise<LaunchedApp> {
  const { keyring, secrets, sandbox = 'in-process', ...own } = options;
  const record = {
    sentToWindows: [] as string[],
    pushes: [] as Push[],
    exchanges: [] as Exchange[],
    secrets: new Set<string>(),
    sandboxes: [] as SandboxRun[],
    workers: [] as Promise<unknown>[],
  };
  // Built only if the test starts processes.
  const folder = keyring || sandbox === 'process' ? await workerFolder() : '';
  const app = await createApp({
    ...headlessPorts(),
    version: '0.0.0-test',
    profileFolder,
    licensesFile: join(profileFolder, 'licenses.json'),
    transport: recordingTransport(createUndiciTransport(), record.exchanges),
    ...(keyring ? {} : { secrets: recordingStore(secrets ?? createMemoryStore(), record.secrets) }),
    spawnWorker(name, args) {
      if (name === 'library-worker' && sandbox === 'in-process') return startLibraryInProcess();
      const isSandbox = name === 'sandbox-worker';
      const { worker, ended, child } =
        isSandbox && sandbox === 'in-process'
          ? { ...startSandboxInProcess(args), child: undefined }
          : startWorker(join(folder, `${name}.js`), args, isSandbox ? process.env : keyring);
      record.workers.push(ended);
      if (isSandbox) record.sandboxes.push(child === undefined ? {} : { child });
      if (isSandbox) worker.onMessage((report) => recordKeys(report, record.secrets));
      return worker;
    },
    ...own,
  });
  const listeners = new Set<(push: Push) => void>();
  app.onPush((push) => {
    record.pushes.push(push);
    record.sentToWindows.push(JSON.stringify(push));
    for (const listener of listeners) listener(push);
  });
  const wire: Wire = {
    async call(name, input) {
      const reply = await app.dispatch(name, input, { windowId: 'test' });
      record.sentToWindows.push(JSON.stringify(reply));
      return reply;
    },
    on: () => () => undefined,
  };
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= app
      .close()
      .then(() => Promise.all(record.workers))
      .then(() => undefined);
    return closing;
  };
  onTestFinished(close);
  return {
    ...record,
    app,
    api: createClient(wire),
    service: createClient(wire, 'service.'),
    close,
    pushed: (name, fits) => firstPush(name, fits, record.pushes, listeners),
  };
}

/** Resolves to the value of the newest push that fits, or of the next one. */
function firstPush<N extends EventName<Bridge>>(
  name: N,
  fits: (value: EventValue<Bridge, N>) => boolean,
  pushes: readonly Push[],
  listeners: Set<(push: Push) => void>,
): Promise<EventValue<Bridge, N>> {
  const [group = '', event = ''] = name.split('.');
  const entry = (bridge as unknown as Record<string, Record<string, { value: { parse(value: unknown): never } }>>)[group]?.[event];
  return new Promise((resolve) => {
    const look = (push: Push): boolean => {
      if (push.name !== name || entry === undefined) return false;
      const value = entry.value.parse(push.value);
      if (fits(value)) resolve(value);
      return fits(value);
    };
    if (pushes.toReversed().some(look)) return;
    const listener = (push: Push) => {
      if (look(push)) listeners.delete(listener);
    };
    listeners.add(listener);
  });
}

/** Starts an app and opens its sandbox, signed in as its admin. */
export async function launchOpened(profileFolder: string, options: LaunchOptions = {}): Promise<LaunchedApp & Opened> {
  const launched = await launchApp(profileFolder, options);
  return { ...launched, ...targetsOf(withAccount(await launched.api.sandbox.open({}))) };
}

/** Returns the target with its account. Throws when the demo project's admin couldn't be signed in, because its password was changed. */
export function withAccount({ connectionId, accountId }: { connectionId: string; accountId: string | null }): Target {
  if (accountId === null) throw new Error('No user was signed in.');
  return { connectionId, accountId };
}

interface Target {
  readonly connectionId: string;
  readonly accountId: string;
}

/** The actors of service calls. */
export interface Opened extends Target {
  readonly asAccount: { readonly actor: 'account' } & Target;
  readonly asProject: { readonly actor: 'project'; readonly connectionId: string };
}

export function targetsOf({ connectionId, accountId }: Target): Opened {
  return {
    connectionId,
    accountId,
    asAccount: { actor: 'account', connectionId, accountId },
    asProject: { actor: 'project', connectionId },
  };
}

/** An app with the service that a spec controls: the release that it plays, or else the app's sandbox. */
export interface Served extends Pick<LaunchedApp, 'api'> {
  readonly played?: { readonly url: string };
}

/** Returns the URL of the service, which is running. */
export async function sandboxUrl({ api, played }: Served): Promise<string> {
  if (played) return played.url;
  const { value } = await api.sandbox.state({});
  if (value.state !== 'running') throw new Error(`The sandbox is ${value.state}.`);
  return value.url;
}

/** Resolves when the sandbox runs, which may be before the app has started. */
export async function sandboxRuns({ api, pushed }: Pick<LaunchedApp, 'api' | 'pushed'>): Promise<void> {
  if ((await api.sandbox.state({})).value.state !== 'running') await pushed('sandbox.state', ({ state }) => state === 'running');
}

/** Moves the service's clock forward. */
export async function advanceSandbox(launched: Served, milliseconds: number): Promise<void> {
  const response = await fetch(`${await sandboxUrl(launched)}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_millis: milliseconds }),
  });
  if (!response.ok) throw new Error(`The clock did not move: ${response.status}.`);
}

function recordingTransport(inner: Transport, exchanges: Exchange[]): Transport {
  return {
    async send(request) {
      const response = await inner.send(request);
      exchanges.push({ request, response });
      return response;
    },
    close: () => inner.close(),
  };
}

function recordingStore(inner: SecretStore, secrets: Set<string>): SecretStore {
  return {
    ...inner,
    set(key, value) {
      // Without the time before a token.
      secrets.add(value.replace(/^\d+ /, ''));
      return inner.set(key, value);
    },
  };
}

/** Starts a worker like the browser host, with its process available to the test. */
function startWorker(file: string, args: readonly string[], env: NodeJS.ProcessEnv | undefined) {
  const child = fork(file, [...args], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [], ...(env ? { env } : {}) });
  child.on('error', () => undefined);
  // Folders can be removed only when no process writes to them.
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return { worker: forkedWorker(child), ended, child };
}

function recordKeys(report: unknown, secrets: Set<string>): void {
  for (const key of JSON.stringify(report).match(/(?:pck|ssk|sak)_\w+/g) ?? []) secrets.add(key);
}
