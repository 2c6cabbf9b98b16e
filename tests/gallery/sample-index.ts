/** An index of users that responds like the app's own, for what scenes show: the same rows in each order, and those with a searched text. */
import type { FoundItem, FoundUsers, IndexState } from '#contract/bridge/local-index.ts';
import type { SavedView } from '#contract/bridge/saved-views.ts';
import { type UserQuery, userQuery } from '#contract/query/user-query.ts';
import type { ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import { sampleServerUser } from '../support/samples/sample-user';
import type { Replies } from './replies';

const minute = 60_000;

/** Names, mail domains, minutes since they were active, sign-in methods, and seats. */
const people: readonly (readonly [string, string, number, readonly string[], number])[] = [
  ['Margaret Hamilton', 'margaret@apollo.example', 12, ['github', 'password'], 12],
  ['Mary Jackson', 'mary@tunnel.example', 38, ['github'], 5],
  ['Maurice Wilkes', 'maurice@edsac.example', 60, ['google'], 40],
  ['Marlyn Meltzer', 'marlyn@eniac.example', 120, ['google'], 5],
  ['Herman Hollerith', 'herman@tabulator.example', 180, ['google'], 8],
  ['Max Newman', 'max@colossus.example', 300, ['github', 'google'], 12],
  ['John Mauchly', 'john@eniac.example', 1_200, ['github'], 5],
  ['Mary Kenneth Keller', 'keller@basic.example', 1_300, ['google'], 25],
  ['Thelma Estrin', 'thelma@biomed.example', 1_600, ['google'], 5],
  ['Mavis Batey', 'mavis@bletchley.example', 2_900, ['github'], 3],
  ['Irma Wyman', 'irma@whirlwind.example', 2_950, ['google'], 60],
  ['Norman Abramson', 'norman@aloha.example', 4_400, ['github'], 5],
  ['Masatoshi Shima', 'shima@micro.example', 4_500, ['google'], 10],
  ['Mark Dean', 'mark@bus.example', 5_800, ['github', 'google'], 5],
  ['Mary Allen Wilkes', 'wilkes@linc.example', 5_900, ['google'], 2],
  ['Marcian Hoff', 'marcian@micro.example', 7_300, ['github'], 5],
];

const samples: readonly ServerUser[] = people.map(([name, email, minutes, methods, seats], at) => ({
  ...sampleServerUser,
  id: `6e8f5f6a-9a41-4e6f-93a1-${String(at + 1).padStart(12, '0')}`,
  display_name: name,
  primary_email: email,
  primary_email_verified: false,
  profile_image_url: null,
  signed_up_at_millis: Date.UTC(2026, 10, 17 - at, 9),
  last_active_at_millis: Date.now() - minutes * minute,
  has_password: methods.includes('password'),
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  requires_totp_mfa: false,
  oauth_providers: methods.filter((id) => id !== 'password').map((id) => ({ id, account_id: `${id}-${at}` })),
  is_anonymous: false,
  is_restricted: false,
  country_code: null,
  server_metadata: { plan: 'team', seats },
}));

/** The state of an index that was updated today. */
export const sampleIndex: IndexState = {
  connectionId: 'sandbox',
  state: 'current',
  users: 12_408,
  teams: 318,
  unread: 0,
  progress: null,
  pause: null,
  asOfMillis: Date.now() - 20 * minute,
  isTemporary: false,
  wasRebuilt: false,
};

const view = (id: string, name: string, query: UserQuery): SavedView => ({
  id,
  connectionId: 'sandbox',
  name,
  query,
  order: { by: 'last-active', desc: true },
  columns: null,
});

const sampleViews: readonly SavedView[] = [
  view('v1', 'Unverified for 30 days', {
    op: 'and',
    of: [
      { field: 'verified', value: false },
      { field: 'signed-up', is: { op: 'not-within-days', value: 30 } },
    ],
  }),
  view('v2', 'Enterprise plan', { field: 'metadata', path: 'server.plan', is: { op: 'equals', value: 'enterprise' } }),
];

function textsOf(query: UserQuery): string[] {
  if (!('op' in query)) return query.field === 'text' ? [query.value.toLowerCase()] : [];
  return query.op === 'not' ? [] : query.of.flatMap(textsOf);
}

function find(input: unknown, total: number, index: IndexState): FoundUsers {
  const { query, offset } = input as { query: UserQuery; offset: number };
  const texts = textsOf(userQuery.parse(query));
  const matching = samples.filter(({ display_name: name, primary_email: email }) =>
    texts.every((text) => `${name} ${email}`.toLowerCase().includes(text)),
  );
  // Further down, the same users again.
  const users = Array.from({ length: Math.min(100, Math.max(0, total - offset)) }, (_user, at) => {
    const user = matching[(offset + at) % matching.length];
    return (
      user && {
        ...user,
        id: at < samples.length && offset === 0 ? user.id : `${user.id.slice(0, 24)}${String(offset + at + 100).padStart(12, '0')}`,
      }
    );
  }).filter((user) => user !== undefined);
  return {
    users,
    total: { count: matching.length === 0 ? 0 : total, isExact: true },
    tookMillis: 8,
    asOfMillis: index.asOfMillis,
    membersAsOfMillis: null,
  };
}

/** Users, teams, a template, and a key set whose name or email contains the text. */
function findItems(
  input: unknown,
  { connectionId, asOfMillis }: IndexState,
): Omit<FoundUsers, 'users' | 'total' | 'tookMillis' | 'membersAsOfMillis'> & {
  items: readonly FoundItem[];
  users: FoundUsers['total'];
  teams: FoundUsers['total'];
} {
  const { text, limit } = input as { text: string; limit: number };
  const users = samples.filter(({ display_name: name, primary_email: email }) =>
    `${name} ${email}`.toLowerCase().includes(text.toLowerCase()),
  );
  const team: ServerTeam = { ...sampleTeam, display_name: 'Mary Somerville Fellows' };
  const isTeam = team.display_name.toLowerCase().includes(text.toLowerCase());
  const hasTemplate = `summer newsletter ${sampleTeam.id}`.includes(text.toLowerCase());
  const keys = { secret_server_key: { last_four: '9xq4' } };
  const hasKeys = `night shift 9xq4 ${sampleTeam.id}`.includes(text.toLowerCase());
  return {
    items: [
      ...(hasKeys ? [{ kind: 'key-set' as const, connectionId, id: sampleTeam.id, name: 'Night shift', keys }] : []),
      ...(hasTemplate ? [{ kind: 'template' as const, connectionId, id: sampleTeam.id, name: 'Summer newsletter' }] : []),
      ...users.slice(0, limit).map((user) => ({ kind: 'user' as const, connectionId, user })),
      ...(isTeam ? [{ kind: 'team' as const, connectionId, team, members: 14 }] : []),
    ],
    users: { count: users.length, isExact: true },
    teams: { count: isTeam ? 1 : 0, isExact: true },
    asOfMillis,
  };
}

export const sampleTeam: ServerTeam = {
  id: '6e8f5f6a-9a41-4e6f-93a2-000000000001',
  display_name: '',
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
  server_metadata: null,
  created_at_millis: Date.UTC(2026, 2, 4),
};

const teamNames = [
  'Marlowe Printing',
  'Mary Somerville Fellows',
  'Hammarby Rowing',
  'Summary of Everything',
  'Marconi Wireless',
  'Primary Schools North',
];

/** Teams of which some have the text in their metadata only. */
const sampleTeams: readonly ServerTeam[] = teamNames.map((display_name, at) => ({
  ...sampleTeam,
  id: `6e8f5f6a-9a41-4e6f-93a2-${String(at + 1).padStart(12, '0')}`,
  display_name,
  created_at_millis: Date.UTC(2026, 9 - at, 4 + at),
}));

/** Above that of anything that the program itself pushes, below that of what scenes push. */
const appRevision = 900_000;

/** What the bridge returns with an index of that state, of which `total` users match. */
export function indexReplies({ total = 1_204, ...own }: Partial<IndexState> & { readonly total?: number } = {}): Replies {
  const index = { ...sampleIndex, ...own };
  const columns = {
    order: ['user', 'email', 'signed-up', 'active', 'methods', 'metadata:server.plan', 'metadata:server.seats'],
    visible: { email: true },
    widths: {},
    paths: ['server.plan', 'server.seats'],
  };
  return {
    'localIndex.state': { ok: true, value: { revision: appRevision, value: [index] } },
    'localIndex.findUsers': (input) => ({ ok: true, value: find(input, total, index) }),
    'localIndex.find': (input) => ({ ok: true, value: findItems(input, index) }),
    'localIndex.findTeams': {
      ok: true,
      value: { teams: sampleTeams, total: { count: sampleTeams.length, isExact: true }, asOfMillis: index.asOfMillis },
    },
    'localIndex.countUsers': { ok: true, value: [318, 96] },
    'localIndex.countMatching': { ok: true, value: 318 },
    'localIndex.estimate': { ok: true, value: { users: 12_408, requests: 125 } },
    'savedViews.list': { ok: true, value: { revision: 1, value: sampleViews } },
    'viewState.read': { ok: true, value: { 'users.columns': columns } },
  };
}
