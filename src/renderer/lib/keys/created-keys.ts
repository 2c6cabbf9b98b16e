/** What the service returns once: the texts of new keys, as references. */
import type { SecretReference } from '../../../contract/service/models/secret';
import type { KeyKind } from './project-keys';

export interface CreatedSecret {
  /** A key of the project, or the API key of a user or team. */
  readonly kind: KeyKind | 'api-key';
  readonly secret: SecretReference;
}

/** An API key, or a set of project keys, with references to their texts, which no later response contains. */
export interface CreatedKeys {
  readonly id: string;
  readonly description: string;
  /** Undefined for keys without expiry. */
  readonly expiresAtMillis: number | undefined;
  readonly secrets: readonly CreatedSecret[];
}
