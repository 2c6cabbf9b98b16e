/** A write of each kind that can be undone, with what it changes. */
import type { ServiceClient } from '#contract/bridge/service.ts';
import type { catalog } from '#contract/service/index.ts';
import type { LaunchedApp, Opened } from './launch-app';

export interface WriteScene extends Opened {
  readonly api: LaunchedApp['api'];
  readonly service: ServiceClient<typeof catalog>;
  /** The URL of the service. */
  readonly url: string;
  /** The publishable client key of project `internal`. */
  readonly internalKey: string;
  readonly userId: string;
  readonly teamId: string;
}

export interface UndoableWrite {
  /** The endpoint. */
  readonly of: string;
  readonly what?: string;
  /** The first release that has it, and the first that no longer does. */
  readonly from?: string;
  readonly until?: string;
  /** Prepares what the write needs; its result is passed to the others. */
  readonly prepare?: (scene: WriteScene) => Promise<string>;
  readonly write: (scene: WriteScene, id: string) => Promise<unknown>;
  /** What must be after the undo as it was before the write. */
  readonly state: (scene: WriteScene, id: string) => Promise<unknown>;
  /** By their paths. */
  readonly secrets?: Readonly<Record<string, string>>;
}

const metadata = { plan: 'free', seats: 5 };
const source = (text: string) => `export function EmailTemplate() { return <div>${text}</div>; }`;
const themeSource = (text: string) =>
  `import { Html } from '@react-email/components'; export function EmailTheme({ children }) { return <Html>${text}{children}</Html>; }`;

const user = async ({ service, asProject, userId }: WriteScene) => {
  const { display_name, primary_email, primary_email_verified, primary_email_auth_enabled, ...others } = await service.users.read({
    ...asProject,
    params: { user_id: userId },
  });
  const { client_metadata, client_read_only_metadata, server_metadata, profile_image_url, selected_team_id } = others;
  return {
    ...{ display_name, primary_email, primary_email_verified, primary_email_auth_enabled, profile_image_url, selected_team_id },
    ...{ client_metadata, client_read_only_metadata, server_metadata },
    ...('restricted_by_admin' in others ? { restricted_by_admin: others.restricted_by_admin } : {}),
  };
};

type UserUpdate = Parameters<WriteScene['service']['users']['update']>[0]['body'];

const userUpdate = (what: string, body: UserUpdate, first?: UserUpdate, from?: string): UndoableWrite => ({
  of: 'users.update',
  what,
  ...(from === undefined ? {} : { from }),
  prepare: async ({ service, asProject, userId }) => {
    if (first !== undefined) await service.users.update({ ...asProject, params: { user_id: userId }, body: first });
    return userId;
  },
  write: ({ service, asProject, userId }) => service.users.update({ ...asProject, params: { user_id: userId }, body }),
  state: user,
});

const channels = async ({ service, asProject, userId }: WriteScene) => {
  const { items } = await service.contactChannels.list({ ...asProject, query: { user_id: userId } });
  return items
    .map(({ value, is_primary, is_verified, used_for_auth }) => ({ value, is_primary, is_verified, used_for_auth }))
    .toSorted((one, other) => one.value.localeCompare(other.value));
};

const createChannel = async ({ service, asProject, userId }: WriteScene, value: string, is_primary = false) => {
  const body = { user_id: userId, type: 'email', value, used_for_auth: false, is_primary, is_verified: true } as const;
  return (await service.contactChannels.create({ ...asProject, body })).id;
};

const accounts = async ({ service, asProject, userId }: WriteScene) =>
  (await service.oauth.providers({ ...asProject, query: { user_id: userId } })).items.map(({ id: _id, ...others }) => others);

const addAccount = async ({ service, asProject, userId }: WriteScene, account_id: string) => {
  const body = { user_id: userId, provider_config_id: 'github', account_id, allow_sign_in: false, allow_connected_accounts: true };
  return (await service.oauth.addProvider({ ...asProject, body })).id;
};

