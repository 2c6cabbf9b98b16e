import { MonitorX } from 'lucide-react';
import { useState } from 'react';
import type { Session } from '../../../contract/service/models/models';
import { useFocusWhenClosed } from '../../lib/focus/use-focus-when-closed';
import { useMessages } from '../../lib/use-messages';
import { type SessionList, type SessionsOf, useRevokeOthers } from '../../queries/sessions';
import { useReadOnlyReason } from '../../stores/read-only';
import { VirtualRows } from '../../ui/data/virtual-rows';
import { EmptyState } from '../../ui/feedback/empty-state';
import { OmittedNote } from '../../ui/feedback/omitted-note';
import { Button } from '../../ui/inputs/button';
import { Card } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import { countryOf } from './new-countries';
import { RevocableSession } from './revocable-session';
import { RevokeOneDialog, RevokeOthersDialog } from './revoke-dialogs';
import styles from './sessions-list.module.css';
import { useRevokeToast } from './use-revoke-toast';

interface SessionsListProps {
  of: SessionsOf;
  list: SessionList;
  /** Codes of countries that are new on this computer. */
  newCountries: readonly string[];
}

/** Maximum number of sessions that are all in the page. A longer list scrolls itself, so that the map below stays within reach. */
const maxPlainRows = 30;
/** The height of a session in pixels, unless its text wraps. */
const rowHeight = 62;

/** Sessions as rows that can be revoked, one or all but the one in use. */
export function SessionsList({ of, list: { items: sessions, omitted }, newCountries }: SessionsListProps) {
  const { t } = useMessages();
  const others = useRevokeOthers(of, useRevokeToast());
  const readOnly = useReadOnlyReason(of.connectionId);
  const [asked, setAsked] = useState<Session | 'others' | null>(null);
  const list = useFocusWhenClosed(asked !== null || others.running);
  const revocable = sessions.filter((session) => !session.is_current_session).map(({ id }) => id);
  const revokeOthers = () => void others.run(revocable);
  const action = revocable.length > 0 && (
    <Button variant="danger" busy={others.running} disabledReason={readOnly} onClick={() => setAsked('others')}>
      {t('sessions.revoke-others')}
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
        isNewCountry={newCountries.includes(countryOf(session) ?? '')}
        blocked={readOnly ?? (others.running ? t('sessions.busy') : undefined)}
        onRevoke={() => setAsked(session)}
      />
    );
  };
  return (
    <PageSection title={t('sessions.title')} text={t('sessions.text')} action={action}>
      <Card
        ref={list}
        tabIndex={-1}
        role={sessions.length > 0 ? 'list' : undefined}
        aria-label={t('sessions.title')}
        className={isLong ? styles.long : undefined}
      >
        {sessions.length === 0 && omitted === undefined && (
          <EmptyState icon={MonitorX} title={t('sessions.empty')} text={t('sessions.empty.text')} />
        )}
        {isLong ? (
          <VirtualRows scroller={list} keys={sessions.map(({ id }) => id)} rowHeight={rowHeight} row={row} />
        ) : (
          sessions.map((_session, at) => row(at))
        )}
      </Card>
      <OmittedNote omitted={omitted} />
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
