import { MoreHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Session } from '../../../contract/service/models/models';
import { errorText } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import type { RowResult } from '../../queries/revoke-sequentially';
import { Badge } from '../../ui/data/badge';
import type { ListMenu } from '../../ui/data/list/list-menu';
import { type RowPosition, SessionRow, useSessionPlace } from '../../ui/data/session-row';
import { Button } from '../../ui/inputs/button';
import { IconButton } from '../../ui/inputs/icon-button';
import { placeBelow } from '../../ui/overlays/point-menu';
import styles from './sessions-list.module.css';

interface RevocableSessionProps {
  session: Session;
  /** Its place in a list of which only a part is in the page. */
  position: RowPosition | undefined;
  result: RowResult | undefined;
  badge: ReactNode;
  /** Why it can’t be revoked now. */
  blocked: string | undefined;
  menu: ListMenu<Session>;
  onRevoke: () => void;
}

/** One session with its button, or with what came of revoking it, and its menu. */
export function RevocableSession({ session, position, result, badge, blocked, menu, onRevoke }: RevocableSessionProps) {
  const messages = useMessages();
  const failure = result?.state === 'failed' ? errorText(messages, result.report).title : undefined;
  const action = (
    <span className={styles.actions}>
      {!session.is_current_session && <Outcome session={session} result={result} blocked={blocked} onRevoke={onRevoke} />}
      <IconButton
        label={menu.label(session)}
        icon={MoreHorizontal}
        aria-haspopup="menu"
        data-session={session.id}
        onClick={({ currentTarget }) => menu.onOpen(session, placeBelow(currentTarget))}
      />
    </span>
  );
  return <SessionRow session={session} position={position} action={action} badge={badge} failure={failure} />;
}

function Outcome({ session, result, blocked, onRevoke }: Omit<RevocableSessionProps, 'badge' | 'position' | 'menu'>) {
  const { t } = useMessages();
  const placeOf = useSessionPlace();
  if (result?.state === 'revoked') return <Badge tone="good">{t('sessions.revoked')}</Badge>;
  if (result?.state === 'waiting') return <Badge>{t('sessions.waiting')}</Badge>;
  return (
    <Button
      size="sm"
      busy={result?.state === 'running'}
      disabledReason={blocked}
      aria-label={t('sessions.revoke.of', { place: placeOf(session) })}
      onClick={onRevoke}
    >
      {t('sessions.revoke')}
    </Button>
  );
}