export const userWrites: readonly UndoableWrite[] = [
  userUpdate('of a name', { display_name: 'Augusta' }),
  userUpdate('of metadata', { server_metadata: { plan: 'team', seats: 5, trial: true } }, { server_metadata: metadata }),
  userUpdate(
    'of metadata with a secret',
    { client_metadata: { a: 2, password: 'hunter2' } },
    { client_metadata: { a: 1, password: 'hunter2' } },
  ),
  userUpdate('of a primary email', { primary_email: 'augusta@analytical.engines', primary_email_verified: false }),
  userUpdate('of a restriction', { restricted_by_admin: true, restricted_by_admin_reason: 'Spam' }, undefined, '2.8.61'),
  {
    of: 'users.updateMe',
    write: ({ service, asAccount }) =>
      service.users.updateMe({ ...asAccount, body: { display_name: 'Me', client_metadata: { theme: 'dark' } } }),
    state: async ({ service, asAccount }) => {
      const { display_name, client_metadata } = await service.users.me(asAccount);
      return { display_name, client_metadata };
    },
  },
  {
    of: 'users.create',
    write: ({ service, asProject }) => service.users.create({ ...asProject, body: { display_name: 'Created' } }),
    state: async ({ service, asProject }) => (await service.users.list({ ...asProject, query: { query: 'Created' } })).items.length,
  },
  {
    of: 'contactChannels.create',
    write: (scene) => createChannel(scene, 'second@analytical.engines'),
    state: channels,
  },
  {
    of: 'contactChannels.create',
    what: 'of a primary one',
    write: (scene) => createChannel(scene, 'seventh@analytical.engines', true),
    state: channels,
  },
  {
    of: 'contactChannels.update',
    what: 'that makes it primary',
    prepare: (scene) => createChannel(scene, 'eighth@analytical.engines'),
    write: ({ service, asProject, userId }, id) =>
      service.contactChannels.update({ ...asProject, params: { user_id: userId, id }, body: { is_primary: true } }),
    state: channels,
  },
  {
    of: 'contactChannels.update',
    what: 'of a flag',
    prepare: (scene) => createChannel(scene, 'third@analytical.engines'),
    write: ({ service, asProject, userId }, id) =>
      service.contactChannels.update({ ...asProject, params: { user_id: userId, id }, body: { is_verified: false } }),
    state: channels,
  },
  {
    of: 'contactChannels.update',
    what: 'of an address',
    prepare: (scene) => createChannel(scene, 'fourth@analytical.engines'),
    write: ({ service, asProject, userId }, id) =>
      service.contactChannels.update({
        ...asProject,
        params: { user_id: userId, id },
        body: { value: 'fifth@analytical.engines', type: 'email' },
      }),
    state: channels,
  },
  {
    of: 'contactChannels.delete',
    prepare: (scene) => createChannel(scene, 'sixth@analytical.engines'),
    write: ({ service, asProject, userId }, id) => service.contactChannels.delete({ ...asProject, params: { user_id: userId, id } }),
    state: channels,
  },
  { of: 'oauth.addProvider', from: '2.8.24', write: (scene) => addAccount(scene, '1'), state: accounts },
  {
    of: 'oauth.updateProvider',
    from: '2.8.24',
    prepare: (scene) => addAccount(scene, '2'),
    write: ({ service, asProject, userId }, id) =>
      service.oauth.updateProvider({ ...asProject, params: { user_id: userId, id }, body: { allow_connected_accounts: false } }),
    state: accounts,
  },
  {
    of: 'oauth.removeProvider',
    from: '2.8.24',
    prepare: (scene) => addAccount(scene, '3'),
    write: ({ service, asProject, userId }, id) => service.oauth.removeProvider({ ...asProject, params: { user_id: userId, id } }),
    state: accounts,
  },
  {
    of: 'emails.setNotificationPreference',
    from: '2.8.17',
    prepare: async ({ service, asProject, userId }) => {
      const { items } = await service.emails.notificationPreferences({ ...asProject, params: { user_id: userId } });
      return items.find(({ can_disable }) => can_disable)?.notification_category_id ?? '';
    },
    write: ({ service, asProject, userId }, category_id) =>
      service.emails.setNotificationPreference({ ...asProject, params: { user_id: userId, category_id }, body: { enabled: false } }),
    state: ({ service, asProject, userId }) => service.emails.notificationPreferences({ ...asProject, params: { user_id: userId } }),
  },
];

const teams = async ({ service, asProject }: WriteScene) =>
  (await service.teams.list({ ...asProject, query: {} })).items.map(({ display_name, server_metadata }) => ({
    display_name,
    server_metadata,
  }));

const member = async ({ service, asProject, teamId: team_id, userId: user_id }: WriteScene) => {
  const { items } = await service.permissions.inTeams({ ...asProject, query: { team_id, user_id } });
  const profiles = await service.teams.profiles({ ...asProject, query: { team_id } });
  return {
    permissions: items.map(({ id }) => id).toSorted(),
    names: profiles.items.filter((profile) => profile.user_id === user_id).map(({ display_name }) => display_name),
  };
};

const grantsInTeam = { permission_id: '$delete_team' };

