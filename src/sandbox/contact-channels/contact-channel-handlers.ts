/** Handlers of contact channels. */

import type { RowOf } from '#contract/service/index.ts';
import { createCodeCheck } from '../codes/check-code';
import { redeemCode } from '../codes/codes';
import { type ChannelCode, sendVerificationEmail } from '../emails/templated-email';
import type { Handler, HandlersOf, SandboxContext } from '../http/context';
import { knownError, plainFailure, serviceFault, userIdDoesNotExist } from '../http/failures';
import { requireUser } from '../http/requirements';
import { reply } from '../http/respond';
import { requireTrustedUrl } from '../http/trusted-urls';
import { findChannel, markChannelVerified, primaryChannel } from '../stores/contact-channel-store';
import type { Project } from '../stores/project-store';
import { findUser, type UserRow } from '../stores/user-store';
import {
  createContactChannel,
  deleteContactChannel,
  listContactChannels,
  readContactChannel,
  updateContactChannel,
} from './contact-channels';

/** Emails a verification link to a user's address. Clients can only verify their own. */
const sendVerification: Handler<RowOf<'contactChannels.sendVerification'>> = {
  ignoresQuery: true,
  async run(call) {
    const { caller, store, project, params, body } = call;
    if (caller.access === 'client' && requireUser(caller).id !== params.user_id.toLowerCase()) {
      throw plainFailure(400, 'Can only send verification code for your own user');
    }
    const user = findUser(store, project.key, params.user_id);
    if (user === undefined) throw userIdDoesNotExist(params.user_id);
    const channel = findChannel(store, project.key, params.user_id, params.id);
    if (channel === undefined) throw plainFailure(404, 'Contact channel not found');
    sendLink(call, user, channel, body.callback_url);
    return reply({ success: true as const });
  },
};

/** Older form: emails a link to the signed-in user's primary email, which the caller has to name. */
const sendPrimaryVerification: Handler<RowOf<'contactChannels.sendPrimaryVerification'>> = {
  ignoresQuery: true,
  needsUser: true,
  async run(call) {
    const { caller, store, body } = call;
    const user = requireUser(caller);
    const channel = primaryChannel(store, user.key);
    if (channel?.value !== body.email) {
      const details = { email: body.email, primary_email: user.email };
      throw knownError('EMAIL_IS_NOT_PRIMARY_EMAIL', details, { email: body.email, primaryEmail: String(user.email) });
    }
    sendLink(call, user, channel, body.callback_url);
    return reply({ success: true as const });
  },
};

/** Marks the address as verified. Requires no signed-in user. */
const verifyContactChannel: Handler<RowOf<'contactChannels.verify'>> = {
  ignoresQuery: true,
  async run(call) {
    const { store, project, release, body } = call;
    const about = redeemCode<ChannelCode>(call, project, 'contact-channel', body.code);
    const channel = findChannel(store, project.key, about.user_id, about.contact_channel_id);
    // An address that was changed in the meantime isn't verified by this code.
    if (channel === undefined || channel.value !== about.email) {
      if (release.has('deleted-channel-text')) throw plainFailure(400, 'Contact channel not found. Was your contact channel deleted?');
      throw serviceFault('The address of this code was deleted.');
    }
    markChannelVerified(store, channel.key);
    return reply({ success: true as const });
  },
};

function sendLink(
  call: SandboxContext & { readonly project: Project },
  user: UserRow,
  channel: { readonly id: string; readonly value: string; readonly is_verified: number },
  callbackUrl: string,
): void {
  if (channel.is_verified === 1) throw knownError('EMAIL_ALREADY_VERIFIED');
  requireTrustedUrl(call.release, callbackUrl, call.project.config);
  const { value: email, id: channelId } = channel;
  sendVerificationEmail(call, call.project, { email, userId: user.id, channelId, displayName: user.display_name, callbackUrl });
}

export const contactChannelHandlers: HandlersOf<'contactChannels'> = {
  'contactChannels.list': listContactChannels,
  'contactChannels.create': createContactChannel,
  'contactChannels.read': readContactChannel,
  'contactChannels.update': updateContactChannel,
  'contactChannels.delete': deleteContactChannel,
  'contactChannels.sendVerification': sendVerification,
  'contactChannels.sendPrimaryVerification': sendPrimaryVerification,
  'contactChannels.checkVerification': createCodeCheck('contact-channel'),
  'contactChannels.verify': verifyContactChannel,
};
