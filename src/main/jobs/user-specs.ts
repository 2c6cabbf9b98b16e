/** Specs of actions on users themselves: their deletion, their sessions, how they sign in, restrictions, and emails to them. */

import type { InputOf, ResponseOf } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import type { RowError, SkipReason } from '#contract/jobs/job.ts';
import type { JobAction } from '#contract/jobs/job-action.ts';
import { fieldsOf, isSameValue } from '#contract/journal/changed-fields.ts';
import { catalog, type RowOf } from '#contract/service/index.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { isLastAdmin as isLastAdminOf } from '#contract/service/models/team-admins.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { type JobSpec, type ProjectCall, type SpecRow, type Survey, type Undo, writeOf } from './job-spec';
import { nullIfGone } from './row-errors';

type Of<K extends JobAction['kind']> = Extract<JobAction, { kind: K }>;
type Body = InputOf<RowOf<'users.update'>, 'project'>['body'];

const readUser = (call: ProjectCall, { target }: SpecRow) =>
  nullIfGone(call(catalog.users.read, 'project', { params: { user_id: target.id } }));

/** The users of a preview are read as such. */
const known = async () => ({ stateOf: (_target: SpecRow['target'], user: unknown) => user as ServerUser | undefined });

const user = {
  target: 'user',
  requests: { count: 1, isExact: true },
  readsFirst: false,
  isSafeTwice: true,
  needless: {},
  sparesOwn: false,
  isDoneWhenGone: false,
  userFields: [],
  survey: known,
  read: readUser,
  undo: null,
} as const;

/** A user, and whether a team would be left without anyone who could manage it. Only the preview knows it. */
interface Deleted {
  readonly isLastAdmin?: boolean;
}

/**
 * Reads who may do what in which team. A user without whom no one could manage a team in which others are is left out, and the rows after it are judged as if
 * it weren't there.
 */
async function surveyAdmins(call: ProjectCall): Promise<Survey<Deleted>> {
  const { items } = await call(catalog.permissions.inTeams, 'project', { query: { recursive: 'true' } });
  const teams = new Map<string, Map<string, Set<string>>>();
  const teamsOf = new Map<string, Set<string>>();
  for (const { id, user_id: userId, team_id: teamId } of items) {
    const grants = teams.get(teamId) ?? new Map<string, Set<string>>();
    teams.set(teamId, grants.set(userId, (grants.get(userId) ?? new Set()).add(id)));
    teamsOf.set(userId, (teamsOf.get(userId) ?? new Set()).add(teamId));
  }
  return {
    stateOf({ id }, found) {
      if (found === undefined) return undefined;
      const own = [...(teamsOf.get(id) ?? [])].map((teamId) => teams.get(teamId) ?? new Map<string, Set<string>>());
      // A team without other members needs none.
      const isLastAdmin = own.some((grants) => grants.size > 1 && isLastAdminOf(grants, id));
      if (!isLastAdmin) for (const grants of own) grants.delete(id);
      return { isLastAdmin };
    },
  };
}

function deletion(): JobSpec<Deleted> {
  const write = (id: string) => writeOf('users.delete', { params: { user_id: id } });
  return {
    ...user,
    write: write(''),
    // The user is read for the journal.
    requests: { count: 2, isExact: true },
    sparesOwn: true,
    needless: { USER_NOT_FOUND: 'gone' },
    isDoneWhenGone: true,
    survey: surveyAdmins,
    read: async (call, row) => ((await readUser(call, row)) === null ? null : {}),
    judge: (_row, { isLastAdmin }) => (isLastAdmin === true ? 'last-admin' : null),
    seen: () => null,
    calls: ({ target }) => [write(target.id)],
  };
}

/** Revokes what there is when the row is sent. How many sessions a user has isn't known before. */
function sessions(): JobSpec<readonly { readonly id: string }[]> {
  const write = (userId: string, id: string, before?: unknown) =>
    writeOf('auth.revokeSession', { params: { id }, query: { user_id: userId } }, before);
  return {
    ...user,
    write: write('', ''),
    sparesOwn: true,
    requests: { count: 2, isExact: false },
    readsFirst: true,
    // It has ended in the meantime (wire/endpoints 1.6).
    needless: { 404: 'already' },
    survey: async () => ({ stateOf: () => undefined }),
    read: async (call, { target }) => {
      const { items } = await call(catalog.auth.sessions, 'project', { query: { user_id: target.id } });
      return items;
    },
    judge: (_row, found) => (found.length === 0 ? 'already' : null),
    seen: (found) => found.length,
    calls: ({ target }, found) => (found ?? []).map((session) => write(target.id, session.id, { items: [session] })),
  };
}

