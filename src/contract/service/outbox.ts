/** The queue that every email of a project passes through, and the figures of delivery (wire/later 5). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { id, json, pageOf } from './models/fields';
import { deliveryFigures, outboxEmail, outboxEmailContent } from './models/outbox-models';
import { reads } from './read-groups';

const byId = z.strictObject({ id });
const userId = z.uuid();
const addresses = z.array(z.string());

const newRecipient = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('user-primary-email'), user_id: userId }),
  z.strictObject({ type: z.literal('user-custom-emails'), user_id: userId, emails: addresses }),
  z.strictObject({ type: z.literal('custom-emails'), emails: addresses }),
]);

export const outbox = {
  /** Newest first. The cursor is the ID of the first email of the page, the limit a number from 1 to 100. An unknown state is status 500. */
  list: endpoint({
    method: 'GET',
    path: '/emails/outbox',
    feature: 'email-outbox',
    actors: {
      project: {
        access: 'server',
        query: z.strictObject({
          status: z.string().optional(),
          simple_status: z.string().optional(),
          limit: z.string().optional(),
          cursor: id.optional(),
        }),
        response: pageOf(outboxEmail),
      },
    },
  }),
  read: endpoint({
    method: 'GET',
    path: '/emails/outbox/{id}',
    params: byId,
    feature: 'email-outbox',
    actors: { project: { access: 'server', response: outboxEmailContent } },
  }),
  /** What changes the content, even to what it is, has the email rendered and sent again. `cancel` skips it, and ignores all else. */
  update: endpoint({
    method: 'PATCH',
    path: '/emails/outbox/{id}',
    params: byId,
    feature: 'email-outbox',
    destroyedBy: ['cancel'],
    invalidates: reads.sentEmails,
    journal: {
      subject: { kind: 'email', id: 'params.id' },
      before: 'outbox.read',
      undo: {
        restore: true,
        except: { cancel: 'email-sent', tsx_source: 'email-sent', theme_id: 'email-sent', to: 'email-sent', variables: 'email-sent' },
      },
    },
    actors: {
      project: {
        access: 'server',
        body: z.strictObject({
          cancel: z.literal(true).optional(),
          is_paused: z.boolean().optional(),
          scheduled_at_millis: z.number().optional(),
          tsx_source: z.string().optional(),
          theme_id: z.string().nullable().optional(),
          to: newRecipient.optional(),
          variables: z.record(z.string(), json).optional(),
          skip_deliverability_check: z.boolean().optional(),
        }),
        response: outboxEmailContent,
      },
    },
  }),
  figures: endpoint({
    method: 'GET',
    path: '/emails/delivery-info',
    feature: 'delivery-figures',
    actors: { project: { access: 'server', response: deliveryFigures } },
  }),
  /** Raises the capacity for four hours. Repeating it is EMAIL_CAPACITY_BOOST_ALREADY_ACTIVE. */
  boost: endpoint({
    method: 'POST',
    path: '/emails/capacity-boost',
    feature: 'delivery-boost',
    invalidates: reads.delivery,
    journal: { subject: { kind: 'email-server' }, before: null, undo: { none: 'expires' } },
    actors: { project: { access: 'server', body: z.strictObject({}), response: z.object({ expires_at: z.string() }) } },
  }),
};
