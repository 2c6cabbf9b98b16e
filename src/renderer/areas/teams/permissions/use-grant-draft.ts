import { useMemo, useState } from 'react';
import { fail } from '#contract/errors.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { ProjectTeamRef } from '#data/keys.ts';
import { useReadTeamGrants, useSaveGrant } from '#data/permissions.ts';
import { runEach, type StepResult } from '#data/repeatable-writes.ts';
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
import { type Action, useAction } from '#lib/use-action.ts';
import { useIsThere } from '#lib/use-is-there.ts';

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

/** What became of each change of the last attempt. */
export type GrantResults = ReadonlyMap<GrantChange, StepResult>;

interface SaveGrants {
  readonly saving: Action<[]>;
  readonly results: GrantResults;
  readonly clearResults: () => void;
}

/** Refusals that apply to every change (wire/endpoints 1). */
const ofAll: ReadonlySet<string | undefined> = new Set(['TEAM_NOT_FOUND', 'INSUFFICIENT_ACCESS_TYPE', 'INVALID_SECRET_SERVER_KEY']);

/**
 * Saves the changes of a draft one by one, after reading again what is stored. Nothing is sent if that was changed elsewhere for the
 * same members. `onSaved` receives the number of changes once all are saved.
 */
export function useSaveGrants(team: ProjectTeamRef, draft: GrantDraftState, onSaved: (count: number) => void): SaveGrants {
  const read = useReadTeamGrants(team);
  const save = useSaveGrant(team);
  const [results, setResults] = useState<GrantResults>(new Map());
  const isThere = useIsThere();
  const saving = useAction(
    async () => {
      const { changes } = draft;
      setResults(new Map());
      const latest = await read();
      const settled = settleDraft(draft, latest);
      if (changesElsewhere(settled, latest).length > 0) {
        if (!isThere.current) throw fail('changed-elsewhere');
        return null;
      }
      const found = new Map<GrantChange, StepResult>();
      const report = (change: GrantChange, result: StepResult) => {
        found.set(change, result);
        setResults(new Map(found));
      };
      await runEach(settled.changes, { send: save, report, ofAll });
      const isAllDone = [...found.values()].every(({ state }) => state === 'done');
      return isAllDone ? changes.length : null;
    },
    { onDone: (count) => count !== null && onSaved(count), toastsLate: true },
  );
  return { saving, results, clearResults: () => setResults(new Map()) };
}
