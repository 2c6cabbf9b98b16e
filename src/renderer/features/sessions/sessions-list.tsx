import { MonitorX } from 'lucide-react';
import { useState } from 'react';
import type { Session } from '../../../contract/service/models/models';
import { useFocusWhenClosed } from '../../lib/use-focus-when-closed';
import { useMessages } from '../../lib/use-messages';
import { type SessionList, type SessionsOf, useRevokeOthers } from '../../queries/sessions';
import { useReadOnlyReason } from '../../stores/read-only';
import { EmptyState } from '../../ui/feedback/empty-state';
import { OmittedNote } from '../../ui/feedback/omitted-note';
import { Button } from '../../ui/inputs/button';
import { Card } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import { countryOf } from './new-countries';
import { RevocableSession } from './revocable-session';
import { RevokeOneDialog, RevokeOthersDialog } from './revoke-dialogs';
import { useRevokeToast } from './use-revoke-toast';

interface SessionsListProps {
  of: SessionsOf;
  list: SessionList;
  /** Codes of countries that are new on this computer. */
  newCountries: readonly string[];
}

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
  return (
    <PageSection title={t('sessions.title')} text={t('sessions.text')} action={action}>
      <Card ref={list} tabIndex={-1} role={sessions.length > 0 ? 'list' : undefined} aria-label={t('sessions.title')}>
        {sessions.length === 0 && omitted === undefined && (
          <EmptyState icon={MonitorX} title={t('sessions.empty')} text={t('sessions.empty.text')} />
        )}
        {sessions.map((session) => (
          <RevocableSession
            key={session.id}
            session={session}
            result={others.results.get(session.id)}
            isNewCountry={newCountries.includes(countryOf(session) ?? '')}
            blocked={readOnly ?? (others.running ? t('sessions.busy') : undefined)}
            onRevoke={() => setAsked(session)}
          />
        ))}
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
