/** The app for one command: created on a profile, unlocked if the user is there, and closed at the end. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionDraft } from '#contract/bridge/connection-draft.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import type { ServiceClient } from '#contract/bridge/service.ts';
import { createClient, type Wire } from '#contract/client.ts';
import type { Client } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import { parseFixedTime } from '#contract/fixed-time.ts';
import type { catalog } from '#contract/service/index.ts';
import { nearestOf } from '#contract/text/nearest-name.ts';
import { visibleText } from '#contract/text/visible-text.ts';
import { createTranslator, systemLocales } from '#messages/translator.ts';
import { type App, createApp } from '../../app/app';
import { createMemoryStore } from '../../keychain/memory-store';
import type { Ports } from '../../ports/ports';
import { systemClock } from '../../runtime/system-clock';
import { policyLocationOf } from '../default-locations';
import { withoutDesktop } from '../without-desktop';
import { confirming } from './confirm-call';
import { exitCodes, TerminalError } from './exit-code';
import type { LineOptions } from './parse-line';
import { safeJson } from './plain-output';
import type { Terminal } from './terminal';

/** What differs between a clone and the packaged app. */
export type ProgramParts = Pick<Ports, 'version' | 'licensesFile' | 'transport' | 'spawnWorker'> & {
  /** The data folder of the app. */
  readonly defaultProfile: string;
};

export interface Opened {
  readonly app: App;
  readonly api: Client<Bridge>;
  readonly service: ServiceClient<typeof catalog>;
  /** Resolves to the connection that the line names, that of the environment, or the only one. Throws a `TerminalError`. */
  connection(name?: string): Promise<Connection>;
  /** Whether the profile ends with the command. */
  readonly isTemporary: boolean;
  close(): Promise<void>;
}

export interface OpenDeps {
  readonly parts: ProgramParts;
  readonly options: LineOptions;
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the command is about what the profile keeps, so that none of the environment is used. */
  readonly isOfProfile: boolean;
  /** Resolves when the process is ended, and no passphrase can be entered any longer. */
  readonly ended: Promise<null>;
  /** Where the export of a command is saved; null if the command reads it. */
  readonly exportFile?: string | null;
  /** What a connection is to follow; null if the command doesn't say so. */
  readonly followedFile?: string | null;
}

const caller = { windowId: 'terminal' };
const { t } = createTranslator('en');

/** Opens the profile of a command, or a temporary one with the connection of the environment. Throws `app-locked`, and a `TerminalError`. */
export async function openApp(deps: OpenDeps): Promise<Opened> {
  const { options, env, parts } = deps;
  const draft = deps.isOfProfile || options.has('connection') || options.has('profile') ? null : connectionFrom(env);
  const folder = draft === null ? null : await mkdtemp(join(tmpdir(), 'latchkey-'));
  const removeFolder = async () => {
    if (folder !== null) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const app = await createApp(portsOf(deps, folder ?? options.text('profile') ?? parts.defaultProfile, folder !== null));
    const close = async () => {
      await app.close();
      await removeFolder();
    };
    try {
      const opened = await openedApp(app, deps, draft !== null, close);
      if (draft !== null) await opened.api.connections.add({ draft });
      return opened;
    } catch (thrown) {
      await app.close();
      throw thrown;
    }
  } catch (thrown) {
    await removeFolder();
    throw thrown;
  }
}

async function openedApp(app: App, deps: OpenDeps, isTemporary: boolean, close: () => Promise<void>): Promise<Opened> {
  await unlock(app, deps);
  const wire: Wire = { call: (name, input) => app.dispatch(name, input, caller), on: () => () => undefined };
  const extend = confirming(createClient<Client<Bridge>>(wire), deps);
  const api = createClient<Client<Bridge>>(wire, '', extend);
  await sandboxStarted(app, api);
  await reportFiles(api, deps);
  return {
    app,
    api,
    service: createClient(wire, 'service.', extend),
    connection: async (name) => findConnection(app.connections(), name ?? deps.options.text('connection')),
    isTemporary,
    close,
  };
}

function portsOf({ parts, options, exportFile = null, followedFile = null }: OpenDeps, profileFolder: string, isTemporary: boolean): Ports {
  const { defaultProfile: _default, ...own } = parts;
  const clock = options.text('clock');
  const fixedTime = clock === undefined ? null : parseFixedTime(clock);
  if (clock !== undefined && fixedTime === null)
    throw new TerminalError('--clock takes a date and time with a time zone, such as 2026-01-15T10:00:00Z.', exitCodes.usage);
  return {
    ...own,
    host: 'terminal',
    isBrief: true,
    profileFolder,
    ...(isTemporary || options.text('keychain') === 'memory' ? { secrets: createMemoryStore() } : {}),
    ...(fixedTime === null ? {} : { fixedTime }),
    ...(options.has('seed') ? { sandboxSeed: options.text('seed') === 'empty' ? 'empty' : 'demo' } : {}),
    noNetwork: options.has('no-network'),
    clock: systemClock,
    preferredLanguages: systemLocales,
    random: randomBytes,
    chooseExportFile: exportFile === null ? null : async () => exportFile,
    chooseFollowed: async () => followedFile,
    policyPlace: policyLocationOf(process.platform),
    ...withoutDesktop,
    openWindow: async () => null,
    isTrustedPeer: async () => false,
    openUrl: async () => {
      throw fail('browser-not-opened');
    },
    restart: () => undefined,
  };
}

