/** Plans an undo against a fresh read, and returns what windows show of it. */
import type { ShownUndo, ShownUndoRow, UndoReason } from '#contract/bridge/undo.ts';
import { AppError } from '#contract/errors.ts';
import { type Fields, fieldOf, fieldsOf, parseConfiguration } from '#contract/journal/changed-fields.ts';
import { targetOf } from '#contract/journal/old-value.ts';
import { planUndo } from '#contract/journal/plan-undo.ts';
import type { UndoContext, UndoPlan, UndoStep } from '#contract/journal/undo-plan.ts';
import type { UndoRow } from '#contract/journal/undo-values.ts';
import { fingerprintOf } from '../../gateway/confirmations';
import type { Releases } from '../../remote/releases/releases';
import { mayHaveMoved, resolveEndpoint } from '../../remote/releases/resolve-endpoint';
import type { Sender } from '../../remote/send';
import type { Sessions } from '../../session/sessions';
import { withoutSecrets } from '../without-secrets';
import { withKnownSecrets } from './known-secrets';
import { accessOf, pathOf, type Read, type Reading, readAgain, readMember } from './read-again';
import { endpointOf, type UndoTarget } from './undo-target';

export interface PrepareDeps {
  readonly sender: Pick<Sender, 'sendEndpoint'>;
  readonly sessions: Pick<Sessions, 'target' | 'source' | 'serverTime'>;
  readonly releases: Pick<Releases, 'redetect'>;
}

export interface PreparedUndo {
  readonly shown: ShownUndo;
  /** The writes, with the secrets that the service still has; none if the undo is refused. */
  readonly steps: readonly UndoStep[];
}

/** What windows show of an undo that is refused without a read. */
export function refusedUndo(reason: UndoReason, connectionId: string | null): ShownUndo {
  const nothing = { rows: [], others: [], reads: [], writes: [], asks: [], losses: [], isDoubtful: false };
  return { connectionId, readAtMillis: null, reason, ...nothing, fingerprint: '' };
}

/** Reads what an entry changed again, and plans. Rejects with the error of a read that failed. */
export async function prepareUndo(deps: PrepareDeps, undo: UndoTarget): Promise<PreparedUndo> {
  const { sessions, releases } = deps;
  const { connectionId, destination, entry } = undo;
  try {
    return await prepareNow(deps, undo).catch(async (thrown) => {
      const { before } = entry.rule;
      const read = before === null ? undefined : endpointOf(before);
      if (read === undefined || !mayHaveMoved(read, thrown)) throw thrown;
      // The service was updated since: it is asked once more as the release that it is now.
      await releases.redetect(connectionId, () => sessions.target(connectionId, destination));
      return prepareNow(deps, undo);
    });
  } catch (thrown) {
    const reason = thrown instanceof AppError ? reasonOf(thrown) : null;
    if (reason === null) throw thrown;
    return { shown: refusedUndo(reason, connectionId), steps: [] };
  }
}

async function prepareNow({ sender, sessions }: PrepareDeps, undo: UndoTarget): Promise<PreparedUndo> {
  const { connectionId, accountId, destination, actor } = undo;
  const target = await sessions.target(connectionId, destination);
  const features = (await target.features?.()) ?? {};
  const session = accountId === undefined ? undefined : sessions.source(accountId, connectionId);
  const reading: Reading = { sender, target, session, features };
  const context = { byAccount: actor === 'account', has: (feature: keyof typeof features) => features[feature] !== false };
  const { plan, read } = await planFresh(reading, undo, context);
  return toPrepared(undo, plan, read, { features, readAtMillis: Math.round(sessions.serverTime(connectionId)) });
}

function reasonOf({ code }: AppError): UndoReason | null {
  if (code === 'missing-credentials') return 'no-key';
  if (code === 'not-offered-by-service') return 'unsupported';
  if (code === 'connection-changed') return 'connection-moved';
  if (code === 'unknown-connection') return 'connection-gone';
  return code === 'unknown-account' || code === 'session-ended' ? 'account-gone' : null;
}

interface Fresh {
  readonly plan: UndoPlan;
  readonly read: Read;
}

async function planFresh(reading: Reading, undo: UndoTarget, context: Omit<UndoContext, 'now'>): Promise<Fresh> {
  const { entry } = undo;
  // What creates something has no old value: where it is read follows from the write that deletes it.
  const first = entry.rule.before === null ? planUndo(entry, context) : null;
  const read = await readAgain(reading, undo, first?.possible === true ? first.steps[0] : undefined);
  const endpoint = endpointOf(entry.endpoint);
  const hidden = read.value === undefined || endpoint === undefined ? undefined : hide(read.value, entry.endpoint);
  const isConfiguration = entry.endpoint.startsWith('config.');
  const known = read.value === undefined || read.value === null || isConfiguration ? entry : withKnownSecrets(entry, hidden, read.value);
  const plan = planUndo(known, { ...context, ...(read.value === undefined ? {} : { now: isConfiguration ? hidden : read.value }) });
  if (entry.endpoint !== 'teams.removeMember' || !plan.possible) return { plan, read };
  const member = await readMember(reading, undo.actor, { params: fieldsOf(entry.input.params) });
  const isMember = member.value !== undefined && member.value !== null;
  return { plan: isMember ? { possible: false, reason: 'unchanged', rows: [] } : plan, read: member };
}

