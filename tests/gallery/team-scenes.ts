/** The account's teams, invitations and notifications, in every state. */
import type { Reply } from '#contract/errors.ts';
import { teamRights } from '#lib/rules/team-rights.ts';
import { sampleUser } from '../support/samples/sample-user';
import type { Replies } from './replies';
import { goWith, placeholder, type Scene, type Stage } from './stage';

const day = 86_400_000;
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const lacking: Reply = { ok: false, error: { code: 'not-offered-by-service' } };
const ok = (value: object): Reply => ({ ok: true, value });
const listOf = (items: readonly object[]) => ok({ items, is_paginated: false });
const idOf = (kind: number, n: number) => `6e8f5f6a-9a41-4e6f-93a${kind}-${String(n).padStart(12, '0')}`;

const teamId = idOf(1, 1);
const path = (tab?: string) => `/c/sandbox/account/teams/${teamId}${tab === undefined ? '' : `?tab=${tab}`}`;
const createPath = '/c/sandbox/account/create-team';

const teamOf = (n: number, display_name: string) => ({
  id: idOf(1, n),
  display_name,
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
});
const longName =
  'The Society for the Publication of Scientific Memoirs and Notes by the Translator, and of whatever follows from them '.repeat(3);
/** 300 characters without a place to break the line. */
const unbroken = 'Rechenmaschinen'.repeat(20);
const oddNames = ['', 'فريق الترجمة', '🧮🪡', '<img src=x onerror="alert(1)">', 'javascript:alert(1)', longName, unbroken];
const teams = listOf([teamOf(1, 'Difference Team'), teamOf(2, 'Punched Cards'), teamOf(3, 'فريق الترجمة')]);
const oddTeams = listOf([teamOf(1, longName), ...oddNames.map((name, at) => teamOf(at + 2, name))]);
const manyTeams = listOf([teamOf(1, 'Difference Team'), ...Array.from({ length: 499 }, (_, at) => teamOf(at + 2, `Workshop ${at + 2}`))]);

const grants = (rights: readonly string[]) => listOf(rights.map((id) => ({ id, user_id: sampleUser.id, team_id: teamId })));
const memberOf = (n: number, display_name: string | null) => ({
  team_id: teamId,
  user_id: n === 0 ? sampleUser.id : idOf(2, n),
  display_name,
  profile_image_url: null,
});
const members = listOf([
  memberOf(0, 'Ada'),
  ...[null, ...oddNames, 'Grace Hopper', 'Charles Babbage'].map((name, at) => memberOf(at + 1, name)),
]);
const manyMembers = listOf(Array.from({ length: 2000 }, (_, at) => memberOf(at, at === 0 ? 'Ada' : `Member ${at + 1}`)));
const invitationOf = (n: number, recipient_email: string, days: number) => ({
  id: idOf(3, n),
  team_id: teamId,
  recipient_email,
  expires_at_millis: Date.now() + days * day,
  team_display_name: ['Difference Team', longName, unbroken][n % 3],
});
const invitations = listOf([
  invitationOf(0, 'mary.somerville@letters.example', 6.5),
  invitationOf(1, `a.very.long.address.${'of.the.office.'.repeat(6)}of.somebody@correspondence.analytical.example`, 0.03),
  invitationOf(2, 'luigi.menabrea@post.example', 2.2),
]);

const usual: Replies = {
  'service.users.me': ok({ ...sampleUser, selected_team_id: teamId }),
  'service.teams.list': teams,
  'service.permissions.inTeams': grants(teamRights),
  'service.teams.profiles': members,
  'service.teams.invitations': invitations,
  'service.apiKeys.listTeamKeys': listOf([]),
  'service.teams.profile': ok(memberOf(0, 'Countess of Lovelace')),
};

const main = ({ screens: { page } }: Stage) => page.getByRole('main');
const showTeam = (stage: Stage, tab?: string, replies: Replies = {}) => goWith(stage, path(tab), { ...usual, ...replies });
const heading = (stage: Stage, name: string) => main(stage).getByRole('heading', { name }).first().waitFor();

function scene(name: string, show: (stage: Stage) => Promise<unknown>): Scene {
  return { name, show: async (stage) => void (await show(stage)) };
}

/** A screen with one list in its four states. */
function listScenes(name: string, at: string, call: string, full: Reply, emptyTitle: string): readonly Scene[] {
  const show = (reply: Reply | 'never') => (stage: Stage) => goWith(stage, at, { ...usual, [call]: reply });
  return [
    scene(name, (stage) => show(full)(stage).then(() => main(stage).getByRole('region').first().waitFor())),
    scene(`${name}, none`, (stage) => show(listOf([]))(stage).then(() => heading(stage, emptyTitle))),
    scene(`${name}, loading`, (stage) => show('never')(stage).then(() => placeholder(stage))),
    scene(`${name}, failed`, (stage) => show(lost)(stage).then(() => main(stage).getByRole('alert').waitFor())),
    scene(`${name}, older release`, (stage) => show(lacking)(stage).then(() => heading(stage, 'Not available in this service version'))),
  ];
}

const categories = listOf([
  { notification_category_id: idOf(4, 1), notification_category_name: 'Transactional', enabled: true, can_disable: false },
  { notification_category_id: idOf(4, 2), notification_category_name: 'Marketing', enabled: true, can_disable: true },
  { notification_category_id: idOf(4, 3), notification_category_name: longName, enabled: false, can_disable: true },
]);

