/** The journal. Its entries are put in, because real ones need hours, failures, and a broken chain. */
import { topicInitials } from '#contract/bridge/topic-initials.ts';
import type { Reply } from '#contract/errors.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import type { Replies } from './replies';
import { goOn, goWith, placeholder, type Scene, type SceneContext } from './scene';

const ok = (value: unknown): Reply => ({ ok: true, value });
const ids = [
  '3241a285-8a5c-4f0e-9d26-0b7c1f3e140c',
  '90c4d17e-22b1-4c9a-8f54-6d1e0a9b77ab',
  '5d1be0aa-91c7-4e4e-a0a2-7f31d2b8c3f0',
] as const;
const now = Date.now();
const minute = 60_000;

type Own = Partial<Omit<JournalEntry, 'outcome' | 'personal'>> & {
  readonly outcome?: Partial<NonNullable<JournalEntry['outcome']>> | null;
  readonly personal?: Partial<NonNullable<JournalEntry['personal']>> | null;
};

function entry(seq: number, minutesAgo: number, endpoint: string, kind: string, own: Own = {}): JournalEntry {
  const { outcome, personal, ...rest } = own;
  const timeMillis = now - minutesAgo * minute;
  const result = {
    result: 'done',
    status: 200,
    requestId: 'q3v8c1x5m2n7p4r6',
    code: null,
    known: null,
    createdId: null,
    made: null,
  } as const;
  return {
    seq,
    timeMillis,
    osUser: 'ada',
    actor: { kind: 'key', id: 'server', lastFour: 'v5xr' },
    connectionId: 'sandbox',
    destination: 'http://127.0.0.1 demo',
    endpoint,
    target: { kind, id: ids[0] },
    people: [],
    source: 'window',
    job: null,
    impersonation: null,
    undoes: null,
    outcome: outcome === null ? null : { timeMillis: timeMillis + 142, ...result, ...outcome },
    undoneBy: null,
    personal: personal === null ? null : { names: { user: 'Alan Turing' }, before: null, request: {}, ...personal },
    erasedAtMillis: null,
    note: null,
    hash: 'a'.repeat(64),
    ...rest,
  };
}

const user = { params: { user_id: ids[0] } };
const before = {
  plan: 'free',
  seats: 5,
  crm: { account: 'AE-1', owner: 'Ada Lovelace' },
  notes: 'Asked for invoices in October',
  tags: ['beta'],
};
const failed = { result: 'failed', status: 429, code: 'rate-limited' } as const;

const entries: readonly JournalEntry[] = [
  ...[0, 1, 2].map((at) =>
    entry(200 - at, 1, 'users.update', 'user', {
      job: 'j',
      source: 'job',
      personal: { request: { ...user, body: { server_metadata: { plan: 'team' } } } },
    }),
  ),
  entry(190, 4, 'users.update', 'user', {
    personal: {
      before: { server_metadata: before, display_name: 'Alan' },
      request: { ...user, body: { server_metadata: { ...before, plan: 'team', seats: 12 }, display_name: 'Alan Turing' } },
    },
    note: { text: 'Ticket 4182', timeMillis: now, osUser: 'ada' },
  }),
  entry(188, 9, 'auth.createSession', 'session', {
    people: [ids[1]],
    personal: { names: { user: 'Frances Allen' }, request: { body: { user_id: ids[1], is_impersonation: true } } },
  }),
  entry(186, 14, 'users.update', 'user', {
    impersonation: 'i',
    personal: { names: { user: 'Frances Allen' }, request: { ...user, body: { primary_email_verified: true } } },
  }),
  entry(184, 30, 'apiKeys.createKeySet', 'project-key', {
    source: 'terminal',
    terminal: true,
    actor: { kind: 'owner', id: 'admin', lastFour: null },
    personal: { names: {}, request: { body: { description: 'Reports service' } } },
  }),
  entry(182, 45, 'users.delete', 'user', {
    personal: { names: { user: 'qa+19@analytical.example' }, request: { params: { user_id: ids[2] } } },
  }),
  entry(180, 61, 'permissions.grantInTeam', 'permission', {
    outcome: failed,
    personal: {
      names: { user: 'Radia Perlman', team: 'Difference Team' },
      request: { params: { team_id: ids[1], user_id: ids[2], permission_id: 'billing:read' } },
    },
  }),
  entry(178, 70, 'teams.invite', 'invitation', {
    outcome: { result: 'unknown', status: null, requestId: null },
    personal: {
      names: { team: 'A team with a name that is much too long for one line of any list' },
      request: { body: { team_id: ids[1], email: 'tommy@flowers.example' } },
    },
  }),
  entry(176, 75, 'teams.removeMember', 'member', {
    outcome: null,
    personal: { names: { user: 'Niklaus Wirth', team: 'Difference Team' }, request: { params: { team_id: ids[1], user_id: ids[2] } } },
  }),
  entry(170, 1_500, 'projects.update', 'project', {
    undoneBy: 171,
    target: { kind: 'project', id: null },
    personal: { names: {}, before: { config: { sign_up_enabled: true } }, request: { body: { config: { sign_up_enabled: false } } } },
  }),
  entry(168, 1_600, 'users.update', 'user', { personal: null, erasedAtMillis: now }),
  ...Array.from({ length: 20 }, (_, at) =>
    entry(160 - at, 3_000 + at * 200, 'emails.sendTestEmail', 'email', {
      target: { kind: 'email', id: null },
      personal: { names: {}, request: { body: { recipient_email: 'ada@analytical.example' } } },
    }),
  ),
];

