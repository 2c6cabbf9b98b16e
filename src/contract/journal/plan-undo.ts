/** Plans how a recorded write is undone, from its entry and a fresh read. */
import type { Feature } from '../features';
import { changedFields, type Fields, fieldOf, fieldsOf, flatProject, isSameValue, itemsOf } from './changed-fields';
import type { NoUndoReason } from './journal-rule';
import { targetOf } from './old-value';
import { undoConfiguration } from './undo-configuration';
import { creationSteps, oppositeSteps } from './undo-creations';
import { refuse, type UndoContext, type UndoEntry, type UndoPlan, type UndoRefusal } from './undo-plan';
import { withPrimary } from './undo-primary';
import { withoutLift } from './undo-restriction';
import { restoreSteps, unsendable } from './undo-updates';
import { hasSecret, type KeptReason, type UndoRow, undoFields, undoValue } from './undo-values';

/** Undoing writes that accounts can't make. */
const projectOnly: ReadonlySet<string> = new Set(['teams.addMember', 'oauth.addProvider', 'users.create', 'users.delete']);
/** Writes whose old value is only about other objects, so that they can be undone without it. */
const ofOthers: ReadonlySet<string> = new Set(['contactChannels.create']);
/** Undoing writes that not every release has which has the write itself. */
const needs: Readonly<Record<string, Feature>> = { 'emailDrafts.delete': 'draft-deletion' };

/** Returns why a write can't be undone, as far as its entry alone shows; null if it may be. */
export function refusalOfEntry(
  { rule, endpoint, input, before }: UndoEntry,
  { byAccount, has }: Omit<UndoContext, 'now'>,
): UndoRefusal | null {
  const { undo } = rule;
  if ('none' in undo) return undo.none;
  if ('restore' in undo) {
    const fields = Object.keys(changedFields(flatProject(input.body), flatProject(targetOf(endpoint, input, before))));
    const reasons = fields.map((name) => fieldOf(undo.except ?? {}, name));
    const [reason] = reasons;
    return reason !== undefined && reasons.every((each) => each !== undefined) ? reason : before === undefined ? 'unknown' : null;
  }
  const other = 'opposite' in undo ? undo.opposite : undo.again;
  if (byAccount && projectOnly.has(other)) return 'project-only';
  const feature = fieldOf(needs, other);
  if (feature !== undefined && !has(feature)) return 'unsupported';
  return before === undefined && rule.before !== null && !ofOthers.has(endpoint) ? 'unknown' : null;
}

/** Returns the plan for undoing a write. It changes nothing, and is made again right before it is sent. */
export function planUndo(entry: UndoEntry, context: UndoContext): UndoPlan {
  return withPrimary(entry, context, planWrite(entry, context));
}

function planWrite(entry: UndoEntry, context: UndoContext): UndoPlan {
  const { rule, endpoint } = entry;
  const { undo } = rule;
  if ('none' in undo) return refuse(undo.none);
  const refusal = refusalOfEntry(entry, context);
  if (refusal === 'project-only' || refusal === 'unsupported') return refuse(refusal);
  if (endpoint.startsWith('config.')) return undoConfiguration(entry, context);
  if ('opposite' in undo) return planOpposite(entry, context, undo.opposite);
  if ('again' in undo) return planCreation(entry, context, undo.again);
  return planRestore(entry, context, undo.except ?? {}, undo.default);
}

function planOpposite({ endpoint, input, response, before }: UndoEntry, { now }: UndoContext, opposite: string): UndoPlan {
  if (endpoint.startsWith('permissions.grant') || endpoint.startsWith('permissions.revoke')) {
    const wanted = fieldOf(fieldsOf(input.params), 'permission_id');
    const has = (list: unknown) => itemsOf(fieldOf(fieldsOf(list), 'items')).some(({ id }) => id === wanted);
    if (before === undefined || now === undefined || now === null) return refuse('unknown');
    // A permission that was granted directly already stays: granting it again changed nothing.
    if (has(before) === has(now)) return refuse('unchanged');
  }
  if (opposite === 'emails.updateTemplate') {
    const [was, isNow] = [fieldsOf(before), fieldsOf(now)];
    if (isNow.is_default === false)
      return refuse(isSameValue(was.content, isNow.content) && was.subject === isNow.subject ? 'unchanged' : 'changed-since');
    if (hasSecret([was.subject, was.content])) return refuse('secret');
  } else if (now === null) return refuse('no-target');
  else if (opposite.startsWith('permissions.delete') && !isAsCreated(fieldsOf(input.body), now)) return refuse('changed-since');
  const steps = oppositeSteps(endpoint, opposite, input, response, before);
  return steps === null ? refuse('unknown') : { possible: true, rows: [], steps, asks: [], losses: [] };
}

