import type { SecretReference } from '../../../contract/service/models/secret';
import { api, service } from '../../api';

/** Secrets that open the webhook portal of a project. */
export interface PortalAccess {
  readonly connectionId: string;
  readonly token: SecretReference;
  /** The portal's URL; null if the service doesn't report it. */
  readonly url: SecretReference | null;
}

/** Creates a token for the webhook portal of the project (wire/endpoints 9.5). */
export async function createPortalAccess(connectionId: string): Promise<PortalAccess> {
  const { token, url } = await service.webhooks.token({ actor: 'project', connectionId, body: {} });
  // The main process withholds secrets of responses.
  return { connectionId, token: token as SecretReference, url: (url ?? null) as SecretReference | null };
}

/** Opens the portal in the system browser. */
export async function openPortal({ connectionId, ref }: { readonly connectionId: string; readonly ref: string }): Promise<void> {
  await api.webhookPortal.open({ connectionId, ref });
}
