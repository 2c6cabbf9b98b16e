/** The parts of the frame that the start screen of an empty profile doesn't have. */
import type { Connection } from '../../../contract/bridge/connections';
import { SignedOutState } from '../../blocks/account/account-state';
import { useNavigationState } from '../../stores/window/navigation';
import { HiddenScreen } from '../impersonation/hidden-admin';
import { ImpersonationBar } from '../impersonation/impersonation-bar';
import { Navigation } from '../navigation/navigation';
import { NavigationDrawer } from '../navigation/navigation-drawer';
import { Rail } from '../rail/rail';
import { StatusBar } from '../status/status-bar';
import { TopBar } from '../top-bar/top-bar';
import { useScreenTitle } from '../use-screen-title';
import { TitleOf } from './title-of';

interface FramePartProps {
  connection: Connection | undefined;
}

/** The rail, and the navigation of a connection. */
export function Sides({ connection }: FramePartProps) {
  const { isNarrow, isShown } = useNavigationState();
  return (
    <>
      <Rail />
      {connection && isNarrow && <NavigationDrawer connection={connection} isOpen={isShown} />}
      {connection && !isNarrow && isShown && <Navigation connection={connection} />}
    </>
  );
}

/** The title of a screen, which may be a name that is read from the service. */
export function ScreenTitle() {
  return <TitleOf name={useScreenTitle()} />;
}

export { HiddenScreen, ImpersonationBar, SignedOutState, StatusBar, TopBar };
