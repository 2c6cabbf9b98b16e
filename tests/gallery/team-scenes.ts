/** The account's teams, invitations and notifications, in every state. */
import type { Reply } from '#contract/errors.ts';
import { teamRights } from '#lib/rules/team-rights.ts';
import { sampleUser } from '../support/samples/sample-user';
import type { Replies } from './replies';
import { goWith, placeholder, type Scene, type SceneContext } from './scene';

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

const main = ({ screens: { page } }: SceneContext) => page.getByRole('main');
const showTeam = (context: SceneContext, tab?: string, replies: Replies = {}) => goWith(context, path(tab), { ...usual, ...replies });
const heading = (context: SceneContext, name: string) => main(context).getByRole('heading', { name }).first().waitFor();

function scene(name: string, show: (context: SceneContext) => Promise<unknown>): Scene {
  return { name, show: async (context) => void (await show(context)) };
}

/** The dialog behind a button of another scene. */
function overlay(name: string, after: string, button: string | RegExp): Scene {
  const show = async (context: SceneContext) => {
    await main(context).getByRole('button', { name: button }).first().click();
    await context.screens.dialog.waitFor();
  };
  return { name, after, closes: true, show };
}

/** A screen with one list in its four states. */
function listScenes(name: string, at: string, call: string, full: Reply, emptyTitle: string): readonly Scene[] {
  const show = (reply: Reply | 'never') => (context: SceneContext) => goWith(context, at, { ...usual, [call]: reply });
  return [
    scene(name, (context) => show(full)(context).then(() => main(context).getByRole('region').first().waitFor())),
    scene(`${name}, none`, (context) => show(listOf([]))(context).then(() => heading(context, emptyTitle))),
    scene(`${name}, loading`, (context) => show('never')(context).then(() => placeholder(context))),
    scene(`${name}, failed`, (context) => show(lost)(context).then(() => main(context).getByRole('alert').waitFor())),
    scene(`${name}, older release`, (context) =>
      show(lacking)(context).then(() => heading(context, 'Not available in this service version')),
    ),
  ];
}

const categories = listOf([
  { notification_category_id: idOf(4, 1), notification_category_name: 'Transactional', enabled: true, can_disable: false },
  { notification_category_id: idOf(4, 2), notification_category_name: 'Marketing', enabled: true, can_disable: true },
  { notification_category_id: idOf(4, 3), notification_category_name: longName, enabled: false, can_disable: true },
]);

