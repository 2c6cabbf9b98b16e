/** The requests that delete what was created, and create again what was deleted. */
import { type Fields, fieldOf, fieldsOf, itemsOf } from './changed-fields';
import type { WriteInput } from './old-value';
import type { UndoContext, UndoLoss, UndoStep } from './undo-plan';

interface Deleted {
  readonly input: WriteInput;
  readonly old: Fields;
  /** The whole response of the read before. */
  readonly before: unknown;
  readonly context: UndoContext;
}

interface Creation {
  readonly steps: readonly UndoStep[];
  readonly losses: readonly UndoLoss[];
}

/** Fields with a value, of those that a creation accepts. */
function present(fields: Fields, ...names: string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (fieldOf(fields, name) == null ? [] : [[name, fieldOf(fields, name)]])));
}

const metadata = ['client_metadata', 'client_read_only_metadata', 'server_metadata'];

/** A restriction can't be part of a creation, so that it follows with the new ID. */
function createUser({ old }: Deleted): Creation {
  const flags = old.primary_email === null ? [] : ['primary_email', 'primary_email_verified', 'primary_email_auth_enabled'];
  const accounts = itemsOf(old.oauth_providers).map(({ id, account_id, email }) => ({
    id,
    account_id,
    ...(email == null ? {} : { email }),
  }));
  const body = {
    ...present(old, 'display_name', 'profile_image_url', ...metadata, ...flags, 'otp_auth_enabled', 'is_anonymous'),
    ...(accounts.length === 0 ? {} : { oauth_providers: accounts }),
  };
  const restriction: UndoStep[] =
    old.restricted_by_admin === true
      ? [
          {
            endpoint: 'users.update',
            newId: 'user_id',
            body: { restricted_by_admin: true, ...present(old, 'restricted_by_admin_reason', 'restricted_by_admin_private_details') },
          },
        ]
      : [];
  return {
    steps: [{ endpoint: 'users.create', body }, ...restriction],
    losses: ['id', 'password', 'passkey', 'two-factor', 'sessions', 'api-keys', 'teams', 'permissions', 'other-emails'],
  };
}

function createTeam({ old, context }: Deleted): Creation {
  const fields = context.byAccount ? ['client_metadata'] : metadata;
  const image = context.byAccount ? [] : ['profile_image_url'];
  const body = { display_name: old.display_name, ...present(old, ...image, ...fields) };
  return { steps: [{ endpoint: 'teams.create', body }], losses: ['id', 'members', 'permissions', 'invitations', 'api-keys'] };
}

/** The permissions that new members get are granted with the membership; those of before are granted again. */
function addMember({ input, before }: Deleted): Creation {
  const params = fieldsOf(input.params);
  const grants = itemsOf(fieldOf(fieldsOf(before), 'items')).map(
    ({ id }): UndoStep => ({ endpoint: 'permissions.grantInTeam', params: { ...params, permission_id: id }, body: {} }),
  );
  return { steps: [{ endpoint: 'teams.addMember', params, body: {} }, ...grants], losses: [] };
}

/**
 * Also adds it to the permissions that contained it, beside what they contain now. Grants and defaults aren't part of the list, so they are lost.
 */
function createDefinition(scope: 'Team' | 'Project') {
  return ({ old, before, context }: Deleted): Creation => {
    const definitionsIn = (list: unknown) => itemsOf(fieldOf(fieldsOf(list), 'items'));
    const current = new Map(definitionsIn(context.now).map(({ id, contained_permission_ids: ids }) => [id, ids]));
    const containers = definitionsIn(before).flatMap(({ id, contained_permission_ids: ids }) => {
      const isNow = current.get(id);
      const isLost = id !== old.id && Array.isArray(ids) && ids.includes(old.id) && Array.isArray(isNow) && !isNow.includes(old.id);
      return isLost ? [{ id, contained_permission_ids: [...(isNow as unknown[]), old.id] }] : [];
    });
    return {
      steps: [
        { endpoint: `permissions.create${scope}Definition`, body: present(old, 'id', 'description', 'contained_permission_ids') },
        ...containers.map(
          ({ id, contained_permission_ids }): UndoStep => ({
            endpoint: `permissions.update${scope}Definition`,
            params: { id },
            body: { contained_permission_ids },
          }),
        ),
      ],
      losses: ['grants'],
    };
  };
}

