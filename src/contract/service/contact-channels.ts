/** Contact channels (wire/endpoints 3, wire/flows 9). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { email, id, listOf, strictEmail, success, url, userIdOrMe, verificationCode } from './models/fields';
import { codeIsValid, contactChannel } from './models/user-models';
import { reads } from './read-groups';

const one = z.strictObject({ user_id: userIdOrMe, id });
const codeOnly = z.strictObject({ code: verificationCode });
const type = z.literal('email');

const newChannel = { type, value: email, used_for_auth: z.boolean(), is_primary: z.boolean().optional() };
const serverFlag = { is_verified: z.boolean().optional() };

/** A value requires its type: without it, the service stores the text unchecked and then fails (wire/endpoints 3). */
const change = {
  value: email.optional(),
  type: type.optional(),
  used_for_auth: z.boolean().optional(),
  is_primary: z.boolean().optional(),
};
const typed = (fields: { readonly value?: string | undefined; readonly type?: string | undefined }) =>
  fields.value === undefined || fields.type !== undefined;
const typeMissing = { path: ['type'], params: { line: 'must be defined' } };

export const contactChannels = {
  list: endpoint({
    method: 'GET',
    path: '/contact-channels',
    actors: {
      account: {
        access: 'client',
        query: z.strictObject({ user_id: userIdOrMe, contact_channel_id: id.optional() }),
        response: listOf(contactChannel),
      },
      project: {
        access: 'server',
        query: z.strictObject({ user_id: id.optional(), contact_channel_id: id.optional() }),
        response: listOf(contactChannel),
      },
    },
  }),
  create: endpoint({
    method: 'POST',
    path: '/contact-channels',
    changesSignIn: true,
    invalidates: [...reads.users, ...reads.emails],
    journal: {
      subject: { kind: 'contact-channel', id: 'response.id', user: 'body.user_id' },
      before: 'contactChannels.list',
      undo: { opposite: 'contactChannels.delete' },
    },
    actors: {
      account: { access: 'client', body: z.strictObject({ user_id: userIdOrMe, ...newChannel }), response: contactChannel },
      project: { access: 'server', body: z.strictObject({ user_id: id, ...newChannel, ...serverFlag }), response: contactChannel },
    },
  }),
  read: endpoint({
    method: 'GET',
    path: '/contact-channels/{user_id}/{id}',
    params: one,
    actors: {
      account: { access: 'client', response: contactChannel },
      project: { access: 'server', response: contactChannel },
    },
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/contact-channels/{user_id}/{id}',
    params: one,
    changesSignIn: true,
    invalidates: [...reads.users, ...reads.emails, ...reads.metrics],
    journal: {
      subject: { kind: 'contact-channel', id: 'params.id', user: 'params.user_id' },
      before: 'contactChannels.list',
      undo: { restore: true },
    },
    actors: {
      account: { access: 'client', body: z.strictObject(change).refine(typed, typeMissing), response: contactChannel },
      project: {
        access: 'server',
        body: z.strictObject({ ...change, ...serverFlag }).refine(typed, typeMissing),
        response: contactChannel,
      },
    },
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/contact-channels/{user_id}/{id}',
    params: one,
    changesSignIn: true,
    invalidates: [...reads.users, ...reads.emails],
    journal: {
      subject: { kind: 'contact-channel', id: 'params.id', user: 'params.user_id' },
      before: 'contactChannels.list',
      undo: { again: 'contactChannels.create' },
    },
    actors: { account: { access: 'client', response: success }, project: { access: 'server', response: success } },
  }),
  sendVerification: endpoint({
    method: 'POST',
    path: '/contact-channels/{user_id}/{id}/send-verification-code',
    params: one,
    invalidates: reads.sentEmails,
    journal: { subject: { kind: 'email', user: 'params.user_id' }, before: 'contactChannels.read', undo: { none: 'email-sent' } },
    actors: {
      account: { access: 'client', body: z.strictObject({ callback_url: url }), response: success },
      project: { access: 'server', body: z.strictObject({ callback_url: url }), response: success },
    },
  }),
  /** The older form, for the primary email only. */
  sendPrimaryVerification: endpoint({
    method: 'POST',
    path: '/contact-channels/send-verification-code',
    invalidates: reads.sentEmails,
    journal: { subject: { kind: 'email', user: 'account' }, before: null, undo: { none: 'email-sent' } },
    actors: { account: { access: 'client', body: z.strictObject({ email: strictEmail, callback_url: url }), response: success } },
  }),
  checkVerification: endpoint({
    method: 'POST',
    path: '/contact-channels/verify/check-code',
    effect: 'read',
    actors: { none: { access: 'client', body: codeOnly, response: codeIsValid } },
  }),
  /** Requires no session and creates none (wire/flows 9). */
  verify: endpoint({
    method: 'POST',
    path: '/contact-channels/verify',
    invalidates: [...reads.users, ...reads.emails, ...reads.invitations],
    journal: { subject: { kind: 'contact-channel' }, before: null, undo: { none: 'code-used' } },
    actors: { none: { access: 'client', body: codeOnly, response: success } },
  }),
};
