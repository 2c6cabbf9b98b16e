/** Handlers of emails. */
import type { HandlersOf } from '../server/handler-types';
import { listEmailTemplates, readEmailTemplate, resetEmailTemplate, updateEmailTemplate } from './email-templates';
import { sendEmailToUser, sendSignInInvitation } from './emails-to-users';
import { listNotificationPreferences, setNotificationPreference, unsubscribeByLink } from './notification-preferences';
import { listSentEmails, sendTestEmail } from './test-email';

export const emailHandlers: HandlersOf<'emails'> = {
  'emails.templates': listEmailTemplates,
  'emails.template': readEmailTemplate,
  'emails.updateTemplate': updateEmailTemplate,
  'emails.resetTemplate': resetEmailTemplate,
  'emails.sendTestEmail': sendTestEmail,
  'emails.sent': listSentEmails,
  'emails.sendSignInInvitation': sendSignInInvitation,
  'emails.sendEmailToUser': sendEmailToUser,
  'emails.notificationPreferences': listNotificationPreferences,
  'emails.setNotificationPreference': setNotificationPreference,
  'emails.unsubscribe': unsubscribeByLink,
};
