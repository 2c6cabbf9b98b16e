/** Emails from templates. */

import { readContent } from '#contract/email-template/content.ts';
import { emailedCodeTtlMillis, issueCode } from '../codes/codes';
import type { SandboxContext } from '../http/context';
import { isTrusted } from '../http/trusted-urls';
import type { DeliveryMode } from '../mail/delivery';
import type { Project } from '../stores/project-store';
import { magicLinkWithoutCode, type Wording } from './rendering/default-templates';
import { fillPlaceholders } from './rendering/placeholders';
import { findTemplate, renderContent } from './rendering/templates';
import { sendEmail } from './send-email';

/** Returns the URL with the code in its query. Other parameters are kept (wire/flows 8). */
export function linkWithCode(callbackUrl: string, code: string): string {
  const url = new URL(callbackUrl);
  url.searchParams.set('code', code);
  return url.href;
}

/** A template with the values of its placeholders (wire/endpoints 9.2). */
type TemplatedEmail =
  | { readonly type: 'email_verification'; readonly values: Recipient & { readonly emailVerificationLink: string } }
  | { readonly type: 'password_reset'; readonly values: Recipient & { readonly passwordResetLink: string } }
  | {
      readonly type: 'magic_link';
      readonly values: Recipient & { readonly magicLink: string; readonly otp: string };
      /** Whether to omit the code if the template is the default one. */
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
 * Sends an email rendered from the project's template.
 *
 * Unless `mode` is `background`, the request waits for the delivery and fails if it fails.
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

/** Data of a code for `contact-channel`. */
export interface ChannelCode {
  readonly user_id: string;
  readonly contact_channel_id: string;
  readonly email: string;
}

/** Emails a verification link. Sends nothing if the project doesn't trust the callback URL (wire/flows 6). */
export function sendVerificationEmail(
  context: SandboxContext,
  project: Project,
  to: {
    readonly email: string;
    readonly userId: string;
    readonly channelId: string;
    readonly displayName: string | null;
    /** Without one, nothing is sent. */
    readonly callbackUrl: string | undefined;
  },
  mode: DeliveryMode = 'waited',
): void {
  if (to.callbackUrl === undefined || !isTrusted(context.release, to.callbackUrl, project.config)) return;
  const data: ChannelCode = { user_id: to.userId, contact_channel_id: to.channelId, email: to.email };
  const { code } = issueCode(context, project, { purpose: 'contact-channel', data, ttlMillis: emailedCodeTtlMillis });
  const values = { userDisplayName: to.displayName, emailVerificationLink: linkWithCode(to.callbackUrl, code) };
  sendTemplatedEmail(context, project, to.email, { type: 'email_verification', values }, mode);
}
