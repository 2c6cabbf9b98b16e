import { UserX, VenetianMask } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { ErrorReport } from '#contract/errors.ts';
import { isAnonymous } from '#contract/service/models/sign-in-methods.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useIndexedUser } from '#data/local-index.ts';
import { useForbiddenReason } from '#data/policy.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useUser } from '#data/users.ts';
import { isMissing, missingUser } from '#lib/errors/can-retry.ts';
import { isAboutKeys, reportOf } from '#lib/errors/error-text.ts';
import { useUserName } from '#lib/rules/names.ts';
import { isJustUnverified } from '#lib/rules/restriction.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EditConnectionButton } from '#parts/admin/edit-connection-button.tsx';
import { useOfflineReason } from '#parts/local-index/use-offline-reason.ts';
import { GoneMessage, OutdatedMessage } from '#parts/screen-message.tsx';
import { Avatar } from '#ui/data/avatar.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import { ImpersonateDialog } from '../impersonate/impersonate-dialog';
import { RestrictionBadge } from '../restriction-badge';
import { UserDetails } from './user-details';
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
  const report = user.error === null ? null : reportOf(user.error);
  const isGone = report !== null && isMissing(report, missingUser);
  const indexed = useIndexedUser(connectionId, userId, user.data === undefined && report !== null && !isGone);
  const [isDeleted, setDeleted] = useAfterwards(onDeleted);
  if (isDeleted) return null;
  const known = user.data ?? indexed;
  if (known !== null) {
    const trouble = report === null ? null : { report, onRetry: () => void user.refetch(), busy: user.isFetching };
    return <KnownUser connectionId={connectionId} user={known} trouble={trouble} actions={actions} onDeleted={setDeleted} />;
  }
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
  const offline = useOfflineReason(connectionId);
  const disabledReason = isGone ? t('users.deleted.reason') : (readOnly ?? offline);
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
      {isGone && <GoneMessage title={t('users.deleted.title')} leaveLabel={t('users.deleted.leave')} onLeave={onDeleted} />}
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
  const forbidden = useForbiddenReason('impersonation');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={VenetianMask} disabledReason={disabledReason ?? forbidden} onClick={() => setOpen(true)}>
        {t('impersonation.impersonate')}
      </Button>
      {isOpen && <ImpersonateDialog connectionId={connectionId} user={user} onClose={() => setOpen(false)} />}
    </>
  );
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

interface UserHeaderProps {
  user: ServerUser;
  /** What can be done with the user; below the rest where there is no room. */
  actions: ReactNode;
  /** Icon buttons at the right edge. */
  buttons: ReactNode;
}

/** The user's picture, name, badges, email, and times. */
function UserHeader({ user, actions, buttons }: UserHeaderProps) {
  const { display_name: name, primary_email: email } = user;
  const title = useUserName()(user);
  return (
    <header className={styles.header}>
      <Avatar id={user.id} name={name} email={email} imageUrl={user.profile_image_url} size={48} />
      <div className={styles.badges}>
        <h2 className={styles.name} title={title}>
          <bdi>{title}</bdi>
        </h2>
        <span className={styles.marks}>
          <UserBadges user={user} />
        </span>
      </div>
      <div className={styles.facts}>
        {email !== null && email !== title && (
          <bdi className={styles.email} title={email}>
            {email}
          </bdi>
        )}
        <RelativeTime of="users.signed-up" millis={user.signed_up_at_millis} className={styles.time} />
        <RelativeTime of="users.active" millis={user.last_active_at_millis} className={styles.time} />
      </div>
      <div className={styles.actions}>{actions}</div>
      <div className={styles.buttons}>{buttons}</div>
    </header>
  );
}

function UserBadges({ user }: { user: ServerUser }) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <>
      {isJustUnverified(user, messages) && <Badge tone="warn">{t('users.unverified-email')}</Badge>}
      {isAnonymous(user) && <Badge>{t('method.anonymous')}</Badge>}
      <RestrictionBadge user={user} />
      {user.requires_totp_mfa && <Badge tone="good">{t('users.second-step')}</Badge>}
    </>
  );
}

/** The loading header and first lines. */
function UserSkeleton() {
  return (
    <>
      <div className={styles.header}>
        <LoadingStatus />
        <Skeleton circle width={48} height={48} />
        <div className={styles.names}>
          <Skeleton width={160} height={16} />
          <Skeleton width={200} />
        </div>
      </div>
      <div className={styles.loading}>
        {[180, 240, 200, 220].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </>
  );
}