function createChannel({ input, old, context }: Deleted): Creation {
  const { user_id } = fieldsOf(input.params);
  const body = { user_id, type: 'email', value: old.value, used_for_auth: old.used_for_auth, is_primary: old.is_primary };
  if (context.byAccount)
    return { steps: [{ endpoint: 'contactChannels.create', body }], losses: old.is_verified === true ? ['unverified'] : [] };
  return { steps: [{ endpoint: 'contactChannels.create', body: { ...body, is_verified: old.is_verified } }], losses: [] };
}

/** `provider_config_id` is in responses from 2.8.38 on; before, it is the type (wire/corrections 2.8.24). */
function addProvider({ input, old }: Deleted): Creation {
  const body = {
    user_id: fieldsOf(input.params).user_id,
    provider_config_id: old.provider_config_id ?? old.type,
    ...present(old, 'account_id', 'email', 'allow_sign_in', 'allow_connected_accounts'),
  };
  return { steps: [{ endpoint: 'oauth.addProvider', body }], losses: ['id'] };
}

/** A new template has a source of the service's, which is replaced. */
function createTemplate({ old }: Deleted): Creation {
  return {
    steps: [
      { endpoint: 'emails.createTemplateById', body: { display_name: old.display_name } },
      {
        endpoint: 'emails.updateTemplateById',
        newId: 'id',
        body: { tsx_source: old.tsx_source, ...(old.theme_id === undefined ? {} : { theme_id: old.theme_id }) },
      },
    ],
    losses: ['id'],
  };
}

function createDraft({ old }: Deleted): Creation {
  const body = {
    display_name: old.display_name,
    tsx_source: old.tsx_source,
    ...(old.theme_id === undefined ? {} : { theme_id: old.theme_id }),
  };
  return { steps: [{ endpoint: 'emailDrafts.create', body }], losses: ['id'] };
}

const creations: Readonly<Record<string, (deleted: Deleted) => Creation>> = {
  'users.delete': createUser,
  'teams.delete': createTeam,
  'teams.removeMember': addMember,
  'permissions.deleteTeamDefinition': createDefinition('Team'),
  'permissions.deleteProjectDefinition': createDefinition('Project'),
  'contactChannels.delete': createChannel,
  'oauth.removeProvider': addProvider,
  'emails.deleteTemplateById': createTemplate,
  'emailDrafts.delete': createDraft,
};

/** Returns the requests that create again what was deleted, and what doesn't come back. */
export function creationSteps(endpoint: string, again: string, deleted: Deleted): Creation {
  const create = fieldOf(creations, endpoint);
  return create === undefined ? { steps: [{ endpoint: again, body: deleted.old }], losses: ['id'] } : create(deleted);
}

/** The parameters of writes whose opposite has others than the write itself: from the response's ID, with those of the input. */
const created: Readonly<Record<string, (id: unknown, body: Fields) => Pick<UndoStep, 'params' | 'query'>>> = {
  'oauth.addProvider': (id, { user_id }) => ({ params: { user_id, id } }),
  'contactChannels.create': (id, { user_id }) => ({ params: { user_id, id } }),
  'users.create': (id) => ({ params: { user_id: id } }),
  'teams.create': (id) => ({ params: { id } }),
  'teams.invite': (id, { team_id }) => ({ params: { id }, query: { team_id } }),
  'emails.createTemplateById': (id) => ({ params: { id } }),
  'emailDrafts.create': (id) => ({ params: { id } }),
};

/** Returns the request of the opposite, or null if the ID of what was created isn't known. */
export function oppositeSteps(
  endpoint: string,
  opposite: string,
  input: WriteInput,
  response: unknown,
  before: unknown,
): readonly UndoStep[] | null {
  const [params, body] = [fieldsOf(input.params), fieldsOf(input.body)];
  const place = fieldOf(created, endpoint);
  if (place !== undefined) {
    const id = fieldOf(fieldsOf(response), 'id');
    return typeof id === 'string' ? [{ endpoint: opposite, ...place(id, body) }] : null;
  }
  if (opposite.startsWith('permissions.delete')) return [{ endpoint: opposite, params: { id: body.id } }];
  if (opposite.startsWith('permissions.grant')) return [{ endpoint: opposite, params, body: {} }];
  if (endpoint !== 'emails.resetTemplate') return [{ endpoint: opposite, params }];
  const { subject, content } = fieldsOf(before);
  return subject === undefined ? null : [{ endpoint: opposite, params, body: { subject, content } }];
}
