/** What a line makes of a user: compared with the user who exists, if there is one. */
import type { LineChange, LineProblem } from '#contract/imports/check.ts';
import type { MappingOf } from '#contract/imports/mapping.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { OwnTargets } from '../../jobs/freeze-rows';
import type { ImportedUser } from '../../jobs/import-users';
import { blockedPath, fieldChanges, frozenFields, type ImportedFields } from '../../jobs/imported-fields';
import type { KnownProject, KnownUsers } from './known-project';
import { impossibleLine, lineProblem, type PlannedLine, sameLine, valueProblem } from './planned-line';
import { keyOf, type Reference, type UserDraft } from './user-draft';

export interface PlanUserDeps {
  readonly mapping: MappingOf<'users'>;
  readonly users: KnownUsers;
  readonly project: KnownProject;
  readonly own: OwnTargets;
  readonly fold: (email: string) => string;
  /** Line of each user of the file, by what is matched by. */
  readonly lines: Map<string, number>;
}

/** Fields that an empty cell can clear. */
const clearable: ReadonlySet<string> = new Set([
  'display_name',
  'profile_image_url',
  'client_metadata',
  'client_read_only_metadata',
  'server_metadata',
]);

/** Names of targets, where the service has another one for the field. */
const targetNames: Readonly<Record<string, string>> = {
  primary_email: 'email',
  primary_email_verified: 'email_verified',
  primary_email_auth_enabled: 'email_auth',
  otp_auth_enabled: 'one_time_codes',
};

/** Plans one line. Lines have to come in their order, because a later one about the same user is left out. Rejects with the errors of reads. */
export async function planUser(draft: UserDraft, deps: PlanUserDeps): Promise<PlannedLine> {
  const { mapping, fold, lines } = deps;
  const who = { line: draft.line, id: null, name: nameOf(draft.fields), email: draft.email };
  if (draft.problems.length > 0) return impossibleLine(who, draft.problems);
  if (isEmpty(draft)) return impossibleLine(who, [lineProblem('empty-line')]);
  // Lines without an ID are known by their address.
  const isById = mapping.match === 'id' && draft.id !== null;
  const key = keyOf(draft, isById ? 'id' : 'email', fold);
  const earlier = key === null ? undefined : lines.get(key);
  if (earlier !== undefined) return impossibleLine(who, [lineProblem('repeated', { line: earlier })]);
  if (key !== null) lines.set(key, draft.line);
  const found = foundUsers(deps, key, isById);
  if (found.length > 1) return impossibleLine(who, [lineProblem('several-match')]);
  if (isById && found.length === 0) return impossibleLine({ ...who, id: draft.id }, [lineProblem('not-found')]);
  const [user] = found;
  return user === undefined ? planCreation(draft, deps) : planChange(draft, user, deps);
}

function foundUsers({ users }: PlanUserDeps, key: string | null, isById: boolean): readonly ServerUser[] {
  if (key === null) return [];
  if (!isById) return users.byEmail(key);
  const user = users.byId(key);
  return user === undefined ? [] : [user];
}

function isEmpty({ id, email, fields, paths, secret }: UserDraft): boolean {
  return id === null && email === null && secret === null && paths.length === 0 && Object.keys(fields).length === 0;
}

function nameOf(fields: UserDraft['fields']): string | null {
  const { display_name: name } = fields;
  return typeof name === 'string' ? name.slice(0, 1_000) : null;
}

async function planCreation(draft: UserDraft, deps: PlanUserDeps): Promise<PlannedLine> {
  const { line, email, secret, paths } = draft;
  const auth = email === null || 'primary_email_auth_enabled' in draft.fields ? {} : { primary_email_auth_enabled: true };
  const fields = { ...(email === null ? {} : { primary_email: email }), ...auth, ...draft.fields };
  const references = await resolved(draft, deps.project);
  const problems = [...references.problems, ...(await creationProblems(draft, deps.project))];
  const blocked = blockedPath(draft.fields, { fields, paths });
  if (blocked !== null) problems.push(lineProblem('in-the-way', { value: blocked }));
  const who = { line, id: null, name: nameOf(draft.fields), email };
  if (problems.length > 0) return impossibleLine(who, problems);
  const value: ImportedUser = { fields, paths, teams: references.teams.map(({ id }) => id), permissions: references.permissions };
  const shown: ImportedFields = { fields: withoutKeys(fields, ['primary_email', 'primary_email_auth_enabled', 'display_name']), paths };
  return {
    ...who,
    status: 'create',
    changes: [...shownChanges({}, shown), ...secretChanges(secret), ...additions(references)],
    problems: [],
    row: {
      target: { id: email ?? `line ${line}`, of: null },
      ...{ name: who.name, email },
      before: null,
      value: value as unknown as JsonValue,
      secret: secret === null ? null : JSON.stringify(secret),
      reason: null,
    },
    requests: (email === null ? 1 : 2) + references.teams.length + references.permissions.length,
    leavesPassword: false,
  };
}

async function creationProblems({ email, fields, secret }: UserDraft, project: KnownProject): Promise<readonly LineProblem[]> {
  const needsEmail = fields.primary_email_verified === true || fields.primary_email_auth_enabled === true || secret !== null;
  if (email === null && needsEmail) return [lineProblem('verified-without-email')];
  return secret !== null && !(await project.hasPasswords()) ? [lineProblem('password-off')] : [];
}

