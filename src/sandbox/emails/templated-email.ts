/** Mails of the service: rendered by their templates, put into the sandbox's mailbox, and sent where the project has a server. */
import { isTrustedUrl } from '../../contract/trusted-urls';
import { emailedCodeTtlMillis, issueCode } from '../codes/codes';
import type { Project } from '../projects/project-store';
import type { SandboxContext } from '../server/context';
import type { DeliveryMode } from './delivery';
import { readContent } from './rendering/content';
import { magicLinkWithoutCode, type Wording } from './rendering/default-templates';
import { fillPlaceholders } from './rendering/placeholders';
import { renderContent } from './rendering/render';
import { findTemplate } from './rendering/templates';
import { sendEmail } from './send-email';

/** The address with the code in its query; other parameters stay (wire/flows 8). */
export function linkWithCode(callbackUrl: string, code: string): string {
  const url = new URL(callbackUrl);
  url.searchParams.set('code', code);
  return url.href;
}

/** A mail by its template, with the values of the template's placeholders (wire/endpoints 9.2). */
export type TemplatedEmail =
  | { readonly type: 'email_verification'; readonly values: Recipient & { readonly emailVerificationLink: string } }
  | { readonly type: 'password_reset'; readonly values: Recipient & { readonly passwordResetLink: string } }
  | {
      readonly type: 'magic_link';
      readonly values: Recipient & { readonly magicLink: string; readonly otp: string };
      /** Leaves the code out of the service's own template. */
      readonly withoutCode: boolean;
    }
  | {
      readonly type: 'team_invitation';
      readonly values: Recipient & { readonly teamDisplayName: string; readonly teamInvitationLink: string };
    }
  | {
      readonly type: 'sign_in_invitation';
      readonly values: Recipient & { readonly teamDisplayName: string; readonly signInInvitationLink: string };
    };

interface Recipient {
  readonly userDisplayName: string | null;
}

/**
 * Sends a mail, rendered by the project's template. The request that sends it waits until it is delivered and fails
 * unexpectedly when it cannot be, unless it goes in the background.
 */
export function sendTemplatedEmail(
  context: SandboxContext,
  project: Project,
  email: string,
  template: TemplatedEmail,
  mode: DeliveryMode = 'waited',
): void {
  const { subject, content: stored } = wordingOf(context, project, template);
  const content = readContent(stored);
  if (content === null) throw new Error(`The template ${template.type} of ${project.id} cannot be read.`);
  const values = { projectDisplayName: project.display_name, ...template.values };
  // A name with a line break must not become a header.
  const line = fillPlaceholders(subject, values).replace(/\s+/g, ' ').trim();
  sendEmail(context, project, { to: [email], subject: line, ...renderContent(content, values) }, mode);
}

function wordingOf({ store }: SandboxContext, project: Project, email: TemplatedEmail): Wording {
  const template = findTemplate(store, project.key, email.type);
  return email.type === 'magic_link' && email.withoutCode && template.is_default ? magicLinkWithoutCode : template;
}

/** What a code of purpose `contact-channel` is about. */
export interface ChannelCode {
  readonly user_id: string;
  readonly contact_channel_id: string;
  readonly email: string;
}

/** Mails a verification link for one address, unless the callback is not trusted: then nothing is sent (wire/flows 6). */
export function sendVerificationEmail(
  context: SandboxContext,
  project: Project,
  to: {
    readonly email: string;
    readonly userId: string;
    readonly channelId: string;
    readonly displayName: string | null;
    readonly callbackUrl: string;
  },
  mode: DeliveryMode = 'waited',
): void {
  if (!isTrustedUrl(to.callbackUrl, project.config)) return;
  const data: ChannelCode = { user_id: to.userId, contact_channel_id: to.channelId, email: to.email };
  const { code } = issueCode(context, project, { purpose: 'contact-channel', data, ttlMillis: emailedCodeTtlMillis });
  const values = { userDisplayName: to.displayName, emailVerificationLink: linkWithCode(to.callbackUrl, code) };
  sendTemplatedEmail(context, project, to.email, { type: 'email_verification', values }, mode);
}
