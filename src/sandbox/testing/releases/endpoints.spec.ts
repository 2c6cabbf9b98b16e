/** Endpoints that later releases add: each is in its release, and unknown to the one before. */
import { expect, test } from 'vitest';
import { type ReleaseScene, releaseScene } from '../release-scene';

type Call = Parameters<ReleaseScene['call']>[1];

const id = '00000000-0000-4000-8000-0000000000ff';
const override = '/internal/config/override/environment' as const;
const domains = '/internal/emails/managed-onboarding' as const;

const added: readonly (readonly [since: string, access: 'client' | 'server' | 'admin', call: Call])[] = [
  // wire/newer 1
  ['2.8.5', 'admin', 'GET /internal/projects/current'],
  ['2.8.5', 'admin', 'PATCH /internal/projects/current'],
  ['2.8.5', 'admin', 'DELETE /internal/projects/current'],
  ['2.8.5', 'client', 'POST /integrations/credential-scanning/revoke'],
  // wire/newer 2.3 to 2.6
  ['2.8.17', 'server', 'POST /emails/send-email'],
  ['2.8.17', 'client', 'GET /emails/notification-preference/me'],
  ['2.8.17', 'client', `PATCH /emails/notification-preference/me/${id}`],
  ['2.8.17', 'client', 'GET /emails/unsubscribe-link'],
  ['2.8.17', 'admin', 'POST /internal/send-sign-in-invitation'],
  ['2.8.23', 'admin', 'GET /internal/email-templates'],
  ['2.8.23', 'admin', 'POST /internal/email-templates'],
  ['2.8.23', 'admin', `PATCH /internal/email-templates/${id}`],
  ['2.8.23', 'admin', `DELETE /internal/email-templates/${id}`],
  ['2.8.24', 'client', 'GET /oauth-providers'],
  ['2.8.24', 'server', 'POST /oauth-providers'],
  ['2.8.24', 'client', `GET /oauth-providers/me/${id}`],
  ['2.8.24', 'client', `PATCH /oauth-providers/me/${id}`],
  ['2.8.24', 'client', `DELETE /oauth-providers/me/${id}`],
  ['2.8.34', 'client', 'POST /internal/projects/transfer'],
  ['2.8.69', 'client', `POST /team-invitations/${id}/accept`],
  ['2.8.70', 'client', 'GET /connected-accounts/me'],
  ['2.8.70', 'client', 'POST /connected-accounts/me/github/1/access-token'],
  // wire/corrections 2.8.86
  ['2.8.25', 'admin', 'POST /emails/render-email'],
  // wire/later 1 and 2
  ['2.8.59', 'admin', 'POST /internal/onboarding/preview-affected-users'],
  ['2.8.65', 'admin', 'GET /internal/sign-up-rules-stats'],
  ['2.8.66', 'admin', 'POST /internal/sign-up-rules-test'],
  // wire/later 3 and 4
  ['2.8.22', 'admin', 'GET /internal/email-themes'],
  ['2.8.22', 'admin', 'POST /internal/email-themes'],
  ['2.8.22', 'admin', `GET /internal/email-themes/${id}`],
  ['2.8.22', 'admin', `PATCH /internal/email-themes/${id}`],
  ['2.8.38', 'admin', 'GET /internal/email-drafts'],
  ['2.8.38', 'admin', 'POST /internal/email-drafts'],
  ['2.8.38', 'admin', `GET /internal/email-drafts/${id}`],
  ['2.8.38', 'admin', `PATCH /internal/email-drafts/${id}`],
  ['2.8.69', 'admin', `DELETE /internal/email-drafts/${id}`],
  // wire/later 5
  ['2.8.58', 'server', 'GET /emails/delivery-info'],
  ['2.8.59', 'server', 'GET /emails/outbox'],
  ['2.8.59', 'server', `GET /emails/outbox/${id}`],
  ['2.8.59', 'server', `PATCH /emails/outbox/${id}`],
  ['2.8.73', 'server', 'POST /emails/capacity-boost'],
  // wire/later 6
  ['2.8.72', 'admin', `POST ${domains}/setup`],
  ['2.8.72', 'admin', `POST ${domains}/check`],
  ['2.8.72', 'admin', `GET ${domains}/list`],
  ['2.8.72', 'admin', `POST ${domains}/apply`],
  ['2.8.102', 'admin', `POST ${domains}/delete`],
  // wire/later 7.1
  ['2.8.28', 'admin', 'GET /internal/config'],
  ['2.8.28', 'admin', 'PATCH /internal/config/override'],
  ['2.8.61', 'admin', `GET ${override}`],
  ['2.8.61', 'admin', `PATCH ${override}`],
  ['2.8.61', 'admin', `PUT ${override}`],
  ['2.8.61', 'admin', 'GET /internal/config/source'],
  ['2.8.61', 'admin', 'DELETE /internal/config/source'],
  ['2.8.68', 'admin', `POST ${override}/reset-keys`],
  // wire/hexclave 4.2
  ['2.8.88', 'admin', 'GET /internal/metrics/user-counts'],
  ['2.8.88', 'admin', `GET /internal/user-activity?user_id=${id}`],
];

const removed: typeof added = [
  ['2.8.5', 'admin', 'PATCH /projects/current'],
  ['2.8.5', 'admin', 'DELETE /projects/current'],
  ['2.8.27', 'admin', 'GET /email-templates'],
  ['2.8.27', 'admin', 'GET /email-templates/magic_link'],
  ['2.8.27', 'admin', 'PATCH /email-templates/magic_link'],
  ['2.8.27', 'admin', 'DELETE /email-templates/magic_link'],
  ['2.8.61', 'admin', 'PATCH /internal/config/override'],
];

const before = (release: string) => release.replace(/\d+$/, (patch) => String(Number(patch) - 1));

/** Whether the path and the method are known, whatever the endpoint says of the request. */
async function isKnown(release: string, access: 'client' | 'server' | 'admin', call: Call): Promise<boolean> {
  const scene = await releaseScene(release);
  const { status, text } = await scene.call(access, call, /^(GET|DELETE)/.test(call) ? {} : { body: {} });
  return status !== 405 && !/^404 — this page does not exist/.test(text);
}

test.each(added)('%s adds, for %s, %s', async (since, access, call) => {
  expect([await isKnown(before(since), access, call), await isKnown(since, access, call)]).toEqual([false, true]);
});

test.each(removed)('%s removes, for %s, %s', async (since, access, call) => {
  expect([await isKnown(before(since), access, call), await isKnown(since, access, call)]).toEqual([true, false]);
});
