/** The automation build, for tests: differs from the released build by its name and one fuse. */
import { app } from 'electron';

/** Whether this is the automation build. */
export function isAutomation(): boolean {
  return app.getName() === 'Latchkey Automation';
}
