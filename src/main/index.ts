/** Electron's entry. */
import { startElectron } from './hosts/electron/start';

startElectron();