async function planChange(draft: UserDraft, user: ServerUser, deps: PlanUserDeps): Promise<PlannedLine> {
  const { mapping, own } = deps;
  const { line, secret } = draft;
  const who = { line, id: user.id, name: user.display_name ?? nameOf(draft.fields), email: user.primary_email };
  if (mapping.existing === 'leave') return sameLine(who, secret !== null);
  const isCleared = mapping.empty === 'clear';
  const cleared = isCleared
    ? Object.fromEntries(draft.emptyFields.filter((field) => clearable.has(field)).map((field) => [field, null]))
    : {};
  const email = mapping.match === 'id' && draft.email !== null ? { primary_email: draft.email } : {};
  const wanted: ImportedFields = {
    fields: { ...email, ...draft.fields, ...cleared },
    paths: [...draft.paths, ...(isCleared ? draft.emptyPaths.map((path) => ({ path })) : [])],
  };
  const references = await resolved(draft, deps.project, user.id);
  const problems = [...references.problems];
  const blocked = blockedPath(user, wanted);
  if (blocked !== null) problems.push(lineProblem('in-the-way', { value: blocked }));
  const setsPassword = secret !== null && mapping.alsoSetPasswords;
  if (setsPassword && own.has(user.id)) problems.push(lineProblem('self'));
  if (setsPassword && !(await deps.project.hasPasswords())) problems.push(lineProblem('password-off'));
  if (problems.length > 0) return impossibleLine(who, problems);
  const changes = [...shownChanges(user, wanted), ...(setsPassword ? secretChanges(secret) : []), ...additions(references)];
  const leavesPassword = secret !== null && !setsPassword;
  if (changes.length === 0) return sameLine(who, leavesPassword);
  const value: ImportedUser = { ...wanted, teams: references.teams.map(({ id }) => id), permissions: references.permissions };
  const hasFields = fieldChanges(user, wanted).length > 0 || setsPassword;
  // A user who has another address by then is another one than the line is about.
  const foundBy = mapping.match === 'id' && draft.id !== null ? {} : { email: user.primary_email };
  const reads = 1 + Math.min(1, references.teams.length) + Math.min(1, references.permissions.length);
  return {
    ...who,
    status: 'change',
    changes,
    problems: [],
    row: {
      target: { id: user.id, of: null },
      ...{ name: who.name?.slice(0, 1_000) ?? null, email: who.email?.slice(0, 1_000) ?? null },
      before: { ...frozenFields(user, wanted), ...foundBy } as unknown as JsonValue,
      value: value as unknown as JsonValue,
      secret: setsPassword ? JSON.stringify(secret) : null,
      reason: null,
    },
    requests: reads + (hasFields ? 1 : 0) + references.teams.length + references.permissions.length,
    leavesPassword,
  };
}

function shownChanges(owner: Readonly<Record<string, unknown>>, wanted: ImportedFields): readonly LineChange[] {
  return fieldChanges(owner, wanted).map(({ field, ...values }) => ({ field: targetNames[field] ?? field, ...values }));
}

function secretChanges(secret: UserDraft['secret']): readonly LineChange[] {
  if (secret === null) return [];
  return [{ field: 'password' in secret ? 'password' : 'password_hash', isSecret: true }];
}

function additions({ teams, permissions }: Resolved): readonly LineChange[] {
  return [...teams.map(({ name }) => ({ field: 'team', after: name })), ...permissions.map((id) => ({ field: 'permission', after: id }))];
}

function withoutKeys(fields: UserDraft['fields'], keys: readonly string[]): UserDraft['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));
}

interface Resolved {
  readonly teams: readonly { readonly id: string; readonly name: string }[];
  readonly permissions: readonly string[];
  readonly problems: readonly LineProblem[];
}

/** Resolves to the teams and permissions that a user gets; of one who exists, those that the user doesn't have yet. */
async function resolved({ teams, permissions }: UserDraft, project: KnownProject, userId?: string): Promise<Resolved> {
  const problems: LineProblem[] = [];
  const ownTeams: { id: string; name: string }[] = [];
  for (const reference of teams) {
    const found = await teamsNamed(reference, project);
    const [team] = found;
    if (team === undefined || found.length > 1)
      problems.push(referenceProblem(reference, team === undefined ? 'team-unknown' : 'team-ambiguous'));
    else if (userId === undefined || !(await project.members(team.id)).has(userId)) ownTeams.push({ id: team.id, name: team.display_name });
  }
  const known = permissions.length === 0 ? null : await project.projectPermissions();
  const ownPermissions: string[] = [];
  for (const reference of permissions) {
    if (known !== null && !known.has(reference.text)) problems.push(referenceProblem(reference, 'permission-unknown'));
    else if (userId === undefined || !(await project.holders()).has(`${userId} ${reference.text}`)) ownPermissions.push(reference.text);
  }
  return { teams: ownTeams, permissions: ownPermissions, problems };
}

/** Resolves to the teams that a reference names. */
export async function teamsNamed({ by, text }: Reference, project: KnownProject) {
  const teams = await project.teamsBy();
  return by === 'id' ? (teams.ids.get(text.toLowerCase()) ?? []) : (teams.names.get(text) ?? []);
}

function referenceProblem({ column, text }: Reference, reason: LineProblem['reason']): LineProblem {
  return valueProblem(column, text, { reason });
}
