/** The project's teams, and one of them, in every state. */
import type { Reply } from '#contract/errors.ts';
import { sampleUser } from '../support/samples/sample-user';
import type { Replies } from './replies';
import { goWith, placeholder, type Scene, type SceneContext } from './scene';
import { selectRows } from './select-rows';

const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const gone: Reply = { ok: false, error: { code: 'known-error', known: 'TEAM_NOT_FOUND', status: 404 } };
const ok = (value: object): Reply => ({ ok: true, value });
const listOf = (items: readonly object[]) => ok({ items, is_paginated: false });
const pageOf = (items: readonly object[]) => ok({ items, is_paginated: true, pagination: { next_cursor: null } });
const idOf = (kind: number, n: number) => `6e8f5f6a-9a41-4e6f-93a${kind}-${String(n).padStart(12, '0')}`;

const longName = 'The Society for the Publication of Scientific Memoirs and Notes by the Translator, and of whatever follows '.repeat(3);
const oddNames = ['', 'فريق الترجمة', '🧮🪡', '<img src=x onerror="alert(1)">', longName, 'Rechenmaschinen'.repeat(20)];

const teamOf = (n: number, display_name: string) => ({
  id: idOf(1, n),
  display_name,
  profile_image_url: null,
  client_metadata: { plan: 'steam' },
  client_read_only_metadata: null,
  server_metadata: { crm: { account: 'A-1843', tier: 'gold' } },
  created_at_millis: 1_772_600_000_000 - n * 86_400_000,
});
const team = teamOf(1, 'Difference Team');
const names = [
  'Ada Lovelace',
  'Grace Hopper',
  'Katherine Johnson',
  'Margaret Hamilton',
  'Radia Perlman',
  'Niklaus Wirth',
  ...oddNames.slice(1),
];
const members = names.map((display_name, at) => ({
  ...sampleUser,
  id: idOf(2, at),
  display_name,
  primary_email: `member${at}@letters.example`,
}));
const grants = [
  ...members.map(({ id }) => ['member', id]),
  ['admin', idOf(2, 0)],
  ['admin', idOf(2, 1)],
  ['billing:write', idOf(2, 5)],
].map(([id, user_id]) => ({ id, user_id, team_id: team.id }));
const definition = (id: string, ...contained_permission_ids: string[]) => ({ id, contained_permission_ids });
const builtIn = ['$update_team', '$delete_team', '$read_members', '$remove_members', '$invite_members', '$manage_api_keys'];
const definitions = listOf([
  definition('admin', 'member', 'billing:write', ...builtIn),
  definition('member', '$read_members', '$invite_members'),
  definition('billing:read'),
  definition('billing:write', 'billing:read'),
  ...builtIn.map((id) => definition(id)),
]);
const many = listOf(Array.from({ length: 10_000 }, (_, at) => teamOf(at + 1, `Workshop ${at + 1}`)));

const usual: Replies = {
  'service.teams.list': listOf([team, ...oddNames.map((name, at) => teamOf(at + 2, name))]),
  'service.teams.read': ok(team),
  'service.users.list': pageOf(members),
  'service.permissions.inTeams': listOf(grants),
  'service.permissions.teamDefinitions': definitions,
  'service.apiKeys.listTeamKeys': listOf([]),
  'service.teams.invitations': listOf([]),
};

const invitations = listOf(
  ['mary.somerville@letters.example', 'luigi.menabrea@post.example', 'odd+address@post.example'].map((recipient_email, at) => ({
    id: idOf(4, at),
    team_id: team.id,
    recipient_email,
    expires_at_millis: Date.now() + (at + 1) * 86_400_000,
    team_display_name: team.display_name,
  })),
);

/** Keys that work, and one that was revoked. */
const keys = listOf(
  ['Reports service', 'Build server', 'Former supplier'].map((description, at) => ({
    id: idOf(5, at),
    type: 'team',
    team_id: team.id,
    description,
    is_public: false,
    created_at_millis: Date.now() - (at + 1) * 9 * 86_400_000,
    ...(at === 2 ? { manually_revoked_at_millis: Date.now() - 86_400_000 } : {}),
    value: { last_four: `7b${at}c` },
  })),
);

const list = '/c/sandbox/teams';
const page = (tab: string) => `${list}/${team.id}?tab=${tab}`;
const main = ({ screens }: SceneContext) => screens.page.getByRole('main');
const show = (context: SceneContext, path: string, replies: Replies = {}) => goWith(context, path, { ...usual, ...replies });
const heading = (context: SceneContext, name: string) => main(context).getByRole('heading', { name }).first().waitFor();
const failed = (context: SceneContext) => main(context).getByRole('alert').first().waitFor();
const rows = (context: SceneContext) => main(context).getByRole('grid').getByRole('row').nth(3).waitFor();

const bar = ({ screens }: SceneContext) => screens.page.getByRole('toolbar', { name: 'Selection' });

