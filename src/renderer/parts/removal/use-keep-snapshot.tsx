import { type ReactNode, useState } from 'react';
import { type SnapshotChoice, snapshotReads } from '#contract/journal/snapshot-choice.ts';
import { api } from '#data/api.ts';
import { settingLockText, useForbiddenReason } from '#data/policy.ts';
import { useTopic } from '#data/topics.ts';
import type { Translatable } from '#lib/intl/translatable.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { CheckboxChoice } from '#ui/inputs/checkbox-choice.tsx';
import { useConnectionDialogs } from '#window/open-dialogs.ts';

interface KeepSnapshot {
  readonly choice: SnapshotChoice;
  /** The choice, for the dialog. */
  readonly element: ReactNode;
}

/**
 * Returns whether a deletion keeps a snapshot: as the setting says, until the user decides. The policy may have decided before. What is erased right after it
 * keeps none.
 */
export function useKeepSnapshot(kind: 'user' | 'team', isErased = false): KeepSnapshot {
  const { t } = useMessages();
  const { keepSnapshots } = useTopic('settings.state');
  const policy = useTopic('policy.state');
  const isTemporary = useTopic('lock.state').secrets === 'memory';
  // Snapshots are in the file of the journal.
  const withoutJournal = useForbiddenReason('journal');
  const forbidden = useForbiddenReason('snapshots') ?? withoutJournal;
  const locked = settingLockText({ t }, policy, 'keepSnapshots');
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isFixed = isErased || forbidden !== undefined || locked !== undefined;
  const isKept = !isErased && forbidden === undefined && (isFixed ? keepSnapshots : (chosen ?? keepSnapshots));
  return {
    choice: isKept ? 'keep' : 'none',
    element: (
      <CheckboxChoice
        label={t(isTemporary ? 'snapshots.keep.temporary' : 'snapshots.keep')}
        note={isErased ? t('snapshots.keep.erased') : (forbidden ?? locked ?? t(`snapshots.keep.${kind}`, { reads: snapshotReads[kind] }))}
        checked={isKept}
        isDisabled={isFixed}
        onChange={setChosen}
      />
    ),
  };
}

/** Returns a function that says that something was deleted, and offers to create it again if a snapshot was kept. */
export function useSayDeleted(connectionId: string): (targetId: string, title: Translatable, choice: SnapshotChoice) => Promise<void> {
  const show = useToasts((state) => state.show);
  const open = useConnectionDialogs((state) => state.show);
  return async (targetId, title, choice) => {
    const [snapshot] = choice === 'none' ? [] : await api.snapshots.list({ connectionId, targetId }).catch(() => []);
    if (snapshot === undefined) return show({ tone: 'good', title });
    const onSelect = () => open({ kind: 'create-again', connectionId, snapshot });
    show({ tone: 'good', title, action: { label: 'snapshots.create-again.menu', onSelect }, isOffer: true });
  };
}
