/** Handlers of contact channels. */
import { createCodeCheck } from '../codes/check-code';
import type { HandlersOf } from '../server/handler-types';
import { sendPrimaryVerification, sendVerification, verifyContactChannel } from './contact-channel-codes';
import {
  createContactChannel,
  deleteContactChannel,
  listContactChannels,
  readContactChannel,
  updateContactChannel,
} from './contact-channels';

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
