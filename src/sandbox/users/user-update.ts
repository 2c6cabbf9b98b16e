/** User updates and their rules, for the signed-in user and for servers (wire/endpoints 4.1 and 4.2). */
import type { SandboxContext } from '../http/context';
import { plainFailure, serviceFault, teamMembershipNotFound } from '../http/failures';
import { storedProfileImage } from '../http/stored-images';
import type { Release } from '../releases/release';
import type { Project } from '../stores/project-store';
import { deleteSessionsOfUser } from '../stores/session-store';
import { findTeamOfUser } from '../stores/team-store';
import { type UserChange, type UserRow, updateUser } from '../stores/user-store';
import { hashPassword, isUsableHash } from './passwords';
import { updatePrimaryEmail } from './primary-email';
import type { UserUpdate } from './user-input';

type Update = UserUpdate;
type Secrets = Pick<Update, 'password' | 'password_hash'>;

/** Applies all fields or none. Throws the failures of wire/endpoints 4.2. */
export async function applyUserUpdate(context: SandboxContext, project: Project, user: UserRow, update: Update): Promise<void> {
  const { store, release } = context;
  requireValid(project, user, update);
  const password = await passwordChange(project, user, update);
  const change = {
    ...profileFields(context, update),
    ...methodFields(release, project, update),
    ...teamField(context, user, update),
    ...laterFields(update),
    ...password,
  };
  store.transaction(() => {
    updatePrimaryEmail(context, user, update);
    updateUser(store, user.key, change);
    if (typeof password.password_hash === 'string') deleteSessionsOfUser(store, user.key);
  });
}

function requireValid(project: Project, user: UserRow, update: Update): void {
  if (update.passkey_auth_enabled === true) {
    throw plainFailure(400, 'Cannot manually enable passkey auth, it is enabled iff there is a passkey auth method');
  }
  requireUsableSecrets(update);
  if (updatesPassword(update) && user.password_hash === null) requirePasswordsEnabled(project);
}

/** Rejects updates with both a password and a hash, or with an invalid hash. */
export function requireUsableSecrets(update: Secrets): void {
  if (update.password != null && update.password_hash !== undefined) {
    throw plainFailure(400, 'Cannot set both password and password_hash at the same time.');
  }
  if (update.password_hash !== undefined && !isUsableHash(update.password_hash)) {
    throw plainFailure(400, "Invalid password hash. Make sure it's a supported algorithm in Modular Crypt Format.");
  }
}

export function updatesPassword({ password, password_hash }: Secrets): boolean {
  return password != null || password_hash !== undefined;
}

/** Throws if the project has turned off passwords. */
export function requirePasswordsEnabled({ config }: Project): void {
  if (!config.credential_enabled) throw plainFailure(400, 'Password auth not enabled in the project');
}

/** Returns the columns of name, image and metadata. Stores an image that is data. */
export function profileFields(context: SandboxContext, update: Omit<Update, 'is_anonymous'>): UserChange {
  const name = update.display_name;
  const image = update.profile_image_url;
  return {
    ...(name === undefined ? {} : { display_name: name === '' ? null : name }),
    ...(image === undefined ? {} : { profile_image_url: storedProfileImage(context, image) }),
    ...(update.client_metadata === undefined ? {} : { client_metadata: JSON.stringify(update.client_metadata) }),
    ...(update.client_read_only_metadata === undefined
      ? {}
      : { client_read_only_metadata: JSON.stringify(update.client_read_only_metadata) }),
    ...(update.server_metadata === undefined ? {} : { server_metadata: JSON.stringify(update.server_metadata) }),
  };
}

function methodFields(release: Release, project: Project, update: Update): UserChange {
  const otp = update.otp_auth_enabled;
  if (otp === true && release.has('lenient-project-updates') && !project.config.magic_link_enabled)
    throw plainFailure(400, 'OTP auth not enabled in the project');
  // Before 2.8.11, enabling it without magic links in the project is ignored.
  const otpApplies = otp === false || (otp === true && project.config.magic_link_enabled);
  return {
    ...(otpApplies ? { otp_enabled: Number(otp) } : {}),
    ...(update.passkey_auth_enabled === false ? { passkey: null } : {}),
    ...(update.totp_secret_base64 === undefined ? {} : { totp_secret: update.totp_secret_base64 }),
    ...(update.is_anonymous === undefined ? {} : { is_anonymous: 0 }),
  };
}

/** Returns the fields of later releases. Lifting a restriction clears its texts, and an empty text is none (wire/later 1). */
export function laterFields(update: Omit<Update, 'is_anonymous'>): UserChange {
  const { restricted_by_admin: restricted, restricted_by_admin_reason: reason, country_code, risk_scores } = update;
  const details = update.restricted_by_admin_private_details;
  const isLifted = restricted === false;
  return {
    ...(restricted === undefined ? {} : { restricted_by_admin: Number(restricted) }),
    ...(isLifted || reason !== undefined ? { restricted_reason: isLifted ? null : reason || null } : {}),
    ...(isLifted || details !== undefined ? { restricted_details: isLifted ? null : details || null } : {}),
    ...(country_code === undefined ? {} : { country_code }),
    ...(risk_scores === undefined ? {} : { risk_scores: JSON.stringify(risk_scores) }),
  };
}

function teamField({ store }: SandboxContext, user: UserRow, { selected_team_id: id }: Update): UserChange {
  if (id === undefined) return {};
  if (id === null) return { selected_team: null };
  const team = findTeamOfUser(store, user.key, id);
  if (team === undefined) throw teamMembershipNotFound(id, user.id);
  return { selected_team: team.key };
}

async function passwordChange(project: Project, user: UserRow, update: Update): Promise<Pick<UserChange, 'password_hash'>> {
  if (update.password === null) return { password_hash: null };
  const email = update.primary_email === undefined ? user.email : update.primary_email;
  const sets = update.password !== undefined || update.password_hash !== undefined;
  // The service responds with 500.
  if (sets && email === null) throw serviceFault(`A user of ${project.id} without a primary email cannot have a password.`);
  if (update.password_hash !== undefined) return { password_hash: update.password_hash };
  return update.password === undefined ? {} : { password_hash: await hashPassword(update.password) };
}