/** Returns a response without the secrets that the journal keeps out of entries of a write. */
function hide(value: unknown, name: string): unknown {
  const endpoint = endpointOf(name);
  return endpoint === undefined ? null : withoutSecrets({ personal: { before: value } }, { endpoint }).personal.before;
}

interface Facts {
  readonly features: Reading['features'];
  readonly readAtMillis: number;
}

function toPrepared(undo: UndoTarget, plan: UndoPlan, read: Read, { features, readAtMillis }: Facts): PreparedUndo {
  const { connectionId, entry, actor } = undo;
  const steps = plan.possible ? plan.steps : [];
  const unsupported = steps.some(({ endpoint: name }) => endpointOf(name)?.actors[actor] === undefined);
  const rows = plan.rows.map((row) => toShownRow(row, entry.endpoint, setOf(undo, row)));
  const reason = plan.possible ? (unsupported ? 'project-only' : null) : plan.reason;
  const writes = reason === null ? steps.map((step) => toShownRequest(step, actor, features)) : [];
  const about = {
    reason,
    rows,
    writes,
    asks: plan.possible ? plan.asks.map((path) => ({ path, provider: providerOf(path) })) : [],
    losses: plan.possible ? plan.losses : [],
    isDoubtful: reason === null && undo.isDoubtful,
  };
  const shown: ShownUndo = {
    connectionId,
    readAtMillis: read.path === null ? null : readAtMillis,
    ...about,
    others: othersOf(plan.rows, fieldsOf(targetOf(entry.endpoint, entry.input, read.value))),
    reads: read.path === null ? [] : [{ method: 'GET', access: read.access, path: read.path }],
    fingerprint: fingerprintOf([connectionId, undo.destination, undo.accountId ?? null, about]),
  };
  return { shown, steps: reason === null ? steps : [] };
}

function toShownRow(row: UndoRow, name: string, set: unknown): ShownUndoRow {
  const { path, effect, reason } = row;
  const values = Object.entries({ was: row.was, set, isNow: row.isNow, willBe: row.willBe }).filter(([, value]) => value !== undefined);
  const shown = values.map(([key, value]) => [key, hideAt(path, value, name)] as const);
  return { path, effect, ...(reason === undefined ? {} : { reason }), ...Object.fromEntries(shown) };
}

/** Hides a value that is secret by its place. */
function hideAt(path: readonly string[], value: unknown, name: string): unknown {
  if (name.startsWith('config.')) {
    const text = fieldOf(fieldsOf(hide({ config_string: JSON.stringify({ [path.join('.')]: value }) }, name)), 'config_string');
    return fieldOf(parseConfiguration(text) ?? {}, path.join('.'));
  }
  const nested = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  return path.reduce<unknown>((outer, key) => fieldOf(fieldsOf(outer), key), hide(nested, name));
}

/** Returns what a write made of the value of a row. */
function setOf({ entry }: UndoTarget, { path }: UndoRow): unknown {
  const [made, sent] = [fieldsOf(entry.response), fieldsOf(entry.input.body)];
  const [first = ''] = path;
  const from = Object.hasOwn(made, first) ? made : sent;
  return path.reduce<unknown>((outer, key) => {
    if (!Array.isArray(outer)) return fieldOf(fieldsOf(outer), key);
    return outer.find((item) => item === key || [fieldsOf(item).id, fieldsOf(item).domain].includes(key));
  }, from);
}

function toShownRequest(
  { endpoint: name, params, query, body, newId }: UndoStep,
  actor: UndoTarget['actor'],
  features: Reading['features'],
): ShownUndo['writes'][number] {
  const endpoint = endpointOf(name);
  if (endpoint === undefined) throw new Error(`No endpoint ${name}`);
  const input = { params: newId === undefined ? params : { ...params, [newId]: placeholder }, query };
  const path = pathOf(resolveEndpoint(endpoint, features), input).replace(placeholder, '{id}');
  const shown = withoutSecrets({ personal: { request: { body } } }, { endpoint }).personal.request.body;
  return {
    method: endpoint.method,
    access: accessOf(endpoint.actors[actor]),
    path,
    ...(body === undefined || Object.keys(body).length === 0 ? {} : { body: shown }),
  };
}

/** Stands for the ID that the first response will have. */
const placeholder = '00new00';

/** Returns the ID of the provider of which a secret is asked; null for another secret. */
function providerOf(path: string): string | null {
  return /^(?:config_override_string\.auth\.oauth\.providers|config\.oauth_providers)\.([^.]+)\./.exec(path)?.[1] ?? null;
}

/** Returns the keys beside those of rows within a JSON object, which an update of the object sends as they are. */
function othersOf(rows: readonly UndoRow[], isNow: Fields): string[] {
  const parents = new Set(
    rows.flatMap(({ path: [parent = '', key] }) => (key === undefined || !parent.endsWith('metadata') ? [] : [parent])),
  );
  return [...parents].flatMap((parent) => {
    const shown = new Set(rows.filter(({ path }) => path[0] === parent).map(({ path }) => path[1]));
    return Object.keys(fieldsOf(fieldOf(isNow, parent))).filter((key) => !shown.has(key));
  });
}
