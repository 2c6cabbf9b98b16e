import { useMemo, useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import {
  acceptStored,
  changesElsewhere,
  emptyDraft,
  type GrantChange,
  type GrantDraft,
  type Grants,
  settleDraft,
  toggleGrant,
} from '#lib/rules/team-rights.ts';

export interface GrantDraftState extends GrantDraft {
  /** What was changed elsewhere for the same members since the draft was started. */
  readonly theirs: readonly GrantChange[];
  /** Members with changes, who may be off the list by now. */
  readonly members: ReadonlyMap<string, ServerUser>;
  readonly toggle: (member: ServerUser, permissionId: string) => void;
  /** Continues from what is stored now. */
  readonly accept: (stored: Grants) => void;
  readonly discard: () => void;
}

/** Returns the draft of changes of what members of a team were granted. */
export function useGrantDraft(stored: Grants): GrantDraftState {
  const [draft, setDraft] = useState(emptyDraft);
  const [members, setMembers] = useState<ReadonlyMap<string, ServerUser>>(new Map());
  const settled = settleDraft(draft, stored);
  if (settled !== draft) setDraft(settled);
  const theirs = useMemo(() => changesElsewhere(settled, stored), [settled, stored]);
  return {
    ...settled,
    theirs,
    members,
    toggle: (member, permissionId) => {
      setMembers((known) => new Map([...known, [member.id, member]]));
      setDraft((before) => toggleGrant(before, stored, member.id, permissionId));
    },
    accept: (now) => setDraft((before) => acceptStored(before, now)),
    discard: () => setDraft(emptyDraft),
  };
}
