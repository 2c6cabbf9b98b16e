/** The project's teams, and one of them, in every state. */
import type { Reply } from '#contract/errors.ts';
import { sampleUser } from '../support/samples/sample-user';
import type { Replies } from './replies';
import { goWith, placeholder, type Scene, type Stage } from './stage';

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

const list = '/c/sandbox/teams';
const page = (tab: string) => `${list}/${team.id}?tab=${tab}`;
const main = ({ screens }: Stage) => screens.page.getByRole('main');
const show = (stage: Stage, path: string, replies: Replies = {}) => goWith(stage, path, { ...usual, ...replies });
const heading = (stage: Stage, name: string) => main(stage).getByRole('heading', { name }).first().waitFor();
const failed = (stage: Stage) => main(stage).getByRole('alert').first().waitFor();
const rows = (stage: Stage) => main(stage).getByRole('grid').getByRole('row').nth(3).waitFor();

function scene(name: string, run: (stage: Stage) => Promise<unknown>): Scene {
  return { name, show: async (stage) => void (await run(stage)) };
}

async function change(stage: Stage): Promise<void> {
  await show(stage, page('permissions'));
  const row = (name: string) =>
    main(stage)
      .getByRole('row')
      .filter({ has: stage.screens.page.getByRole('rowheader', { name }) });
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
  scene('project teams', (stage) => show(stage, list).then(() => rows(stage))),
  scene('project teams, many', (stage) => show(stage, list, { 'service.teams.list': many }).then(() => rows(stage))),
  scene('project teams, loading', (stage) => show(stage, list, { 'service.teams.list': 'never' }).then(() => placeholder(stage))),
  scene('project teams, failed', (stage) => show(stage, list, { 'service.teams.list': lost }).then(() => failed(stage))),
  scene('project teams, none', (stage) =>
    show(stage, list, { 'service.teams.list': listOf([]) }).then(() => heading(stage, 'No teams yet')),
  ),
  scene('project teams, no match', (stage) => show(stage, `${list}?q=nothing`).then(() => heading(stage, 'No teams match your search'))),
  scene('project teams, creating', async (stage) => {
    await show(stage, list);
    await main(stage).getByRole('button', { name: 'Create team' }).click();
    await stage.screens.dialog.getByRole('listitem').first().waitFor();
    await stage.screens.dialog.getByRole('button', { name: 'Create team' }).click();
  }),
  scene('project team', (stage) => show(stage, page('general')).then(() => heading(stage, 'Delete team'))),
  scene('project team, odd name', (stage) =>
    show(stage, page('general'), { 'service.teams.read': ok({ ...team, display_name: longName }) }).then(() =>
      heading(stage, 'Delete team'),
    ),
  ),
  scene('project team, gone', (stage) =>
    show(stage, page('general'), { 'service.teams.list': listOf([]), 'service.teams.read': gone }).then(() =>
      heading(stage, 'Team not found'),
    ),
  ),
  scene('project team, failed', (stage) =>
    show(stage, page('general'), { 'service.teams.list': listOf([]), 'service.teams.read': lost }).then(() => failed(stage)),
  ),
  scene('project team members', (stage) => show(stage, page('members')).then(() => rows(stage))),
  scene('project team members, none', (stage) =>
    show(stage, page('members'), { 'service.users.list': pageOf([]) }).then(() => heading(stage, 'No members')),
  ),
  scene('project team members, adding', async (stage) => {
    // The search finds users of the project, the first of whom is a member.
    const found = (input: unknown) => {
      const { team_id: team, order_by: order } = (input as { query: { team_id?: string; order_by?: string } }).query;
      return pageOf(order === 'signed_up_at' && team !== undefined ? members.slice(0, 1) : members);
    };
    await show(stage, page('members'));
    await rows(stage);
    stage.bridge.set({ ...usual, 'service.users.list': found });
    await main(stage).getByRole('button', { name: 'Add member' }).click();
    await stage.screens.dialog.getByText('Already a member').waitFor();
  }),
  scene('project team permissions', (stage) => show(stage, page('permissions')).then(() => rows(stage))),
  scene('project team permissions, changed', (stage) => change(stage)),
  {
    name: 'project team permissions, review',
    after: 'project team permissions, changed',
    show: (stage) => main(stage).getByRole('button', { name: 'Review 3 changes' }).click(),
  },
  scene('project team permissions, failed', async (stage) => {
    await show(stage, page('permissions'), { 'service.permissions.inTeams': lost });
    await failed(stage);
  }),
  scene('project team invitations', (stage) => show(stage, page('invitations')).then(() => heading(stage, 'No pending invitations'))),
  scene('project team metadata', (stage) =>
    show(stage, page('metadata')).then(() => main(stage).getByRole('textbox', { name: 'Server metadata' }).waitFor()),
  ),
];
