/** What an entry says of a write: facts that stay, and the part that can be erased. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { Endpoint } from '#contract/definitions.ts';
import { AppError } from '#contract/errors.ts';
import type { IntentFacts, IntentPersonal, OutcomeFacts } from '#contract/journal/journal-entry.ts';
import type { IdSource, JournalSubject } from '#contract/journal/journal-rule.ts';
import { targetOf } from '#contract/journal/old-value.ts';
import { maxReasonLength } from '#contract/limits.ts';
import { catalog } from '#contract/service/index.ts';
import { mayHaveCreated } from '../impersonation/request-session';
import type { RecordedWrite, WriteCredential, WriteOrigin, WriteOutcome } from '../ports/write-recorder';
import { withoutSecrets } from './without-secrets';

export interface WriteScene {
  readonly osUser: string;
  readonly account: Account | undefined;
  readonly connectionId: string | null;
  /** Whether it is made in the terminal. */
  readonly isTerminal?: boolean;
  /** What the user and the team are called, that the write is about, as far as it is known. */
  readonly names?: { readonly user?: string | undefined; readonly team?: string | undefined };
}

/** Names of the catalog's endpoints, as `users.update`. */
const endpointNames: ReadonlyMap<Endpoint, string> = new Map(
  Object.entries(catalog).flatMap(([group, endpoints]) =>
    Object.entries(endpoints as Readonly<Record<string, Endpoint>>).map(([name, endpoint]) => [endpoint, `${group}.${name}`] as const),
  ),
);

/** Returns the name of an endpoint of the catalog; undefined of another one. */
export function endpointNameOf(endpoint: Endpoint): string | undefined {
  return endpointNames.get(endpoint);
}

/** Whether the journal has an entry for a write. Sign-ins, refreshes, and checks have none; a write without a rule has one. */
export function isRecorded({ endpoint: { journal } }: Pick<RecordedWrite, 'endpoint'>): boolean {
  return journal === undefined || 'subject' in journal;
}

/** Returns what is stored of a write before it is sent. */
export function intentOf(write: RecordedWrite, scene: WriteScene): { readonly facts: IntentFacts; readonly personal: IntentPersonal } {
  const { endpoint, input, destination, origin = { source: 'app' } } = write;
  const subject = subjectOf(endpoint);
  const id = (source: IdSource | undefined) => idOf(source, input, scene.account);
  const targetId = id(subject.id);
  const people = [...new Set([id(subject.user), id(subject.team)])].filter((one) => one !== null && one !== targetId);
  const facts: IntentFacts = {
    osUser: scene.osUser.slice(0, 200),
    actor: actorOf(write.credential, origin),
    connectionId: scene.connectionId,
    destination: destination ?? null,
    endpoint: endpointNames.get(endpoint) ?? `${endpoint.method} ${endpoint.path}`.slice(0, 100),
    target: { kind: subject.kind, id: targetId },
    people: people as string[],
    source: origin.source,
    ...(scene.isTerminal ? { terminal: true as const } : {}),
    job: origin.job ?? null,
    impersonation: origin.impersonation ?? scene.account?.impersonationId ?? null,
    undoes: origin.undoes ?? null,
    ...plannedOf(input),
  };
  return withoutSecrets({ facts, personal: personalOf(write, scene.names ?? {}) }, write);
}

/** Returns what is stored of a write after its last try. */
export function outcomeOf(write: RecordedWrite, outcome: WriteOutcome): OutcomeFacts {
  if (outcome.ok) {
    const created = createdIdOf(subjectOf(write.endpoint), outcome.value);
    const facts = { result: 'done', code: null, known: null } as const;
    return withoutSecrets(
      { ...facts, status: outcome.status ?? null, requestId: outcome.requestId?.slice(0, 200) ?? null, createdId: created },
      write,
    );
  }
  const { error } = outcome;
  const report = error instanceof AppError ? error.report : undefined;
  return {
    result: mayHaveCreated(error) ? 'unknown' : 'failed',
    status: report?.status ?? null,
    requestId: report?.requestId?.slice(0, 200) ?? null,
    code: report?.code ?? 'internal',
    known: report?.known?.slice(0, 200) ?? null,
    createdId: null,
  };
}

/** For how long a session is meant. */
function plannedOf({ body }: RecordedWrite['input']): Pick<IntentFacts, 'plannedMillis'> {
  const planned = fieldAt(body, ['expires_in_millis']);
  return typeof planned === 'number' ? { plannedMillis: Math.max(0, Math.round(planned)) } : {};
}

function subjectOf({ journal }: Endpoint): Omit<JournalSubject, 'kind'> & { readonly kind: string } {
  return journal !== undefined && 'subject' in journal ? journal.subject : { kind: 'other' };
}