/** A change of fields of each user. */
interface FieldChange {
  readonly body: Body;
  /** The fields that the preview shows, and that must be unchanged since. */
  readonly fields: readonly (keyof ServerUser)[];
  /** What the fields are once it is done. */
  readonly made: Readonly<Partial<Record<keyof ServerUser, JsonValue>>>;
  /** Whether a user lacks what the change needs. */
  readonly lacks?: (of: ServerUser) => SkipReason | null;
  readonly undo?: Of<'users.restoreFields'>['of'];
}

/** A field that the user doesn't have is null. */
function seenFields(of: ServerUser, fields: FieldChange['fields']): Record<string, JsonValue> {
  const seen: Record<string, JsonValue> = {};
  for (const field of fields) seen[field] = (of[field] ?? null) as JsonValue;
  return seen;
}

function change({ body, fields, made, lacks, undo }: FieldChange): JobSpec<ServerUser> {
  const write = (id: string, before?: unknown) => writeOf('users.update', { params: { user_id: id }, body }, before);
  const wanted = Object.entries(made);
  const isMade = (of: ServerUser) => wanted.every(([field, value]) => isSameValue(of[field as keyof ServerUser] ?? null, value));
  return {
    ...user,
    write: write(''),
    requests: { count: 2, isExact: true },
    readsFirst: true,
    userFields: [...fields, ...(Object.keys(made) as (keyof ServerUser)[])],
    judge(row, of) {
      const lack = lacks?.(of) ?? null;
      if (lack !== null) return lack;
      if (isMade(of)) return 'already';
      return isSameValue(seenFields(of, fields), row.before) ? null : 'changed';
    },
    seen: (of) => seenFields(of, fields),
    calls: ({ target }, of) => [write(target.id, of ?? undefined)],
    undo: undo === undefined ? null : undoOf(undo, made as JsonValue),
  };
}

const undoOf = (of: Of<'users.restoreFields'>['of'], before: JsonValue): Undo => ({
  action: { kind: 'users.restoreFields', of },
  needsWas: true,
  rowValue: (was) => was ?? null,
  before,
});

const restriction = ['restricted_by_admin', 'restricted_by_admin_reason', 'restricted_by_admin_private_details'] as const;

function withRestrictions(spec: JobSpec<ServerUser>): JobSpec<ServerUser> {
  return {
    ...spec,
    survey: async () => ({
      stateOf(_target, of) {
        const found = of as ServerUser | undefined;
        // Releases without restrictions would ignore, or refuse, each row.
        if (found !== undefined && found.restricted_by_admin === undefined) throw fail('not-offered-by-service');
        return found;
      },
    }),
  };
}

const restricted = (isOn: boolean, reason: string | null, details: string | null) => ({
  restricted_by_admin: isOn,
  restricted_by_admin_reason: reason,
  restricted_by_admin_private_details: details,
});

function restrict({ reason, details }: Of<'users.restrict'>): JobSpec<ServerUser> {
  const body = restricted(true, reason, details);
  return withRestrictions(change({ body, made: body, fields: restriction, undo: 'restriction' }));
}

function liftRestriction(): JobSpec<ServerUser> {
  const body = restricted(false, null, null);
  return withRestrictions(change({ body, made: { restricted_by_admin: false }, fields: restriction, undo: 'restriction' }));
}

/** The address that was shown is verified, and no other one that is primary by now. */
const verifyEmail = () =>
  change({
    body: { primary_email_verified: true },
    made: { primary_email_verified: true },
    fields: ['primary_email', 'primary_email_verified'],
    lacks: ({ primary_email }) => (primary_email === null ? 'no-email' : null),
    undo: 'email',
  });

const oneTimeCodes = ({ isOn }: Of<'users.setOneTimeCodes'>) =>
  change({
    body: { otp_auth_enabled: isOn },
    made: { otp_auth_enabled: isOn },
    fields: ['otp_auth_enabled'],
    undo: 'one-time-codes',
  });

const removePasskey = () =>
  change({ body: { passkey_auth_enabled: false }, made: { passkey_auth_enabled: false }, fields: ['passkey_auth_enabled'] });
const removePassword = () => change({ body: { password: null }, made: { has_password: false }, fields: ['has_password'] });
const removeTwoFactor = () =>
  change({ body: { totp_secret_base64: null }, made: { requires_totp_mfa: false }, fields: ['requires_totp_mfa'] });

