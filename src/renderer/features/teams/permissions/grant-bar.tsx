import { useUserName } from '../../../lib/rules/user-name';
import { useMessages } from '../../../lib/use-messages';
import { Avatar } from '../../../ui/data/avatar';
import { Callout } from '../../../ui/feedback/callout';
import { Button } from '../../../ui/inputs/button';
import { VisuallyHidden } from '../../../ui/layout/visually-hidden';
import styles from './matrix.module.css';
import type { GrantDraftState } from './use-grant-draft';

interface GrantBarProps {
  draft: GrantDraftState;
  isSaving: boolean;
  onReview: () => void;
}

const maxChips = 6;

/** The changes, and the buttons. Changes made elsewhere meanwhile are announced. */
export function GrantBar({ draft, isSaving, onReview }: GrantBarProps) {
  const { t } = useMessages();
  const { changes, theirs, members } = draft;
  const nameOf = useUserName();
  return (
    <footer className={styles.bar}>
      {theirs.length > 0 && (
        <Callout tone="warn" title={t('draft.conflict.title', { label: t('admin-team.tab.permissions') })} className={styles.conflict}>
          {t('draft.conflict.hint')}
        </Callout>
      )}
      <p role="status" className={styles.count}>
        {t('draft.count', { count: changes.length })}
      </p>
      <ul className={styles.chips} aria-label={t('draft.changes')}>
        {changes.slice(0, maxChips).map(({ kind, userId, permissionId }) => {
          const member = members.get(userId);
          return (
            <li key={`${userId} ${permissionId}`} className={styles.chip} data-kind={kind} title={member && nameOf(member)}>
              <Avatar size={18} name={member?.display_name} email={member?.primary_email} imageUrl={member?.profile_image_url} />
              <VisuallyHidden>{member && nameOf(member)}</VisuallyHidden>
              <code>
                {kind === 'grant' ? '+' : '−'} {permissionId}
              </code>
            </li>
          );
        })}
      </ul>
      <Button variant="plain" disabledReason={isSaving ? t('form.saving') : undefined} onClick={draft.discard}>
        {t('form.discard')}
      </Button>
      <Button variant="primary" onClick={onReview}>
        {t('matrix.review', { count: changes.length })}
      </Button>
    </footer>
  );
}
