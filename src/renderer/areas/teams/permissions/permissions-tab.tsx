import { useState } from 'react';
import { losesLastAdmin } from '#contract/service/models/team-admins.ts';
import { useTeamGrants } from '#data/permissions.ts';
import { useScope } from '#data/use-scope.ts';
import { cx } from '#lib/class-names.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { shownNameToType } from '#lib/privacy/shown-text.ts';
import { draftedGrants, withContents } from '#lib/rules/removal.ts';
import type { Grants } from '#lib/rules/team-rights.ts';
import { useMessages } from '#lib/use-messages.ts';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { DelayedSearchInput } from '#ui/inputs/search-input.tsx';
import { ListFrame, ListToolbar, ToolbarNote } from '#ui/layout/list-frame.tsx';
import { useSearchText } from '#window/use-change-url-state.ts';
import type { TeamTabProps } from '../project/team-tab-props';
import { GrantBar } from './grant-bar';
import styles from './matrix.module.css';
import { MatrixSkeleton } from './matrix-grid';
import { MembersMatrix } from './members-matrix';
import { ReviewGrantsDialog } from './review-grants-dialog';
import { useGrantDraft, useSaveGrants } from './use-grant-draft';
import { type TeamInheritance, useInheritance } from './use-inheritance';

/** Who has which permission in the team: one request for the grants of all members, one for the definitions, and the pages of members. */
export function PermissionsTab(props: TeamTabProps) {
  const { of } = props;
  const grants = useTeamGrants(of, 'direct', true);
  const inheritance = useInheritance(of);
  const failed = grants.error ?? inheritance.error;
  const retry = () => {
    void grants.refetch();
    inheritance.retry();
  };
  const failure = failed && { report: reportOf(failed), onRetry: retry, busy: grants.isFetching || inheritance.isFetching };
  if (grants.data === undefined || inheritance.known === null) return failure ? <ErrorState {...failure} /> : <Loading />;
  return (
    <ListFrame className={styles.panel}>
      {failure && <OutdatedMessage {...failure} />}
      <Matrix {...props} stored={grants.data} inheritance={inheritance.known} />
    </ListFrame>
  );
}

function Loading() {
  return (
    <ListFrame className={styles.panel}>
      <ListToolbar end={<Legend />}>
        <Skeleton width={240} height={32} />
      </ListToolbar>
      <MatrixSkeleton />
    </ListFrame>
  );
}

interface MatrixProps extends TeamTabProps {
  stored: Grants;
  inheritance: TeamInheritance;
}

function Matrix({ of, team, stored, inheritance }: MatrixProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const { readOnly } = useScope();
  const [query, setQuery] = useSearchText();
  const [isReviewing, setReviewing] = useState(false);
  const draft = useGrantDraft(stored);
  const { saving, results, clearResults } = useSaveGrants(of, draft, (count) => {
    setReviewing(false);
    clearResults();
    show({ tone: 'good', title: ({ t }) => t('matrix.saved', { count }) });
  });
  const { graph } = inheritance;
  const after = draftedGrants(stored, draft);
  const isLast = graph !== null && losesLastAdmin(withContents(stored, graph), withContents(after, graph));
  const close = () => {
    if (saving.isPending) return;
    saving.reset();
    clearResults();
    setReviewing(false);
  };
  const isLocked = readOnly ?? (saving.isPending ? t('form.saving') : undefined);
  return (
    <>
      <ListToolbar label={t('matrix.toolbar')} end={<Legend />}>
        <DelayedSearchInput className={styles.search} label={t('matrix.search')} value={query} onValueChange={setQuery} />
        {readOnly !== undefined && <ToolbarNote>{readOnly}</ToolbarNote>}
        {inheritance.graph === null && <ToolbarNote>{t('matrix.no-definitions')}</ToolbarNote>}
      </ListToolbar>
      <MembersMatrix
        of={of}
        query={query}
        stored={stored}
        inheritance={inheritance}
        draft={draft}
        disabledReason={isLocked}
        onClear={() => setQuery('')}
      />
      {draft.changes.length > 0 && <GrantBar draft={draft} isSaving={saving.isPending} onReview={() => setReviewing(true)} />}
      {isReviewing && (
        <ReviewGrantsDialog
          draft={draft}
          saving={saving}
          results={results}
          disabledReason={readOnly}
          textToType={isLast ? shownNameToType(team.display_name, team.id) : undefined}
          onAccept={() => draft.accept(stored)}
          onClose={close}
        />
      )}
      <LeaveGuard when={draft.changes.length > 0} isSaving={saving.isPending} />
    </>
  );
}

/** What the marks of the matrix mean. Screen readers get it with each cell. */
function Legend() {
  const { t } = useMessages();
  return (
    <span className={styles.legend} aria-hidden="true">
      <span>
        <i className={cx(styles.mark, styles.sample, styles.direct)} />
        {t('matrix.legend.direct')}
      </span>
      <span>
        <i className={cx(styles.mark, styles.sample, styles.inherited)} />
        {t('matrix.legend.inherited')}
      </span>
      <span>
        <i className={cx(styles.mark, styles.sample, styles.gaining)} />
        {t('matrix.legend.gaining')}
      </span>
    </span>
  );
}
