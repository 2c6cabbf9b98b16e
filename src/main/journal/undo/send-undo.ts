/** Sends the writes of an undo: confirmed once as a whole, one after another. */
import { serviceInput } from '#contract/bridge/service.ts';
import type { Actor, Endpoint } from '#contract/definitions.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { fail, toReport } from '#contract/errors.ts';
import { type Fields, fieldOf, fieldsOf } from '#contract/journal/changed-fields.ts';
import type { UndoStep } from '#contract/journal/undo-plan.ts';
import type { AllowedChange, Gateway } from '../../gateway/create-gateway';
import type { Caller } from '../../ports/caller';
import type { WriteOrigin } from '../../ports/write-recorder';
import { endpointOf, type UndoTarget } from './undo-target';

export interface SendUndoDeps {
  readonly gateway: Pick<Gateway, 'callService' | 'checkChange'>;
}

interface ApprovedSteps {
  readonly steps: readonly UndoStep[];
  readonly origin: Pick<WriteOrigin, 'undoes' | 'note'>;
  /** What the user saw and entered. The confirmation is valid for nothing else. */
  readonly confirmed: Fields;
  readonly caller: Caller;
}

export interface SentUndo {
  readonly done: number;
  readonly of: number;
  readonly error: ErrorReport | null;
}

/**
 * Sends the steps. Throws `confirmation-required` and the other errors of safety levels before the first one, and the error of the first one; if a
 * later one fails, it resolves to how many were done.
 */
export async function sendUndo(
  deps: SendUndoDeps,
  undo: UndoTarget,
  { steps, origin, confirmed, caller }: ApprovedSteps,
): Promise<SentUndo> {
  const allowed = checkUndo(deps, [{ undo, steps }], confirmed, caller);
  return sendApproved(deps, undo, { steps, origin, allowed, caller });
}

/** Enforces the connection's requirements on all the steps of some undos, by the most severe of them. */
export function checkUndo(
  deps: SendUndoDeps,
  undos: readonly { readonly undo: UndoTarget; readonly steps: readonly UndoStep[] }[],
  confirmed: Fields,
  caller: Caller,
): AllowedChange {
  const strongest = strongestOf(undos.flatMap(({ undo, steps }) => steps.map((step) => callOf(undo, step, ''))));
  return deps.gateway.checkChange({ ...strongest, input: { params: confirmed, body: strongest.input.body } }, caller);
}

/** Sends steps that were confirmed, and fails like `sendUndo` does then. */
export async function sendApproved(
  deps: Pick<SendUndoDeps, 'gateway'>,
  undo: UndoTarget,
  { steps, origin, allowed, caller }: Omit<ApprovedSteps, 'confirmed'> & { readonly allowed: AllowedChange },
): Promise<SentUndo> {
  const approved = { assertAllowed: allowed, origin: { note: allowed.note, ...origin } };
  let newId = '';
  let done = 0;
  for (const step of steps) {
    try {
      const value = await deps.gateway.callService(parsed(callOf(undo, step, newId)), caller, approved);
      if (done === 0) newId = String(fieldOf(fieldsOf(value), 'id') ?? '');
      done += 1;
    } catch (thrown) {
      if (done === 0) throw thrown;
      return { done, of: steps.length, error: toReport(thrown) };
    }
  }
  return { done, of: steps.length, error: null };
}

function callOf({ actor, connectionId, accountId }: UndoTarget, step: UndoStep, id: string): ServiceCall {
  const { endpoint: name, params, query, body, newId } = step;
  const endpoint = endpointOf(name);
  if (endpoint === undefined) throw fail('internal');
  const input = { params: newId === undefined ? params : { ...params, [newId]: id }, query, body };
  return { name, endpoint, actor, connectionId, accountId, input };
}

/** Validates a call like one of a window. */
function parsed(call: ServiceCall): ServiceCall {
  const { endpoint, actor, connectionId, accountId, input } = call;
  const parts = Object.entries(input).filter(([name, value]) => value !== undefined && hasPart(endpoint, actor, name));
  const own = { actor, connectionId, ...(actor === 'account' ? { accountId } : {}), ...Object.fromEntries(parts) };
  const result = serviceInput(endpoint)[actor].safeParse(own);
  if (!result.success) throw fail('internal', { path: result.error.issues[0]?.path.map(String).join('.') ?? '' }, result.error);
  const { params, query, body } = result.data as ServiceCall['input'];
  return { ...call, input: { params, query, body } };
}

function hasPart(endpoint: Endpoint, actor: Actor, name: string): boolean {
  if (name === 'params') return endpoint.params !== undefined;
  return endpoint.actors[actor]?.[name as 'query' | 'body'] !== undefined;
}

/** Returns the call with the most severe effect, whose confirmation is that of all. */
function strongestOf(calls: readonly ServiceCall[]): ServiceCall {
  const [first] = calls;
  const strongest =
    calls.find(({ endpoint }) => endpoint.effect === 'destroy') ??
    calls.find(({ endpoint }) => endpoint.changesSignIn !== undefined) ??
    first;
  if (strongest === undefined) throw fail('internal');
  return strongest;
}
