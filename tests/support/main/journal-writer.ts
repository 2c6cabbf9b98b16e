/** A process that writes without end, and says the number of users whose renaming the service has confirmed, until it is killed. */
import { openWriting, type WritingScene } from './journal-writing';

async function write(scene: WritingScene): Promise<void> {
  const { rename } = openWriting(scene);
  for (let number = 0; ; number += 1) {
    const at = (process.pid + number) % scene.userIds.length;
    await rename(scene.userIds[at] ?? '', `Name ${process.pid} ${number}`);
    process.send?.(at);
  }
}

process.once('message', (scene) => void write(scene as WritingScene));
process.once('disconnect', () => process.exit(0));
