/** Checks requests as their endpoints and the profile do, so that a plan says what can't be sent before anything is. */
import { bridge } from '#contract/bridge/index.ts';
import { serviceInput } from '#contract/bridge/service.ts';
import type { ProjectReading } from '#contract/configuration/document-of.ts';
import type { Entry } from '#contract/configuration/entries.ts';
import type { ConfigurationPlan, PlanRefusal, PlanStep, StepKind } from '#contract/configuration/plan.ts';
import { requestOf, type StepRequest } from '#contract/configuration/step-request.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import { fail, toReport } from '#contract/errors.ts';
import { endpointOf } from '../journal/undo/undo-target';
import { maxViews } from '../records/saved-views';
import { assertViewValue } from '../settings/view-state';

/** Returns a call of the catalog, validated like one of a window. Throws `bad-input` with the path of what isn't accepted. */
export function projectCall(connectionId: string, name: string, given: object): ServiceCall {
  const endpoint = endpointOf(name);
  if (endpoint === undefined) throw fail('internal');
  const { params, body } = given as { readonly params?: object; readonly body?: unknown };
  const parts = { ...(params === undefined ? {} : { params }), ...(body === undefined ? {} : { body }) };
  const { params: checkedParams, body: checkedBody } = parsed(serviceInput(endpoint).project, {
    actor: 'project',
    connectionId,
    ...parts,
  }) as ServiceCall['input'];
  return { name, endpoint, actor: 'project', connectionId, input: { params: checkedParams, query: undefined, body: checkedBody } };
}

/** Returns a view as the profile keeps it. Throws `bad-input`. */
export function checkedView(connectionId: string, { id, view }: Extract<StepRequest, { readonly profile: 'save-view' }>) {
  return parsed(bridge.savedViews.save.input, { connectionId, id, view });
}

interface Schema<T> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: Error & { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] } };
}

function parsed<T>(schema: Schema<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw fail('bad-input', { path: result.error.issues[0]?.path.map(String).join('.') ?? '' }, result.error);
}

/** Returns the plan; without its steps and with what can't be sent if there is anything. */
export function checkedPlan(plan: ConfigurationPlan, reading: ProjectReading): ConfigurationPlan {
  const refusals = plan.steps.flatMap((step) => {
    const reason = problemOf(step, reading);
    return reason === null ? [] : step.rows.map((row) => refusalOf(row, reason));
  });
  refusals.push(...viewsWithoutRoom(plan, reading));
  return refusals.length === 0 ? plan : { ...plan, steps: [], refusals: [...plan.refusals, ...refusals] };
}

const refusalOf = ({ section, key }: Entry, reason: PlanRefusal['reason']): PlanRefusal => ({ section, key, reason, names: [] });

/** Returns refusals of the new views that would be too many, once others are deleted. */
function viewsWithoutRoom({ steps }: ConfigurationPlan, { views = [] }: ProjectReading): readonly PlanRefusal[] {
  const rowsOf = (kind: StepKind) => steps.filter((step) => step.kind === kind).flatMap(({ rows }) => rows);
  const added = rowsOf('save-view').filter(({ target }) => target === undefined);
  const room = maxViews - (views.length - rowsOf('delete-view').length);
  return added.slice(Math.max(0, room)).map((row) => refusalOf(row, 'too-many-views'));
}

function problemOf(step: PlanStep, reading: ProjectReading): 'too-large' | 'not-accepted' | null {
  // What is only updated once it was created has no request yet.
  const request = requestOf(step, reading, () => 'x');
  if (request === undefined) return null;
  try {
    if ('endpoint' in request) projectCall('c', request.endpoint, request);
    else if (request.profile === 'save-view') checkedView('c', request);
    else if (request.profile === 'set-schema') assertViewValue(step.rows[0]?.key ?? '', request.text);
    return null;
  } catch (thrown) {
    return toReport(thrown).code === 'too-large' ? 'too-large' : 'not-accepted';
  }
}