export const teamWrites: readonly UndoableWrite[] = [
  {
    of: 'teams.create',
    write: ({ service, asProject }) => service.teams.create({ ...asProject, body: { display_name: 'New' } }),
    state: teams,
  },
  {
    of: 'teams.update',
    write: ({ service, asProject, teamId }) =>
      service.teams.update({ ...asProject, params: { id: teamId }, body: { display_name: 'Renamed', server_metadata: { a: 1 } } }),
    state: teams,
  },
  {
    of: 'teams.removeMember',
    prepare: async ({ service, asProject, teamId: team_id, userId: user_id }) => {
      await service.permissions.grantInTeam({ ...asProject, params: { team_id, user_id, ...grantsInTeam }, body: {} });
      return '';
    },
    write: ({ service, asProject, teamId: team_id, userId: user_id }) =>
      service.teams.removeMember({ ...asProject, params: { team_id, user_id } }),
    state: member,
  },
  {
    of: 'teams.addMember',
    prepare: async ({ service, asProject, teamId: team_id, userId: user_id }) => {
      await service.teams.removeMember({ ...asProject, params: { team_id, user_id } });
      return '';
    },
    write: ({ service, asProject, teamId: team_id, userId: user_id }) =>
      service.teams.addMember({ ...asProject, params: { team_id, user_id }, body: {} }),
    state: member,
  },
  {
    of: 'teams.updateProfile',
    prepare: async ({ service, asProject, teamId: team_id, userId: user_id }) => {
      await service.teams.addMember({ ...asProject, params: { team_id, user_id }, body: {} });
      await service.teams.updateProfile({ ...asProject, params: { team_id, user_id }, body: { display_name: 'First' } });
      return '';
    },
    write: ({ service, asProject, teamId: team_id, userId: user_id }) =>
      service.teams.updateProfile({ ...asProject, params: { team_id, user_id }, body: { display_name: 'Second' } }),
    state: member,
  },
  {
    of: 'teams.invite',
    write: ({ service, asProject, teamId: team_id }) =>
      service.teams.invite({
        ...asProject,
        body: { team_id, email: 'invited@example.com', callback_url: 'http://localhost:3000/handler/team-invitation' },
      }),
    state: async ({ service, asProject, teamId: team_id }) =>
      (await service.teams.invitations({ ...asProject, query: { team_id } })).items.length,
  },
  {
    of: 'permissions.grantInTeam',
    write: ({ service, asProject, teamId: team_id, userId: user_id }) =>
      service.permissions.grantInTeam({ ...asProject, params: { team_id, user_id, ...grantsInTeam }, body: {} }),
    state: member,
  },
  {
    of: 'permissions.revokeInTeam',
    prepare: async ({ service, asProject, teamId: team_id, userId: user_id }) => {
      await service.permissions.grantInTeam({ ...asProject, params: { team_id, user_id, ...grantsInTeam }, body: {} });
      return '';
    },
    write: ({ service, asProject, teamId: team_id, userId: user_id }) =>
      service.permissions.revokeInTeam({ ...asProject, params: { team_id, user_id, ...grantsInTeam } }),
    state: member,
  },
];

const grants = async ({ service, asProject, userId: user_id }: WriteScene) =>
  (await service.permissions.inProject({ ...asProject, query: { user_id } })).items.map(({ id }) => id).toSorted();

const projectGrant = async ({ service, asProject, userId: user_id }: WriteScene) => {
  await service.permissions.grantInProject({ ...asProject, params: { user_id, permission_id: 'granted' }, body: {} });
  return '';
};

const definitionWrites = (['Team', 'Project'] as const).flatMap((scope): UndoableWrite[] => {
  const name = scope === 'Team' ? 'team' : 'project';
  const state = async ({ service, asProject }: WriteScene) =>
    (await service.permissions[`${name}Definitions`](asProject)).items.toSorted((one, other) => one.id.localeCompare(other.id));
  const create = async ({ service, asProject }: WriteScene, id: string, ...contained_permission_ids: string[]) => {
    await service.permissions[`create${scope}Definition`]({
      ...asProject,
      body: { id, description: `About ${id}`, contained_permission_ids },
    });
    return id;
  };
  return [
    { of: `permissions.create${scope}Definition`, write: (scene) => create(scene, `${name}_created`), state },
    {
      of: `permissions.update${scope}Definition`,
      what: 'that renames',
      prepare: (scene) => create(scene, `${name}_renamed`),
      write: ({ service, asProject }, id) =>
        service.permissions[`update${scope}Definition`]({ ...asProject, params: { id }, body: { id: `${name}_renamed_2` } }),
      state,
    },
    {
      of: `permissions.update${scope}Definition`,
      what: 'of contained permissions',
      prepare: (scene) => create(scene, `${name}_all`),
      write: ({ service, asProject }, id) =>
        service.permissions[`update${scope}Definition`]({
          ...asProject,
          params: { id },
          body: { description: 'Other', contained_permission_ids: [`${name}_renamed`] },
        }),
      state,
    },
    {
      of: `permissions.delete${scope}Definition`,
      what: 'that another contains',
      prepare: async (scene) => {
        await create(scene, `${name}_part`);
        await create(scene, `${name}_whole`, `${name}_part`);
        return `${name}_part`;
      },
      write: ({ service, asProject }, id) => service.permissions[`delete${scope}Definition`]({ ...asProject, params: { id } }),
      state,
    },
  ];
});

export const permissionWrites: readonly UndoableWrite[] = [
  ...definitionWrites,
  {
    of: 'permissions.grantInProject',
    prepare: async ({ service, asProject }) => {
      await service.permissions.createProjectDefinition({ ...asProject, body: { id: 'granted' } });
      return '';
    },
    write: projectGrant,
    state: grants,
  },
  {
    of: 'permissions.revokeInProject',
    prepare: projectGrant,
    write: ({ service, asProject, userId: user_id }) =>
      service.permissions.revokeInProject({ ...asProject, params: { user_id, permission_id: 'granted' } }),
    state: grants,
  },
];

/** Shared with the tests of emails and of the project. */
export { source, themeSource };
