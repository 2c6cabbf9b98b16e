/** Confirmations that calls of windows wait for: each allows one call once. */

import { createHash } from 'node:crypto';
import type { Attempt } from '#contract/bridge/lock.ts';
import type { Confirmation } from '#contract/bridge/safety.ts';
import { fail } from '#contract/errors.ts';
import { isTyped, withoutInvisible } from '#contract/text/visible-text.ts';
import type { Clock } from '../ports/ports';
import type { Presence } from './presence';

/** What the user entered in a confirmation. */
interface ConfirmationInput {
  readonly typed?: string | undefined;
  readonly passphrase?: string | undefined;
  readonly note?: string | undefined;
}

/** What the user wrote in the confirmation of a call. */
interface Approval {
  readonly note?: string;
}

export interface Confirmations {
  /** Uses up the confirmation of a call. Returns null if the user hasn't confirmed it. */
  consume(fingerprint: string): Approval | null;
  /** Returns the error `confirmation-required` for a call, with a new confirmation. For kind `type`, the project ID may be typed as well. */
  require(about: Omit<Confirmation, 'id'>, windowId: string, fingerprint: string, projectId?: string): Error;
  /**
   * Confirms a call if the outcome is `right`. Throws `confirmation-mismatch`, after which the user can try again, `bad-input` without a note
   * that is asked for, `confirmation-expired`, and what `Presence.verify` throws.
   */
  confirm(id: string, input: ConfirmationInput, windowId: string): Promise<Attempt>;
  forgetWindow(windowId: string): void;
  /** Deletes confirmations by which presence was proved, and lets proofs that are being verified expire. */
  forgetProofs(): void;
}

/** Milliseconds within which the user confirms and the call is repeated. */
export const confirmationTtlMillis = 120_000;
/** Maximum number of pending confirmations; the oldest are deleted first. */
const capacity = 1000;

interface PendingConfirmation extends Confirmation {
  /** What can be typed for kind `type`. */
  readonly texts: readonly string[];
  readonly windowId: string;
  readonly fingerprint: string;
  readonly until: number;
  note?: string;
  confirmed: boolean;
}

/** Creates the confirmations, none at first. `newId` returns texts that can't be guessed. */
export function createConfirmations(
  clock: Pick<Clock, 'monotonic'>,
  newId: () => string,
  presence: Pick<Presence, 'verify'>,
): Confirmations {
  const pending = new Map<string, PendingConfirmation>();
  /** Number of times that all proofs were deleted. */
  let revision = 0;
  const forget = (isOver: (known: PendingConfirmation) => boolean) => {
    for (const [id, known] of pending) if (isOver(known)) pending.delete(id);
  };
  const forgetOld = () => forget(({ until }) => clock.monotonic() > until);
  const find = (id: string, windowId: string): PendingConfirmation => {
    forgetOld();
    const found = pending.get(id);
    if (found === undefined || found.windowId !== windowId) throw fail('confirmation-expired');
    return found;
  };
  return {
    consume(fingerprint) {
      forgetOld();
      const approval = [...pending.values()].find((known) => known.confirmed && known.fingerprint === fingerprint);
      if (approval === undefined) return null;
      pending.delete(approval.id);
      return approval.note === undefined ? {} : { note: approval.note };
    },
    require(about, windowId, fingerprint, projectId) {
      const confirmation = { id: newId(), ...about };
      const until = clock.monotonic() + confirmationTtlMillis;
      const texts = projectId === undefined ? [about.name] : [about.name, projectId];
      pending.set(confirmation.id, { ...confirmation, texts, windowId, fingerprint, until, confirmed: false });
      const oldest = pending.keys().next().value;
      if (pending.size > capacity && oldest !== undefined) pending.delete(oldest);
      return fail('confirmation-required', { confirmation });
    },
    async confirm(id, { typed, passphrase, note = '' }, windowId) {
      const found = find(id, windowId);
      const { kind, name, effect, texts, asksNote } = found;
      if (asksNote && withoutInvisible(note).trim() === '') throw fail('bad-input', { path: 'note' });
      if (kind === 'type' && !texts.some((text) => isTyped(typed ?? '', text))) throw fail('confirmation-mismatch');
      if (found.presence !== null) {
        const before = revision;
        const attempt = await presence.verify(found.presence, passphrase, { effect, connection: name });
        if (attempt.outcome !== 'right') return attempt;
        if (revision !== before) throw fail('confirmation-expired');
      }
      // The window may have been closed, and the time may have passed, while presence was verified.
      const confirmed = find(id, windowId);
      confirmed.confirmed = true;
      if (asksNote) confirmed.note = note.trim();
      return { outcome: 'right' };
    },
    forgetWindow: (windowId) => forget((known) => known.windowId === windowId),
    forgetProofs() {
      revision += 1;
      forget(({ confirmed, presence: means }) => confirmed && means !== null);
    },
  };
}

/**
 * Returns a hash that is the same only for the same facts, whatever the order of the fields in them. A hash, so that the input of a call isn't
 * kept.
 */
export function fingerprintOf(facts: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(facts)))
    .digest('base64');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}
