/** Emails that a project sends on request: sign-in invitations and emails to its users (wire/newer 2.6). */
import type { RowOf } from '../../contract/service';
import { requireTrustedUrl } from '../projects/trusted-urls';
import type { Handler } from '../server/context';
import { plainFailure } from '../server/failures';
import { reply } from '../server/respond';
import { findUser } from '../users/user-store';
import { findCategoryByName, isSubscribed } from './notification-categories';
import { sendEmail } from './send-email';
import { sendTemplatedEmail } from './templated-email';
import { withUnsubscribeLink } from './unsubscribe-link';

export const sendSignInInvitation: Handler<RowOf<'emails.sendSignInInvitation'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, body } = call;
    requireTrustedUrl(body.callback_url, project.config);
    const values = { userDisplayName: null, teamDisplayName: '', signInInvitationLink: body.callback_url };
    sendTemplatedEmail(call, project, body.email, { type: 'sign_in_invitation', values });
    return reply({ success: true as const });
  },
};

/**
 * Sends an email to one user, as releases up to 2.8.26 do, with an unsubscribe link if its category allows that. Throws plain-text
 * failures in the order that the corrections list.
 */
export const sendEmailToUser: Handler<RowOf<'emails.sendEmailToUser'>> = {
  ignoresQuery: true,
  async run(call) {
    const { store, project, body } = call;
    const { user_id, subject, html, notification_category_name } = body;
    if (project.config.email_config.type === 'shared') throw plainFailure(400, 'Cannot send custom emails when using shared email config');
    const user = findUser(store, project.key, user_id);
    if (user === undefined) throw plainFailure(404, 'User not found');
    if (user.email === null) throw plainFailure(400, 'User does not have a primary email');
    const category = findCategoryByName(notification_category_name);
    if (category === undefined) throw plainFailure(404, 'Notification category not found');
    if (!isSubscribed(store, user.key, category)) throw plainFailure(400, 'User has disabled notifications for this category');
    const sent = category.canDisable ? withUnsubscribeLink(call, project, html, { user_id: user.id, category_id: category.id }) : html;
    sendEmail(call, project, { to: [user.email], subject, html: sent, text: textOf(sent) }, 'waited');
    return reply({ user_email: user.email });
  },
};

/** Returns the plain-text version of an HTML email. */
function textOf(html: string): string {
  // Behind the last one no tag ends, and a search for its end from each start would take long.
  const tagsEnd = html.lastIndexOf('>') + 1;
  const withoutTags = html
    .slice(0, tagsEnd)
    .replace(/<(br|\/p|\/div|\/h\d|\/li)[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '');
  const spaced = withoutTags + html.slice(tagsEnd);
  const plainText = spaced
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  return `${plainText.trim()}\n`;
}
