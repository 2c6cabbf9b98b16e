/** The parts of the frame that the start screen of an empty profile doesn't have. */
import type { Connection } from '../../../contract/bridge/connections';
import { Banners } from '../banners/banners';
import { Navigation } from '../navigation/navigation';
import { Rail } from '../rail/rail';
import { TopBar } from '../top-bar/top-bar';

interface FramePartProps {
  connection: Connection | undefined;
}

/** The rail, and the navigation of a connection. */
export function Sides({ connection }: FramePartProps) {
  return (
    <>
      <Rail />
      {connection && <Navigation connection={connection} />}
    </>
  );
}

/** The bar of a connection, and the banners. */
export function Top({ connection }: FramePartProps) {
  return (
    <>
      {connection && <TopBar connection={connection} />}
      <Banners />
    </>
  );
}
