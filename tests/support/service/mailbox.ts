/** Emails and time of a service that a spec controls. */
import { type Served, sandboxUrl } from '../main/launch-app';

interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Returns the emails to an address, newest first. */
export async function mailsTo(launched: Served, email: string): Promise<Mail[]> {
  const answer = await fetch(`${await sandboxUrl(launched)}/sandbox/mailbox?to=${encodeURIComponent(email)}`);
  const { items } = (await answer.json()) as { items: Mail[] };
  return items;
}

/** Returns the link in the newest email to an address, and its code. */
export async function mailedLink(launched: Served, email: string): Promise<{ link: string; code: string }> {
  const [mail] = await mailsTo(launched, email);
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
  const code = link === undefined ? null : new URL(link).searchParams.get('code');
  if (link === undefined || code === null) throw new Error(`No link was mailed to ${email}.`);
  return { link, code };
}

/** Returns the six characters of the one-time code in the newest email to an address. */
export async function mailedCharacters(launched: Served, email: string): Promise<string> {
  const [mail] = await mailsTo(launched, email);
  const found = /Your code is (\w{6})/.exec(mail?.subject ?? '')?.[1];
  if (found === undefined) throw new Error(`No code was mailed to ${email}.`);
  return found;
}

/** Returns the service's time in milliseconds since the epoch. */
export async function sandboxNow(launched: Served): Promise<number> {
  const answer = await fetch(`${await sandboxUrl(launched)}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"advance_millis":0}',
  });
  return ((await answer.json()) as { now_millis: number }).now_millis;
}
