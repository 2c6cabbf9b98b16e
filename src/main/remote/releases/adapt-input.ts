/** Adapts what a call sends to the release of the service. */
import type { KnownFeatures } from '../../../contract/bridge/connections';
import type { Endpoint } from '../../../contract/kit';
import { catalogue } from '../../../contract/service/index';
import type { RowInput } from '../request';

type Adaptation = (input: RowInput, features: KnownFeatures) => RowInput;

const fields = (part: unknown) => part as Readonly<Record<string, unknown>> | undefined;

/**
 * Releases from 2.8.34 on list anonymous users only on request, and only them only together with that (wire/newer 2.2; wire/corrections
 * 2.8.86). Earlier ones list them always and reject the parameter.
 */
const includeAnonymous: Adaptation = (input, features) =>
  features['anonymous-opt-in'] === true ? { ...input, query: { include_anonymous: 'true', ...fields(input.query) } } : input;

/**
 * Releases from 2.8.17 on store email addresses in lower case, and up to 2.8.47 look them up as they were sent (wire/corrections
 * 2.8.26). Earlier ones tell capitals apart.
 */
const lowerCaseEmail: Adaptation = (input, features) => {
  const email = fields(input.body)?.email;
  if (features['lower-case-emails'] !== true || typeof email !== 'string') return input;
  return { ...input, body: { ...fields(input.body), email: email.toLowerCase() } };
};

const adaptations: ReadonlyMap<Endpoint, Adaptation> = new Map<Endpoint, Adaptation>([
  [catalogue.users.list, includeAnonymous],
  [catalogue.auth.passwordSignIn, lowerCaseEmail],
  [catalogue.auth.sendSignInCode, lowerCaseEmail],
  [catalogue.auth.sendPasswordReset, lowerCaseEmail],
]);

/** Whether releases want the endpoint's input in different forms. */
export function isAdapted(row: Endpoint): boolean {
  return adaptations.has(row);
}

/** Returns the input in the form that the release takes; as it is where nothing is known about the release. */
export function adaptInput(row: Endpoint, input: RowInput, features: KnownFeatures): RowInput {
  return adaptations.get(row)?.(input, features) ?? input;
}