/** Fields that are restored, and those that have to be the same as before, because the others are about them. */
const restoredFields: Readonly<
  Record<Of<'users.restoreFields'>['of'], { readonly fields: FieldChange['fields']; readonly about: FieldChange['fields'] }>
> = {
  email: { fields: ['primary_email_verified'], about: ['primary_email'] },
  'one-time-codes': { fields: ['otp_auth_enabled'], about: [] },
  restriction: { fields: restriction, about: [] },
};

/** Gives fields their old values where they are what the job made of them. */
function restoreFields({ of }: Of<'users.restoreFields'>): JobSpec<ServerUser> {
  const { fields, about } = restoredFields[of];
  const write = (row: SpecRow, before?: unknown) => {
    const values = fieldsOf(row.value);
    const body = Object.fromEntries(fields.map((field) => [field, values[field] ?? null])) as Body;
    return writeOf('users.update', { params: { user_id: row.target.id }, body }, before);
  };
  const has = (found: ServerUser, names: FieldChange['fields'], values: unknown) =>
    names.every((name) => !Object.hasOwn(fieldsOf(values), name) || isSameValue(found[name] ?? null, fieldsOf(values)[name]));
  return {
    ...user,
    write: write({ target: { id: '', of: null }, before: null, value: {} }),
    requests: { count: 2, isExact: true },
    readsFirst: true,
    userFields: [...fields, ...about],
    judge(row, found) {
      if (!has(found, about, row.value)) return 'changed';
      if (has(found, fields, row.value)) return 'already';
      return has(found, fields, row.before) ? null : 'changed';
    },
    seen: (found) => seenFields(found, fields),
    calls: (row, found) => [write(row, found ?? undefined)],
  };
}

const { read: _read, ...unread } = user;
/** Emails can't be taken back, and nothing shows whether one was sent. */
const email = { ...unread, isSafeTwice: false } as const;

const toAddress = ({ primary_email }: ServerUser): SkipReason | null => (primary_email === null ? 'no-email' : null);

/** Users of one request. No limit is documented. */
const emailedAtOnce = 50;

/** Whether a refusal of an email is about one of its users, or about their number (wire/corrections 2.8.86: POST /emails/send-email). */
function isOfSomeUsers({ known, status, text }: RowError): boolean {
  if (known === 'USER_ID_DOES_NOT_EXIST' || status === 413) return true;
  return known === 'SCHEMA_ERROR' && text?.includes('user_ids') === true;
}

function sendEmail({ subject, html, category }: Of<'users.sendEmail'>): JobSpec<ServerUser> {
  const content = { subject, html, notification_category_name: category };
  const writeTo = (ids: readonly string[]) => writeOf('emails.sendEmail', { body: { ...content, user_ids: [...ids] } });
  const write = (id: string) => ({
    ...writeTo([id]),
    otherwise: writeOf('emails.sendEmailToUser', { body: { ...content, user_id: id } }),
  });
  return {
    ...email,
    write: write(''),
    judge: (_row, of) => toAddress(of),
    seen: ({ primary_email }) => primary_email,
    calls: ({ target }) => [write(target.id)],
    together: {
      most: emailedAtOnce,
      call: (rows) => writeTo(rows.map(({ target }) => target.id)),
      isOfSome: isOfSomeUsers,
      done(response) {
        const { results } = response as ResponseOf<RowOf<'emails.sendEmail'>, 'project'>;
        return new Set(results.filter(({ success }) => success !== false).map(({ user_id }) => user_id));
      },
    },
  };
}

function sendSignInInvitation({ callbackUrl }: Of<'users.sendSignInInvitation'>): JobSpec<ServerUser> {
  const write = (address: string) => writeOf('emails.sendSignInInvitation', { body: { email: address, callback_url: callbackUrl } });
  return {
    ...email,
    write: write(''),
    judge: (_row, of) => toAddress(of),
    seen: ({ primary_email }) => primary_email,
    // To the address that was shown.
    calls: ({ before }) => (typeof before === 'string' ? [write(before)] : []),
  };
}

export const userSpecs = {
  'users.delete': deletion,
  'users.revokeSessions': sessions,
  'users.verifyEmail': verifyEmail,
  'users.setOneTimeCodes': oneTimeCodes,
  'users.removePasskey': removePasskey,
  'users.removePassword': removePassword,
  'users.removeTwoFactor': removeTwoFactor,
  'users.restrict': restrict,
  'users.liftRestriction': liftRestriction,
  'users.restoreFields': restoreFields,
  'users.sendEmail': sendEmail,
  'users.sendSignInInvitation': sendSignInInvitation,
};
