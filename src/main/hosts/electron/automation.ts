/** The build that tests may drive differs from the one that people get by its name, and by one fuse. */
import { app } from 'electron';

/** Whether this is that build. */
export function isAutomation(): boolean {
  return app.getName() === 'Latchkey Automation';
}