export const teamScenes: readonly Scene[] = [
  scene('team', (stage) => showTeam(stage).then(() => heading(stage, 'Delete team'))),
  scene('team, without permissions', (stage) =>
    showTeam(stage, undefined, { 'service.permissions.inTeams': grants([]) }).then(() => heading(stage, 'Delete team')),
  ),
  scene('team, odd names', (stage) =>
    showTeam(stage, undefined, { 'service.teams.list': oddTeams }).then(() => heading(stage, 'Delete team')),
  ),
  scene('team, unbroken name', (stage) =>
    showTeam(stage, undefined, { 'service.teams.list': listOf([teamOf(1, unbroken)]) }).then(() => heading(stage, 'Delete team')),
  ),
  scene('team, loading', (stage) => showTeam(stage, undefined, { 'service.permissions.inTeams': 'never' }).then(() => placeholder(stage))),
  scene('team, failed', (stage) =>
    showTeam(stage, undefined, { 'service.teams.list': lost }).then(() => main(stage).getByRole('alert').waitFor()),
  ),
  scene('team, not a member', (stage) =>
    showTeam(stage, undefined, { 'service.teams.list': listOf([]) }).then(() => heading(stage, 'You’re not a member of this team')),
  ),
  scene('team, delete', async (stage) => {
    await showTeam(stage);
    await main(stage).getByRole('button', { name: 'Delete team' }).click();
    await stage.screens.dialog.waitFor();
  }),
  scene('team members', (stage) => showTeam(stage, 'members').then(() => main(stage).getByRole('row').nth(3).waitFor())),
  scene('team members, many', (stage) =>
    showTeam(stage, 'members', { 'service.teams.profiles': manyMembers }).then(() => main(stage).getByText('2,000 members').waitFor()),
  ),
  scene('team members, loading', (stage) =>
    showTeam(stage, 'members', { 'service.teams.profiles': 'never' }).then(() => placeholder(stage)),
  ),
  scene('team members, failed', (stage) =>
    showTeam(stage, 'members', { 'service.teams.profiles': lost }).then(() => main(stage).getByRole('alert').waitFor()),
  ),
  scene('team members, locked', (stage) =>
    showTeam(stage, 'members', { 'service.permissions.inTeams': grants([]) }).then(() => heading(stage, 'You can’t view the members')),
  ),
  scene('team members, no match', async (stage) => {
    await showTeam(stage, 'members');
    await main(stage).getByRole('searchbox').fill('no such name');
    await heading(stage, 'No members match your search');
  }),
  scene('team invitations', (stage) => showTeam(stage, 'invitations').then(() => main(stage).getByRole('row').nth(3).waitFor())),
  {
    name: 'team invitations, addresses',
    after: 'team invitations',
    show: async (stage) => {
      const field = main(stage).getByLabel('Email addresses');
      await field.fill('annabella@letters.example; mary.somerville@letters.example');
      await field.press('Enter');
      await field.fill('not-an-address');
      await field.press('Enter');
      await main(stage).getByText('1 address isn’t valid. Correct or remove it.').first().waitFor();
    },
  },
  {
    name: 'team invitations, results',
    after: 'team invitations, addresses',
    show: async (stage) => {
      const refused: Reply = { ok: false, error: { code: 'known-error', known: 'REDIRECT_URL_NOT_WHITELISTED' } };
      stage.bridge.set({ ...usual, 'service.teams.invite': refused });
      await main(stage).getByRole('button', { name: 'Remove not-an-address' }).click();
      await main(stage).getByRole('button', { name: 'Send 2 invitations' }).click();
      await main(stage).getByText('Not sent').waitFor();
    },
  },
  scene('team invitations, resend', async (stage) => {
    await showTeam(stage, 'invitations');
    await main(stage)
      .getByRole('button', { name: /^Resend/ })
      .first()
      .click();
    await stage.screens.dialog.waitFor();
  }),
  scene('team invitations, none', (stage) =>
    showTeam(stage, 'invitations', { 'service.teams.invitations': listOf([]) }).then(() => heading(stage, 'No pending invitations')),
  ),
  scene('team invitations, failed', (stage) =>
    showTeam(stage, 'invitations', { 'service.teams.invitations': lost }).then(() => main(stage).getByRole('alert').waitFor()),
  ),
  scene('team invitations, locked', (stage) =>
    showTeam(stage, 'invitations', { 'service.permissions.inTeams': grants([]) }).then(() =>
      heading(stage, 'You can’t view the invitations'),
    ),
  ),
  scene('team profile', (stage) => showTeam(stage, 'profile').then(() => main(stage).getByText('Countess of Lovelace').waitFor())),
  scene('team profile, failed', (stage) =>
    showTeam(stage, 'profile', { 'service.teams.profile': lost }).then(() => main(stage).getByRole('alert').waitFor()),
  ),
  scene('team keys', (stage) => showTeam(stage, 'keys').then(() => main(stage).getByRole('tab', { name: 'API keys' }).waitFor())),
  scene('teams, all', async (stage) => {
    await showTeam(stage, undefined, { 'service.teams.list': manyTeams });
    await stage.screens.page.getByRole('button', { name: 'Show all 500 teams' }).click();
    await stage.screens.dialog.getByRole('row').nth(3).waitFor();
  }),
  scene('create team', (stage) => goWith(stage, createPath, {}).then(() => main(stage).getByLabel('Team name').waitFor())),
  scene('create team, loading', (stage) =>
    goWith(stage, createPath, { 'service.projects.current': 'never' }).then(() => placeholder(stage)),
  ),
  scene('create team, failed', (stage) =>
    goWith(stage, createPath, { 'service.projects.current': lost }).then(() => main(stage).getByRole('alert').waitFor()),
  ),
  ...listScenes('invitations', '/c/sandbox/account/invitations', 'service.teams.invitationsForMe', invitations, 'No invitations'),
  ...listScenes(
    'notifications',
    '/c/sandbox/account/notifications',
    'service.emails.notificationPreferences',
    categories,
    'No notifications',
  ),
];
