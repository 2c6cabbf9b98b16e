import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Session } from '#contract/service/models/user-models.ts';
import { cx } from '#lib/class-names.ts';
import { placeName } from '#lib/intl/country.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { LoadingStatus, Skeleton } from '../feedback/skeleton';
import { isLocalAddress } from '../inputs/local-address';
import { CardRow } from '../layout/card';
import { Badge } from './badge';
import { Flag } from './flag';
import { Icon } from './icon';
import { RelativeTime } from './relative-time';
import styles from './session-row.module.css';

/** The place of a row in a list of which only a part is in the page. */
export interface RowPosition {
  readonly index: number;
  readonly count: number;
}

interface SessionRowProps {
  session: Session;
  position?: RowPosition | undefined;
  /** What can be done with it, or what came of it. */
  action?: ReactNode;
  /** Further badges. */
  badge?: ReactNode;
  /** Why it could not be revoked. */
  failure?: ReactNode;
}

/** One session: location, IP address and times. Rows belong into a `Card`. */
export function SessionRow({ session, position, action, badge, failure }: SessionRowProps) {
  const { t } = useMessages();
  const info = session.last_used_at_end_user_ip_info;
  const name = useSessionPlace();
  return (
    <CardRow className={styles.row} role="listitem" aria-posinset={position && position.index + 1} aria-setsize={position?.count}>
      <Flag code={info?.countryCode} />
      <div className={styles.words}>
        <div className={styles.head}>
          <span className={styles.place}>{name(session)}</span>
          {session.is_current_session && <Badge tone="accent">{t('ui.session.current')}</Badge>}
          {session.is_impersonation && <Badge tone="warn">{t('ui.session.impersonation')}</Badge>}
          {badge}
        </div>
        <div className={styles.facts}>
          {info && <span className={styles.ip}>{info.ip}</span>}
          <RelativeTime of="ui.session.created" millis={session.created_at} />
          <LastUsed millis={session.last_used_at} />
        </div>
        {failure !== undefined && (
          <div className={styles.failure} role="alert">
            <Icon of={CircleAlert} size={14} />
            <span>{failure}</span>
          </div>
        )}
      </div>
      {action}
    </CardRow>
  );
}

/** Says where a session was last used, for its row and for questions about it. */
export function useSessionPlace(): (session: Session) => string {
  const messages = useMessages();
  return (session) => sessionPlace(messages, session);
}

/** Returns the location of a session, or why it isn't known. */
export function sessionPlace({ t, locale }: Translator, { last_used_at_end_user_ip_info: info }: Session): string {
  const unknown = info !== undefined && isLocalAddress(info.ip) ? 'ui.session.local' : 'ui.session.no-place';
  return placeName(info, locale) ?? t(unknown);
}

function LastUsed({ millis }: { millis: number | undefined }) {
  const { t } = useMessages();
  if (millis === undefined) return <span>{t('ui.session.last-use-unknown')}</span>;
  return <RelativeTime of="ui.session.last-used" millis={millis} />;
}

/** Loading sessions. */
export function SessionRowsSkeleton({ count = 3 }: { count?: number }) {
  const rows = Array.from({ length: count }, (_, at) => at);
  return (
    <>
      <LoadingStatus />
      {rows.map((at) => (
        <CardRow key={at} className={styles.row}>
          <Skeleton width={20} height={14} />
          <div className={cx(styles.words, styles.waiting)}>
            <Skeleton width={180} />
            <Skeleton width={300} height={10} />
          </div>
          <Skeleton width={64} height={26} />
        </CardRow>
      ))}
    </>
  );
}
