/** Sends rendered emails: to the mailbox, through the project's server if it has one, and to the log. */

import type { SandboxContext } from '../http/context';
import { type DeliveryMode, deliverWithRetries } from '../mail/delivery';
import type { DeliveryFailure, MailServer, OutgoingEmail } from '../mail/smtp';
import { uuid } from '../random';
import { insertMailboxEmail, type LoggedEmail, logEmail } from '../stores/email-store';
import type { Project } from '../stores/project-store';

/** The service's shared server, which the sandbox only simulates. */
const sharedServer = { host: '127.0.0.1', port: 2500, username: 'mailer', sender_email: 'noreply@example.com' };

/** Sends an email according to the project's settings. */
export function sendEmail(context: SandboxContext, project: Project, mail: OutgoingEmail, mode: DeliveryMode): void {
  const { email_config: config } = project.config;
  if (config.type === 'shared') sendByService(context, project, mail, project.display_name);
  else sendByProject(context, project, config, mail, mode);
}

/** Sends an email from the service itself, about a project but not in its name. */
export function sendNotice(context: SandboxContext, project: Project, mail: OutgoingEmail): void {
  sendByService(context, project, mail, 'Stack Auth');
}

function sendByService(context: SandboxContext, project: Project, mail: OutgoingEmail, senderName: string): void {
  const sender = { type: 'shared' as const, ...sharedServer, sender_name: senderName };
  const id = putIntoMailbox(context, project, mail, sender);
  logEmail(context.store, project.key, logEntry(context, id, mail, sender, null));
}

function sendByProject(context: SandboxContext, project: Project, server: MailServer, mail: OutgoingEmail, mode: DeliveryMode): void {
  const { store, clock, delivery } = context;
  const id = putIntoMailbox(context, project, mail, server);
  delivery.enqueue(async () => {
    const failure = await deliverWithRetries(clock, () => delivery.smtp(server, mail));
    logEmail(store, project.key, logEntry(context, id, mail, senderOf(server), failure));
    if (failure !== null) throw new Error(`An email of ${project.id} was not delivered (${failure.errorType}).`);
  }, mode);
}

function putIntoMailbox(
  { store, clock, random }: SandboxContext,
  project: Project,
  mail: OutgoingEmail,
  { sender_name, sender_email }: Pick<MailServer, 'sender_name' | 'sender_email'>,
): string {
  const id = uuid(random);
  insertMailboxEmail(store, project.key, { id, from: `${sender_name} <${sender_email}>`, ...mail, sent_at_millis: clock.now() });
  return id;
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

function senderOf({ host, port, username, sender_name, sender_email }: MailServer): LoggedEmail['sender_config'] {
  return { type: 'standard', host, port, username, sender_name, sender_email };
}

function logEntry(
  { clock }: SandboxContext,
  id: string,
  { to, subject }: OutgoingEmail,
  sender_config: LoggedEmail['sender_config'],
  failure: DeliveryFailure | null,
): LoggedEmail {
  const error = failure && {
    errorType: failure.errorType,
    message: failure.message,
    canRetry: failure.canRetry,
    rawError: failure.rawError,
  };
  return { id, to: [...to], subject, sent_at_millis: clock.now(), sender_config, error };
}
