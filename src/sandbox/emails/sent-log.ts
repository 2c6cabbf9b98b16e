/** The mailbox and the log of sent emails: who sent what, and how its delivery ended. */
import type { SandboxContext } from '../http/context';
import type { DeliveryFailure, MailServer, OutgoingEmail } from '../mail/smtp';
import { insertMailboxEmail, type LoggedEmail, logEmail } from '../stores/email-store';
import type { Project } from '../stores/project-store';

/** The service's shared server, which the sandbox only simulates. */
const sharedServer = { host: '127.0.0.1', port: 2500, username: 'mailer', sender_email: 'noreply@example.com' };

/** Returns the project's own server, if it has one. */
export function serverOf({ config: { email_config } }: Project): MailServer | null {
  return email_config.type === 'shared' ? null : email_config;
}

/** Returns the sender of an email through the shared server. */
export function sharedSender(senderName: string): LoggedEmail['sender_config'] & typeof sharedServer & { readonly sender_name: string } {
  return { type: 'shared', ...sharedServer, sender_name: senderName };
}

/** Adds an email to the mailbox, by default from the project's server or the shared one. */
export function putIntoMailbox(
  { store, clock }: SandboxContext,
  project: Project,
  mail: OutgoingEmail,
  id: string,
  { sender_name, sender_email }: Pick<MailServer, 'sender_name' | 'sender_email'> = serverOf(project) ?? sharedSender(project.display_name),
): void {
  insertMailboxEmail(store, project.key, { id, from: `${sender_name} <${sender_email}>`, ...mail, sent_at_millis: clock.now() });
}

export function senderOf({ host, port, username, sender_name, sender_email }: MailServer): LoggedEmail['sender_config'] {
  return { type: 'standard', host, port, username, sender_name, sender_email };
}

export function logEntry(
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

/** Logs how an attempt ended, in the place of the one before. */
export function logAttempt(
  context: SandboxContext,
  project: Project,
  id: string,
  mail: OutgoingEmail,
  failure: DeliveryFailure | null,
): void {
  const server = serverOf(project);
  const sender = server === null ? sharedSender(project.display_name) : senderOf(server);
  logEmail(context.store, project.key, logEntry(context, id, mail, sender, failure));
}
