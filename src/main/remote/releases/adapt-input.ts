/** Adapts the input of a call to the service's release. */
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import type { Endpoint } from '#contract/definitions.ts';
import type { EndpointInput } from '../request';

type Adaptation = (input: EndpointInput, features: KnownFeatures) => EndpointInput;

const fields = (part: unknown) => part as Readonly<Record<string, unknown>> | undefined;

/**
 * Releases from 2.8.34 on list anonymous users only with this parameter, which `only_anonymous` requires as well (wire/newer 2.2;
 * wire/corrections 2.8.86). Earlier ones always list them and reject the parameter.
 */
const includeAnonymous: Adaptation = (input, features) =>
  features['anonymous-opt-in'] === true ? { ...input, query: { include_anonymous: 'true', ...fields(input.query) } } : input;

/**
 * Releases from 2.8.17 on store email addresses in lower case, and up to 2.8.47 look them up as they were sent (wire/corrections
 * 2.8.26). Earlier ones are case-sensitive.
 */
const lowerCaseEmail: Adaptation = (input, features) => {
  const email = fields(input.body)?.email;
  if (features['lower-case-emails'] !== true || typeof email !== 'string') return input;
  return { ...input, body: { ...fields(input.body), email: email.toLowerCase() } };
};

const adaptations: Readonly<Record<NonNullable<Endpoint['adapted']>, Adaptation>> = {
  'anonymous-listed': includeAnonymous,
  'email-lower-case': lowerCaseEmail,
};

/** Returns the input in the form that the release accepts; unchanged when nothing is known about the release. */
export function adaptInput({ adapted }: Endpoint, input: EndpointInput, features: KnownFeatures): EndpointInput {
  return adapted === undefined ? input : adaptations[adapted](input, features);
}