export const teamScenes: readonly Scene[] = [
  scene('team', (context) => showTeam(context).then(() => heading(context, 'Delete team'))),
  overlay('team, delete', 'team', 'Delete team'),
  scene('team, without permissions', (context) =>
    showTeam(context, undefined, { 'service.permissions.inTeams': grants([]) }).then(() => heading(context, 'Delete team')),
  ),
  scene('team, odd names', (context) =>
    showTeam(context, undefined, { 'service.teams.list': oddTeams }).then(() => heading(context, 'Delete team')),
  ),
  scene('team, unbroken name', (context) =>
    showTeam(context, undefined, { 'service.teams.list': listOf([teamOf(1, unbroken)]) }).then(() => heading(context, 'Delete team')),
  ),
  scene('team, loading', (context) =>
    showTeam(context, undefined, { 'service.permissions.inTeams': 'never' }).then(() => placeholder(context)),
  ),
  scene('team, failed', (context) =>
    showTeam(context, undefined, { 'service.teams.list': lost }).then(() => main(context).getByRole('alert').waitFor()),
  ),
  scene('team, not a member', (context) =>
    showTeam(context, undefined, { 'service.teams.list': listOf([]) }).then(() => heading(context, 'You’re not a member of this team')),
  ),
  scene('team members', (context) => showTeam(context, 'members').then(() => main(context).getByRole('row').nth(3).waitFor())),
  overlay('team members, removing', 'team members', 'Remove Charles Babbage'),
  scene('team members, many', (context) =>
    showTeam(context, 'members', { 'service.teams.profiles': manyMembers }).then(() => main(context).getByText('2,000 members').waitFor()),
  ),
  scene('team members, loading', (context) =>
    showTeam(context, 'members', { 'service.teams.profiles': 'never' }).then(() => placeholder(context)),
  ),
  scene('team members, failed', (context) =>
    showTeam(context, 'members', { 'service.teams.profiles': lost }).then(() => main(context).getByRole('alert').waitFor()),
  ),
  scene('team members, locked', (context) =>
    showTeam(context, 'members', { 'service.permissions.inTeams': grants([]) }).then(() => heading(context, 'You can’t view the members')),
  ),
  scene('team members, no match', async (context) => {
    await showTeam(context, 'members');
    await main(context).getByRole('searchbox').fill('no such name');
    await heading(context, 'No members match your search');
  }),
  scene('team invitations', (context) => showTeam(context, 'invitations').then(() => main(context).getByRole('row').nth(3).waitFor())),
  overlay('team invitations, resend', 'team invitations', /^Resend/),
  overlay('team invitations, revoking', 'team invitations', /^Revoke/),
  {
    name: 'team invitations, addresses',
    after: 'team invitations',
    show: async (context) => {
      const field = main(context).getByLabel('Email addresses');
      await field.fill('annabella@letters.example; mary.somerville@letters.example');
      await field.press('Enter');
      await field.fill('not-an-address');
      await field.press('Enter');
      await main(context).getByText('1 address isn’t valid. Correct or remove it.').first().waitFor();
    },
  },
  {
    name: 'team invitations, results',
    after: 'team invitations, addresses',
    show: async (context) => {
      const refused: Reply = { ok: false, error: { code: 'known-error', known: 'REDIRECT_URL_NOT_WHITELISTED' } };
      const isFirst = (input: unknown) => JSON.stringify(input).includes('annabella');
      context.bridge.set({
        ...usual,
        'service.teams.invite': (input) => (isFirst(input) ? ok({ success: true, id: idOf(3, 9) }) : refused),
      });
      await main(context).getByRole('button', { name: 'Remove not-an-address' }).click();
      await main(context).getByRole('button', { name: 'Send 2 invitations' }).click();
      await main(context).getByText('Not sent').waitFor();
    },
  },
  scene('team invitations, none', (context) =>
    showTeam(context, 'invitations', { 'service.teams.invitations': listOf([]) }).then(() => heading(context, 'No pending invitations')),
  ),
  scene('team invitations, failed', (context) =>
    showTeam(context, 'invitations', { 'service.teams.invitations': lost }).then(() => main(context).getByRole('alert').waitFor()),
  ),
  scene('team invitations, locked', (context) =>
    showTeam(context, 'invitations', { 'service.permissions.inTeams': grants([]) }).then(() =>
      heading(context, 'You can’t view the invitations'),
    ),
  ),
  scene('team profile', (context) => showTeam(context, 'profile').then(() => main(context).getByText('Countess of Lovelace').waitFor())),
  scene('team profile, failed', (context) =>
    showTeam(context, 'profile', { 'service.teams.profile': lost }).then(() => main(context).getByRole('alert').waitFor()),
  ),
  scene('team keys', (context) => showTeam(context, 'keys').then(() => main(context).getByRole('tab', { name: 'API keys' }).waitFor())),
  scene('teams, all', async (context) => {
    await showTeam(context, undefined, { 'service.teams.list': manyTeams });
    await context.screens.page.getByRole('button', { name: 'Show all 500 teams' }).click();
    await context.screens.dialog.getByRole('row').nth(3).waitFor();
  }),
  scene('create team', (context) => goWith(context, createPath, {}).then(() => main(context).getByLabel('Team name').waitFor())),
  scene('create team, loading', (context) =>
    goWith(context, createPath, { 'service.projects.current': 'never' }).then(() => placeholder(context)),
  ),
  scene('create team, failed', (context) =>
    goWith(context, createPath, { 'service.projects.current': lost }).then(() => main(context).getByRole('alert').waitFor()),
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
