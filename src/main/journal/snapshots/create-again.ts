/** Creates a deleted user or team again from its snapshot: what it depends on is read, then each step is made on its own. */
import type { EndedStep } from '#contract/bridge/snapshots.ts';
import type { Endpoint } from '#contract/definitions.ts';
import { AppError, type ErrorReport, fail, toReport } from '#contract/errors.ts';
import { isSameValue } from '#contract/journal/changed-fields.ts';
import {
  type CreateAgainFacts,
  type CreateAgainPlan,
  type CreateStep,
  planCreateAgain,
  type SnapshotWrite,
} from '#contract/journal/create-again.ts';
import type { DoneStep, StoredSnapshot } from '#contract/journal/snapshot.ts';
import { catalog } from '#contract/service/index.ts';
import type { Gateway } from '../../gateway/create-gateway';
import { mayHaveCreated } from '../../impersonation/request-session';
import type { Sender, Target } from '../../remote/send';
import type { Sessions } from '../../session/sessions';
import type { JournalRecords } from '../journal-records';
import { hasServerAccess } from './read-snapshot';

export interface CreateAgainDeps {
  readonly sender: Sender;
  readonly sessions: Pick<Sessions, 'target' | 'source'>;
  readonly request: JournalRecords['request'];
  readonly sendWrite: Gateway['sendWrite'];
  /** The user of an account of this app; null if it is signed out. */
  readonly userOf: (accountId: string) => string | null;
}

export interface CreateAgain {
  /** With what was found out about an unclear creation. */
  readonly snapshot: StoredSnapshot;
  readonly plan: CreateAgainPlan;
  readonly target: Target;
  /** The account by whose session it is created; null if the project does it. */
  readonly accountId: string | null;
  readonly obstacle: 'exists' | 'no-key' | 'moved' | null;
}

/** Reads what the plan depends on. Throws `connection-changed` for a connection that points elsewhere, and the errors of reading the old ID. */
export async function prepareCreateAgain(deps: CreateAgainDeps, stored: StoredSnapshot): Promise<CreateAgain> {
  const { connectionId, destination, data } = stored;
  const target = await deps.sessions.target(connectionId, destination);
  const own = data.kind === 'team' ? data.accountId : null;
  const canProject = hasServerAccess(target);
  const userId = !canProject && own !== null ? deps.userOf(own) : null;
  const accountId = userId === null ? null : own;
  const snapshot = canProject ? await resolved(deps, target, stored) : stored;
  const features = (await target.features?.()) ?? {};
  const facts: CreateAgainFacts = {
    // What isn't known counts as possible.
    has: (feature) => features[feature] !== false,
    byAccount: accountId !== null,
    accountUserId: userId,
    ...(canProject ? await readFacts(deps, target, snapshot) : noFacts),
  };
  const plan = planCreateAgain(data, facts);
  const obstacle = !canProject && accountId === null ? 'no-key' : await existence(deps, target, snapshot, accountId);
  return { snapshot, plan, target, accountId, obstacle };
}

/** Milliseconds by which the clocks of the service and of this machine may differ. */
const skewMillis = 300_000;

/** Finds out whether a creation was done whose response didn't come. Of users without an email, and of teams, that can't be known. */
async function resolved(deps: CreateAgainDeps, target: Target, snapshot: StoredSnapshot): Promise<StoredSnapshot> {
  const { id, data, targetId, takenAtMillis, progress } = snapshot;
  const { result } = progress.steps.create ?? { result: 'failed' };
  if ((result !== 'unclear' && result !== 'running') || progress.newId !== null || data.kind === 'team') return snapshot;
  const { primary_email: email, display_name: name, server_metadata: metadata } = data.user;
  if (email === null) return snapshot;
  const { items } = await deps.sender.send(catalog.users.list, 'project', target, { query: { query: email, limit: 20 } });
  const [found, ...others] = items.filter(
    (user) =>
      user.id !== targetId &&
      user.primary_email?.toLowerCase() === email.toLowerCase() &&
      user.display_name === name &&
      isSameValue(user.server_metadata, metadata) &&
      user.signed_up_at_millis >= takenAtMillis - skewMillis,
  );
  if (found === undefined || others.length > 0) return snapshot;
  const ended: DoneStep = { result: 'done', code: null, known: null };
  return { ...snapshot, progress: await deps.request({ op: 'end-step', id, step: 'create', ended, newId: found.id }) };
}

