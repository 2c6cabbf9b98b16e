import { BarLayout, BarNote, UnsavedNames } from '../../../blocks/form/bar-layout';
import { useMessages } from '../../../lib/use-messages';
import { Button } from '../../../ui/inputs/button';
import type { KindDraft } from './use-kind-draft';

interface MetadataBarProps {
  /** The drafts with changes. */
  dirty: readonly KindDraft[];
  disabledReason: string | undefined;
  onSave: () => void;
}

/** Which metadata has unsaved changes, what has to be done before they can be saved, and the buttons. */
export function MetadataBar({ dirty, disabledReason, onSave }: MetadataBarProps) {
  const { t } = useMessages();
  if (dirty.length === 0) return null;
  const isPending = dirty.some(({ draft }) => draft.saving.isPending);
  const failure = dirty.find(({ draft }) => draft.saving.failure !== null)?.draft.saving.failure ?? null;
  const reason = disabledReason ?? firstReason(dirty, t);
  return (
    <BarLayout
      failure={failure}
      buttons={
        <>
          <Button
            variant="plain"
            disabledReason={isPending ? t('form.saving') : undefined}
            onClick={() => {
              for (const { draft } of dirty) draft.discard();
            }}
          >
            {t('form.discard')}
          </Button>
          <Button variant="primary" busy={isPending} disabledReason={reason} aria-keyshortcuts="Control+S Meta+S" onClick={onSave}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <UnsavedNames names={dirty.map(({ kind }) => t(kind.label))} />
      {reason !== undefined && <BarNote>{reason}</BarNote>}
    </BarLayout>
  );
}

function firstReason(dirty: readonly KindDraft[], t: ReturnType<typeof useMessages>['t']): string | undefined {
  if (dirty.some(({ draft }) => draft.parsed.value === undefined)) return t('metadata.fix-first');
  return dirty.some(({ openConflicts }) => openConflicts > 0) ? t('draft.conflict.first') : undefined;
}