function scene(name: string, run: (context: SceneContext) => Promise<unknown>): Scene {
  return { name, show: async (context) => void (await run(context)) };
}

async function change(context: SceneContext): Promise<void> {
  await show(context, page('permissions'));
  const row = (name: string) =>
    main(context)
      .getByRole('row')
      .filter({ has: context.screens.page.getByRole('rowheader', { name }) });
  await row('Margaret Hamilton')
    .getByRole('gridcell', { name: /^admin:/ })
    .click();
  await row('Radia Perlman')
    .getByRole('gridcell', { name: /^billing:read:/ })
    .click();
  await row('Niklaus Wirth')
    .getByRole('gridcell', { name: /^billing:write:/ })
    .click();
}

export const adminTeamScenes: readonly Scene[] = [
  scene('project teams', (context) => show(context, list).then(() => rows(context))),
  scene('project teams, selected', async (context) => {
    await show(context, list);
    await selectRows(context, [0, 1, 3]);
  }),
  scene('project teams, selected, member', async (context) => {
    await show(context, list);
    await selectRows(context, [0, 1, 3]);
    await bar(context).getByRole('button', { name: 'Add member' }).click();
    await context.screens.dialog.getByRole('searchbox').waitFor();
  }),
  scene('project teams, many', (context) => show(context, list, { 'service.teams.list': many }).then(() => rows(context))),
  scene('project teams, loading', (context) => show(context, list, { 'service.teams.list': 'never' }).then(() => placeholder(context))),
  scene('project teams, failed', (context) => show(context, list, { 'service.teams.list': lost }).then(() => failed(context))),
  scene('project teams, none', (context) =>
    show(context, list, { 'service.teams.list': listOf([]) }).then(() => heading(context, 'No teams yet')),
  ),
  scene('project teams, no match', (context) =>
    show(context, `${list}?q=nothing`).then(() => heading(context, 'No teams match your search')),
  ),
  scene('project teams, creating', async (context) => {
    await show(context, list);
    await main(context).getByRole('button', { name: 'Create team' }).click();
    await context.screens.dialog.getByRole('listitem').first().waitFor();
    await context.screens.dialog.getByRole('button', { name: 'Create team' }).click();
  }),
  scene('project team', (context) => show(context, page('general')).then(() => heading(context, 'Delete team'))),
  scene('project team, odd name', (context) =>
    show(context, page('general'), { 'service.teams.read': ok({ ...team, display_name: longName }) }).then(() =>
      heading(context, 'Delete team'),
    ),
  ),
  scene('project team, gone', (context) =>
    show(context, page('general'), { 'service.teams.list': listOf([]), 'service.teams.read': gone }).then(() =>
      heading(context, 'Team not found'),
    ),
  ),
  scene('project team, failed', (context) =>
    show(context, page('general'), { 'service.teams.list': listOf([]), 'service.teams.read': lost }).then(() => failed(context)),
  ),
  scene('project team members', (context) => show(context, page('members')).then(() => rows(context))),
  scene('project team members, selected', async (context) => {
    await show(context, page('members'));
    await selectRows(context, [0, 2]);
  }),
  scene('project team members, none', (context) =>
    show(context, page('members'), { 'service.users.list': pageOf([]) }).then(() => heading(context, 'No members')),
  ),
  scene('project team members, adding', async (context) => {
    // The search finds users of the project, the first of whom is a member.
    const found = (input: unknown) => {
      const { team_id: team, order_by: order } = (input as { query: { team_id?: string; order_by?: string } }).query;
      return pageOf(order === 'signed_up_at' && team !== undefined ? members.slice(0, 1) : members);
    };
    await show(context, page('members'));
    await rows(context);
    context.bridge.set({ ...usual, 'service.users.list': found });
    await main(context).getByRole('button', { name: 'Add member' }).click();
    await context.screens.dialog.getByText('Already a member').waitFor();
  }),
  scene('project team permissions', (context) => show(context, page('permissions')).then(() => rows(context))),
  scene('project team permissions, changed', (context) => change(context)),
  {
    name: 'project team permissions, review',
    after: 'project team permissions, changed',
    show: (context) => main(context).getByRole('button', { name: 'Review 3 changes' }).click(),
  },
  scene('project team permissions, failed', async (context) => {
    await show(context, page('permissions'), { 'service.permissions.inTeams': lost });
    await failed(context);
  }),
  scene('project team invitations', (context) => show(context, page('invitations')).then(() => heading(context, 'No pending invitations'))),
  scene('project team invitations, selected', async (context) => {
    await show(context, page('invitations'), { 'service.teams.invitations': invitations });
    await selectRows(context, [0, 1]);
  }),
  scene('project team keys, selected', async (context) => {
    await show(context, page('keys'), { 'service.apiKeys.listTeamKeys': keys });
    await selectRows(context, [0, 1]);
  }),
  scene('project team metadata', (context) =>
    show(context, page('metadata')).then(() => main(context).getByRole('textbox', { name: 'Server metadata' }).waitFor()),
  ),
];
