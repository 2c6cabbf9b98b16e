/** A process that ends itself at a step that its parent chooses, or shortly after the step has begun. */
import { type CrashOrder, openCrashing } from './crashing';

async function perform({ scene, doing, dieAt, delay }: CrashOrder): Promise<void> {
  const die = () => process.kill(process.pid, 'SIGKILL');
  let steps = 0;
  const step = async () => {
    steps += 1;
    if (steps !== dieAt) return;
    if (delay === null) die();
    else setTimeout(die, delay);
  };
  const opened = await openCrashing(scene, { step });
  await opened.perform(doing);
  process.stdout.write(String(steps));
  await opened.close();
  process.disconnect();
}

process.once('message', (order) => void perform(order as CrashOrder));
