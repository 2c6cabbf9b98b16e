/** A sandbox of a release whose project sends emails over a mail server that fails on request. */
import { expect } from 'vitest';
import type { DeliveryFailure } from '../mail/smtp';
import { type ReleaseScene, releaseScene } from './release-scene';

const newest = '2.8.109';
export const unknown = '00000000-0000-4000-8000-0000000000ff';
const ownServer = { type: 'standard', host: 'h', port: 25, username: 'u', password: 'p', sender_name: 's', sender_email: 's@x.example' };
export const source = (subject: string) => `export function EmailTemplate() { return <><Subject value={"${subject}"} /><p>Hi</p></>; }`;

/** The sandbox of the running test. */
export let scene: ReleaseScene;
let failures: (DeliveryFailure | null)[] = [];

/** Sets what the mail server says of the next attempts; null accepts. */
export function failWith(next: (DeliveryFailure | null)[]): void {
  failures = next;
}

/** How often the mail server was asked. */
export let attempts = 0;

export const failure = (canRetry: boolean): DeliveryFailure => ({
  errorType: 'UNKNOWN',
  message: canRetry ? 'Busy' : 'Refused',
  canRetry,
  rawError: { code: null, responseCode: null, message: 'raw' },
  isTimeout: false,
});

/** Starts a sandbox of a release with an own email server, and without the seeded emails. */
export async function start(release = newest): Promise<void> {
  failures = [];
  attempts = 0;
  const smtp = async () => {
    attempts += 1;
    return failures.shift() ?? null;
  };
  scene = await releaseScene(release, { smtp });
  // The seeded emails are among neither the emails nor the figures of a test.
  scene.sandbox.store.run('DELETE FROM outbox');
  scene.sandbox.store.run('DELETE FROM email_drafts');
  await scene.call('admin', 'PATCH /internal/projects/current', { body: { config: { email_config: ownServer } } });
}

export const users = async () => (await scene.call('server', 'GET /users')).items.map(({ id }) => String(id));
export const outbox = async (query = '') => (await scene.call('server', `GET /emails/outbox${query}`)).items;
export const patch = (id: unknown, body: object) => scene.call('server', `PATCH /emails/outbox/${id}`, { body });
export const advance = (millis: number) => scene.sandbox.clock.advance(millis);
export const now = () => scene.sandbox.clock.now();

export async function send(body: object = {}) {
  const [user] = await users();
  const content = 'draft_id' in body || 'template_id' in body ? {} : { subject: 'Hello', html: '<p>Hello</p>' };
  return scene.call('server', 'POST /emails/send-email', { body: { user_ids: [user], ...content, ...body } });
}

/** Sends an email and returns it from the outbox, once its first attempt has ended. */
export async function sent(body: object = {}) {
  await send(body);
  await expect.poll(async () => (await outbox())[0]?.status).not.toBe('sending');
  return (await outbox())[0] ?? {};
}
