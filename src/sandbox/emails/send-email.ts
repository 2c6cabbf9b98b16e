/** Sends rendered emails: to the mailbox, through the project's server if it has one, and to the log. */

import type { SandboxContext } from '../http/context';
import { type DeliveryMode, deliverWithRetries } from '../mail/delivery';
import type { DeliveryFailure, MailServer, OutgoingEmail } from '../mail/smtp';
import { uuid } from '../random';
import { logEmail } from '../stores/email-store';
import type { Project } from '../stores/project-store';
import { queueBuiltIn } from './outbox';
import { sourceWithHtml } from './rendering/tsx';
import { logEntry, putIntoMailbox, senderOf, serverOf, sharedSender } from './sent-log';

/** Sends an email that the service writes according to the project's settings; from 2.8.59 on through the outbox, with its source. */
export function sendEmail(context: SandboxContext, project: Project, mail: OutgoingEmail, mode: DeliveryMode): void {
  const server = serverOf(project);
  if (context.release.has('email-outbox')) queueBuiltIn(context, project, mail, sourceWithHtml(mail));
  else if (server === null) sendByService(context, project, mail, project.display_name);
  else sendByProject(context, project, server, mail, mode);
}

/** Sends an email from the service itself, about a project but not in its name. */
export function sendNotice(context: SandboxContext, project: Project, mail: OutgoingEmail): void {
  sendByService(context, project, mail, 'Stack Auth');
}

function sendByService(context: SandboxContext, project: Project, mail: OutgoingEmail, senderName: string): void {
  const sender = sharedSender(senderName);
  const id = uuid(context.random);
  putIntoMailbox(context, project, mail, id, sender);
  logEmail(context.store, project.key, logEntry(context, id, mail, sender, null));
}

function sendByProject(context: SandboxContext, project: Project, server: MailServer, mail: OutgoingEmail, mode: DeliveryMode): void {
  const { store, clock, delivery } = context;
  const id = uuid(context.random);
  putIntoMailbox(context, project, mail, id, server);
  delivery.enqueue(async () => {
    const failure = await deliverWithRetries(clock, () => delivery.smtp(server, mail));
    logEmail(store, project.key, logEntry(context, id, mail, senderOf(server), failure));
    if (failure !== null) throw new Error(`An email of ${project.id} was not delivered (${failure.errorType}).`);
  }, mode);
}

/** Sends an email through a server once, without retries, and up to 2.8.57 logs it (wire/corrections 2.8.86: test emails). */
export async function testMailServer(
  context: SandboxContext,
  project: Project,
  server: MailServer,
  mail: OutgoingEmail,
): Promise<DeliveryFailure | null> {
  const failure = await context.delivery.smtp(server, mail);
  if (!context.release.has('test-emails-unlisted')) {
    logEmail(context.store, project.key, logEntry(context, uuid(context.random), mail, senderOf(server), failure));
  }
  return failure;
}