const replies: Replies = {
  'journal.list': (input) => ok({ entries: (input as { after?: number }).after === 0 ? entries.slice(-1) : entries, hasMore: false }),
  'journal.read': (input) => ok(entries.find(({ seq }) => seq === (input as { seq: number }).seq) ?? null),
};
const whole = { ...topicInitials['journal.state'], state: 'open', verification: 'whole', verifiedAtMillis: now, entries: 1_284 } as const;

async function show(context: SceneContext, query = '', own: Replies = {}, state: object = whole): Promise<void> {
  await goWith(context, `/c/sandbox/journal${query}`, { ...replies, ...own });
  context.bridge.push('journal.state', state);
}

const rows = ({ screens: { page } }: SceneContext) => page.locator('[data-row]').first().waitFor();

export const journalScenes: readonly Scene[] = [
  {
    name: 'journal',
    async show(context) {
      await show(context);
      await rows(context);
    },
  },
  {
    name: 'journal, an entry with metadata',
    async show(context) {
      await show(context, '?entry=190&time=7d&changes=only');
      await rows(context);
    },
  },
  {
    name: 'journal, a failed entry',
    async show(context) {
      await show(context, '?entry=180&result=failed');
      await rows(context);
    },
  },
  {
    name: 'journal, an erased entry',
    async show(context) {
      await show(context, '?entry=168');
      await rows(context);
    },
  },
  {
    name: 'journal, empty',
    async show(context) {
      await show(context, '', { 'journal.list': ok({ entries: [], hasMore: false }) });
      await context.screens.page.getByText('No entries yet').waitFor();
    },
  },
  {
    name: 'journal, nothing found',
    async show(context) {
      await show(context, '?q=zzz', { 'journal.list': ok({ entries: [], hasMore: false }) });
      await context.screens.page.getByText('No entries match').waitFor();
    },
  },
  {
    name: 'journal, loading',
    async show(context) {
      await show(context, '', { 'journal.list': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'journal, unavailable',
    async show(context) {
      const failure: Reply = { ok: false, error: { code: 'internal' } };
      await show(context, '', { 'journal.list': failure }, { ...whole, state: 'unavailable', fault: 'disk-full', verification: 'failed' });
      await context.screens.page.getByText('The disk is full').waitFor();
    },
  },
  {
    name: 'journal, a broken chain',
    async show(context) {
      const faults = [
        { kind: 'altered', seq: 1_012, foundAtMillis: now - minute },
        { kind: 'gap', seq: 1_100, foundAtMillis: null },
      ];
      await show(context, '', {}, { ...whole, verification: 'broken', faults });
      await rows(context);
      await context.screens.page.getByRole('button', { name: 'Details' }).click();
      await context.screens.dialog.waitFor();
    },
  },
  {
    name: 'journal of all connections',
    async show(context) {
      await show(context);
      await goOn(context, '/journal');
      await rows(context);
    },
  },
];
