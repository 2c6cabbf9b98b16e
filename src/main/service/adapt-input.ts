/** Adapts what a call sends to the release of the service. */
import type { KnownFeatures } from '../../contract/bridge/connections';
import type { Endpoint } from '../../contract/kit';
import { catalogue } from '../../contract/service/index';
import type { RowInput } from './request';

type Adaptation = (input: RowInput, features: KnownFeatures) => RowInput;

const fields = (part: unknown) => part as Readonly<Record<string, unknown>> | undefined;

/**
 * Releases from 2.8.34 on list anonymous users only on request, and only them only together with that (newer 2.2; corrections,
 * release 2.8.86). Earlier ones list them always and reject the parameter.
 */
const includeAnonymous: Adaptation = (input, features) =>
  features['anonymous-opt-in'] === true ? { ...input, query: { include_anonymous: 'true', ...fields(input.query) } } : input;

const adaptations: ReadonlyMap<Endpoint, Adaptation> = new Map<Endpoint, Adaptation>([[catalogue.users.list, includeAnonymous]]);

/** Whether releases want the endpoint's input in different forms. */
export function isAdapted(row: Endpoint): boolean {
  return adaptations.has(row);
}

/** Returns the input in the form that the release takes; as it is where nothing is known about the release. */
export function adaptInput(row: Endpoint, input: RowInput, features: KnownFeatures): RowInput {
  return adaptations.get(row)?.(input, features) ?? input;
}