const noFacts = { usedEmails: new Set<string>(), goneTeams: new Set<string>(), project: null };

/** Whether what was deleted is still there. Once it was created again, that no longer matters. */
async function existence({ sender, sessions }: CreateAgainDeps, target: Target, snapshot: StoredSnapshot, accountId: string | null) {
  const { data, targetId, connectionId, progress } = snapshot;
  if (progress.newId !== null) return null;
  try {
    if (data.kind === 'user') await sender.send(catalog.users.read, 'project', target, { params: { user_id: targetId } });
    else if (accountId === null) await sender.send(catalog.teams.read, 'project', target, { params: { id: targetId } });
    else {
      const session = sessions.source(accountId, connectionId);
      await sender.send(catalog.teams.read, 'account', target, { params: { id: targetId } }, { session });
    }
    return 'exists';
  } catch (thrown) {
    const known = thrown instanceof AppError ? thrown.report.known : undefined;
    if (known === 'USER_NOT_FOUND' || known === 'TEAM_NOT_FOUND' || known === 'TEAM_MEMBERSHIP_NOT_FOUND') return null;
    throw thrown;
  }
}

/** Addresses and teams that are looked up, at most: each takes a request. The rest fails where it has to. */
const maxLookups = 20;

/** Reads what keeps a user from coming back as before. What can't be read is found out by the step itself. */
async function readFacts({ sender }: CreateAgainDeps, target: Target, { data, progress }: StoredSnapshot) {
  if (data.kind === 'team') return noFacts;
  const addresses = [...new Set([data.user.primary_email, ...data.channels.map(({ value }) => value)])].filter(
    (address) => address !== null,
  );
  const usedEmails = new Set<string>();
  const goneTeams = new Set<string>();
  const lookUp = addresses.slice(0, maxLookups).map(async (address) => {
    // The whole address, of which the service finds parts; its wildcards only find more.
    const { items } = await sender.send(catalog.users.list, 'project', target, { query: { query: address, limit: 20 } });
    const others = items.filter(({ id, primary_email: email }) => id !== progress.newId && email?.toLowerCase() === address.toLowerCase());
    if (others.some((user) => user.primary_email_auth_enabled)) usedEmails.add(address.toLowerCase());
  });
  const askTeams = data.teams.slice(0, maxLookups).map(async ({ id }) => {
    try {
      await sender.send(catalog.teams.read, 'project', target, { params: { id } });
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.report.known === 'TEAM_NOT_FOUND') goneTeams.add(id);
    }
  });
  let project: CreateAgainFacts['project'] = null;
  const readProject = async () => {
    const { config } = await sender.send(catalog.projects.current, 'none', target, {});
    project = { providers: new Set(config.enabled_oauth_providers.map(({ id }) => id)), codes: config.magic_link_enabled };
  };
  await Promise.allSettled([...lookUp, ...askTeams, readProject()]);
  return { usedEmails, goneTeams, project };
}

const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(catalog).flatMap(([group, rows]) =>
    Object.entries(rows as Readonly<Record<string, Endpoint>>).map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
  ),
);

export interface StepRequest {
  readonly step: string;
  readonly repeated: boolean;
  /** Throws if the change isn't allowed any longer. */
  readonly assertAllowed: () => void;
}

