/** Histories: what was changed about a user and other things, impersonations, and the states of the list. */
import type { Reply } from '#contract/errors.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { sampleUser } from '../support/samples/sample-user';
import type { Replies } from './replies';
import { goWith, placeholder, type Scene, type SceneContext } from './scene';

const path = `/c/sandbox/users/${sampleUser.id}`;
const day = 86_400_000;
const hour = 3_600_000;
const minute = 60_000;

type Parts = Partial<Omit<JournalEntry, 'personal'>> & { readonly before?: unknown; readonly body?: unknown; readonly reason?: string };

/** Entries about the user, the newest first. */
function entries(now: number, parts: readonly (readonly [agoMillis: number, parts: Parts])[]): JournalEntry[] {
  return parts.map(([agoMillis, { before = null, body, reason, ...own }], at) => {
    const timeMillis = now - agoMillis;
    return {
      seq: 100 - 2 * at,
      timeMillis,
      osUser: 'ada',
      actor: { kind: 'key', id: 'server', lastFour: 'v5xr' },
      connectionId: 'sandbox',
      destination: 'sandbox',
      endpoint: 'users.update',
      target: { kind: 'user', id: sampleUser.id },
      people: [],
      source: 'window',
      job: null,
      impersonation: null,
      undoes: null,
      outcome: { timeMillis, result: 'done', status: 200, requestId: null, code: null, known: null, createdId: null, made: null },
      undoneBy: null,
      erasedAtMillis: null,
      note: null,
      hash: '0'.repeat(64),
      ...own,
      personal: {
        names: own.target !== undefined && own.people === undefined ? {} : { user: sampleUser.display_name ?? '' },
        before,
        request: { params: { user_id: sampleUser.id }, body },
        ...(reason === undefined ? {} : { reason }),
      },
    };
  });
}

const impersonated = (
  plannedMillis: number,
  how: 'user' | 'expired' | 'crashed',
  lasted: number,
  reason: string,
  startMillis: number,
): Parts => ({
  endpoint: 'auth.createSession',
  target: { kind: 'session', id: null },
  people: [sampleUser.id],
  impersonation: `i${startMillis}`,
  plannedMillis,
  end: { how, timeMillis: startMillis + lasted },
  body: { is_impersonation: true, expires_in_millis: plannedMillis },
  reason,
});

const failed = {
  result: 'failed',
  status: 400,
  requestId: null,
  code: 'known-error',
  known: 'PASSWORD_TOO_SHORT',
  createdId: null,
  made: null,
} as const;

function sample(now: number): JournalEntry[] {
  return entries(now, [
    [
      10 * minute,
      {
        endpoint: 'auth.revokeSession',
        target: { kind: 'session', id: '0f0b21c8' },
        people: [sampleUser.id],
        note: { text: 'Ticket 4190', timeMillis: now, osUser: 'ada' },
      },
    ],
    [15 * minute, impersonated(15 * minute, 'user', 4 * minute, 'ticket 4182, invoice is missing', now - 15 * minute)],
    [2 * day, { before: { server_metadata: { plan: 'trial', seats: 5 } }, body: { server_metadata: { plan: 'free', seats: 5 } } }],
    [2 * day + 20 * minute, { body: { password: '***' }, outcome: { timeMillis: now - 2 * day, ...failed } }],
    [
      2 * day + 30 * minute,
      { endpoint: 'contactChannels.sendPrimaryVerification', target: { kind: 'contact-channel', id: null }, people: [sampleUser.id] },
    ],
    [5 * day, { before: { display_name: 'Frances Allen' }, body: { display_name: 'Frances E. Allen' }, undoneBy: 99 }],
    [5 * day + hour, impersonated(hour, 'crashed', 40 * minute, 'shows an empty dashboard', now - 5 * day - hour)],
    [5 * day + 2 * hour, { endpoint: 'teams.addMember', target: { kind: 'member', id: null }, people: [sampleUser.id, 't1'] }],
  ]);
}

const ok = (value: unknown): Reply => ({ ok: true, value });
const since = 90 * day;

/** Answers for the journal's calls; the oldest entry says since when there are any. */
const journal = (list: () => readonly JournalEntry[]): Replies => ({
  'journal.list': (input) => {
    const { after } = input as { readonly after?: number };
    const first = entries(Date.now() - since, [[0, {}]]);
    return ok({ entries: after === 0 ? first : list(), hasMore: false });
  },
});

const readUser: Replies = {
  'service.users.read': ok({
    ...sampleUser,
    primary_email_auth_enabled: true,
    last_active_at_millis: Date.now() - 3 * hour,
    server_metadata: null,
  }),
};

async function open(context: SceneContext, replies: Replies, path: string): Promise<void> {
  await goWith(context, path, { ...readUser, ...replies });
  await context.screens.page.getByText('Changes made elsewhere aren’t known.').first().waitFor();
}

const tab = `${path}?tab=history`;

const verified = {
  state: 'open',
  fault: null,
  unrecorded: 0,
  isTemporary: false,
  setAside: null,
  verification: 'whole',
  verifiedAtMillis: 0,
  faults: [],
  entries: 8,
  end: 100,
};

export const historyScenes: readonly Scene[] = [
  {
    name: 'history of a user',
    show: async (context) => {
      await open(
        context,
        journal(() => sample(Date.now())),
        tab,
      );
      context.bridge.push('journal.state', verified);
      await context.screens.page.getByText('Verified', { exact: true }).waitFor();
    },
  },
  {
    name: 'history of a user, unfolded',
    after: 'history of a user',
    show: ({ screens: { page } }) => page.getByRole('button', { name: 'Expand all' }).click(),
  },
  {
    name: 'history of a user, empty',
    show: (context) =>
      open(
        context,
        journal(() => []),
        tab,
      ),
  },
  {
    name: 'history of a user, loading',
    show: async (context) => {
      await goWith(context, tab, { ...readUser, 'journal.list': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'history of a user, unavailable',
    show: async (context) => {
      await goWith(context, tab, {
        ...readUser,
        'journal.list': { ok: false, error: { code: 'profile-not-writable', path: 'journal' } } as Reply,
      });
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'history of a user, in the panel',
    show: (context) =>
      open(
        context,
        journal(() => sample(Date.now())),
        `/c/sandbox/users?panel=${sampleUser.id}&tab=history`,
      ),
  },
  {
    name: 'project settings, last changed',
    show: async (context) => {
      await goWith(
        context,
        '/c/sandbox/project-settings',
        journal(() =>
          entries(Date.now(), [
            [
              hour,
              {
                endpoint: 'projects.update',
                target: { kind: 'project', id: null },
                before: { config: { sign_up_enabled: true } },
                body: { config: { sign_up_enabled: false } },
              },
            ],
          ]),
        ),
      );
      await context.screens.page.getByText('Last change:').waitFor();
    },
  },
  {
    name: 'history of a project',
    after: 'project settings, last changed',
    closes: true,
    show: async ({ screens: { page } }) => {
      await page.getByRole('button', { name: 'History…' }).click();
      await page.getByRole('dialog').getByText('Changes made elsewhere aren’t known.').waitFor();
    },
  },
];