/** Asks for the passphrase of a locked profile. Throws `app-locked` where the user can't be asked, or cancels. */
async function unlock(app: App, { terminal, ended }: Pick<OpenDeps, 'terminal' | 'ended'>): Promise<void> {
  while (app.isLocked()) {
    const passphrase = terminal.isInteractive ? await Promise.race([terminal.ask('Passphrase of the lock: ', true), ended]) : null;
    if (passphrase === null) throw fail('app-locked');
    const reply = await app.dispatch('lock.unlock', { passphrase }, caller);
    if (!reply.ok) throw fail(reply.error.code);
    const { outcome, waitMillis } = reply.value as { outcome: string; waitMillis?: number };
    if (outcome === 'wrong') terminal.say('The passphrase isn’t right.');
    if (outcome === 'wait')
      throw new TerminalError(`Too many wrong passphrases. Try again in ${Math.ceil((waitMillis ?? 0) / 1_000)} seconds.`);
  }
}

/** Without a word about them, a profile whose file was replaced would be one that is empty. */
const fileNotices = ['file-unreadable', 'file-from-newer-version', 'profile-not-writable'] as const;

/** Reports which files of the profile couldn't be read, and where they are now. */
async function reportFiles(api: Client<Bridge>, { terminal, options }: Pick<OpenDeps, 'terminal' | 'options'>): Promise<void> {
  for (const { kind, file = '', copy = '' } of (await api.app.notices({})).value) {
    const known = fileNotices.find((one) => one === kind);
    if (known === undefined) continue;
    const text = `${t(`shell.notice.${known}`, { file, copy })}.`;
    terminal.say(options.has('json') ? safeJson({ warning: { kind, text } }) : text);
  }
}

/** Resolves when the sandbox runs that a connection of the profile points to, or couldn't be started. */
async function sandboxStarted(app: App, api: Client<Bridge>): Promise<void> {
  const isStarting = async () => (await api.sandbox.state({})).value.state === 'starting';
  if (!(await isStarting())) return;
  await new Promise<void>((resolve) => {
    const stop = app.onPush(({ name }) => {
      if (name !== 'sandbox.state') return;
      void isStarting().then((starting) => {
        if (starting) return;
        stop();
        resolve();
      });
    });
    void isStarting().then((starting) => {
      if (!starting) resolve();
    });
  });
}

/** Throws a `TerminalError` for a connection of the environment, of which nothing is kept. */
export function assertKept({ isTemporary }: Pick<Opened, 'isTemporary'>): void {
  if (isTemporary) throw new TerminalError('This connection ends with the command. Name one of the profile with --connection.');
}

/** Returns the connection with an ID or a name, or the only one. */
export function findConnection<C extends Pick<Connection, 'id' | 'name'>>(connections: readonly C[], wanted: string | undefined): C {
  const [first] = connections;
  if (wanted === undefined) {
    if (first !== undefined && connections.length === 1) return first;
    const why = first === undefined ? 'The profile has no connections.' : 'The profile has several connections.';
    throw new TerminalError(`${why} Name one with --connection, or set LATCHKEY_URL.`, exitCodes.usage);
  }
  const named = connections.filter(({ id, name }) => id === wanted || visibleText(name) === visibleText(wanted));
  const [found] = named;
  if (found !== undefined && named.length === 1) return found;
  if (found !== undefined) throw new TerminalError(`Several connections are named “${wanted}”. Use an ID.`, exitCodes.usage);
  const nearest = nearestOf(
    wanted,
    connections.map(({ name }) => name),
  );
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  throw new TerminalError(`There is no connection “${wanted}”.${hint}`, exitCodes.usage);
}

type Env = Readonly<Record<string, string | undefined>>;

const keys = { client: 'LATCHKEY_CLIENT_KEY', server: 'LATCHKEY_SERVER_KEY', admin: 'LATCHKEY_ADMIN_KEY' } as const;

/**
 * Returns the connection that variables describe; null without `LATCHKEY_URL`. Its changes have to be confirmed. Throws a `TerminalError` that names
 * what is missing.
 */
export function connectionFrom(env: Env): ConnectionDraft | null {
  const baseUrl = env.LATCHKEY_URL;
  if (!baseUrl) return null;
  const projectId = env.LATCHKEY_PROJECT_ID;
  if (!projectId) throw new TerminalError('LATCHKEY_PROJECT_ID isn’t set.', exitCodes.usage);
  const given = Object.entries(keys).flatMap(([kind, name]) => (env[name] ? [[kind, env[name]] as const] : []));
  if (given.length === 0) throw new TerminalError(`Set one of ${Object.values(keys).join(', ')}.`, exitCodes.usage);
  return {
    name: env.LATCHKEY_NAME || new URL(withScheme(baseUrl)).hostname || 'environment',
    baseUrl,
    projectId,
    environment: 'development',
    safety: 'confirm-writes',
    keys: Object.fromEntries(given),
  };
}

function withScheme(url: string): string {
  return URL.canParse(url) ? url : 'http://environment';
}