/** Makes one step. What may have been done isn't sent again unless it is `repeated`. */
export async function makeStep(deps: CreateAgainDeps, again: CreateAgain, asked: StepRequest): Promise<EndedStep> {
  const { request } = deps;
  const { snapshot, target } = again;
  const { id, progress } = snapshot;
  const step = again.plan.steps.find((each) => each.id === asked.step);
  if (step === undefined || step.skip !== null) throw fail('object-gone');
  const isCreation = step.id === 'create';
  if (!isCreation && progress.newId === null) throw fail('object-gone');
  if (isCreation && progress.newId === null && again.obstacle !== null) throw fail('object-gone');
  const begun = await request({ op: 'begin-step', id, step: step.id, repeated: asked.repeated });
  if (begun === null) {
    const isDone = progress.steps[step.id]?.result === 'done';
    return { result: isDone ? 'done' : 'unclear', newId: progress.newId, error: null };
  }
  const wasUnclear = progress.steps[step.id]?.result !== undefined;
  let newId = progress.newId;
  let ended: DoneStep = { result: 'done', code: null, known: null };
  let error: ErrorReport | null = null;
  try {
    const created = await sendAll(deps, snapshot, again, step, asked.assertAllowed, wasUnclear);
    if (isCreation) newId = created;
  } catch (thrown) {
    error = toReport(thrown);
    ended = { result: mayHaveCreated(thrown) ? 'unclear' : 'failed', code: error.code, known: error.known ?? null };
  }
  const stored = await request({ op: 'end-step', id, step: step.id, ended, newId });
  if (isCreation && ended.result === 'unclear') {
    const known = await resolved(deps, target, { ...snapshot, progress: stored }).catch(() => null);
    if (known !== null && known.progress.newId !== null) return { result: 'done', newId: known.progress.newId, error: null };
  }
  return { result: ended.result === 'running' ? 'unclear' : ended.result, newId, error };
}

/** Sends the writes of a step. Resolves to the ID in the first response. */
async function sendAll(
  deps: CreateAgainDeps,
  { connectionId, seq, progress }: StoredSnapshot,
  { target, accountId }: CreateAgain,
  step: CreateStep,
  assertAllowed: () => void,
  isRepeated: boolean,
): Promise<string | null> {
  const session = accountId === null ? {} : { session: deps.sessions.source(accountId, connectionId) };
  const origin = {
    source: 'window',
    connectionId,
    ...(accountId === null ? {} : { accountId }),
    ...(seq === null ? {} : { undoes: seq }),
  } as const;
  let created: string | null = null;
  for (const [at, write] of step.writes(progress.newId ?? '').entries()) {
    const endpoint = endpoints.get(write.endpoint);
    const variant = endpoint?.actors[accountId === null ? 'project' : 'account'];
    if (endpoint === undefined || variant === undefined) throw fail('internal');
    const options = { ...session, origin, assertAllowed };
    const sending = () => deps.sender.sendEndpoint(endpoint, variant, target, inputOf(write), options);
    try {
      const value = await deps.sendWrite({ endpoint: write.endpoint, connectionId }, sending);
      if (at === 0) created = idIn(value);
    } catch (thrown) {
      if (!(isRepeated && isThereAlready(thrown))) throw thrown;
    }
  }
  if (step.id === 'create' && created === null) throw fail('bad-response', { path: 'id' });
  return created;
}

/** What an earlier try has done, as the service says of a second one (wire/endpoints 3, 5, and 6). */
function isThereAlready(thrown: unknown): boolean {
  if (!(thrown instanceof AppError)) return false;
  const { known, text } = thrown.report;
  return known === 'TEAM_MEMBERSHIP_ALREADY_EXISTS' || /^Contact channel already exists/.test(text ?? '');
}

const inputOf = ({ params, body }: SnapshotWrite) => ({
  ...(params === undefined ? {} : { params }),
  ...(body === undefined ? {} : { body }),
});

function idIn(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null ? (value as { readonly id?: unknown }).id : undefined;
  return typeof id === 'string' ? id : null;
}
