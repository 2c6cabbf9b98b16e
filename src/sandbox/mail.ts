/** Mails of the service, rendered into the outbox. */
import { issueCode, mailedCodeMillis } from './codes';
import type { Surroundings } from './context';
import { uuid } from './random';
import { insertMail } from './store/mails';
import type { Project } from './store/projects';
import { isTrustedUrl } from './trusted-urls';

/** The address with the code in its query; other parameters stay (flows 8). */
export function linkWithCode(callbackUrl: string, code: string): string {
  const url = new URL(callbackUrl);
  url.searchParams.set('code', code);
  return url.href;
}

/** A mail by its template, with the values of the template's placeholders (endpoints 9.2). */
export type Letter =
  | { readonly type: 'email_verification'; readonly values: Person & { readonly emailVerificationLink: string } }
  | { readonly type: 'password_reset'; readonly values: Person & { readonly passwordResetLink: string } }
  | { readonly type: 'magic_link'; readonly values: Person & { readonly magicLink: string; readonly otp: string } }
  | {
      readonly type: 'team_invitation';
      readonly values: Person & { readonly teamDisplayName: string; readonly teamInvitationLink: string };
    }
  | {
      readonly type: 'sign_in_invitation';
      readonly values: Person & { readonly teamDisplayName: string; readonly signInInvitationLink: string };
    };

interface Person {
  readonly userDisplayName: string | null;
}

const wording: { readonly [T in Letter['type']]: { readonly subject: string; readonly message: string; readonly action: string } } = {
  email_verification: { subject: 'Verify your email at {project}', message: 'Please verify your email.', action: 'Verify my email' },
  password_reset: { subject: 'Reset your password at {project}', message: 'Choose a new password.', action: 'Reset my password' },
  magic_link: { subject: 'Sign in to {project}: Your code is {otp}', message: 'Your code is {otp}.', action: 'Sign in' },
  team_invitation: { subject: 'You have been invited to join {team}', message: 'Join {team}.', action: 'Join the team' },
  sign_in_invitation: { subject: 'You have been invited to sign in to {project}', message: 'Sign in to {project}.', action: 'Sign in' },
};

/** Sends a mail: rendered by its template into the outbox. */
export function sendMail({ store, clock, random }: Surroundings, project: Project, email: string, letter: Letter): void {
  const { subject, message, action } = wording[letter.type];
  const values: Readonly<Record<string, string | null>> = { ...letter.values };
  const link = Object.entries(values).find(([name]) => name.endsWith('Link'))?.[1] ?? '';
  const fill = (text: string) =>
    text
      .replaceAll('{project}', project.display_name)
      .replaceAll('{otp}', values.otp ?? '')
      .replaceAll('{team}', values.teamDisplayName ?? '');
  const greeting = letter.values.userDisplayName === null ? 'Hi,' : `Hi, ${letter.values.userDisplayName},`;
  insertMail(store, project.key, {
    id: uuid(random),
    to: [email],
    subject: fill(subject),
    text: `${greeting}\n\n${fill(message)}\n\n${action}: ${link}\n`,
    html: `<p>${escaped(greeting)}</p><p>${escaped(fill(message))}</p><p><a href="${escaped(link)}">${escaped(action)}</a></p>`,
    sent_at_millis: clock.now(),
  });
}

/** What a code of purpose `contact-channel` is about. */
export interface ChannelCode {
  readonly user_id: string;
  readonly contact_channel_id: string;
  readonly email: string;
}

/** Mails a verification link for one address, unless the callback is not trusted: then nothing is sent (flows 6). */
export function sendVerificationMail(
  surroundings: Surroundings,
  project: Project,
  to: {
    readonly email: string;
    readonly userId: string;
    readonly channelId: string;
    readonly displayName: string | null;
    readonly callbackUrl: string;
  },
): void {
  if (!isTrustedUrl(to.callbackUrl, project.config)) return;
  const data: ChannelCode = { user_id: to.userId, contact_channel_id: to.channelId, email: to.email };
  const { code } = issueCode(surroundings, project, { purpose: 'contact-channel', data, lifeMillis: mailedCodeMillis });
  const values = { userDisplayName: to.displayName, emailVerificationLink: linkWithCode(to.callbackUrl, code) };
  sendMail(surroundings, project, to.email, { type: 'email_verification', values });
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
