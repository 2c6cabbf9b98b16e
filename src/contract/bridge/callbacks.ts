/** Where the links of mails lead: back to this machine, or to a site that the project trusts. */
import { z } from 'zod';
import { call } from '../kit';

/** What a mail is for; a contact channel's verification has the same page as the first address's, but a choice of its own. */
export const callbackPurposes = [
  'email-verification',
  'contact-channel',
  'password-reset',
  'magic-link-callback',
  'team-invitation',
] as const;
const purpose = z.enum(callbackPurposes);
export type CallbackPurpose = z.output<typeof purpose>;

const callbackCandidate = z.strictObject({
  /** `loopback`, or the address below which a trusted site's handler pages lie. */
  place: z.string(),
  /** Whether the service will mail it; `unknown` where this connection may not read the project's domains. */
  trust: z.enum(['trusted', 'untrusted', 'unknown']),
});
export type CallbackCandidate = z.output<typeof callbackCandidate>;

const asked = { connectionId: z.string().max(64), purpose };

export const callbacks = {
  /** `chosen` is the person's last choice for that purpose while it is among the candidates, else the best of them. */
  choices: call(z.strictObject(asked), z.strictObject({ chosen: z.string(), candidates: z.array(callbackCandidate).min(1) })),
  /** Remembers a choice; `bad-input` at `place` for none of the candidates. */
  choose: call(z.strictObject({ ...asked, place: z.string().max(2048) }), z.null()),
  /** The project's own site that the user named; null where none was. */
  site: call(z.strictObject({ connectionId: asked.connectionId }), z.strictObject({ url: z.string().nullable() })),
  /** Remembers the project's own site, and has the links of all emails open there. Fails with `bad-input` at `url`. */
  nameSite: call(z.strictObject({ connectionId: asked.connectionId, url: z.string().max(2048) }), z.null()),
  /** The address to hand to the service now; this machine answers it from then on. */
  address: call(z.strictObject(asked), z.strictObject({ url: z.string() })),
};
