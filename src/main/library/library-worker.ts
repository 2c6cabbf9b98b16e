/** The worker process of the library, so that no query and no damaged file blocks or ends the app. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { LibraryResponse } from '#contract/workers/library.ts';
import { leaveTerminalSignals } from '#system/parent-process.ts';
import { createLibraryService } from './library-service';

interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

const electronPort = (process as unknown as { parentPort?: ParentPort }).parentPort;
const post = (message: LibraryResponse) => void (electronPort ? electronPort.postMessage(message) : process.send?.(message));

leaveTerminalSignals();
/** Milliseconds for which the outcome of a write waits to be stored with the next write. */
const lingerMillis = 5;
const service = createLibraryService({
  post,
  monotonic: () => performance.now(),
  pause: () => setImmediate(),
  linger: () => setTimeout(lingerMillis),
});
const receive = (message: unknown) => void service.receive(message);
const end = () => {
  service.close();
  process.exit(0);
};

if (electronPort) electronPort.on('message', ({ data }) => receive(data));
else process.on('message', receive);
process.on('disconnect', end);
process.on('SIGTERM', end);
