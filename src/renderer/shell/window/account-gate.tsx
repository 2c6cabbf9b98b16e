import type { ReactNode } from 'react';
import { ScreenAccountProvider } from '../../blocks/account/screen-account';
import type { ScreenName } from '../../routes';
import { screenAccount } from '../screen-access';
import { rowOf } from '../screens';
import { frameParts } from '../startup/parts';
import { usePlace } from '../use-place';

const SignedOutState = frameParts.component((module) => module.SignedOutState);

interface AccountGateProps {
  screen: ScreenName;
  children: ReactNode;
}

/** Shows a screen with the account that it needs, or an offer to sign in and return to it. */
export function AccountGate({ screen, children }: AccountGateProps) {
  const { connectionId = '', account } = usePlace();
  const found = screenAccount(rowOf(screen)?.access, account);
  if (found.kind === 'none') return children;
  if (found.kind === 'sign-in') return <SignedOutState connectionId={connectionId} ended={found.hasEnded} />;
  return <ScreenAccountProvider value={found.account}>{children}</ScreenAccountProvider>;
}
