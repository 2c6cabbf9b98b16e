import { formatNumber } from '#lib/intl/format.ts';
import { useUserName } from '#lib/rules/names.ts';
import type { GrantChange } from '#lib/rules/team-rights.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import styles from './matrix.module.css';
import type { GrantDraftState } from './use-grant-draft';

/** Splits changes into those that are shown and the rest. Revocations are first, so that none is left out for the sake of a grant. */
export function shownChanges(
  changes: readonly GrantChange[],
  max: number,
): { shown: readonly GrantChange[]; rest: readonly GrantChange[] } {
  const ofKind = (kind: GrantChange['kind']) => changes.filter((change) => change.kind === kind);
  const sorted = [...ofKind('revoke'), ...ofKind('grant')];
  return { shown: sorted.slice(0, max), rest: sorted.slice(max) };
}

interface GrantBarProps {
  draft: GrantDraftState;
  isSaving: boolean;
  onReview: () => void;
}

/** Two lines of chips in a narrow window. */
const maxChips = 4;

/** The changes, and the buttons. Changes made elsewhere in the meantime are announced. */
export function GrantBar({ draft, isSaving, onReview }: GrantBarProps) {
  const { t, locale } = useMessages();
  const { changes, theirs, members } = draft;
  const nameOf = useUserName();
  const { shown, rest } = shownChanges(changes, maxChips);
  const nameOfMember = (userId: string) => {
    const member = members.get(userId);
    return member && nameOf(member);
  };
  const restText = rest.map(({ kind, userId, permissionId }) => `${nameOfMember(userId) ?? ''}: ${sign(kind)} ${permissionId}`).join('\n');
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
        {shown.map(({ kind, userId, permissionId }) => {
          const member = members.get(userId);
          return (
            <li key={`${userId} ${permissionId}`} className={styles.chip} data-kind={kind} title={nameOfMember(userId)}>
              <Avatar
                id={userId}
                size={18}
                name={member?.display_name}
                email={member?.primary_email}
                imageUrl={member?.profile_image_url}
              />
              <VisuallyHidden>{nameOfMember(userId)}</VisuallyHidden>
              <code>
                {sign(kind)} {permissionId}
              </code>
            </li>
          );
        })}
        {rest.length > 0 && (
          <li className={styles.moreChips} title={restText}>
            <span aria-hidden="true">{t('draft.more', { count: formatNumber(rest.length, locale) })}</span>
            <VisuallyHidden>{restText}</VisuallyHidden>
          </li>
        )}
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

function sign(kind: GrantChange['kind']): string {
  return kind === 'grant' ? '+' : '−';
}
