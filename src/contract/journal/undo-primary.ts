/** What undoing changes of email addresses does about which one is primary: making one primary makes the one before no longer primary. */
import { type Fields, fieldOf, fieldsOf, itemsOf, without } from './changed-fields';
import { refuse, type UndoContext, type UndoEntry, type UndoPlan, type UndoStep } from './undo-plan';

type Possible = Extract<UndoPlan, { readonly possible: true }>;

/** Returns the addresses in a response; none of an entry that has only the address itself. */
const addressesIn = (list: unknown) => itemsOf(fieldOf(fieldsOf(list), 'items'));

const isPrimary = (address: Fields) => address.is_primary === true;

/** Returns the plan of undoing a write about an email address, with the address that was primary before it, or is by now. */
export function withPrimary(entry: UndoEntry, context: UndoContext, plan: UndoPlan): UndoPlan {
  if (!plan.possible || context.now === undefined) return plan;
  if (entry.endpoint === 'contactChannels.create') return ofCreation(entry, context, plan);
  if (entry.endpoint === 'contactChannels.update') return ofUpdate(entry, context, plan);
  return entry.endpoint === 'contactChannels.delete' ? ofDeletion(context, plan) : plan;
}

/** Returns the step that makes the address primary again that was so before; null if there was none, or it no longer exists. */
function formerPrimary({ input, before }: UndoEntry, { now }: UndoContext, ownId: unknown): UndoStep | null {
  const former = addressesIn(before).find((address) => isPrimary(address) && address.id !== ownId);
  if (former === undefined || !addressesIn(now).some(({ id }) => id === former.id)) return null;
  const { user_id } = { ...fieldsOf(input.body), ...fieldsOf(input.params) };
  return { endpoint: 'contactChannels.update', params: { user_id, id: former.id }, body: { is_primary: true } };
}

function ofCreation(entry: UndoEntry, context: UndoContext, plan: Possible): UndoPlan {
  const ownId = fieldOf(fieldsOf(entry.response), 'id');
  const own = addressesIn(context.now).find(({ id }) => id === ownId);
  if (own === undefined) return refuse('no-target');
  if (!isPrimary(own)) return plan;
  const former = formerPrimary(entry, context, ownId);
  // First, so that there is a primary one also if the other request fails.
  return former === null ? { ...plan, losses: [...plan.losses, 'no-primary'] } : { ...plan, steps: [former, ...plan.steps] };
}

function ofUpdate(entry: UndoEntry, context: UndoContext, plan: Possible): UndoPlan {
  const row = plan.rows.find(({ path: [name], effect }) => name === 'is_primary' && effect !== 'kept');
  if (row === undefined) return plan;
  const ownId = fieldOf(fieldsOf(entry.input.params), 'id');
  const former = row.was === true ? null : formerPrimary(entry, context, ownId);
  if (row.was !== true && former === null) return { ...plan, losses: [...plan.losses, 'no-primary'] };
  if (row.was === true && !addressesIn(context.now).some(isPrimary)) return plan;
  const others = plan.steps
    .map((step) => ({ ...step, body: without(fieldsOf(step.body), 'is_primary') }))
    .filter(({ body }) => Object.keys(body).length > 0);
  if (former !== null) return { ...plan, steps: [...others, former] };
  const rows = plan.rows.filter((each) => each !== row);
  return others.length === 0 ? refuse('changed-since', rows) : { ...plan, rows, steps: others, losses: [...plan.losses, 'other-primary'] };
}

function ofDeletion({ now }: UndoContext, plan: Possible): UndoPlan {
  if (!addressesIn(now).some(isPrimary) || !plan.steps.some(({ body }) => body?.is_primary === true)) return plan;
  const steps = plan.steps.map((step) => ({ ...step, body: { ...step.body, is_primary: false } }));
  return { ...plan, steps, losses: [...plan.losses, 'other-primary'] };
}
