import { LogIn, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Connection } from '../../../contract/bridge/connections';
import { CardFrame } from '../../blocks/card/card-frame';
import { needsOwner, type ProjectOwner } from '../../lib/rules/project-owner';
import { useMessages } from '../../lib/use-messages';
import { paths, type ScreenName } from '../../routes';
import { useProjectOwner } from '../../stores/owner';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Button } from '../../ui/inputs/button';
import { rowOf } from '../screens';

interface OwnerGateProps {
  connection: Connection | undefined;
  screen: ScreenName | null;
  children: ReactNode;
}

/** Shows a screen, or an offer to sign in if it needs the session of a project owner who is signed out. */
export function OwnerGate({ connection, screen, children }: OwnerGateProps) {
  const owner = useProjectOwner(connection);
  const isMissing = owner !== null && !owner.isSignedIn;
  const row = rowOf(screen);
  if (connection === undefined || row === null || !isMissing || !needsOwner(connection, row.section)) return children;
  const isCard = row.card === true;
  const ended = <OwnerSignedOut connectionId={connection.id} owner={owner} isCard={isCard} />;
  return isCard ? <CardFrame>{ended}</CardFrame> : ended;
}

function OwnerSignedOut({ connectionId, owner, isCard }: { connectionId: string; owner: ProjectOwner; isCard: boolean }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { name, internal } = owner;
  const action = () => {
    if (internal === undefined) return <Button onClick={() => void navigate(paths.edit(connectionId))}>{t('owner.ended.add-keys')}</Button>;
    // Nothing returns to a card.
    const next = isCard ? paths.profile(connectionId) : pathname + search;
    return (
      <Button variant="primary" icon={LogIn} onClick={() => void navigate(paths.signIn(internal.id, next))}>
        {t('ui.sign-in')}
      </Button>
    );
  };
  const text = () => {
    if (internal === undefined) return t('owner.ended.removed');
    if (name === null) return t('owner.ended.unknown', { connection: internal.name });
    return t('owner.ended.text', { name, connection: internal.name });
  };
  return <EmptyState heading="h1" icon={UserRoundX} title={t('error.owner-signed-out')} text={text()} action={action()} />;
}
