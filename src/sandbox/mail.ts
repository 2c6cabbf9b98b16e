/** Mails of the service, rendered into the outbox. */
import type { Surroundings } from './context';
import { secretText, uuid } from './random';
import { insertCode } from './store/codes';
import { insertMail } from './store/mails';
import type { Project } from './store/projects';
import { isTrustedUrl } from './trusted-urls';

/** Seven days (limits 2). */
const codeLifeMillis = 7 * 86_400_000;

/** The address with the code in its query; other parameters stay (flows 8). */
export function linkWithCode(callbackUrl: string, code: string): string {
  const url = new URL(callbackUrl);
  url.searchParams.set('code', code);
  return url.href;
}

/** Mails a verification link for one address, unless the callback is not trusted: then nothing is sent (flows 6). */
export function sendVerificationMail(
  { store, clock, random }: Surroundings,
  project: Project,
  to: {
    readonly email: string;
    readonly userId: string;
    readonly channelId: string;
    readonly displayName: string | null;
    readonly callbackUrl: string;
  },
): void {
  if (!isTrustedUrl(to.callbackUrl, project.config)) return;
  const now = clock.now();
  const code = secretText(random);
  const data = JSON.stringify({ user_id: to.userId, contact_channel_id: to.channelId, email: to.email });
  insertCode(store, {
    code,
    id: uuid(random),
    project: project.key,
    purpose: 'contact-channel',
    data,
    now,
    expiresAt: now + codeLifeMillis,
  });
  const greeting = to.displayName === null ? 'Hi,' : `Hi, ${to.displayName},`;
  insertMail(store, project.key, {
    id: uuid(random),
    to: [to.email],
    subject: `Verify your email at ${project.display_name}`,
    ...letter(greeting, `Please verify your email for ${project.display_name}.`, 'Verify my email', linkWithCode(to.callbackUrl, code)),
    sent_at_millis: now,
  });
}

function letter(greeting: string, message: string, action: string, link: string): { readonly text: string; readonly html: string } {
  return {
    text: `${greeting}\n\n${message}\n\n${action}: ${link}\n`,
    html: `<p>${escaped(greeting)}</p><p>${escaped(message)}</p><p><a href="${escaped(link)}">${escaped(action)}</a></p>`,
  };
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
