/** Creation of users by a server (wire/endpoints 4.2). */
import type { z } from 'zod';
import type { userCreation } from '../../contract/service/users';
import { insertOAuthAccount } from '../oauth/oauth-account-store';
import type { Project } from '../projects/project-store';
import { uuid } from '../random';
import type { SandboxContext } from '../server/context';
import { plainFailure } from '../server/failures';
import { hashPassword } from '../sign-in/passwords';
import { setUpNewUser } from '../teams/join-team';
import { updatePrimaryEmail } from './primary-email';
import { findUser, insertUser, type UserRow, updateUser } from './user-store';
import { profileFields, requirePasswordsEnabled, requireUsableSecrets, updatesPassword } from './user-update';

type Creation = z.output<typeof userCreation>;

/** Creates a user and returns it as it was before a personal team was selected. Throws the failures of wire/endpoints 4.2. */
export async function createUser(context: SandboxContext, project: Project, creation: Creation): Promise<UserRow> {
  const { store, clock, random } = context;
  requireUsableSecrets(creation);
  const passwordHash = creation.password_hash ?? (creation.password == null ? null : await hashPassword(creation.password));
  return store.transaction(() => {
    const id = uuid(random);
    const key = insertUser(store, { id, project: project.key, displayName: null, passwordHash, now: clock.now() });
    updateUser(store, key, { ...profileFields(creation), ...methodFields(creation) });
    const { primary_email, ...flags } = creation;
    updatePrimaryEmail(context, { key, project: project.key }, primary_email == null ? flags : creation);
    requireMethodsEnabled(project, creation);
    for (const { id: provider, account_id, email = null } of creation.oauth_providers ?? []) {
      insertOAuthAccount(store, { id: uuid(random), user: key, provider, account_id, email });
    }
    const user = findUser(store, project.key, id);
    if (user === undefined) throw new Error('The new user was not stored.');
    setUpNewUser(context, project, { key, displayName: user.display_name, email: user.email });
    return user;
  });
}

/** Returns the sign-in methods. A TOTP secret has no effect: only an update turns on two-factor authentication. */
function methodFields(creation: Creation) {
  return {
    otp_enabled: Number(creation.otp_auth_enabled ?? false),
    is_anonymous: Number(creation.is_anonymous ?? false),
  };
}

function requireMethodsEnabled(project: Project, creation: Creation): void {
  if (updatesPassword(creation)) requirePasswordsEnabled(project);
  if (creation.otp_auth_enabled && !project.config.magic_link_enabled) throw plainFailure(400, 'OTP auth not enabled in the project');
  const configured = project.config.oauth_providers.map(({ id }) => id);
  const unknown = creation.oauth_providers?.find(({ id }) => !configured.includes(id));
  if (unknown !== undefined) throw plainFailure(400, `OAuth provider ${unknown.id} not found`);
}
