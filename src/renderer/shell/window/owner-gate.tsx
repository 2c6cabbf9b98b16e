import { LogIn, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Connection } from '../../../contract/bridge/connections';
import { CardFrame } from '../../features/sign-in/card/card-frame';
import { needsOwner, type ProjectOwner } from '../../lib/rules/project-owner';
import { useMessages } from '../../lib/use-messages';
import { isCard, paths, type ScreenName, sections } from '../../routes';
import { useProjectOwner } from '../../stores/owner';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Button } from '../../ui/inputs/button';
import styles from '../pages/full-page.module.css';

interface OwnerGateProps {
  connection: Connection | undefined;
  screen: ScreenName | null;
  children: ReactNode;
}

/** Shows a screen, unless it needs the session of a project owner who is signed out: then it offers to sign in. */
export function OwnerGate({ connection, screen, children }: OwnerGateProps) {
  const owner = useProjectOwner(connection);
  const isMissing = owner !== null && !owner.isSignedIn;
  if (connection === undefined || screen === null || !isMissing || !needsOwner(connection, sections[screen])) return children;
  const ended = <OwnerSignedOut connectionId={connection.id} owner={owner} screen={screen} />;
  return isCard(screen) ? <CardFrame>{ended}</CardFrame> : <div className={styles.inner}>{ended}</div>;
}

function OwnerSignedOut({ connectionId, owner, screen }: { connectionId: string; owner: ProjectOwner; screen: ScreenName }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { name, internal } = owner;
  const action = () => {
    if (internal === undefined) return <Button onClick={() => void navigate(paths.edit(connectionId))}>{t('owner.ended.add-keys')}</Button>;
    // A card is not a place to come back to.
    const next = isCard(screen) ? paths.profile(connectionId) : pathname + search;
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