function actorOf(credential: WriteCredential | undefined, { accountId }: WriteOrigin): IntentFacts['actor'] {
  const { kind, access, lastFour } = credential ?? { kind: 'none', access: null, lastFour: null };
  return { kind, id: kind === 'account' ? (accountId ?? null) : access, lastFour };
}

function fieldAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (typeof inner === 'object' && inner !== null ? (inner as Fields)[name] : undefined), value);
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns an ID that the input has; null if the response has it, or nothing does. `me` is the account's user. */
function idOf(source: IdSource | undefined, input: RecordedWrite['input'], account: Account | undefined): string | null {
  if (source === undefined || source.startsWith('response.')) return null;
  const found = source === 'account' ? 'me' : fieldAt(input, source.split('.'));
  if (found === 'me') return account?.userId ?? null;
  return typeof found === 'string' && found !== '' ? found.slice(0, maxIdLength) : null;
}

const maxIdLength = 1_000;

function createdIdOf({ id }: Pick<JournalSubject, 'id'>, value: unknown): string | null {
  if (id?.startsWith('response.') !== true) return null;
  const found = fieldAt(value, id.split('.').slice(1));
  return typeof found === 'string' && found !== '' ? found.slice(0, maxIdLength) : null;
}

/** Fields by which things are called, the most telling first. */
const nameFields = ['display_name', 'name', 'primary_email', 'email', 'value', 'subject', 'domain'];

function personalOf({ endpoint, input, origin }: RecordedWrite, known: NonNullable<WriteScene['names']>): IntentPersonal {
  const { params, query, body } = input;
  const name = endpointNames.get(endpoint) ?? '';
  const before = origin?.before ?? null;
  const { kind } = subjectOf(endpoint);
  const role = kind === 'user' || kind === 'team' ? kind : 'subject';
  const own = nameIn(targetOf(name, input, before)) ?? (role === 'subject' ? undefined : known[role]) ?? nameIn(body);
  const names = Object.entries({ ...known, [role]: own }).filter(([, text]) => text !== undefined && text !== '');
  return {
    names: Object.fromEntries(names.map(([each, text]) => [each, String(text).slice(0, maxIdLength)])),
    before: sizedBefore(name, input, before),
    request: JSON.parse(JSON.stringify({ params, query, body })) as unknown,
    ...(origin?.reason === undefined ? {} : { reason: origin.reason.slice(0, maxReasonLength) }),
  };
}

function nameIn(value: unknown): string | undefined {
  return nameFields.map((field) => fieldAt(value, [field])).find((text) => typeof text === 'string' && text !== '') as string | undefined;
}

/** Maximum characters of an old value as JSON. */
const maxBeforeLength = 1_000_000;

/** Returns an old value that fits into an entry: of a long list, what the write is about, and of what is too large, nothing. */
function sizedBefore(endpoint: string, input: RecordedWrite['input'], before: unknown): unknown {
  const fits = (value: unknown) => value !== undefined && JSON.stringify(value).length <= maxBeforeLength;
  return [before, targetOf(endpoint, input, before)].find(fits) ?? null;
}

/** Returns the IDs of the user and the team that a write is about, whose names are worth finding. The own account isn't named. */
export function namedIdsOf({ endpoint, input }: RecordedWrite): { readonly user: string | null; readonly team: string | null } {
  const { kind, id, user, team } = subjectOf(endpoint);
  const of = (role: 'user' | 'team', source: IdSource | undefined) => idOf(source ?? (kind === role ? id : undefined), input, undefined);
  return { user: of('user', user), team: of('team', team) };
}

/** Returns what the service made of the fields that were sent; null if the response doesn't have them, or the write isn't undone by restoring. */
export function madeOf(write: RecordedWrite, outcome: WriteOutcome): unknown {
  const { journal } = write.endpoint;
  if (!outcome.ok || journal === undefined || !('subject' in journal) || !('restore' in journal.undo)) return null;
  const { made } = withoutSecrets({ made: sameFields(write.input.body, outcome.value) }, write);
  return made ?? null;
}

/** The fields of a response that a body has, also those of a project's `config`. */
function sameFields(body: unknown, response: unknown): unknown {
  if (!isFields(body) || !isFields(response)) return undefined;
  const names = Object.keys(body).filter((name) => body[name] !== undefined && Object.hasOwn(response, name));
  if (names.length === 0) return undefined;
  return Object.fromEntries(
    names.map((name) => [name, name === 'config' ? (sameFields(body[name], response[name]) ?? {}) : response[name]]),
  );
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
