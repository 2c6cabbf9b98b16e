import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { UserQuery } from '#contract/query/user-query.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { type ConditionDraft, type DraftProblem, fromDraft, isDraftProblem, newDraft } from './condition-draft';
import { ConditionFields } from './condition-fields';
import { type Alternative, partOf } from './filter-parts';
import styles from './filters.module.css';

interface FilterDialogProps {
  connectionId: string;
  /** The alternatives to start with. */
  initial: readonly ConditionDraft[];
  isNew: boolean;
  onApply: (part: UserQuery) => void;
  onClose: () => void;
}

/** Maximum number of alternatives of one filter. */
const maxAlternatives = 10;

/** Edits a filter: one condition, or several of which a user must meet one. */
export function FilterDialog({ connectionId, initial, isNew, onApply, onClose }: FilterDialogProps) {
  const { t } = useMessages();
  const root = useRef<HTMLDivElement>(null);
  const [drafts, setDrafts] = useState(initial);
  const [problems, setProblems] = useState<readonly (DraftProblem | null)[]>([]);
  const change = (next: readonly ConditionDraft[]) => {
    setDrafts(next);
    setProblems([]);
  };
  const focusLater = (find: (fields: HTMLElement) => HTMLElement | null | undefined) =>
    requestAnimationFrame(() => root.current && find(root.current)?.focus());
  const apply = () => {
    const results = drafts.map(fromDraft);
    if (results.some(isDraftProblem)) {
      setProblems(results.map((result) => (isDraftProblem(result) ? result : null)));
      focusLater((fields) => fields.querySelector<HTMLElement>('[aria-invalid="true"]'));
      return;
    }
    onApply(partOf(results as readonly Alternative[]));
    onClose();
  };
  return (
    <FormDialog
      title={t(isNew ? 'users.filter.new' : 'users.filter.change')}
      actionLabel={t('users.filter.apply')}
      width={520}
      busy={false}
      onClose={onClose}
      onSubmit={apply}
    >
      <div ref={root} className={styles.alternatives}>
        {drafts.map((draft, at) => (
          <ConditionFields
            // biome-ignore lint/suspicious/noArrayIndexKey: the drafts have no other key, and their inputs have no state
            key={at}
            connectionId={connectionId}
            draft={draft}
            problem={problems[at] ?? null}
            number={at + 1}
            isOnly={drafts.length === 1}
            onChange={(next) => change(drafts.map((one, index) => (index === at ? next : one)))}
            onRemove={() => {
              change(drafts.filter((_draft, index) => index !== at));
              focusLater((fields) => fields.querySelector<HTMLElement>('[data-or]'));
            }}
          />
        ))}
        <div>
          <Button
            size="sm"
            icon={Plus}
            data-or=""
            disabledReason={drafts.length < maxAlternatives ? undefined : t('users.filter.alternatives-full', { max: maxAlternatives })}
            onClick={() => {
              change([...drafts, newDraft(drafts.at(-1)?.field ?? 'text')]);
              focusLater((fields) => [...fields.querySelectorAll<HTMLElement>('[data-field]')].at(-1));
            }}
          >
            {t('users.filter.add-alternative')}
          </Button>
        </div>
      </div>
    </FormDialog>
  );
}
