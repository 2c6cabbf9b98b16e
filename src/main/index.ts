/** Entry point for Electron. */
import { startElectron } from './hosts/electron/start';

startElectron();
