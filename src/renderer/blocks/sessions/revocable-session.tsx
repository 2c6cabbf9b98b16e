import type { ReactNode } from 'react';
import type { Session } from '../../../contract/service/models/models';
import { errorText } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import type { RowResult } from '../../queries/revoke-sequentially';
import { Badge } from '../../ui/data/badge';
import { type RowPosition, SessionRow, useSessionPlace } from '../../ui/data/session-row';
import { Button } from '../../ui/inputs/button';

interface RevocableSessionProps {
  session: Session;
  /** Its place in a list of which only a part is in the page. */
  position: RowPosition | undefined;
  result: RowResult | undefined;
  badge: ReactNode;
  /** Why it can’t be revoked now. */
  blocked: string | undefined;
  onRevoke: () => void;
}

/** One session with its button, or with what came of revoking it. */
export function RevocableSession({ session, position, result, badge, blocked, onRevoke }: RevocableSessionProps) {
  const messages = useMessages();
  const failure = result?.state === 'failed' ? errorText(messages, result.report).title : undefined;
  const action = session.is_current_session ? undefined : (
    <Outcome session={session} result={result} blocked={blocked} onRevoke={onRevoke} />
  );
  return <SessionRow session={session} position={position} action={action} badge={badge} failure={failure} />;
}

function Outcome({ session, result, blocked, onRevoke }: Omit<RevocableSessionProps, 'badge' | 'position'>) {
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
