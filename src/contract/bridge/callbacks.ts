/** Redirect URLs of links in emails: on this machine, or on a site that the project trusts. */
import { z } from 'zod';
import { call } from '../definitions';

/**
 * Purposes of emails. Verifying a contact channel opens the same page as verifying the primary email, but has a separate choice. So have
 * emails that a project admin sends to a user, who opens them on another computer.
 */
export const callbackPurposes = [
  'email-verification',
  'contact-channel',
  'password-reset',
  'magic-link-callback',
  'team-invitation',
  'user-verification',
  'user-password-reset',
  'user-sign-in',
] as const;
/** Purposes of emails to others, who open them on their own computers. */
const purposesOfOthers: ReadonlySet<string> = new Set<CallbackPurpose>([
  'team-invitation',
  'user-verification',
  'user-password-reset',
  'user-sign-in',
]);

/** Whether the email goes to another user, for whom a link to this computer is of no use. */
export function isForOthers(purpose: CallbackPurpose): boolean {
  return purposesOfOthers.has(purpose);
}

const purpose = z.enum(callbackPurposes);
export type CallbackPurpose = z.output<typeof purpose>;

const callbackCandidate = z.strictObject({
  /** `loopback`, or the base URL of a trusted site's handler pages. */
  place: z.string(),
  /** Whether the service accepts it as a redirect URL; `unknown` if this connection can't read the project's trusted domains. */
  trust: z.enum(['trusted', 'untrusted', 'unknown']),
});
export type CallbackCandidate = z.output<typeof callbackCandidate>;

const target = { connectionId: z.string().max(64), purpose };

export const callbacks = {
  /** `chosen` is the user's last choice for the purpose if it is among the candidates, else the best candidate. */
  choices: call(z.strictObject(target), z.strictObject({ chosen: z.string(), candidates: z.array(callbackCandidate).min(1) })),
  /** Stores a choice. Throws `bad-input` at `place` if it is not a candidate. */
  choose: call(z.strictObject({ ...target, place: z.string().max(2048) }), z.null()),
  /** Returns the project's site that the user entered; null if there is none. */
  site: call(z.strictObject({ connectionId: target.connectionId }), z.strictObject({ url: z.string().nullable() })),
  /** Stores the project's site and uses it for the links of all emails. Throws `bad-input` at `url`. */
  nameSite: call(z.strictObject({ connectionId: target.connectionId, url: z.string().max(2048) }), z.null()),
  /** Returns the redirect URL to send to the service. For a URL on this machine, the callback server is running from then on. */
  address: call(z.strictObject(target), z.strictObject({ url: z.string() })),
};
