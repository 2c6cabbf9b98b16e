import { UserX, VenetianMask } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { ErrorReport } from '#contract/errors.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useUser } from '#data/users.ts';
import { isMissing, missingUser } from '#lib/errors/can-retry.ts';
import { isAboutKeys, reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EditConnectionButton } from '#parts/admin/edit-connection-button.tsx';
import { OutdatedMessage, ScreenMessage } from '#parts/screen-message.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import { ImpersonateDialog } from '../impersonate/impersonate-dialog';
import { UserDetails } from './user-details';
import { UserHeader, UserSkeleton } from './user-header';
import { UserMenu } from './user-menu';
import styles from './user-panel.module.css';

interface UserContentProps {
  connectionId: string;
  userId: string;
  /** Buttons of the panel or the page. */
  actions: ReactNode;
  /** Runs after the user was deleted here. */
  onDeleted: () => void;
}

/** A user's header and tabs in all their states, for the panel and the page. */
export function UserContent({ connectionId, userId, actions, onDeleted }: UserContentProps) {
  const { t } = useMessages();
  const user = useUser(connectionId, userId);
  const [isDeleted, setDeleted] = useAfterwards(onDeleted);
  if (isDeleted) return null;
  if (user.data !== undefined) {
    const trouble =
      user.error === null ? null : { report: reportOf(user.error), onRetry: () => void user.refetch(), busy: user.isFetching };
    return <KnownUser connectionId={connectionId} user={user.data} trouble={trouble} actions={actions} onDeleted={setDeleted} />;
  }
  const report = user.error === null ? null : reportOf(user.error);
  const isGone = report !== null && isMissing(report, missingUser);
  return (
    <>
      <div className={styles.actionsAlone}>{actions}</div>
      {report === null && <UserSkeleton />}
      {isGone && (
        <EmptyState
          icon={UserX}
          title={t('users.gone.title')}
          text={t('users.gone.text')}
          action={<Link to={paths.users(connectionId)}>{t('users.gone.back')}</Link>}
        />
      )}
      {report !== null && !isGone && (
        <ErrorState
          report={report}
          onRetry={() => void user.refetch()}
          busy={user.isFetching}
          action={isAboutKeys(report) ? <EditConnectionButton connectionId={connectionId} /> : undefined}
        />
      )}
    </>
  );
}

interface KnownUserProps {
  connectionId: string;
  user: ServerUser;
  /** Why the user couldn't be read again. */
  trouble: { readonly report: ErrorReport; readonly onRetry: () => void; readonly busy: boolean } | null;
  actions: ReactNode;
  onDeleted: () => void;
}

function KnownUser({ connectionId, user, trouble, actions, onDeleted }: KnownUserProps) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const isGone = trouble?.report.known === 'USER_NOT_FOUND';
  const disabledReason = isGone ? t('users.deleted.reason') : readOnly;
  const buttons = (
    <>
      <UserMenu connectionId={connectionId} user={user} disabledReason={disabledReason} onDeleted={onDeleted} />
      {actions}
    </>
  );
  return (
    <>
      <UserHeader
        user={user}
        actions={<ImpersonateButton connectionId={connectionId} user={user} disabledReason={disabledReason} />}
        buttons={buttons}
      />
      {isGone && <DeletedMessage onLeave={onDeleted} />}
      {trouble !== null && !isGone && <StaleMessage connectionId={connectionId} {...trouble} />}
      <UserDetails connectionId={connectionId} user={user} isGone={isGone} disabledReason={disabledReason} />
    </>
  );
}

/** Returns whether something has ended, and sets it. `then` runs once its contents are unmounted, with their questions about unsaved input. */
function useAfterwards(then: () => void): [boolean, () => void] {
  const [hasEnded, setEnded] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `then` runs once, for the end
  useEffect(() => {
    if (hasEnded) then();
  }, [hasEnded]);
  return [hasEnded, () => setEnded(true)];
}

interface ImpersonateButtonProps {
  connectionId: string;
  user: ServerUser;
  disabledReason: string | undefined;
}

/** Opens the dialog that starts an impersonation. */
function ImpersonateButton({ connectionId, user, disabledReason }: ImpersonateButtonProps) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={VenetianMask} disabledReason={disabledReason} onClick={() => setOpen(true)}>
        {t('impersonation.impersonate')}
      </Button>
      {isOpen && <ImpersonateDialog connectionId={connectionId} user={user} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Says that the user was deleted while they were shown. What was entered stays, so that it can be copied. */
function DeletedMessage({ onLeave }: { onLeave: () => void }) {
  const { t } = useMessages();
  const action = (
    <Button size="sm" onClick={onLeave}>
      {t('users.deleted.leave')}
    </Button>
  );
  return <ScreenMessage title={t('users.deleted.title')} text={t('users.deleted.text')} action={action} />;
}

interface StaleMessageProps {
  connectionId: string;
  report: ErrorReport;
  onRetry: () => void;
  busy: boolean;
}

/** Says why the user couldn't be read again, and offers to replace the keys where they are the reason. */
function StaleMessage({ connectionId, ...failure }: StaleMessageProps) {
  const edit = isAboutKeys(failure.report) ? <EditConnectionButton size="sm" connectionId={connectionId} /> : undefined;
  return <OutdatedMessage {...failure} action={edit} />;
}
