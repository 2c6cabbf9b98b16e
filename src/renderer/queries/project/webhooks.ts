import type { SecretReference } from '../../../contract/service/models/secret';
import { service } from '../../api';

/** Creates a token for the webhook portal of the project, and resolves to a reference to it (wire/endpoints 9.5). */
export async function createPortalToken(connectionId: string): Promise<SecretReference> {
  const { token } = await service.webhooks.token({ actor: 'project', connectionId, body: {} });
  // The main process withholds secrets of responses.
  return token as SecretReference;
}
