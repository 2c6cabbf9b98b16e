/** The process that dies: at a step, as an order from its parent says, or a little later and so within the step. */
import { type CrashOrder, openCrashing } from './crashing';

async function perform({ scene, doing, dieAt, delay }: CrashOrder): Promise<void> {
  const die = () => process.kill(process.pid, 'SIGKILL');
  let steps = 0;
  const opened = await openCrashing(scene, async () => {
    steps += 1;
    if (steps !== dieAt) return;
    if (delay === null) die();
    else setTimeout(die, delay);
  });
  await opened.perform(doing);
  process.stdout.write(String(steps));
  await opened.close();
  process.disconnect();
}

process.once('message', (order) => void perform(order as CrashOrder));
