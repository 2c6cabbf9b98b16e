/** The behaviour of the rows of `emails`. */
import { listTemplates, readTemplate, resetTemplate, updateTemplate } from './email-templates';
import type { HandlersOf } from './handlers';
import { sendEmailToUser, sendSignInInvitation } from './mails-to-people';
import { listNotificationPreferences, setNotificationPreference, unsubscribeByLink } from './notification-preferences';
import { listSentEmails, sendTestEmail } from './test-mail';

export const emailHandlers: HandlersOf<'emails'> = {
  'emails.templates': listTemplates,
  'emails.template': readTemplate,
  'emails.updateTemplate': updateTemplate,
  'emails.resetTemplate': resetTemplate,
  'emails.sendTestEmail': sendTestEmail,
  'emails.sent': listSentEmails,
  'emails.sendSignInInvitation': sendSignInInvitation,
  'emails.sendEmailToUser': sendEmailToUser,
  'emails.notificationPreferences': listNotificationPreferences,
  'emails.setNotificationPreference': setNotificationPreference,
  'emails.unsubscribe': unsubscribeByLink,
};
