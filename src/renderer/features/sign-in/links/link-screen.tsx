import { type ComponentType, useRef, useState } from 'react';
import { useParams } from 'react-router';
import type { LinkKind, LinkSummary } from '../../../../contract/bridge/links';
import { CardFrame } from '../../../blocks/card/card-frame';
import { useMessages } from '../../../lib/use-messages';
import { useConnections } from '../../../stores/connections';
import { linksStore } from '../../../stores/links';
import { ErrorState } from '../../../ui/feedback/error-state';
import { CardSkeleton } from '../card/card-skeleton';
import { ChooseConnection } from './choose-connection';
import { CodeCard } from './code-card';
import { InvitationCard } from './invitation-card';
import type { LinkCardProps } from './link-card';
import { MissingLinkCard, UnknownCard } from './link-notices';
import { LoginApprovalCard } from './login-approval-card';
import { MagicLinkCard } from './magic-link-card';
import { OpenScreenCard } from './open-screen-card';
import { PasswordResetCard } from './password-reset-card';
import { ServiceErrorCard } from './service-error-card';
import { SignOutCard } from './sign-out-card';
import { VerificationCard } from './verification-card';

const cards: Readonly<Record<Exclude<LinkKind, 'unknown'>, ComponentType<LinkCardProps>>> = {
  'magic-link': MagicLinkCard,
  'oauth-callback': MagicLinkCard,
  'email-verification': VerificationCard,
  'password-reset': PasswordResetCard,
  'team-invitation': InvitationCard,
  'cli-auth-confirm': LoginApprovalCard,
  code: CodeCard,
  'sign-in': OpenScreenCard,
  'sign-up': OpenScreenCard,
  'forgot-password': OpenScreenCard,
  'account-settings': OpenScreenCard,
  home: OpenScreenCard,
  'sign-out': SignOutCard,
  error: ServiceErrorCard,
};

/** A link that waits for a decision. */
export function LinkScreen() {
  const { link: id = '' } = useParams();
  return <ArrivedLink key={id} id={id} />;
}

function ArrivedLink({ id }: { id: string }) {
  const { t } = useMessages();
  const { value, failure } = linksStore();
  const link = useLastSeen(value?.find((one) => one.id === id));
  if (link !== undefined) return <LinkCard link={link} />;
  if (value !== null) return <MissingLinkCard />;
  return (
    <CardFrame>
      {failure === null ? <CardSkeleton /> : <ErrorState report={failure} onRetry={() => void linksStore.refresh()} />}
      <h1 hidden>{t('shell.screen.link')}</h1>
    </CardFrame>
  );
}

/** Keeps a link that was used, because its card still shows the result. */
function useLastSeen(link: LinkSummary | undefined): LinkSummary | undefined {
  const seen = useRef(link);
  if (link !== undefined) seen.current = link;
  return seen.current;
}

function LinkCard({ link }: { link: LinkSummary }) {
  const connections = useConnections();
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = chosen ?? link.connectionId;
  const connection = connections.find(({ id }) => id === wanted);
  if (link.kind === 'unknown') return <UnknownCard link={link} />;
  if (connection === undefined) return <ChooseConnection link={link} onChoose={setChosen} />;
  const Card = cards[link.kind];
  return <Card key={`${link.kind} ${connection.id}`} link={link} connection={connection} />;
}
