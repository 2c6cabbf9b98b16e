import { useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useConnection } from '#data/topics.ts';
import { keepsOldEmail, type OldEmailFate } from '#lib/rules/removal.ts';

/** The previous primary address of a user, and what becomes of it when another one is saved. */
export interface OldEmail {
  /** Whether the service keeps it; undefined while unknown. */
  readonly isKept: boolean | undefined;
  readonly fate: OldEmailFate;
  readonly setFate: (fate: OldEmailFate) => void;
}

/** The form's text for the primary email is replaced as a whole, so its previous address is removed unless another fate is chosen. */
const usualFate: OldEmailFate = 'remove';

/** Returns what becomes of a user’s previous address. */
export function useOldEmail(connectionId: string, user: ServerUser): OldEmail {
  const [fate, setFate] = useState<OldEmailFate>(usualFate);
  return { isKept: keepsOldEmail(useConnection(connectionId)?.features, user), fate, setFate };
}
