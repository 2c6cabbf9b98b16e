/** A finished mail on its way: into the mailbox, through the project's own server if it has one, and into the log. */

import type { Project } from '../projects/project-store';
import { uuid } from '../random';
import type { Surroundings } from '../server/context';
import { type DeliveryMode, deliver } from './delivery';
import { type LoggedMail, logMail } from './email-log-store';
import { insertMail } from './mailbox-store';
import type { DeliveryFailure, MailServer, OutgoingMail } from './smtp';

/** The service's own server, which the sandbox only pretends to have. */
const sharedServer = { host: '127.0.0.1', port: 2500, username: 'mailer', sender_email: 'noreply@example.com' };

/** Sends a mail as the project's settings say. */
export function dispatch(surroundings: Surroundings, project: Project, mail: OutgoingMail, mode: DeliveryMode): void {
  const { email_config: config } = project.config;
  if (config.type === 'shared') sendByService(surroundings, project, mail, project.display_name);
  else sendByProject(surroundings, project, config, mail, mode);
}

/** Sends a mail of the service itself, about a project but not in its name. */
export function dispatchNotice(surroundings: Surroundings, project: Project, mail: OutgoingMail): void {
  sendByService(surroundings, project, mail, 'Stack Auth');
}

function sendByService(surroundings: Surroundings, project: Project, mail: OutgoingMail, senderName: string): void {
  const sender = { type: 'shared' as const, ...sharedServer, sender_name: senderName };
  const id = putIntoMailbox(surroundings, project, mail, sender);
  logMail(surroundings.store, project.key, entry(surroundings, id, mail, sender, null));
}

function sendByProject(surroundings: Surroundings, project: Project, server: MailServer, mail: OutgoingMail, mode: DeliveryMode): void {
  const { store, clock, post } = surroundings;
  const id = putIntoMailbox(surroundings, project, mail, server);
  post.carry(async () => {
    const failure = await deliver(clock, () => post.smtp(server, mail));
    logMail(store, project.key, entry(surroundings, id, mail, senderOf(server), failure));
    if (failure !== null) throw new Error(`A mail of ${project.id} was not delivered (${failure.errorType}).`);
  }, mode);
}

function putIntoMailbox(
  { store, clock, random }: Surroundings,
  project: Project,
  mail: OutgoingMail,
  { sender_name, sender_email }: Pick<MailServer, 'sender_name' | 'sender_email'>,
): string {
  const id = uuid(random);
  insertMail(store, project.key, { id, from: `${sender_name} <${sender_email}>`, ...mail, sent_at_millis: clock.now() });
  return id;
}

/** Tries a server with a mail that is logged, once. */
export async function tryServer(
  surroundings: Surroundings,
  project: Project,
  server: MailServer,
  mail: OutgoingMail,
): Promise<DeliveryFailure | null> {
  const failure = await surroundings.post.smtp(server, mail);
  logMail(surroundings.store, project.key, entry(surroundings, uuid(surroundings.random), mail, senderOf(server), failure));
  return failure;
}

function senderOf({ host, port, username, sender_name, sender_email }: MailServer): LoggedMail['sender_config'] {
  return { type: 'standard', host, port, username, sender_name, sender_email };
}

function entry(
  { clock }: Surroundings,
  id: string,
  { to, subject }: OutgoingMail,
  sender_config: LoggedMail['sender_config'],
  failure: DeliveryFailure | null,
): LoggedMail {
  const error = failure && {
    errorType: failure.errorType,
    message: failure.message,
    canRetry: failure.canRetry,
    rawError: failure.rawError,
  };
  return { id, to: [...to], subject, sent_at_millis: clock.now(), sender_config, error };
}
