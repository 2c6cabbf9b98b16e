/** Endpoints of mail server tests and of the email log (wire/endpoints 9.3). */
import { z } from 'zod';
import type { RowOf } from '../../contract/service';
import { email } from '../../contract/service/models/fields';
import { mailServer } from '../../contract/service/models/mail-models';
import type { Handler } from '../server/context';
import { reply } from '../server/respond';
import { listLoggedEmails } from './email-log-store';
import { testMailServer } from './send-email';
import type { DeliveryFailure, MailServer } from './smtp';

/** Schema of the request. Unlike in the catalogue, the password is always text. */
const body = z.strictObject({
  recipient_email: email,
  email_config: mailServer.extend({ password: z.string().max(70) }) satisfies z.ZodType<MailServer>,
});

export const sendTestEmail: Handler<RowOf<'emails.sendTestEmail'>> = {
  ignoresQuery: true,
  accepts: { server: { body } },
  async run(call) {
    const { recipient_email: to, email_config: server } = body.parse(call.body);
    const sentence = 'This is a test email. Your email server is configured correctly.';
    const mail = { to: [to], subject: 'Test Email from Stack Auth', text: `${sentence}\n`, html: `<p>${sentence}</p>` };
    const failure = await testMailServer(call, call.project, server, mail);
    return reply(failure === null ? { success: true } : { success: false, error_message: messageWithAdvice(failure) });
  },
};

function messageWithAdvice({ isTimeout, errorType, message }: DeliveryFailure): string {
  const advice = 'Make sure the email server is running and accepting connections.';
  if (isTimeout) return `Timed out while sending test email. ${advice}`;
  return errorType === 'UNKNOWN' ? `Unknown error while sending test email. ${advice}` : message;
}

/** Lists the newest 100 emails, newest first. The log contains no passwords. */
export const listSentEmails: Handler<RowOf<'emails.sent'>> = {
  async run({ store, project }) {
    return reply({ items: listLoggedEmails(store, project.key), is_paginated: false as const });
  },
};
