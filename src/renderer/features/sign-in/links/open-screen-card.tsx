import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { LinkKind, LinkOutcome } from '../../../../contract/bridge/links';
import { CardFrame } from '../../../blocks/card/card-frame';
import { useTargetPaths } from '../../../blocks/connections/target-paths';
import { paths } from '../../../routes';
import { CardSkeleton } from '../card/card-skeleton';
import { nextPath } from '../targets/next-path';
import type { LinkCardProps } from './link-card';
import { LinkFailure } from './link-failure';
import { useDecision } from './use-decision';

type Opened = Extract<LinkOutcome, { outcome: 'open' }>;

/** A link that only opens a screen. */
export function OpenScreenCard({ link, connection }: LinkCardProps) {
  const navigate = useNavigate();
  const decision = useDecision({ link, connection });
  const { outcome, failure } = decision;
  const isAsked = useRef(false);
  const accept = useRef(decision.accept);
  const home = useRef(useTargetPaths().signedIn(connection.id, 'home'));
  useEffect(() => {
    if (!isAsked.current) void accept.current();
    isAsked.current = true;
  }, []);
  useEffect(() => {
    if (outcome?.outcome === 'open') void navigate(screenOf(outcome, home.current), { replace: true, state: { goTo: outcome.goTo } });
  }, [outcome, navigate]);
  return (
    <CardFrame>
      {failure === null ? (
        <CardSkeleton />
      ) : (
        <LinkFailure report={failure} kind={link.kind} connectionId={connection.id} decision={decision} />
      )}
    </CardFrame>
  );
}

const screens: Readonly<Partial<Record<LinkKind, (connectionId: string) => string>>> = {
  'sign-in': paths.signIn,
  'sign-up': paths.signUp,
  'forgot-password': paths.forgotPassword,
  'account-settings': paths.profile,
};

/** A link to no screen in particular opens its target, or the connection's home. */
function screenOf({ kind, connectionId, goTo }: Opened, home: string): string {
  const screen = screens[kind];
  return screen === undefined ? nextPath(goTo, home) : screen(connectionId);
}
