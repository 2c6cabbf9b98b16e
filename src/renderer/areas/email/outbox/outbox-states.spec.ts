import { describe, expect, it } from 'vitest';
import { actionsOf, type OutboxAction } from '#contract/service/models/outbox-actions.ts';
import { type OutboxEmailContent, outboxStatuses } from '#contract/service/models/outbox-models.ts';
import {
  errorOf,
  filterQuery,
  isDone,
  isMoving,
  mayHaveArrived,
  outboxFilterOf,
  progressOf,
  skipReasonKey,
  statesWithin,
  statusKey,
  statusTone,
  timeOf,
} from './outbox-states';

const email = (own: Partial<OutboxEmailContent> = {}): OutboxEmailContent => ({
  id: '00000000-0000-4000-8000-000000000001',
  status: 'scheduled',
  simple_status: 'in-progress',
  is_paused: false,
  created_at_millis: 1000,
  scheduled_at_millis: 2000,
  to: { type: 'custom-emails', user_id: undefined, emails: ['ada@analytical.example'] },
  subject: 'Hello',
  tsx_source: '',
  theme_id: null,
  delivered_at_millis: undefined,
  error_at_millis: undefined,
  skipped_at_millis: undefined,
  next_send_retry_at_millis: undefined,
  render_error: undefined,
  server_error: undefined,
  skipped_reason: undefined,
  updated_at_millis: undefined,
  variables: undefined,
  started_rendering_at_millis: undefined,
  rendered_at_millis: undefined,
  started_sending_at_millis: undefined,
  html: undefined,
  text: undefined,
  is_transactional: undefined,
  is_high_priority: undefined,
  send_retries: undefined,
  send_attempt_errors: undefined,
  created_with: undefined,
  email_draft_id: undefined,
  email_programmatic_call_template_id: undefined,
  ...own,
});
const failed = { status: 'server-error', simple_status: 'error', error_at_millis: 3000 };

describe('a filter', () => {
  it.each([
    [null, 'all', {}],
    ['error', 'error', { simple_status: 'error' }],
    ['paused', 'in-progress', { status: 'paused' }],
    ['render-error', 'error', { status: 'render-error' }],
    // The service refuses to filter by states that it doesn't know.
    ['bounced', 'all', {}],
    ['toString', 'all', {}],
  ])('of %j', (text, progress, query) => {
    const filter = outboxFilterOf(text);
    expect(progressOf(filter)).toBe(progress);
    expect(filterQuery(filter)).toEqual(query);
  });

  it('by progress offers the states that got so far', () => {
    expect(statesWithin('error')).toEqual(['render-error', 'server-error']);
    expect(statesWithin('all')).toEqual(outboxStatuses);
  });
});

describe('a state', () => {
  it('of a later service is shown as it is, and nothing can be done', () => {
    const later = email({ status: 'marked-as-spam', simple_status: 'ok' });
    expect(statusKey(later.status)).toBeUndefined();
    expect(statusTone(later)).toBe('neutral');
    expect(actionsOf(later)).toEqual([]);
    expect(actionsOf({ status: 'toString' })).toEqual([]);
    expect(skipReasonKey('TOO_LATE')).toBeUndefined();
  });

  it.each<[status: string, actions: readonly OutboxAction[]]>([
    ['paused', ['resume', 'schedule', 'cancel']],
    ['scheduled', ['pause', 'schedule', 'cancel']],
    ['server-error', ['retry', 'cancel']],
    ['sending', []],
    ['skipped', []],
    ['sent', []],
  ])('%s can be left by what the service accepts', (status, expected) => {
    expect(actionsOf({ status })).toEqual(expected);
  });

  it.each<[name: string, own: Partial<OutboxEmailContent>, expected: boolean]>([
    ['queued', { status: 'queued' }, true],
    ['a state of a later service on its way', { status: 'thinking' }, true],
    ['due', { scheduled_at_millis: 10_000 }, true],
    ['scheduled for tomorrow', { scheduled_at_millis: 86_400_000 }, false],
    ['tried again later', { next_send_retry_at_millis: 600_000 }, false],
    ['paused', { status: 'paused', is_paused: true }, false],
    ['failed', failed, false],
  ])('%s is read again: %j', (_name, own, expected) => {
    expect(isMoving(email(own), 10_000)).toBe(expected);
  });
});

describe('an email', () => {
  it.each<[own: Partial<OutboxEmailContent>, time: number]>([
    [{}, 2000],
    [{ next_send_retry_at_millis: 5000 }, 5000],
    [failed, 3000],
    [{ status: 'sent', simple_status: 'ok', delivered_at_millis: 4000 }, 4000],
    [{ status: 'render-error', simple_status: 'error' }, 1000],
  ])('%j has the time that says most', (own, time) => {
    expect(timeOf(email(own))).toBe(time);
  });

  it('has one error, and may have arrived if the service lost sight of it', () => {
    const lost = { server_error: 'Email sending timed out before we could confirm whether it was delivered.' };
    expect(errorOf(email({ render_error: 'No export' }))).toBe('No export');
    expect(errorOf(email())).toBeUndefined();
    expect(mayHaveArrived(email(lost))).toBe(true);
    expect(mayHaveArrived(email({ server_error: '550' }))).toBe(false);
  });

  it.each<[action: OutboxAction, after: Partial<OutboxEmailContent>, expected: boolean]>([
    ['pause', { is_paused: true }, true],
    ['pause', {}, false],
    ['resume', {}, true],
    ['schedule', { scheduled_at_millis: 9000 }, true],
    ['schedule', {}, false],
    ['cancel', { status: 'skipped', skipped_reason: 'MANUALLY_CANCELLED' }, true],
    ['cancel', { status: 'skipped', skipped_reason: 'USER_UNSUBSCRIBED' }, false],
    ['retry', {}, true],
    ['retry', { ...failed, error_at_millis: 8000 }, true],
    ['retry', failed, false],
  ])('after %s whose response was lost, as %j, tells whether it was done', (action, after, expected) => {
    expect(isDone(action, email(failed), email(after), 9000)).toBe(expected);
  });
});
