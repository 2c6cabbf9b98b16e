/** Reads what a write changed as it is now, by the credential that made the write. */
import type { Endpoint, Variant } from '#contract/definitions.ts';
import { AppError } from '#contract/errors.ts';
import { targetOf } from '#contract/journal/old-value.ts';
import type { UndoStep } from '#contract/journal/undo-plan.ts';
import { readOf } from '../../remote/old-values';
import { isEndpointMissing, resolveEndpoint } from '../../remote/releases/resolve-endpoint';
import { addressOf, type EndpointInput } from '../../remote/request';
import type { Sender, Target, TokenSource } from '../../remote/send';
import { endpointOf, type UndoTarget } from './undo-target';

export interface Reading {
  readonly sender: Pick<Sender, 'sendEndpoint'>;
  readonly target: Target;
  readonly session: TokenSource | undefined;
  readonly features: Parameters<typeof resolveEndpoint>[1];
}

export interface Read {
  /** The response; null if the service says that the object doesn't exist, and undefined if nothing is to be read. */
  readonly value: unknown;
  /** Path of the request, below `/api/v1`; null without one. */
  readonly path: string | null;
  readonly access: 'client' | 'server' | 'admin';
}

const nothing: Read = { value: undefined, path: null, access: 'server' };

/** Whose rights a request has. */
export function accessOf(variant: Variant | undefined): Read['access'] {
  return variant === undefined || variant.access === 'public' ? 'client' : variant.access;
}

/** Reads what the rule of an entry says has its old value; of what was created, what the write that deletes it would have it from. */
export async function readAgain(reading: Reading, { entry, actor }: UndoTarget, step: UndoStep | undefined): Promise<Read> {
  const { endpoint: name, input, rule } = entry;
  const own = rule.before === null ? null : endpointOf(name);
  if (own) return send(reading, find(own, actor, input));
  const opposite = step === undefined ? undefined : endpointOf(step.endpoint);
  if (step === undefined || opposite === undefined) return nothing;
  // Whether a user is a member, which their permissions don't tell.
  if (step.endpoint === 'teams.removeMember') return readMember(reading, actor, step);
  const read = await send(reading, find(opposite, actor, step));
  const isGone = read.value !== undefined && targetOf(step.endpoint, step, read.value) === undefined;
  return isGone ? { ...read, value: null } : read;
}

/** Reads a user's profile in a team, which members have; null for others. */
export async function readMember(reading: Reading, actor: UndoTarget['actor'], { params }: Pick<UndoStep, 'params'>): Promise<Read> {
  const endpoint = endpointOf('teams.profile');
  const variant = endpoint?.actors[actor];
  return endpoint === undefined || variant === undefined ? nothing : send(reading, { endpoint, variant, input: { params } });
}

interface Request {
  readonly endpoint: Endpoint;
  readonly variant: Variant;
  readonly input: EndpointInput;
}

function find(endpoint: Endpoint, actor: UndoTarget['actor'], input: EndpointInput): Request | null {
  const variant = endpoint.actors[actor];
  return variant === undefined ? null : readOf({ endpoint, variant, input });
}

async function send({ sender, target, session, features }: Reading, request: Request | null): Promise<Read> {
  if (request === null) return nothing;
  const { endpoint, variant, input } = request;
  const path = pathOf(resolveEndpoint(endpoint, features), input);
  const access = accessOf(variant);
  try {
    return { value: await sender.sendEndpoint(endpoint, variant, target, input, session === undefined ? {} : { session }), path, access };
  } catch (thrown) {
    if (!isAboutMissing(thrown)) throw thrown;
    return { value: null, path, access };
  }
}

/** Returns the path and query of a request, below `/api/v1`. */
export function pathOf(endpoint: Endpoint, input: EndpointInput): string {
  return addressOf('', endpoint, input).slice('/api/v1'.length);
}

/** Whether the service says that the object doesn't exist, and not its project or its path. */
function isAboutMissing(thrown: unknown): boolean {
  if (!(thrown instanceof AppError) || thrown.report.status !== 404 || isEndpointMissing(thrown)) return false;
  const { code, known } = thrown.report;
  return code === 'service-error' || (code === 'known-error' && !/PROJECT/.test(known ?? ''));
}
