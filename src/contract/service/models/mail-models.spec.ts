import { describe, expect, test } from 'vitest';
import { readAs } from '../../dispatch';
import { emails } from '../emails';
import { sentEmail, templateById } from './mail-models';

const uuid = '3241a285-8329-4d69-8f3d-316e08cf140c';

describe('a sent email', () => {
  const email = { id: uuid, subject: '', sent_at_millis: 1 };

  test.each([
    { error: null },
    { error: 'Send error: timed out' },
    { error: 'Render error: x is not defined' },
    { error: { errorType: 'TIMEOUT', canRetry: true } },
    { error: { errorType: 'LATER', canRetry: false, message: 'x', rawError: { code: 1 } } },
  ])('keeps the error $error', ({ error }) => {
    expect(sentEmail.parse({ ...email, error })).toEqual({ ...email, error });
  });

  test.each([{ error: 7 }, { error: [] }, { error: {} }, { error: { errorType: 1, canRetry: true } }, {}])(
    'with the unknown error %j has failed, for a reason that is unknown',
    (odd) => {
      expect(sentEmail.parse({ ...email, ...odd }).error).toEqual({ errorType: 'UNKNOWN', canRetry: false });
    },
  );

  test.each([{ to: 'ada@example.com' }, { to: [1] }, { sender_config: { type: 'later' } }, { sender_config: null }])(
    'does without the odd field %j',
    (odd) => {
      expect(sentEmail.parse({ ...email, error: null, ...odd })).toEqual({ ...email, error: null });
    },
  );
});

describe('the theme of a template', () => {
  const template = { id: uuid, display_name: 'Reset', tsx_source: '' };
  const update = emails.updateTemplateById.actors.project.body;

  test.each([{ theme_id: uuid }, { theme_id: false }, {}])('is read from %j', (theme) => {
    expect(templateById.parse({ ...template, ...theme })).toEqual({ ...template, ...theme });
  });

  test.each([{ theme_id: null }, { theme_id: 'none' }, { theme_id: true }])('is absent for %j', (theme) => {
    expect(templateById.parse({ ...template, ...theme })).toEqual(template);
  });

  test.each([{ theme_id: uuid }, { theme_id: false }, { theme_id: null }, {}])('can be changed by %j', (theme) => {
    expect(update.parse({ tsx_source: '', ...theme })).toEqual({ tsx_source: '', ...theme });
  });

  test.each([{ theme_id: 'none' }, { theme_id: true }, { theme_id: '' }, { theme_id: 0 }])('cannot be changed by %j', (theme) => {
    expect(readAs(update, { tsx_source: '', ...theme }).ok).toBe(false);
  });
});

test.each([
  { results: [{ user_id: uuid }] },
  { results: [{ user_id: uuid, user_email: 'ada@example.com', success: false }] },
  { results: [] },
])('a sending of emails returns %j', (response) => {
  expect(emails.sendEmail.actors.project.response.parse(response)).toEqual(response);
});