/** Whether a permission is as it was created. Another admin may have deleted it, and created one with the same ID. */
function isAsCreated(body: Fields, list: unknown): boolean {
  const isNow = itemsOf(fieldOf(fieldsOf(list), 'items')).find(({ id }) => id === body.id);
  if (isNow === undefined || hasSecret(body)) return true;
  const partsOf = ({ description, contained_permission_ids: ids }: Fields) => [
    description ?? '',
    Array.isArray(ids) ? [...ids].sort() : [],
  ];
  return isSameValue(partsOf(body), partsOf(isNow));
}

function planCreation({ endpoint, input, before }: UndoEntry, context: UndoContext, again: string): UndoPlan {
  const old = targetOf(endpoint, input, before);
  if (old === undefined || context.now === undefined) return refuse('unknown');
  const exists = endpoint === 'teams.removeMember' ? false : targetOf(endpoint, input, context.now) !== undefined;
  if (exists) return refuse('unchanged');
  const { steps, losses } = creationSteps(endpoint, again, { input, old, before, context });
  return { possible: true, rows: [], steps, asks: [], losses };
}

function planRestore(entry: UndoEntry, context: UndoContext, except: Readonly<Record<string, NoUndoReason>>, fallback?: string): UndoPlan {
  const { endpoint, input, before } = entry;
  const was = targetOf(endpoint, input, before);
  const renamed = fieldOf(fieldsOf(input.body), 'id');
  const isNow = targetOf(endpoint, input, context.now, typeof renamed === 'string' ? renamed : undefined);
  if (was === undefined || context.now === undefined) return refuse('unknown');
  if (isNow === undefined) return refuse('no-target');
  const { rows, values } = fieldsToRestore(entry, was, isNow, { ...except, ...unsendable(endpoint, was, context.byAccount) });
  if (!rows.some(({ effect }) => effect !== 'kept')) return refuse(refusalOf(rows), rows);
  const built = restoreSteps(endpoint, { input, was, isNow, values, context });
  const isDefault = fallback !== undefined && was.is_default === true && rows.every(({ effect }) => effect !== 'kept');
  const steps = isDefault ? [{ endpoint: fallback, params: fieldsOf(input.params) }] : built.steps;
  return { possible: true, rows, steps, asks: isDefault ? [] : built.asks, losses: built.losses };
}

function fieldsToRestore(entry: UndoEntry, was: Fields, isNow: Fields, except: Readonly<Record<string, KeptReason>>) {
  const { endpoint, input } = entry;
  const body = fieldsOf(input.body);
  if (endpoint === 'projects.transfer') {
    const owner = (fields: Fields) => fieldOf(fields, 'owner_team_id');
    const { rows, value } = undoValue(['owner_team_id'], { was: owner(was), set: body.new_team_id, isNow: owner(isNow) });
    return { rows, values: { owner_team_id: value } };
  }
  if (endpoint === 'emails.applyManagedDomain') {
    const applied = (list: Fields) => itemsOf(list.items).find(({ status }) => status === 'applied')?.domain_id;
    const { rows, value } = undoValue(['domain_id'], { was: applied(was), set: body.domain_id, isNow: applied(isNow) });
    // The server before it, whose password isn't kept, is chosen where servers are.
    return value === undefined
      ? { rows: rows.map((row) => ({ ...row, effect: 'kept' as const, willBe: row.isNow })), values: {} }
      : { rows, values: { domain_id: value } };
  }
  // Where the response isn't the object, it has none of the fields.
  const made = fieldsOf(entry.response);
  if (endpoint !== 'projects.update') {
    const undone = undoFields(body, { was, made, isNow }, except);
    return endpoint === 'users.update' ? withoutLift(undone, body, { was, made, isNow }) : undone;
  }
  const { config, ...others } = body;
  const top = undoFields(others, { was, made, isNow }, except);
  const part = (fields: Fields) => fieldsOf(fieldOf(fields, 'config'));
  const below = undoFields(fieldsOf(config), { was: part(was), made: part(made), isNow: part(isNow) }, except, ['config']);
  const values = { ...top.values, ...(Object.keys(below.values).length === 0 ? {} : { config: below.values }) };
  return { rows: [...top.rows, ...below.rows], values };
}

function refusalOf(rows: readonly UndoRow[]): UndoRefusal {
  const [reason, ...others] = new Set(rows.map((row) => row.reason));
  if (rows.length === 0) return 'unchanged';
  return others.length > 0 ? 'changed-since' : (reason ?? 'unknown');
}
