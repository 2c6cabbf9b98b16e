/** What can be done with emails of the outbox, by their state (wire/later 5). */
import type { OutboxEmail } from './outbox-models';

export type OutboxAction = 'pause' | 'resume' | 'schedule' | 'retry' | 'cancel';

const actions: Readonly<Partial<Record<string, readonly OutboxAction[]>>> = {
  paused: ['resume', 'schedule', 'cancel'],
  preparing: ['pause', 'schedule', 'cancel'],
  rendering: ['pause', 'schedule', 'cancel'],
  scheduled: ['pause', 'schedule', 'cancel'],
  queued: ['pause', 'schedule', 'cancel'],
  // A new time alone wouldn't have them sent.
  'render-error': ['retry', 'cancel'],
  'server-error': ['retry', 'cancel'],
};

/** Returns what can be done with an email. Nothing is known of states of later services. */
export function actionsOf({ status }: Pick<OutboxEmail, 'status'>): readonly OutboxAction[] {
  return (Object.hasOwn(actions, status) && actions[status]) || [];
}
