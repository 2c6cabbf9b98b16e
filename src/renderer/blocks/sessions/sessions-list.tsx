import { MonitorX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Session } from '../../../contract/service/models/models';
import { useFocusWhenClosed } from '../../lib/focus/use-focus-when-closed';
import { useMessages } from '../../lib/use-messages';
import { type SessionList, useRevokeOthers } from '../../queries/sessions';
import type { UserOf } from '../../queries/user/user-of';
import { useReadOnlyReason } from '../../stores/read-only';
import { VirtualRows } from '../../ui/data/virtual-rows';
import { EmptyState } from '../../ui/feedback/empty-state';
import { OmittedNote } from '../../ui/feedback/omitted-note';
import { Button } from '../../ui/inputs/button';
import { Card } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import { RevocableSession } from './revocable-session';
import { RevokeOneDialog, RevokeOthersDialog } from './revoke-dialogs';
import { sessionTexts } from './session-texts';
import styles from './sessions-list.module.css';
import { useRevokeToast } from './use-revoke-toast';
import { useSessionMenu } from './use-session-menu';

interface SessionsListProps {
  of: UserOf;
  list: SessionList;
  /** Why there may be more than the service lists. */
  note?: string | undefined;
  /** A further badge of a session. */
  badgeOf?: (session: Session) => ReactNode;
}

/** Maximum number of sessions that are all in the page. A longer list scrolls itself, so that what is below stays within reach. */
const maxPlainRows = 30;
/** The height of a session in pixels, unless its text wraps. */
const rowHeight = 62;

/** Sessions as rows that can be revoked, one or all, except the one in use. */
export function SessionsList({ of, list: { items: sessions, omitted }, note, badgeOf }: SessionsListProps) {
  const { t } = useMessages();
  const texts = sessionTexts[of.actor];
  const others = useRevokeOthers(of, useRevokeToast());
  const readOnly = useReadOnlyReason(of.connectionId);
  const [asked, setAsked] = useState<Session | 'others' | null>(null);
  const list = useFocusWhenClosed(asked !== null || others.running);
  const blocked = readOnly ?? (others.running ? t('sessions.busy') : undefined);
  const { menu, element, onContextMenu } = useSessionMenu({
    of,
    sessions,
    blocked,
    isRevoked: ({ id }) => others.results.get(id)?.state === 'revoked',
    onRevoke: setAsked,
  });
  const revocable = sessions.filter((session) => !session.is_current_session).map(({ id }) => id);
  const revokeOthers = () => void others.run(revocable);
  const action = revocable.length > 0 && (
    <Button variant="danger" busy={others.running} disabledReason={readOnly} onClick={() => setAsked('others')}>
      {t(texts.revokeAll)}
    </Button>
  );
  const isLong = sessions.length > maxPlainRows;
  const row = (index: number) => {
    const session = sessions[index];
    if (session === undefined) return null;
    return (
      <RevocableSession
        key={session.id}
        session={session}
        position={isLong ? { index, count: sessions.length } : undefined}
        result={others.results.get(session.id)}
        badge={badgeOf?.(session)}
        blocked={blocked}
        menu={menu}
        onRevoke={() => setAsked(session)}
      />
    );
  };
  return (
    <PageSection title={t(texts.title)} text={t(texts.text)} action={action}>
      <Card
        ref={list}
        tabIndex={-1}
        role={sessions.length > 0 ? 'list' : undefined}
        aria-label={t(texts.title)}
        className={isLong ? styles.long : undefined}
        onContextMenu={onContextMenu}
      >
        {sessions.length === 0 && omitted === undefined && <EmptyState icon={MonitorX} title={t(texts.empty)} text={t(texts.emptyText)} />}
        {isLong ? (
          <VirtualRows scroller={list} keys={sessions.map(({ id }) => id)} rowHeight={rowHeight} row={row} />
        ) : (
          sessions.map((_session, at) => row(at))
        )}
      </Card>
      {element}
      <OmittedNote omitted={omitted} />
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <RevokeOneDialog of={of} session={asked === 'others' ? null : asked} onClose={() => setAsked(null)} />
      <RevokeOthersDialog
        of={of}
        count={revocable.length}
        open={asked === 'others'}
        onClose={() => setAsked(null)}
        onConfirm={revokeOthers}
      />
    </PageSection>
  );
}
