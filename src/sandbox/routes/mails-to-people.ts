/** Mails that a project sends of its own will: invitations to sign in, and mails to its users (newer 2.6). */
import type { RowOf } from '../../contract/service';
import type { Handler } from '../context';
import { known, plain } from '../failures';
import { sendMail } from '../mail';
import { categoryNamed, wants } from '../mail/categories';
import { dispatch } from '../mail/send';
import { reply } from '../respond';
import { findUser } from '../store/users';
import { requireTrustedUrl } from '../trusted-urls';

export const sendSignInInvitation: Handler<RowOf<'emails.sendSignInInvitation'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, body } = call;
    requireTrustedUrl(body.callback_url, project.config);
    const values = { userDisplayName: null, teamDisplayName: '', signInInvitationLink: body.callback_url };
    sendMail(call, project, body.email, { type: 'sign_in_invitation', values });
    return reply({ success: true as const });
  },
};

/** Sends to each user who has an address and wants mails of that category; says for each whether it was sent. */
export const sendEmail: Handler<RowOf<'emails.sendEmail'>> = {
  ignoresQuery: true,
  async run(call) {
    const { store, project, body } = call;
    if (project.config.email_config.type === 'shared') throw known('REQUIRES_CUSTOM_EMAIL_SERVER');
    const category = categoryNamed(body.notification_category_name);
    if (category === undefined) throw plain(404, 'Notification category not found');
    const results = body.user_ids.map((user_id) => {
      const user = findUser(store, project.key, user_id);
      if (user === undefined || user.email === null) return { user_id, success: false };
      const wanted = wants(store, user.key, category);
      if (wanted) dispatch(call, project, { to: [user.email], subject: body.subject, html: body.html, text: textOf(body.html) }, 'waited');
      return { user_id, user_email: user.email, success: wanted };
    });
    return reply({ results });
  },
};

/** What a reader without HTML sees. */
function textOf(html: string): string {
  const spaced = html.replace(/<(br|\/p|\/div|\/h\d|\/li)[^>]*>/gi, '\n').replace(/<[^>]*>/g, '');
  const plainText = spaced
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  return `${plainText.trim()}\n`;
}
