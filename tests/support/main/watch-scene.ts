/** A background watch on scripted responses, with a clock that tests control. */
import { onTestFinished } from 'vitest';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { DriftState } from '#contract/bridge/drift.ts';
import type { WatchState } from '#contract/bridge/watch.ts';
import type { Endpoint, Push } from '#contract/definitions.ts';
import { AppError, fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { LockableSetting, Settings } from '#contract/setting-rows.ts';
import type { AppNotification } from '#main/ports/ports.ts';
import type { Sender, Target } from '#main/remote/send.ts';
import { createRuntime } from '#main/runtime/create-runtime.ts';
import { createViewState } from '#main/settings/view-state.ts';
import { createWatch, type Watch } from '#main/watch/create-watch.ts';
import { createFakeClock, type FakeClock, settle } from '../fake-clock';
import { sampleAccount } from '../samples/sample-account';
import { seededRandom } from './test-ports';

/** The items of each list, or the error of its call. */
type Lists = Record<'emails' | 'keySets' | 'sessions' | 'userKeys' | 'teams' | 'teamKeys' | 'invitations' | 'own', unknown[] | AppError> & {
  /** Sign-ups of each day. */
  signUps: number[] | AppError;
};

const endpoints: Readonly<Record<keyof Lists, Endpoint>> = {
  emails: catalog.emails.sent,
  keySets: catalog.apiKeys.listKeySets,
  sessions: catalog.auth.sessions,
  userKeys: catalog.apiKeys.listUserKeys,
  teams: catalog.teams.list,
  teamKeys: catalog.apiKeys.listTeamKeys,
  invitations: catalog.teams.invitations,
  own: catalog.teams.invitationsForMe,
  signUps: catalog.metrics.read,
};

export const watchedConnection: Connection = {
  id: 'c',
  kind: 'project',
  name: 'Engines',
  baseUrl: 'https://engines.test',
  projectId: 'p',
  environment: 'production',
  colour: null,
  handlerBase: '/handler',
  safety: 'normal',
  requirePresence: false,
  group: null,
  pinned: false,
  credentials: { client: true, server: false, admin: true, owner: null },
  release: null,
  features: null,
};

export const watchedAccount: Account = { ...sampleAccount, primaryEmail: 'ada@analytical.example' };

export const sessionIn = (countryCode: string, isCurrent = false) => ({
  id: countryCode,
  is_current_session: isCurrent,
  last_used_at_end_user_ip_info: { ip: '203.0.113.7', countryCode },
});

export interface WatchScene {
  readonly watch: Watch;
  readonly clock: FakeClock;
  readonly lists: Lists;
  /** What a look at the drift says, what it compares with, and how many there were. */
  readonly scripted: { drift: DriftState | AppError; yardstick: string; looks: number };
  /** Names of the lists that were requested, in order. */
  readonly requests: string[];
  readonly notifications: (AppNotification & { readonly click: () => void })[];
  readonly pushes: readonly Push[];
  state(): WatchState;
  kinds(): readonly string[];
  change(settings: Partial<Settings>): void;
  setAccounts(accounts: readonly Account[]): void;
  setConnections(connections: readonly Connection[]): void;
  write(endpoint: string): void;
  /** Opens and closes the app's lock. */
  lock(isLocked: boolean): void;
  online(isOnline: boolean): void;
  /** Has a policy lock settings to the values that they have. */
  lockByPolicy(locked: readonly LockableSetting[]): void;
  /** Waits for that long, and for the files. */
  pass(milliseconds: number): Promise<void>;
  /** Checks everything now. */
  check(): Promise<void>;
}

export interface WatchSceneOptions {
  readonly clock?: FakeClock;
  /** Whether the host has no notifications. */
  readonly inBrowser?: boolean;
  readonly settings?: Partial<Settings>;
}

/** Creates a watch that is on, for a connection with admin access and one account. */
export function createWatchScene(folder: string, options: WatchSceneOptions = {}): WatchScene {
  const { clock = createFakeClock({ hasteUpTo: 25 }), inBrowser = false } = options;
  const runtime = createRuntime({ profileFolder: folder, clock, random: seededRandom(7), preferredLanguages: () => ['en'] });
  const { topics } = runtime;
  const lists: Lists = {
    emails: [],
    keySets: [],
    sessions: [],
    userKeys: [],
    teams: [],
    teamKeys: [],
    invitations: [],
    own: [],
    signUps: [],
  };
  const record = { requests: [] as string[], notifications: [] as WatchScene['notifications'], pushes: [] as Push[] };
  const state = { isOnline: true };
  const scripted: WatchScene['scripted'] = { drift: { state: 'none' }, yardstick: 'base', looks: 0 };
  const send = async (row: unknown) => {
    const name = Object.entries(endpoints).find(([, endpoint]) => endpoint === row)?.[0] as keyof Lists;
    record.requests.push(name);
    const items = lists[name];
    if (items instanceof AppError) throw items;
    if (name !== 'signUps') return { items };
    const daily_users = lists.signUps instanceof AppError ? [] : lists.signUps.map((activity, at) => ({ date: `day ${at}`, activity }));
    return { daily_users, total_users: 1_000_000 };
  };
  const watch = createWatch({
    ports: {
      clock,
      random: () => new Uint8Array(2),
      profileFolder: folder,
      notify: inBrowser
        ? null
        : (notification, onClick) => record.notifications.push({ ...notification, click: () => onClick({ windowId: 'w' }) }),
    },
    runtime,
    viewState: createViewState(folder, clock, runtime.onUnreadableFile),
    sender: { send } as unknown as Sender,
    drift: {
      yardstickOf: () => scripted.yardstick,
      lookUnasked: async () => {
        scripted.looks += 1;
        if (scripted.drift instanceof AppError) throw scripted.drift;
        return scripted.drift;
      },
    },
    sessions: {
      target: async () => ({ destination: 'https://engines.test p' }) as Target,
      source: () => ({ tokens: async () => ({ access: 'a', refresh: 'r' }), refuse: () => undefined }),
      serverTime: () => clock.now(),
    },
    isLocked: () => topics['lock.state'].get().value.locked,
    isOnline: () => state.isOnline,
  });
  onTestFinished(() => watch.close());
  runtime.onPush((push) => {
    record.pushes.push(push);
    watch.follow(push);
  });
  topics['connections.list'].set([watchedConnection]);
  topics['accounts.list'].set([watchedAccount]);
  const change = (settings: Partial<Settings>) => topics['settings.state'].set({ ...topics['settings.state'].get().value, ...settings });
  change({ watch: true, ...options.settings });
  const files = async () => {
    for (let turn = 0; turn < 30; turn += 1) await settle();
  };
  return {
    ...record,
    scripted,
    watch,
    clock,
    lists,
    change,
    state: () => topics['watch.state'].get().value,
    kinds: () => topics['watch.state'].get().value.findings.map(({ kind }) => kind),
    setAccounts: (accounts) => topics['accounts.list'].set([...accounts]),
    setConnections: (connections) => topics['connections.list'].set([...connections]),
    write: (endpoint) => runtime.pushWrite({ endpoint, connectionId: 'c' }),
    lock(isLocked) {
      topics['lock.state'].set({
        locked: isLocked,
        problem: null,
        hasPassphrase: true,
        secrets: 'system',
        canSeal: false,
        canCheckPresence: false,
      });
    },
    online(isOnline) {
      state.isOnline = isOnline;
    },
    lockByPolicy(locked) {
      const rest = { file: 'policy.json', organization: null, contact: null, forbidden: [], required: [], allowedHosts: null };
      topics['policy.state'].set({ state: 'active', locked: [...locked], ...rest });
    },
    async pass(milliseconds) {
      await clock.advance(milliseconds);
      await watch.settled();
      await files();
    },
    async check() {
      await watch.handlers.watch.check({}, { windowId: 'w' });
    },
  };
}

/** An error of the service that another try doesn't change. */
export const refusal = (known: string) => fail('known-error', { known, status: 401 });

export const minute = 60_000;
export const day = 24 * 60 * minute;
export const caller = { windowId: 'w' };
export const emailOf = (id: string, error: string | null, own: object = {}) => ({
  id,
  subject: 'x',
  sent_at_millis: 1,
  to: [`${id}@x.example`],
  error,
  ...own,
});
export const keyOf = (id: string, expires_at_millis: number, own: object = {}) => ({
  id,
  description: `Key ${id}`,
  created_at_millis: 1,
  expires_at_millis,
  ...own,
});
export const invitationOf = (id: string, expires_at_millis: number) => ({
  id,
  team_id: 't',
  recipient_email: `${id}@x.example`,
  expires_at_millis,
});
export const team = { id: 't', display_name: 'Difference' };
