import type { z } from 'zod';
import type { mailServer } from '../../../contract/service/models/mail-models';
import { service } from '../../api';

interface TestEmail {
  readonly recipient_email: string;
  readonly email_config: z.input<typeof mailServer>;
}

/** Sends a test email through a server. Resolves even if the delivery failed: then with the service's reason. */
export function sendTestEmail(connectionId: string, body: TestEmail) {
  return service.emails.sendTestEmail({ actor: 'project', connectionId, body });
}
